// SPDX-License-Identifier: Apache-2.0
//
// AMD's matrix units: MFMA of CDNA3 and newer, in waves of 64, and WMMA of
// RDNA3, in waves of 32; halves and bfloat16, 16 x 16 numbers from 16 of K. For
// matrix_units.h. (CDNA2 takes small numbers for 0, and is left out.)
//
// On a CPU, for the tests, -DQN_MATRIX_EMULATED=1 (MFMA) or 2 (WMMA): threads
// do together what the instruction does.
#ifndef QUERN_KERNELS_MATRIX_AMD_H
#define QUERN_KERNELS_MATRIX_AMD_H

#include "matrix_tiles.h"

#ifdef QN_MATRIX_EMULATED
#define QN_MATRIX_WMMA (QN_MATRIX_EMULATED == 2)
#elif defined(__GFX11__)
#define QN_MATRIX_WMMA 1
#else
#define QN_MATRIX_WMMA 0
#endif

namespace quern {

template <typename T>
constexpr bool is_matrix_type = is_same<T, __half> || is_same<T, __nv_bfloat16>;

// Words of K that a lane gives for its row of a, and for its column of b, and
// numbers of the result that it has.
constexpr int fragment_words = QN_MATRIX_WMMA ? 8 : 2;
constexpr int fragment_sums = QN_MATRIX_WMMA ? 8 : 4;

#ifndef QN_MATRIX_EMULATED

typedef float fragment_sum
    __attribute__((ext_vector_type(QN_MATRIX_WMMA ? 8 : 4)));
template <typename T> struct fragment_of {
  typedef short type __attribute__((ext_vector_type(2 * fragment_words)));
};
template <> struct fragment_of<__half> {
  typedef _Float16 type __attribute__((ext_vector_type(2 * fragment_words)));
};

// sum += a by b
template <typename T>
QN_DEVICE void multiply_fragments(const unsigned *a, const unsigned *b, int,
                                  float *sum) {
  using fragment = typename fragment_of<T>::type;
  fragment fragment_a, fragment_b;
  fragment_sum total;
  __builtin_memcpy(&fragment_a, a, sizeof(fragment_a));
  __builtin_memcpy(&fragment_b, b, sizeof(fragment_b));
  __builtin_memcpy(&total, sum, sizeof(total));
#if QN_MATRIX_WMMA
  if constexpr (is_same<T, __half>)
    total = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(fragment_a, fragment_b,
                                                       total);
  else
    total = __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(fragment_a, fragment_b,
                                                        total);
#else
  if constexpr (is_same<T, __half>)
    total = __builtin_amdgcn_mfma_f32_16x16x16f16(fragment_a, fragment_b, total,
                                                  0, 0, 0);
  else
    total = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(fragment_a, fragment_b,
                                                      total, 0, 0, 0);
#endif
  __builtin_memcpy(sum, &total, sizeof(total));
}

#else // on a CPU

struct fragments {
  unsigned a[256][fragment_words];
  unsigned b[256][fragment_words];
};

template <typename T> QN_DEVICE float number_of(unsigned word, int half) {
  const unsigned short bits = (unsigned short)(word >> 16 * half);
  if constexpr (is_same<T, __half>)
    return __half2float(__ushort_as_half(bits));
  else
    return __uint_as_float((unsigned)bits << 16);
}

// Who holds number k of row (of a) or column (of b) i, as the descriptions of
// the instruction sets have it. MFMA: each 16 lanes have four of K. WMMA: both
// halves of a wave have all of K, and either copy may be read.
QN_DEVICE int holder(int i, int k) {
  return QN_MATRIX_WMMA ? i + k % 2 * 16 : i + k / 4 * 16;
}
QN_DEVICE int place_of(int k) { return QN_MATRIX_WMMA ? k : k % 4; }

template <typename T>
QN_DEVICE void multiply_fragments(const unsigned *a, const unsigned *b,
                                  int lane, float *sum) {
  __shared__ fragments all;
  const int thread = (int)(threadIdx.y * blockDim.x + threadIdx.x);
  const int first = thread - lane;
  for (int i = 0; i < fragment_words; ++i) {
    all.a[thread][i] = a[i];
    all.b[thread][i] = b[i];
  }
  __syncthreads();
  for (int r = 0; r < fragment_sums; ++r) {
    const int row = QN_MATRIX_WMMA ? 2 * r + lane / 16 : lane / 16 * 4 + r;
    for (int k = 0; k < 16; ++k) {
      const int at = place_of(k);
      sum[r] +=
          number_of<T>(all.a[first + holder(row, k)][at / 2], at % 2) *
          number_of<T>(all.b[first + holder(lane % 16, k)][at / 2], at % 2);
    }
  }
  __syncthreads();
}

#endif

struct matrix_unit {
  static constexpr int lanes = QN_MATRIX_WMMA ? 32 : 64;
  // Of a wave: two or four times 16.
  static constexpr int columns = QN_MATRIX_WMMA ? 32 : 64;

  QN_DEVICE int row(int lane, int i) {
    return QN_MATRIX_WMMA ? i % 8 * 2 + lane / 16 : lane / 16 * 4 + i % 4;
  }
  QN_DEVICE int column(int lane, int i) {
    return i / fragment_sums * 16 + lane % 16;
  }

  template <typename T>
  QN_DEVICE void multiply(const matrix_tiles &tiles, int lane, int m, int n,
                          float (&sum)[16]) {
    const int row = lane % 16;
    const int word = QN_MATRIX_WMMA ? 0 : lane / 16 * fragment_words;
#pragma unroll
    for (int k = word; k < matrix_words; k += 8) {
      const unsigned *a = &tiles.a[(m + row) * matrix_row + k];
#pragma unroll
      for (int j = 0; j < 16 / fragment_sums; ++j)
        multiply_fragments<T>(a, &tiles.b[(n + j * 16 + row) * matrix_row + k],
                              lane, &sum[j * fragment_sums]);
    }
  }
};

} // namespace quern

#endif
