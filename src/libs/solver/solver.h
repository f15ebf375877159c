// SPDX-License-Identifier: Apache-2.0
// What cuSOLVER is here, and hipSOLVER by its names: functions of LAPACK as
// work of the handle's stream, by OpenBLAS on the CPU.
//
// A call is checked and becomes a job: the name of a routine, and its arguments
// in LAPACK's order. The job finds its workspace itself; what the program gives
// as one is not touched.
#ifndef QN_LIBS_SOLVER_SOLVER_H
#define QN_LIBS_SOLVER_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "cuda/cusolverDn.h"
#include "libs/core/lapack.h"
#include "libs/core/pass.h"
#include "libs/core/work.h"

// Of cusolverDn and of cusolverSp.
typedef struct qn_solver {
  uint64_t magic;
  int device;
  hipStream_t stream;
  int mode, math, emulation; // kept for their getters
  void *vendor;              // cuSOLVER's own handle, once it is used
  struct qn_solver *next;
} qn_solver;
struct cusolverDnContext {
  qn_solver solver;
};

QN_COLD cusolverStatus_t qn_solver_refuse(const char *function,
                                          cusolverStatus_t status,
                                          const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define qn_solver_refuse(...) qn_solver_refuse(__func__, __VA_ARGS__)
// NULL: out of memory.
void *qn_solver_create(void);
cusolverStatus_t qn_solver_destroy(void *handle);
// NOT_INITIALIZED with a reason unless it is a handle.
cusolverStatus_t qn_solver_check(const void *handle);
// And NOT_SUPPORTED where nothing does the work of its device.
cusolverStatus_t qn_solver_begin(const void *handle, const char *name);

// One for a call on that stream, which no program has.
cusolverStatus_t qn_solver_on(hipStream_t stream, const char *name,
                              qn_solver *out);

#define QN_SOLVER_TRY(...)                                                     \
  do {                                                                         \
    const cusolverStatus_t status_ = (__VA_ARGS__);                            \
    if (status_ != CUSOLVER_STATUS_SUCCESS)                                    \
      return status_;                                                          \
  } while (0)
#define QN_SOLVER_NEED(condition, ...)                                         \
  do {                                                                         \
    if (!(condition))                                                          \
      return qn_solver_refuse(CUSOLVER_STATUS_INVALID_VALUE, __VA_ARGS__);     \
  } while (0)
#define QN_SOLVER_BEGIN() QN_SOLVER_TRY(qn_solver_begin(handle, __func__))

// Submits run(args), of which it keeps a copy; drop(args) once it will not run
// again, NULL: nothing.
typedef struct qn_solver_task {
  void (*run)(const void *args);
  void (*drop)(const void *args);
} qn_solver_task;
cusolverStatus_t qn_solver_submit(const void *handle, qn_solver_task task,
                                  const void *args, size_t size);
cusolverStatus_t qn_solver_wait(const void *handle);
void *qn_solver_memory(size_t count, size_t size); // zeroed; never NULL

size_t qn_solver_size(char type);   // of an element in bytes
char qn_solver_type(int data_type); // s d c z of a cudaDataType, or 0
bool qn_solver_is_complex(char type);

// ---- NVIDIA's own library, on its devices (vendor.c)

// The first member of syevjInfo and its like.
typedef enum qn_solver_kind {
  QN_SOLVER_PARAMS,
  QN_SOLVER_SYEVJ,
  QN_SOLVER_GESVDJ,
} qn_solver_kind;
// What the program has set: a function of the library's, and its argument.
typedef struct qn_solver_setting {
  const char *setter; // NULL: not set
  bool is_real;
  int64_t number;
  double real;
} qn_solver_setting;
enum { QN_SOLVER_SETTINGS_MAX = 3 };
typedef struct qn_solver_object {
  qn_solver_kind kind;
  void *twin; // NVIDIA's, once it is needed; made again after a change
  qn_solver_setting settings[QN_SOLVER_SETTINGS_MAX];
} qn_solver_object;
// The setting of that place is that one.
void qn_solver_set(qn_solver_object *object, int place,
                   qn_solver_setting setting);

bool qn_solver_is_vendor(const void *handle);
cusolverStatus_t qn_solver_pass(const void *handle, const char *name,
                                const qn_pass_word *words, size_t count);
void qn_solver_vendor_release(qn_solver *handle);
void qn_solver_vendor_drop(qn_solver_object *object);

#define QN_PASS_WORD(x)                                                        \
  _Generic((x),                                                                \
      int: qn_pass_number,                                                     \
      unsigned: qn_pass_number,                                                \
      signed char: qn_pass_number,                                             \
      long: qn_pass_number,                                                    \
      long long: qn_pass_number,                                               \
      unsigned long: qn_pass_size,                                             \
      qn_pass_word: qn_pass_word_itself,                                       \
      float: qn_pass_float,                                                    \
      double: qn_pass_double,                                                  \
      cusolverDnParams_t: qn_solver_word_params,                               \
      syevjInfo_t: qn_pass_object,                                             \
      gesvdjInfo_t: qn_pass_object,                                            \
      default: qn_pass_pointer)(x)
// Of the arguments of QN_SOLVER_PASS: a number of rows, columns or members; the
// numbers in device memory that say how it went; what the host is told, and the
// size of a workspace in both its forms.
#define QN_EXTENT(n) qn_pass_extent(n)
#define QN_STATUS(info, count) qn_pass_zeros(info, count)
#define QN_ANSWER(x)                                                           \
  _Generic((x),                                                                \
      int: qn_pass_number,                                                     \
      unsigned long: qn_pass_size,                                             \
      int *: qn_pass_int_answer,                                               \
      unsigned long *: qn_pass_size_answer,                                    \
      long *: qn_solver_long_answer,                                           \
      double *: qn_solver_double_answer)(x)
static inline qn_pass_word qn_solver_long_answer(const int64_t *p) {
  return qn_pass_answer(p, sizeof(*p));
}
static inline qn_pass_word qn_solver_double_answer(const double *p) {
  return qn_pass_answer(p, sizeof(*p));
}
// NVIDIA's library wants an object where the program may give none.
qn_pass_word qn_solver_word_params(cusolverDnParams_t params);
// In a function of the library's own name: on NVIDIA's devices that is all.
#define QN_SOLVER_PASS(...)                                                    \
  do {                                                                         \
    if (qn_solver_is_vendor(handle)) {                                         \
      const qn_pass_word words_[] = {QN_WORDS(__VA_ARGS__)};                   \
      return qn_solver_pass(handle, __func__, words_,                          \
                            sizeof(words_) / sizeof(words_[0]));               \
    }                                                                          \
  } while (0)

// In a function that NVIDIA's library has, and does not do right, in place of
// QN_SOLVER_PASS: what it does.
#define QN_SOLVER_NOT_THEIRS(what)                                             \
  do {                                                                         \
    if (qn_solver_is_vendor(handle))                                           \
      return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,                   \
                              "%s: NVIDIA's library %s", __func__, (what));    \
  } while (0)

// ---- A routine of LAPACK

typedef enum qn_slot_kind {
  QN_SLOT_LETTER,
  QN_SLOT_NUMBER,
  QN_SLOT_POINTER,
  QN_SLOT_ARRAY,   // an array of pointers, one for each member
  QN_SLOT_STRIDED, // and one array, `by` bytes for each member
  QN_SLOT_WORK,    // a workspace of elements and its size, found by a question
  QN_SLOT_REALS,   // the same of real numbers, for complex types alone
  QN_SLOT_INTS,    // the same of integers
  QN_SLOT_ROOM,    // `number` real numbers, for complex types alone
  QN_SLOT_INFO,
} qn_slot_kind;

typedef struct qn_slot {
  qn_slot_kind kind;
  int64_t number;
  const void *pointer;
  int64_t by;
} qn_slot;

enum { QN_SLOTS_MAX = 16 };

typedef struct qn_routine {
  char name[12]; // without its type
  char type;
  int count; // of members; 1
  int *info; // one for each member, in device memory; NULL: none
  qn_slot slots[QN_SLOTS_MAX];
} qn_routine;

#define QN_LETTER(x) {QN_SLOT_LETTER, (x), NULL, 0}
#define QN_NUMBER(x) {QN_SLOT_NUMBER, (x), NULL, 0}
#define QN_POINTER(x) {QN_SLOT_POINTER, 0, (x), 0}
#define QN_ARRAY(x) {QN_SLOT_ARRAY, 0, (x), 0}
#define QN_STRIDED(x, by) {QN_SLOT_STRIDED, 0, (x), (by)}
#define QN_WORK {QN_SLOT_WORK, 0, NULL, 0}
#define QN_REALS {QN_SLOT_REALS, 0, NULL, 0}
#define QN_INTS {QN_SLOT_INTS, 0, NULL, 0}
#define QN_ROOM(n) {QN_SLOT_ROOM, (n), NULL, 0}
#define QN_INFO {QN_SLOT_INFO, 0, NULL, 0}

// NOT_SUPPORTED with a reason unless there is the routine.
cusolverStatus_t qn_routine_find(char type, const char *name);
// At once, in the stream's work; the first `info` that is not 0.
int qn_routine_run(const qn_routine *routine);
// On the stream.
cusolverStatus_t qn_routine_submit(const void *handle,
                                   const qn_routine *routine);

// On copies of the device's memory, for routines whose arguments are known
// (remote.c); others are refused.
cusolverStatus_t qn_routine_submit_remote(const qn_solver *handle,
                                          const qn_routine *routine);

// ---- Letters of enumerators, 0 for what is none

char qn_letter_uplo(cublasFillMode_t value);
char qn_letter_op(cublasOperation_t value);
char qn_letter_side(cublasSideMode_t value);
char qn_letter_diag(cublasDiagType_t value);
char qn_letter_job(cusolverEigMode_t value);

// X(letter, T, R, element, se/he, or/un): the functions of each type.
#define QN_SOLVER_EACH(X)                                                      \
  X(S, float, float, 's', sy, or)                                              \
  X(D, double, double, 'd', sy, or)                                            \
  X(C, cuComplex, float, 'c', he, un)                                          \
  X(Z, cuDoubleComplex, double, 'z', he, un)

// Checks of a matrix; `name` is the argument's.
cusolverStatus_t qn_solver_matrix(const char *name, int64_t rows, int64_t cols,
                                  const void *matrix, int64_t ld);

#endif // QN_LIBS_SOLVER_SOLVER_H
