/* SPDX-License-Identifier: Apache-2.0 */
/* Made by tools/gen_blas.py: the functions of cuBLAS that BLAS has, too. */
/* clang-format off */
#define cublasIsamax cublasIsamax_v2
#define cublasIsamax_64 cublasIsamax_v2_64
#define cublasIdamax cublasIdamax_v2
#define cublasIdamax_64 cublasIdamax_v2_64
#define cublasIcamax cublasIcamax_v2
#define cublasIcamax_64 cublasIcamax_v2_64
#define cublasIzamax cublasIzamax_v2
#define cublasIzamax_64 cublasIzamax_v2_64
#define cublasIsamin cublasIsamin_v2
#define cublasIsamin_64 cublasIsamin_v2_64
#define cublasIdamin cublasIdamin_v2
#define cublasIdamin_64 cublasIdamin_v2_64
#define cublasIcamin cublasIcamin_v2
#define cublasIcamin_64 cublasIcamin_v2_64
#define cublasIzamin cublasIzamin_v2
#define cublasIzamin_64 cublasIzamin_v2_64
#define cublasSasum cublasSasum_v2
#define cublasSasum_64 cublasSasum_v2_64
#define cublasDasum cublasDasum_v2
#define cublasDasum_64 cublasDasum_v2_64
#define cublasScasum cublasScasum_v2
#define cublasScasum_64 cublasScasum_v2_64
#define cublasDzasum cublasDzasum_v2
#define cublasDzasum_64 cublasDzasum_v2_64
#define cublasSnrm2 cublasSnrm2_v2
#define cublasSnrm2_64 cublasSnrm2_v2_64
#define cublasDnrm2 cublasDnrm2_v2
#define cublasDnrm2_64 cublasDnrm2_v2_64
#define cublasScnrm2 cublasScnrm2_v2
#define cublasScnrm2_64 cublasScnrm2_v2_64
#define cublasDznrm2 cublasDznrm2_v2
#define cublasDznrm2_64 cublasDznrm2_v2_64
#define cublasSaxpy cublasSaxpy_v2
#define cublasSaxpy_64 cublasSaxpy_v2_64
#define cublasDaxpy cublasDaxpy_v2
#define cublasDaxpy_64 cublasDaxpy_v2_64
#define cublasCaxpy cublasCaxpy_v2
#define cublasCaxpy_64 cublasCaxpy_v2_64
#define cublasZaxpy cublasZaxpy_v2
#define cublasZaxpy_64 cublasZaxpy_v2_64
#define cublasScopy cublasScopy_v2
#define cublasScopy_64 cublasScopy_v2_64
#define cublasDcopy cublasDcopy_v2
#define cublasDcopy_64 cublasDcopy_v2_64
#define cublasCcopy cublasCcopy_v2
#define cublasCcopy_64 cublasCcopy_v2_64
#define cublasZcopy cublasZcopy_v2
#define cublasZcopy_64 cublasZcopy_v2_64
#define cublasSswap cublasSswap_v2
#define cublasSswap_64 cublasSswap_v2_64
#define cublasDswap cublasDswap_v2
#define cublasDswap_64 cublasDswap_v2_64
#define cublasCswap cublasCswap_v2
#define cublasCswap_64 cublasCswap_v2_64
#define cublasZswap cublasZswap_v2
#define cublasZswap_64 cublasZswap_v2_64
#define cublasSscal cublasSscal_v2
#define cublasSscal_64 cublasSscal_v2_64
#define cublasDscal cublasDscal_v2
#define cublasDscal_64 cublasDscal_v2_64
#define cublasCscal cublasCscal_v2
#define cublasCscal_64 cublasCscal_v2_64
#define cublasZscal cublasZscal_v2
#define cublasZscal_64 cublasZscal_v2_64
#define cublasCsscal cublasCsscal_v2
#define cublasCsscal_64 cublasCsscal_v2_64
#define cublasZdscal cublasZdscal_v2
#define cublasZdscal_64 cublasZdscal_v2_64
#define cublasSdot cublasSdot_v2
#define cublasSdot_64 cublasSdot_v2_64
#define cublasDdot cublasDdot_v2
#define cublasDdot_64 cublasDdot_v2_64
#define cublasCdotu cublasCdotu_v2
#define cublasCdotu_64 cublasCdotu_v2_64
#define cublasCdotc cublasCdotc_v2
#define cublasCdotc_64 cublasCdotc_v2_64
#define cublasZdotu cublasZdotu_v2
#define cublasZdotu_64 cublasZdotu_v2_64
#define cublasZdotc cublasZdotc_v2
#define cublasZdotc_64 cublasZdotc_v2_64
#define cublasSrot cublasSrot_v2
#define cublasSrot_64 cublasSrot_v2_64
#define cublasDrot cublasDrot_v2
#define cublasDrot_64 cublasDrot_v2_64
#define cublasCrot cublasCrot_v2
#define cublasCrot_64 cublasCrot_v2_64
#define cublasZrot cublasZrot_v2
#define cublasZrot_64 cublasZrot_v2_64
#define cublasCsrot cublasCsrot_v2
#define cublasCsrot_64 cublasCsrot_v2_64
#define cublasZdrot cublasZdrot_v2
#define cublasZdrot_64 cublasZdrot_v2_64
#define cublasSrotg cublasSrotg_v2
#define cublasSrotg_64 cublasSrotg_v2_64
#define cublasDrotg cublasDrotg_v2
#define cublasDrotg_64 cublasDrotg_v2_64
#define cublasCrotg cublasCrotg_v2
#define cublasCrotg_64 cublasCrotg_v2_64
#define cublasZrotg cublasZrotg_v2
#define cublasZrotg_64 cublasZrotg_v2_64
#define cublasSrotm cublasSrotm_v2
#define cublasSrotm_64 cublasSrotm_v2_64
#define cublasDrotm cublasDrotm_v2
#define cublasDrotm_64 cublasDrotm_v2_64
#define cublasSrotmg cublasSrotmg_v2
#define cublasSrotmg_64 cublasSrotmg_v2_64
#define cublasDrotmg cublasDrotmg_v2
#define cublasDrotmg_64 cublasDrotmg_v2_64
#define cublasSgemv cublasSgemv_v2
#define cublasSgemv_64 cublasSgemv_v2_64
#define cublasDgemv cublasDgemv_v2
#define cublasDgemv_64 cublasDgemv_v2_64
#define cublasCgemv cublasCgemv_v2
#define cublasCgemv_64 cublasCgemv_v2_64
#define cublasZgemv cublasZgemv_v2
#define cublasZgemv_64 cublasZgemv_v2_64
#define cublasSgbmv cublasSgbmv_v2
#define cublasSgbmv_64 cublasSgbmv_v2_64
#define cublasDgbmv cublasDgbmv_v2
#define cublasDgbmv_64 cublasDgbmv_v2_64
#define cublasCgbmv cublasCgbmv_v2
#define cublasCgbmv_64 cublasCgbmv_v2_64
#define cublasZgbmv cublasZgbmv_v2
#define cublasZgbmv_64 cublasZgbmv_v2_64
#define cublasStrmv cublasStrmv_v2
#define cublasStrmv_64 cublasStrmv_v2_64
#define cublasDtrmv cublasDtrmv_v2
#define cublasDtrmv_64 cublasDtrmv_v2_64
#define cublasCtrmv cublasCtrmv_v2
#define cublasCtrmv_64 cublasCtrmv_v2_64
#define cublasZtrmv cublasZtrmv_v2
#define cublasZtrmv_64 cublasZtrmv_v2_64
#define cublasStbmv cublasStbmv_v2
#define cublasStbmv_64 cublasStbmv_v2_64
#define cublasDtbmv cublasDtbmv_v2
#define cublasDtbmv_64 cublasDtbmv_v2_64
#define cublasCtbmv cublasCtbmv_v2
#define cublasCtbmv_64 cublasCtbmv_v2_64
#define cublasZtbmv cublasZtbmv_v2
#define cublasZtbmv_64 cublasZtbmv_v2_64
#define cublasStpmv cublasStpmv_v2
#define cublasStpmv_64 cublasStpmv_v2_64
#define cublasDtpmv cublasDtpmv_v2
#define cublasDtpmv_64 cublasDtpmv_v2_64
#define cublasCtpmv cublasCtpmv_v2
#define cublasCtpmv_64 cublasCtpmv_v2_64
#define cublasZtpmv cublasZtpmv_v2
#define cublasZtpmv_64 cublasZtpmv_v2_64
#define cublasStrsv cublasStrsv_v2
#define cublasStrsv_64 cublasStrsv_v2_64
#define cublasDtrsv cublasDtrsv_v2
#define cublasDtrsv_64 cublasDtrsv_v2_64
#define cublasCtrsv cublasCtrsv_v2
#define cublasCtrsv_64 cublasCtrsv_v2_64
#define cublasZtrsv cublasZtrsv_v2
#define cublasZtrsv_64 cublasZtrsv_v2_64
#define cublasStbsv cublasStbsv_v2
#define cublasStbsv_64 cublasStbsv_v2_64
#define cublasDtbsv cublasDtbsv_v2
#define cublasDtbsv_64 cublasDtbsv_v2_64
#define cublasCtbsv cublasCtbsv_v2
#define cublasCtbsv_64 cublasCtbsv_v2_64
#define cublasZtbsv cublasZtbsv_v2
#define cublasZtbsv_64 cublasZtbsv_v2_64
#define cublasStpsv cublasStpsv_v2
#define cublasStpsv_64 cublasStpsv_v2_64
#define cublasDtpsv cublasDtpsv_v2
#define cublasDtpsv_64 cublasDtpsv_v2_64
#define cublasCtpsv cublasCtpsv_v2
#define cublasCtpsv_64 cublasCtpsv_v2_64
#define cublasZtpsv cublasZtpsv_v2
#define cublasZtpsv_64 cublasZtpsv_v2_64
#define cublasSsymv cublasSsymv_v2
#define cublasSsymv_64 cublasSsymv_v2_64
#define cublasDsymv cublasDsymv_v2
#define cublasDsymv_64 cublasDsymv_v2_64
#define cublasCsymv cublasCsymv_v2
#define cublasCsymv_64 cublasCsymv_v2_64
#define cublasZsymv cublasZsymv_v2
#define cublasZsymv_64 cublasZsymv_v2_64
#define cublasChemv cublasChemv_v2
#define cublasChemv_64 cublasChemv_v2_64
#define cublasZhemv cublasZhemv_v2
#define cublasZhemv_64 cublasZhemv_v2_64
#define cublasSsbmv cublasSsbmv_v2
#define cublasSsbmv_64 cublasSsbmv_v2_64
#define cublasDsbmv cublasDsbmv_v2
#define cublasDsbmv_64 cublasDsbmv_v2_64
#define cublasChbmv cublasChbmv_v2
#define cublasChbmv_64 cublasChbmv_v2_64
#define cublasZhbmv cublasZhbmv_v2
#define cublasZhbmv_64 cublasZhbmv_v2_64
#define cublasSspmv cublasSspmv_v2
#define cublasSspmv_64 cublasSspmv_v2_64
#define cublasDspmv cublasDspmv_v2
#define cublasDspmv_64 cublasDspmv_v2_64
#define cublasChpmv cublasChpmv_v2
#define cublasChpmv_64 cublasChpmv_v2_64
#define cublasZhpmv cublasZhpmv_v2
#define cublasZhpmv_64 cublasZhpmv_v2_64
#define cublasSger cublasSger_v2
#define cublasSger_64 cublasSger_v2_64
#define cublasDger cublasDger_v2
#define cublasDger_64 cublasDger_v2_64
#define cublasCgeru cublasCgeru_v2
#define cublasCgeru_64 cublasCgeru_v2_64
#define cublasCgerc cublasCgerc_v2
#define cublasCgerc_64 cublasCgerc_v2_64
#define cublasZgeru cublasZgeru_v2
#define cublasZgeru_64 cublasZgeru_v2_64
#define cublasZgerc cublasZgerc_v2
#define cublasZgerc_64 cublasZgerc_v2_64
#define cublasSsyr cublasSsyr_v2
#define cublasSsyr_64 cublasSsyr_v2_64
#define cublasDsyr cublasDsyr_v2
#define cublasDsyr_64 cublasDsyr_v2_64
#define cublasCsyr cublasCsyr_v2
#define cublasCsyr_64 cublasCsyr_v2_64
#define cublasZsyr cublasZsyr_v2
#define cublasZsyr_64 cublasZsyr_v2_64
#define cublasCher cublasCher_v2
#define cublasCher_64 cublasCher_v2_64
#define cublasZher cublasZher_v2
#define cublasZher_64 cublasZher_v2_64
#define cublasSspr cublasSspr_v2
#define cublasSspr_64 cublasSspr_v2_64
#define cublasDspr cublasDspr_v2
#define cublasDspr_64 cublasDspr_v2_64
#define cublasChpr cublasChpr_v2
#define cublasChpr_64 cublasChpr_v2_64
#define cublasZhpr cublasZhpr_v2
#define cublasZhpr_64 cublasZhpr_v2_64
#define cublasSsyr2 cublasSsyr2_v2
#define cublasSsyr2_64 cublasSsyr2_v2_64
#define cublasDsyr2 cublasDsyr2_v2
#define cublasDsyr2_64 cublasDsyr2_v2_64
#define cublasCsyr2 cublasCsyr2_v2
#define cublasCsyr2_64 cublasCsyr2_v2_64
#define cublasZsyr2 cublasZsyr2_v2
#define cublasZsyr2_64 cublasZsyr2_v2_64
#define cublasCher2 cublasCher2_v2
#define cublasCher2_64 cublasCher2_v2_64
#define cublasZher2 cublasZher2_v2
#define cublasZher2_64 cublasZher2_v2_64
#define cublasSspr2 cublasSspr2_v2
#define cublasSspr2_64 cublasSspr2_v2_64
#define cublasDspr2 cublasDspr2_v2
#define cublasDspr2_64 cublasDspr2_v2_64
#define cublasChpr2 cublasChpr2_v2
#define cublasChpr2_64 cublasChpr2_v2_64
#define cublasZhpr2 cublasZhpr2_v2
#define cublasZhpr2_64 cublasZhpr2_v2_64
#define cublasSgemm cublasSgemm_v2
#define cublasSgemm_64 cublasSgemm_v2_64
#define cublasDgemm cublasDgemm_v2
#define cublasDgemm_64 cublasDgemm_v2_64
#define cublasCgemm cublasCgemm_v2
#define cublasCgemm_64 cublasCgemm_v2_64
#define cublasZgemm cublasZgemm_v2
#define cublasZgemm_64 cublasZgemm_v2_64
#define cublasSsymm cublasSsymm_v2
#define cublasSsymm_64 cublasSsymm_v2_64
#define cublasDsymm cublasDsymm_v2
#define cublasDsymm_64 cublasDsymm_v2_64
#define cublasCsymm cublasCsymm_v2
#define cublasCsymm_64 cublasCsymm_v2_64
#define cublasZsymm cublasZsymm_v2
#define cublasZsymm_64 cublasZsymm_v2_64
#define cublasChemm cublasChemm_v2
#define cublasChemm_64 cublasChemm_v2_64
#define cublasZhemm cublasZhemm_v2
#define cublasZhemm_64 cublasZhemm_v2_64
#define cublasSsyrk cublasSsyrk_v2
#define cublasSsyrk_64 cublasSsyrk_v2_64
#define cublasDsyrk cublasDsyrk_v2
#define cublasDsyrk_64 cublasDsyrk_v2_64
#define cublasCsyrk cublasCsyrk_v2
#define cublasCsyrk_64 cublasCsyrk_v2_64
#define cublasZsyrk cublasZsyrk_v2
#define cublasZsyrk_64 cublasZsyrk_v2_64
#define cublasCherk cublasCherk_v2
#define cublasCherk_64 cublasCherk_v2_64
#define cublasZherk cublasZherk_v2
#define cublasZherk_64 cublasZherk_v2_64
#define cublasSsyr2k cublasSsyr2k_v2
#define cublasSsyr2k_64 cublasSsyr2k_v2_64
#define cublasDsyr2k cublasDsyr2k_v2
#define cublasDsyr2k_64 cublasDsyr2k_v2_64
#define cublasCsyr2k cublasCsyr2k_v2
#define cublasCsyr2k_64 cublasCsyr2k_v2_64
#define cublasZsyr2k cublasZsyr2k_v2
#define cublasZsyr2k_64 cublasZsyr2k_v2_64
#define cublasCher2k cublasCher2k_v2
#define cublasCher2k_64 cublasCher2k_v2_64
#define cublasZher2k cublasZher2k_v2
#define cublasZher2k_64 cublasZher2k_v2_64
#define cublasStrmm cublasStrmm_v2
#define cublasStrmm_64 cublasStrmm_v2_64
#define cublasDtrmm cublasDtrmm_v2
#define cublasDtrmm_64 cublasDtrmm_v2_64
#define cublasCtrmm cublasCtrmm_v2
#define cublasCtrmm_64 cublasCtrmm_v2_64
#define cublasZtrmm cublasZtrmm_v2
#define cublasZtrmm_64 cublasZtrmm_v2_64
#define cublasStrsm cublasStrsm_v2
#define cublasStrsm_64 cublasStrsm_v2_64
#define cublasDtrsm cublasDtrsm_v2
#define cublasDtrsm_64 cublasDtrsm_v2_64
#define cublasCtrsm cublasCtrsm_v2
#define cublasCtrsm_64 cublasCtrsm_v2_64
#define cublasZtrsm cublasZtrsm_v2
#define cublasZtrsm_64 cublasZtrsm_v2_64

cublasStatus_t cublasIsamax_v2(cublasHandle_t handle, int n, const float *x,
    int incx, int *result);
cublasStatus_t cublasIsamax_v2_64(cublasHandle_t handle, int64_t n, const
    float *x, int64_t incx, int64_t *result);
cublasStatus_t cublasIdamax_v2(cublasHandle_t handle, int n, const double *x,
    int incx, int *result);
cublasStatus_t cublasIdamax_v2_64(cublasHandle_t handle, int64_t n, const
    double *x, int64_t incx, int64_t *result);
cublasStatus_t cublasIcamax_v2(cublasHandle_t handle, int n, const cuComplex
    *x, int incx, int *result);
cublasStatus_t cublasIcamax_v2_64(cublasHandle_t handle, int64_t n, const
    cuComplex *x, int64_t incx, int64_t *result);
cublasStatus_t cublasIzamax_v2(cublasHandle_t handle, int n, const
    cuDoubleComplex *x, int incx, int *result);
cublasStatus_t cublasIzamax_v2_64(cublasHandle_t handle, int64_t n, const
    cuDoubleComplex *x, int64_t incx, int64_t *result);
cublasStatus_t cublasIsamin_v2(cublasHandle_t handle, int n, const float *x,
    int incx, int *result);
cublasStatus_t cublasIsamin_v2_64(cublasHandle_t handle, int64_t n, const
    float *x, int64_t incx, int64_t *result);
cublasStatus_t cublasIdamin_v2(cublasHandle_t handle, int n, const double *x,
    int incx, int *result);
cublasStatus_t cublasIdamin_v2_64(cublasHandle_t handle, int64_t n, const
    double *x, int64_t incx, int64_t *result);
cublasStatus_t cublasIcamin_v2(cublasHandle_t handle, int n, const cuComplex
    *x, int incx, int *result);
cublasStatus_t cublasIcamin_v2_64(cublasHandle_t handle, int64_t n, const
    cuComplex *x, int64_t incx, int64_t *result);
cublasStatus_t cublasIzamin_v2(cublasHandle_t handle, int n, const
    cuDoubleComplex *x, int incx, int *result);
cublasStatus_t cublasIzamin_v2_64(cublasHandle_t handle, int64_t n, const
    cuDoubleComplex *x, int64_t incx, int64_t *result);
cublasStatus_t cublasSasum_v2(cublasHandle_t handle, int n, const float *x,
    int incx, float *result);
cublasStatus_t cublasSasum_v2_64(cublasHandle_t handle, int64_t n, const float
    *x, int64_t incx, float *result);
cublasStatus_t cublasDasum_v2(cublasHandle_t handle, int n, const double *x,
    int incx, double *result);
cublasStatus_t cublasDasum_v2_64(cublasHandle_t handle, int64_t n, const
    double *x, int64_t incx, double *result);
cublasStatus_t cublasScasum_v2(cublasHandle_t handle, int n, const cuComplex
    *x, int incx, float *result);
cublasStatus_t cublasScasum_v2_64(cublasHandle_t handle, int64_t n, const
    cuComplex *x, int64_t incx, float *result);
cublasStatus_t cublasDzasum_v2(cublasHandle_t handle, int n, const
    cuDoubleComplex *x, int incx, double *result);
cublasStatus_t cublasDzasum_v2_64(cublasHandle_t handle, int64_t n, const
    cuDoubleComplex *x, int64_t incx, double *result);
cublasStatus_t cublasSnrm2_v2(cublasHandle_t handle, int n, const float *x,
    int incx, float *result);
cublasStatus_t cublasSnrm2_v2_64(cublasHandle_t handle, int64_t n, const float
    *x, int64_t incx, float *result);
cublasStatus_t cublasDnrm2_v2(cublasHandle_t handle, int n, const double *x,
    int incx, double *result);
cublasStatus_t cublasDnrm2_v2_64(cublasHandle_t handle, int64_t n, const
    double *x, int64_t incx, double *result);
cublasStatus_t cublasScnrm2_v2(cublasHandle_t handle, int n, const cuComplex
    *x, int incx, float *result);
cublasStatus_t cublasScnrm2_v2_64(cublasHandle_t handle, int64_t n, const
    cuComplex *x, int64_t incx, float *result);
cublasStatus_t cublasDznrm2_v2(cublasHandle_t handle, int n, const
    cuDoubleComplex *x, int incx, double *result);
cublasStatus_t cublasDznrm2_v2_64(cublasHandle_t handle, int64_t n, const
    cuDoubleComplex *x, int64_t incx, double *result);
cublasStatus_t cublasSaxpy_v2(cublasHandle_t handle, int n, const float
    *alpha, const float *x, int incx, float *y, int incy);
cublasStatus_t cublasSaxpy_v2_64(cublasHandle_t handle, int64_t n, const float
    *alpha, const float *x, int64_t incx, float *y, int64_t incy);
cublasStatus_t cublasDaxpy_v2(cublasHandle_t handle, int n, const double
    *alpha, const double *x, int incx, double *y, int incy);
cublasStatus_t cublasDaxpy_v2_64(cublasHandle_t handle, int64_t n, const
    double *alpha, const double *x, int64_t incx, double *y, int64_t incy);
cublasStatus_t cublasCaxpy_v2(cublasHandle_t handle, int n, const cuComplex
    *alpha, const cuComplex *x, int incx, cuComplex *y, int incy);
cublasStatus_t cublasCaxpy_v2_64(cublasHandle_t handle, int64_t n, const
    cuComplex *alpha, const cuComplex *x, int64_t incx, cuComplex *y, int64_t
    incy);
cublasStatus_t cublasZaxpy_v2(cublasHandle_t handle, int n, const
    cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx,
    cuDoubleComplex *y, int incy);
cublasStatus_t cublasZaxpy_v2_64(cublasHandle_t handle, int64_t n, const
    cuDoubleComplex *alpha, const cuDoubleComplex *x, int64_t incx,
    cuDoubleComplex *y, int64_t incy);
cublasStatus_t cublasScopy_v2(cublasHandle_t handle, int n, const float *x,
    int incx, float *y, int incy);
cublasStatus_t cublasScopy_v2_64(cublasHandle_t handle, int64_t n, const float
    *x, int64_t incx, float *y, int64_t incy);
cublasStatus_t cublasDcopy_v2(cublasHandle_t handle, int n, const double *x,
    int incx, double *y, int incy);
cublasStatus_t cublasDcopy_v2_64(cublasHandle_t handle, int64_t n, const
    double *x, int64_t incx, double *y, int64_t incy);
cublasStatus_t cublasCcopy_v2(cublasHandle_t handle, int n, const cuComplex
    *x, int incx, cuComplex *y, int incy);
cublasStatus_t cublasCcopy_v2_64(cublasHandle_t handle, int64_t n, const
    cuComplex *x, int64_t incx, cuComplex *y, int64_t incy);
cublasStatus_t cublasZcopy_v2(cublasHandle_t handle, int n, const
    cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy);
cublasStatus_t cublasZcopy_v2_64(cublasHandle_t handle, int64_t n, const
    cuDoubleComplex *x, int64_t incx, cuDoubleComplex *y, int64_t incy);
cublasStatus_t cublasSswap_v2(cublasHandle_t handle, int n, float *x, int
    incx, float *y, int incy);
cublasStatus_t cublasSswap_v2_64(cublasHandle_t handle, int64_t n, float *x,
    int64_t incx, float *y, int64_t incy);
cublasStatus_t cublasDswap_v2(cublasHandle_t handle, int n, double *x, int
    incx, double *y, int incy);
cublasStatus_t cublasDswap_v2_64(cublasHandle_t handle, int64_t n, double *x,
    int64_t incx, double *y, int64_t incy);
cublasStatus_t cublasCswap_v2(cublasHandle_t handle, int n, cuComplex *x, int
    incx, cuComplex *y, int incy);
cublasStatus_t cublasCswap_v2_64(cublasHandle_t handle, int64_t n, cuComplex
    *x, int64_t incx, cuComplex *y, int64_t incy);
cublasStatus_t cublasZswap_v2(cublasHandle_t handle, int n, cuDoubleComplex
    *x, int incx, cuDoubleComplex *y, int incy);
cublasStatus_t cublasZswap_v2_64(cublasHandle_t handle, int64_t n,
    cuDoubleComplex *x, int64_t incx, cuDoubleComplex *y, int64_t incy);
cublasStatus_t cublasSscal_v2(cublasHandle_t handle, int n, const float
    *alpha, float *x, int incx);
cublasStatus_t cublasSscal_v2_64(cublasHandle_t handle, int64_t n, const float
    *alpha, float *x, int64_t incx);
cublasStatus_t cublasDscal_v2(cublasHandle_t handle, int n, const double
    *alpha, double *x, int incx);
cublasStatus_t cublasDscal_v2_64(cublasHandle_t handle, int64_t n, const
    double *alpha, double *x, int64_t incx);
cublasStatus_t cublasCscal_v2(cublasHandle_t handle, int n, const cuComplex
    *alpha, cuComplex *x, int incx);
cublasStatus_t cublasCscal_v2_64(cublasHandle_t handle, int64_t n, const
    cuComplex *alpha, cuComplex *x, int64_t incx);
cublasStatus_t cublasZscal_v2(cublasHandle_t handle, int n, const
    cuDoubleComplex *alpha, cuDoubleComplex *x, int incx);
cublasStatus_t cublasZscal_v2_64(cublasHandle_t handle, int64_t n, const
    cuDoubleComplex *alpha, cuDoubleComplex *x, int64_t incx);
cublasStatus_t cublasCsscal_v2(cublasHandle_t handle, int n, const float
    *alpha, cuComplex *x, int incx);
cublasStatus_t cublasCsscal_v2_64(cublasHandle_t handle, int64_t n, const
    float *alpha, cuComplex *x, int64_t incx);
cublasStatus_t cublasZdscal_v2(cublasHandle_t handle, int n, const double
    *alpha, cuDoubleComplex *x, int incx);
cublasStatus_t cublasZdscal_v2_64(cublasHandle_t handle, int64_t n, const
    double *alpha, cuDoubleComplex *x, int64_t incx);
cublasStatus_t cublasSdot_v2(cublasHandle_t handle, int n, const float *x, int
    incx, const float *y, int incy, float *result);
cublasStatus_t cublasSdot_v2_64(cublasHandle_t handle, int64_t n, const float
    *x, int64_t incx, const float *y, int64_t incy, float *result);
cublasStatus_t cublasDdot_v2(cublasHandle_t handle, int n, const double *x,
    int incx, const double *y, int incy, double *result);
cublasStatus_t cublasDdot_v2_64(cublasHandle_t handle, int64_t n, const double
    *x, int64_t incx, const double *y, int64_t incy, double *result);
cublasStatus_t cublasCdotu_v2(cublasHandle_t handle, int n, const cuComplex
    *x, int incx, const cuComplex *y, int incy, cuComplex *result);
cublasStatus_t cublasCdotu_v2_64(cublasHandle_t handle, int64_t n, const
    cuComplex *x, int64_t incx, const cuComplex *y, int64_t incy, cuComplex
    *result);
cublasStatus_t cublasCdotc_v2(cublasHandle_t handle, int n, const cuComplex
    *x, int incx, const cuComplex *y, int incy, cuComplex *result);
cublasStatus_t cublasCdotc_v2_64(cublasHandle_t handle, int64_t n, const
    cuComplex *x, int64_t incx, const cuComplex *y, int64_t incy, cuComplex
    *result);
cublasStatus_t cublasZdotu_v2(cublasHandle_t handle, int n, const
    cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy,
    cuDoubleComplex *result);
cublasStatus_t cublasZdotu_v2_64(cublasHandle_t handle, int64_t n, const
    cuDoubleComplex *x, int64_t incx, const cuDoubleComplex *y, int64_t incy,
    cuDoubleComplex *result);
cublasStatus_t cublasZdotc_v2(cublasHandle_t handle, int n, const
    cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy,
    cuDoubleComplex *result);
cublasStatus_t cublasZdotc_v2_64(cublasHandle_t handle, int64_t n, const
    cuDoubleComplex *x, int64_t incx, const cuDoubleComplex *y, int64_t incy,
    cuDoubleComplex *result);
cublasStatus_t cublasSrot_v2(cublasHandle_t handle, int n, float *x, int incx,
    float *y, int incy, const float *c, const float *s);
cublasStatus_t cublasSrot_v2_64(cublasHandle_t handle, int64_t n, float *x,
    int64_t incx, float *y, int64_t incy, const float *c, const float *s);
cublasStatus_t cublasDrot_v2(cublasHandle_t handle, int n, double *x, int
    incx, double *y, int incy, const double *c, const double *s);
cublasStatus_t cublasDrot_v2_64(cublasHandle_t handle, int64_t n, double *x,
    int64_t incx, double *y, int64_t incy, const double *c, const double *s);
cublasStatus_t cublasCrot_v2(cublasHandle_t handle, int n, cuComplex *x, int
    incx, cuComplex *y, int incy, const float *c, const cuComplex *s);
cublasStatus_t cublasCrot_v2_64(cublasHandle_t handle, int64_t n, cuComplex
    *x, int64_t incx, cuComplex *y, int64_t incy, const float *c, const
    cuComplex *s);
cublasStatus_t cublasZrot_v2(cublasHandle_t handle, int n, cuDoubleComplex *x,
    int incx, cuDoubleComplex *y, int incy, const double *c, const
    cuDoubleComplex *s);
cublasStatus_t cublasZrot_v2_64(cublasHandle_t handle, int64_t n,
    cuDoubleComplex *x, int64_t incx, cuDoubleComplex *y, int64_t incy, const
    double *c, const cuDoubleComplex *s);
cublasStatus_t cublasCsrot_v2(cublasHandle_t handle, int n, cuComplex *x, int
    incx, cuComplex *y, int incy, const float *c, const float *s);
cublasStatus_t cublasCsrot_v2_64(cublasHandle_t handle, int64_t n, cuComplex
    *x, int64_t incx, cuComplex *y, int64_t incy, const float *c, const float
    *s);
cublasStatus_t cublasZdrot_v2(cublasHandle_t handle, int n, cuDoubleComplex
    *x, int incx, cuDoubleComplex *y, int incy, const double *c, const double
    *s);
cublasStatus_t cublasZdrot_v2_64(cublasHandle_t handle, int64_t n,
    cuDoubleComplex *x, int64_t incx, cuDoubleComplex *y, int64_t incy, const
    double *c, const double *s);
cublasStatus_t cublasSrotg_v2(cublasHandle_t handle, float *a, float *b, float
    *c, float *s);
cublasStatus_t cublasSrotg_v2_64(cublasHandle_t handle, float *a, float *b,
    float *c, float *s);
cublasStatus_t cublasDrotg_v2(cublasHandle_t handle, double *a, double *b,
    double *c, double *s);
cublasStatus_t cublasDrotg_v2_64(cublasHandle_t handle, double *a, double *b,
    double *c, double *s);
cublasStatus_t cublasCrotg_v2(cublasHandle_t handle, cuComplex *a, cuComplex
    *b, float *c, cuComplex *s);
cublasStatus_t cublasCrotg_v2_64(cublasHandle_t handle, cuComplex *a,
    cuComplex *b, float *c, cuComplex *s);
cublasStatus_t cublasZrotg_v2(cublasHandle_t handle, cuDoubleComplex *a,
    cuDoubleComplex *b, double *c, cuDoubleComplex *s);
cublasStatus_t cublasZrotg_v2_64(cublasHandle_t handle, cuDoubleComplex *a,
    cuDoubleComplex *b, double *c, cuDoubleComplex *s);
cublasStatus_t cublasSrotm_v2(cublasHandle_t handle, int n, float *x, int
    incx, float *y, int incy, const float *param);
cublasStatus_t cublasSrotm_v2_64(cublasHandle_t handle, int64_t n, float *x,
    int64_t incx, float *y, int64_t incy, const float *param);
cublasStatus_t cublasDrotm_v2(cublasHandle_t handle, int n, double *x, int
    incx, double *y, int incy, const double *param);
cublasStatus_t cublasDrotm_v2_64(cublasHandle_t handle, int64_t n, double *x,
    int64_t incx, double *y, int64_t incy, const double *param);
cublasStatus_t cublasSrotmg_v2(cublasHandle_t handle, float *d1, float *d2,
    float *x1, const float *y1, float *param);
cublasStatus_t cublasSrotmg_v2_64(cublasHandle_t handle, float *d1, float *d2,
    float *x1, const float *y1, float *param);
cublasStatus_t cublasDrotmg_v2(cublasHandle_t handle, double *d1, double *d2,
    double *x1, const double *y1, double *param);
cublasStatus_t cublasDrotmg_v2_64(cublasHandle_t handle, double *d1, double
    *d2, double *x1, const double *y1, double *param);
cublasStatus_t cublasSgemv_v2(cublasHandle_t handle, cublasOperation_t trans,
    int m, int n, const float *alpha, const float *A, int lda, const float *x,
    int incx, const float *beta, float *y, int incy);
cublasStatus_t cublasSgemv_v2_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, const float *alpha, const float *A, int64_t
    lda, const float *x, int64_t incx, const float *beta, float *y, int64_t
    incy);
cublasStatus_t cublasSgemvBatched(cublasHandle_t handle, cublasOperation_t
    trans, int m, int n, const float *alpha, const float *const *A, int lda,
    const float *const *x, int incx, const float *beta, float *const *y, int
    incy, int batchCount);
cublasStatus_t cublasSgemvBatched_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, const float *alpha, const float *const *A,
    int64_t lda, const float *const *x, int64_t incx, const float *beta, float
    *const *y, int64_t incy, int64_t batchCount);
cublasStatus_t cublasSgemvStridedBatched(cublasHandle_t handle,
    cublasOperation_t trans, int m, int n, const float *alpha, const float *A,
    int lda, long long stride_A, const float *x, int incx, long long stride_x,
    const float *beta, float *y, int incy, long long stride_y, int batchCount);
cublasStatus_t cublasSgemvStridedBatched_64(cublasHandle_t handle,
    cublasOperation_t trans, int64_t m, int64_t n, const float *alpha, const
    float *A, int64_t lda, long long stride_A, const float *x, int64_t incx,
    long long stride_x, const float *beta, float *y, int64_t incy, long long
    stride_y, int64_t batchCount);
cublasStatus_t cublasDgemv_v2(cublasHandle_t handle, cublasOperation_t trans,
    int m, int n, const double *alpha, const double *A, int lda, const double
    *x, int incx, const double *beta, double *y, int incy);
cublasStatus_t cublasDgemv_v2_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, const double *alpha, const double *A, int64_t
    lda, const double *x, int64_t incx, const double *beta, double *y, int64_t
    incy);
cublasStatus_t cublasDgemvBatched(cublasHandle_t handle, cublasOperation_t
    trans, int m, int n, const double *alpha, const double *const *A, int lda,
    const double *const *x, int incx, const double *beta, double *const *y,
    int incy, int batchCount);
cublasStatus_t cublasDgemvBatched_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, const double *alpha, const double *const *A,
    int64_t lda, const double *const *x, int64_t incx, const double *beta,
    double *const *y, int64_t incy, int64_t batchCount);
cublasStatus_t cublasDgemvStridedBatched(cublasHandle_t handle,
    cublasOperation_t trans, int m, int n, const double *alpha, const double
    *A, int lda, long long stride_A, const double *x, int incx, long long
    stride_x, const double *beta, double *y, int incy, long long stride_y, int
    batchCount);
cublasStatus_t cublasDgemvStridedBatched_64(cublasHandle_t handle,
    cublasOperation_t trans, int64_t m, int64_t n, const double *alpha, const
    double *A, int64_t lda, long long stride_A, const double *x, int64_t incx,
    long long stride_x, const double *beta, double *y, int64_t incy, long long
    stride_y, int64_t batchCount);
cublasStatus_t cublasCgemv_v2(cublasHandle_t handle, cublasOperation_t trans,
    int m, int n, const cuComplex *alpha, const cuComplex *A, int lda, const
    cuComplex *x, int incx, const cuComplex *beta, cuComplex *y, int incy);
cublasStatus_t cublasCgemv_v2_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, const cuComplex *alpha, const cuComplex *A,
    int64_t lda, const cuComplex *x, int64_t incx, const cuComplex *beta,
    cuComplex *y, int64_t incy);
cublasStatus_t cublasCgemvBatched(cublasHandle_t handle, cublasOperation_t
    trans, int m, int n, const cuComplex *alpha, const cuComplex *const *A,
    int lda, const cuComplex *const *x, int incx, const cuComplex *beta,
    cuComplex *const *y, int incy, int batchCount);
cublasStatus_t cublasCgemvBatched_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, const cuComplex *alpha, const cuComplex
    *const *A, int64_t lda, const cuComplex *const *x, int64_t incx, const
    cuComplex *beta, cuComplex *const *y, int64_t incy, int64_t batchCount);
cublasStatus_t cublasCgemvStridedBatched(cublasHandle_t handle,
    cublasOperation_t trans, int m, int n, const cuComplex *alpha, const
    cuComplex *A, int lda, long long stride_A, const cuComplex *x, int incx,
    long long stride_x, const cuComplex *beta, cuComplex *y, int incy, long
    long stride_y, int batchCount);
cublasStatus_t cublasCgemvStridedBatched_64(cublasHandle_t handle,
    cublasOperation_t trans, int64_t m, int64_t n, const cuComplex *alpha,
    const cuComplex *A, int64_t lda, long long stride_A, const cuComplex *x,
    int64_t incx, long long stride_x, const cuComplex *beta, cuComplex *y,
    int64_t incy, long long stride_y, int64_t batchCount);
cublasStatus_t cublasZgemv_v2(cublasHandle_t handle, cublasOperation_t trans,
    int m, int n, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int
    lda, const cuDoubleComplex *x, int incx, const cuDoubleComplex *beta,
    cuDoubleComplex *y, int incy);
cublasStatus_t cublasZgemv_v2_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int64_t lda, const cuDoubleComplex *x, int64_t incx,
    const cuDoubleComplex *beta, cuDoubleComplex *y, int64_t incy);
cublasStatus_t cublasZgemvBatched(cublasHandle_t handle, cublasOperation_t
    trans, int m, int n, const cuDoubleComplex *alpha, const cuDoubleComplex
    *const *A, int lda, const cuDoubleComplex *const *x, int incx, const
    cuDoubleComplex *beta, cuDoubleComplex *const *y, int incy, int
    batchCount);
cublasStatus_t cublasZgemvBatched_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, const cuDoubleComplex *alpha, const
    cuDoubleComplex *const *A, int64_t lda, const cuDoubleComplex *const *x,
    int64_t incx, const cuDoubleComplex *beta, cuDoubleComplex *const *y,
    int64_t incy, int64_t batchCount);
cublasStatus_t cublasZgemvStridedBatched(cublasHandle_t handle,
    cublasOperation_t trans, int m, int n, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int lda, long long stride_A, const cuDoubleComplex *x,
    int incx, long long stride_x, const cuDoubleComplex *beta, cuDoubleComplex
    *y, int incy, long long stride_y, int batchCount);
cublasStatus_t cublasZgemvStridedBatched_64(cublasHandle_t handle,
    cublasOperation_t trans, int64_t m, int64_t n, const cuDoubleComplex
    *alpha, const cuDoubleComplex *A, int64_t lda, long long stride_A, const
    cuDoubleComplex *x, int64_t incx, long long stride_x, const
    cuDoubleComplex *beta, cuDoubleComplex *y, int64_t incy, long long
    stride_y, int64_t batchCount);
cublasStatus_t cublasSgbmv_v2(cublasHandle_t handle, cublasOperation_t trans,
    int m, int n, int kl, int ku, const float *alpha, const float *A, int lda,
    const float *x, int incx, const float *beta, float *y, int incy);
cublasStatus_t cublasSgbmv_v2_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const float *alpha,
    const float *A, int64_t lda, const float *x, int64_t incx, const float
    *beta, float *y, int64_t incy);
cublasStatus_t cublasDgbmv_v2(cublasHandle_t handle, cublasOperation_t trans,
    int m, int n, int kl, int ku, const double *alpha, const double *A, int
    lda, const double *x, int incx, const double *beta, double *y, int incy);
cublasStatus_t cublasDgbmv_v2_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const double *alpha,
    const double *A, int64_t lda, const double *x, int64_t incx, const double
    *beta, double *y, int64_t incy);
cublasStatus_t cublasCgbmv_v2(cublasHandle_t handle, cublasOperation_t trans,
    int m, int n, int kl, int ku, const cuComplex *alpha, const cuComplex *A,
    int lda, const cuComplex *x, int incx, const cuComplex *beta, cuComplex
    *y, int incy);
cublasStatus_t cublasCgbmv_v2_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const cuComplex
    *alpha, const cuComplex *A, int64_t lda, const cuComplex *x, int64_t incx,
    const cuComplex *beta, cuComplex *y, int64_t incy);
cublasStatus_t cublasZgbmv_v2(cublasHandle_t handle, cublasOperation_t trans,
    int m, int n, int kl, int ku, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int lda, const cuDoubleComplex *x, int incx, const
    cuDoubleComplex *beta, cuDoubleComplex *y, int incy);
cublasStatus_t cublasZgbmv_v2_64(cublasHandle_t handle, cublasOperation_t
    trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const cuDoubleComplex
    *alpha, const cuDoubleComplex *A, int64_t lda, const cuDoubleComplex *x,
    int64_t incx, const cuDoubleComplex *beta, cuDoubleComplex *y, int64_t
    incy);
cublasStatus_t cublasStrmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const float *A, int
    lda, float *x, int incx);
cublasStatus_t cublasStrmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const float *A,
    int64_t lda, float *x, int64_t incx);
cublasStatus_t cublasDtrmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const double *A,
    int lda, double *x, int incx);
cublasStatus_t cublasDtrmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const double
    *A, int64_t lda, double *x, int64_t incx);
cublasStatus_t cublasCtrmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const cuComplex *A,
    int lda, cuComplex *x, int incx);
cublasStatus_t cublasCtrmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const cuComplex
    *A, int64_t lda, cuComplex *x, int64_t incx);
cublasStatus_t cublasZtrmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const
    cuDoubleComplex *A, int lda, cuDoubleComplex *x, int incx);
cublasStatus_t cublasZtrmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const
    cuDoubleComplex *A, int64_t lda, cuDoubleComplex *x, int64_t incx);
cublasStatus_t cublasStbmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const float
    *A, int lda, float *x, int incx);
cublasStatus_t cublasStbmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, int64_t k,
    const float *A, int64_t lda, float *x, int64_t incx);
cublasStatus_t cublasDtbmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const double
    *A, int lda, double *x, int incx);
cublasStatus_t cublasDtbmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, int64_t k,
    const double *A, int64_t lda, double *x, int64_t incx);
cublasStatus_t cublasCtbmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const
    cuComplex *A, int lda, cuComplex *x, int incx);
cublasStatus_t cublasCtbmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, int64_t k,
    const cuComplex *A, int64_t lda, cuComplex *x, int64_t incx);
cublasStatus_t cublasZtbmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const
    cuDoubleComplex *A, int lda, cuDoubleComplex *x, int incx);
cublasStatus_t cublasZtbmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, int64_t k,
    const cuDoubleComplex *A, int64_t lda, cuDoubleComplex *x, int64_t incx);
cublasStatus_t cublasStpmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const float *AP,
    float *x, int incx);
cublasStatus_t cublasStpmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const float
    *AP, float *x, int64_t incx);
cublasStatus_t cublasDtpmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const double *AP,
    double *x, int incx);
cublasStatus_t cublasDtpmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const double
    *AP, double *x, int64_t incx);
cublasStatus_t cublasCtpmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const cuComplex
    *AP, cuComplex *x, int incx);
cublasStatus_t cublasCtpmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const cuComplex
    *AP, cuComplex *x, int64_t incx);
cublasStatus_t cublasZtpmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const
    cuDoubleComplex *AP, cuDoubleComplex *x, int incx);
cublasStatus_t cublasZtpmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const
    cuDoubleComplex *AP, cuDoubleComplex *x, int64_t incx);
cublasStatus_t cublasStrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const float *A, int
    lda, float *x, int incx);
cublasStatus_t cublasStrsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const float *A,
    int64_t lda, float *x, int64_t incx);
cublasStatus_t cublasDtrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const double *A,
    int lda, double *x, int incx);
cublasStatus_t cublasDtrsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const double
    *A, int64_t lda, double *x, int64_t incx);
cublasStatus_t cublasCtrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const cuComplex *A,
    int lda, cuComplex *x, int incx);
cublasStatus_t cublasCtrsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const cuComplex
    *A, int64_t lda, cuComplex *x, int64_t incx);
cublasStatus_t cublasZtrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const
    cuDoubleComplex *A, int lda, cuDoubleComplex *x, int incx);
cublasStatus_t cublasZtrsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const
    cuDoubleComplex *A, int64_t lda, cuDoubleComplex *x, int64_t incx);
cublasStatus_t cublasStbsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const float
    *A, int lda, float *x, int incx);
cublasStatus_t cublasStbsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, int64_t k,
    const float *A, int64_t lda, float *x, int64_t incx);
cublasStatus_t cublasDtbsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const double
    *A, int lda, double *x, int incx);
cublasStatus_t cublasDtbsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, int64_t k,
    const double *A, int64_t lda, double *x, int64_t incx);
cublasStatus_t cublasCtbsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const
    cuComplex *A, int lda, cuComplex *x, int incx);
cublasStatus_t cublasCtbsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, int64_t k,
    const cuComplex *A, int64_t lda, cuComplex *x, int64_t incx);
cublasStatus_t cublasZtbsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const
    cuDoubleComplex *A, int lda, cuDoubleComplex *x, int incx);
cublasStatus_t cublasZtbsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, int64_t k,
    const cuDoubleComplex *A, int64_t lda, cuDoubleComplex *x, int64_t incx);
cublasStatus_t cublasStpsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const float *AP,
    float *x, int incx);
cublasStatus_t cublasStpsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const float
    *AP, float *x, int64_t incx);
cublasStatus_t cublasDtpsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const double *AP,
    double *x, int incx);
cublasStatus_t cublasDtpsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const double
    *AP, double *x, int64_t incx);
cublasStatus_t cublasCtpsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const cuComplex
    *AP, cuComplex *x, int incx);
cublasStatus_t cublasCtpsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const cuComplex
    *AP, cuComplex *x, int64_t incx);
cublasStatus_t cublasZtpsv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int n, const
    cuDoubleComplex *AP, cuDoubleComplex *x, int incx);
cublasStatus_t cublasZtpsv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int64_t n, const
    cuDoubleComplex *AP, cuDoubleComplex *x, int64_t incx);
cublasStatus_t cublasSsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const float *alpha, const float *A, int lda, const float *x, int
    incx, const float *beta, float *y, int incy);
cublasStatus_t cublasSsymv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const float *alpha, const float *A, int64_t lda, const float
    *x, int64_t incx, const float *beta, float *y, int64_t incy);
cublasStatus_t cublasDsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const double *alpha, const double *A, int lda, const double *x, int
    incx, const double *beta, double *y, int incy);
cublasStatus_t cublasDsymv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const double *alpha, const double *A, int64_t lda, const double
    *x, int64_t incx, const double *beta, double *y, int64_t incy);
cublasStatus_t cublasCsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuComplex *alpha, const cuComplex *A, int lda, const
    cuComplex *x, int incx, const cuComplex *beta, cuComplex *y, int incy);
cublasStatus_t cublasCsymv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuComplex *alpha, const cuComplex *A, int64_t lda, const
    cuComplex *x, int64_t incx, const cuComplex *beta, cuComplex *y, int64_t
    incy);
cublasStatus_t cublasZsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
    const cuDoubleComplex *x, int incx, const cuDoubleComplex *beta,
    cuDoubleComplex *y, int incy);
cublasStatus_t cublasZsymv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int64_t
    lda, const cuDoubleComplex *x, int64_t incx, const cuDoubleComplex *beta,
    cuDoubleComplex *y, int64_t incy);
cublasStatus_t cublasChemv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuComplex *alpha, const cuComplex *A, int lda, const
    cuComplex *x, int incx, const cuComplex *beta, cuComplex *y, int incy);
cublasStatus_t cublasChemv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuComplex *alpha, const cuComplex *A, int64_t lda, const
    cuComplex *x, int64_t incx, const cuComplex *beta, cuComplex *y, int64_t
    incy);
cublasStatus_t cublasZhemv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
    const cuDoubleComplex *x, int incx, const cuDoubleComplex *beta,
    cuDoubleComplex *y, int incy);
cublasStatus_t cublasZhemv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int64_t
    lda, const cuDoubleComplex *x, int64_t incx, const cuDoubleComplex *beta,
    cuDoubleComplex *y, int64_t incy);
cublasStatus_t cublasSsbmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, int k, const float *alpha, const float *A, int lda, const float *x,
    int incx, const float *beta, float *y, int incy);
cublasStatus_t cublasSsbmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, int64_t k, const float *alpha, const float *A, int64_t lda,
    const float *x, int64_t incx, const float *beta, float *y, int64_t incy);
cublasStatus_t cublasDsbmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, int k, const double *alpha, const double *A, int lda, const double
    *x, int incx, const double *beta, double *y, int incy);
cublasStatus_t cublasDsbmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, int64_t k, const double *alpha, const double *A, int64_t lda,
    const double *x, int64_t incx, const double *beta, double *y, int64_t
    incy);
cublasStatus_t cublasChbmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, int k, const cuComplex *alpha, const cuComplex *A, int lda, const
    cuComplex *x, int incx, const cuComplex *beta, cuComplex *y, int incy);
cublasStatus_t cublasChbmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, int64_t k, const cuComplex *alpha, const cuComplex *A, int64_t
    lda, const cuComplex *x, int64_t incx, const cuComplex *beta, cuComplex
    *y, int64_t incy);
cublasStatus_t cublasZhbmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, int k, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int
    lda, const cuDoubleComplex *x, int incx, const cuDoubleComplex *beta,
    cuDoubleComplex *y, int incy);
cublasStatus_t cublasZhbmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, int64_t k, const cuDoubleComplex *alpha, const cuDoubleComplex
    *A, int64_t lda, const cuDoubleComplex *x, int64_t incx, const
    cuDoubleComplex *beta, cuDoubleComplex *y, int64_t incy);
cublasStatus_t cublasSspmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const float *alpha, const float *AP, const float *x, int incx,
    const float *beta, float *y, int incy);
cublasStatus_t cublasSspmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const float *alpha, const float *AP, const float *x, int64_t
    incx, const float *beta, float *y, int64_t incy);
cublasStatus_t cublasDspmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const double *alpha, const double *AP, const double *x, int incx,
    const double *beta, double *y, int incy);
cublasStatus_t cublasDspmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const double *alpha, const double *AP, const double *x, int64_t
    incx, const double *beta, double *y, int64_t incy);
cublasStatus_t cublasChpmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuComplex *alpha, const cuComplex *AP, const cuComplex *x,
    int incx, const cuComplex *beta, cuComplex *y, int incy);
cublasStatus_t cublasChpmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuComplex *alpha, const cuComplex *AP, const cuComplex
    *x, int64_t incx, const cuComplex *beta, cuComplex *y, int64_t incy);
cublasStatus_t cublasZhpmv_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuDoubleComplex *alpha, const cuDoubleComplex *AP, const
    cuDoubleComplex *x, int incx, const cuDoubleComplex *beta, cuDoubleComplex
    *y, int incy);
cublasStatus_t cublasZhpmv_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuDoubleComplex *alpha, const cuDoubleComplex *AP, const
    cuDoubleComplex *x, int64_t incx, const cuDoubleComplex *beta,
    cuDoubleComplex *y, int64_t incy);
cublasStatus_t cublasSger_v2(cublasHandle_t handle, int m, int n, const float
    *alpha, const float *x, int incx, const float *y, int incy, float *A, int
    lda);
cublasStatus_t cublasSger_v2_64(cublasHandle_t handle, int64_t m, int64_t n,
    const float *alpha, const float *x, int64_t incx, const float *y, int64_t
    incy, float *A, int64_t lda);
cublasStatus_t cublasDger_v2(cublasHandle_t handle, int m, int n, const double
    *alpha, const double *x, int incx, const double *y, int incy, double *A,
    int lda);
cublasStatus_t cublasDger_v2_64(cublasHandle_t handle, int64_t m, int64_t n,
    const double *alpha, const double *x, int64_t incx, const double *y,
    int64_t incy, double *A, int64_t lda);
cublasStatus_t cublasCgeru_v2(cublasHandle_t handle, int m, int n, const
    cuComplex *alpha, const cuComplex *x, int incx, const cuComplex *y, int
    incy, cuComplex *A, int lda);
cublasStatus_t cublasCgeru_v2_64(cublasHandle_t handle, int64_t m, int64_t n,
    const cuComplex *alpha, const cuComplex *x, int64_t incx, const cuComplex
    *y, int64_t incy, cuComplex *A, int64_t lda);
cublasStatus_t cublasCgerc_v2(cublasHandle_t handle, int m, int n, const
    cuComplex *alpha, const cuComplex *x, int incx, const cuComplex *y, int
    incy, cuComplex *A, int lda);
cublasStatus_t cublasCgerc_v2_64(cublasHandle_t handle, int64_t m, int64_t n,
    const cuComplex *alpha, const cuComplex *x, int64_t incx, const cuComplex
    *y, int64_t incy, cuComplex *A, int64_t lda);
cublasStatus_t cublasZgeru_v2(cublasHandle_t handle, int m, int n, const
    cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx, const
    cuDoubleComplex *y, int incy, cuDoubleComplex *A, int lda);
cublasStatus_t cublasZgeru_v2_64(cublasHandle_t handle, int64_t m, int64_t n,
    const cuDoubleComplex *alpha, const cuDoubleComplex *x, int64_t incx,
    const cuDoubleComplex *y, int64_t incy, cuDoubleComplex *A, int64_t lda);
cublasStatus_t cublasZgerc_v2(cublasHandle_t handle, int m, int n, const
    cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx, const
    cuDoubleComplex *y, int incy, cuDoubleComplex *A, int lda);
cublasStatus_t cublasZgerc_v2_64(cublasHandle_t handle, int64_t m, int64_t n,
    const cuDoubleComplex *alpha, const cuDoubleComplex *x, int64_t incx,
    const cuDoubleComplex *y, int64_t incy, cuDoubleComplex *A, int64_t lda);
cublasStatus_t cublasSsyr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const float *alpha, const float *x, int incx, float *A, int lda);
cublasStatus_t cublasSsyr_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const float *alpha, const float *x, int64_t incx, float *A,
    int64_t lda);
cublasStatus_t cublasDsyr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const double *alpha, const double *x, int incx, double *A, int lda);
cublasStatus_t cublasDsyr_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const double *alpha, const double *x, int64_t incx, double *A,
    int64_t lda);
cublasStatus_t cublasCsyr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const cuComplex *alpha, const cuComplex *x, int incx, cuComplex *A, int
    lda);
cublasStatus_t cublasCsyr_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuComplex *alpha, const cuComplex *x, int64_t incx,
    cuComplex *A, int64_t lda);
cublasStatus_t cublasZsyr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx,
    cuDoubleComplex *A, int lda);
cublasStatus_t cublasZsyr_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuDoubleComplex *alpha, const cuDoubleComplex *x, int64_t
    incx, cuDoubleComplex *A, int64_t lda);
cublasStatus_t cublasCher_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const float *alpha, const cuComplex *x, int incx, cuComplex *A, int
    lda);
cublasStatus_t cublasCher_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const float *alpha, const cuComplex *x, int64_t incx, cuComplex
    *A, int64_t lda);
cublasStatus_t cublasZher_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const double *alpha, const cuDoubleComplex *x, int incx,
    cuDoubleComplex *A, int lda);
cublasStatus_t cublasZher_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const double *alpha, const cuDoubleComplex *x, int64_t incx,
    cuDoubleComplex *A, int64_t lda);
cublasStatus_t cublasSspr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const float *alpha, const float *x, int incx, float *AP);
cublasStatus_t cublasSspr_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const float *alpha, const float *x, int64_t incx, float *AP);
cublasStatus_t cublasDspr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const double *alpha, const double *x, int incx, double *AP);
cublasStatus_t cublasDspr_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const double *alpha, const double *x, int64_t incx, double *AP);
cublasStatus_t cublasChpr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const float *alpha, const cuComplex *x, int incx, cuComplex *AP);
cublasStatus_t cublasChpr_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const float *alpha, const cuComplex *x, int64_t incx, cuComplex
    *AP);
cublasStatus_t cublasZhpr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int
    n, const double *alpha, const cuDoubleComplex *x, int incx,
    cuDoubleComplex *AP);
cublasStatus_t cublasZhpr_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const double *alpha, const cuDoubleComplex *x, int64_t incx,
    cuDoubleComplex *AP);
cublasStatus_t cublasSsyr2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const float *alpha, const float *x, int incx, const float *y, int
    incy, float *A, int lda);
cublasStatus_t cublasSsyr2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const float *alpha, const float *x, int64_t incx, const float
    *y, int64_t incy, float *A, int64_t lda);
cublasStatus_t cublasDsyr2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const double *alpha, const double *x, int incx, const double *y,
    int incy, double *A, int lda);
cublasStatus_t cublasDsyr2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const double *alpha, const double *x, int64_t incx, const
    double *y, int64_t incy, double *A, int64_t lda);
cublasStatus_t cublasCsyr2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuComplex *alpha, const cuComplex *x, int incx, const
    cuComplex *y, int incy, cuComplex *A, int lda);
cublasStatus_t cublasCsyr2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuComplex *alpha, const cuComplex *x, int64_t incx, const
    cuComplex *y, int64_t incy, cuComplex *A, int64_t lda);
cublasStatus_t cublasZsyr2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx,
    const cuDoubleComplex *y, int incy, cuDoubleComplex *A, int lda);
cublasStatus_t cublasZsyr2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuDoubleComplex *alpha, const cuDoubleComplex *x, int64_t
    incx, const cuDoubleComplex *y, int64_t incy, cuDoubleComplex *A, int64_t
    lda);
cublasStatus_t cublasCher2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuComplex *alpha, const cuComplex *x, int incx, const
    cuComplex *y, int incy, cuComplex *A, int lda);
cublasStatus_t cublasCher2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuComplex *alpha, const cuComplex *x, int64_t incx, const
    cuComplex *y, int64_t incy, cuComplex *A, int64_t lda);
cublasStatus_t cublasZher2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx,
    const cuDoubleComplex *y, int incy, cuDoubleComplex *A, int lda);
cublasStatus_t cublasZher2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuDoubleComplex *alpha, const cuDoubleComplex *x, int64_t
    incx, const cuDoubleComplex *y, int64_t incy, cuDoubleComplex *A, int64_t
    lda);
cublasStatus_t cublasSspr2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const float *alpha, const float *x, int incx, const float *y, int
    incy, float *AP);
cublasStatus_t cublasSspr2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const float *alpha, const float *x, int64_t incx, const float
    *y, int64_t incy, float *AP);
cublasStatus_t cublasDspr2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const double *alpha, const double *x, int incx, const double *y,
    int incy, double *AP);
cublasStatus_t cublasDspr2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const double *alpha, const double *x, int64_t incx, const
    double *y, int64_t incy, double *AP);
cublasStatus_t cublasChpr2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuComplex *alpha, const cuComplex *x, int incx, const
    cuComplex *y, int incy, cuComplex *AP);
cublasStatus_t cublasChpr2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuComplex *alpha, const cuComplex *x, int64_t incx, const
    cuComplex *y, int64_t incy, cuComplex *AP);
cublasStatus_t cublasZhpr2_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    int n, const cuDoubleComplex *alpha, const cuDoubleComplex *x, int incx,
    const cuDoubleComplex *y, int incy, cuDoubleComplex *AP);
cublasStatus_t cublasZhpr2_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    int64_t n, const cuDoubleComplex *alpha, const cuDoubleComplex *x, int64_t
    incx, const cuDoubleComplex *y, int64_t incy, cuDoubleComplex *AP);
cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int m, int n, int k, const float *alpha, const
    float *A, int lda, const float *B, int ldb, const float *beta, float *C,
    int ldc);
cublasStatus_t cublasSgemm_v2_64(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    float *alpha, const float *A, int64_t lda, const float *B, int64_t ldb,
    const float *beta, float *C, int64_t ldc);
cublasStatus_t cublasSgemmBatched(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int m, int n, int k, const float *alpha,
    const float *const *A, int lda, const float *const *B, int ldb, const
    float *beta, float *const *C, int ldc, int batchCount);
cublasStatus_t cublasSgemmBatched_64(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    float *alpha, const float *const *A, int64_t lda, const float *const *B,
    int64_t ldb, const float *beta, float *const *C, int64_t ldc, int64_t
    batchCount);
cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t handle,
    cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const float *alpha, const float *A, int lda, long long stride_A, const
    float *B, int ldb, long long stride_B, const float *beta, float *C, int
    ldc, long long stride_C, int batchCount);
cublasStatus_t cublasSgemmStridedBatched_64(cublasHandle_t handle,
    cublasOperation_t transa, cublasOperation_t transb, int64_t m, int64_t n,
    int64_t k, const float *alpha, const float *A, int64_t lda, long long
    stride_A, const float *B, int64_t ldb, long long stride_B, const float
    *beta, float *C, int64_t ldc, long long stride_C, int64_t batchCount);
cublasStatus_t cublasDgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int m, int n, int k, const double *alpha, const
    double *A, int lda, const double *B, int ldb, const double *beta, double
    *C, int ldc);
cublasStatus_t cublasDgemm_v2_64(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    double *alpha, const double *A, int64_t lda, const double *B, int64_t ldb,
    const double *beta, double *C, int64_t ldc);
cublasStatus_t cublasDgemmBatched(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int m, int n, int k, const double
    *alpha, const double *const *A, int lda, const double *const *B, int ldb,
    const double *beta, double *const *C, int ldc, int batchCount);
cublasStatus_t cublasDgemmBatched_64(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    double *alpha, const double *const *A, int64_t lda, const double *const
    *B, int64_t ldb, const double *beta, double *const *C, int64_t ldc,
    int64_t batchCount);
cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t handle,
    cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const double *alpha, const double *A, int lda, long long stride_A, const
    double *B, int ldb, long long stride_B, const double *beta, double *C, int
    ldc, long long stride_C, int batchCount);
cublasStatus_t cublasDgemmStridedBatched_64(cublasHandle_t handle,
    cublasOperation_t transa, cublasOperation_t transb, int64_t m, int64_t n,
    int64_t k, const double *alpha, const double *A, int64_t lda, long long
    stride_A, const double *B, int64_t ldb, long long stride_B, const double
    *beta, double *C, int64_t ldc, long long stride_C, int64_t batchCount);
cublasStatus_t cublasCgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int m, int n, int k, const cuComplex *alpha,
    const cuComplex *A, int lda, const cuComplex *B, int ldb, const cuComplex
    *beta, cuComplex *C, int ldc);
cublasStatus_t cublasCgemm_v2_64(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    cuComplex *alpha, const cuComplex *A, int64_t lda, const cuComplex *B,
    int64_t ldb, const cuComplex *beta, cuComplex *C, int64_t ldc);
cublasStatus_t cublasCgemmBatched(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int m, int n, int k, const cuComplex
    *alpha, const cuComplex *const *A, int lda, const cuComplex *const *B, int
    ldb, const cuComplex *beta, cuComplex *const *C, int ldc, int batchCount);
cublasStatus_t cublasCgemmBatched_64(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    cuComplex *alpha, const cuComplex *const *A, int64_t lda, const cuComplex
    *const *B, int64_t ldb, const cuComplex *beta, cuComplex *const *C,
    int64_t ldc, int64_t batchCount);
cublasStatus_t cublasCgemmStridedBatched(cublasHandle_t handle,
    cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const cuComplex *alpha, const cuComplex *A, int lda, long long stride_A,
    const cuComplex *B, int ldb, long long stride_B, const cuComplex *beta,
    cuComplex *C, int ldc, long long stride_C, int batchCount);
cublasStatus_t cublasCgemmStridedBatched_64(cublasHandle_t handle,
    cublasOperation_t transa, cublasOperation_t transb, int64_t m, int64_t n,
    int64_t k, const cuComplex *alpha, const cuComplex *A, int64_t lda, long
    long stride_A, const cuComplex *B, int64_t ldb, long long stride_B, const
    cuComplex *beta, cuComplex *C, int64_t ldc, long long stride_C, int64_t
    batchCount);
cublasStatus_t cublasZgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int m, int n, int k, const cuDoubleComplex
    *alpha, const cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int
    ldb, const cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZgemm_v2_64(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    cuDoubleComplex *alpha, const cuDoubleComplex *A, int64_t lda, const
    cuDoubleComplex *B, int64_t ldb, const cuDoubleComplex *beta,
    cuDoubleComplex *C, int64_t ldc);
cublasStatus_t cublasZgemmBatched(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int m, int n, int k, const
    cuDoubleComplex *alpha, const cuDoubleComplex *const *A, int lda, const
    cuDoubleComplex *const *B, int ldb, const cuDoubleComplex *beta,
    cuDoubleComplex *const *C, int ldc, int batchCount);
cublasStatus_t cublasZgemmBatched_64(cublasHandle_t handle, cublasOperation_t
    transa, cublasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    cuDoubleComplex *alpha, const cuDoubleComplex *const *A, int64_t lda,
    const cuDoubleComplex *const *B, int64_t ldb, const cuDoubleComplex *beta,
    cuDoubleComplex *const *C, int64_t ldc, int64_t batchCount);
cublasStatus_t cublasZgemmStridedBatched(cublasHandle_t handle,
    cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda, long long
    stride_A, const cuDoubleComplex *B, int ldb, long long stride_B, const
    cuDoubleComplex *beta, cuDoubleComplex *C, int ldc, long long stride_C,
    int batchCount);
cublasStatus_t cublasZgemmStridedBatched_64(cublasHandle_t handle,
    cublasOperation_t transa, cublasOperation_t transb, int64_t m, int64_t n,
    int64_t k, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int64_t
    lda, long long stride_A, const cuDoubleComplex *B, int64_t ldb, long long
    stride_B, const cuDoubleComplex *beta, cuDoubleComplex *C, int64_t ldc,
    long long stride_C, int64_t batchCount);
cublasStatus_t cublasSsymm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int m, int n, const float *alpha, const float *A,
    int lda, const float *B, int ldb, const float *beta, float *C, int ldc);
cublasStatus_t cublasSsymm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int64_t m, int64_t n, const float *alpha, const
    float *A, int64_t lda, const float *B, int64_t ldb, const float *beta,
    float *C, int64_t ldc);
cublasStatus_t cublasDsymm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int m, int n, const double *alpha, const double *A,
    int lda, const double *B, int ldb, const double *beta, double *C, int ldc);
cublasStatus_t cublasDsymm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int64_t m, int64_t n, const double *alpha, const
    double *A, int64_t lda, const double *B, int64_t ldb, const double *beta,
    double *C, int64_t ldc);
cublasStatus_t cublasCsymm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int m, int n, const cuComplex *alpha, const
    cuComplex *A, int lda, const cuComplex *B, int ldb, const cuComplex *beta,
    cuComplex *C, int ldc);
cublasStatus_t cublasCsymm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int64_t m, int64_t n, const cuComplex *alpha, const
    cuComplex *A, int64_t lda, const cuComplex *B, int64_t ldb, const
    cuComplex *beta, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZsymm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int m, int n, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb, const
    cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZsymm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int64_t m, int64_t n, const cuDoubleComplex *alpha,
    const cuDoubleComplex *A, int64_t lda, const cuDoubleComplex *B, int64_t
    ldb, const cuDoubleComplex *beta, cuDoubleComplex *C, int64_t ldc);
cublasStatus_t cublasChemm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int m, int n, const cuComplex *alpha, const
    cuComplex *A, int lda, const cuComplex *B, int ldb, const cuComplex *beta,
    cuComplex *C, int ldc);
cublasStatus_t cublasChemm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int64_t m, int64_t n, const cuComplex *alpha, const
    cuComplex *A, int64_t lda, const cuComplex *B, int64_t ldb, const
    cuComplex *beta, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZhemm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int m, int n, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb, const
    cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZhemm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, int64_t m, int64_t n, const cuDoubleComplex *alpha,
    const cuDoubleComplex *A, int64_t lda, const cuDoubleComplex *B, int64_t
    ldb, const cuDoubleComplex *beta, cuDoubleComplex *C, int64_t ldc);
cublasStatus_t cublasSsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const float *alpha, const float *A,
    int lda, const float *beta, float *C, int ldc);
cublasStatus_t cublasSsyrk_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const float *alpha, const
    float *A, int64_t lda, const float *beta, float *C, int64_t ldc);
cublasStatus_t cublasDsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const double *alpha, const double
    *A, int lda, const double *beta, double *C, int ldc);
cublasStatus_t cublasDsyrk_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const double *alpha, const
    double *A, int64_t lda, const double *beta, double *C, int64_t ldc);
cublasStatus_t cublasCsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuComplex *alpha, const
    cuComplex *A, int lda, const cuComplex *beta, cuComplex *C, int ldc);
cublasStatus_t cublasCsyrk_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const cuComplex *alpha,
    const cuComplex *A, int64_t lda, const cuComplex *beta, cuComplex *C,
    int64_t ldc);
cublasStatus_t cublasZsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int lda, const cuDoubleComplex *beta, cuDoubleComplex
    *C, int ldc);
cublasStatus_t cublasZsyrk_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const cuDoubleComplex
    *alpha, const cuDoubleComplex *A, int64_t lda, const cuDoubleComplex
    *beta, cuDoubleComplex *C, int64_t ldc);
cublasStatus_t cublasCherk_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const float *alpha, const cuComplex
    *A, int lda, const float *beta, cuComplex *C, int ldc);
cublasStatus_t cublasCherk_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const float *alpha, const
    cuComplex *A, int64_t lda, const float *beta, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZherk_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const double *alpha, const
    cuDoubleComplex *A, int lda, const double *beta, cuDoubleComplex *C, int
    ldc);
cublasStatus_t cublasZherk_v2_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const double *alpha, const
    cuDoubleComplex *A, int64_t lda, const double *beta, cuDoubleComplex *C,
    int64_t ldc);
cublasStatus_t cublasSsyr2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const float *alpha, const float *A,
    int lda, const float *B, int ldb, const float *beta, float *C, int ldc);
cublasStatus_t cublasSsyr2k_v2_64(cublasHandle_t handle, cublasFillMode_t
    uplo, cublasOperation_t trans, int64_t n, int64_t k, const float *alpha,
    const float *A, int64_t lda, const float *B, int64_t ldb, const float
    *beta, float *C, int64_t ldc);
cublasStatus_t cublasDsyr2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const double *alpha, const double
    *A, int lda, const double *B, int ldb, const double *beta, double *C, int
    ldc);
cublasStatus_t cublasDsyr2k_v2_64(cublasHandle_t handle, cublasFillMode_t
    uplo, cublasOperation_t trans, int64_t n, int64_t k, const double *alpha,
    const double *A, int64_t lda, const double *B, int64_t ldb, const double
    *beta, double *C, int64_t ldc);
cublasStatus_t cublasCsyr2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuComplex *alpha, const
    cuComplex *A, int lda, const cuComplex *B, int ldb, const cuComplex *beta,
    cuComplex *C, int ldc);
cublasStatus_t cublasCsyr2k_v2_64(cublasHandle_t handle, cublasFillMode_t
    uplo, cublasOperation_t trans, int64_t n, int64_t k, const cuComplex
    *alpha, const cuComplex *A, int64_t lda, const cuComplex *B, int64_t ldb,
    const cuComplex *beta, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZsyr2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb, const
    cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZsyr2k_v2_64(cublasHandle_t handle, cublasFillMode_t
    uplo, cublasOperation_t trans, int64_t n, int64_t k, const cuDoubleComplex
    *alpha, const cuDoubleComplex *A, int64_t lda, const cuDoubleComplex *B,
    int64_t ldb, const cuDoubleComplex *beta, cuDoubleComplex *C, int64_t ldc);
cublasStatus_t cublasCher2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuComplex *alpha, const
    cuComplex *A, int lda, const cuComplex *B, int ldb, const float *beta,
    cuComplex *C, int ldc);
cublasStatus_t cublasCher2k_v2_64(cublasHandle_t handle, cublasFillMode_t
    uplo, cublasOperation_t trans, int64_t n, int64_t k, const cuComplex
    *alpha, const cuComplex *A, int64_t lda, const cuComplex *B, int64_t ldb,
    const float *beta, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZher2k_v2(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb, const
    double *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZher2k_v2_64(cublasHandle_t handle, cublasFillMode_t
    uplo, cublasOperation_t trans, int64_t n, int64_t k, const cuDoubleComplex
    *alpha, const cuDoubleComplex *A, int64_t lda, const cuDoubleComplex *B,
    int64_t ldb, const double *beta, cuDoubleComplex *C, int64_t ldc);
cublasStatus_t cublasSsyrkx(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const float *alpha, const float *A,
    int lda, const float *B, int ldb, const float *beta, float *C, int ldc);
cublasStatus_t cublasSsyrkx_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const float *alpha, const
    float *A, int64_t lda, const float *B, int64_t ldb, const float *beta,
    float *C, int64_t ldc);
cublasStatus_t cublasDsyrkx(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const double *alpha, const double
    *A, int lda, const double *B, int ldb, const double *beta, double *C, int
    ldc);
cublasStatus_t cublasDsyrkx_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const double *alpha, const
    double *A, int64_t lda, const double *B, int64_t ldb, const double *beta,
    double *C, int64_t ldc);
cublasStatus_t cublasCsyrkx(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuComplex *alpha, const
    cuComplex *A, int lda, const cuComplex *B, int ldb, const cuComplex *beta,
    cuComplex *C, int ldc);
cublasStatus_t cublasCsyrkx_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const cuComplex *alpha,
    const cuComplex *A, int64_t lda, const cuComplex *B, int64_t ldb, const
    cuComplex *beta, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZsyrkx(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb, const
    cuDoubleComplex *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZsyrkx_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const cuDoubleComplex
    *alpha, const cuDoubleComplex *A, int64_t lda, const cuDoubleComplex *B,
    int64_t ldb, const cuDoubleComplex *beta, cuDoubleComplex *C, int64_t ldc);
cublasStatus_t cublasCherkx(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuComplex *alpha, const
    cuComplex *A, int lda, const cuComplex *B, int ldb, const float *beta,
    cuComplex *C, int ldc);
cublasStatus_t cublasCherkx_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const cuComplex *alpha,
    const cuComplex *A, int64_t lda, const cuComplex *B, int64_t ldb, const
    float *beta, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZherkx(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int n, int k, const cuDoubleComplex *alpha, const
    cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb, const
    double *beta, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZherkx_64(cublasHandle_t handle, cublasFillMode_t uplo,
    cublasOperation_t trans, int64_t n, int64_t k, const cuDoubleComplex
    *alpha, const cuDoubleComplex *A, int64_t lda, const cuDoubleComplex *B,
    int64_t ldb, const double *beta, cuDoubleComplex *C, int64_t ldc);
cublasStatus_t cublasStrmm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
    m, int n, const float *alpha, const float *A, int lda, const float *B, int
    ldb, float *C, int ldc);
cublasStatus_t cublasStrmm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
    int64_t m, int64_t n, const float *alpha, const float *A, int64_t lda,
    const float *B, int64_t ldb, float *C, int64_t ldc);
cublasStatus_t cublasDtrmm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
    m, int n, const double *alpha, const double *A, int lda, const double *B,
    int ldb, double *C, int ldc);
cublasStatus_t cublasDtrmm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
    int64_t m, int64_t n, const double *alpha, const double *A, int64_t lda,
    const double *B, int64_t ldb, double *C, int64_t ldc);
cublasStatus_t cublasCtrmm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
    m, int n, const cuComplex *alpha, const cuComplex *A, int lda, const
    cuComplex *B, int ldb, cuComplex *C, int ldc);
cublasStatus_t cublasCtrmm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
    int64_t m, int64_t n, const cuComplex *alpha, const cuComplex *A, int64_t
    lda, const cuComplex *B, int64_t ldb, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZtrmm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
    m, int n, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
    const cuDoubleComplex *B, int ldb, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZtrmm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
    int64_t m, int64_t n, const cuDoubleComplex *alpha, const cuDoubleComplex
    *A, int64_t lda, const cuDoubleComplex *B, int64_t ldb, cuDoubleComplex
    *C, int64_t ldc);
cublasStatus_t cublasStrsm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
    m, int n, const float *alpha, const float *A, int lda, float *B, int ldb);
cublasStatus_t cublasStrsm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
    int64_t m, int64_t n, const float *alpha, const float *A, int64_t lda,
    float *B, int64_t ldb);
cublasStatus_t cublasStrsmBatched(cublasHandle_t handle, cublasSideMode_t
    side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int m, int n, const float *alpha, const float *const *A, int lda,
    float *const *B, int ldb, int batchCount);
cublasStatus_t cublasStrsmBatched_64(cublasHandle_t handle, cublasSideMode_t
    side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int64_t m, int64_t n, const float *alpha, const float *const *A,
    int64_t lda, float *const *B, int64_t ldb, int64_t batchCount);
cublasStatus_t cublasDtrsm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
    m, int n, const double *alpha, const double *A, int lda, double *B, int
    ldb);
cublasStatus_t cublasDtrsm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
    int64_t m, int64_t n, const double *alpha, const double *A, int64_t lda,
    double *B, int64_t ldb);
cublasStatus_t cublasDtrsmBatched(cublasHandle_t handle, cublasSideMode_t
    side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int m, int n, const double *alpha, const double *const *A, int lda,
    double *const *B, int ldb, int batchCount);
cublasStatus_t cublasDtrsmBatched_64(cublasHandle_t handle, cublasSideMode_t
    side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int64_t m, int64_t n, const double *alpha, const double *const *A,
    int64_t lda, double *const *B, int64_t ldb, int64_t batchCount);
cublasStatus_t cublasCtrsm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
    m, int n, const cuComplex *alpha, const cuComplex *A, int lda, cuComplex
    *B, int ldb);
cublasStatus_t cublasCtrsm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
    int64_t m, int64_t n, const cuComplex *alpha, const cuComplex *A, int64_t
    lda, cuComplex *B, int64_t ldb);
cublasStatus_t cublasCtrsmBatched(cublasHandle_t handle, cublasSideMode_t
    side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int m, int n, const cuComplex *alpha, const cuComplex *const *A, int
    lda, cuComplex *const *B, int ldb, int batchCount);
cublasStatus_t cublasCtrsmBatched_64(cublasHandle_t handle, cublasSideMode_t
    side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int64_t m, int64_t n, const cuComplex *alpha, const cuComplex *const
    *A, int64_t lda, cuComplex *const *B, int64_t ldb, int64_t batchCount);
cublasStatus_t cublasZtrsm_v2(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
    m, int n, const cuDoubleComplex *alpha, const cuDoubleComplex *A, int lda,
    cuDoubleComplex *B, int ldb);
cublasStatus_t cublasZtrsm_v2_64(cublasHandle_t handle, cublasSideMode_t side,
    cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
    int64_t m, int64_t n, const cuDoubleComplex *alpha, const cuDoubleComplex
    *A, int64_t lda, cuDoubleComplex *B, int64_t ldb);
cublasStatus_t cublasZtrsmBatched(cublasHandle_t handle, cublasSideMode_t
    side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int m, int n, const cuDoubleComplex *alpha, const cuDoubleComplex
    *const *A, int lda, cuDoubleComplex *const *B, int ldb, int batchCount);
cublasStatus_t cublasZtrsmBatched_64(cublasHandle_t handle, cublasSideMode_t
    side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int64_t m, int64_t n, const cuDoubleComplex *alpha, const
    cuDoubleComplex *const *A, int64_t lda, cuDoubleComplex *const *B, int64_t
    ldb, int64_t batchCount);
cublasStatus_t cublasSgeam(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int m, int n, const float *alpha, const float
    *A, int lda, const float *beta, const float *B, int ldb, float *C, int
    ldc);
cublasStatus_t cublasSgeam_64(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int64_t m, int64_t n, const float *alpha, const
    float *A, int64_t lda, const float *beta, const float *B, int64_t ldb,
    float *C, int64_t ldc);
cublasStatus_t cublasDgeam(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int m, int n, const double *alpha, const double
    *A, int lda, const double *beta, const double *B, int ldb, double *C, int
    ldc);
cublasStatus_t cublasDgeam_64(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int64_t m, int64_t n, const double *alpha, const
    double *A, int64_t lda, const double *beta, const double *B, int64_t ldb,
    double *C, int64_t ldc);
cublasStatus_t cublasCgeam(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int m, int n, const cuComplex *alpha, const
    cuComplex *A, int lda, const cuComplex *beta, const cuComplex *B, int ldb,
    cuComplex *C, int ldc);
cublasStatus_t cublasCgeam_64(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int64_t m, int64_t n, const cuComplex *alpha,
    const cuComplex *A, int64_t lda, const cuComplex *beta, const cuComplex
    *B, int64_t ldb, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZgeam(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int m, int n, const cuDoubleComplex *alpha,
    const cuDoubleComplex *A, int lda, const cuDoubleComplex *beta, const
    cuDoubleComplex *B, int ldb, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZgeam_64(cublasHandle_t handle, cublasOperation_t transa,
    cublasOperation_t transb, int64_t m, int64_t n, const cuDoubleComplex
    *alpha, const cuDoubleComplex *A, int64_t lda, const cuDoubleComplex
    *beta, const cuDoubleComplex *B, int64_t ldb, cuDoubleComplex *C, int64_t
    ldc);
cublasStatus_t cublasSdgmm(cublasHandle_t handle, cublasSideMode_t side, int
    m, int n, const float *A, int lda, const float *x, int incx, float *C, int
    ldc);
cublasStatus_t cublasSdgmm_64(cublasHandle_t handle, cublasSideMode_t side,
    int64_t m, int64_t n, const float *A, int64_t lda, const float *x, int64_t
    incx, float *C, int64_t ldc);
cublasStatus_t cublasDdgmm(cublasHandle_t handle, cublasSideMode_t side, int
    m, int n, const double *A, int lda, const double *x, int incx, double *C,
    int ldc);
cublasStatus_t cublasDdgmm_64(cublasHandle_t handle, cublasSideMode_t side,
    int64_t m, int64_t n, const double *A, int64_t lda, const double *x,
    int64_t incx, double *C, int64_t ldc);
cublasStatus_t cublasCdgmm(cublasHandle_t handle, cublasSideMode_t side, int
    m, int n, const cuComplex *A, int lda, const cuComplex *x, int incx,
    cuComplex *C, int ldc);
cublasStatus_t cublasCdgmm_64(cublasHandle_t handle, cublasSideMode_t side,
    int64_t m, int64_t n, const cuComplex *A, int64_t lda, const cuComplex *x,
    int64_t incx, cuComplex *C, int64_t ldc);
cublasStatus_t cublasZdgmm(cublasHandle_t handle, cublasSideMode_t side, int
    m, int n, const cuDoubleComplex *A, int lda, const cuDoubleComplex *x, int
    incx, cuDoubleComplex *C, int ldc);
cublasStatus_t cublasZdgmm_64(cublasHandle_t handle, cublasSideMode_t side,
    int64_t m, int64_t n, const cuDoubleComplex *A, int64_t lda, const
    cuDoubleComplex *x, int64_t incx, cuDoubleComplex *C, int64_t ldc);
/* clang-format on */
