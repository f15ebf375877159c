// SPDX-License-Identifier: Apache-2.0
// cuSOLVER over several devices (cusolverMg), over one: its matrix lies on the
// device as any other, and cusolverDn's functions do the work.
#include "cuda/cusolverMg.h"

#include "base/alloc.h"
#include "libs/solver/solver.h"

static const uint64_t magic = UINT64_C(0x474d4f53204e5251);        // "QRN SOMG"
static const uint64_t grid_magic = UINT64_C(0x47474d4f534e5251);   // "QRNSOMGG"
static const uint64_t matrix_magic = UINT64_C(0x4d474d4f534e5251); // "QRNSOMGM"

struct cusolverMgContext {
  uint64_t magic;
  cusolverDnHandle_t dn; // NULL: no device is selected
  int device;
};
typedef struct grid {
  uint64_t magic;
  int device;
} grid;
typedef struct matrix {
  uint64_t magic;
  int64_t rows, cols;
  cudaDataType type;
} matrix;

static cusolverStatus_t no_memory(void) {
  return qn_solver_refuse(CUSOLVER_STATUS_ALLOC_FAILED, "no memory");
}
static cusolverStatus_t check(cusolverMgHandle_t handle) {
  return handle && handle->magic == magic
             ? CUSOLVER_STATUS_SUCCESS
             : qn_solver_refuse(CUSOLVER_STATUS_NOT_INITIALIZED,
                                "this is no handle of cusolverMg, or one that "
                                "was destroyed");
}

// ---- Objects

cusolverStatus_t cusolverMgCreate(cusolverMgHandle_t *handle) {
  QN_SOLVER_NEED(handle, "there is no place for the handle");
  cusolverMgHandle_t h = qn_alloc_array(1, sizeof(*h));
  if (!h)
    return no_memory();
  h->magic = magic;
  *handle = h;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgDestroy(cusolverMgHandle_t handle) {
  QN_SOLVER_TRY(check(handle));
  if (handle->dn)
    (void)cusolverDnDestroy(handle->dn);
  handle->magic = 0;
  qn_free(handle);
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t check_one(int64_t count, const int *device) {
  int all = 0;
  if (count > 1)
    return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                            "matrices over %d devices: cusolverMg works on one",
                            (int)count);
  QN_SOLVER_NEED(count == 1 && device &&
                     hipGetDeviceCount(&all) == hipSuccess && *device >= 0 &&
                     *device < all,
                 "there is no such device");
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgDeviceSelect(cusolverMgHandle_t handle,
                                        int nbDevices, int deviceId[]) {
  int current = 0;
  QN_SOLVER_TRY(check(handle));
  QN_SOLVER_TRY(check_one(nbDevices, deviceId));
  QN_SOLVER_NEED(!handle->dn, "a device is selected already");
  if (hipGetDevice(&current) != hipSuccess ||
      hipSetDevice(deviceId[0]) != hipSuccess)
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  handle->device = deviceId[0];
  const cusolverStatus_t status = cusolverDnCreate(&handle->dn);
  (void)hipSetDevice(current);
  return status;
}

cusolverStatus_t cusolverMgCreateDeviceGrid(cudaLibMgGrid_t *out,
                                            int32_t numRowDevices,
                                            int32_t numColDevices,
                                            const int32_t deviceId[],
                                            cusolverMgGridMapping_t mapping) {
  QN_SOLVER_NEED(out && (unsigned)mapping < 2 && numRowDevices > 0 &&
                     numColDevices > 0,
                 "a number is not positive, or there is no such mapping");
  QN_SOLVER_TRY(check_one((int64_t)numRowDevices * numColDevices, deviceId));
  grid *g = qn_alloc_array(1, sizeof(*g));
  if (!g)
    return no_memory();
  *g = (grid){grid_magic, deviceId[0]};
  *out = g;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverMgDestroyGrid(cudaLibMgGrid_t object) {
  grid *g = object;
  QN_SOLVER_NEED(g && g->magic == grid_magic, "this is no grid");
  g->magic = 0;
  qn_free(g);
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgCreateMatrixDesc(cudaLibMgMatrixDesc_t *desc,
                                            int64_t numRows, int64_t numCols,
                                            int64_t rowBlockSize,
                                            int64_t colBlockSize,
                                            cudaDataType dataType,
                                            const cudaLibMgGrid_t of) {
  const grid *g = of;
  QN_SOLVER_NEED(desc && g && g->magic == grid_magic, "there is no grid");
  QN_SOLVER_NEED(numRows >= 0 && numCols >= 0 && rowBlockSize > 0 &&
                     colBlockSize > 0 && qn_solver_type((int)dataType),
                 "a size is negative, or there is no such type");
  matrix *m = qn_alloc_array(1, sizeof(*m));
  if (!m)
    return no_memory();
  *m = (matrix){matrix_magic, numRows, numCols, dataType};
  *desc = m;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverMgDestroyMatrixDesc(cudaLibMgMatrixDesc_t desc) {
  matrix *m = desc;
  QN_SOLVER_NEED(m && m->magic == matrix_magic, "this is no matrix");
  m->magic = 0;
  qn_free(m);
  return CUSOLVER_STATUS_SUCCESS;
}

// ---- A matrix on the device, and what a call needs beside it

typedef struct part {
  char *at;
  int64_t ld;
  cudaDataType type;
} part;

// `rows` by `cols` elements from (IA, JA) on, which are from 1.
static cusolverStatus_t find(cusolverMgHandle_t handle, void *const array[],
                             int IA, int JA, const void *desc, int64_t rows,
                             int64_t cols, part *out) {
  const matrix *m = desc;
  QN_SOLVER_TRY(check(handle));
  if (!handle->dn)
    return qn_solver_refuse(CUSOLVER_STATUS_NOT_INITIALIZED,
                            "no device is selected");
  QN_SOLVER_NEED(m && m->magic == matrix_magic, "there is no matrix");
  QN_SOLVER_NEED(rows >= 0 && cols >= 0 && IA >= 1 && JA >= 1 &&
                     IA - 1 + rows <= m->rows && JA - 1 + cols <= m->cols,
                 "%d by %d elements from (%d, %d) on are not in the matrix",
                 (int)rows, (int)cols, IA, JA);
  QN_SOLVER_NEED(array && (array[0] || !rows || !cols),
                 "there are no elements");
  const int64_t size = (int64_t)qn_solver_size(qn_solver_type((int)m->type));
  const int64_t ld = m->rows > 0 ? m->rows : 1;
  out->at = (char *)array[0] + (IA - 1 + (JA - 1) * ld) * size;
  out->ld = ld;
  out->type = m->type;
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t no_work(cusolverStatus_t status, int64_t *lwork) {
  QN_SOLVER_TRY(status);
  QN_SOLVER_NEED(lwork, "there is no place for the size");
  *lwork = 1; // each call finds its own
  return CUSOLVER_STATUS_SUCCESS;
}

typedef struct room {
  size_t device_size, host_size;
  void *device, *host;
  int *info; // in device memory
} room;

static cusolverStatus_t take(room *r) {
  r->host = qn_alloc_array(r->host_size + 1, 1);
  if (!r->host || hipMalloc(&r->device, r->device_size + 1) != hipSuccess ||
      hipMalloc((void **)&r->info, sizeof(int)) != hipSuccess)
    return no_memory();
  return hipMemset(r->info, 0, sizeof(int)) == hipSuccess
             ? CUSOLVER_STATUS_SUCCESS
             : CUSOLVER_STATUS_EXECUTION_FAILED;
}

// Waits, tells the host, and frees what was taken.
static cusolverStatus_t give_back(room *r, cusolverStatus_t status, int *info) {
  int told = 0;
  if (status == CUSOLVER_STATUS_SUCCESS &&
      hipMemcpy(&told, r->info, sizeof(told), hipMemcpyDeviceToHost) !=
          hipSuccess)
    status = CUSOLVER_STATUS_EXECUTION_FAILED;
  if (info && status == CUSOLVER_STATUS_SUCCESS)
    *info = told;
  qn_free(r->host);
  (void)hipFree(r->device);
  (void)hipFree(r->info);
  return status;
}

// On the handle's device, whichever is the thread's.
typedef struct there {
  int current;
} there;
static there go(cusolverMgHandle_t handle) {
  there t = {0};
  (void)hipGetDevice(&t.current);
  (void)hipSetDevice(handle->device);
  return t;
}
static cusolverStatus_t come_back(there t, cusolverStatus_t status) {
  (void)hipSetDevice(t.current);
  return status;
}

// ---- Cholesky

cusolverStatus_t cusolverMgPotrf_bufferSize(cusolverMgHandle_t handle,
                                            cublasFillMode_t uplo, int N,
                                            void *array_d_A[], int IA, int JA,
                                            cudaLibMgMatrixDesc_t descrA,
                                            cudaDataType computeType,
                                            int64_t *lwork) {
  part a = {0};
  (void)uplo, (void)computeType;
  return no_work(find(handle, array_d_A, IA, JA, descrA, N, N, &a), lwork);
}
static cusolverStatus_t potrf(cusolverMgHandle_t handle, cublasFillMode_t uplo,
                              int n, const part *a, cudaDataType compute,
                              int *info) {
  room r = {0};
  cusolverStatus_t status =
      cusolverDnXpotrf_bufferSize(handle->dn, NULL, uplo, n, a->type, a->at,
                                  a->ld, compute, &r.device_size, &r.host_size);
  if (status == CUSOLVER_STATUS_SUCCESS)
    status = take(&r);
  if (status == CUSOLVER_STATUS_SUCCESS)
    status = cusolverDnXpotrf(handle->dn, NULL, uplo, n, a->type, a->at, a->ld,
                              compute, r.device, r.device_size, r.host,
                              r.host_size, r.info);
  return give_back(&r, status, info);
}
cusolverStatus_t cusolverMgPotrf(cusolverMgHandle_t handle,
                                 cublasFillMode_t uplo, int N,
                                 void *array_d_A[], int IA, int JA,
                                 cudaLibMgMatrixDesc_t descrA,
                                 cudaDataType computeType, void *array_d_work[],
                                 int64_t lwork, int *h_info) {
  part a = {0};
  (void)array_d_work, (void)lwork;
  QN_SOLVER_TRY(find(handle, array_d_A, IA, JA, descrA, N, N, &a));
  const there t = go(handle);
  return come_back(t, potrf(handle, uplo, N, &a, computeType, h_info));
}

cusolverStatus_t
cusolverMgPotrs_bufferSize(cusolverMgHandle_t handle, cublasFillMode_t uplo,
                           int n, int nrhs, void *array_d_A[], int IA, int JA,
                           cudaLibMgMatrixDesc_t descrA, void *array_d_B[],
                           int IB, int JB, cudaLibMgMatrixDesc_t descrB,
                           cudaDataType computeType, int64_t *lwork) {
  part a = {0}, b = {0};
  (void)uplo, (void)computeType;
  QN_SOLVER_TRY(find(handle, array_d_A, IA, JA, descrA, n, n, &a));
  return no_work(find(handle, array_d_B, IB, JB, descrB, n, nrhs, &b), lwork);
}
cusolverStatus_t
cusolverMgPotrs(cusolverMgHandle_t handle, cublasFillMode_t uplo, int n,
                int nrhs, void *array_d_A[], int IA, int JA,
                cudaLibMgMatrixDesc_t descrA, void *array_d_B[], int IB, int JB,
                cudaLibMgMatrixDesc_t descrB, cudaDataType computeType,
                void *array_d_work[], int64_t lwork, int *h_info) {
  part a = {0}, b = {0};
  room r = {0};
  (void)array_d_work, (void)lwork, (void)computeType;
  QN_SOLVER_TRY(find(handle, array_d_A, IA, JA, descrA, n, n, &a));
  QN_SOLVER_TRY(find(handle, array_d_B, IB, JB, descrB, n, nrhs, &b));
  const there t = go(handle);
  cusolverStatus_t status = take(&r);
  if (status == CUSOLVER_STATUS_SUCCESS)
    status = cusolverDnXpotrs(handle->dn, NULL, uplo, n, nrhs, a.type, a.at,
                              a.ld, b.type, b.at, b.ld, r.info);
  return come_back(t, give_back(&r, status, h_info));
}

cusolverStatus_t cusolverMgPotri_bufferSize(cusolverMgHandle_t handle,
                                            cublasFillMode_t uplo, int N,
                                            void *array_d_A[], int IA, int JA,
                                            cudaLibMgMatrixDesc_t descrA,
                                            cudaDataType computeType,
                                            int64_t *lwork) {
  part a = {0};
  (void)uplo, (void)computeType;
  return no_work(find(handle, array_d_A, IA, JA, descrA, N, N, &a), lwork);
}

#define POTRI(X, T)                                                            \
  static cusolverStatus_t potri_##X(cusolverDnHandle_t dn,                     \
                                    cublasFillMode_t uplo, int n,              \
                                    const part *a, int *info) {                \
    room r = {0};                                                              \
    int count = 0;                                                             \
    T *at = (T *)(void *)a->at;                                                \
    cusolverStatus_t status =                                                  \
        cusolverDn##X##potri_bufferSize(dn, uplo, n, at, (int)a->ld, &count);  \
    r.device_size = (size_t)count * sizeof(T);                                 \
    if (status == CUSOLVER_STATUS_SUCCESS)                                     \
      status = take(&r);                                                       \
    if (status == CUSOLVER_STATUS_SUCCESS)                                     \
      status = cusolverDn##X##potri(dn, uplo, n, at, (int)a->ld,               \
                                    (T *)r.device, count, r.info);             \
    return give_back(&r, status, info);                                        \
  }
POTRI(S, float)
POTRI(D, double)
POTRI(C, cuComplex)
POTRI(Z, cuDoubleComplex)

cusolverStatus_t cusolverMgPotri(cusolverMgHandle_t handle,
                                 cublasFillMode_t uplo, int N,
                                 void *array_d_A[], int IA, int JA,
                                 cudaLibMgMatrixDesc_t descrA,
                                 cudaDataType computeType, void *array_d_work[],
                                 int64_t lwork, int *h_info) {
  part a = {0};
  (void)array_d_work, (void)lwork, (void)computeType;
  QN_SOLVER_TRY(find(handle, array_d_A, IA, JA, descrA, N, N, &a));
  const there t = go(handle);
  const char type = qn_solver_type((int)a.type);
  return come_back(t, type == 's'   ? potri_S(handle->dn, uplo, N, &a, h_info)
                      : type == 'd' ? potri_D(handle->dn, uplo, N, &a, h_info)
                      : type == 'c' ? potri_C(handle->dn, uplo, N, &a, h_info)
                                    : potri_Z(handle->dn, uplo, N, &a, h_info));
}

// ---- LU

cusolverStatus_t
cusolverMgGetrf_bufferSize(cusolverMgHandle_t handle, int M, int N,
                           void *array_d_A[], int IA, int JA,
                           cudaLibMgMatrixDesc_t descrA, int *array_d_IPIV[],
                           cudaDataType computeType, int64_t *lwork) {
  part a = {0};
  (void)array_d_IPIV, (void)computeType;
  return no_work(find(handle, array_d_A, IA, JA, descrA, M, N, &a), lwork);
}

// Exchanged rows are of 64 bits in cusolverDn and of 32 here. With `back` they
// come from there.
static cusolverStatus_t exchange(int *narrow, int64_t *wide, int64_t count,
                                 bool back) {
  int *n = qn_alloc_array((size_t)count + 1, sizeof(*n));
  int64_t *w = qn_alloc_array((size_t)count + 1, sizeof(*w));
  const size_t n_size = (size_t)count * sizeof(*n),
               w_size = (size_t)count * sizeof(*w);
  bool good =
      n && w &&
      (!count ||
       hipMemcpy(back ? (void *)w : (void *)n,
                 back ? (const void *)wide : (const void *)narrow,
                 back ? w_size : n_size, hipMemcpyDefault) == hipSuccess);
  for (int64_t i = 0; i < count && good; ++i) {
    if (back)
      n[i] = (int)w[i];
    else
      w[i] = n[i];
  }
  good = good && (!count || hipMemcpy(back ? (void *)narrow : (void *)wide,
                                      back ? (const void *)n : (const void *)w,
                                      back ? n_size : w_size,
                                      hipMemcpyDefault) == hipSuccess);
  qn_free(n);
  qn_free(w);
  return good ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}

static cusolverStatus_t getrf(cusolverMgHandle_t handle, int m, int n,
                              const part *a, int *pivots, cudaDataType compute,
                              int *info) {
  room r = {0};
  const int64_t count = m < n ? m : n;
  int64_t *wide = NULL;
  cusolverStatus_t status =
      cusolverDnXgetrf_bufferSize(handle->dn, NULL, m, n, a->type, a->at, a->ld,
                                  compute, &r.device_size, &r.host_size);
  if (status == CUSOLVER_STATUS_SUCCESS)
    status = take(&r);
  if (status == CUSOLVER_STATUS_SUCCESS &&
      hipMalloc((void **)&wide, ((size_t)count + 1) * sizeof(*wide)) !=
          hipSuccess)
    status = no_memory();
  if (status == CUSOLVER_STATUS_SUCCESS)
    status = cusolverDnXgetrf(handle->dn, NULL, m, n, a->type, a->at, a->ld,
                              pivots ? wide : NULL, compute, r.device,
                              r.device_size, r.host, r.host_size, r.info);
  if (status == CUSOLVER_STATUS_SUCCESS && pivots)
    status = exchange(pivots, wide, count, true);
  (void)hipFree(wide);
  return give_back(&r, status, info);
}
cusolverStatus_t cusolverMgGetrf(cusolverMgHandle_t handle, int M, int N,
                                 void *array_d_A[], int IA, int JA,
                                 cudaLibMgMatrixDesc_t descrA,
                                 int *array_d_IPIV[], cudaDataType computeType,
                                 void *array_d_work[], int64_t lwork,
                                 int *info) {
  part a = {0};
  (void)array_d_work, (void)lwork;
  QN_SOLVER_TRY(find(handle, array_d_A, IA, JA, descrA, M, N, &a));
  int *pivots =
      array_d_IPIV && array_d_IPIV[0] ? array_d_IPIV[0] + (JA - 1) : NULL;
  const there t = go(handle);
  return come_back(t, getrf(handle, M, N, &a, pivots, computeType, info));
}

cusolverStatus_t cusolverMgGetrs_bufferSize(
    cusolverMgHandle_t handle, cublasOperation_t TRANS, int N, int NRHS,
    void *array_d_A[], int IA, int JA, cudaLibMgMatrixDesc_t descrA,
    int *array_d_IPIV[], void *array_d_B[], int IB, int JB,
    cudaLibMgMatrixDesc_t descrB, cudaDataType computeType, int64_t *lwork) {
  part a = {0}, b = {0};
  (void)TRANS, (void)array_d_IPIV, (void)computeType;
  QN_SOLVER_TRY(find(handle, array_d_A, IA, JA, descrA, N, N, &a));
  return no_work(find(handle, array_d_B, IB, JB, descrB, N, NRHS, &b), lwork);
}
static cusolverStatus_t getrs(cusolverMgHandle_t handle, cublasOperation_t op,
                              int n, int nrhs, const part *a, const part *b,
                              int *pivots, int *info) {
  room r = {0};
  int64_t *wide = NULL;
  cusolverStatus_t status = take(&r);
  if (status == CUSOLVER_STATUS_SUCCESS &&
      hipMalloc((void **)&wide, ((size_t)n + 1) * sizeof(*wide)) != hipSuccess)
    status = no_memory();
  if (status == CUSOLVER_STATUS_SUCCESS && pivots)
    status = exchange(pivots, wide, n, false);
  if (status == CUSOLVER_STATUS_SUCCESS)
    status =
        cusolverDnXgetrs(handle->dn, NULL, op, n, nrhs, a->type, a->at, a->ld,
                         pivots ? wide : NULL, b->type, b->at, b->ld, r.info);
  status = give_back(&r, status, info); // waits for it
  (void)hipFree(wide);
  return status;
}
cusolverStatus_t cusolverMgGetrs(cusolverMgHandle_t handle,
                                 cublasOperation_t TRANS, int N, int NRHS,
                                 void *array_d_A[], int IA, int JA,
                                 cudaLibMgMatrixDesc_t descrA,
                                 int *array_d_IPIV[], void *array_d_B[], int IB,
                                 int JB, cudaLibMgMatrixDesc_t descrB,
                                 cudaDataType computeType, void *array_d_work[],
                                 int64_t lwork, int *info) {
  part a = {0}, b = {0};
  (void)array_d_work, (void)lwork, (void)computeType;
  QN_SOLVER_TRY(find(handle, array_d_A, IA, JA, descrA, N, N, &a));
  QN_SOLVER_TRY(find(handle, array_d_B, IB, JB, descrB, N, NRHS, &b));
  int *pivots =
      array_d_IPIV && array_d_IPIV[0] ? array_d_IPIV[0] + (JA - 1) : NULL;
  const there t = go(handle);
  return come_back(t, getrs(handle, TRANS, N, NRHS, &a, &b, pivots, info));
}

// ---- Eigenvalues

cusolverStatus_t cusolverMgSyevd_bufferSize(
    cusolverMgHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
    int N, void *array_d_A[], int IA, int JA, cudaLibMgMatrixDesc_t descrA,
    void *W, cudaDataType dataTypeW, cudaDataType computeType, int64_t *lwork) {
  part a = {0};
  (void)jobz, (void)uplo, (void)W, (void)dataTypeW, (void)computeType;
  return no_work(find(handle, array_d_A, IA, JA, descrA, N, N, &a), lwork);
}
cusolverStatus_t cusolverMgSyevd(cusolverMgHandle_t handle,
                                 cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                 int N, void *array_d_A[], int IA, int JA,
                                 cudaLibMgMatrixDesc_t descrA, void *W,
                                 cudaDataType dataTypeW,
                                 cudaDataType computeType, void *array_d_work[],
                                 int64_t lwork, int *info) {
  part a = {0};
  room r = {0};
  void *values = NULL;
  (void)array_d_work, (void)lwork;
  QN_SOLVER_TRY(find(handle, array_d_A, IA, JA, descrA, N, N, &a));
  QN_SOLVER_NEED(qn_solver_type((int)dataTypeW) && (W || !N),
                 "there is no such type of values, or no place for them");
  const size_t size =
      (size_t)N * qn_solver_size(qn_solver_type((int)dataTypeW));
  const there t = go(handle);
  cusolverStatus_t status =
      hipMalloc(&values, size + 1) == hipSuccess
          ? cusolverDnXsyevd_bufferSize(
                handle->dn, NULL, jobz, uplo, N, a.type, a.at, a.ld, dataTypeW,
                values, computeType, &r.device_size, &r.host_size)
          : no_memory();
  if (status == CUSOLVER_STATUS_SUCCESS)
    status = take(&r);
  if (status == CUSOLVER_STATUS_SUCCESS)
    status = cusolverDnXsyevd(handle->dn, NULL, jobz, uplo, N, a.type, a.at,
                              a.ld, dataTypeW, values, computeType, r.device,
                              r.device_size, r.host, r.host_size, r.info);
  if (status == CUSOLVER_STATUS_SUCCESS && size &&
      hipMemcpy(W, values, size, hipMemcpyDeviceToHost) != hipSuccess)
    status = CUSOLVER_STATUS_EXECUTION_FAILED;
  (void)hipFree(values);
  return come_back(t, give_back(&r, status, info));
}
