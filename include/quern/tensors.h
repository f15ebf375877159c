/* SPDX-License-Identifier: Apache-2.0
 *
 * The shapes that the general forms of the shipped kernels (kernels/README.md)
 * take as their last argument. A kernel that was specialised for its sizes
 * takes none of this.
 *
 * Dimension 0 is the innermost, as in ggml. Valid C11, C++17, and on devices;
 * the layout is the same everywhere.
 */
#ifndef QUERN_TENSORS_H
#define QUERN_TENSORS_H

#define QUERN_DIMS 4

/* Extents are positive. Strides are counted in elements, and may be 0 to repeat
 * a value; a kernel compiled for contiguous tensors does not read them. Of a
 * quantized tensor, `extent` counts elements, stride[0] is 1 (a block), and the
 * others count elements, in whole blocks. */
typedef struct quern_tensor_shape {
  long long extent[QUERN_DIMS];
  long long stride[QUERN_DIMS];
} quern_tensor_shape;

/* What a kernel does not need (the second source of a unary operation) is not
 * read. */
typedef struct quern_tensor_shapes {
  quern_tensor_shape dst, src0, src1;
} quern_tensor_shapes;

#endif /* QUERN_TENSORS_H */
