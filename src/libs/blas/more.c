// SPDX-License-Identifier: Apache-2.0
// What cuBLAS has and BLAS lacks, by the same convention, for four types.
#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/blas/blas.h"

enum { GEMMT_BLOCK = 32 }; // columns

#define T float
#define R float
#define NAME(op) s##op
#define FORTRAN "s"
#define CONJ(x) (x)
#include "libs/blas/more.inc"

#define T double
#define R double
#define NAME(op) d##op
#define FORTRAN "d"
#define CONJ(x) (x)
#include "libs/blas/more.inc"

#define T float _Complex
#define R float
#define NAME(op) c##op
#define FORTRAN "c"
#define CONJ(x) conjf(x)
#define REAL(x) crealf(x)
#define IS_COMPLEX
#include "libs/blas/more.inc"

#define T double _Complex
#define R double
#define NAME(op) z##op
#define FORTRAN "z"
#define CONJ(x) conj(x)
#define REAL(x) creal(x)
#define IS_COMPLEX
#include "libs/blas/more.inc"

qn_blas_body *qn_blas_more(const char *name) {
  static const struct {
    const char *name;
    qn_blas_body *body;
  } all[] = {
#define OWN(name) {#name, name}
      OWN(sgeam),  OWN(dgeam),  OWN(cgeam),        OWN(zgeam),
      OWN(sdgmm),  OWN(ddgmm),  OWN(cdgmm),        OWN(zdgmm),
      OWN(strmm),  OWN(dtrmm),  OWN(ctrmm),        OWN(ztrmm),
      OWN(ssyrkx), OWN(dsyrkx), OWN(csyrkx),       OWN(zsyrkx),
      OWN(strtri), OWN(dtrtri), OWN(ctrtri),       OWN(ztrtri),
      OWN(sgemmt), OWN(dgemmt), OWN(cgemmt),       OWN(zgemmt),
      OWN(cdotu),  OWN(cdotc),  OWN(zdotu),        OWN(zdotc),
      OWN(cherkx), OWN(zherkx), OWN(csyr2),        OWN(zsyr2),
      OWN(ctrmv),  OWN(ctrsv),  OWN(ztrmv),        OWN(ztrsv),
      OWN(crotg),  OWN(zrotg),  {"scasum", casum}, {"dzasum", zasum},
#undef OWN
  };
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    if (strcmp(all[i].name, name) == 0)
      return all[i].body;
  return NULL;
}

// OpenBLAS 0.3.21's for old processors, which it takes for unknown ones too, is
// wrong in double complex where x is one element.
bool qn_blas_run_repeated(const qn_blas_function *f, void *const *args) {
  static const char letters[] = "sdcz";
  static qn_blas_body *const all[] = {saxpy, daxpy, caxpy, zaxpy};
  if (strcmp(f->name + 1, "axpy") != 0 ||
      (*(int32_t *)args[3] && *(int32_t *)args[5]))
    return false;
  all[strchr(letters, f->element) - letters](args);
  return true;
}
