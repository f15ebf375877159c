// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's matrix units, from compute capability 8.0 on: halves, bfloat16 and
// bytes (mma.m16n8k16 and m16n8k32). For matrix_units.h.
#ifndef QUERN_KERNELS_MATRIX_NVIDIA_H
#define QUERN_KERNELS_MATRIX_NVIDIA_H

#include "matrix_tiles.h"

namespace quern {

template <typename T>
constexpr bool is_matrix_type =
    is_same<T, __half> || is_same<T, __nv_bfloat16> || is_same<T, signed char>;

QN_DEVICE void multiply_add(float *sum, const unsigned (&a)[4],
                            const unsigned (&b)[2], __half) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
QN_DEVICE void multiply_add(float *sum, const unsigned (&a)[4],
                            const unsigned (&b)[2], __nv_bfloat16) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
QN_DEVICE void multiply_add(int *sum, const unsigned (&a)[4],
                            const unsigned (&b)[2], signed char) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

struct matrix_unit {
  static constexpr int lanes = 32;
  static constexpr int columns = 32; // of a warp: four times 8

  QN_DEVICE int row(int lane, int i) { return lane / 4 + i % 4 / 2 * 8; }
  QN_DEVICE int column(int lane, int i) {
    return i / 4 * 8 + lane % 4 * 2 + i % 2;
  }

  template <typename T>
  QN_DEVICE void multiply(const matrix_tiles &tiles, int lane, int m, int n,
                          matrix_sum<T> (&sum)[16]) {
    const int row = lane / 4, word = lane % 4;
#pragma unroll
    for (int k = word; k < matrix_words; k += 8) {
      const unsigned *a_at = &tiles.a[(m + row) * matrix_row + k];
      const unsigned a[4] = {a_at[0], a_at[8 * matrix_row], a_at[4],
                             a_at[8 * matrix_row + 4]};
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const unsigned *b_at = &tiles.b[(n + j * 8 + row) * matrix_row + k];
        const unsigned b[2] = {b_at[0], b_at[4]};
        multiply_add(&sum[4 * j], a, b, T());
      }
    }
  }
};

} // namespace quern

#endif
