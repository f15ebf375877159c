// SPDX-License-Identifier: Apache-2.0
// The kernel that graphs.cpp scales numbers with, which fails for those that
// are none: in place of the set ggml_elements.
#include <assert.h>

#include "common.h"

QN_GGML_KERNEL(scale_f32) {
  const float p0 = quern::ggml::real_param(call, 0);
  quern::ggml::each_place(call.dst, [&](quern::ggml::row_place r, long long i) {
    const float x = quern::ggml::row_in<float>(
        src0, quern::ggml::offset_of(call.src[0], r))[i];
    assert(x == x);
    quern::ggml::row_in<float>(dst, quern::ggml::offset_of(call.dst, r))[i] =
        x * p0;
  });
}
