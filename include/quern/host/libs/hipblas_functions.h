/* SPDX-License-Identifier: Apache-2.0 */
/* Made by tools/gen_blas.py: the functions of hipBLAS that BLAS has, too. */
/* clang-format off */
hipblasStatus_t hipblasIsamax(hipblasHandle_t handle, int n, const float *x,
    int incx, int *result);
hipblasStatus_t hipblasIsamax_64(hipblasHandle_t handle, int64_t n, const
    float *x, int64_t incx, int64_t *result);
hipblasStatus_t hipblasIsamaxBatched(hipblasHandle_t handle, int n, const
    float *const *x, int incx, int batchCount, int *result);
hipblasStatus_t hipblasIsamaxBatched_64(hipblasHandle_t handle, int64_t n,
    const float *const *x, int64_t incx, int64_t batchCount, int64_t *result);
hipblasStatus_t hipblasIsamaxStridedBatched(hipblasHandle_t handle, int n,
    const float *x, int incx, hipblasStride stride_x, int batchCount, int
    *result);
hipblasStatus_t hipblasIsamaxStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const float *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, int64_t *result);
hipblasStatus_t hipblasIdamax(hipblasHandle_t handle, int n, const double *x,
    int incx, int *result);
hipblasStatus_t hipblasIdamax_64(hipblasHandle_t handle, int64_t n, const
    double *x, int64_t incx, int64_t *result);
hipblasStatus_t hipblasIdamaxBatched(hipblasHandle_t handle, int n, const
    double *const *x, int incx, int batchCount, int *result);
hipblasStatus_t hipblasIdamaxBatched_64(hipblasHandle_t handle, int64_t n,
    const double *const *x, int64_t incx, int64_t batchCount, int64_t *result);
hipblasStatus_t hipblasIdamaxStridedBatched(hipblasHandle_t handle, int n,
    const double *x, int incx, hipblasStride stride_x, int batchCount, int
    *result);
hipblasStatus_t hipblasIdamaxStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const double *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, int64_t *result);
hipblasStatus_t hipblasIcamax(hipblasHandle_t handle, int n, const
    hipblasComplex *x, int incx, int *result);
hipblasStatus_t hipblasIcamax_64(hipblasHandle_t handle, int64_t n, const
    hipblasComplex *x, int64_t incx, int64_t *result);
hipblasStatus_t hipblasIcamaxBatched(hipblasHandle_t handle, int n, const
    hipblasComplex *const *x, int incx, int batchCount, int *result);
hipblasStatus_t hipblasIcamaxBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasComplex *const *x, int64_t incx, int64_t batchCount, int64_t
    *result);
hipblasStatus_t hipblasIcamaxStridedBatched(hipblasHandle_t handle, int n,
    const hipblasComplex *x, int incx, hipblasStride stride_x, int batchCount,
    int *result);
hipblasStatus_t hipblasIcamaxStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, int64_t *result);
hipblasStatus_t hipblasIzamax(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *x, int incx, int *result);
hipblasStatus_t hipblasIzamax_64(hipblasHandle_t handle, int64_t n, const
    hipblasDoubleComplex *x, int64_t incx, int64_t *result);
hipblasStatus_t hipblasIzamaxBatched(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *const *x, int incx, int batchCount, int *result);
hipblasStatus_t hipblasIzamaxBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasDoubleComplex *const *x, int64_t incx, int64_t batchCount,
    int64_t *result);
hipblasStatus_t hipblasIzamaxStridedBatched(hipblasHandle_t handle, int n,
    const hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int
    batchCount, int *result);
hipblasStatus_t hipblasIzamaxStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    int64_t batchCount, int64_t *result);
hipblasStatus_t hipblasIsamin(hipblasHandle_t handle, int n, const float *x,
    int incx, int *result);
hipblasStatus_t hipblasIsamin_64(hipblasHandle_t handle, int64_t n, const
    float *x, int64_t incx, int64_t *result);
hipblasStatus_t hipblasIsaminBatched(hipblasHandle_t handle, int n, const
    float *const *x, int incx, int batchCount, int *result);
hipblasStatus_t hipblasIsaminBatched_64(hipblasHandle_t handle, int64_t n,
    const float *const *x, int64_t incx, int64_t batchCount, int64_t *result);
hipblasStatus_t hipblasIsaminStridedBatched(hipblasHandle_t handle, int n,
    const float *x, int incx, hipblasStride stride_x, int batchCount, int
    *result);
hipblasStatus_t hipblasIsaminStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const float *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, int64_t *result);
hipblasStatus_t hipblasIdamin(hipblasHandle_t handle, int n, const double *x,
    int incx, int *result);
hipblasStatus_t hipblasIdamin_64(hipblasHandle_t handle, int64_t n, const
    double *x, int64_t incx, int64_t *result);
hipblasStatus_t hipblasIdaminBatched(hipblasHandle_t handle, int n, const
    double *const *x, int incx, int batchCount, int *result);
hipblasStatus_t hipblasIdaminBatched_64(hipblasHandle_t handle, int64_t n,
    const double *const *x, int64_t incx, int64_t batchCount, int64_t *result);
hipblasStatus_t hipblasIdaminStridedBatched(hipblasHandle_t handle, int n,
    const double *x, int incx, hipblasStride stride_x, int batchCount, int
    *result);
hipblasStatus_t hipblasIdaminStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const double *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, int64_t *result);
hipblasStatus_t hipblasIcamin(hipblasHandle_t handle, int n, const
    hipblasComplex *x, int incx, int *result);
hipblasStatus_t hipblasIcamin_64(hipblasHandle_t handle, int64_t n, const
    hipblasComplex *x, int64_t incx, int64_t *result);
hipblasStatus_t hipblasIcaminBatched(hipblasHandle_t handle, int n, const
    hipblasComplex *const *x, int incx, int batchCount, int *result);
hipblasStatus_t hipblasIcaminBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasComplex *const *x, int64_t incx, int64_t batchCount, int64_t
    *result);
hipblasStatus_t hipblasIcaminStridedBatched(hipblasHandle_t handle, int n,
    const hipblasComplex *x, int incx, hipblasStride stride_x, int batchCount,
    int *result);
hipblasStatus_t hipblasIcaminStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, int64_t *result);
hipblasStatus_t hipblasIzamin(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *x, int incx, int *result);
hipblasStatus_t hipblasIzamin_64(hipblasHandle_t handle, int64_t n, const
    hipblasDoubleComplex *x, int64_t incx, int64_t *result);
hipblasStatus_t hipblasIzaminBatched(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *const *x, int incx, int batchCount, int *result);
hipblasStatus_t hipblasIzaminBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasDoubleComplex *const *x, int64_t incx, int64_t batchCount,
    int64_t *result);
hipblasStatus_t hipblasIzaminStridedBatched(hipblasHandle_t handle, int n,
    const hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int
    batchCount, int *result);
hipblasStatus_t hipblasIzaminStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    int64_t batchCount, int64_t *result);
hipblasStatus_t hipblasSasum(hipblasHandle_t handle, int n, const float *x,
    int incx, float *result);
hipblasStatus_t hipblasSasum_64(hipblasHandle_t handle, int64_t n, const float
    *x, int64_t incx, float *result);
hipblasStatus_t hipblasSasumBatched(hipblasHandle_t handle, int n, const float
    *const *x, int incx, int batchCount, float *result);
hipblasStatus_t hipblasSasumBatched_64(hipblasHandle_t handle, int64_t n,
    const float *const *x, int64_t incx, int64_t batchCount, float *result);
hipblasStatus_t hipblasSasumStridedBatched(hipblasHandle_t handle, int n,
    const float *x, int incx, hipblasStride stride_x, int batchCount, float
    *result);
hipblasStatus_t hipblasSasumStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const float *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, float *result);
hipblasStatus_t hipblasDasum(hipblasHandle_t handle, int n, const double *x,
    int incx, double *result);
hipblasStatus_t hipblasDasum_64(hipblasHandle_t handle, int64_t n, const
    double *x, int64_t incx, double *result);
hipblasStatus_t hipblasDasumBatched(hipblasHandle_t handle, int n, const
    double *const *x, int incx, int batchCount, double *result);
hipblasStatus_t hipblasDasumBatched_64(hipblasHandle_t handle, int64_t n,
    const double *const *x, int64_t incx, int64_t batchCount, double *result);
hipblasStatus_t hipblasDasumStridedBatched(hipblasHandle_t handle, int n,
    const double *x, int incx, hipblasStride stride_x, int batchCount, double
    *result);
hipblasStatus_t hipblasDasumStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const double *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, double *result);
hipblasStatus_t hipblasScasum(hipblasHandle_t handle, int n, const
    hipblasComplex *x, int incx, float *result);
hipblasStatus_t hipblasScasum_64(hipblasHandle_t handle, int64_t n, const
    hipblasComplex *x, int64_t incx, float *result);
hipblasStatus_t hipblasScasumBatched(hipblasHandle_t handle, int n, const
    hipblasComplex *const *x, int incx, int batchCount, float *result);
hipblasStatus_t hipblasScasumBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasComplex *const *x, int64_t incx, int64_t batchCount, float
    *result);
hipblasStatus_t hipblasScasumStridedBatched(hipblasHandle_t handle, int n,
    const hipblasComplex *x, int incx, hipblasStride stride_x, int batchCount,
    float *result);
hipblasStatus_t hipblasScasumStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, float *result);
hipblasStatus_t hipblasDzasum(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *x, int incx, double *result);
hipblasStatus_t hipblasDzasum_64(hipblasHandle_t handle, int64_t n, const
    hipblasDoubleComplex *x, int64_t incx, double *result);
hipblasStatus_t hipblasDzasumBatched(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *const *x, int incx, int batchCount, double *result);
hipblasStatus_t hipblasDzasumBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasDoubleComplex *const *x, int64_t incx, int64_t batchCount,
    double *result);
hipblasStatus_t hipblasDzasumStridedBatched(hipblasHandle_t handle, int n,
    const hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int
    batchCount, double *result);
hipblasStatus_t hipblasDzasumStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    int64_t batchCount, double *result);
hipblasStatus_t hipblasSnrm2(hipblasHandle_t handle, int n, const float *x,
    int incx, float *result);
hipblasStatus_t hipblasSnrm2_64(hipblasHandle_t handle, int64_t n, const float
    *x, int64_t incx, float *result);
hipblasStatus_t hipblasSnrm2Batched(hipblasHandle_t handle, int n, const float
    *const *x, int incx, int batchCount, float *result);
hipblasStatus_t hipblasSnrm2Batched_64(hipblasHandle_t handle, int64_t n,
    const float *const *x, int64_t incx, int64_t batchCount, float *result);
hipblasStatus_t hipblasSnrm2StridedBatched(hipblasHandle_t handle, int n,
    const float *x, int incx, hipblasStride stride_x, int batchCount, float
    *result);
hipblasStatus_t hipblasSnrm2StridedBatched_64(hipblasHandle_t handle, int64_t
    n, const float *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, float *result);
hipblasStatus_t hipblasDnrm2(hipblasHandle_t handle, int n, const double *x,
    int incx, double *result);
hipblasStatus_t hipblasDnrm2_64(hipblasHandle_t handle, int64_t n, const
    double *x, int64_t incx, double *result);
hipblasStatus_t hipblasDnrm2Batched(hipblasHandle_t handle, int n, const
    double *const *x, int incx, int batchCount, double *result);
hipblasStatus_t hipblasDnrm2Batched_64(hipblasHandle_t handle, int64_t n,
    const double *const *x, int64_t incx, int64_t batchCount, double *result);
hipblasStatus_t hipblasDnrm2StridedBatched(hipblasHandle_t handle, int n,
    const double *x, int incx, hipblasStride stride_x, int batchCount, double
    *result);
hipblasStatus_t hipblasDnrm2StridedBatched_64(hipblasHandle_t handle, int64_t
    n, const double *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, double *result);
hipblasStatus_t hipblasScnrm2(hipblasHandle_t handle, int n, const
    hipblasComplex *x, int incx, float *result);
hipblasStatus_t hipblasScnrm2_64(hipblasHandle_t handle, int64_t n, const
    hipblasComplex *x, int64_t incx, float *result);
hipblasStatus_t hipblasScnrm2Batched(hipblasHandle_t handle, int n, const
    hipblasComplex *const *x, int incx, int batchCount, float *result);
hipblasStatus_t hipblasScnrm2Batched_64(hipblasHandle_t handle, int64_t n,
    const hipblasComplex *const *x, int64_t incx, int64_t batchCount, float
    *result);
hipblasStatus_t hipblasScnrm2StridedBatched(hipblasHandle_t handle, int n,
    const hipblasComplex *x, int incx, hipblasStride stride_x, int batchCount,
    float *result);
hipblasStatus_t hipblasScnrm2StridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount, float *result);
hipblasStatus_t hipblasDznrm2(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *x, int incx, double *result);
hipblasStatus_t hipblasDznrm2_64(hipblasHandle_t handle, int64_t n, const
    hipblasDoubleComplex *x, int64_t incx, double *result);
hipblasStatus_t hipblasDznrm2Batched(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *const *x, int incx, int batchCount, double *result);
hipblasStatus_t hipblasDznrm2Batched_64(hipblasHandle_t handle, int64_t n,
    const hipblasDoubleComplex *const *x, int64_t incx, int64_t batchCount,
    double *result);
hipblasStatus_t hipblasDznrm2StridedBatched(hipblasHandle_t handle, int n,
    const hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int
    batchCount, double *result);
hipblasStatus_t hipblasDznrm2StridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    int64_t batchCount, double *result);
hipblasStatus_t hipblasSaxpy(hipblasHandle_t handle, int n, const float
    *alpha, const float *x, int incx, float *y, int incy);
hipblasStatus_t hipblasSaxpy_64(hipblasHandle_t handle, int64_t n, const float
    *alpha, const float *x, int64_t incx, float *y, int64_t incy);
hipblasStatus_t hipblasSaxpyBatched(hipblasHandle_t handle, int n, const float
    *alpha, const float *const *x, int incx, float *const *y, int incy, int
    batchCount);
hipblasStatus_t hipblasSaxpyBatched_64(hipblasHandle_t handle, int64_t n,
    const float *alpha, const float *const *x, int64_t incx, float *const *y,
    int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasSaxpyStridedBatched(hipblasHandle_t handle, int n,
    const float *alpha, const float *x, int incx, hipblasStride stride_x,
    float *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasSaxpyStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const float *alpha, const float *x, int64_t incx, hipblasStride
    stride_x, float *y, int64_t incy, hipblasStride stride_y, int64_t
    batchCount);
hipblasStatus_t hipblasDaxpy(hipblasHandle_t handle, int n, const double
    *alpha, const double *x, int incx, double *y, int incy);
hipblasStatus_t hipblasDaxpy_64(hipblasHandle_t handle, int64_t n, const
    double *alpha, const double *x, int64_t incx, double *y, int64_t incy);
hipblasStatus_t hipblasDaxpyBatched(hipblasHandle_t handle, int n, const
    double *alpha, const double *const *x, int incx, double *const *y, int
    incy, int batchCount);
hipblasStatus_t hipblasDaxpyBatched_64(hipblasHandle_t handle, int64_t n,
    const double *alpha, const double *const *x, int64_t incx, double *const
    *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasDaxpyStridedBatched(hipblasHandle_t handle, int n,
    const double *alpha, const double *x, int incx, hipblasStride stride_x,
    double *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasDaxpyStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const double *alpha, const double *x, int64_t incx, hipblasStride
    stride_x, double *y, int64_t incy, hipblasStride stride_y, int64_t
    batchCount);
hipblasStatus_t hipblasCaxpy(hipblasHandle_t handle, int n, const
    hipblasComplex *alpha, const hipblasComplex *x, int incx, hipblasComplex
    *y, int incy);
hipblasStatus_t hipblasCaxpy_64(hipblasHandle_t handle, int64_t n, const
    hipblasComplex *alpha, const hipblasComplex *x, int64_t incx,
    hipblasComplex *y, int64_t incy);
hipblasStatus_t hipblasCaxpyBatched(hipblasHandle_t handle, int n, const
    hipblasComplex *alpha, const hipblasComplex *const *x, int incx,
    hipblasComplex *const *y, int incy, int batchCount);
hipblasStatus_t hipblasCaxpyBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasComplex *alpha, const hipblasComplex *const *x, int64_t incx,
    hipblasComplex *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasCaxpyStridedBatched(hipblasHandle_t handle, int n,
    const hipblasComplex *alpha, const hipblasComplex *x, int incx,
    hipblasStride stride_x, hipblasComplex *y, int incy, hipblasStride
    stride_y, int batchCount);
hipblasStatus_t hipblasCaxpyStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasComplex *alpha, const hipblasComplex *x, int64_t incx,
    hipblasStride stride_x, hipblasComplex *y, int64_t incy, hipblasStride
    stride_y, int64_t batchCount);
hipblasStatus_t hipblasZaxpy(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x, int incx,
    hipblasDoubleComplex *y, int incy);
hipblasStatus_t hipblasZaxpy_64(hipblasHandle_t handle, int64_t n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x, int64_t incx,
    hipblasDoubleComplex *y, int64_t incy);
hipblasStatus_t hipblasZaxpyBatched(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *x, int
    incx, hipblasDoubleComplex *const *y, int incy, int batchCount);
hipblasStatus_t hipblasZaxpyBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *x,
    int64_t incx, hipblasDoubleComplex *const *y, int64_t incy, int64_t
    batchCount);
hipblasStatus_t hipblasZaxpyStridedBatched(hipblasHandle_t handle, int n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x, int
    incx, hipblasStride stride_x, hipblasDoubleComplex *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasZaxpyStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x,
    int64_t incx, hipblasStride stride_x, hipblasDoubleComplex *y, int64_t
    incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasScopy(hipblasHandle_t handle, int n, const float *x,
    int incx, float *y, int incy);
hipblasStatus_t hipblasScopy_64(hipblasHandle_t handle, int64_t n, const float
    *x, int64_t incx, float *y, int64_t incy);
hipblasStatus_t hipblasScopyBatched(hipblasHandle_t handle, int n, const float
    *const *x, int incx, float *const *y, int incy, int batchCount);
hipblasStatus_t hipblasScopyBatched_64(hipblasHandle_t handle, int64_t n,
    const float *const *x, int64_t incx, float *const *y, int64_t incy,
    int64_t batchCount);
hipblasStatus_t hipblasScopyStridedBatched(hipblasHandle_t handle, int n,
    const float *x, int incx, hipblasStride stride_x, float *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasScopyStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const float *x, int64_t incx, hipblasStride stride_x, float *y, int64_t
    incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasDcopy(hipblasHandle_t handle, int n, const double *x,
    int incx, double *y, int incy);
hipblasStatus_t hipblasDcopy_64(hipblasHandle_t handle, int64_t n, const
    double *x, int64_t incx, double *y, int64_t incy);
hipblasStatus_t hipblasDcopyBatched(hipblasHandle_t handle, int n, const
    double *const *x, int incx, double *const *y, int incy, int batchCount);
hipblasStatus_t hipblasDcopyBatched_64(hipblasHandle_t handle, int64_t n,
    const double *const *x, int64_t incx, double *const *y, int64_t incy,
    int64_t batchCount);
hipblasStatus_t hipblasDcopyStridedBatched(hipblasHandle_t handle, int n,
    const double *x, int incx, hipblasStride stride_x, double *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasDcopyStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const double *x, int64_t incx, hipblasStride stride_x, double *y,
    int64_t incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasCcopy(hipblasHandle_t handle, int n, const
    hipblasComplex *x, int incx, hipblasComplex *y, int incy);
hipblasStatus_t hipblasCcopy_64(hipblasHandle_t handle, int64_t n, const
    hipblasComplex *x, int64_t incx, hipblasComplex *y, int64_t incy);
hipblasStatus_t hipblasCcopyBatched(hipblasHandle_t handle, int n, const
    hipblasComplex *const *x, int incx, hipblasComplex *const *y, int incy,
    int batchCount);
hipblasStatus_t hipblasCcopyBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasComplex *const *x, int64_t incx, hipblasComplex *const *y,
    int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasCcopyStridedBatched(hipblasHandle_t handle, int n,
    const hipblasComplex *x, int incx, hipblasStride stride_x, hipblasComplex
    *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasCcopyStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasComplex *x, int64_t incx, hipblasStride stride_x,
    hipblasComplex *y, int64_t incy, hipblasStride stride_y, int64_t
    batchCount);
hipblasStatus_t hipblasZcopy(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *x, int incx, hipblasDoubleComplex *y, int incy);
hipblasStatus_t hipblasZcopy_64(hipblasHandle_t handle, int64_t n, const
    hipblasDoubleComplex *x, int64_t incx, hipblasDoubleComplex *y, int64_t
    incy);
hipblasStatus_t hipblasZcopyBatched(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *const *x, int incx, hipblasDoubleComplex *const *y,
    int incy, int batchCount);
hipblasStatus_t hipblasZcopyBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasDoubleComplex *const *x, int64_t incx, hipblasDoubleComplex
    *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasZcopyStridedBatched(hipblasHandle_t handle, int n,
    const hipblasDoubleComplex *x, int incx, hipblasStride stride_x,
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasZcopyStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y, int64_t
    batchCount);
hipblasStatus_t hipblasSswap(hipblasHandle_t handle, int n, float *x, int
    incx, float *y, int incy);
hipblasStatus_t hipblasSswap_64(hipblasHandle_t handle, int64_t n, float *x,
    int64_t incx, float *y, int64_t incy);
hipblasStatus_t hipblasSswapBatched(hipblasHandle_t handle, int n, float
    *const *x, int incx, float *const *y, int incy, int batchCount);
hipblasStatus_t hipblasSswapBatched_64(hipblasHandle_t handle, int64_t n,
    float *const *x, int64_t incx, float *const *y, int64_t incy, int64_t
    batchCount);
hipblasStatus_t hipblasSswapStridedBatched(hipblasHandle_t handle, int n,
    float *x, int incx, hipblasStride stride_x, float *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasSswapStridedBatched_64(hipblasHandle_t handle, int64_t
    n, float *x, int64_t incx, hipblasStride stride_x, float *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasDswap(hipblasHandle_t handle, int n, double *x, int
    incx, double *y, int incy);
hipblasStatus_t hipblasDswap_64(hipblasHandle_t handle, int64_t n, double *x,
    int64_t incx, double *y, int64_t incy);
hipblasStatus_t hipblasDswapBatched(hipblasHandle_t handle, int n, double
    *const *x, int incx, double *const *y, int incy, int batchCount);
hipblasStatus_t hipblasDswapBatched_64(hipblasHandle_t handle, int64_t n,
    double *const *x, int64_t incx, double *const *y, int64_t incy, int64_t
    batchCount);
hipblasStatus_t hipblasDswapStridedBatched(hipblasHandle_t handle, int n,
    double *x, int incx, hipblasStride stride_x, double *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasDswapStridedBatched_64(hipblasHandle_t handle, int64_t
    n, double *x, int64_t incx, hipblasStride stride_x, double *y, int64_t
    incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasCswap(hipblasHandle_t handle, int n, hipblasComplex *x,
    int incx, hipblasComplex *y, int incy);
hipblasStatus_t hipblasCswap_64(hipblasHandle_t handle, int64_t n,
    hipblasComplex *x, int64_t incx, hipblasComplex *y, int64_t incy);
hipblasStatus_t hipblasCswapBatched(hipblasHandle_t handle, int n,
    hipblasComplex *const *x, int incx, hipblasComplex *const *y, int incy,
    int batchCount);
hipblasStatus_t hipblasCswapBatched_64(hipblasHandle_t handle, int64_t n,
    hipblasComplex *const *x, int64_t incx, hipblasComplex *const *y, int64_t
    incy, int64_t batchCount);
hipblasStatus_t hipblasCswapStridedBatched(hipblasHandle_t handle, int n,
    hipblasComplex *x, int incx, hipblasStride stride_x, hipblasComplex *y,
    int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasCswapStridedBatched_64(hipblasHandle_t handle, int64_t
    n, hipblasComplex *x, int64_t incx, hipblasStride stride_x, hipblasComplex
    *y, int64_t incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasZswap(hipblasHandle_t handle, int n,
    hipblasDoubleComplex *x, int incx, hipblasDoubleComplex *y, int incy);
hipblasStatus_t hipblasZswap_64(hipblasHandle_t handle, int64_t n,
    hipblasDoubleComplex *x, int64_t incx, hipblasDoubleComplex *y, int64_t
    incy);
hipblasStatus_t hipblasZswapBatched(hipblasHandle_t handle, int n,
    hipblasDoubleComplex *const *x, int incx, hipblasDoubleComplex *const *y,
    int incy, int batchCount);
hipblasStatus_t hipblasZswapBatched_64(hipblasHandle_t handle, int64_t n,
    hipblasDoubleComplex *const *x, int64_t incx, hipblasDoubleComplex *const
    *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasZswapStridedBatched(hipblasHandle_t handle, int n,
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x,
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasZswapStridedBatched_64(hipblasHandle_t handle, int64_t
    n, hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y, int64_t
    batchCount);
hipblasStatus_t hipblasSscal(hipblasHandle_t handle, int n, const float
    *alpha, float *x, int incx);
hipblasStatus_t hipblasSscal_64(hipblasHandle_t handle, int64_t n, const float
    *alpha, float *x, int64_t incx);
hipblasStatus_t hipblasSscalBatched(hipblasHandle_t handle, int n, const float
    *alpha, float *const *x, int incx, int batchCount);
hipblasStatus_t hipblasSscalBatched_64(hipblasHandle_t handle, int64_t n,
    const float *alpha, float *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasSscalStridedBatched(hipblasHandle_t handle, int n,
    const float *alpha, float *x, int incx, hipblasStride stride_x, int
    batchCount);
hipblasStatus_t hipblasSscalStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const float *alpha, float *x, int64_t incx, hipblasStride stride_x,
    int64_t batchCount);
hipblasStatus_t hipblasDscal(hipblasHandle_t handle, int n, const double
    *alpha, double *x, int incx);
hipblasStatus_t hipblasDscal_64(hipblasHandle_t handle, int64_t n, const
    double *alpha, double *x, int64_t incx);
hipblasStatus_t hipblasDscalBatched(hipblasHandle_t handle, int n, const
    double *alpha, double *const *x, int incx, int batchCount);
hipblasStatus_t hipblasDscalBatched_64(hipblasHandle_t handle, int64_t n,
    const double *alpha, double *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasDscalStridedBatched(hipblasHandle_t handle, int n,
    const double *alpha, double *x, int incx, hipblasStride stride_x, int
    batchCount);
hipblasStatus_t hipblasDscalStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const double *alpha, double *x, int64_t incx, hipblasStride stride_x,
    int64_t batchCount);
hipblasStatus_t hipblasCscal(hipblasHandle_t handle, int n, const
    hipblasComplex *alpha, hipblasComplex *x, int incx);
hipblasStatus_t hipblasCscal_64(hipblasHandle_t handle, int64_t n, const
    hipblasComplex *alpha, hipblasComplex *x, int64_t incx);
hipblasStatus_t hipblasCscalBatched(hipblasHandle_t handle, int n, const
    hipblasComplex *alpha, hipblasComplex *const *x, int incx, int batchCount);
hipblasStatus_t hipblasCscalBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasComplex *alpha, hipblasComplex *const *x, int64_t incx,
    int64_t batchCount);
hipblasStatus_t hipblasCscalStridedBatched(hipblasHandle_t handle, int n,
    const hipblasComplex *alpha, hipblasComplex *x, int incx, hipblasStride
    stride_x, int batchCount);
hipblasStatus_t hipblasCscalStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasComplex *alpha, hipblasComplex *x, int64_t incx,
    hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasZscal(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *alpha, hipblasDoubleComplex *x, int incx);
hipblasStatus_t hipblasZscal_64(hipblasHandle_t handle, int64_t n, const
    hipblasDoubleComplex *alpha, hipblasDoubleComplex *x, int64_t incx);
hipblasStatus_t hipblasZscalBatched(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *alpha, hipblasDoubleComplex *const *x, int incx, int
    batchCount);
hipblasStatus_t hipblasZscalBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasDoubleComplex *alpha, hipblasDoubleComplex *const *x, int64_t
    incx, int64_t batchCount);
hipblasStatus_t hipblasZscalStridedBatched(hipblasHandle_t handle, int n,
    const hipblasDoubleComplex *alpha, hipblasDoubleComplex *x, int incx,
    hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasZscalStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasDoubleComplex *alpha, hipblasDoubleComplex *x, int64_t
    incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasCsscal(hipblasHandle_t handle, int n, const float
    *alpha, hipblasComplex *x, int incx);
hipblasStatus_t hipblasCsscal_64(hipblasHandle_t handle, int64_t n, const
    float *alpha, hipblasComplex *x, int64_t incx);
hipblasStatus_t hipblasCsscalBatched(hipblasHandle_t handle, int n, const
    float *alpha, hipblasComplex *const *x, int incx, int batchCount);
hipblasStatus_t hipblasCsscalBatched_64(hipblasHandle_t handle, int64_t n,
    const float *alpha, hipblasComplex *const *x, int64_t incx, int64_t
    batchCount);
hipblasStatus_t hipblasCsscalStridedBatched(hipblasHandle_t handle, int n,
    const float *alpha, hipblasComplex *x, int incx, hipblasStride stride_x,
    int batchCount);
hipblasStatus_t hipblasCsscalStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const float *alpha, hipblasComplex *x, int64_t incx, hipblasStride
    stride_x, int64_t batchCount);
hipblasStatus_t hipblasZdscal(hipblasHandle_t handle, int n, const double
    *alpha, hipblasDoubleComplex *x, int incx);
hipblasStatus_t hipblasZdscal_64(hipblasHandle_t handle, int64_t n, const
    double *alpha, hipblasDoubleComplex *x, int64_t incx);
hipblasStatus_t hipblasZdscalBatched(hipblasHandle_t handle, int n, const
    double *alpha, hipblasDoubleComplex *const *x, int incx, int batchCount);
hipblasStatus_t hipblasZdscalBatched_64(hipblasHandle_t handle, int64_t n,
    const double *alpha, hipblasDoubleComplex *const *x, int64_t incx, int64_t
    batchCount);
hipblasStatus_t hipblasZdscalStridedBatched(hipblasHandle_t handle, int n,
    const double *alpha, hipblasDoubleComplex *x, int incx, hipblasStride
    stride_x, int batchCount);
hipblasStatus_t hipblasZdscalStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const double *alpha, hipblasDoubleComplex *x, int64_t incx,
    hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasSdot(hipblasHandle_t handle, int n, const float *x, int
    incx, const float *y, int incy, float *result);
hipblasStatus_t hipblasSdot_64(hipblasHandle_t handle, int64_t n, const float
    *x, int64_t incx, const float *y, int64_t incy, float *result);
hipblasStatus_t hipblasSdotBatched(hipblasHandle_t handle, int n, const float
    *const *x, int incx, const float *const *y, int incy, int batchCount,
    float *result);
hipblasStatus_t hipblasSdotBatched_64(hipblasHandle_t handle, int64_t n, const
    float *const *x, int64_t incx, const float *const *y, int64_t incy,
    int64_t batchCount, float *result);
hipblasStatus_t hipblasSdotStridedBatched(hipblasHandle_t handle, int n, const
    float *x, int incx, hipblasStride stride_x, const float *y, int incy,
    hipblasStride stride_y, int batchCount, float *result);
hipblasStatus_t hipblasSdotStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const float *x, int64_t incx, hipblasStride stride_x, const float *y,
    int64_t incy, hipblasStride stride_y, int64_t batchCount, float *result);
hipblasStatus_t hipblasDdot(hipblasHandle_t handle, int n, const double *x,
    int incx, const double *y, int incy, double *result);
hipblasStatus_t hipblasDdot_64(hipblasHandle_t handle, int64_t n, const double
    *x, int64_t incx, const double *y, int64_t incy, double *result);
hipblasStatus_t hipblasDdotBatched(hipblasHandle_t handle, int n, const double
    *const *x, int incx, const double *const *y, int incy, int batchCount,
    double *result);
hipblasStatus_t hipblasDdotBatched_64(hipblasHandle_t handle, int64_t n, const
    double *const *x, int64_t incx, const double *const *y, int64_t incy,
    int64_t batchCount, double *result);
hipblasStatus_t hipblasDdotStridedBatched(hipblasHandle_t handle, int n, const
    double *x, int incx, hipblasStride stride_x, const double *y, int incy,
    hipblasStride stride_y, int batchCount, double *result);
hipblasStatus_t hipblasDdotStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const double *x, int64_t incx, hipblasStride stride_x, const double *y,
    int64_t incy, hipblasStride stride_y, int64_t batchCount, double *result);
hipblasStatus_t hipblasCdotu(hipblasHandle_t handle, int n, const
    hipblasComplex *x, int incx, const hipblasComplex *y, int incy,
    hipblasComplex *result);
hipblasStatus_t hipblasCdotu_64(hipblasHandle_t handle, int64_t n, const
    hipblasComplex *x, int64_t incx, const hipblasComplex *y, int64_t incy,
    hipblasComplex *result);
hipblasStatus_t hipblasCdotuBatched(hipblasHandle_t handle, int n, const
    hipblasComplex *const *x, int incx, const hipblasComplex *const *y, int
    incy, int batchCount, hipblasComplex *result);
hipblasStatus_t hipblasCdotuBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasComplex *const *x, int64_t incx, const hipblasComplex *const
    *y, int64_t incy, int64_t batchCount, hipblasComplex *result);
hipblasStatus_t hipblasCdotuStridedBatched(hipblasHandle_t handle, int n,
    const hipblasComplex *x, int incx, hipblasStride stride_x, const
    hipblasComplex *y, int incy, hipblasStride stride_y, int batchCount,
    hipblasComplex *result);
hipblasStatus_t hipblasCdotuStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasComplex *y, int64_t incy, hipblasStride stride_y, int64_t
    batchCount, hipblasComplex *result);
hipblasStatus_t hipblasCdotc(hipblasHandle_t handle, int n, const
    hipblasComplex *x, int incx, const hipblasComplex *y, int incy,
    hipblasComplex *result);
hipblasStatus_t hipblasCdotc_64(hipblasHandle_t handle, int64_t n, const
    hipblasComplex *x, int64_t incx, const hipblasComplex *y, int64_t incy,
    hipblasComplex *result);
hipblasStatus_t hipblasCdotcBatched(hipblasHandle_t handle, int n, const
    hipblasComplex *const *x, int incx, const hipblasComplex *const *y, int
    incy, int batchCount, hipblasComplex *result);
hipblasStatus_t hipblasCdotcBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasComplex *const *x, int64_t incx, const hipblasComplex *const
    *y, int64_t incy, int64_t batchCount, hipblasComplex *result);
hipblasStatus_t hipblasCdotcStridedBatched(hipblasHandle_t handle, int n,
    const hipblasComplex *x, int incx, hipblasStride stride_x, const
    hipblasComplex *y, int incy, hipblasStride stride_y, int batchCount,
    hipblasComplex *result);
hipblasStatus_t hipblasCdotcStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasComplex *y, int64_t incy, hipblasStride stride_y, int64_t
    batchCount, hipblasComplex *result);
hipblasStatus_t hipblasZdotu(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *x, int incx, const hipblasDoubleComplex *y, int
    incy, hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotu_64(hipblasHandle_t handle, int64_t n, const
    hipblasDoubleComplex *x, int64_t incx, const hipblasDoubleComplex *y,
    int64_t incy, hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotuBatched(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *const *x, int incx, const hipblasDoubleComplex
    *const *y, int incy, int batchCount, hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotuBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasDoubleComplex *const *x, int64_t incx, const
    hipblasDoubleComplex *const *y, int64_t incy, int64_t batchCount,
    hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotuStridedBatched(hipblasHandle_t handle, int n,
    const hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y, int batchCount,
    hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotuStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    const hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y,
    int64_t batchCount, hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotc(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *x, int incx, const hipblasDoubleComplex *y, int
    incy, hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotc_64(hipblasHandle_t handle, int64_t n, const
    hipblasDoubleComplex *x, int64_t incx, const hipblasDoubleComplex *y,
    int64_t incy, hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotcBatched(hipblasHandle_t handle, int n, const
    hipblasDoubleComplex *const *x, int incx, const hipblasDoubleComplex
    *const *y, int incy, int batchCount, hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotcBatched_64(hipblasHandle_t handle, int64_t n,
    const hipblasDoubleComplex *const *x, int64_t incx, const
    hipblasDoubleComplex *const *y, int64_t incy, int64_t batchCount,
    hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotcStridedBatched(hipblasHandle_t handle, int n,
    const hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y, int batchCount,
    hipblasDoubleComplex *result);
hipblasStatus_t hipblasZdotcStridedBatched_64(hipblasHandle_t handle, int64_t
    n, const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    const hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y,
    int64_t batchCount, hipblasDoubleComplex *result);
hipblasStatus_t hipblasSrot(hipblasHandle_t handle, int n, float *x, int incx,
    float *y, int incy, const float *c, const float *s);
hipblasStatus_t hipblasSrot_64(hipblasHandle_t handle, int64_t n, float *x,
    int64_t incx, float *y, int64_t incy, const float *c, const float *s);
hipblasStatus_t hipblasSrotBatched(hipblasHandle_t handle, int n, float *const
    *x, int incx, float *const *y, int incy, const float *c, const float *s,
    int batchCount);
hipblasStatus_t hipblasSrotBatched_64(hipblasHandle_t handle, int64_t n, float
    *const *x, int64_t incx, float *const *y, int64_t incy, const float *c,
    const float *s, int64_t batchCount);
hipblasStatus_t hipblasSrotStridedBatched(hipblasHandle_t handle, int n, float
    *x, int incx, hipblasStride stride_x, float *y, int incy, hipblasStride
    stride_y, const float *c, const float *s, int batchCount);
hipblasStatus_t hipblasSrotStridedBatched_64(hipblasHandle_t handle, int64_t
    n, float *x, int64_t incx, hipblasStride stride_x, float *y, int64_t incy,
    hipblasStride stride_y, const float *c, const float *s, int64_t
    batchCount);
hipblasStatus_t hipblasDrot(hipblasHandle_t handle, int n, double *x, int
    incx, double *y, int incy, const double *c, const double *s);
hipblasStatus_t hipblasDrot_64(hipblasHandle_t handle, int64_t n, double *x,
    int64_t incx, double *y, int64_t incy, const double *c, const double *s);
hipblasStatus_t hipblasDrotBatched(hipblasHandle_t handle, int n, double
    *const *x, int incx, double *const *y, int incy, const double *c, const
    double *s, int batchCount);
hipblasStatus_t hipblasDrotBatched_64(hipblasHandle_t handle, int64_t n,
    double *const *x, int64_t incx, double *const *y, int64_t incy, const
    double *c, const double *s, int64_t batchCount);
hipblasStatus_t hipblasDrotStridedBatched(hipblasHandle_t handle, int n,
    double *x, int incx, hipblasStride stride_x, double *y, int incy,
    hipblasStride stride_y, const double *c, const double *s, int batchCount);
hipblasStatus_t hipblasDrotStridedBatched_64(hipblasHandle_t handle, int64_t
    n, double *x, int64_t incx, hipblasStride stride_x, double *y, int64_t
    incy, hipblasStride stride_y, const double *c, const double *s, int64_t
    batchCount);
hipblasStatus_t hipblasCrot(hipblasHandle_t handle, int n, hipblasComplex *x,
    int incx, hipblasComplex *y, int incy, const float *c, const
    hipblasComplex *s);
hipblasStatus_t hipblasCrot_64(hipblasHandle_t handle, int64_t n,
    hipblasComplex *x, int64_t incx, hipblasComplex *y, int64_t incy, const
    float *c, const hipblasComplex *s);
hipblasStatus_t hipblasCrotBatched(hipblasHandle_t handle, int n,
    hipblasComplex *const *x, int incx, hipblasComplex *const *y, int incy,
    const float *c, const hipblasComplex *s, int batchCount);
hipblasStatus_t hipblasCrotBatched_64(hipblasHandle_t handle, int64_t n,
    hipblasComplex *const *x, int64_t incx, hipblasComplex *const *y, int64_t
    incy, const float *c, const hipblasComplex *s, int64_t batchCount);
hipblasStatus_t hipblasCrotStridedBatched(hipblasHandle_t handle, int n,
    hipblasComplex *x, int incx, hipblasStride stride_x, hipblasComplex *y,
    int incy, hipblasStride stride_y, const float *c, const hipblasComplex *s,
    int batchCount);
hipblasStatus_t hipblasCrotStridedBatched_64(hipblasHandle_t handle, int64_t
    n, hipblasComplex *x, int64_t incx, hipblasStride stride_x, hipblasComplex
    *y, int64_t incy, hipblasStride stride_y, const float *c, const
    hipblasComplex *s, int64_t batchCount);
hipblasStatus_t hipblasZrot(hipblasHandle_t handle, int n,
    hipblasDoubleComplex *x, int incx, hipblasDoubleComplex *y, int incy,
    const double *c, const hipblasDoubleComplex *s);
hipblasStatus_t hipblasZrot_64(hipblasHandle_t handle, int64_t n,
    hipblasDoubleComplex *x, int64_t incx, hipblasDoubleComplex *y, int64_t
    incy, const double *c, const hipblasDoubleComplex *s);
hipblasStatus_t hipblasZrotBatched(hipblasHandle_t handle, int n,
    hipblasDoubleComplex *const *x, int incx, hipblasDoubleComplex *const *y,
    int incy, const double *c, const hipblasDoubleComplex *s, int batchCount);
hipblasStatus_t hipblasZrotBatched_64(hipblasHandle_t handle, int64_t n,
    hipblasDoubleComplex *const *x, int64_t incx, hipblasDoubleComplex *const
    *y, int64_t incy, const double *c, const hipblasDoubleComplex *s, int64_t
    batchCount);
hipblasStatus_t hipblasZrotStridedBatched(hipblasHandle_t handle, int n,
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x,
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y, const double
    *c, const hipblasDoubleComplex *s, int batchCount);
hipblasStatus_t hipblasZrotStridedBatched_64(hipblasHandle_t handle, int64_t
    n, hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y, const
    double *c, const hipblasDoubleComplex *s, int64_t batchCount);
hipblasStatus_t hipblasCsrot(hipblasHandle_t handle, int n, hipblasComplex *x,
    int incx, hipblasComplex *y, int incy, const float *c, const float *s);
hipblasStatus_t hipblasCsrot_64(hipblasHandle_t handle, int64_t n,
    hipblasComplex *x, int64_t incx, hipblasComplex *y, int64_t incy, const
    float *c, const float *s);
hipblasStatus_t hipblasCsrotBatched(hipblasHandle_t handle, int n,
    hipblasComplex *const *x, int incx, hipblasComplex *const *y, int incy,
    const float *c, const float *s, int batchCount);
hipblasStatus_t hipblasCsrotBatched_64(hipblasHandle_t handle, int64_t n,
    hipblasComplex *const *x, int64_t incx, hipblasComplex *const *y, int64_t
    incy, const float *c, const float *s, int64_t batchCount);
hipblasStatus_t hipblasCsrotStridedBatched(hipblasHandle_t handle, int n,
    hipblasComplex *x, int incx, hipblasStride stride_x, hipblasComplex *y,
    int incy, hipblasStride stride_y, const float *c, const float *s, int
    batchCount);
hipblasStatus_t hipblasCsrotStridedBatched_64(hipblasHandle_t handle, int64_t
    n, hipblasComplex *x, int64_t incx, hipblasStride stride_x, hipblasComplex
    *y, int64_t incy, hipblasStride stride_y, const float *c, const float *s,
    int64_t batchCount);
hipblasStatus_t hipblasZdrot(hipblasHandle_t handle, int n,
    hipblasDoubleComplex *x, int incx, hipblasDoubleComplex *y, int incy,
    const double *c, const double *s);
hipblasStatus_t hipblasZdrot_64(hipblasHandle_t handle, int64_t n,
    hipblasDoubleComplex *x, int64_t incx, hipblasDoubleComplex *y, int64_t
    incy, const double *c, const double *s);
hipblasStatus_t hipblasZdrotBatched(hipblasHandle_t handle, int n,
    hipblasDoubleComplex *const *x, int incx, hipblasDoubleComplex *const *y,
    int incy, const double *c, const double *s, int batchCount);
hipblasStatus_t hipblasZdrotBatched_64(hipblasHandle_t handle, int64_t n,
    hipblasDoubleComplex *const *x, int64_t incx, hipblasDoubleComplex *const
    *y, int64_t incy, const double *c, const double *s, int64_t batchCount);
hipblasStatus_t hipblasZdrotStridedBatched(hipblasHandle_t handle, int n,
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x,
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y, const double
    *c, const double *s, int batchCount);
hipblasStatus_t hipblasZdrotStridedBatched_64(hipblasHandle_t handle, int64_t
    n, hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y, const
    double *c, const double *s, int64_t batchCount);
hipblasStatus_t hipblasSrotg(hipblasHandle_t handle, float *a, float *b, float
    *c, float *s);
hipblasStatus_t hipblasSrotg_64(hipblasHandle_t handle, float *a, float *b,
    float *c, float *s);
hipblasStatus_t hipblasDrotg(hipblasHandle_t handle, double *a, double *b,
    double *c, double *s);
hipblasStatus_t hipblasDrotg_64(hipblasHandle_t handle, double *a, double *b,
    double *c, double *s);
hipblasStatus_t hipblasCrotg(hipblasHandle_t handle, hipblasComplex *a,
    hipblasComplex *b, float *c, hipblasComplex *s);
hipblasStatus_t hipblasCrotg_64(hipblasHandle_t handle, hipblasComplex *a,
    hipblasComplex *b, float *c, hipblasComplex *s);
hipblasStatus_t hipblasZrotg(hipblasHandle_t handle, hipblasDoubleComplex *a,
    hipblasDoubleComplex *b, double *c, hipblasDoubleComplex *s);
hipblasStatus_t hipblasZrotg_64(hipblasHandle_t handle, hipblasDoubleComplex
    *a, hipblasDoubleComplex *b, double *c, hipblasDoubleComplex *s);
hipblasStatus_t hipblasSrotm(hipblasHandle_t handle, int n, float *x, int
    incx, float *y, int incy, const float *param);
hipblasStatus_t hipblasSrotm_64(hipblasHandle_t handle, int64_t n, float *x,
    int64_t incx, float *y, int64_t incy, const float *param);
hipblasStatus_t hipblasDrotm(hipblasHandle_t handle, int n, double *x, int
    incx, double *y, int incy, const double *param);
hipblasStatus_t hipblasDrotm_64(hipblasHandle_t handle, int64_t n, double *x,
    int64_t incx, double *y, int64_t incy, const double *param);
hipblasStatus_t hipblasSrotmg(hipblasHandle_t handle, float *d1, float *d2,
    float *x1, const float *y1, float *param);
hipblasStatus_t hipblasSrotmg_64(hipblasHandle_t handle, float *d1, float *d2,
    float *x1, const float *y1, float *param);
hipblasStatus_t hipblasDrotmg(hipblasHandle_t handle, double *d1, double *d2,
    double *x1, const double *y1, double *param);
hipblasStatus_t hipblasDrotmg_64(hipblasHandle_t handle, double *d1, double
    *d2, double *x1, const double *y1, double *param);
hipblasStatus_t hipblasSgemv(hipblasHandle_t handle, hipblasOperation_t trans,
    int m, int n, const float *alpha, const float *A, int lda, const float *x,
    int incx, const float *beta, float *y, int incy);
hipblasStatus_t hipblasSgemv_64(hipblasHandle_t handle, hipblasOperation_t
    trans, int64_t m, int64_t n, const float *alpha, const float *A, int64_t
    lda, const float *x, int64_t incx, const float *beta, float *y, int64_t
    incy);
hipblasStatus_t hipblasSgemvBatched(hipblasHandle_t handle, hipblasOperation_t
    trans, int m, int n, const float *alpha, const float *const *A, int lda,
    const float *const *x, int incx, const float *beta, float *const *y, int
    incy, int batchCount);
hipblasStatus_t hipblasSgemvBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, const float *alpha, const
    float *const *A, int64_t lda, const float *const *x, int64_t incx, const
    float *beta, float *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasSgemvStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t trans, int m, int n, const float *alpha, const float
    *A, int lda, hipblasStride stride_A, const float *x, int incx,
    hipblasStride stride_x, const float *beta, float *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasSgemvStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, const float *alpha, const
    float *A, int64_t lda, hipblasStride stride_A, const float *x, int64_t
    incx, hipblasStride stride_x, const float *beta, float *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasDgemv(hipblasHandle_t handle, hipblasOperation_t trans,
    int m, int n, const double *alpha, const double *A, int lda, const double
    *x, int incx, const double *beta, double *y, int incy);
hipblasStatus_t hipblasDgemv_64(hipblasHandle_t handle, hipblasOperation_t
    trans, int64_t m, int64_t n, const double *alpha, const double *A, int64_t
    lda, const double *x, int64_t incx, const double *beta, double *y, int64_t
    incy);
hipblasStatus_t hipblasDgemvBatched(hipblasHandle_t handle, hipblasOperation_t
    trans, int m, int n, const double *alpha, const double *const *A, int lda,
    const double *const *x, int incx, const double *beta, double *const *y,
    int incy, int batchCount);
hipblasStatus_t hipblasDgemvBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, const double *alpha, const
    double *const *A, int64_t lda, const double *const *x, int64_t incx, const
    double *beta, double *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasDgemvStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t trans, int m, int n, const double *alpha, const double
    *A, int lda, hipblasStride stride_A, const double *x, int incx,
    hipblasStride stride_x, const double *beta, double *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasDgemvStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, const double *alpha, const
    double *A, int64_t lda, hipblasStride stride_A, const double *x, int64_t
    incx, hipblasStride stride_x, const double *beta, double *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasCgemv(hipblasHandle_t handle, hipblasOperation_t trans,
    int m, int n, const hipblasComplex *alpha, const hipblasComplex *A, int
    lda, const hipblasComplex *x, int incx, const hipblasComplex *beta,
    hipblasComplex *y, int incy);
hipblasStatus_t hipblasCgemv_64(hipblasHandle_t handle, hipblasOperation_t
    trans, int64_t m, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *A, int64_t lda, const hipblasComplex *x, int64_t incx,
    const hipblasComplex *beta, hipblasComplex *y, int64_t incy);
hipblasStatus_t hipblasCgemvBatched(hipblasHandle_t handle, hipblasOperation_t
    trans, int m, int n, const hipblasComplex *alpha, const hipblasComplex
    *const *A, int lda, const hipblasComplex *const *x, int incx, const
    hipblasComplex *beta, hipblasComplex *const *y, int incy, int batchCount);
hipblasStatus_t hipblasCgemvBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, const hipblasComplex
    *alpha, const hipblasComplex *const *A, int64_t lda, const hipblasComplex
    *const *x, int64_t incx, const hipblasComplex *beta, hipblasComplex *const
    *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasCgemvStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t trans, int m, int n, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, hipblasStride stride_A, const hipblasComplex
    *x, int incx, hipblasStride stride_x, const hipblasComplex *beta,
    hipblasComplex *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasCgemvStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, const hipblasComplex
    *alpha, const hipblasComplex *A, int64_t lda, hipblasStride stride_A,
    const hipblasComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasComplex *beta, hipblasComplex *y, int64_t incy, hipblasStride
    stride_y, int64_t batchCount);
hipblasStatus_t hipblasZgemv(hipblasHandle_t handle, hipblasOperation_t trans,
    int m, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *x, int incx,
    const hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy);
hipblasStatus_t hipblasZgemv_64(hipblasHandle_t handle, hipblasOperation_t
    trans, int64_t m, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int64_t lda, const hipblasDoubleComplex *x,
    int64_t incx, const hipblasDoubleComplex *beta, hipblasDoubleComplex *y,
    int64_t incy);
hipblasStatus_t hipblasZgemvBatched(hipblasHandle_t handle, hipblasOperation_t
    trans, int m, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *const *A, int lda, const hipblasDoubleComplex *const
    *x, int incx, const hipblasDoubleComplex *beta, hipblasDoubleComplex
    *const *y, int incy, int batchCount);
hipblasStatus_t hipblasZgemvBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int64_t lda, const
    hipblasDoubleComplex *const *x, int64_t incx, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasZgemvStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t trans, int m, int n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, hipblasStride stride_A, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasZgemvStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *A, int64_t lda, hipblasStride
    stride_A, const hipblasDoubleComplex *x, int64_t incx, hipblasStride
    stride_x, const hipblasDoubleComplex *beta, hipblasDoubleComplex *y,
    int64_t incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasSgbmv(hipblasHandle_t handle, hipblasOperation_t trans,
    int m, int n, int kl, int ku, const float *alpha, const float *A, int lda,
    const float *x, int incx, const float *beta, float *y, int incy);
hipblasStatus_t hipblasSgbmv_64(hipblasHandle_t handle, hipblasOperation_t
    trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const float *alpha,
    const float *A, int64_t lda, const float *x, int64_t incx, const float
    *beta, float *y, int64_t incy);
hipblasStatus_t hipblasSgbmvBatched(hipblasHandle_t handle, hipblasOperation_t
    trans, int m, int n, int kl, int ku, const float *alpha, const float
    *const *A, int lda, const float *const *x, int incx, const float *beta,
    float *const *y, int incy, int batchCount);
hipblasStatus_t hipblasSgbmvBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku,
    const float *alpha, const float *const *A, int64_t lda, const float *const
    *x, int64_t incx, const float *beta, float *const *y, int64_t incy,
    int64_t batchCount);
hipblasStatus_t hipblasSgbmvStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t trans, int m, int n, int kl, int ku, const float
    *alpha, const float *A, int lda, hipblasStride stride_A, const float *x,
    int incx, hipblasStride stride_x, const float *beta, float *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasSgbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku,
    const float *alpha, const float *A, int64_t lda, hipblasStride stride_A,
    const float *x, int64_t incx, hipblasStride stride_x, const float *beta,
    float *y, int64_t incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasDgbmv(hipblasHandle_t handle, hipblasOperation_t trans,
    int m, int n, int kl, int ku, const double *alpha, const double *A, int
    lda, const double *x, int incx, const double *beta, double *y, int incy);
hipblasStatus_t hipblasDgbmv_64(hipblasHandle_t handle, hipblasOperation_t
    trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const double *alpha,
    const double *A, int64_t lda, const double *x, int64_t incx, const double
    *beta, double *y, int64_t incy);
hipblasStatus_t hipblasDgbmvBatched(hipblasHandle_t handle, hipblasOperation_t
    trans, int m, int n, int kl, int ku, const double *alpha, const double
    *const *A, int lda, const double *const *x, int incx, const double *beta,
    double *const *y, int incy, int batchCount);
hipblasStatus_t hipblasDgbmvBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku,
    const double *alpha, const double *const *A, int64_t lda, const double
    *const *x, int64_t incx, const double *beta, double *const *y, int64_t
    incy, int64_t batchCount);
hipblasStatus_t hipblasDgbmvStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t trans, int m, int n, int kl, int ku, const double
    *alpha, const double *A, int lda, hipblasStride stride_A, const double *x,
    int incx, hipblasStride stride_x, const double *beta, double *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasDgbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku,
    const double *alpha, const double *A, int64_t lda, hipblasStride stride_A,
    const double *x, int64_t incx, hipblasStride stride_x, const double *beta,
    double *y, int64_t incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasCgbmv(hipblasHandle_t handle, hipblasOperation_t trans,
    int m, int n, int kl, int ku, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, const hipblasComplex *x, int incx, const
    hipblasComplex *beta, hipblasComplex *y, int incy);
hipblasStatus_t hipblasCgbmv_64(hipblasHandle_t handle, hipblasOperation_t
    trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const hipblasComplex
    *alpha, const hipblasComplex *A, int64_t lda, const hipblasComplex *x,
    int64_t incx, const hipblasComplex *beta, hipblasComplex *y, int64_t incy);
hipblasStatus_t hipblasCgbmvBatched(hipblasHandle_t handle, hipblasOperation_t
    trans, int m, int n, int kl, int ku, const hipblasComplex *alpha, const
    hipblasComplex *const *A, int lda, const hipblasComplex *const *x, int
    incx, const hipblasComplex *beta, hipblasComplex *const *y, int incy, int
    batchCount);
hipblasStatus_t hipblasCgbmvBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku,
    const hipblasComplex *alpha, const hipblasComplex *const *A, int64_t lda,
    const hipblasComplex *const *x, int64_t incx, const hipblasComplex *beta,
    hipblasComplex *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasCgbmvStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t trans, int m, int n, int kl, int ku, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, hipblasStride
    stride_A, const hipblasComplex *x, int incx, hipblasStride stride_x, const
    hipblasComplex *beta, hipblasComplex *y, int incy, hipblasStride stride_y,
    int batchCount);
hipblasStatus_t hipblasCgbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku,
    const hipblasComplex *alpha, const hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, const hipblasComplex *x, int64_t incx,
    hipblasStride stride_x, const hipblasComplex *beta, hipblasComplex *y,
    int64_t incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasZgbmv(hipblasHandle_t handle, hipblasOperation_t trans,
    int m, int n, int kl, int ku, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *x, int incx,
    const hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy);
hipblasStatus_t hipblasZgbmv_64(hipblasHandle_t handle, hipblasOperation_t
    trans, int64_t m, int64_t n, int64_t kl, int64_t ku, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *x, int64_t incx, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *y, int64_t incy);
hipblasStatus_t hipblasZgbmvBatched(hipblasHandle_t handle, hipblasOperation_t
    trans, int m, int n, int kl, int ku, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *const *A, int lda, const hipblasDoubleComplex
    *const *x, int incx, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *const *y, int incy, int batchCount);
hipblasStatus_t hipblasZgbmvBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A,
    int64_t lda, const hipblasDoubleComplex *const *x, int64_t incx, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *y, int64_t incy,
    int64_t batchCount);
hipblasStatus_t hipblasZgbmvStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t trans, int m, int n, int kl, int ku, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *x, int incx,
    hipblasStride stride_x, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasZgbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t trans, int64_t m, int64_t n, int64_t kl, int64_t ku,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t
    lda, hipblasStride stride_A, const hipblasDoubleComplex *x, int64_t incx,
    hipblasStride stride_x, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y, int64_t
    batchCount);
hipblasStatus_t hipblasStrmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const float *A,
    int lda, float *x, int incx);
hipblasStatus_t hipblasStrmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    float *A, int64_t lda, float *x, int64_t incx);
hipblasStatus_t hipblasStrmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const float
    *const *A, int lda, float *const *x, int incx, int batchCount);
hipblasStatus_t hipblasStrmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const float *const *A, int64_t lda, float *const *x, int64_t
    incx, int64_t batchCount);
hipblasStatus_t hipblasStrmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const float *A, int lda, hipblasStride stride_A, float *x, int
    incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasStrmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const float *A, int64_t lda, hipblasStride stride_A, float *x,
    int64_t incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasDtrmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const double *A,
    int lda, double *x, int incx);
hipblasStatus_t hipblasDtrmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    double *A, int64_t lda, double *x, int64_t incx);
hipblasStatus_t hipblasDtrmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    double *const *A, int lda, double *const *x, int incx, int batchCount);
hipblasStatus_t hipblasDtrmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const double *const *A, int64_t lda, double *const *x, int64_t
    incx, int64_t batchCount);
hipblasStatus_t hipblasDtrmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const double *A, int lda, hipblasStride stride_A, double *x, int
    incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasDtrmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const double *A, int64_t lda, hipblasStride stride_A, double
    *x, int64_t incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasCtrmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasComplex *A, int lda, hipblasComplex *x, int incx);
hipblasStatus_t hipblasCtrmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    hipblasComplex *A, int64_t lda, hipblasComplex *x, int64_t incx);
hipblasStatus_t hipblasCtrmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasComplex *const *A, int lda, hipblasComplex *const *x, int incx, int
    batchCount);
hipblasStatus_t hipblasCtrmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasComplex *const *A, int64_t lda, hipblasComplex
    *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasCtrmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const hipblasComplex *A, int lda, hipblasStride stride_A,
    hipblasComplex *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasCtrmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasComplex *A, int64_t lda, hipblasStride stride_A,
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasZtrmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasDoubleComplex *A, int lda, hipblasDoubleComplex *x, int incx);
hipblasStatus_t hipblasZtrmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    hipblasDoubleComplex *A, int64_t lda, hipblasDoubleComplex *x, int64_t
    incx);
hipblasStatus_t hipblasZtrmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasDoubleComplex *const *A, int lda, hipblasDoubleComplex *const *x,
    int incx, int batchCount);
hipblasStatus_t hipblasZtrmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasDoubleComplex *const *A, int64_t lda,
    hipblasDoubleComplex *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasZtrmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const hipblasDoubleComplex *A, int lda, hipblasStride stride_A,
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasZtrmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasDoubleComplex *A, int64_t lda, hipblasStride
    stride_A, hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    int64_t batchCount);
hipblasStatus_t hipblasStbmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k, const
    float *A, int lda, float *x, int incx);
hipblasStatus_t hipblasStbmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, int64_t
    k, const float *A, int64_t lda, float *x, int64_t incx);
hipblasStatus_t hipblasStbmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k,
    const float *const *A, int lda, float *const *x, int incx, int batchCount);
hipblasStatus_t hipblasStbmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const float *const *A, int64_t lda, float *const *x,
    int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasStbmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, int k, const float *A, int lda, hipblasStride stride_A, float *x,
    int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasStbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const float *A, int64_t lda, hipblasStride stride_A,
    float *x, int64_t incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasDtbmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k, const
    double *A, int lda, double *x, int incx);
hipblasStatus_t hipblasDtbmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, int64_t
    k, const double *A, int64_t lda, double *x, int64_t incx);
hipblasStatus_t hipblasDtbmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k,
    const double *const *A, int lda, double *const *x, int incx, int
    batchCount);
hipblasStatus_t hipblasDtbmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const double *const *A, int64_t lda, double *const
    *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasDtbmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, int k, const double *A, int lda, hipblasStride stride_A, double *x,
    int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasDtbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const double *A, int64_t lda, hipblasStride
    stride_A, double *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasCtbmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k, const
    hipblasComplex *A, int lda, hipblasComplex *x, int incx);
hipblasStatus_t hipblasCtbmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, int64_t
    k, const hipblasComplex *A, int64_t lda, hipblasComplex *x, int64_t incx);
hipblasStatus_t hipblasCtbmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k,
    const hipblasComplex *const *A, int lda, hipblasComplex *const *x, int
    incx, int batchCount);
hipblasStatus_t hipblasCtbmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const hipblasComplex *const *A, int64_t lda,
    hipblasComplex *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasCtbmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, int k, const hipblasComplex *A, int lda, hipblasStride stride_A,
    hipblasComplex *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasCtbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const hipblasComplex *A, int64_t lda, hipblasStride
    stride_A, hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasZtbmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k, const
    hipblasDoubleComplex *A, int lda, hipblasDoubleComplex *x, int incx);
hipblasStatus_t hipblasZtbmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, int64_t
    k, const hipblasDoubleComplex *A, int64_t lda, hipblasDoubleComplex *x,
    int64_t incx);
hipblasStatus_t hipblasZtbmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k,
    const hipblasDoubleComplex *const *A, int lda, hipblasDoubleComplex *const
    *x, int incx, int batchCount);
hipblasStatus_t hipblasZtbmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const hipblasDoubleComplex *const *A, int64_t lda,
    hipblasDoubleComplex *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasZtbmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, int k, const hipblasDoubleComplex *A, int lda, hipblasStride
    stride_A, hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int
    batchCount);
hipblasStatus_t hipblasZtbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const hipblasDoubleComplex *A, int64_t lda,
    hipblasStride stride_A, hipblasDoubleComplex *x, int64_t incx,
    hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasStpmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const float *AP,
    float *x, int incx);
hipblasStatus_t hipblasStpmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    float *AP, float *x, int64_t incx);
hipblasStatus_t hipblasStpmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const float
    *const *AP, float *const *x, int incx, int batchCount);
hipblasStatus_t hipblasStpmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const float *const *AP, float *const *x, int64_t incx, int64_t
    batchCount);
hipblasStatus_t hipblasStpmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const float *AP, hipblasStride stride_AP, float *x, int incx,
    hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasStpmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const float *AP, hipblasStride stride_AP, float *x, int64_t
    incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasDtpmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const double *AP,
    double *x, int incx);
hipblasStatus_t hipblasDtpmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    double *AP, double *x, int64_t incx);
hipblasStatus_t hipblasDtpmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    double *const *AP, double *const *x, int incx, int batchCount);
hipblasStatus_t hipblasDtpmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const double *const *AP, double *const *x, int64_t incx,
    int64_t batchCount);
hipblasStatus_t hipblasDtpmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const double *AP, hipblasStride stride_AP, double *x, int incx,
    hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasDtpmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const double *AP, hipblasStride stride_AP, double *x, int64_t
    incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasCtpmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasComplex *AP, hipblasComplex *x, int incx);
hipblasStatus_t hipblasCtpmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    hipblasComplex *AP, hipblasComplex *x, int64_t incx);
hipblasStatus_t hipblasCtpmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasComplex *const *AP, hipblasComplex *const *x, int incx, int
    batchCount);
hipblasStatus_t hipblasCtpmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasComplex *const *AP, hipblasComplex *const *x,
    int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasCtpmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const hipblasComplex *AP, hipblasStride stride_AP, hipblasComplex
    *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasCtpmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasComplex *AP, hipblasStride stride_AP,
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasZtpmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasDoubleComplex *AP, hipblasDoubleComplex *x, int incx);
hipblasStatus_t hipblasZtpmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    hipblasDoubleComplex *AP, hipblasDoubleComplex *x, int64_t incx);
hipblasStatus_t hipblasZtpmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasDoubleComplex *const *AP, hipblasDoubleComplex *const *x, int incx,
    int batchCount);
hipblasStatus_t hipblasZtpmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasDoubleComplex *const *AP, hipblasDoubleComplex
    *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasZtpmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const hipblasDoubleComplex *AP, hipblasStride stride_AP,
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasZtpmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasDoubleComplex *AP, hipblasStride stride_AP,
    hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasStrsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const float *A,
    int lda, float *x, int incx);
hipblasStatus_t hipblasStrsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    float *A, int64_t lda, float *x, int64_t incx);
hipblasStatus_t hipblasStrsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const float
    *const *A, int lda, float *const *x, int incx, int batchCount);
hipblasStatus_t hipblasStrsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const float *const *A, int64_t lda, float *const *x, int64_t
    incx, int64_t batchCount);
hipblasStatus_t hipblasStrsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const float *A, int lda, hipblasStride stride_A, float *x, int
    incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasStrsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const float *A, int64_t lda, hipblasStride stride_A, float *x,
    int64_t incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasDtrsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const double *A,
    int lda, double *x, int incx);
hipblasStatus_t hipblasDtrsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    double *A, int64_t lda, double *x, int64_t incx);
hipblasStatus_t hipblasDtrsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    double *const *A, int lda, double *const *x, int incx, int batchCount);
hipblasStatus_t hipblasDtrsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const double *const *A, int64_t lda, double *const *x, int64_t
    incx, int64_t batchCount);
hipblasStatus_t hipblasDtrsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const double *A, int lda, hipblasStride stride_A, double *x, int
    incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasDtrsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const double *A, int64_t lda, hipblasStride stride_A, double
    *x, int64_t incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasCtrsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasComplex *A, int lda, hipblasComplex *x, int incx);
hipblasStatus_t hipblasCtrsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    hipblasComplex *A, int64_t lda, hipblasComplex *x, int64_t incx);
hipblasStatus_t hipblasCtrsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasComplex *const *A, int lda, hipblasComplex *const *x, int incx, int
    batchCount);
hipblasStatus_t hipblasCtrsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasComplex *const *A, int64_t lda, hipblasComplex
    *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasCtrsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const hipblasComplex *A, int lda, hipblasStride stride_A,
    hipblasComplex *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasCtrsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasComplex *A, int64_t lda, hipblasStride stride_A,
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasZtrsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasDoubleComplex *A, int lda, hipblasDoubleComplex *x, int incx);
hipblasStatus_t hipblasZtrsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    hipblasDoubleComplex *A, int64_t lda, hipblasDoubleComplex *x, int64_t
    incx);
hipblasStatus_t hipblasZtrsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasDoubleComplex *const *A, int lda, hipblasDoubleComplex *const *x,
    int incx, int batchCount);
hipblasStatus_t hipblasZtrsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasDoubleComplex *const *A, int64_t lda,
    hipblasDoubleComplex *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasZtrsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const hipblasDoubleComplex *A, int lda, hipblasStride stride_A,
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasZtrsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasDoubleComplex *A, int64_t lda, hipblasStride
    stride_A, hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    int64_t batchCount);
hipblasStatus_t hipblasStbsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k, const
    float *A, int lda, float *x, int incx);
hipblasStatus_t hipblasStbsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, int64_t
    k, const float *A, int64_t lda, float *x, int64_t incx);
hipblasStatus_t hipblasStbsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k,
    const float *const *A, int lda, float *const *x, int incx, int batchCount);
hipblasStatus_t hipblasStbsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const float *const *A, int64_t lda, float *const *x,
    int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasStbsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, int k, const float *A, int lda, hipblasStride stride_A, float *x,
    int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasStbsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const float *A, int64_t lda, hipblasStride stride_A,
    float *x, int64_t incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasDtbsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k, const
    double *A, int lda, double *x, int incx);
hipblasStatus_t hipblasDtbsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, int64_t
    k, const double *A, int64_t lda, double *x, int64_t incx);
hipblasStatus_t hipblasDtbsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k,
    const double *const *A, int lda, double *const *x, int incx, int
    batchCount);
hipblasStatus_t hipblasDtbsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const double *const *A, int64_t lda, double *const
    *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasDtbsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, int k, const double *A, int lda, hipblasStride stride_A, double *x,
    int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasDtbsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const double *A, int64_t lda, hipblasStride
    stride_A, double *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasCtbsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k, const
    hipblasComplex *A, int lda, hipblasComplex *x, int incx);
hipblasStatus_t hipblasCtbsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, int64_t
    k, const hipblasComplex *A, int64_t lda, hipblasComplex *x, int64_t incx);
hipblasStatus_t hipblasCtbsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k,
    const hipblasComplex *const *A, int lda, hipblasComplex *const *x, int
    incx, int batchCount);
hipblasStatus_t hipblasCtbsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const hipblasComplex *const *A, int64_t lda,
    hipblasComplex *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasCtbsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, int k, const hipblasComplex *A, int lda, hipblasStride stride_A,
    hipblasComplex *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasCtbsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const hipblasComplex *A, int64_t lda, hipblasStride
    stride_A, hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasZtbsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k, const
    hipblasDoubleComplex *A, int lda, hipblasDoubleComplex *x, int incx);
hipblasStatus_t hipblasZtbsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, int64_t
    k, const hipblasDoubleComplex *A, int64_t lda, hipblasDoubleComplex *x,
    int64_t incx);
hipblasStatus_t hipblasZtbsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k,
    const hipblasDoubleComplex *const *A, int lda, hipblasDoubleComplex *const
    *x, int incx, int batchCount);
hipblasStatus_t hipblasZtbsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const hipblasDoubleComplex *const *A, int64_t lda,
    hipblasDoubleComplex *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasZtbsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, int k, const hipblasDoubleComplex *A, int lda, hipblasStride
    stride_A, hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int
    batchCount);
hipblasStatus_t hipblasZtbsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, int64_t k, const hipblasDoubleComplex *A, int64_t lda,
    hipblasStride stride_A, hipblasDoubleComplex *x, int64_t incx,
    hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasStpsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const float *AP,
    float *x, int incx);
hipblasStatus_t hipblasStpsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    float *AP, float *x, int64_t incx);
hipblasStatus_t hipblasStpsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const float
    *const *AP, float *const *x, int incx, int batchCount);
hipblasStatus_t hipblasStpsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const float *const *AP, float *const *x, int64_t incx, int64_t
    batchCount);
hipblasStatus_t hipblasStpsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const float *AP, hipblasStride stride_AP, float *x, int incx,
    hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasStpsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const float *AP, hipblasStride stride_AP, float *x, int64_t
    incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasDtpsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const double *AP,
    double *x, int incx);
hipblasStatus_t hipblasDtpsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    double *AP, double *x, int64_t incx);
hipblasStatus_t hipblasDtpsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    double *const *AP, double *const *x, int incx, int batchCount);
hipblasStatus_t hipblasDtpsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const double *const *AP, double *const *x, int64_t incx,
    int64_t batchCount);
hipblasStatus_t hipblasDtpsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const double *AP, hipblasStride stride_AP, double *x, int incx,
    hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasDtpsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const double *AP, hipblasStride stride_AP, double *x, int64_t
    incx, hipblasStride stride_x, int64_t batchCount);
hipblasStatus_t hipblasCtpsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasComplex *AP, hipblasComplex *x, int incx);
hipblasStatus_t hipblasCtpsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    hipblasComplex *AP, hipblasComplex *x, int64_t incx);
hipblasStatus_t hipblasCtpsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasComplex *const *AP, hipblasComplex *const *x, int incx, int
    batchCount);
hipblasStatus_t hipblasCtpsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasComplex *const *AP, hipblasComplex *const *x,
    int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasCtpsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const hipblasComplex *AP, hipblasStride stride_AP, hipblasComplex
    *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasCtpsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasComplex *AP, hipblasStride stride_AP,
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasZtpsv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasDoubleComplex *AP, hipblasDoubleComplex *x, int incx);
hipblasStatus_t hipblasZtpsv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int64_t n, const
    hipblasDoubleComplex *AP, hipblasDoubleComplex *x, int64_t incx);
hipblasStatus_t hipblasZtpsvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, const
    hipblasDoubleComplex *const *AP, hipblasDoubleComplex *const *x, int incx,
    int batchCount);
hipblasStatus_t hipblasZtpsvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasDoubleComplex *const *AP, hipblasDoubleComplex
    *const *x, int64_t incx, int64_t batchCount);
hipblasStatus_t hipblasZtpsvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int n, const hipblasDoubleComplex *AP, hipblasStride stride_AP,
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, int batchCount);
hipblasStatus_t hipblasZtpsvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int64_t n, const hipblasDoubleComplex *AP, hipblasStride stride_AP,
    hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, int64_t
    batchCount);
hipblasStatus_t hipblasSsymv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const float *alpha, const float *A, int lda, const float *x, int
    incx, const float *beta, float *y, int incy);
hipblasStatus_t hipblasSsymv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const float *alpha, const float *A, int64_t lda, const
    float *x, int64_t incx, const float *beta, float *y, int64_t incy);
hipblasStatus_t hipblasSsymvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const float *alpha, const float *const *A, int lda, const
    float *const *x, int incx, const float *beta, float *const *y, int incy,
    int batchCount);
hipblasStatus_t hipblasSsymvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *const
    *A, int64_t lda, const float *const *x, int64_t incx, const float *beta,
    float *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasSsymvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const float *alpha, const float *A, int
    lda, hipblasStride stride_A, const float *x, int incx, hipblasStride
    stride_x, const float *beta, float *y, int incy, hipblasStride stride_y,
    int batchCount);
hipblasStatus_t hipblasSsymvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *A,
    int64_t lda, hipblasStride stride_A, const float *x, int64_t incx,
    hipblasStride stride_x, const float *beta, float *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasDsymv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const double *alpha, const double *A, int lda, const double *x, int
    incx, const double *beta, double *y, int incy);
hipblasStatus_t hipblasDsymv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const double *alpha, const double *A, int64_t lda, const
    double *x, int64_t incx, const double *beta, double *y, int64_t incy);
hipblasStatus_t hipblasDsymvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const double *alpha, const double *const *A, int lda, const
    double *const *x, int incx, const double *beta, double *const *y, int
    incy, int batchCount);
hipblasStatus_t hipblasDsymvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double
    *const *A, int64_t lda, const double *const *x, int64_t incx, const double
    *beta, double *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasDsymvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const double *alpha, const double *A, int
    lda, hipblasStride stride_A, const double *x, int incx, hipblasStride
    stride_x, const double *beta, double *y, int incy, hipblasStride stride_y,
    int batchCount);
hipblasStatus_t hipblasDsymvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double *A,
    int64_t lda, hipblasStride stride_A, const double *x, int64_t incx,
    hipblasStride stride_x, const double *beta, double *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasCsymv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasComplex *alpha, const hipblasComplex *A, int lda,
    const hipblasComplex *x, int incx, const hipblasComplex *beta,
    hipblasComplex *y, int incy);
hipblasStatus_t hipblasCsymv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasComplex *alpha, const hipblasComplex *A,
    int64_t lda, const hipblasComplex *x, int64_t incx, const hipblasComplex
    *beta, hipblasComplex *y, int64_t incy);
hipblasStatus_t hipblasCsymvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasComplex *alpha, const hipblasComplex *const *A,
    int lda, const hipblasComplex *const *x, int incx, const hipblasComplex
    *beta, hipblasComplex *const *y, int incy, int batchCount);
hipblasStatus_t hipblasCsymvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *const *A, int64_t lda, const hipblasComplex *const *x,
    int64_t incx, const hipblasComplex *beta, hipblasComplex *const *y,
    int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasCsymvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, hipblasStride stride_A, const hipblasComplex
    *x, int incx, hipblasStride stride_x, const hipblasComplex *beta,
    hipblasComplex *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasCsymvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *A, int64_t lda, hipblasStride stride_A, const
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasComplex *beta, hipblasComplex *y, int64_t incy, hipblasStride
    stride_y, int64_t batchCount);
hipblasStatus_t hipblasZsymv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A,
    int lda, const hipblasDoubleComplex *x, int incx, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy);
hipblasStatus_t hipblasZsymv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int64_t lda, const hipblasDoubleComplex *x,
    int64_t incx, const hipblasDoubleComplex *beta, hipblasDoubleComplex *y,
    int64_t incy);
hipblasStatus_t hipblasZsymvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *const *A, int lda, const hipblasDoubleComplex *const *x, int incx, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *y, int incy, int
    batchCount);
hipblasStatus_t hipblasZsymvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *const *A, int64_t lda, const
    hipblasDoubleComplex *const *x, int64_t incx, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasZsymvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int lda, hipblasStride stride_A, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasZsymvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int64_t lda, hipblasStride stride_A, const
    hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasChemv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasComplex *alpha, const hipblasComplex *A, int lda,
    const hipblasComplex *x, int incx, const hipblasComplex *beta,
    hipblasComplex *y, int incy);
hipblasStatus_t hipblasChemv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasComplex *alpha, const hipblasComplex *A,
    int64_t lda, const hipblasComplex *x, int64_t incx, const hipblasComplex
    *beta, hipblasComplex *y, int64_t incy);
hipblasStatus_t hipblasChemvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasComplex *alpha, const hipblasComplex *const *A,
    int lda, const hipblasComplex *const *x, int incx, const hipblasComplex
    *beta, hipblasComplex *const *y, int incy, int batchCount);
hipblasStatus_t hipblasChemvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *const *A, int64_t lda, const hipblasComplex *const *x,
    int64_t incx, const hipblasComplex *beta, hipblasComplex *const *y,
    int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasChemvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, hipblasStride stride_A, const hipblasComplex
    *x, int incx, hipblasStride stride_x, const hipblasComplex *beta,
    hipblasComplex *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasChemvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *A, int64_t lda, hipblasStride stride_A, const
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasComplex *beta, hipblasComplex *y, int64_t incy, hipblasStride
    stride_y, int64_t batchCount);
hipblasStatus_t hipblasZhemv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A,
    int lda, const hipblasDoubleComplex *x, int incx, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy);
hipblasStatus_t hipblasZhemv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int64_t lda, const hipblasDoubleComplex *x,
    int64_t incx, const hipblasDoubleComplex *beta, hipblasDoubleComplex *y,
    int64_t incy);
hipblasStatus_t hipblasZhemvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *const *A, int lda, const hipblasDoubleComplex *const *x, int incx, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *y, int incy, int
    batchCount);
hipblasStatus_t hipblasZhemvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *const *A, int64_t lda, const
    hipblasDoubleComplex *const *x, int64_t incx, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasZhemvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int lda, hipblasStride stride_A, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasZhemvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int64_t lda, hipblasStride stride_A, const
    hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasSsbmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, int k, const float *alpha, const float *A, int lda, const float *x,
    int incx, const float *beta, float *y, int incy);
hipblasStatus_t hipblasSsbmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, int64_t k, const float *alpha, const float *A, int64_t
    lda, const float *x, int64_t incx, const float *beta, float *y, int64_t
    incy);
hipblasStatus_t hipblasSsbmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, int k, const float *alpha, const float *const *A, int lda,
    const float *const *x, int incx, const float *beta, float *const *y, int
    incy, int batchCount);
hipblasStatus_t hipblasSsbmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, int64_t k, const float *alpha, const
    float *const *A, int64_t lda, const float *const *x, int64_t incx, const
    float *beta, float *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasSsbmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, int k, const float *alpha, const float *A,
    int lda, hipblasStride stride_A, const float *x, int incx, hipblasStride
    stride_x, const float *beta, float *y, int incy, hipblasStride stride_y,
    int batchCount);
hipblasStatus_t hipblasSsbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, int64_t k, const float *alpha, const
    float *A, int64_t lda, hipblasStride stride_A, const float *x, int64_t
    incx, hipblasStride stride_x, const float *beta, float *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasDsbmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, int k, const double *alpha, const double *A, int lda, const double
    *x, int incx, const double *beta, double *y, int incy);
hipblasStatus_t hipblasDsbmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, int64_t k, const double *alpha, const double *A, int64_t
    lda, const double *x, int64_t incx, const double *beta, double *y, int64_t
    incy);
hipblasStatus_t hipblasDsbmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, int k, const double *alpha, const double *const *A, int lda,
    const double *const *x, int incx, const double *beta, double *const *y,
    int incy, int batchCount);
hipblasStatus_t hipblasDsbmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, int64_t k, const double *alpha, const
    double *const *A, int64_t lda, const double *const *x, int64_t incx, const
    double *beta, double *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasDsbmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, int k, const double *alpha, const double
    *A, int lda, hipblasStride stride_A, const double *x, int incx,
    hipblasStride stride_x, const double *beta, double *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasDsbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, int64_t k, const double *alpha, const
    double *A, int64_t lda, hipblasStride stride_A, const double *x, int64_t
    incx, hipblasStride stride_x, const double *beta, double *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasChbmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, int k, const hipblasComplex *alpha, const hipblasComplex *A, int
    lda, const hipblasComplex *x, int incx, const hipblasComplex *beta,
    hipblasComplex *y, int incy);
hipblasStatus_t hipblasChbmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, int64_t k, const hipblasComplex *alpha, const
    hipblasComplex *A, int64_t lda, const hipblasComplex *x, int64_t incx,
    const hipblasComplex *beta, hipblasComplex *y, int64_t incy);
hipblasStatus_t hipblasChbmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, int k, const hipblasComplex *alpha, const hipblasComplex
    *const *A, int lda, const hipblasComplex *const *x, int incx, const
    hipblasComplex *beta, hipblasComplex *const *y, int incy, int batchCount);
hipblasStatus_t hipblasChbmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, int64_t k, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int64_t lda, const hipblasComplex *const
    *x, int64_t incx, const hipblasComplex *beta, hipblasComplex *const *y,
    int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasChbmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, int k, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, hipblasStride stride_A, const hipblasComplex
    *x, int incx, hipblasStride stride_x, const hipblasComplex *beta,
    hipblasComplex *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasChbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, int64_t k, const hipblasComplex *alpha,
    const hipblasComplex *A, int64_t lda, hipblasStride stride_A, const
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasComplex *beta, hipblasComplex *y, int64_t incy, hipblasStride
    stride_y, int64_t batchCount);
hipblasStatus_t hipblasZhbmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, int k, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *x, int incx,
    const hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy);
hipblasStatus_t hipblasZhbmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, int64_t k, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int64_t lda, const hipblasDoubleComplex *x,
    int64_t incx, const hipblasDoubleComplex *beta, hipblasDoubleComplex *y,
    int64_t incy);
hipblasStatus_t hipblasZhbmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, int k, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *const *A, int lda, const hipblasDoubleComplex *const
    *x, int incx, const hipblasDoubleComplex *beta, hipblasDoubleComplex
    *const *y, int incy, int batchCount);
hipblasStatus_t hipblasZhbmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, int64_t k, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int64_t lda, const
    hipblasDoubleComplex *const *x, int64_t incx, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasZhbmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, int k, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, hipblasStride stride_A, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasZhbmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, int64_t k, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *A, int64_t lda, hipblasStride
    stride_A, const hipblasDoubleComplex *x, int64_t incx, hipblasStride
    stride_x, const hipblasDoubleComplex *beta, hipblasDoubleComplex *y,
    int64_t incy, hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasSspmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const float *alpha, const float *AP, const float *x, int incx,
    const float *beta, float *y, int incy);
hipblasStatus_t hipblasSspmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const float *alpha, const float *AP, const float *x,
    int64_t incx, const float *beta, float *y, int64_t incy);
hipblasStatus_t hipblasSspmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const float *alpha, const float *const *AP, const float
    *const *x, int incx, const float *beta, float *const *y, int incy, int
    batchCount);
hipblasStatus_t hipblasSspmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *const
    *AP, const float *const *x, int64_t incx, const float *beta, float *const
    *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasSspmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const float *alpha, const float *AP,
    hipblasStride stride_AP, const float *x, int incx, hipblasStride stride_x,
    const float *beta, float *y, int incy, hipblasStride stride_y, int
    batchCount);
hipblasStatus_t hipblasSspmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *AP,
    hipblasStride stride_AP, const float *x, int64_t incx, hipblasStride
    stride_x, const float *beta, float *y, int64_t incy, hipblasStride
    stride_y, int64_t batchCount);
hipblasStatus_t hipblasDspmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const double *alpha, const double *AP, const double *x, int incx,
    const double *beta, double *y, int incy);
hipblasStatus_t hipblasDspmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const double *alpha, const double *AP, const double *x,
    int64_t incx, const double *beta, double *y, int64_t incy);
hipblasStatus_t hipblasDspmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const double *alpha, const double *const *AP, const double
    *const *x, int incx, const double *beta, double *const *y, int incy, int
    batchCount);
hipblasStatus_t hipblasDspmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double
    *const *AP, const double *const *x, int64_t incx, const double *beta,
    double *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasDspmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const double *alpha, const double *AP,
    hipblasStride stride_AP, const double *x, int incx, hipblasStride
    stride_x, const double *beta, double *y, int incy, hipblasStride stride_y,
    int batchCount);
hipblasStatus_t hipblasDspmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double *AP,
    hipblasStride stride_AP, const double *x, int64_t incx, hipblasStride
    stride_x, const double *beta, double *y, int64_t incy, hipblasStride
    stride_y, int64_t batchCount);
hipblasStatus_t hipblasChpmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasComplex *alpha, const hipblasComplex *AP, const
    hipblasComplex *x, int incx, const hipblasComplex *beta, hipblasComplex
    *y, int incy);
hipblasStatus_t hipblasChpmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasComplex *alpha, const hipblasComplex *AP,
    const hipblasComplex *x, int64_t incx, const hipblasComplex *beta,
    hipblasComplex *y, int64_t incy);
hipblasStatus_t hipblasChpmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasComplex *alpha, const hipblasComplex *const *AP,
    const hipblasComplex *const *x, int incx, const hipblasComplex *beta,
    hipblasComplex *const *y, int incy, int batchCount);
hipblasStatus_t hipblasChpmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *const *AP, const hipblasComplex *const *x, int64_t incx,
    const hipblasComplex *beta, hipblasComplex *const *y, int64_t incy,
    int64_t batchCount);
hipblasStatus_t hipblasChpmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasComplex *alpha, const
    hipblasComplex *AP, hipblasStride stride_AP, const hipblasComplex *x, int
    incx, hipblasStride stride_x, const hipblasComplex *beta, hipblasComplex
    *y, int incy, hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasChpmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *AP, hipblasStride stride_AP, const hipblasComplex *x,
    int64_t incx, hipblasStride stride_x, const hipblasComplex *beta,
    hipblasComplex *y, int64_t incy, hipblasStride stride_y, int64_t
    batchCount);
hipblasStatus_t hipblasZhpmv(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *AP,
    const hipblasDoubleComplex *x, int incx, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *y, int incy);
hipblasStatus_t hipblasZhpmv_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *AP, const hipblasDoubleComplex *x, int64_t incx,
    const hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int64_t incy);
hipblasStatus_t hipblasZhpmvBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *const *AP, const hipblasDoubleComplex *const *x, int incx, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *y, int incy, int
    batchCount);
hipblasStatus_t hipblasZhpmvBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *const *AP, const hipblasDoubleComplex *const
    *x, int64_t incx, const hipblasDoubleComplex *beta, hipblasDoubleComplex
    *const *y, int64_t incy, int64_t batchCount);
hipblasStatus_t hipblasZhpmvStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *AP, hipblasStride stride_AP, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int incy,
    hipblasStride stride_y, int batchCount);
hipblasStatus_t hipblasZhpmvStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *AP, hipblasStride stride_AP, const
    hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *y, int64_t incy,
    hipblasStride stride_y, int64_t batchCount);
hipblasStatus_t hipblasSger(hipblasHandle_t handle, int m, int n, const float
    *alpha, const float *x, int incx, const float *y, int incy, float *A, int
    lda);
hipblasStatus_t hipblasSger_64(hipblasHandle_t handle, int64_t m, int64_t n,
    const float *alpha, const float *x, int64_t incx, const float *y, int64_t
    incy, float *A, int64_t lda);
hipblasStatus_t hipblasSgerBatched(hipblasHandle_t handle, int m, int n, const
    float *alpha, const float *const *x, int incx, const float *const *y, int
    incy, float *const *A, int lda, int batchCount);
hipblasStatus_t hipblasSgerBatched_64(hipblasHandle_t handle, int64_t m,
    int64_t n, const float *alpha, const float *const *x, int64_t incx, const
    float *const *y, int64_t incy, float *const *A, int64_t lda, int64_t
    batchCount);
hipblasStatus_t hipblasSgerStridedBatched(hipblasHandle_t handle, int m, int
    n, const float *alpha, const float *x, int incx, hipblasStride stride_x,
    const float *y, int incy, hipblasStride stride_y, float *A, int lda,
    hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasSgerStridedBatched_64(hipblasHandle_t handle, int64_t
    m, int64_t n, const float *alpha, const float *x, int64_t incx,
    hipblasStride stride_x, const float *y, int64_t incy, hipblasStride
    stride_y, float *A, int64_t lda, hipblasStride stride_A, int64_t
    batchCount);
hipblasStatus_t hipblasDger(hipblasHandle_t handle, int m, int n, const double
    *alpha, const double *x, int incx, const double *y, int incy, double *A,
    int lda);
hipblasStatus_t hipblasDger_64(hipblasHandle_t handle, int64_t m, int64_t n,
    const double *alpha, const double *x, int64_t incx, const double *y,
    int64_t incy, double *A, int64_t lda);
hipblasStatus_t hipblasDgerBatched(hipblasHandle_t handle, int m, int n, const
    double *alpha, const double *const *x, int incx, const double *const *y,
    int incy, double *const *A, int lda, int batchCount);
hipblasStatus_t hipblasDgerBatched_64(hipblasHandle_t handle, int64_t m,
    int64_t n, const double *alpha, const double *const *x, int64_t incx,
    const double *const *y, int64_t incy, double *const *A, int64_t lda,
    int64_t batchCount);
hipblasStatus_t hipblasDgerStridedBatched(hipblasHandle_t handle, int m, int
    n, const double *alpha, const double *x, int incx, hipblasStride stride_x,
    const double *y, int incy, hipblasStride stride_y, double *A, int lda,
    hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasDgerStridedBatched_64(hipblasHandle_t handle, int64_t
    m, int64_t n, const double *alpha, const double *x, int64_t incx,
    hipblasStride stride_x, const double *y, int64_t incy, hipblasStride
    stride_y, double *A, int64_t lda, hipblasStride stride_A, int64_t
    batchCount);
hipblasStatus_t hipblasCgeru(hipblasHandle_t handle, int m, int n, const
    hipblasComplex *alpha, const hipblasComplex *x, int incx, const
    hipblasComplex *y, int incy, hipblasComplex *A, int lda);
hipblasStatus_t hipblasCgeru_64(hipblasHandle_t handle, int64_t m, int64_t n,
    const hipblasComplex *alpha, const hipblasComplex *x, int64_t incx, const
    hipblasComplex *y, int64_t incy, hipblasComplex *A, int64_t lda);
hipblasStatus_t hipblasCgeruBatched(hipblasHandle_t handle, int m, int n,
    const hipblasComplex *alpha, const hipblasComplex *const *x, int incx,
    const hipblasComplex *const *y, int incy, hipblasComplex *const *A, int
    lda, int batchCount);
hipblasStatus_t hipblasCgeruBatched_64(hipblasHandle_t handle, int64_t m,
    int64_t n, const hipblasComplex *alpha, const hipblasComplex *const *x,
    int64_t incx, const hipblasComplex *const *y, int64_t incy, hipblasComplex
    *const *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasCgeruStridedBatched(hipblasHandle_t handle, int m, int
    n, const hipblasComplex *alpha, const hipblasComplex *x, int incx,
    hipblasStride stride_x, const hipblasComplex *y, int incy, hipblasStride
    stride_y, hipblasComplex *A, int lda, hipblasStride stride_A, int
    batchCount);
hipblasStatus_t hipblasCgeruStridedBatched_64(hipblasHandle_t handle, int64_t
    m, int64_t n, const hipblasComplex *alpha, const hipblasComplex *x,
    int64_t incx, hipblasStride stride_x, const hipblasComplex *y, int64_t
    incy, hipblasStride stride_y, hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, int64_t batchCount);
hipblasStatus_t hipblasCgerc(hipblasHandle_t handle, int m, int n, const
    hipblasComplex *alpha, const hipblasComplex *x, int incx, const
    hipblasComplex *y, int incy, hipblasComplex *A, int lda);
hipblasStatus_t hipblasCgerc_64(hipblasHandle_t handle, int64_t m, int64_t n,
    const hipblasComplex *alpha, const hipblasComplex *x, int64_t incx, const
    hipblasComplex *y, int64_t incy, hipblasComplex *A, int64_t lda);
hipblasStatus_t hipblasCgercBatched(hipblasHandle_t handle, int m, int n,
    const hipblasComplex *alpha, const hipblasComplex *const *x, int incx,
    const hipblasComplex *const *y, int incy, hipblasComplex *const *A, int
    lda, int batchCount);
hipblasStatus_t hipblasCgercBatched_64(hipblasHandle_t handle, int64_t m,
    int64_t n, const hipblasComplex *alpha, const hipblasComplex *const *x,
    int64_t incx, const hipblasComplex *const *y, int64_t incy, hipblasComplex
    *const *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasCgercStridedBatched(hipblasHandle_t handle, int m, int
    n, const hipblasComplex *alpha, const hipblasComplex *x, int incx,
    hipblasStride stride_x, const hipblasComplex *y, int incy, hipblasStride
    stride_y, hipblasComplex *A, int lda, hipblasStride stride_A, int
    batchCount);
hipblasStatus_t hipblasCgercStridedBatched_64(hipblasHandle_t handle, int64_t
    m, int64_t n, const hipblasComplex *alpha, const hipblasComplex *x,
    int64_t incx, hipblasStride stride_x, const hipblasComplex *y, int64_t
    incy, hipblasStride stride_y, hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, int64_t batchCount);
hipblasStatus_t hipblasZgeru(hipblasHandle_t handle, int m, int n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x, int incx,
    const hipblasDoubleComplex *y, int incy, hipblasDoubleComplex *A, int lda);
hipblasStatus_t hipblasZgeru_64(hipblasHandle_t handle, int64_t m, int64_t n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x, int64_t
    incx, const hipblasDoubleComplex *y, int64_t incy, hipblasDoubleComplex
    *A, int64_t lda);
hipblasStatus_t hipblasZgeruBatched(hipblasHandle_t handle, int m, int n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *x,
    int incx, const hipblasDoubleComplex *const *y, int incy,
    hipblasDoubleComplex *const *A, int lda, int batchCount);
hipblasStatus_t hipblasZgeruBatched_64(hipblasHandle_t handle, int64_t m,
    int64_t n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *const *x, int64_t incx, const hipblasDoubleComplex *const *y, int64_t
    incy, hipblasDoubleComplex *const *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasZgeruStridedBatched(hipblasHandle_t handle, int m, int
    n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x, int
    incx, hipblasStride stride_x, const hipblasDoubleComplex *y, int incy,
    hipblasStride stride_y, hipblasDoubleComplex *A, int lda, hipblasStride
    stride_A, int batchCount);
hipblasStatus_t hipblasZgeruStridedBatched_64(hipblasHandle_t handle, int64_t
    m, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y,
    hipblasDoubleComplex *A, int64_t lda, hipblasStride stride_A, int64_t
    batchCount);
hipblasStatus_t hipblasZgerc(hipblasHandle_t handle, int m, int n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x, int incx,
    const hipblasDoubleComplex *y, int incy, hipblasDoubleComplex *A, int lda);
hipblasStatus_t hipblasZgerc_64(hipblasHandle_t handle, int64_t m, int64_t n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x, int64_t
    incx, const hipblasDoubleComplex *y, int64_t incy, hipblasDoubleComplex
    *A, int64_t lda);
hipblasStatus_t hipblasZgercBatched(hipblasHandle_t handle, int m, int n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *x,
    int incx, const hipblasDoubleComplex *const *y, int incy,
    hipblasDoubleComplex *const *A, int lda, int batchCount);
hipblasStatus_t hipblasZgercBatched_64(hipblasHandle_t handle, int64_t m,
    int64_t n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *const *x, int64_t incx, const hipblasDoubleComplex *const *y, int64_t
    incy, hipblasDoubleComplex *const *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasZgercStridedBatched(hipblasHandle_t handle, int m, int
    n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x, int
    incx, hipblasStride stride_x, const hipblasDoubleComplex *y, int incy,
    hipblasStride stride_y, hipblasDoubleComplex *A, int lda, hipblasStride
    stride_A, int batchCount);
hipblasStatus_t hipblasZgercStridedBatched_64(hipblasHandle_t handle, int64_t
    m, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y,
    hipblasDoubleComplex *A, int64_t lda, hipblasStride stride_A, int64_t
    batchCount);
hipblasStatus_t hipblasSsyr(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const float *alpha, const float *x, int incx, float *A, int lda);
hipblasStatus_t hipblasSsyr_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const float *alpha, const float *x, int64_t incx, float *A,
    int64_t lda);
hipblasStatus_t hipblasSsyrBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const float *alpha, const float *const *x, int incx, float
    *const *A, int lda, int batchCount);
hipblasStatus_t hipblasSsyrBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *const
    *x, int64_t incx, float *const *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasSsyrStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const float *alpha, const float *x, int
    incx, hipblasStride stride_x, float *A, int lda, hipblasStride stride_A,
    int batchCount);
hipblasStatus_t hipblasSsyrStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *x,
    int64_t incx, hipblasStride stride_x, float *A, int64_t lda, hipblasStride
    stride_A, int64_t batchCount);
hipblasStatus_t hipblasDsyr(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const double *alpha, const double *x, int incx, double *A, int lda);
hipblasStatus_t hipblasDsyr_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const double *alpha, const double *x, int64_t incx, double *A,
    int64_t lda);
hipblasStatus_t hipblasDsyrBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const double *alpha, const double *const *x, int incx, double
    *const *A, int lda, int batchCount);
hipblasStatus_t hipblasDsyrBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double
    *const *x, int64_t incx, double *const *A, int64_t lda, int64_t
    batchCount);
hipblasStatus_t hipblasDsyrStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const double *alpha, const double *x, int
    incx, hipblasStride stride_x, double *A, int lda, hipblasStride stride_A,
    int batchCount);
hipblasStatus_t hipblasDsyrStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double *x,
    int64_t incx, hipblasStride stride_x, double *A, int64_t lda,
    hipblasStride stride_A, int64_t batchCount);
hipblasStatus_t hipblasCsyr(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasComplex *alpha, const hipblasComplex *x, int incx,
    hipblasComplex *A, int lda);
hipblasStatus_t hipblasCsyr_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const hipblasComplex *alpha, const hipblasComplex *x, int64_t
    incx, hipblasComplex *A, int64_t lda);
hipblasStatus_t hipblasCsyrBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasComplex *alpha, const hipblasComplex *const *x,
    int incx, hipblasComplex *const *A, int lda, int batchCount);
hipblasStatus_t hipblasCsyrBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *const *x, int64_t incx, hipblasComplex *const *A, int64_t
    lda, int64_t batchCount);
hipblasStatus_t hipblasCsyrStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasComplex *alpha, const
    hipblasComplex *x, int incx, hipblasStride stride_x, hipblasComplex *A,
    int lda, hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasCsyrStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, hipblasComplex
    *A, int64_t lda, hipblasStride stride_A, int64_t batchCount);
hipblasStatus_t hipblasZsyr(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x,
    int incx, hipblasDoubleComplex *A, int lda);
hipblasStatus_t hipblasZsyr_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *x, int64_t incx, hipblasDoubleComplex *A, int64_t lda);
hipblasStatus_t hipblasZsyrBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *const *x, int incx, hipblasDoubleComplex *const *A, int lda, int
    batchCount);
hipblasStatus_t hipblasZsyrBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *const *x, int64_t incx, hipblasDoubleComplex
    *const *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasZsyrStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x,
    hipblasDoubleComplex *A, int lda, hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasZsyrStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    hipblasDoubleComplex *A, int64_t lda, hipblasStride stride_A, int64_t
    batchCount);
hipblasStatus_t hipblasCher(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const float *alpha, const hipblasComplex *x, int incx,
    hipblasComplex *A, int lda);
hipblasStatus_t hipblasCher_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const float *alpha, const hipblasComplex *x, int64_t incx,
    hipblasComplex *A, int64_t lda);
hipblasStatus_t hipblasCherBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const float *alpha, const hipblasComplex *const *x, int incx,
    hipblasComplex *const *A, int lda, int batchCount);
hipblasStatus_t hipblasCherBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const
    hipblasComplex *const *x, int64_t incx, hipblasComplex *const *A, int64_t
    lda, int64_t batchCount);
hipblasStatus_t hipblasCherStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const float *alpha, const hipblasComplex
    *x, int incx, hipblasStride stride_x, hipblasComplex *A, int lda,
    hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasCherStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, hipblasComplex
    *A, int64_t lda, hipblasStride stride_A, int64_t batchCount);
hipblasStatus_t hipblasZher(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const double *alpha, const hipblasDoubleComplex *x, int incx,
    hipblasDoubleComplex *A, int lda);
hipblasStatus_t hipblasZher_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const double *alpha, const hipblasDoubleComplex *x, int64_t
    incx, hipblasDoubleComplex *A, int64_t lda);
hipblasStatus_t hipblasZherBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const double *alpha, const hipblasDoubleComplex *const *x,
    int incx, hipblasDoubleComplex *const *A, int lda, int batchCount);
hipblasStatus_t hipblasZherBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const
    hipblasDoubleComplex *const *x, int64_t incx, hipblasDoubleComplex *const
    *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasZherStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const double *alpha, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x,
    hipblasDoubleComplex *A, int lda, hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasZherStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const
    hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    hipblasDoubleComplex *A, int64_t lda, hipblasStride stride_A, int64_t
    batchCount);
hipblasStatus_t hipblasSspr(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const float *alpha, const float *x, int incx, float *AP);
hipblasStatus_t hipblasSspr_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const float *alpha, const float *x, int64_t incx, float *AP);
hipblasStatus_t hipblasSsprBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const float *alpha, const float *const *x, int incx, float
    *const *AP, int batchCount);
hipblasStatus_t hipblasSsprBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *const
    *x, int64_t incx, float *const *AP, int64_t batchCount);
hipblasStatus_t hipblasSsprStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const float *alpha, const float *x, int
    incx, hipblasStride stride_x, float *AP, hipblasStride stride_AP, int
    batchCount);
hipblasStatus_t hipblasSsprStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *x,
    int64_t incx, hipblasStride stride_x, float *AP, hipblasStride stride_AP,
    int64_t batchCount);
hipblasStatus_t hipblasDspr(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const double *alpha, const double *x, int incx, double *AP);
hipblasStatus_t hipblasDspr_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const double *alpha, const double *x, int64_t incx, double *AP);
hipblasStatus_t hipblasDsprBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const double *alpha, const double *const *x, int incx, double
    *const *AP, int batchCount);
hipblasStatus_t hipblasDsprBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double
    *const *x, int64_t incx, double *const *AP, int64_t batchCount);
hipblasStatus_t hipblasDsprStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const double *alpha, const double *x, int
    incx, hipblasStride stride_x, double *AP, hipblasStride stride_AP, int
    batchCount);
hipblasStatus_t hipblasDsprStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double *x,
    int64_t incx, hipblasStride stride_x, double *AP, hipblasStride stride_AP,
    int64_t batchCount);
hipblasStatus_t hipblasChpr(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const float *alpha, const hipblasComplex *x, int incx,
    hipblasComplex *AP);
hipblasStatus_t hipblasChpr_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const float *alpha, const hipblasComplex *x, int64_t incx,
    hipblasComplex *AP);
hipblasStatus_t hipblasChprBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const float *alpha, const hipblasComplex *const *x, int incx,
    hipblasComplex *const *AP, int batchCount);
hipblasStatus_t hipblasChprBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const
    hipblasComplex *const *x, int64_t incx, hipblasComplex *const *AP, int64_t
    batchCount);
hipblasStatus_t hipblasChprStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const float *alpha, const hipblasComplex
    *x, int incx, hipblasStride stride_x, hipblasComplex *AP, hipblasStride
    stride_AP, int batchCount);
hipblasStatus_t hipblasChprStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, hipblasComplex
    *AP, hipblasStride stride_AP, int64_t batchCount);
hipblasStatus_t hipblasZhpr(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const double *alpha, const hipblasDoubleComplex *x, int incx,
    hipblasDoubleComplex *AP);
hipblasStatus_t hipblasZhpr_64(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int64_t n, const double *alpha, const hipblasDoubleComplex *x, int64_t
    incx, hipblasDoubleComplex *AP);
hipblasStatus_t hipblasZhprBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const double *alpha, const hipblasDoubleComplex *const *x,
    int incx, hipblasDoubleComplex *const *AP, int batchCount);
hipblasStatus_t hipblasZhprBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const
    hipblasDoubleComplex *const *x, int64_t incx, hipblasDoubleComplex *const
    *AP, int64_t batchCount);
hipblasStatus_t hipblasZhprStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const double *alpha, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x,
    hipblasDoubleComplex *AP, hipblasStride stride_AP, int batchCount);
hipblasStatus_t hipblasZhprStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const
    hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x,
    hipblasDoubleComplex *AP, hipblasStride stride_AP, int64_t batchCount);
hipblasStatus_t hipblasSsyr2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const float *alpha, const float *x, int incx, const float *y, int
    incy, float *A, int lda);
hipblasStatus_t hipblasSsyr2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const float *alpha, const float *x, int64_t incx, const
    float *y, int64_t incy, float *A, int64_t lda);
hipblasStatus_t hipblasSsyr2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const float *alpha, const float *const *x, int incx, const
    float *const *y, int incy, float *const *A, int lda, int batchCount);
hipblasStatus_t hipblasSsyr2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *const
    *x, int64_t incx, const float *const *y, int64_t incy, float *const *A,
    int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasSsyr2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const float *alpha, const float *x, int
    incx, hipblasStride stride_x, const float *y, int incy, hipblasStride
    stride_y, float *A, int lda, hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasSsyr2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *x,
    int64_t incx, hipblasStride stride_x, const float *y, int64_t incy,
    hipblasStride stride_y, float *A, int64_t lda, hipblasStride stride_A,
    int64_t batchCount);
hipblasStatus_t hipblasDsyr2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const double *alpha, const double *x, int incx, const double *y,
    int incy, double *A, int lda);
hipblasStatus_t hipblasDsyr2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const double *alpha, const double *x, int64_t incx, const
    double *y, int64_t incy, double *A, int64_t lda);
hipblasStatus_t hipblasDsyr2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const double *alpha, const double *const *x, int incx, const
    double *const *y, int incy, double *const *A, int lda, int batchCount);
hipblasStatus_t hipblasDsyr2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double
    *const *x, int64_t incx, const double *const *y, int64_t incy, double
    *const *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasDsyr2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const double *alpha, const double *x, int
    incx, hipblasStride stride_x, const double *y, int incy, hipblasStride
    stride_y, double *A, int lda, hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasDsyr2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double *x,
    int64_t incx, hipblasStride stride_x, const double *y, int64_t incy,
    hipblasStride stride_y, double *A, int64_t lda, hipblasStride stride_A,
    int64_t batchCount);
hipblasStatus_t hipblasCsyr2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasComplex *alpha, const hipblasComplex *x, int incx,
    const hipblasComplex *y, int incy, hipblasComplex *A, int lda);
hipblasStatus_t hipblasCsyr2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasComplex *alpha, const hipblasComplex *x,
    int64_t incx, const hipblasComplex *y, int64_t incy, hipblasComplex *A,
    int64_t lda);
hipblasStatus_t hipblasCsyr2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasComplex *alpha, const hipblasComplex *const *x,
    int incx, const hipblasComplex *const *y, int incy, hipblasComplex *const
    *A, int lda, int batchCount);
hipblasStatus_t hipblasCsyr2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *const *x, int64_t incx, const hipblasComplex *const *y,
    int64_t incy, hipblasComplex *const *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasCsyr2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasComplex *alpha, const
    hipblasComplex *x, int incx, hipblasStride stride_x, const hipblasComplex
    *y, int incy, hipblasStride stride_y, hipblasComplex *A, int lda,
    hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasCsyr2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasComplex *y, int64_t incy, hipblasStride stride_y, hipblasComplex
    *A, int64_t lda, hipblasStride stride_A, int64_t batchCount);
hipblasStatus_t hipblasZsyr2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x,
    int incx, const hipblasDoubleComplex *y, int incy, hipblasDoubleComplex
    *A, int lda);
hipblasStatus_t hipblasZsyr2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *x, int64_t incx, const hipblasDoubleComplex *y,
    int64_t incy, hipblasDoubleComplex *A, int64_t lda);
hipblasStatus_t hipblasZsyr2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *const *x, int incx, const hipblasDoubleComplex *const *y, int incy,
    hipblasDoubleComplex *const *A, int lda, int batchCount);
hipblasStatus_t hipblasZsyr2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *const *x, int64_t incx, const
    hipblasDoubleComplex *const *y, int64_t incy, hipblasDoubleComplex *const
    *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasZsyr2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y,
    hipblasDoubleComplex *A, int lda, hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasZsyr2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y,
    hipblasDoubleComplex *A, int64_t lda, hipblasStride stride_A, int64_t
    batchCount);
hipblasStatus_t hipblasCher2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasComplex *alpha, const hipblasComplex *x, int incx,
    const hipblasComplex *y, int incy, hipblasComplex *A, int lda);
hipblasStatus_t hipblasCher2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasComplex *alpha, const hipblasComplex *x,
    int64_t incx, const hipblasComplex *y, int64_t incy, hipblasComplex *A,
    int64_t lda);
hipblasStatus_t hipblasCher2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasComplex *alpha, const hipblasComplex *const *x,
    int incx, const hipblasComplex *const *y, int incy, hipblasComplex *const
    *A, int lda, int batchCount);
hipblasStatus_t hipblasCher2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *const *x, int64_t incx, const hipblasComplex *const *y,
    int64_t incy, hipblasComplex *const *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasCher2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasComplex *alpha, const
    hipblasComplex *x, int incx, hipblasStride stride_x, const hipblasComplex
    *y, int incy, hipblasStride stride_y, hipblasComplex *A, int lda,
    hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasCher2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasComplex *y, int64_t incy, hipblasStride stride_y, hipblasComplex
    *A, int64_t lda, hipblasStride stride_A, int64_t batchCount);
hipblasStatus_t hipblasZher2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x,
    int incx, const hipblasDoubleComplex *y, int incy, hipblasDoubleComplex
    *A, int lda);
hipblasStatus_t hipblasZher2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *x, int64_t incx, const hipblasDoubleComplex *y,
    int64_t incy, hipblasDoubleComplex *A, int64_t lda);
hipblasStatus_t hipblasZher2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *const *x, int incx, const hipblasDoubleComplex *const *y, int incy,
    hipblasDoubleComplex *const *A, int lda, int batchCount);
hipblasStatus_t hipblasZher2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *const *x, int64_t incx, const
    hipblasDoubleComplex *const *y, int64_t incy, hipblasDoubleComplex *const
    *A, int64_t lda, int64_t batchCount);
hipblasStatus_t hipblasZher2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y,
    hipblasDoubleComplex *A, int lda, hipblasStride stride_A, int batchCount);
hipblasStatus_t hipblasZher2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y,
    hipblasDoubleComplex *A, int64_t lda, hipblasStride stride_A, int64_t
    batchCount);
hipblasStatus_t hipblasSspr2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const float *alpha, const float *x, int incx, const float *y, int
    incy, float *AP);
hipblasStatus_t hipblasSspr2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const float *alpha, const float *x, int64_t incx, const
    float *y, int64_t incy, float *AP);
hipblasStatus_t hipblasSspr2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const float *alpha, const float *const *x, int incx, const
    float *const *y, int incy, float *const *AP, int batchCount);
hipblasStatus_t hipblasSspr2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *const
    *x, int64_t incx, const float *const *y, int64_t incy, float *const *AP,
    int64_t batchCount);
hipblasStatus_t hipblasSspr2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const float *alpha, const float *x, int
    incx, hipblasStride stride_x, const float *y, int incy, hipblasStride
    stride_y, float *AP, hipblasStride stride_AP, int batchCount);
hipblasStatus_t hipblasSspr2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const float *alpha, const float *x,
    int64_t incx, hipblasStride stride_x, const float *y, int64_t incy,
    hipblasStride stride_y, float *AP, hipblasStride stride_AP, int64_t
    batchCount);
hipblasStatus_t hipblasDspr2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const double *alpha, const double *x, int incx, const double *y,
    int incy, double *AP);
hipblasStatus_t hipblasDspr2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const double *alpha, const double *x, int64_t incx, const
    double *y, int64_t incy, double *AP);
hipblasStatus_t hipblasDspr2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const double *alpha, const double *const *x, int incx, const
    double *const *y, int incy, double *const *AP, int batchCount);
hipblasStatus_t hipblasDspr2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double
    *const *x, int64_t incx, const double *const *y, int64_t incy, double
    *const *AP, int64_t batchCount);
hipblasStatus_t hipblasDspr2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const double *alpha, const double *x, int
    incx, hipblasStride stride_x, const double *y, int incy, hipblasStride
    stride_y, double *AP, hipblasStride stride_AP, int batchCount);
hipblasStatus_t hipblasDspr2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const double *alpha, const double *x,
    int64_t incx, hipblasStride stride_x, const double *y, int64_t incy,
    hipblasStride stride_y, double *AP, hipblasStride stride_AP, int64_t
    batchCount);
hipblasStatus_t hipblasChpr2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasComplex *alpha, const hipblasComplex *x, int incx,
    const hipblasComplex *y, int incy, hipblasComplex *AP);
hipblasStatus_t hipblasChpr2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasComplex *alpha, const hipblasComplex *x,
    int64_t incx, const hipblasComplex *y, int64_t incy, hipblasComplex *AP);
hipblasStatus_t hipblasChpr2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasComplex *alpha, const hipblasComplex *const *x,
    int incx, const hipblasComplex *const *y, int incy, hipblasComplex *const
    *AP, int batchCount);
hipblasStatus_t hipblasChpr2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *const *x, int64_t incx, const hipblasComplex *const *y,
    int64_t incy, hipblasComplex *const *AP, int64_t batchCount);
hipblasStatus_t hipblasChpr2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasComplex *alpha, const
    hipblasComplex *x, int incx, hipblasStride stride_x, const hipblasComplex
    *y, int incy, hipblasStride stride_y, hipblasComplex *AP, hipblasStride
    stride_AP, int batchCount);
hipblasStatus_t hipblasChpr2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasComplex *y, int64_t incy, hipblasStride stride_y, hipblasComplex
    *AP, hipblasStride stride_AP, int64_t batchCount);
hipblasStatus_t hipblasZhpr2(hipblasHandle_t handle, hipblasFillMode_t uplo,
    int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *x,
    int incx, const hipblasDoubleComplex *y, int incy, hipblasDoubleComplex
    *AP);
hipblasStatus_t hipblasZhpr2_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *x, int64_t incx, const hipblasDoubleComplex *y,
    int64_t incy, hipblasDoubleComplex *AP);
hipblasStatus_t hipblasZhpr2Batched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, int n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex
    *const *x, int incx, const hipblasDoubleComplex *const *y, int incy,
    hipblasDoubleComplex *const *AP, int batchCount);
hipblasStatus_t hipblasZhpr2Batched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *const *x, int64_t incx, const
    hipblasDoubleComplex *const *y, int64_t incy, hipblasDoubleComplex *const
    *AP, int64_t batchCount);
hipblasStatus_t hipblasZhpr2StridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *x, int incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int incy, hipblasStride stride_y,
    hipblasDoubleComplex *AP, hipblasStride stride_AP, int batchCount);
hipblasStatus_t hipblasZhpr2StridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, int64_t n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *x, int64_t incx, hipblasStride stride_x, const
    hipblasDoubleComplex *y, int64_t incy, hipblasStride stride_y,
    hipblasDoubleComplex *AP, hipblasStride stride_AP, int64_t batchCount);
hipblasStatus_t hipblasSgemm(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, int k, const float
    *alpha, const float *A, int lda, const float *B, int ldb, const float
    *beta, float *C, int ldc);
hipblasStatus_t hipblasSgemm_64(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    float *alpha, const float *A, int64_t lda, const float *B, int64_t ldb,
    const float *beta, float *C, int64_t ldc);
hipblasStatus_t hipblasSgemmBatched(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, int k, const float
    *alpha, const float *const *A, int lda, const float *const *B, int ldb,
    const float *beta, float *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasSgemmBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, int64_t k, const float *alpha, const float *const *A, int64_t lda,
    const float *const *B, int64_t ldb, const float *beta, float *const *C,
    int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasSgemmStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int m, int n, int k,
    const float *alpha, const float *A, int lda, hipblasStride stride_A, const
    float *B, int ldb, hipblasStride stride_B, const float *beta, float *C,
    int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasSgemmStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, int64_t k, const float *alpha, const float *A, int64_t lda,
    hipblasStride stride_A, const float *B, int64_t ldb, hipblasStride
    stride_B, const float *beta, float *C, int64_t ldc, hipblasStride
    stride_C, int64_t batchCount);
hipblasStatus_t hipblasDgemm(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, int k, const double
    *alpha, const double *A, int lda, const double *B, int ldb, const double
    *beta, double *C, int ldc);
hipblasStatus_t hipblasDgemm_64(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    double *alpha, const double *A, int64_t lda, const double *B, int64_t ldb,
    const double *beta, double *C, int64_t ldc);
hipblasStatus_t hipblasDgemmBatched(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, int k, const double
    *alpha, const double *const *A, int lda, const double *const *B, int ldb,
    const double *beta, double *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasDgemmBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, int64_t k, const double *alpha, const double *const *A, int64_t lda,
    const double *const *B, int64_t ldb, const double *beta, double *const *C,
    int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasDgemmStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int m, int n, int k,
    const double *alpha, const double *A, int lda, hipblasStride stride_A,
    const double *B, int ldb, hipblasStride stride_B, const double *beta,
    double *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasDgemmStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, int64_t k, const double *alpha, const double *A, int64_t lda,
    hipblasStride stride_A, const double *B, int64_t ldb, hipblasStride
    stride_B, const double *beta, double *C, int64_t ldc, hipblasStride
    stride_C, int64_t batchCount);
hipblasStatus_t hipblasCgemm(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, int k, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, const
    hipblasComplex *B, int ldb, const hipblasComplex *beta, hipblasComplex *C,
    int ldc);
hipblasStatus_t hipblasCgemm_64(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    hipblasComplex *alpha, const hipblasComplex *A, int64_t lda, const
    hipblasComplex *B, int64_t ldb, const hipblasComplex *beta, hipblasComplex
    *C, int64_t ldc);
hipblasStatus_t hipblasCgemmBatched(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, int k, const
    hipblasComplex *alpha, const hipblasComplex *const *A, int lda, const
    hipblasComplex *const *B, int ldb, const hipblasComplex *beta,
    hipblasComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasCgemmBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, int64_t k, const hipblasComplex *alpha, const hipblasComplex *const *A,
    int64_t lda, const hipblasComplex *const *B, int64_t ldb, const
    hipblasComplex *beta, hipblasComplex *const *C, int64_t ldc, int64_t
    batchCount);
hipblasStatus_t hipblasCgemmStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int m, int n, int k,
    const hipblasComplex *alpha, const hipblasComplex *A, int lda,
    hipblasStride stride_A, const hipblasComplex *B, int ldb, hipblasStride
    stride_B, const hipblasComplex *beta, hipblasComplex *C, int ldc,
    hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasCgemmStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, int64_t k, const hipblasComplex *alpha, const hipblasComplex *A,
    int64_t lda, hipblasStride stride_A, const hipblasComplex *B, int64_t ldb,
    hipblasStride stride_B, const hipblasComplex *beta, hipblasComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZgemm(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, int k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda, const
    hipblasDoubleComplex *B, int ldb, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZgemm_64(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int64_t m, int64_t n, int64_t k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *B, int64_t ldb, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZgemmBatched(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, int k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A, int
    lda, const hipblasDoubleComplex *const *B, int ldb, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *C, int ldc, int
    batchCount);
hipblasStatus_t hipblasZgemmBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, int64_t k, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *const *A, int64_t lda, const hipblasDoubleComplex
    *const *B, int64_t ldb, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasZgemmStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int m, int n, int k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *B, int ldb,
    hipblasStride stride_B, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZgemmStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, int64_t k, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int64_t lda, hipblasStride stride_A, const
    hipblasDoubleComplex *B, int64_t ldb, hipblasStride stride_B, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *C, int64_t ldc,
    hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasSsymm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, int m, int n, const float *alpha, const float *A,
    int lda, const float *B, int ldb, const float *beta, float *C, int ldc);
hipblasStatus_t hipblasSsymm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int64_t m, int64_t n, const float *alpha,
    const float *A, int64_t lda, const float *B, int64_t ldb, const float
    *beta, float *C, int64_t ldc);
hipblasStatus_t hipblasSsymmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int m, int n, const float *alpha, const
    float *const *A, int lda, const float *const *B, int ldb, const float
    *beta, float *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasSsymmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const float *alpha, const float *const *A, int64_t lda, const float *const
    *B, int64_t ldb, const float *beta, float *const *C, int64_t ldc, int64_t
    batchCount);
hipblasStatus_t hipblasSsymmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int m, int n, const float
    *alpha, const float *A, int lda, hipblasStride stride_A, const float *B,
    int ldb, hipblasStride stride_B, const float *beta, float *C, int ldc,
    hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasSsymmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const float *alpha, const float *A, int64_t lda, hipblasStride stride_A,
    const float *B, int64_t ldb, hipblasStride stride_B, const float *beta,
    float *C, int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasDsymm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, int m, int n, const double *alpha, const double
    *A, int lda, const double *B, int ldb, const double *beta, double *C, int
    ldc);
hipblasStatus_t hipblasDsymm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int64_t m, int64_t n, const double *alpha,
    const double *A, int64_t lda, const double *B, int64_t ldb, const double
    *beta, double *C, int64_t ldc);
hipblasStatus_t hipblasDsymmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int m, int n, const double *alpha, const
    double *const *A, int lda, const double *const *B, int ldb, const double
    *beta, double *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasDsymmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const double *alpha, const double *const *A, int64_t lda, const double
    *const *B, int64_t ldb, const double *beta, double *const *C, int64_t ldc,
    int64_t batchCount);
hipblasStatus_t hipblasDsymmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int m, int n, const double
    *alpha, const double *A, int lda, hipblasStride stride_A, const double *B,
    int ldb, hipblasStride stride_B, const double *beta, double *C, int ldc,
    hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasDsymmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const double *alpha, const double *A, int64_t lda, hipblasStride stride_A,
    const double *B, int64_t ldb, hipblasStride stride_B, const double *beta,
    double *C, int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasCsymm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, int m, int n, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, const hipblasComplex *B, int ldb, const
    hipblasComplex *beta, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasCsymm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int64_t m, int64_t n, const hipblasComplex
    *alpha, const hipblasComplex *A, int64_t lda, const hipblasComplex *B,
    int64_t ldb, const hipblasComplex *beta, hipblasComplex *C, int64_t ldc);
hipblasStatus_t hipblasCsymmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int m, int n, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int lda, const hipblasComplex *const *B,
    int ldb, const hipblasComplex *beta, hipblasComplex *const *C, int ldc,
    int batchCount);
hipblasStatus_t hipblasCsymmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const hipblasComplex *alpha, const hipblasComplex *const *A, int64_t lda,
    const hipblasComplex *const *B, int64_t ldb, const hipblasComplex *beta,
    hipblasComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasCsymmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int m, int n, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, hipblasStride
    stride_A, const hipblasComplex *B, int ldb, hipblasStride stride_B, const
    hipblasComplex *beta, hipblasComplex *C, int ldc, hipblasStride stride_C,
    int batchCount);
hipblasStatus_t hipblasCsymmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const hipblasComplex *alpha, const hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, const hipblasComplex *B, int64_t ldb,
    hipblasStride stride_B, const hipblasComplex *beta, hipblasComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZsymm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, int m, int n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *B, int
    ldb, const hipblasDoubleComplex *beta, hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZsymm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int64_t m, int64_t n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *B, int64_t ldb, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZsymmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int m, int n, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int lda, const
    hipblasDoubleComplex *const *B, int ldb, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasZsymmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A,
    int64_t lda, const hipblasDoubleComplex *const *B, int64_t ldb, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *C, int64_t ldc,
    int64_t batchCount);
hipblasStatus_t hipblasZsymmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int m, int n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *B, int ldb,
    hipblasStride stride_B, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZsymmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t
    lda, hipblasStride stride_A, const hipblasDoubleComplex *B, int64_t ldb,
    hipblasStride stride_B, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasChemm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, int m, int n, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, const hipblasComplex *B, int ldb, const
    hipblasComplex *beta, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasChemm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int64_t m, int64_t n, const hipblasComplex
    *alpha, const hipblasComplex *A, int64_t lda, const hipblasComplex *B,
    int64_t ldb, const hipblasComplex *beta, hipblasComplex *C, int64_t ldc);
hipblasStatus_t hipblasChemmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int m, int n, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int lda, const hipblasComplex *const *B,
    int ldb, const hipblasComplex *beta, hipblasComplex *const *C, int ldc,
    int batchCount);
hipblasStatus_t hipblasChemmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const hipblasComplex *alpha, const hipblasComplex *const *A, int64_t lda,
    const hipblasComplex *const *B, int64_t ldb, const hipblasComplex *beta,
    hipblasComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasChemmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int m, int n, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, hipblasStride
    stride_A, const hipblasComplex *B, int ldb, hipblasStride stride_B, const
    hipblasComplex *beta, hipblasComplex *C, int ldc, hipblasStride stride_C,
    int batchCount);
hipblasStatus_t hipblasChemmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const hipblasComplex *alpha, const hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, const hipblasComplex *B, int64_t ldb,
    hipblasStride stride_B, const hipblasComplex *beta, hipblasComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZhemm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, int m, int n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *B, int
    ldb, const hipblasDoubleComplex *beta, hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZhemm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int64_t m, int64_t n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *B, int64_t ldb, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZhemmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, int m, int n, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int lda, const
    hipblasDoubleComplex *const *B, int ldb, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasZhemmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A,
    int64_t lda, const hipblasDoubleComplex *const *B, int64_t ldb, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *C, int64_t ldc,
    int64_t batchCount);
hipblasStatus_t hipblasZhemmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int m, int n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *B, int ldb,
    hipblasStride stride_B, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZhemmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, int64_t m, int64_t n,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t
    lda, hipblasStride stride_A, const hipblasDoubleComplex *B, int64_t ldb,
    hipblasStride stride_B, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasSsyrk(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const float *alpha, const float
    *A, int lda, const float *beta, float *C, int ldc);
hipblasStatus_t hipblasSsyrk_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const float *alpha,
    const float *A, int64_t lda, const float *beta, float *C, int64_t ldc);
hipblasStatus_t hipblasSsyrkBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const float *alpha, const
    float *const *A, int lda, const float *beta, float *const *C, int ldc, int
    batchCount);
hipblasStatus_t hipblasSsyrkBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const float *alpha, const float *const *A, int64_t lda, const float *beta,
    float *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasSsyrkStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    float *alpha, const float *A, int lda, hipblasStride stride_A, const float
    *beta, float *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasSsyrkStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const float *alpha, const float *A, int64_t lda, hipblasStride stride_A,
    const float *beta, float *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasDsyrk(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const double *alpha, const double
    *A, int lda, const double *beta, double *C, int ldc);
hipblasStatus_t hipblasDsyrk_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const double *alpha,
    const double *A, int64_t lda, const double *beta, double *C, int64_t ldc);
hipblasStatus_t hipblasDsyrkBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const double *alpha, const
    double *const *A, int lda, const double *beta, double *const *C, int ldc,
    int batchCount);
hipblasStatus_t hipblasDsyrkBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const double *alpha, const double *const *A, int64_t lda, const double
    *beta, double *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasDsyrkStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    double *alpha, const double *A, int lda, hipblasStride stride_A, const
    double *beta, double *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasDsyrkStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const double *alpha, const double *A, int64_t lda, hipblasStride stride_A,
    const double *beta, double *C, int64_t ldc, hipblasStride stride_C,
    int64_t batchCount);
hipblasStatus_t hipblasCsyrk(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, const hipblasComplex *beta, hipblasComplex *C,
    int ldc);
hipblasStatus_t hipblasCsyrk_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const hipblasComplex
    *alpha, const hipblasComplex *A, int64_t lda, const hipblasComplex *beta,
    hipblasComplex *C, int64_t ldc);
hipblasStatus_t hipblasCsyrkBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int lda, const hipblasComplex *beta,
    hipblasComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasCsyrkBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *const *A, int64_t lda,
    const hipblasComplex *beta, hipblasComplex *const *C, int64_t ldc, int64_t
    batchCount);
hipblasStatus_t hipblasCsyrkStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, hipblasStride
    stride_A, const hipblasComplex *beta, hipblasComplex *C, int ldc,
    hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasCsyrkStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, const hipblasComplex *beta, hipblasComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZsyrk(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZsyrk_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *beta, hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZsyrkBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int lda, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *C, int ldc, int
    batchCount);
hipblasStatus_t hipblasZsyrkBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A,
    int64_t lda, const hipblasDoubleComplex *beta, hipblasDoubleComplex *const
    *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasZsyrkStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZsyrkStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t
    lda, hipblasStride stride_A, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasCherk(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const float *alpha, const
    hipblasComplex *A, int lda, const float *beta, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasCherk_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const float *alpha,
    const hipblasComplex *A, int64_t lda, const float *beta, hipblasComplex
    *C, int64_t ldc);
hipblasStatus_t hipblasCherkBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const float *alpha, const
    hipblasComplex *const *A, int lda, const float *beta, hipblasComplex
    *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasCherkBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const float *alpha, const hipblasComplex *const *A, int64_t lda, const
    float *beta, hipblasComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasCherkStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    float *alpha, const hipblasComplex *A, int lda, hipblasStride stride_A,
    const float *beta, hipblasComplex *C, int ldc, hipblasStride stride_C, int
    batchCount);
hipblasStatus_t hipblasCherkStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const float *alpha, const hipblasComplex *A, int64_t lda, hipblasStride
    stride_A, const float *beta, hipblasComplex *C, int64_t ldc, hipblasStride
    stride_C, int64_t batchCount);
hipblasStatus_t hipblasZherk(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const double *alpha, const
    hipblasDoubleComplex *A, int lda, const double *beta, hipblasDoubleComplex
    *C, int ldc);
hipblasStatus_t hipblasZherk_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const double *alpha,
    const hipblasDoubleComplex *A, int64_t lda, const double *beta,
    hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZherkBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const double *alpha, const
    hipblasDoubleComplex *const *A, int lda, const double *beta,
    hipblasDoubleComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasZherkBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const double *alpha, const hipblasDoubleComplex *const *A, int64_t lda,
    const double *beta, hipblasDoubleComplex *const *C, int64_t ldc, int64_t
    batchCount);
hipblasStatus_t hipblasZherkStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    double *alpha, const hipblasDoubleComplex *A, int lda, hipblasStride
    stride_A, const double *beta, hipblasDoubleComplex *C, int ldc,
    hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZherkStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const double *alpha, const hipblasDoubleComplex *A, int64_t lda,
    hipblasStride stride_A, const double *beta, hipblasDoubleComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasSsyr2k(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const float *alpha, const float
    *A, int lda, const float *B, int ldb, const float *beta, float *C, int
    ldc);
hipblasStatus_t hipblasSsyr2k_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const float *alpha,
    const float *A, int64_t lda, const float *B, int64_t ldb, const float
    *beta, float *C, int64_t ldc);
hipblasStatus_t hipblasSsyr2kBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const float *alpha, const
    float *const *A, int lda, const float *const *B, int ldb, const float
    *beta, float *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasSsyr2kBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const float *alpha, const float *const *A, int64_t lda, const float *const
    *B, int64_t ldb, const float *beta, float *const *C, int64_t ldc, int64_t
    batchCount);
hipblasStatus_t hipblasSsyr2kStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    float *alpha, const float *A, int lda, hipblasStride stride_A, const float
    *B, int ldb, hipblasStride stride_B, const float *beta, float *C, int ldc,
    hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasSsyr2kStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const float *alpha, const float *A, int64_t lda, hipblasStride stride_A,
    const float *B, int64_t ldb, hipblasStride stride_B, const float *beta,
    float *C, int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasDsyr2k(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const double *alpha, const double
    *A, int lda, const double *B, int ldb, const double *beta, double *C, int
    ldc);
hipblasStatus_t hipblasDsyr2k_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const double *alpha,
    const double *A, int64_t lda, const double *B, int64_t ldb, const double
    *beta, double *C, int64_t ldc);
hipblasStatus_t hipblasDsyr2kBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const double *alpha, const
    double *const *A, int lda, const double *const *B, int ldb, const double
    *beta, double *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasDsyr2kBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const double *alpha, const double *const *A, int64_t lda, const double
    *const *B, int64_t ldb, const double *beta, double *const *C, int64_t ldc,
    int64_t batchCount);
hipblasStatus_t hipblasDsyr2kStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    double *alpha, const double *A, int lda, hipblasStride stride_A, const
    double *B, int ldb, hipblasStride stride_B, const double *beta, double *C,
    int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasDsyr2kStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const double *alpha, const double *A, int64_t lda, hipblasStride stride_A,
    const double *B, int64_t ldb, hipblasStride stride_B, const double *beta,
    double *C, int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasCsyr2k(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, const hipblasComplex *B, int ldb, const
    hipblasComplex *beta, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasCsyr2k_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const hipblasComplex
    *alpha, const hipblasComplex *A, int64_t lda, const hipblasComplex *B,
    int64_t ldb, const hipblasComplex *beta, hipblasComplex *C, int64_t ldc);
hipblasStatus_t hipblasCsyr2kBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int lda, const hipblasComplex *const *B,
    int ldb, const hipblasComplex *beta, hipblasComplex *const *C, int ldc,
    int batchCount);
hipblasStatus_t hipblasCsyr2kBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *const *A, int64_t lda,
    const hipblasComplex *const *B, int64_t ldb, const hipblasComplex *beta,
    hipblasComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasCsyr2kStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, hipblasStride
    stride_A, const hipblasComplex *B, int ldb, hipblasStride stride_B, const
    hipblasComplex *beta, hipblasComplex *C, int ldc, hipblasStride stride_C,
    int batchCount);
hipblasStatus_t hipblasCsyr2kStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, const hipblasComplex *B, int64_t ldb,
    hipblasStride stride_B, const hipblasComplex *beta, hipblasComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZsyr2k(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *B, int
    ldb, const hipblasDoubleComplex *beta, hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZsyr2k_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *B, int64_t ldb, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZsyr2kBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int lda, const
    hipblasDoubleComplex *const *B, int ldb, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasZsyr2kBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A,
    int64_t lda, const hipblasDoubleComplex *const *B, int64_t ldb, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *C, int64_t ldc,
    int64_t batchCount);
hipblasStatus_t hipblasZsyr2kStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *B, int ldb,
    hipblasStride stride_B, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZsyr2kStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t
    lda, hipblasStride stride_A, const hipblasDoubleComplex *B, int64_t ldb,
    hipblasStride stride_B, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasCher2k(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, const hipblasComplex *B, int ldb, const float
    *beta, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasCher2k_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const hipblasComplex
    *alpha, const hipblasComplex *A, int64_t lda, const hipblasComplex *B,
    int64_t ldb, const float *beta, hipblasComplex *C, int64_t ldc);
hipblasStatus_t hipblasCher2kBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int lda, const hipblasComplex *const *B,
    int ldb, const float *beta, hipblasComplex *const *C, int ldc, int
    batchCount);
hipblasStatus_t hipblasCher2kBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *const *A, int64_t lda,
    const hipblasComplex *const *B, int64_t ldb, const float *beta,
    hipblasComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasCher2kStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, hipblasStride
    stride_A, const hipblasComplex *B, int ldb, hipblasStride stride_B, const
    float *beta, hipblasComplex *C, int ldc, hipblasStride stride_C, int
    batchCount);
hipblasStatus_t hipblasCher2kStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, const hipblasComplex *B, int64_t ldb,
    hipblasStride stride_B, const float *beta, hipblasComplex *C, int64_t ldc,
    hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZher2k(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *B, int
    ldb, const double *beta, hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZher2k_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *B, int64_t ldb, const double *beta,
    hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZher2kBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int lda, const
    hipblasDoubleComplex *const *B, int ldb, const double *beta,
    hipblasDoubleComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasZher2kBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A,
    int64_t lda, const hipblasDoubleComplex *const *B, int64_t ldb, const
    double *beta, hipblasDoubleComplex *const *C, int64_t ldc, int64_t
    batchCount);
hipblasStatus_t hipblasZher2kStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *B, int ldb,
    hipblasStride stride_B, const double *beta, hipblasDoubleComplex *C, int
    ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZher2kStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t
    lda, hipblasStride stride_A, const hipblasDoubleComplex *B, int64_t ldb,
    hipblasStride stride_B, const double *beta, hipblasDoubleComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasSsyrkx(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const float *alpha, const float
    *A, int lda, const float *B, int ldb, const float *beta, float *C, int
    ldc);
hipblasStatus_t hipblasSsyrkx_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const float *alpha,
    const float *A, int64_t lda, const float *B, int64_t ldb, const float
    *beta, float *C, int64_t ldc);
hipblasStatus_t hipblasSsyrkxBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const float *alpha, const
    float *const *A, int lda, const float *const *B, int ldb, const float
    *beta, float *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasSsyrkxBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const float *alpha, const float *const *A, int64_t lda, const float *const
    *B, int64_t ldb, const float *beta, float *const *C, int64_t ldc, int64_t
    batchCount);
hipblasStatus_t hipblasSsyrkxStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    float *alpha, const float *A, int lda, hipblasStride stride_A, const float
    *B, int ldb, hipblasStride stride_B, const float *beta, float *C, int ldc,
    hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasSsyrkxStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const float *alpha, const float *A, int64_t lda, hipblasStride stride_A,
    const float *B, int64_t ldb, hipblasStride stride_B, const float *beta,
    float *C, int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasDsyrkx(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const double *alpha, const double
    *A, int lda, const double *B, int ldb, const double *beta, double *C, int
    ldc);
hipblasStatus_t hipblasDsyrkx_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const double *alpha,
    const double *A, int64_t lda, const double *B, int64_t ldb, const double
    *beta, double *C, int64_t ldc);
hipblasStatus_t hipblasDsyrkxBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const double *alpha, const
    double *const *A, int lda, const double *const *B, int ldb, const double
    *beta, double *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasDsyrkxBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const double *alpha, const double *const *A, int64_t lda, const double
    *const *B, int64_t ldb, const double *beta, double *const *C, int64_t ldc,
    int64_t batchCount);
hipblasStatus_t hipblasDsyrkxStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    double *alpha, const double *A, int lda, hipblasStride stride_A, const
    double *B, int ldb, hipblasStride stride_B, const double *beta, double *C,
    int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasDsyrkxStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const double *alpha, const double *A, int64_t lda, hipblasStride stride_A,
    const double *B, int64_t ldb, hipblasStride stride_B, const double *beta,
    double *C, int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasCsyrkx(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, const hipblasComplex *B, int ldb, const
    hipblasComplex *beta, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasCsyrkx_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const hipblasComplex
    *alpha, const hipblasComplex *A, int64_t lda, const hipblasComplex *B,
    int64_t ldb, const hipblasComplex *beta, hipblasComplex *C, int64_t ldc);
hipblasStatus_t hipblasCsyrkxBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int lda, const hipblasComplex *const *B,
    int ldb, const hipblasComplex *beta, hipblasComplex *const *C, int ldc,
    int batchCount);
hipblasStatus_t hipblasCsyrkxBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *const *A, int64_t lda,
    const hipblasComplex *const *B, int64_t ldb, const hipblasComplex *beta,
    hipblasComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasCsyrkxStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, hipblasStride
    stride_A, const hipblasComplex *B, int ldb, hipblasStride stride_B, const
    hipblasComplex *beta, hipblasComplex *C, int ldc, hipblasStride stride_C,
    int batchCount);
hipblasStatus_t hipblasCsyrkxStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, const hipblasComplex *B, int64_t ldb,
    hipblasStride stride_B, const hipblasComplex *beta, hipblasComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZsyrkx(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *B, int
    ldb, const hipblasDoubleComplex *beta, hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZsyrkx_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *B, int64_t ldb, const hipblasDoubleComplex
    *beta, hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZsyrkxBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int lda, const
    hipblasDoubleComplex *const *B, int ldb, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasZsyrkxBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A,
    int64_t lda, const hipblasDoubleComplex *const *B, int64_t ldb, const
    hipblasDoubleComplex *beta, hipblasDoubleComplex *const *C, int64_t ldc,
    int64_t batchCount);
hipblasStatus_t hipblasZsyrkxStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *B, int ldb,
    hipblasStride stride_B, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZsyrkxStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t
    lda, hipblasStride stride_A, const hipblasDoubleComplex *B, int64_t ldb,
    hipblasStride stride_B, const hipblasDoubleComplex *beta,
    hipblasDoubleComplex *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasCherkx(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, const hipblasComplex *B, int ldb, const float
    *beta, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasCherkx_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const hipblasComplex
    *alpha, const hipblasComplex *A, int64_t lda, const hipblasComplex *B,
    int64_t ldb, const float *beta, hipblasComplex *C, int64_t ldc);
hipblasStatus_t hipblasCherkxBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int lda, const hipblasComplex *const *B,
    int ldb, const float *beta, hipblasComplex *const *C, int ldc, int
    batchCount);
hipblasStatus_t hipblasCherkxBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *const *A, int64_t lda,
    const hipblasComplex *const *B, int64_t ldb, const float *beta,
    hipblasComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasCherkxStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, hipblasStride
    stride_A, const hipblasComplex *B, int ldb, hipblasStride stride_B, const
    float *beta, hipblasComplex *C, int ldc, hipblasStride stride_C, int
    batchCount);
hipblasStatus_t hipblasCherkxStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasComplex *alpha, const hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, const hipblasComplex *B, int64_t ldb,
    hipblasStride stride_B, const float *beta, hipblasComplex *C, int64_t ldc,
    hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZherkx(hipblasHandle_t handle, hipblasFillMode_t uplo,
    hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *B, int
    ldb, const double *beta, hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZherkx_64(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int64_t n, int64_t k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *B, int64_t ldb, const double *beta,
    hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZherkxBatched(hipblasHandle_t handle, hipblasFillMode_t
    uplo, hipblasOperation_t trans, int n, int k, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int lda, const
    hipblasDoubleComplex *const *B, int ldb, const double *beta,
    hipblasDoubleComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasZherkxBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A,
    int64_t lda, const hipblasDoubleComplex *const *B, int64_t ldb, const
    double *beta, hipblasDoubleComplex *const *C, int64_t ldc, int64_t
    batchCount);
hipblasStatus_t hipblasZherkxStridedBatched(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *B, int ldb,
    hipblasStride stride_B, const double *beta, hipblasDoubleComplex *C, int
    ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZherkxStridedBatched_64(hipblasHandle_t handle,
    hipblasFillMode_t uplo, hipblasOperation_t trans, int64_t n, int64_t k,
    const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t
    lda, hipblasStride stride_A, const hipblasDoubleComplex *B, int64_t ldb,
    hipblasStride stride_B, const double *beta, hipblasDoubleComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasStrmm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int m, int n, const float *alpha, const float *A, int lda, const float *B,
    int ldb, float *C, int ldc);
hipblasStatus_t hipblasStrmm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int64_t m, int64_t n, const float *alpha, const float *A, int64_t
    lda, const float *B, int64_t ldb, float *C, int64_t ldc);
hipblasStatus_t hipblasStrmmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int m, int n, const float *alpha, const float *const *A, int lda,
    const float *const *B, int ldb, float *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasStrmmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const float *alpha, const
    float *const *A, int64_t lda, const float *const *B, int64_t ldb, float
    *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasStrmmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int m, int n, const float *alpha, const float *A,
    int lda, hipblasStride stride_A, const float *B, int ldb, hipblasStride
    stride_B, float *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasStrmmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const float *alpha, const
    float *A, int64_t lda, hipblasStride stride_A, const float *B, int64_t
    ldb, hipblasStride stride_B, float *C, int64_t ldc, hipblasStride
    stride_C, int64_t batchCount);
hipblasStatus_t hipblasDtrmm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int m, int n, const double *alpha, const double *A, int lda, const double
    *B, int ldb, double *C, int ldc);
hipblasStatus_t hipblasDtrmm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int64_t m, int64_t n, const double *alpha, const double *A, int64_t
    lda, const double *B, int64_t ldb, double *C, int64_t ldc);
hipblasStatus_t hipblasDtrmmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int m, int n, const double *alpha, const double *const *A, int lda,
    const double *const *B, int ldb, double *const *C, int ldc, int
    batchCount);
hipblasStatus_t hipblasDtrmmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const double *alpha, const
    double *const *A, int64_t lda, const double *const *B, int64_t ldb, double
    *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasDtrmmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int m, int n, const double *alpha, const double
    *A, int lda, hipblasStride stride_A, const double *B, int ldb,
    hipblasStride stride_B, double *C, int ldc, hipblasStride stride_C, int
    batchCount);
hipblasStatus_t hipblasDtrmmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const double *alpha, const
    double *A, int64_t lda, hipblasStride stride_A, const double *B, int64_t
    ldb, hipblasStride stride_B, double *C, int64_t ldc, hipblasStride
    stride_C, int64_t batchCount);
hipblasStatus_t hipblasCtrmm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int m, int n, const hipblasComplex *alpha, const hipblasComplex *A, int
    lda, const hipblasComplex *B, int ldb, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasCtrmm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int64_t m, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *A, int64_t lda, const hipblasComplex *B, int64_t ldb,
    hipblasComplex *C, int64_t ldc);
hipblasStatus_t hipblasCtrmmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int m, int n, const hipblasComplex *alpha, const hipblasComplex
    *const *A, int lda, const hipblasComplex *const *B, int ldb,
    hipblasComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasCtrmmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int64_t lda, const hipblasComplex *const
    *B, int64_t ldb, hipblasComplex *const *C, int64_t ldc, int64_t
    batchCount);
hipblasStatus_t hipblasCtrmmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int m, int n, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, hipblasStride stride_A, const hipblasComplex
    *B, int ldb, hipblasStride stride_B, hipblasComplex *C, int ldc,
    hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasCtrmmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const hipblasComplex *alpha,
    const hipblasComplex *A, int64_t lda, hipblasStride stride_A, const
    hipblasComplex *B, int64_t ldb, hipblasStride stride_B, hipblasComplex *C,
    int64_t ldc, hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZtrmm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int m, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int lda, const hipblasDoubleComplex *B, int ldb,
    hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZtrmm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int64_t m, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int64_t lda, const hipblasDoubleComplex *B,
    int64_t ldb, hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZtrmmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int m, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *const *A, int lda, const hipblasDoubleComplex *const
    *B, int ldb, hipblasDoubleComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasZtrmmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int64_t lda, const
    hipblasDoubleComplex *const *B, int64_t ldb, hipblasDoubleComplex *const
    *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasZtrmmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int m, int n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, hipblasStride stride_A, const
    hipblasDoubleComplex *B, int ldb, hipblasStride stride_B,
    hipblasDoubleComplex *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZtrmmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *A, int64_t lda, hipblasStride
    stride_A, const hipblasDoubleComplex *B, int64_t ldb, hipblasStride
    stride_B, hipblasDoubleComplex *C, int64_t ldc, hipblasStride stride_C,
    int64_t batchCount);
hipblasStatus_t hipblasStrsm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int m, int n, const float *alpha, const float *A, int lda, float *B, int
    ldb);
hipblasStatus_t hipblasStrsm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int64_t m, int64_t n, const float *alpha, const float *A, int64_t
    lda, float *B, int64_t ldb);
hipblasStatus_t hipblasStrsmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int m, int n, const float *alpha, const float *const *A, int lda,
    float *const *B, int ldb, int batchCount);
hipblasStatus_t hipblasStrsmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const float *alpha, const
    float *const *A, int64_t lda, float *const *B, int64_t ldb, int64_t
    batchCount);
hipblasStatus_t hipblasStrsmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int m, int n, const float *alpha, const float *A,
    int lda, hipblasStride stride_A, float *B, int ldb, hipblasStride
    stride_B, int batchCount);
hipblasStatus_t hipblasStrsmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const float *alpha, const
    float *A, int64_t lda, hipblasStride stride_A, float *B, int64_t ldb,
    hipblasStride stride_B, int64_t batchCount);
hipblasStatus_t hipblasDtrsm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int m, int n, const double *alpha, const double *A, int lda, double *B,
    int ldb);
hipblasStatus_t hipblasDtrsm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int64_t m, int64_t n, const double *alpha, const double *A, int64_t
    lda, double *B, int64_t ldb);
hipblasStatus_t hipblasDtrsmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int m, int n, const double *alpha, const double *const *A, int lda,
    double *const *B, int ldb, int batchCount);
hipblasStatus_t hipblasDtrsmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const double *alpha, const
    double *const *A, int64_t lda, double *const *B, int64_t ldb, int64_t
    batchCount);
hipblasStatus_t hipblasDtrsmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int m, int n, const double *alpha, const double
    *A, int lda, hipblasStride stride_A, double *B, int ldb, hipblasStride
    stride_B, int batchCount);
hipblasStatus_t hipblasDtrsmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const double *alpha, const
    double *A, int64_t lda, hipblasStride stride_A, double *B, int64_t ldb,
    hipblasStride stride_B, int64_t batchCount);
hipblasStatus_t hipblasCtrsm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int m, int n, const hipblasComplex *alpha, const hipblasComplex *A, int
    lda, hipblasComplex *B, int ldb);
hipblasStatus_t hipblasCtrsm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int64_t m, int64_t n, const hipblasComplex *alpha, const
    hipblasComplex *A, int64_t lda, hipblasComplex *B, int64_t ldb);
hipblasStatus_t hipblasCtrsmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int m, int n, const hipblasComplex *alpha, const hipblasComplex
    *const *A, int lda, hipblasComplex *const *B, int ldb, int batchCount);
hipblasStatus_t hipblasCtrsmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const hipblasComplex *alpha,
    const hipblasComplex *const *A, int64_t lda, hipblasComplex *const *B,
    int64_t ldb, int64_t batchCount);
hipblasStatus_t hipblasCtrsmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int m, int n, const hipblasComplex *alpha, const
    hipblasComplex *A, int lda, hipblasStride stride_A, hipblasComplex *B, int
    ldb, hipblasStride stride_B, int batchCount);
hipblasStatus_t hipblasCtrsmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const hipblasComplex *alpha,
    const hipblasComplex *A, int64_t lda, hipblasStride stride_A,
    hipblasComplex *B, int64_t ldb, hipblasStride stride_B, int64_t
    batchCount);
hipblasStatus_t hipblasZtrsm(hipblasHandle_t handle, hipblasSideMode_t side,
    hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
    int m, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int lda, hipblasDoubleComplex *B, int ldb);
hipblasStatus_t hipblasZtrsm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int64_t m, int64_t n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *A, int64_t lda, hipblasDoubleComplex *B, int64_t
    ldb);
hipblasStatus_t hipblasZtrsmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t
    diag, int m, int n, const hipblasDoubleComplex *alpha, const
    hipblasDoubleComplex *const *A, int lda, hipblasDoubleComplex *const *B,
    int ldb, int batchCount);
hipblasStatus_t hipblasZtrsmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *const *A, int64_t lda,
    hipblasDoubleComplex *const *B, int64_t ldb, int64_t batchCount);
hipblasStatus_t hipblasZtrsmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int m, int n, const hipblasDoubleComplex *alpha,
    const hipblasDoubleComplex *A, int lda, hipblasStride stride_A,
    hipblasDoubleComplex *B, int ldb, hipblasStride stride_B, int batchCount);
hipblasStatus_t hipblasZtrsmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
    hipblasDiagType_t diag, int64_t m, int64_t n, const hipblasDoubleComplex
    *alpha, const hipblasDoubleComplex *A, int64_t lda, hipblasStride
    stride_A, hipblasDoubleComplex *B, int64_t ldb, hipblasStride stride_B,
    int64_t batchCount);
hipblasStatus_t hipblasSgeam(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, const float *alpha, const
    float *A, int lda, const float *beta, const float *B, int ldb, float *C,
    int ldc);
hipblasStatus_t hipblasSgeam_64(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int64_t m, int64_t n, const float
    *alpha, const float *A, int64_t lda, const float *beta, const float *B,
    int64_t ldb, float *C, int64_t ldc);
hipblasStatus_t hipblasSgeamBatched(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, const float *alpha, const
    float *const *A, int lda, const float *beta, const float *const *B, int
    ldb, float *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasSgeamBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, const float *alpha, const float *const *A, int64_t lda, const float
    *beta, const float *const *B, int64_t ldb, float *const *C, int64_t ldc,
    int64_t batchCount);
hipblasStatus_t hipblasSgeamStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int m, int n, const
    float *alpha, const float *A, int lda, hipblasStride stride_A, const float
    *beta, const float *B, int ldb, hipblasStride stride_B, float *C, int ldc,
    hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasSgeamStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, const float *alpha, const float *A, int64_t lda, hipblasStride
    stride_A, const float *beta, const float *B, int64_t ldb, hipblasStride
    stride_B, float *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasDgeam(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, const double *alpha,
    const double *A, int lda, const double *beta, const double *B, int ldb,
    double *C, int ldc);
hipblasStatus_t hipblasDgeam_64(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int64_t m, int64_t n, const double
    *alpha, const double *A, int64_t lda, const double *beta, const double *B,
    int64_t ldb, double *C, int64_t ldc);
hipblasStatus_t hipblasDgeamBatched(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, const double *alpha,
    const double *const *A, int lda, const double *beta, const double *const
    *B, int ldb, double *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasDgeamBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, const double *alpha, const double *const *A, int64_t lda, const double
    *beta, const double *const *B, int64_t ldb, double *const *C, int64_t ldc,
    int64_t batchCount);
hipblasStatus_t hipblasDgeamStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int m, int n, const
    double *alpha, const double *A, int lda, hipblasStride stride_A, const
    double *beta, const double *B, int ldb, hipblasStride stride_B, double *C,
    int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasDgeamStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, const double *alpha, const double *A, int64_t lda, hipblasStride
    stride_A, const double *beta, const double *B, int64_t ldb, hipblasStride
    stride_B, double *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasCgeam(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, const hipblasComplex
    *alpha, const hipblasComplex *A, int lda, const hipblasComplex *beta,
    const hipblasComplex *B, int ldb, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasCgeam_64(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int64_t m, int64_t n, const
    hipblasComplex *alpha, const hipblasComplex *A, int64_t lda, const
    hipblasComplex *beta, const hipblasComplex *B, int64_t ldb, hipblasComplex
    *C, int64_t ldc);
hipblasStatus_t hipblasCgeamBatched(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, const hipblasComplex
    *alpha, const hipblasComplex *const *A, int lda, const hipblasComplex
    *beta, const hipblasComplex *const *B, int ldb, hipblasComplex *const *C,
    int ldc, int batchCount);
hipblasStatus_t hipblasCgeamBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, const hipblasComplex *alpha, const hipblasComplex *const *A, int64_t
    lda, const hipblasComplex *beta, const hipblasComplex *const *B, int64_t
    ldb, hipblasComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasCgeamStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int m, int n, const
    hipblasComplex *alpha, const hipblasComplex *A, int lda, hipblasStride
    stride_A, const hipblasComplex *beta, const hipblasComplex *B, int ldb,
    hipblasStride stride_B, hipblasComplex *C, int ldc, hipblasStride
    stride_C, int batchCount);
hipblasStatus_t hipblasCgeamStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, const hipblasComplex *alpha, const hipblasComplex *A, int64_t lda,
    hipblasStride stride_A, const hipblasComplex *beta, const hipblasComplex
    *B, int64_t ldb, hipblasStride stride_B, hipblasComplex *C, int64_t ldc,
    hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZgeam(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda, const
    hipblasDoubleComplex *beta, const hipblasDoubleComplex *B, int ldb,
    hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZgeam_64(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int64_t m, int64_t n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *beta, const hipblasDoubleComplex *B, int64_t
    ldb, hipblasDoubleComplex *C, int64_t ldc);
hipblasStatus_t hipblasZgeamBatched(hipblasHandle_t handle, hipblasOperation_t
    transa, hipblasOperation_t transb, int m, int n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const *A, int
    lda, const hipblasDoubleComplex *beta, const hipblasDoubleComplex *const
    *B, int ldb, hipblasDoubleComplex *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasZgeamBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *const
    *A, int64_t lda, const hipblasDoubleComplex *beta, const
    hipblasDoubleComplex *const *B, int64_t ldb, hipblasDoubleComplex *const
    *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasZgeamStridedBatched(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int m, int n, const
    hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A, int lda,
    hipblasStride stride_A, const hipblasDoubleComplex *beta, const
    hipblasDoubleComplex *B, int ldb, hipblasStride stride_B,
    hipblasDoubleComplex *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasZgeamStridedBatched_64(hipblasHandle_t handle,
    hipblasOperation_t transa, hipblasOperation_t transb, int64_t m, int64_t
    n, const hipblasDoubleComplex *alpha, const hipblasDoubleComplex *A,
    int64_t lda, hipblasStride stride_A, const hipblasDoubleComplex *beta,
    const hipblasDoubleComplex *B, int64_t ldb, hipblasStride stride_B,
    hipblasDoubleComplex *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasSdgmm(hipblasHandle_t handle, hipblasSideMode_t side,
    int m, int n, const float *A, int lda, const float *x, int incx, float *C,
    int ldc);
hipblasStatus_t hipblasSdgmm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, int64_t m, int64_t n, const float *A, int64_t lda, const float *x,
    int64_t incx, float *C, int64_t ldc);
hipblasStatus_t hipblasSdgmmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, int m, int n, const float *const *A, int lda, const float *const *x,
    int incx, float *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasSdgmmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, int64_t m, int64_t n, const float *const *A,
    int64_t lda, const float *const *x, int64_t incx, float *const *C, int64_t
    ldc, int64_t batchCount);
hipblasStatus_t hipblasSdgmmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, int m, int n, const float *A, int lda,
    hipblasStride stride_A, const float *x, int incx, hipblasStride stride_x,
    float *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasSdgmmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, int64_t m, int64_t n, const float *A, int64_t lda,
    hipblasStride stride_A, const float *x, int64_t incx, hipblasStride
    stride_x, float *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasDdgmm(hipblasHandle_t handle, hipblasSideMode_t side,
    int m, int n, const double *A, int lda, const double *x, int incx, double
    *C, int ldc);
hipblasStatus_t hipblasDdgmm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, int64_t m, int64_t n, const double *A, int64_t lda, const double *x,
    int64_t incx, double *C, int64_t ldc);
hipblasStatus_t hipblasDdgmmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, int m, int n, const double *const *A, int lda, const double *const
    *x, int incx, double *const *C, int ldc, int batchCount);
hipblasStatus_t hipblasDdgmmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, int64_t m, int64_t n, const double *const *A,
    int64_t lda, const double *const *x, int64_t incx, double *const *C,
    int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasDdgmmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, int m, int n, const double *A, int lda,
    hipblasStride stride_A, const double *x, int incx, hipblasStride stride_x,
    double *C, int ldc, hipblasStride stride_C, int batchCount);
hipblasStatus_t hipblasDdgmmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, int64_t m, int64_t n, const double *A, int64_t
    lda, hipblasStride stride_A, const double *x, int64_t incx, hipblasStride
    stride_x, double *C, int64_t ldc, hipblasStride stride_C, int64_t
    batchCount);
hipblasStatus_t hipblasCdgmm(hipblasHandle_t handle, hipblasSideMode_t side,
    int m, int n, const hipblasComplex *A, int lda, const hipblasComplex *x,
    int incx, hipblasComplex *C, int ldc);
hipblasStatus_t hipblasCdgmm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, int64_t m, int64_t n, const hipblasComplex *A, int64_t lda, const
    hipblasComplex *x, int64_t incx, hipblasComplex *C, int64_t ldc);
hipblasStatus_t hipblasCdgmmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, int m, int n, const hipblasComplex *const *A, int lda, const
    hipblasComplex *const *x, int incx, hipblasComplex *const *C, int ldc, int
    batchCount);
hipblasStatus_t hipblasCdgmmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, int64_t m, int64_t n, const hipblasComplex *const
    *A, int64_t lda, const hipblasComplex *const *x, int64_t incx,
    hipblasComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasCdgmmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, int m, int n, const hipblasComplex *A, int lda,
    hipblasStride stride_A, const hipblasComplex *x, int incx, hipblasStride
    stride_x, hipblasComplex *C, int ldc, hipblasStride stride_C, int
    batchCount);
hipblasStatus_t hipblasCdgmmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, int64_t m, int64_t n, const hipblasComplex *A,
    int64_t lda, hipblasStride stride_A, const hipblasComplex *x, int64_t
    incx, hipblasStride stride_x, hipblasComplex *C, int64_t ldc,
    hipblasStride stride_C, int64_t batchCount);
hipblasStatus_t hipblasZdgmm(hipblasHandle_t handle, hipblasSideMode_t side,
    int m, int n, const hipblasDoubleComplex *A, int lda, const
    hipblasDoubleComplex *x, int incx, hipblasDoubleComplex *C, int ldc);
hipblasStatus_t hipblasZdgmm_64(hipblasHandle_t handle, hipblasSideMode_t
    side, int64_t m, int64_t n, const hipblasDoubleComplex *A, int64_t lda,
    const hipblasDoubleComplex *x, int64_t incx, hipblasDoubleComplex *C,
    int64_t ldc);
hipblasStatus_t hipblasZdgmmBatched(hipblasHandle_t handle, hipblasSideMode_t
    side, int m, int n, const hipblasDoubleComplex *const *A, int lda, const
    hipblasDoubleComplex *const *x, int incx, hipblasDoubleComplex *const *C,
    int ldc, int batchCount);
hipblasStatus_t hipblasZdgmmBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, int64_t m, int64_t n, const hipblasDoubleComplex
    *const *A, int64_t lda, const hipblasDoubleComplex *const *x, int64_t
    incx, hipblasDoubleComplex *const *C, int64_t ldc, int64_t batchCount);
hipblasStatus_t hipblasZdgmmStridedBatched(hipblasHandle_t handle,
    hipblasSideMode_t side, int m, int n, const hipblasDoubleComplex *A, int
    lda, hipblasStride stride_A, const hipblasDoubleComplex *x, int incx,
    hipblasStride stride_x, hipblasDoubleComplex *C, int ldc, hipblasStride
    stride_C, int batchCount);
hipblasStatus_t hipblasZdgmmStridedBatched_64(hipblasHandle_t handle,
    hipblasSideMode_t side, int64_t m, int64_t n, const hipblasDoubleComplex
    *A, int64_t lda, hipblasStride stride_A, const hipblasDoubleComplex *x,
    int64_t incx, hipblasStride stride_x, hipblasDoubleComplex *C, int64_t
    ldc, hipblasStride stride_C, int64_t batchCount);
/* clang-format on */
