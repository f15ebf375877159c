// SPDX-License-Identifier: Apache-2.0
//
// What kernels for matrix units share: tiles of both sources, as words of 32
// bits along K, which are two halves or four bytes.
#ifndef QUERN_KERNELS_MATRIX_TILES_H
#define QUERN_KERNELS_MATRIX_TILES_H

#include "tensor.h"

namespace quern {

constexpr int matrix_words = 16; // of K at a time
// Padded, so that the eight rows of a fragment are in different banks.
constexpr int matrix_row = matrix_words + 4;
constexpr int matrix_tile = 64; // rows of either source that a block has

struct __align__(16) matrix_tiles { // words are written by fours
  unsigned a[matrix_tile * matrix_row];
  unsigned b[matrix_tile * matrix_row];
};

// What products are summed in.
template <typename T>
using matrix_sum = choose<is_same<T, signed char>, int, float>;

} // namespace quern

#endif
