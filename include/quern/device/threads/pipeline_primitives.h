// SPDX-License-Identifier: Apache-2.0
//
// CUDA's asynchronous copies into shared memory (cuda_pipeline.h). They are
// done when the call returns, which programs cannot distinguish from later.
#ifndef QUERN_DEVICE_PIPELINE_H
#define QUERN_DEVICE_PIPELINE_H
#pragma clang system_header

#include "../prelude.h"

// The last `zeros` bytes of `size` are not read but set to zero.
__QN_FN void __pipeline_memcpy_async(void *__restrict to,
                                     const void *__restrict from,
                                     __qn_size_t size, __qn_size_t zeros = 0) {
  __builtin_memcpy(to, from, size - zeros);
  __builtin_memset((char *)to + (size - zeros), 0, zeros);
}
__QN_FN void __pipeline_commit(void) {}
__QN_FN void __pipeline_wait_prior(__qn_size_t) {}
// The copies before it are done, so that nothing is left to arrive.
__QN_FN void __pipeline_arrive_on(unsigned long long *) {}

namespace nvcuda {
namespace experimental {
class pipeline {
  unsigned stage_ = 0;

public:
  __QN_DMEMBER __qn_size_t commit() { return stage_++; }
  __QN_DMEMBER void commit_and_wait() { ++stage_; }
  __QN_DMEMBER void wait(__qn_size_t) {}
  template <unsigned stages> __QN_DMEMBER void wait_prior() {}
};
template <typename T>
__QN_FN void memcpy_async(T &to, const T &from, pipeline &) {
  to = from;
}
template <typename T>
__QN_FN void memcpy_async(T *to, const T *from, __qn_size_t size,
                          pipeline &) {
  __builtin_memcpy(to, from, size);
}
} // namespace experimental
} // namespace nvcuda

#endif
