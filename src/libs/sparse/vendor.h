// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's calls on an NVIDIA device: they are passed on to NVIDIA's own
// libcusparse, opened at run time, with objects of its own for ours.
#ifndef QN_LIBS_SPARSE_VENDOR_H
#define QN_LIBS_SPARSE_VENDOR_H

#include "libs/sparse/sparse.h"

// An argument: a number, an address, or an object of ours.
typedef struct qn_sparse_word {
  int64_t value;
  qn_sparse_object *object;
  bool changes;        // what the library may change of it
  uint8_t scalar_size; // of a scalar that may be the host's; 0: none
} qn_sparse_word;

enum { QN_SPARSE_WORDS_MAX = 20 };

bool qn_sparse_is_vendor(cusparseHandle_t handle);
// Calls NVIDIA's function of that name.
cusparseStatus_t qn_sparse_pass(cusparseHandle_t handle, const char *name,
                                const qn_sparse_word *words, size_t count);

// A scalar of a type, in the host's memory by the pointer mode.
qn_sparse_word qn_sparse_word_scalar(const void *p, size_t size);

static inline qn_sparse_word qn_sparse_word_number(int64_t value) {
  return (qn_sparse_word){.value = value};
}
static inline qn_sparse_word qn_sparse_word_pointer(const void *p) {
  return (qn_sparse_word){.value = (int64_t)(intptr_t)p};
}
static inline qn_sparse_word qn_sparse_word_object(const void *p) {
  return (qn_sparse_word){.object = (qn_sparse_object *)(uintptr_t)p};
}
static inline qn_sparse_word qn_sparse_word_changed(void *p) {
  return (qn_sparse_word){.object = p, .changes = true};
}
static inline qn_sparse_word qn_sparse_word_word(qn_sparse_word word) {
  return word;
}

#define QN_SPARSE_WORD(x)                                                      \
  _Generic((x),                                                                \
      qn_sparse_word: qn_sparse_word_word,                                     \
      int: qn_sparse_word_number,                                              \
      unsigned: qn_sparse_word_number,                                         \
      long: qn_sparse_word_number,                                             \
      unsigned long: qn_sparse_word_number,                                    \
      cusparseSpVecDescr_t: qn_sparse_word_object,                             \
      cusparseDnVecDescr_t: qn_sparse_word_object,                             \
      cusparseSpMatDescr_t: qn_sparse_word_changed,                            \
      cusparseDnMatDescr_t: qn_sparse_word_object,                             \
      cusparseConstSpVecDescr_t: qn_sparse_word_object,                        \
      cusparseConstDnVecDescr_t: qn_sparse_word_object,                        \
      cusparseConstSpMatDescr_t: qn_sparse_word_object,                        \
      cusparseConstDnMatDescr_t: qn_sparse_word_object,                        \
      cusparseMatDescr_t: qn_sparse_word_object,                               \
      cusparseSpSVDescr_t: qn_sparse_word_object,                              \
      cusparseSpSMDescr_t: qn_sparse_word_object,                              \
      cusparseSpGEMMDescr_t: qn_sparse_word_object,                            \
      csrilu02Info_t: qn_sparse_word_object,                                   \
      csric02Info_t: qn_sparse_word_object,                                    \
      default: qn_sparse_word_pointer)(x)

#define QN_W1(a) QN_SPARSE_WORD(a)
#define QN_W2(a, ...) QN_W1(a), QN_W1(__VA_ARGS__)
#define QN_W3(a, ...) QN_W1(a), QN_W2(__VA_ARGS__)
#define QN_W4(a, ...) QN_W1(a), QN_W3(__VA_ARGS__)
#define QN_W5(a, ...) QN_W1(a), QN_W4(__VA_ARGS__)
#define QN_W6(a, ...) QN_W1(a), QN_W5(__VA_ARGS__)
#define QN_W7(a, ...) QN_W1(a), QN_W6(__VA_ARGS__)
#define QN_W8(a, ...) QN_W1(a), QN_W7(__VA_ARGS__)
#define QN_W9(a, ...) QN_W1(a), QN_W8(__VA_ARGS__)
#define QN_W10(a, ...) QN_W1(a), QN_W9(__VA_ARGS__)
#define QN_W11(a, ...) QN_W1(a), QN_W10(__VA_ARGS__)
#define QN_W12(a, ...) QN_W1(a), QN_W11(__VA_ARGS__)
#define QN_W13(a, ...) QN_W1(a), QN_W12(__VA_ARGS__)
#define QN_W14(a, ...) QN_W1(a), QN_W13(__VA_ARGS__)
#define QN_W15(a, ...) QN_W1(a), QN_W14(__VA_ARGS__)
#define QN_W16(a, ...) QN_W1(a), QN_W15(__VA_ARGS__)
#define QN_W17(a, ...) QN_W1(a), QN_W16(__VA_ARGS__)
#define QN_W18(a, ...) QN_W1(a), QN_W17(__VA_ARGS__)
#define QN_W19(a, ...) QN_W1(a), QN_W18(__VA_ARGS__)
#define QN_W20(a, ...) QN_W1(a), QN_W19(__VA_ARGS__)
#define QN_WORDS_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13,  \
                      _14, _15, _16, _17, _18, _19, _20, name, ...)            \
  name
#define QN_WORDS(...)                                                          \
  QN_WORDS_PICK(__VA_ARGS__, QN_W20, QN_W19, QN_W18, QN_W17, QN_W16, QN_W15,   \
                QN_W14, QN_W13, QN_W12, QN_W11, QN_W10, QN_W9, QN_W8, QN_W7,   \
                QN_W6, QN_W5, QN_W4, QN_W3, QN_W2, QN_W1, )                    \
  (__VA_ARGS__)

// In a function of the library's own name: on NVIDIA's devices that is all.
#define QN_SPARSE_PASS(...)                                                    \
  do {                                                                         \
    if (qn_sparse_is_vendor(handle)) {                                         \
      const qn_sparse_word words_[] = {QN_WORDS(__VA_ARGS__)};                 \
      return qn_sparse_pass(handle, __func__, words_,                          \
                            sizeof(words_) / sizeof(words_[0]));               \
    }                                                                          \
  } while (0)
// A scalar among them.
#define QN_SPARSE_SCALAR(p, type) qn_sparse_word_scalar(p, qn_num_size(type))

void qn_sparse_vendor_release(cusparseHandle_t handle);
void qn_sparse_vendor_drop(qn_sparse_object *object);
// What NVIDIA's function of that name says of its object.
cusparseStatus_t qn_sparse_ask(const char *name, qn_sparse_object *object,
                               int64_t *out);
// What it says of ours has changed: NVIDIA's is made again when it is needed.
cusparseStatus_t qn_sparse_vendor_changed(qn_sparse_object *object);

#endif // QN_LIBS_SPARSE_VENDOR_H
