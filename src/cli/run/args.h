// SPDX-License-Identifier: Apache-2.0
// The arguments of `quern run`: buffers and values written as text.
//
//   i32=5  f32=2.5  f16=1  u64=0x10        a value
//   f32[1024]=iota                         a buffer: 0, 1, 2, ...
//   f32[1024]=zero | fill:1.5 | rand:SEED | @file.bin
//   null                                   a null pointer
//   {f32=2,i32=7}                          a struct, laid out naturally
//   ...,expect=fill:3 | expect=iota | expect=@file.bin [,tol=1e-5]
#ifndef QN_CLI_RUN_ARGS_H
#define QN_CLI_RUN_ARGS_H

#include "base/arena.h"
#include "base/diag.h"
#include "runtime/core/loader.h"

typedef enum qn_number {
  QN_NUMBER_I8,
  QN_NUMBER_U8,
  QN_NUMBER_I16,
  QN_NUMBER_U16,
  QN_NUMBER_I32,
  QN_NUMBER_U32,
  QN_NUMBER_I64,
  QN_NUMBER_U64,
  QN_NUMBER_F16,
  QN_NUMBER_BF16,
  QN_NUMBER_F32,
  QN_NUMBER_F64,
  QN_NUMBER_COUNT,
} qn_number;

typedef struct qn_run_arg {
  qn_value value; // for the launch
  qn_number type; // of the value or the elements
  bool is_buffer;
  uint8_t *bytes;    // buffer: its contents, owned
  uint8_t *initial;  // buffer: a copy from before the first run, owned
  size_t size;       // bytes
  uint8_t *expected; // owned; NULL: nothing expected
  double tolerance;  // relative above 1, absolute below; 0: exact
  void *pointer;     // what `value` points to for buffers
  char shown[32];
  uint8_t scalar[64]; // what `value` points to for values
} qn_run_arg;

// Reads one argument. Failures are QN_E_ARGUMENT, or QN_E_IO for files.
qn_status qn_run_arg_parse(const char *text, qn_run_arg *out_arg,
                           qn_diag *diag);
void qn_run_arg_finish(qn_run_arg *arg);

// Compares a buffer with what is expected. `*out_worst` is the largest error
// seen, in the unit of the tolerance. False at the first element beyond it,
// stored in `*out_index`.
bool qn_run_arg_check(const qn_run_arg *arg, double *out_worst,
                      size_t *out_index);

size_t qn_number_size(qn_number type);
const char *qn_number_name(qn_number type);
bool qn_number_is_real(qn_number type);
// Element `index` of `bytes`: as a double, exact for all but 64-bit integers.
double qn_number_get(qn_number type, const uint8_t *bytes, size_t index);
// Element `index` as text.
void qn_number_print(qn_number type, const uint8_t *bytes, size_t index,
                     char out[48]);

#endif // QN_CLI_RUN_ARGS_H
