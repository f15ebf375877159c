// SPDX-License-Identifier: Apache-2.0
//
// What CUDA 12's runtime still has and 13's does not: the older names of
// functions for devices, which programs of before 2012 are full of. They are
// inline, as CUDA 13's library has none of them.
#ifndef QUERN_HOST_CUDA_BEFORE_13_H
#define QUERN_HOST_CUDA_BEFORE_13_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

static inline cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }
static inline cudaError_t cudaThreadSynchronize(void) {
  return cudaDeviceSynchronize();
}
static inline cudaError_t cudaThreadSetLimit(enum cudaLimit limit,
                                             size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
static inline cudaError_t cudaThreadGetLimit(size_t *value,
                                             enum cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
static inline cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config) {
  return cudaDeviceGetCacheConfig(config);
}
static inline cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}
// For devices without doubles, of which there are none.
static inline cudaError_t cudaSetDoubleForDevice(double *value) {
  (void)value;
  return cudaSuccess;
}
static inline cudaError_t cudaSetDoubleForHost(double *value) {
  (void)value;
  return cudaSuccess;
}

#endif
