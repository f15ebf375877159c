// SPDX-License-Identifier: Apache-2.0
// Calls of a library that are passed on to NVIDIA's own of the same name, which
// is opened at run time: its arguments as words, of a list of any types.
//
// A room defines QN_PASS_WORD(x), which is a qn_pass_word of an argument.
#ifndef QN_LIBS_CORE_PASS_H
#define QN_LIBS_CORE_PASS_H

#include <string.h>

#include "libs/core/work.h"

// An argument: a number, an address, or an object of ours.
typedef struct qn_pass_word {
  int64_t value;
  void *object;
  bool is_object;
  bool changes;        // what the library may change of it
  bool is_real;        // its bits, for a register of floating-point numbers
  bool is_extent;      // nothing is done where it is 0
  uint8_t scalar_size; // of a scalar that may be the host's; 0: none
  uint8_t answer_size; // of what is 0 then, in the host's memory; 0: none
  int zeros;           // of the numbers that are 0 then, in the device's
} qn_pass_word;

static inline qn_pass_word qn_pass_number(int64_t value) {
  return (qn_pass_word){.value = value};
}
static inline qn_pass_word qn_pass_size(size_t value) {
  return (qn_pass_word){.value = (int64_t)value};
}
static inline qn_pass_word qn_pass_double(double value) {
  qn_pass_word word = {.is_real = true};
  memcpy(&word.value, &value, sizeof(value));
  return word;
}
static inline qn_pass_word qn_pass_float(float value) {
  qn_pass_word word = {.is_real = true};
  memcpy(&word.value, &value, sizeof(value));
  return word;
}
static inline qn_pass_word qn_pass_pointer(const void *p) {
  return (qn_pass_word){.value = (int64_t)(intptr_t)p};
}
static inline qn_pass_word qn_pass_object(const void *p) {
  return (qn_pass_word){.object = (void *)(uintptr_t)p, .is_object = true};
}
static inline qn_pass_word qn_pass_changed(void *p) {
  return (qn_pass_word){.object = p, .is_object = true, .changes = true};
}
// A number of rows or columns: without any the vendor's library is not called,
// as they differ in what they write then.
static inline qn_pass_word qn_pass_extent(int64_t value) {
  return (qn_pass_word){.value = value, .is_extent = true};
}
static inline qn_pass_word qn_pass_answer(const void *p, uint8_t size) {
  qn_pass_word word = qn_pass_pointer(p);
  word.answer_size = size;
  return word;
}
static inline qn_pass_word qn_pass_zeros(const int *p, int count) {
  qn_pass_word word = qn_pass_pointer(p);
  word.zeros = count;
  return word;
}
static inline qn_pass_word qn_pass_int_answer(const int *p) {
  return qn_pass_answer(p, sizeof(*p));
}
static inline qn_pass_word qn_pass_size_answer(const size_t *p) {
  return qn_pass_answer(p, sizeof(*p));
}
static inline qn_pass_word qn_pass_word_itself(qn_pass_word word) {
  return word;
}

// ---- A handle of NVIDIA's for one of ours

typedef struct qn_pass_library {
  qn_libs_opened *opened;
  // Its functions; `set_mode` takes whether scalars are in device memory, NULL:
  // there is none.
  const char *create, *destroy, *set_stream, *set_mode;
  int not_supported; // its status
} qn_pass_library;

typedef struct qn_pass_handle {
  int device;
  hipStream_t stream;
  bool device_pointers;
  void **theirs; // made at the first call
} qn_pass_handle;

enum { QN_PASS_WORDS_MAX = 32 };

// NVIDIA's twin of an object of ours, made in the device's context; NULL with
// the status.
typedef void *qn_pass_twin(void *object, int *out_status);

// What a graph keeps of an object that only describes: a copy of it without a
// twin, as the program may destroy it before the graph is made ready; NULL
// without memory. An object with a state of its own is itself then.
typedef void *qn_pass_copy(const void *object);
typedef void qn_pass_drop(void *copy);

typedef struct qn_pass_call {
  const char *name;
  const qn_pass_word *words;
  size_t count;
  qn_pass_twin *twin;
  qn_pass_copy *copy;
  qn_pass_drop *drop;
} qn_pass_call;

// The status of the call, which is made at once. Where the stream captures, it
// is made when the graph is made ready, with the scalars and objects of now;
// what only asks for a size is asked at once, and what tells the host anything
// else is refused.
int qn_pass(const qn_pass_library *library, const qn_pass_handle *handle,
            const qn_pass_call *call);
// A function of few words, for handles and objects: at once, without a stream.
int qn_pass_plain(const qn_pass_library *library, const char *name,
                  const int64_t *words, size_t count);
// The same of an object and a real number.
int qn_pass_plain_real(const qn_pass_library *library, const char *name,
                       int64_t object, double value);

#define QN_W1(a) QN_PASS_WORD(a)
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
#define QN_W21(a, ...) QN_W1(a), QN_W20(__VA_ARGS__)
#define QN_W22(a, ...) QN_W1(a), QN_W21(__VA_ARGS__)
#define QN_W23(a, ...) QN_W1(a), QN_W22(__VA_ARGS__)
#define QN_W24(a, ...) QN_W1(a), QN_W23(__VA_ARGS__)
#define QN_W25(a, ...) QN_W1(a), QN_W24(__VA_ARGS__)
#define QN_W26(a, ...) QN_W1(a), QN_W25(__VA_ARGS__)
#define QN_W27(a, ...) QN_W1(a), QN_W26(__VA_ARGS__)
#define QN_W28(a, ...) QN_W1(a), QN_W27(__VA_ARGS__)
#define QN_W29(a, ...) QN_W1(a), QN_W28(__VA_ARGS__)
#define QN_W30(a, ...) QN_W1(a), QN_W29(__VA_ARGS__)
#define QN_W31(a, ...) QN_W1(a), QN_W30(__VA_ARGS__)
#define QN_W32(a, ...) QN_W1(a), QN_W31(__VA_ARGS__)
#define QN_WORDS_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13,  \
                      _14, _15, _16, _17, _18, _19, _20, _21, _22, _23, _24,   \
                      _25, _26, _27, _28, _29, _30, _31, _32, name, ...)       \
  name
#define QN_WORDS(...)                                                          \
  QN_WORDS_PICK(__VA_ARGS__, QN_W32, QN_W31, QN_W30, QN_W29, QN_W28, QN_W27,   \
                QN_W26, QN_W25, QN_W24, QN_W23, QN_W22, QN_W21, QN_W20,        \
                QN_W19, QN_W18, QN_W17, QN_W16, QN_W15, QN_W14, QN_W13,        \
                QN_W12, QN_W11, QN_W10, QN_W9, QN_W8, QN_W7, QN_W6, QN_W5,     \
                QN_W4, QN_W3, QN_W2, QN_W1, )(__VA_ARGS__)

#endif // QN_LIBS_CORE_PASS_H
