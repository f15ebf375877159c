// SPDX-License-Identifier: Apache-2.0
// Registering kernels with an exact description of their arguments, for the
// code that `quern stub` (hip_metadata_gen) writes. Implemented in libquernhip.
// C11 and C++11.
//
// HIP passes arguments as an array of pointers; a device takes them as one
// block of bytes. The description says where in it each one goes.
#ifndef VORTEX_HIP_RUNTIME_H
#define VORTEX_HIP_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#if defined(__has_include)
#if __has_include(<hip/hip_runtime_api.h>)
#include <hip/hip_runtime_api.h>
#define VORTEX_HIP_HAS_API 1
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifndef VORTEX_HIP_HAS_API // as in HIP, for programs without its headers
typedef enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorInvalidDeviceFunction = 98,
  hipErrorInvalidImage = 200,
  hipErrorInvalidHandle = 400,
  hipErrorNotSupported = 801,
  hipErrorUnknown = 999
} hipError_t;
typedef struct ihipStream_t *hipStream_t;
typedef struct dim3 {
  uint32_t x, y, z;
#ifdef __cplusplus
  constexpr dim3(uint32_t x_ = 1, uint32_t y_ = 1, uint32_t z_ = 1)
      : x(x_), y(y_), z(z_) {}
#endif
} dim3;
const char *hipGetErrorString(hipError_t error);
#endif

// Where one argument lies in the block, in bytes.
typedef struct hipKernelArgumentMetadata {
  size_t offset;
  size_t size;
  size_t alignment; // a power of two
  int is_pointer;   // of device memory; may be narrower than the host's
} hipKernelArgumentMetadata;

// Registers the kernel `name` of a binary with `argument_count` arguments, and
// gives its handle. Everything except the binary is copied; the binary must
// stay valid while the kernel is registered. A binary may have several kernels.
// Registering a kernel again in the same way returns the same handle.
// hipErrorInvalidValue when arguments overlap, are not aligned, or are too
// large; hipErrorOutOfMemory. Thread-safe.
hipError_t __hipRegisterFunctionWithMetadata(
    void **handle, const char *name, const void *binary, size_t size,
    size_t argument_count, const hipKernelArgumentMetadata *metadata);

// Ends one registration; the last one invalidates the handle. Unloading the
// library ends all of them.
hipError_t __hipUnregisterFunctionWithMetadata(void *handle);

// Packs arguments into `block`. `*size` is its size, and receives the size
// needed, which is all that happens when `block` is NULL. Bytes between
// arguments are zero. hipErrorInvalidValue when the block is too small, or a
// host pointer does not fit in a device pointer.
hipError_t __hipMarshalArguments(void *handle, void *const *arguments,
                                 void *block, size_t *size);

// Packs the arguments and launches through the launcher that
// __hipSetMetadataLauncher set. When there is none, the binary is loaded on the
// current device, which has to be one that it is for (QUERN_DEVICE=vortex-sim).
hipError_t __hipLaunchKernelWithMetadata(void *handle, dim3 grid, dim3 block,
                                         void **arguments, size_t shared,
                                         hipStream_t stream);

// One launch, as passed to a device's back end.
typedef struct hipMetadataLaunch {
  const char *name;
  const void *binary;
  size_t binary_size;
  const void *arguments; // the packed block
  size_t arguments_size;
  uint32_t grid[3], block[3];
  size_t shared; // bytes of dynamic shared memory
  hipStream_t stream;
} hipMetadataLaunch;
typedef hipError_t (*hipMetadataLauncher)(void *user,
                                          const hipMetadataLaunch *launch);
// Sets the launcher; NULL removes it. Thread-safe, but not during launches.
void __hipSetMetadataLauncher(hipMetadataLauncher launcher, void *user);

#ifdef __cplusplus
}
#endif

#endif // VORTEX_HIP_RUNTIME_H
