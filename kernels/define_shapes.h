// SPDX-License-Identifier: Apache-2.0
//
// Turns the defines that describe a kernel's tensors (kernels/README.md) into
// types: QN_SHAPE(dst), QN_SHAPE(src0) and QN_SHAPE(src1), or says which define
// is missing. Has no guard: a source may be included more than once, with
// other defines.

#ifndef QN_KERNEL_NAME
#error "QN_KERNEL_NAME is missing: the name of the kernel, a C identifier"
#endif
#ifndef QN_OP
#error "QN_OP is missing: the operation, such as -DQN_OP=add -DQN_OP_add=1"
#endif

#ifndef QN_DST_TYPE
#error "QN_DST_TYPE is missing: the type of the result, such as f32"
#endif
#ifndef QN_DST_CONTIGUOUS
#error "QN_DST_CONTIGUOUS is missing: 1, or 0 with QN_DST_NB0 to QN_DST_NB3"
#endif
#ifndef QN_SRC0_TYPE
#error "QN_SRC0_TYPE is missing: the type of the first source, such as f32"
#endif
#ifndef QN_SRC0_CONTIGUOUS
#error "QN_SRC0_CONTIGUOUS is missing: 1, or 0 with QN_SRC0_NB0 to QN_SRC0_NB3"
#endif
#ifdef QN_TWO_SOURCES
#ifndef QN_SRC1_TYPE
#error "QN_SRC1_TYPE is missing: the type of the second source, such as f32"
#endif
#ifndef QN_SRC1_CONTIGUOUS
#error "QN_SRC1_CONTIGUOUS is missing: 1, or 0 with QN_SRC1_NB0 to QN_SRC1_NB3"
#endif
#endif

#ifndef QN_GENERAL
#if !defined(QN_DST_NE0) || !defined(QN_DST_NE1) || !defined(QN_DST_NE2) ||    \
    !defined(QN_DST_NE3)
#error                                                                         \
    "QN_DST_NE0 to QN_DST_NE3 are missing: the extents of the result, or -DQN_GENERAL=1"
#endif
#if !defined(QN_SRC0_NE0) || !defined(QN_SRC0_NE1) || !defined(QN_SRC0_NE2) || \
    !defined(QN_SRC0_NE3)
#error                                                                         \
    "QN_SRC0_NE0 to QN_SRC0_NE3 are missing: the extents of the first source, or -DQN_GENERAL=1"
#endif
#if defined(QN_TWO_SOURCES) &&                                                 \
    (!defined(QN_SRC1_NE0) || !defined(QN_SRC1_NE1) ||                         \
     !defined(QN_SRC1_NE2) || !defined(QN_SRC1_NE3))
#error                                                                         \
    "QN_SRC1_NE0 to QN_SRC1_NE3 are missing: the extents of the second source, or -DQN_GENERAL=1"
#endif
#if !QN_DST_CONTIGUOUS && (!defined(QN_DST_NB0) || !defined(QN_DST_NB1) ||     \
                           !defined(QN_DST_NB2) || !defined(QN_DST_NB3))
#error                                                                         \
    "QN_DST_NB0 to QN_DST_NB3 are missing: the strides of the result, in elements"
#endif
#if !QN_SRC0_CONTIGUOUS && (!defined(QN_SRC0_NB0) || !defined(QN_SRC0_NB1) ||  \
                            !defined(QN_SRC0_NB2) || !defined(QN_SRC0_NB3))
#error                                                                         \
    "QN_SRC0_NB0 to QN_SRC0_NB3 are missing: the strides of the first source, in elements"
#endif
#if defined(QN_TWO_SOURCES) && !QN_SRC1_CONTIGUOUS &&                          \
    (!defined(QN_SRC1_NB0) || !defined(QN_SRC1_NB1) ||                         \
     !defined(QN_SRC1_NB2) || !defined(QN_SRC1_NB3))
#error                                                                         \
    "QN_SRC1_NB0 to QN_SRC1_NB3 are missing: the strides of the second source, in elements"
#endif
#endif

// What each inclusion defines has the kernel's name in its own.
#undef QN_JOIN
#undef QN_JOIN_NOW
#undef QN_SHAPE
#undef QN_TYPE
#undef QN_OPERATION
#define QN_JOIN_NOW(a, b) a##b
#define QN_JOIN(a, b) QN_JOIN_NOW(a, b)
#define QN_SHAPE(tensor) QN_JOIN(QN_KERNEL_NAME, _shape_of_##tensor)
#define QN_TYPE(name) QN_JOIN(QN_TYPE_, name)
#define QN_OPERATION quern::QN_JOIN(op_, QN_OP)

#undef QN_DEFINE_SHAPE
#ifdef QN_GENERAL
#define QN_DEFINE_SHAPE(tensor, TENSOR)                                        \
  struct QN_SHAPE(tensor) : quern::argument_extents {                          \
    using type = QN_TYPE(QN_##TENSOR##_TYPE);                                  \
    static constexpr bool contiguous = QN_##TENSOR##_CONTIGUOUS;               \
    quern_tensor_shape shape;                                                  \
    __device__ QN_SHAPE(tensor)(const quern_tensor_shape &s) : shape(s) {}     \
    __device__ long long ne(int i) const { return shape.extent[i]; }           \
    __device__ long long nb(int i) const { return shape.stride[i]; }           \
  };
#else
#define QN_DEFINE_SHAPE(tensor, TENSOR)                                        \
  struct QN_SHAPE(tensor)                                                      \
      : quern::constant_extents<QN_##TENSOR##_NE0, QN_##TENSOR##_NE1,          \
                                QN_##TENSOR##_NE2, QN_##TENSOR##_NE3> {        \
    using type = QN_TYPE(QN_##TENSOR##_TYPE);                                  \
    static constexpr bool contiguous = QN_##TENSOR##_CONTIGUOUS;               \
    QN_DEFINE_STRIDES_##TENSOR                                                 \
  };
#endif

// A contiguous tensor needs no strides, and may come without.
#undef QN_DEFINE_STRIDES
#undef QN_DEFINE_STRIDES_DST
#undef QN_DEFINE_STRIDES_SRC0
#undef QN_DEFINE_STRIDES_SRC1
#define QN_DEFINE_STRIDES(b0, b1, b2, b3)                                      \
  QN_DEVICE constexpr long long nb(int i) {                                    \
    return i == 0 ? b0 : i == 1 ? b1 : i == 2 ? b2 : b3;                       \
  }
#if QN_DST_CONTIGUOUS
#define QN_DEFINE_STRIDES_DST QN_DEFINE_STRIDES(0, 0, 0, 0)
#else
#define QN_DEFINE_STRIDES_DST                                                  \
  QN_DEFINE_STRIDES(QN_DST_NB0, QN_DST_NB1, QN_DST_NB2, QN_DST_NB3)
#endif
#if QN_SRC0_CONTIGUOUS
#define QN_DEFINE_STRIDES_SRC0 QN_DEFINE_STRIDES(0, 0, 0, 0)
#else
#define QN_DEFINE_STRIDES_SRC0                                                 \
  QN_DEFINE_STRIDES(QN_SRC0_NB0, QN_SRC0_NB1, QN_SRC0_NB2, QN_SRC0_NB3)
#endif
#ifdef QN_TWO_SOURCES
#if QN_SRC1_CONTIGUOUS
#define QN_DEFINE_STRIDES_SRC1 QN_DEFINE_STRIDES(0, 0, 0, 0)
#else
#define QN_DEFINE_STRIDES_SRC1                                                 \
  QN_DEFINE_STRIDES(QN_SRC1_NB0, QN_SRC1_NB1, QN_SRC1_NB2, QN_SRC1_NB3)
#endif
#endif

QN_DEFINE_SHAPE(dst, DST)
QN_DEFINE_SHAPE(src0, SRC0)
#ifdef QN_TWO_SOURCES
QN_DEFINE_SHAPE(src1, SRC1)
#endif
