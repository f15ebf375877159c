// SPDX-License-Identifier: Apache-2.0
// Libraries opened at run time, and tables of their functions.
//
// A vendor's functions are listed once, in a `<vendor>_symbols.def` of lines
//   QN_SYMBOL(true, CUresult, cuInit, (unsigned flags))
//   QN_SYMBOL_AS(false, CUresult, cuMemAlloc, "cuMemAlloc_v2", (...))
// (required, result, name[, name in the library], parameters), which makes both
// the struct of pointers and the table that fills it:
//   typedef struct cuda_api {
//   #define QN_SYMBOL QN_DL_POINTER
//   #define QN_SYMBOL_AS QN_DL_POINTER_AS
//   #include "runtime/backends/cuda/symbols.def"
//   #undef ...
//   } cuda_api;
//   static const qn_dl_symbol symbols[] = {
//   #define QN_DL_TABLE cuda_api
//   #define QN_SYMBOL QN_DL_ENTRY
//   #define QN_SYMBOL_AS QN_DL_ENTRY_AS
//   #include ...
//   };
#ifndef QN_BASE_SYSTEM_DL_H
#define QN_BASE_SYSTEM_DL_H

#include <stddef.h>

#include "base/buffer.h"
#include "base/diag.h"

typedef struct qn_dl {
  void *handle;   // NULL: not open
  char path[512]; // of the file that was loaded, as the loader knows it
} qn_dl;

typedef struct qn_dl_symbol {
  const char *name; // in the library
  size_t offset;    // of the pointer in the table
  bool required;
} qn_dl_symbol;

#define QN_DL_POINTER(required, result, name, parameters)                      \
  result(*name) parameters;
#define QN_DL_POINTER_AS(required, result, name, symbol, parameters)           \
  result(*name) parameters;
#define QN_DL_ENTRY(required, result, name, parameters)                        \
  {#name, offsetof(QN_DL_TABLE, name), required},
#define QN_DL_ENTRY_AS(required, result, name, symbol, parameters)             \
  {symbol, offsetof(QN_DL_TABLE, name), required},

// Opens the first of `names` (NULL-terminated; plain names go through the
// loader's search, names with '/' are taken as they are). QN_E_NOT_FOUND when
// none opens. `tried` (may be NULL) receives one line per attempt:
// "libcuda.so.1: <the loader's reason>". Libraries that only have a vendor's
// name (names/) are passed over.
qn_status qn_dl_open(const char *const *names, qn_dl *out_dl, qn_buffer *tried,
                     qn_diag *diag);
// The same, for a library that finds the functions it calls in those it needs
// before the program's, which may have them by the same names.
qn_status qn_dl_open_separate(const char *const *names, qn_dl *out_dl,
                              qn_buffer *tried, qn_diag *diag);
// Where NVIDIA's driver is: its name, and the folders where it lies when that
// name is one of ours.
extern const char *const qn_dl_cuda_names[];
// Accepts a zeroed dl.
void qn_dl_close(qn_dl *dl);

// Address of `name`, or NULL.
void *qn_dl_find(const qn_dl *dl, const char *name);

// Fills the pointers of `table`; optional ones that are absent become NULL. A
// required one that is absent is QN_E_UNSUPPORTED, which names it and the file.
qn_status qn_dl_load(const qn_dl *dl, const qn_dl_symbol *symbols, size_t count,
                     void *table, qn_diag *diag);

#endif // QN_BASE_SYSTEM_DL_H
