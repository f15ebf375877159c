// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_hip_names.py of include/cuda/cusparse.h.
// clang-format off
//
// hipSPARSE: sparse matrices. libquernsparse implements it; docs/libraries.md
// says what does the work on which device, and what is not there.
#ifndef QUERN_HIPSPARSE_HIPSPARSE_H
#define QUERN_HIPSPARSE_HIPSPARSE_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HIPSPARSE_VERSION 400000

typedef struct hipsparseContext *hipsparseHandle_t;
typedef struct hipsparseMatDescr *hipsparseMatDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct bsric02Info *bsric02Info_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct pruneInfo *pruneInfo_t;
typedef struct hipsparseColorInfo *hipsparseColorInfo_t;
typedef struct csru2csrInfo *csru2csrInfo_t;
typedef struct hipsparseSpVecDescr *hipsparseSpVecDescr_t;
typedef struct hipsparseDnVecDescr *hipsparseDnVecDescr_t;
typedef struct hipsparseSpMatDescr *hipsparseSpMatDescr_t;
typedef struct hipsparseDnMatDescr *hipsparseDnMatDescr_t;
typedef const struct hipsparseSpVecDescr *hipsparseConstSpVecDescr_t;
typedef const struct hipsparseDnVecDescr *hipsparseConstDnVecDescr_t;
typedef const struct hipsparseSpMatDescr *hipsparseConstSpMatDescr_t;
typedef const struct hipsparseDnMatDescr *hipsparseConstDnMatDescr_t;
typedef struct hipsparseSpSVDescr *hipsparseSpSVDescr_t;
typedef struct hipsparseSpSMDescr *hipsparseSpSMDescr_t;
typedef struct hipsparseSpGEMMDescr *hipsparseSpGEMMDescr_t;

typedef enum {
  HIPSPARSE_STATUS_SUCCESS = 0,
  HIPSPARSE_STATUS_NOT_INITIALIZED = 1,
  HIPSPARSE_STATUS_ALLOC_FAILED = 2,
  HIPSPARSE_STATUS_INVALID_VALUE = 3,
  HIPSPARSE_STATUS_ARCH_MISMATCH = 4,
  HIPSPARSE_STATUS_MAPPING_ERROR = 5,
  HIPSPARSE_STATUS_EXECUTION_FAILED = 6,
  HIPSPARSE_STATUS_INTERNAL_ERROR = 7,
  HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  HIPSPARSE_STATUS_ZERO_PIVOT = 9,
  HIPSPARSE_STATUS_NOT_SUPPORTED = 10,
  HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} hipsparseStatus_t;
typedef enum {
  HIPSPARSE_POINTER_MODE_HOST = 0,
  HIPSPARSE_POINTER_MODE_DEVICE = 1
} hipsparsePointerMode_t;
typedef enum {
  HIPSPARSE_ACTION_SYMBOLIC = 0,
  HIPSPARSE_ACTION_NUMERIC = 1
} hipsparseAction_t;
typedef enum {
  HIPSPARSE_MATRIX_TYPE_GENERAL = 0,
  HIPSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
  HIPSPARSE_MATRIX_TYPE_HERMITIAN = 2,
  HIPSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} hipsparseMatrixType_t;
typedef enum {
  HIPSPARSE_FILL_MODE_LOWER = 0,
  HIPSPARSE_FILL_MODE_UPPER = 1
} hipsparseFillMode_t;
typedef enum {
  HIPSPARSE_DIAG_TYPE_NON_UNIT = 0,
  HIPSPARSE_DIAG_TYPE_UNIT = 1
} hipsparseDiagType_t;
typedef enum {
  HIPSPARSE_INDEX_BASE_ZERO = 0,
  HIPSPARSE_INDEX_BASE_ONE = 1
} hipsparseIndexBase_t;
typedef enum {
  HIPSPARSE_OPERATION_NON_TRANSPOSE = 0,
  HIPSPARSE_OPERATION_TRANSPOSE = 1,
  HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} hipsparseOperation_t;
typedef enum {
  HIPSPARSE_DIRECTION_ROW = 0,
  HIPSPARSE_DIRECTION_COLUMN = 1
} hipsparseDirection_t;
typedef enum {
  HIPSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
  HIPSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} hipsparseSolvePolicy_t;
typedef enum {
  HIPSPARSE_CSR2CSC_ALG_DEFAULT = 1,
  HIPSPARSE_CSR2CSC_ALG1 = 1
} hipsparseCsr2CscAlg_t;
typedef enum {
  HIPSPARSE_FORMAT_CSR = 1,
  HIPSPARSE_FORMAT_CSC = 2,
  HIPSPARSE_FORMAT_COO = 3,
  HIPSPARSE_FORMAT_COO_AOS = 4,
  HIPSPARSE_FORMAT_BLOCKED_ELL = 5,
} hipsparseFormat_t;
typedef enum { HIPSPARSE_ORDER_COL = 1, HIPSPARSE_ORDER_ROW = 2 } hipsparseOrder_t;
typedef enum {
  HIPSPARSE_INDEX_16U = 1,
  HIPSPARSE_INDEX_32I = 2,
  HIPSPARSE_INDEX_64I = 3
} hipsparseIndexType_t;
typedef enum {
  HIPSPARSE_SPMAT_FILL_MODE,
  HIPSPARSE_SPMAT_DIAG_TYPE
} hipsparseSpMatAttribute_t;
typedef enum {
  HIPSPARSE_SPARSETODENSE_ALG_DEFAULT = 0
} hipsparseSparseToDenseAlg_t;
typedef enum {
  HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0
} hipsparseDenseToSparseAlg_t;
typedef enum {
  HIPSPARSE_SPMV_ALG_DEFAULT = 0,
  HIPSPARSE_SPMV_CSR_ALG1 = 2,
  HIPSPARSE_SPMV_CSR_ALG2 = 3,
  HIPSPARSE_SPMV_COO_ALG1 = 1,
  HIPSPARSE_SPMV_COO_ALG2 = 4,
} hipsparseSpMVAlg_t;
// Names of before CUDA 12, which has the same algorithms under those above.
#define HIPSPARSE_MV_ALG_DEFAULT HIPSPARSE_SPMV_ALG_DEFAULT
#define HIPSPARSE_COOMV_ALG HIPSPARSE_SPMV_COO_ALG1
#define HIPSPARSE_CSRMV_ALG1 HIPSPARSE_SPMV_CSR_ALG1
#define HIPSPARSE_CSRMV_ALG2 HIPSPARSE_SPMV_CSR_ALG2
typedef enum { HIPSPARSE_SPSV_ALG_DEFAULT = 0 } hipsparseSpSVAlg_t;
typedef enum { HIPSPARSE_SPSM_ALG_DEFAULT = 0 } hipsparseSpSMAlg_t;
typedef enum {
  HIPSPARSE_SPMM_ALG_DEFAULT = 0,
  HIPSPARSE_SPMM_COO_ALG1 = 1,
  HIPSPARSE_SPMM_COO_ALG2 = 2,
  HIPSPARSE_SPMM_COO_ALG3 = 3,
  HIPSPARSE_SPMM_COO_ALG4 = 5,
  HIPSPARSE_SPMM_CSR_ALG1 = 4,
  HIPSPARSE_SPMM_CSR_ALG2 = 6,
  HIPSPARSE_SPMM_CSR_ALG3 = 12,
  HIPSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13,
} hipsparseSpMMAlg_t;
#define HIPSPARSE_MM_ALG_DEFAULT HIPSPARSE_SPMM_ALG_DEFAULT
#define HIPSPARSE_COOMM_ALG1 HIPSPARSE_SPMM_COO_ALG1
#define HIPSPARSE_COOMM_ALG2 HIPSPARSE_SPMM_COO_ALG2
#define HIPSPARSE_COOMM_ALG3 HIPSPARSE_SPMM_COO_ALG3
#define HIPSPARSE_CSRMM_ALG1 HIPSPARSE_SPMM_CSR_ALG1
typedef enum {
  HIPSPARSE_SPGEMM_DEFAULT = 0,
  HIPSPARSE_SPGEMM_CSR_ALG_DETERMINISTIC = 1,
  HIPSPARSE_SPGEMM_CSR_ALG_NONDETERMINISTIC = 2,
  HIPSPARSE_SPGEMM_ALG1 = 3,
  HIPSPARSE_SPGEMM_ALG2 = 4,
  HIPSPARSE_SPGEMM_ALG3 = 5
} hipsparseSpGEMMAlg_t;
typedef enum { HIPSPARSE_SDDMM_ALG_DEFAULT = 0 } hipsparseSDDMMAlg_t;

hipsparseStatus_t hipsparseCreate(hipsparseHandle_t *handle);
hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t handle);
hipsparseStatus_t hipsparseGetVersion(hipsparseHandle_t handle, int *version);
const char *hipsparseGetErrorName(hipsparseStatus_t status);
const char *hipsparseGetErrorString(hipsparseStatus_t status);

hipsparseStatus_t hipsparseSetStream(hipsparseHandle_t handle,
                                   hipStream_t streamId);
hipsparseStatus_t hipsparseGetStream(hipsparseHandle_t handle,
                                   hipStream_t *streamId);
hipsparseStatus_t hipsparseGetPointerMode(hipsparseHandle_t handle,
                                        hipsparsePointerMode_t *mode);
hipsparseStatus_t hipsparseSetPointerMode(hipsparseHandle_t handle,
                                        hipsparsePointerMode_t mode);
hipsparseStatus_t hipsparseCreateMatDescr(hipsparseMatDescr_t *descrA);
hipsparseStatus_t hipsparseDestroyMatDescr(hipsparseMatDescr_t descrA);
hipsparseStatus_t hipsparseSetMatType(hipsparseMatDescr_t descrA,
                                    hipsparseMatrixType_t type);
hipsparseMatrixType_t hipsparseGetMatType(const hipsparseMatDescr_t descrA);
hipsparseStatus_t hipsparseSetMatFillMode(hipsparseMatDescr_t descrA,
                                        hipsparseFillMode_t fillMode);
hipsparseFillMode_t hipsparseGetMatFillMode(const hipsparseMatDescr_t descrA);
hipsparseStatus_t hipsparseSetMatDiagType(hipsparseMatDescr_t descrA,
                                        hipsparseDiagType_t diagType);
hipsparseDiagType_t hipsparseGetMatDiagType(const hipsparseMatDescr_t descrA);
hipsparseStatus_t hipsparseSetMatIndexBase(hipsparseMatDescr_t descrA,
                                         hipsparseIndexBase_t base);
hipsparseIndexBase_t hipsparseGetMatIndexBase(const hipsparseMatDescr_t descrA);

// ---- Vectors and matrices of the generic functions

hipsparseStatus_t hipsparseCreateSpVec(hipsparseSpVecDescr_t *spVecDescr,
                                     int64_t size, int64_t nnz, void *indices,
                                     void *values, hipsparseIndexType_t idxType,
                                     hipsparseIndexBase_t idxBase,
                                     hipDataType valueType);
hipsparseStatus_t
hipsparseCreateConstSpVec(hipsparseConstSpVecDescr_t *spVecDescr, int64_t size,
                         int64_t nnz, const void *indices, const void *values,
                         hipsparseIndexType_t idxType,
                         hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t hipsparseDestroySpVec(hipsparseConstSpVecDescr_t spVecDescr);
hipsparseStatus_t hipsparseSpVecGet(hipsparseSpVecDescr_t spVecDescr,
                                  int64_t *size, int64_t *nnz, void **indices,
                                  void **values, hipsparseIndexType_t *idxType,
                                  hipsparseIndexBase_t *idxBase,
                                  hipDataType *valueType);
hipsparseStatus_t
hipsparseConstSpVecGet(hipsparseConstSpVecDescr_t spVecDescr, int64_t *size,
                      int64_t *nnz, const void **indices, const void **values,
                      hipsparseIndexType_t *idxType,
                      hipsparseIndexBase_t *idxBase, hipDataType *valueType);
hipsparseStatus_t hipsparseSpVecGetIndexBase(hipsparseConstSpVecDescr_t spVecDescr,
                                           hipsparseIndexBase_t *idxBase);
hipsparseStatus_t hipsparseSpVecGetValues(hipsparseSpVecDescr_t spVecDescr,
                                        void **values);
hipsparseStatus_t
hipsparseConstSpVecGetValues(hipsparseConstSpVecDescr_t spVecDescr,
                            const void **values);
hipsparseStatus_t hipsparseSpVecSetValues(hipsparseSpVecDescr_t spVecDescr,
                                        void *values);
hipsparseStatus_t hipsparseCreateDnVec(hipsparseDnVecDescr_t *dnVecDescr,
                                     int64_t size, void *values,
                                     hipDataType valueType);
hipsparseStatus_t hipsparseCreateConstDnVec(hipsparseConstDnVecDescr_t *dnVecDescr,
                                          int64_t size, const void *values,
                                          hipDataType valueType);
hipsparseStatus_t hipsparseDestroyDnVec(hipsparseConstDnVecDescr_t dnVecDescr);
hipsparseStatus_t hipsparseDnVecGet(hipsparseDnVecDescr_t dnVecDescr,
                                  int64_t *size, void **values,
                                  hipDataType *valueType);
hipsparseStatus_t hipsparseConstDnVecGet(hipsparseConstDnVecDescr_t dnVecDescr,
                                       int64_t *size, const void **values,
                                       hipDataType *valueType);
hipsparseStatus_t hipsparseDnVecGetValues(hipsparseDnVecDescr_t dnVecDescr,
                                        void **values);
hipsparseStatus_t
hipsparseConstDnVecGetValues(hipsparseConstDnVecDescr_t dnVecDescr,
                            const void **values);
hipsparseStatus_t hipsparseDnVecSetValues(hipsparseDnVecDescr_t dnVecDescr,
                                        void *values);
hipsparseStatus_t hipsparseDestroySpMat(hipsparseConstSpMatDescr_t spMatDescr);
hipsparseStatus_t hipsparseSpMatGetFormat(hipsparseConstSpMatDescr_t spMatDescr,
                                        hipsparseFormat_t *format);
hipsparseStatus_t hipsparseSpMatGetIndexBase(hipsparseConstSpMatDescr_t spMatDescr,
                                           hipsparseIndexBase_t *idxBase);
hipsparseStatus_t hipsparseSpMatGetValues(hipsparseSpMatDescr_t spMatDescr,
                                        void **values);
hipsparseStatus_t
hipsparseConstSpMatGetValues(hipsparseConstSpMatDescr_t spMatDescr,
                            const void **values);
hipsparseStatus_t hipsparseSpMatSetValues(hipsparseSpMatDescr_t spMatDescr,
                                        void *values);
hipsparseStatus_t hipsparseSpMatGetSize(hipsparseConstSpMatDescr_t spMatDescr,
                                      int64_t *rows, int64_t *cols,
                                      int64_t *nnz);
hipsparseStatus_t
hipsparseSpMatGetStridedBatch(hipsparseConstSpMatDescr_t spMatDescr,
                             int *batchCount);
hipsparseStatus_t hipsparseCooSetStridedBatch(hipsparseSpMatDescr_t spMatDescr,
                                            int batchCount,
                                            int64_t batchStride);
hipsparseStatus_t hipsparseCsrSetStridedBatch(hipsparseSpMatDescr_t spMatDescr,
                                            int batchCount,
                                            int64_t offsetsBatchStride,
                                            int64_t columnsValuesBatchStride);
hipsparseStatus_t hipsparseSpMatGetAttribute(hipsparseConstSpMatDescr_t spMatDescr,
                                           hipsparseSpMatAttribute_t attribute,
                                           void *data, size_t dataSize);
hipsparseStatus_t hipsparseSpMatSetAttribute(hipsparseSpMatDescr_t spMatDescr,
                                           hipsparseSpMatAttribute_t attribute,
                                           void *data, size_t dataSize);
hipsparseStatus_t
hipsparseCreateCsr(hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                  int64_t nnz, void *csrRowOffsets, void *csrColInd,
                  void *csrValues, hipsparseIndexType_t csrRowOffsetsType,
                  hipsparseIndexType_t csrColIndType,
                  hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t
hipsparseCreateConstCsr(hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows,
                       int64_t cols, int64_t nnz, const void *csrRowOffsets,
                       const void *csrColInd, const void *csrValues,
                       hipsparseIndexType_t csrRowOffsetsType,
                       hipsparseIndexType_t csrColIndType,
                       hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t
hipsparseCreateCsc(hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                  int64_t nnz, void *cscColOffsets, void *cscRowInd,
                  void *cscValues, hipsparseIndexType_t cscColOffsetsType,
                  hipsparseIndexType_t cscRowIndType,
                  hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t
hipsparseCreateConstCsc(hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows,
                       int64_t cols, int64_t nnz, const void *cscColOffsets,
                       const void *cscRowInd, const void *cscValues,
                       hipsparseIndexType_t cscColOffsetsType,
                       hipsparseIndexType_t cscRowIndType,
                       hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t
hipsparseCreateCoo(hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                  int64_t nnz, void *cooRowInd, void *cooColInd,
                  void *cooValues, hipsparseIndexType_t cooIdxType,
                  hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t
hipsparseCreateConstCoo(hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows,
                       int64_t cols, int64_t nnz, const void *cooRowInd,
                       const void *cooColInd, const void *cooValues,
                       hipsparseIndexType_t cooIdxType,
                       hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t hipsparseCreateBlockedEll(hipsparseSpMatDescr_t *spMatDescr,
                                          int64_t rows, int64_t cols,
                                          int64_t ellBlockSize, int64_t ellCols,
                                          void *ellColInd, void *ellValue,
                                          hipsparseIndexType_t ellIdxType,
                                          hipsparseIndexBase_t idxBase,
                                          hipDataType valueType);
hipsparseStatus_t hipsparseCreateConstBlockedEll(
    hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
    int64_t ellBlockSize, int64_t ellCols, const void *ellColInd,
    const void *ellValue, hipsparseIndexType_t ellIdxType,
    hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t
hipsparseCsrGet(hipsparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols,
               int64_t *nnz, void **csrRowOffsets, void **csrColInd,
               void **csrValues, hipsparseIndexType_t *csrRowOffsetsType,
               hipsparseIndexType_t *csrColIndType, hipsparseIndexBase_t *idxBase,
               hipDataType *valueType);
hipsparseStatus_t
hipsparseConstCsrGet(hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows,
                    int64_t *cols, int64_t *nnz, const void **csrRowOffsets,
                    const void **csrColInd, const void **csrValues,
                    hipsparseIndexType_t *csrRowOffsetsType,
                    hipsparseIndexType_t *csrColIndType,
                    hipsparseIndexBase_t *idxBase, hipDataType *valueType);
hipsparseStatus_t
hipsparseCscGet(hipsparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols,
               int64_t *nnz, void **cscColOffsets, void **cscRowInd,
               void **cscValues, hipsparseIndexType_t *cscColOffsetsType,
               hipsparseIndexType_t *cscRowIndType, hipsparseIndexBase_t *idxBase,
               hipDataType *valueType);
hipsparseStatus_t
hipsparseConstCscGet(hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows,
                    int64_t *cols, int64_t *nnz, const void **cscColOffsets,
                    const void **cscRowInd, const void **cscValues,
                    hipsparseIndexType_t *cscColOffsetsType,
                    hipsparseIndexType_t *cscRowIndType,
                    hipsparseIndexBase_t *idxBase, hipDataType *valueType);
hipsparseStatus_t hipsparseCooGet(hipsparseSpMatDescr_t spMatDescr, int64_t *rows,
                                int64_t *cols, int64_t *nnz, void **cooRowInd,
                                void **cooColInd, void **cooValues,
                                hipsparseIndexType_t *idxType,
                                hipsparseIndexBase_t *idxBase,
                                hipDataType *valueType);
hipsparseStatus_t
hipsparseConstCooGet(hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows,
                    int64_t *cols, int64_t *nnz, const void **cooRowInd,
                    const void **cooColInd, const void **cooValues,
                    hipsparseIndexType_t *idxType, hipsparseIndexBase_t *idxBase,
                    hipDataType *valueType);
hipsparseStatus_t hipsparseBlockedEllGet(hipsparseSpMatDescr_t spMatDescr,
                                       int64_t *rows, int64_t *cols,
                                       int64_t *ellBlockSize, int64_t *ellCols,
                                       void **ellColInd, void **ellValue,
                                       hipsparseIndexType_t *ellIdxType,
                                       hipsparseIndexBase_t *idxBase,
                                       hipDataType *valueType);
hipsparseStatus_t hipsparseConstBlockedEllGet(
    hipsparseConstSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols,
    int64_t *ellBlockSize, int64_t *ellCols, const void **ellColInd,
    const void **ellValue, hipsparseIndexType_t *ellIdxType,
    hipsparseIndexBase_t *idxBase, hipDataType *valueType);
hipsparseStatus_t hipsparseCsrSetPointers(hipsparseSpMatDescr_t spMatDescr,
                                        void *csrRowOffsets, void *csrColInd,
                                        void *csrValues);
hipsparseStatus_t hipsparseCscSetPointers(hipsparseSpMatDescr_t spMatDescr,
                                        void *cscColOffsets, void *cscRowInd,
                                        void *cscValues);
hipsparseStatus_t hipsparseCooSetPointers(hipsparseSpMatDescr_t spMatDescr,
                                        void *cooRows, void *cooColumns,
                                        void *cooValues);
hipsparseStatus_t hipsparseCreateDnMat(hipsparseDnMatDescr_t *dnMatDescr,
                                     int64_t rows, int64_t cols, int64_t ld,
                                     void *values, hipDataType valueType,
                                     hipsparseOrder_t order);
hipsparseStatus_t hipsparseCreateConstDnMat(hipsparseConstDnMatDescr_t *dnMatDescr,
                                          int64_t rows, int64_t cols,
                                          int64_t ld, const void *values,
                                          hipDataType valueType,
                                          hipsparseOrder_t order);
hipsparseStatus_t hipsparseDestroyDnMat(hipsparseConstDnMatDescr_t dnMatDescr);
hipsparseStatus_t hipsparseDnMatGet(hipsparseDnMatDescr_t dnMatDescr,
                                  int64_t *rows, int64_t *cols, int64_t *ld,
                                  void **values, hipDataType *type,
                                  hipsparseOrder_t *order);
hipsparseStatus_t hipsparseConstDnMatGet(hipsparseConstDnMatDescr_t dnMatDescr,
                                       int64_t *rows, int64_t *cols,
                                       int64_t *ld, const void **values,
                                       hipDataType *type,
                                       hipsparseOrder_t *order);
hipsparseStatus_t hipsparseDnMatGetValues(hipsparseDnMatDescr_t dnMatDescr,
                                        void **values);
hipsparseStatus_t
hipsparseConstDnMatGetValues(hipsparseConstDnMatDescr_t dnMatDescr,
                            const void **values);
hipsparseStatus_t hipsparseDnMatSetValues(hipsparseDnMatDescr_t dnMatDescr,
                                        void *values);
hipsparseStatus_t hipsparseDnMatSetStridedBatch(hipsparseDnMatDescr_t dnMatDescr,
                                              int batchCount,
                                              int64_t batchStride);
hipsparseStatus_t
hipsparseDnMatGetStridedBatch(hipsparseConstDnMatDescr_t dnMatDescr,
                             int *batchCount, int64_t *batchStride);

// ---- Generic functions

hipsparseStatus_t hipsparseAxpby(hipsparseHandle_t handle, const void *alpha,
                               hipsparseConstSpVecDescr_t vecX, const void *beta,
                               hipsparseDnVecDescr_t vecY);
hipsparseStatus_t hipsparseGather(hipsparseHandle_t handle,
                                hipsparseConstDnVecDescr_t vecY,
                                hipsparseSpVecDescr_t vecX);
hipsparseStatus_t hipsparseScatter(hipsparseHandle_t handle,
                                 hipsparseConstSpVecDescr_t vecX,
                                 hipsparseDnVecDescr_t vecY);
hipsparseStatus_t hipsparseRot(hipsparseHandle_t handle, const void *c_coeff,
                             const void *s_coeff, hipsparseSpVecDescr_t vecX,
                             hipsparseDnVecDescr_t vecY);
hipsparseStatus_t
hipsparseSpVV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t opX,
                        hipsparseConstSpVecDescr_t vecX,
                        hipsparseConstDnVecDescr_t vecY, const void *result,
                        hipDataType computeType, size_t *bufferSize);
hipsparseStatus_t hipsparseSpVV(hipsparseHandle_t handle, hipsparseOperation_t opX,
                              hipsparseConstSpVecDescr_t vecX,
                              hipsparseConstDnVecDescr_t vecY, void *result,
                              hipDataType computeType, void *externalBuffer);
hipsparseStatus_t hipsparseSparseToDense_bufferSize(
    hipsparseHandle_t handle, hipsparseConstSpMatDescr_t matA,
    hipsparseDnMatDescr_t matB, hipsparseSparseToDenseAlg_t alg,
    size_t *bufferSize);
hipsparseStatus_t hipsparseSparseToDense(hipsparseHandle_t handle,
                                       hipsparseConstSpMatDescr_t matA,
                                       hipsparseDnMatDescr_t matB,
                                       hipsparseSparseToDenseAlg_t alg,
                                       void *externalBuffer);
hipsparseStatus_t hipsparseDenseToSparse_bufferSize(
    hipsparseHandle_t handle, hipsparseConstDnMatDescr_t matA,
    hipsparseSpMatDescr_t matB, hipsparseDenseToSparseAlg_t alg,
    size_t *bufferSize);
hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t handle,
                                                hipsparseConstDnMatDescr_t matA,
                                                hipsparseSpMatDescr_t matB,
                                                hipsparseDenseToSparseAlg_t alg,
                                                void *externalBuffer);
hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t handle,
                                               hipsparseConstDnMatDescr_t matA,
                                               hipsparseSpMatDescr_t matB,
                                               hipsparseDenseToSparseAlg_t alg,
                                               void *externalBuffer);
hipsparseStatus_t
hipsparseSpMV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t opA,
                        const void *alpha, hipsparseConstSpMatDescr_t matA,
                        hipsparseConstDnVecDescr_t vecX, const void *beta,
                        hipsparseDnVecDescr_t vecY, hipDataType computeType,
                        hipsparseSpMVAlg_t alg, size_t *bufferSize);
hipsparseStatus_t
hipsparseSpMV_preprocess(hipsparseHandle_t handle, hipsparseOperation_t opA,
                        const void *alpha, hipsparseConstSpMatDescr_t matA,
                        hipsparseConstDnVecDescr_t vecX, const void *beta,
                        hipsparseDnVecDescr_t vecY, hipDataType computeType,
                        hipsparseSpMVAlg_t alg, void *externalBuffer);
hipsparseStatus_t hipsparseSpMV(hipsparseHandle_t handle, hipsparseOperation_t opA,
                              const void *alpha, hipsparseConstSpMatDescr_t matA,
                              hipsparseConstDnVecDescr_t vecX, const void *beta,
                              hipsparseDnVecDescr_t vecY,
                              hipDataType computeType, hipsparseSpMVAlg_t alg,
                              void *externalBuffer);
hipsparseStatus_t hipsparseSpMM_bufferSize(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    const void *alpha, hipsparseConstSpMatDescr_t matA,
    hipsparseConstDnMatDescr_t matB, const void *beta, hipsparseDnMatDescr_t matC,
    hipDataType computeType, hipsparseSpMMAlg_t alg, size_t *bufferSize);
hipsparseStatus_t hipsparseSpMM_preprocess(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    const void *alpha, hipsparseConstSpMatDescr_t matA,
    hipsparseConstDnMatDescr_t matB, const void *beta, hipsparseDnMatDescr_t matC,
    hipDataType computeType, hipsparseSpMMAlg_t alg, void *externalBuffer);
hipsparseStatus_t hipsparseSpMM(hipsparseHandle_t handle, hipsparseOperation_t opA,
                              hipsparseOperation_t opB, const void *alpha,
                              hipsparseConstSpMatDescr_t matA,
                              hipsparseConstDnMatDescr_t matB, const void *beta,
                              hipsparseDnMatDescr_t matC,
                              hipDataType computeType, hipsparseSpMMAlg_t alg,
                              void *externalBuffer);
hipsparseStatus_t hipsparseSDDMM_bufferSize(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    const void *alpha, hipsparseConstDnMatDescr_t matA,
    hipsparseConstDnMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC,
    hipDataType computeType, hipsparseSDDMMAlg_t alg, size_t *bufferSize);
hipsparseStatus_t hipsparseSDDMM_preprocess(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    const void *alpha, hipsparseConstDnMatDescr_t matA,
    hipsparseConstDnMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC,
    hipDataType computeType, hipsparseSDDMMAlg_t alg, void *externalBuffer);
hipsparseStatus_t hipsparseSDDMM(hipsparseHandle_t handle, hipsparseOperation_t opA,
                               hipsparseOperation_t opB, const void *alpha,
                               hipsparseConstDnMatDescr_t matA,
                               hipsparseConstDnMatDescr_t matB, const void *beta,
                               hipsparseSpMatDescr_t matC,
                               hipDataType computeType, hipsparseSDDMMAlg_t alg,
                               void *externalBuffer);
hipsparseStatus_t hipsparseSpSV_createDescr(hipsparseSpSVDescr_t *descr);
hipsparseStatus_t hipsparseSpSV_destroyDescr(hipsparseSpSVDescr_t descr);
hipsparseStatus_t hipsparseSpSV_bufferSize(
    hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t vecX,
    hipsparseDnVecDescr_t vecY, hipDataType computeType, hipsparseSpSVAlg_t alg,
    hipsparseSpSVDescr_t spsvDescr, size_t *bufferSize);
hipsparseStatus_t
hipsparseSpSV_analysis(hipsparseHandle_t handle, hipsparseOperation_t opA,
                      const void *alpha, hipsparseConstSpMatDescr_t matA,
                      hipsparseConstDnVecDescr_t vecX, hipsparseDnVecDescr_t vecY,
                      hipDataType computeType, hipsparseSpSVAlg_t alg,
                      hipsparseSpSVDescr_t spsvDescr, void *externalBuffer);
hipsparseStatus_t
hipsparseSpSV_solve(hipsparseHandle_t handle, hipsparseOperation_t opA,
                   const void *alpha, hipsparseConstSpMatDescr_t matA,
                   hipsparseConstDnVecDescr_t vecX, hipsparseDnVecDescr_t vecY,
                   hipDataType computeType, hipsparseSpSVAlg_t alg,
                   hipsparseSpSVDescr_t spsvDescr);
hipsparseStatus_t hipsparseSpSM_createDescr(hipsparseSpSMDescr_t *descr);
hipsparseStatus_t hipsparseSpSM_destroyDescr(hipsparseSpSMDescr_t descr);
hipsparseStatus_t hipsparseSpSM_bufferSize(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    const void *alpha, hipsparseConstSpMatDescr_t matA,
    hipsparseConstDnMatDescr_t matB, hipsparseDnMatDescr_t matC,
    hipDataType computeType, hipsparseSpSMAlg_t alg,
    hipsparseSpSMDescr_t spsmDescr, size_t *bufferSize);
hipsparseStatus_t
hipsparseSpSM_analysis(hipsparseHandle_t handle, hipsparseOperation_t opA,
                      hipsparseOperation_t opB, const void *alpha,
                      hipsparseConstSpMatDescr_t matA,
                      hipsparseConstDnMatDescr_t matB, hipsparseDnMatDescr_t matC,
                      hipDataType computeType, hipsparseSpSMAlg_t alg,
                      hipsparseSpSMDescr_t spsmDescr, void *externalBuffer);
hipsparseStatus_t
hipsparseSpSM_solve(hipsparseHandle_t handle, hipsparseOperation_t opA,
                   hipsparseOperation_t opB, const void *alpha,
                   hipsparseConstSpMatDescr_t matA,
                   hipsparseConstDnMatDescr_t matB, hipsparseDnMatDescr_t matC,
                   hipDataType computeType, hipsparseSpSMAlg_t alg,
                   hipsparseSpSMDescr_t spsmDescr);
hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t *descr);
hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t descr);
hipsparseStatus_t hipsparseSpGEMM_workEstimation(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    const void *alpha, hipsparseConstSpMatDescr_t matA,
    hipsparseConstSpMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC,
    hipDataType computeType, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize1,
    void *externalBuffer1);
hipsparseStatus_t hipsparseSpGEMM_compute(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    const void *alpha, hipsparseConstSpMatDescr_t matA,
    hipsparseConstSpMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC,
    hipDataType computeType, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize2,
    void *externalBuffer2);
hipsparseStatus_t
hipsparseSpGEMM_copy(hipsparseHandle_t handle, hipsparseOperation_t opA,
                    hipsparseOperation_t opB, const void *alpha,
                    hipsparseConstSpMatDescr_t matA,
                    hipsparseConstSpMatDescr_t matB, const void *beta,
                    hipsparseSpMatDescr_t matC, hipDataType computeType,
                    hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t spgemmDescr);
hipsparseStatus_t hipsparseSpGEMMreuse_workEstimation(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB,
    hipsparseSpMatDescr_t matC, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize1,
    void *externalBuffer1);
hipsparseStatus_t hipsparseSpGEMMreuse_nnz(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB,
    hipsparseSpMatDescr_t matC, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize2,
    void *externalBuffer2, size_t *bufferSize3, void *externalBuffer3,
    size_t *bufferSize4, void *externalBuffer4);
hipsparseStatus_t hipsparseSpGEMMreuse_copy(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB,
    hipsparseSpMatDescr_t matC, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize5,
    void *externalBuffer5);
hipsparseStatus_t hipsparseSpGEMMreuse_compute(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,
    const void *alpha, hipsparseConstSpMatDescr_t matA,
    hipsparseConstSpMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC,
    hipDataType computeType, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr);

// ---- Conversions and sorting

hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t handle, const int *cooRowInd,
                                  int nnz, int m, int *csrSortedRowPtr,
                                  hipsparseIndexBase_t idxBase);
hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t handle,
                                  const int *csrSortedRowPtr, int nnz, int m,
                                  int *cooRowInd, hipsparseIndexBase_t idxBase);
hipsparseStatus_t hipsparseCsr2cscEx2_bufferSize(
    hipsparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
    const int *csrRowPtr, const int *csrColInd, void *cscVal, int *cscColPtr,
    int *cscRowInd, hipDataType valType, hipsparseAction_t copyValues,
    hipsparseIndexBase_t idxBase, hipsparseCsr2CscAlg_t alg, size_t *bufferSize);
hipsparseStatus_t hipsparseCsr2cscEx2(
    hipsparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
    const int *csrRowPtr, const int *csrColInd, void *cscVal, int *cscColPtr,
    int *cscRowInd, hipDataType valType, hipsparseAction_t copyValues,
    hipsparseIndexBase_t idxBase, hipsparseCsr2CscAlg_t alg, void *buffer);
hipsparseStatus_t hipsparseXcoosort_bufferSizeExt(hipsparseHandle_t handle, int m,
                                                int n, int nnz,
                                                const int *cooRowsA,
                                                const int *cooColsA,
                                                size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseXcoosortByRow(hipsparseHandle_t handle, int m, int n,
                                       int nnz, int *cooRowsA, int *cooColsA,
                                       int *P, void *pBuffer);
hipsparseStatus_t hipsparseXcoosortByColumn(hipsparseHandle_t handle, int m, int n,
                                          int nnz, int *cooRowsA, int *cooColsA,
                                          int *P, void *pBuffer);
hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t handle, int m,
                                                int n, int nnz,
                                                const int *csrRowPtrA,
                                                const int *csrColIndA,
                                                size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t handle, int m, int n,
                                  int nnz, const hipsparseMatDescr_t descrA,
                                  const int *csrRowPtrA, int *csrColIndA,
                                  int *P, void *pBuffer);
hipsparseStatus_t hipsparseXcscsort_bufferSizeExt(hipsparseHandle_t handle, int m,
                                                int n, int nnz,
                                                const int *cscColPtrA,
                                                const int *cscRowIndA,
                                                size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseXcscsort(hipsparseHandle_t handle, int m, int n,
                                  int nnz, const hipsparseMatDescr_t descrA,
                                  const int *cscColPtrA, int *cscRowIndA,
                                  int *P, void *pBuffer);
hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t handle,
                                                   int n, int *p);
hipsparseStatus_t hipsparseSnnz(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                              int m, int n, const hipsparseMatDescr_t descrA,
                              const float *A, int lda, int *nnzPerRowCol,
                              int *nnzTotalDevHostPtr);
hipsparseStatus_t hipsparseDnnz(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                              int m, int n, const hipsparseMatDescr_t descrA,
                              const double *A, int lda, int *nnzPerRowCol,
                              int *nnzTotalDevHostPtr);
hipsparseStatus_t hipsparseCnnz(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                              int m, int n, const hipsparseMatDescr_t descrA,
                              const hipFloatComplex *A, int lda, int *nnzPerRowCol,
                              int *nnzTotalDevHostPtr);
hipsparseStatus_t hipsparseZnnz(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                              int m, int n, const hipsparseMatDescr_t descrA,
                              const hipDoubleComplex *A, int lda,
                              int *nnzPerRowCol, int *nnzTotalDevHostPtr);
hipsparseStatus_t hipsparseSgemvi_bufferSize(hipsparseHandle_t handle,
                                           hipsparseOperation_t transA, int m,
                                           int n, int nnz, int *pBufferSize);
hipsparseStatus_t hipsparseDgemvi_bufferSize(hipsparseHandle_t handle,
                                           hipsparseOperation_t transA, int m,
                                           int n, int nnz, int *pBufferSize);
hipsparseStatus_t hipsparseCgemvi_bufferSize(hipsparseHandle_t handle,
                                           hipsparseOperation_t transA, int m,
                                           int n, int nnz, int *pBufferSize);
hipsparseStatus_t hipsparseZgemvi_bufferSize(hipsparseHandle_t handle,
                                           hipsparseOperation_t transA, int m,
                                           int n, int nnz, int *pBufferSize);
hipsparseStatus_t hipsparseSgemvi(hipsparseHandle_t handle,
                                hipsparseOperation_t transA, int m, int n,
                                const float *alpha, const float *A, int lda,
                                int nnz, const float *xVal, const int *xInd,
                                const float *beta, float *y,
                                hipsparseIndexBase_t idxBase, void *pBuffer);
hipsparseStatus_t hipsparseDgemvi(hipsparseHandle_t handle,
                                hipsparseOperation_t transA, int m, int n,
                                const double *alpha, const double *A, int lda,
                                int nnz, const double *xVal, const int *xInd,
                                const double *beta, double *y,
                                hipsparseIndexBase_t idxBase, void *pBuffer);
hipsparseStatus_t hipsparseCgemvi(hipsparseHandle_t handle,
                                hipsparseOperation_t transA, int m, int n,
                                const hipFloatComplex *alpha, const hipFloatComplex *A,
                                int lda, int nnz, const hipFloatComplex *xVal,
                                const int *xInd, const hipFloatComplex *beta,
                                hipFloatComplex *y, hipsparseIndexBase_t idxBase,
                                void *pBuffer);
hipsparseStatus_t hipsparseZgemvi(hipsparseHandle_t handle,
                                hipsparseOperation_t transA, int m, int n,
                                const hipDoubleComplex *alpha,
                                const hipDoubleComplex *A, int lda, int nnz,
                                const hipDoubleComplex *xVal, const int *xInd,
                                const hipDoubleComplex *beta, hipDoubleComplex *y,
                                hipsparseIndexBase_t idxBase, void *pBuffer);
hipsparseStatus_t hipsparseScsrgeam2_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const float *alpha,
    const hipsparseMatDescr_t descrA, int nnzA, const float *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, const float *beta,
    const hipsparseMatDescr_t descrB, int nnzB, const float *csrSortedValB,
    const int *csrSortedRowPtrB, const int *csrSortedColIndB,
    const hipsparseMatDescr_t descrC, const float *csrSortedValC,
    const int *csrSortedRowPtrC, const int *csrSortedColIndC,
    size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDcsrgeam2_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const double *alpha,
    const hipsparseMatDescr_t descrA, int nnzA, const double *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA,
    const double *beta, const hipsparseMatDescr_t descrB, int nnzB,
    const double *csrSortedValB, const int *csrSortedRowPtrB,
    const int *csrSortedColIndB, const hipsparseMatDescr_t descrC,
    const double *csrSortedValC, const int *csrSortedRowPtrC,
    const int *csrSortedColIndC, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseCcsrgeam2_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const hipFloatComplex *alpha,
    const hipsparseMatDescr_t descrA, int nnzA, const hipFloatComplex *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA,
    const hipFloatComplex *beta, const hipsparseMatDescr_t descrB, int nnzB,
    const hipFloatComplex *csrSortedValB, const int *csrSortedRowPtrB,
    const int *csrSortedColIndB, const hipsparseMatDescr_t descrC,
    const hipFloatComplex *csrSortedValC, const int *csrSortedRowPtrC,
    const int *csrSortedColIndC, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZcsrgeam2_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const hipDoubleComplex *alpha,
    const hipsparseMatDescr_t descrA, int nnzA,
    const hipDoubleComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, const hipDoubleComplex *beta,
    const hipsparseMatDescr_t descrB, int nnzB,
    const hipDoubleComplex *csrSortedValB, const int *csrSortedRowPtrB,
    const int *csrSortedColIndB, const hipsparseMatDescr_t descrC,
    const hipDoubleComplex *csrSortedValC, const int *csrSortedRowPtrC,
    const int *csrSortedColIndC, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseXcsrgeam2Nnz(
    hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA,
    int nnzA, const int *csrSortedRowPtrA, const int *csrSortedColIndA,
    const hipsparseMatDescr_t descrB, int nnzB, const int *csrSortedRowPtrB,
    const int *csrSortedColIndB, const hipsparseMatDescr_t descrC,
    int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *workspace);
hipsparseStatus_t hipsparseScsrgeam2(
    hipsparseHandle_t handle, int m, int n, const float *alpha,
    const hipsparseMatDescr_t descrA, int nnzA, const float *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, const float *beta,
    const hipsparseMatDescr_t descrB, int nnzB, const float *csrSortedValB,
    const int *csrSortedRowPtrB, const int *csrSortedColIndB,
    const hipsparseMatDescr_t descrC, float *csrSortedValC,
    int *csrSortedRowPtrC, int *csrSortedColIndC, void *pBuffer);
hipsparseStatus_t
hipsparseDcsrgeam2(hipsparseHandle_t handle, int m, int n, const double *alpha,
                  const hipsparseMatDescr_t descrA, int nnzA,
                  const double *csrSortedValA, const int *csrSortedRowPtrA,
                  const int *csrSortedColIndA, const double *beta,
                  const hipsparseMatDescr_t descrB, int nnzB,
                  const double *csrSortedValB, const int *csrSortedRowPtrB,
                  const int *csrSortedColIndB, const hipsparseMatDescr_t descrC,
                  double *csrSortedValC, int *csrSortedRowPtrC,
                  int *csrSortedColIndC, void *pBuffer);
hipsparseStatus_t
hipsparseCcsrgeam2(hipsparseHandle_t handle, int m, int n, const hipFloatComplex *alpha,
                  const hipsparseMatDescr_t descrA, int nnzA,
                  const hipFloatComplex *csrSortedValA, const int *csrSortedRowPtrA,
                  const int *csrSortedColIndA, const hipFloatComplex *beta,
                  const hipsparseMatDescr_t descrB, int nnzB,
                  const hipFloatComplex *csrSortedValB, const int *csrSortedRowPtrB,
                  const int *csrSortedColIndB, const hipsparseMatDescr_t descrC,
                  hipFloatComplex *csrSortedValC, int *csrSortedRowPtrC,
                  int *csrSortedColIndC, void *pBuffer);
hipsparseStatus_t
hipsparseZcsrgeam2(hipsparseHandle_t handle, int m, int n,
                  const hipDoubleComplex *alpha, const hipsparseMatDescr_t descrA,
                  int nnzA, const hipDoubleComplex *csrSortedValA,
                  const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                  const hipDoubleComplex *beta, const hipsparseMatDescr_t descrB,
                  int nnzB, const hipDoubleComplex *csrSortedValB,
                  const int *csrSortedRowPtrB, const int *csrSortedColIndB,
                  const hipsparseMatDescr_t descrC,
                  hipDoubleComplex *csrSortedValC, int *csrSortedRowPtrC,
                  int *csrSortedColIndC, void *pBuffer);
hipsparseStatus_t
hipsparseXcsr2bsrNnz(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m,
                    int n, const hipsparseMatDescr_t descrA,
                    const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                    int blockDim, const hipsparseMatDescr_t descrC,
                    int *bsrSortedRowPtrC, int *nnzTotalDevHostPtr);
hipsparseStatus_t
hipsparseScsr2bsr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m,
                 int n, const hipsparseMatDescr_t descrA,
                 const float *csrSortedValA, const int *csrSortedRowPtrA,
                 const int *csrSortedColIndA, int blockDim,
                 const hipsparseMatDescr_t descrC, float *bsrSortedValC,
                 int *bsrSortedRowPtrC, int *bsrSortedColIndC);
hipsparseStatus_t
hipsparseDcsr2bsr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m,
                 int n, const hipsparseMatDescr_t descrA,
                 const double *csrSortedValA, const int *csrSortedRowPtrA,
                 const int *csrSortedColIndA, int blockDim,
                 const hipsparseMatDescr_t descrC, double *bsrSortedValC,
                 int *bsrSortedRowPtrC, int *bsrSortedColIndC);
hipsparseStatus_t
hipsparseCcsr2bsr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m,
                 int n, const hipsparseMatDescr_t descrA,
                 const hipFloatComplex *csrSortedValA, const int *csrSortedRowPtrA,
                 const int *csrSortedColIndA, int blockDim,
                 const hipsparseMatDescr_t descrC, hipFloatComplex *bsrSortedValC,
                 int *bsrSortedRowPtrC, int *bsrSortedColIndC);
hipsparseStatus_t hipsparseZcsr2bsr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n,
    const hipsparseMatDescr_t descrA, const hipDoubleComplex *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, int blockDim,
    const hipsparseMatDescr_t descrC, hipDoubleComplex *bsrSortedValC,
    int *bsrSortedRowPtrC, int *bsrSortedColIndC);
hipsparseStatus_t
hipsparseSbsr2csr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                 int nb, const hipsparseMatDescr_t descrA,
                 const float *bsrSortedValA, const int *bsrSortedRowPtrA,
                 const int *bsrSortedColIndA, int blockDim,
                 const hipsparseMatDescr_t descrC, float *csrSortedValC,
                 int *csrSortedRowPtrC, int *csrSortedColIndC);
hipsparseStatus_t
hipsparseDbsr2csr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                 int nb, const hipsparseMatDescr_t descrA,
                 const double *bsrSortedValA, const int *bsrSortedRowPtrA,
                 const int *bsrSortedColIndA, int blockDim,
                 const hipsparseMatDescr_t descrC, double *csrSortedValC,
                 int *csrSortedRowPtrC, int *csrSortedColIndC);
hipsparseStatus_t
hipsparseCbsr2csr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                 int nb, const hipsparseMatDescr_t descrA,
                 const hipFloatComplex *bsrSortedValA, const int *bsrSortedRowPtrA,
                 const int *bsrSortedColIndA, int blockDim,
                 const hipsparseMatDescr_t descrC, hipFloatComplex *csrSortedValC,
                 int *csrSortedRowPtrC, int *csrSortedColIndC);
hipsparseStatus_t hipsparseZbsr2csr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb,
    const hipsparseMatDescr_t descrA, const hipDoubleComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
    const hipsparseMatDescr_t descrC, hipDoubleComplex *csrSortedValC,
    int *csrSortedRowPtrC, int *csrSortedColIndC);
hipsparseStatus_t
hipsparseSbsrmv(hipsparseHandle_t handle, hipsparseDirection_t dirA,
               hipsparseOperation_t transA, int mb, int nb, int nnzb,
               const float *alpha, const hipsparseMatDescr_t descrA,
               const float *bsrSortedValA, const int *bsrSortedRowPtrA,
               const int *bsrSortedColIndA, int blockDim, const float *x,
               const float *beta, float *y);
hipsparseStatus_t
hipsparseDbsrmv(hipsparseHandle_t handle, hipsparseDirection_t dirA,
               hipsparseOperation_t transA, int mb, int nb, int nnzb,
               const double *alpha, const hipsparseMatDescr_t descrA,
               const double *bsrSortedValA, const int *bsrSortedRowPtrA,
               const int *bsrSortedColIndA, int blockDim, const double *x,
               const double *beta, double *y);
hipsparseStatus_t
hipsparseCbsrmv(hipsparseHandle_t handle, hipsparseDirection_t dirA,
               hipsparseOperation_t transA, int mb, int nb, int nnzb,
               const hipFloatComplex *alpha, const hipsparseMatDescr_t descrA,
               const hipFloatComplex *bsrSortedValA, const int *bsrSortedRowPtrA,
               const int *bsrSortedColIndA, int blockDim, const hipFloatComplex *x,
               const hipFloatComplex *beta, hipFloatComplex *y);
hipsparseStatus_t
hipsparseZbsrmv(hipsparseHandle_t handle, hipsparseDirection_t dirA,
               hipsparseOperation_t transA, int mb, int nb, int nnzb,
               const hipDoubleComplex *alpha, const hipsparseMatDescr_t descrA,
               const hipDoubleComplex *bsrSortedValA,
               const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
               int blockDim, const hipDoubleComplex *x,
               const hipDoubleComplex *beta, hipDoubleComplex *y);
hipsparseStatus_t
hipsparseSbsrmm(hipsparseHandle_t handle, hipsparseDirection_t dirA,
               hipsparseOperation_t transA, hipsparseOperation_t transB, int mb,
               int n, int kb, int nnzb, const float *alpha,
               const hipsparseMatDescr_t descrA, const float *bsrSortedValA,
               const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
               const int blockSize, const float *B, const int ldb,
               const float *beta, float *C, int ldc);
hipsparseStatus_t
hipsparseDbsrmm(hipsparseHandle_t handle, hipsparseDirection_t dirA,
               hipsparseOperation_t transA, hipsparseOperation_t transB, int mb,
               int n, int kb, int nnzb, const double *alpha,
               const hipsparseMatDescr_t descrA, const double *bsrSortedValA,
               const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
               const int blockSize, const double *B, const int ldb,
               const double *beta, double *C, int ldc);
hipsparseStatus_t
hipsparseCbsrmm(hipsparseHandle_t handle, hipsparseDirection_t dirA,
               hipsparseOperation_t transA, hipsparseOperation_t transB, int mb,
               int n, int kb, int nnzb, const hipFloatComplex *alpha,
               const hipsparseMatDescr_t descrA, const hipFloatComplex *bsrSortedValA,
               const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
               const int blockSize, const hipFloatComplex *B, const int ldb,
               const hipFloatComplex *beta, hipFloatComplex *C, int ldc);
hipsparseStatus_t
hipsparseZbsrmm(hipsparseHandle_t handle, hipsparseDirection_t dirA,
               hipsparseOperation_t transA, hipsparseOperation_t transB, int mb,
               int n, int kb, int nnzb, const hipDoubleComplex *alpha,
               const hipsparseMatDescr_t descrA,
               const hipDoubleComplex *bsrSortedValA,
               const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
               const int blockSize, const hipDoubleComplex *B, const int ldb,
               const hipDoubleComplex *beta, hipDoubleComplex *C, int ldc);

// ---- Tridiagonal and pentadiagonal systems

hipsparseStatus_t hipsparseSgtsv2_bufferSizeExt(hipsparseHandle_t handle, int m,
                                              int n, const float *dl,
                                              const float *d, const float *du,
                                              const float *B, int ldb,
                                              size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseDgtsv2_bufferSizeExt(hipsparseHandle_t handle, int m,
                                              int n, const double *dl,
                                              const double *d, const double *du,
                                              const double *B, int ldb,
                                              size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseCgtsv2_bufferSizeExt(hipsparseHandle_t handle, int m,
                                              int n, const hipFloatComplex *dl,
                                              const hipFloatComplex *d,
                                              const hipFloatComplex *du,
                                              const hipFloatComplex *B, int ldb,
                                              size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseZgtsv2_bufferSizeExt(hipsparseHandle_t handle, int m,
                                              int n, const hipDoubleComplex *dl,
                                              const hipDoubleComplex *d,
                                              const hipDoubleComplex *du,
                                              const hipDoubleComplex *B, int ldb,
                                              size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseSgtsv2(hipsparseHandle_t handle, int m, int n,
                                const float *dl, const float *d,
                                const float *du, float *B, int ldb,
                                void *pBuffer);
hipsparseStatus_t hipsparseDgtsv2(hipsparseHandle_t handle, int m, int n,
                                const double *dl, const double *d,
                                const double *du, double *B, int ldb,
                                void *pBuffer);
hipsparseStatus_t hipsparseCgtsv2(hipsparseHandle_t handle, int m, int n,
                                const hipFloatComplex *dl, const hipFloatComplex *d,
                                const hipFloatComplex *du, hipFloatComplex *B, int ldb,
                                void *pBuffer);
hipsparseStatus_t hipsparseZgtsv2(hipsparseHandle_t handle, int m, int n,
                                const hipDoubleComplex *dl,
                                const hipDoubleComplex *d,
                                const hipDoubleComplex *du, hipDoubleComplex *B,
                                int ldb, void *pBuffer);
hipsparseStatus_t hipsparseSgtsv2_nopivot_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const float *dl, const float *d,
    const float *du, const float *B, int ldb, size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseDgtsv2_nopivot_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const double *dl, const double *d,
    const double *du, const double *B, int ldb, size_t *bufferSizeInBytes);
hipsparseStatus_t
hipsparseCgtsv2_nopivot_bufferSizeExt(hipsparseHandle_t handle, int m, int n,
                                     const hipFloatComplex *dl, const hipFloatComplex *d,
                                     const hipFloatComplex *du, const hipFloatComplex *B,
                                     int ldb, size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseZgtsv2_nopivot_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const hipDoubleComplex *dl,
    const hipDoubleComplex *d, const hipDoubleComplex *du,
    const hipDoubleComplex *B, int ldb, size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseSgtsv2_nopivot(hipsparseHandle_t handle, int m, int n,
                                        const float *dl, const float *d,
                                        const float *du, float *B, int ldb,
                                        void *pBuffer);
hipsparseStatus_t hipsparseDgtsv2_nopivot(hipsparseHandle_t handle, int m, int n,
                                        const double *dl, const double *d,
                                        const double *du, double *B, int ldb,
                                        void *pBuffer);
hipsparseStatus_t hipsparseCgtsv2_nopivot(hipsparseHandle_t handle, int m, int n,
                                        const hipFloatComplex *dl, const hipFloatComplex *d,
                                        const hipFloatComplex *du, hipFloatComplex *B,
                                        int ldb, void *pBuffer);
hipsparseStatus_t hipsparseZgtsv2_nopivot(hipsparseHandle_t handle, int m, int n,
                                        const hipDoubleComplex *dl,
                                        const hipDoubleComplex *d,
                                        const hipDoubleComplex *du,
                                        hipDoubleComplex *B, int ldb,
                                        void *pBuffer);
hipsparseStatus_t hipsparseSgtsv2StridedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int m, const float *dl, const float *d,
    const float *du, const float *x, int batchCount, int batchStride,
    size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseDgtsv2StridedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int m, const double *dl, const double *d,
    const double *du, const double *x, int batchCount, int batchStride,
    size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseCgtsv2StridedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int m, const hipFloatComplex *dl, const hipFloatComplex *d,
    const hipFloatComplex *du, const hipFloatComplex *x, int batchCount, int batchStride,
    size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseZgtsv2StridedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int m, const hipDoubleComplex *dl,
    const hipDoubleComplex *d, const hipDoubleComplex *du,
    const hipDoubleComplex *x, int batchCount, int batchStride,
    size_t *bufferSizeInBytes);
hipsparseStatus_t hipsparseSgtsv2StridedBatch(hipsparseHandle_t handle, int m,
                                            const float *dl, const float *d,
                                            const float *du, float *x,
                                            int batchCount, int batchStride,
                                            void *pBuffer);
hipsparseStatus_t hipsparseDgtsv2StridedBatch(hipsparseHandle_t handle, int m,
                                            const double *dl, const double *d,
                                            const double *du, double *x,
                                            int batchCount, int batchStride,
                                            void *pBuffer);
hipsparseStatus_t hipsparseCgtsv2StridedBatch(hipsparseHandle_t handle, int m,
                                            const hipFloatComplex *dl,
                                            const hipFloatComplex *d,
                                            const hipFloatComplex *du, hipFloatComplex *x,
                                            int batchCount, int batchStride,
                                            void *pBuffer);
hipsparseStatus_t hipsparseZgtsv2StridedBatch(hipsparseHandle_t handle, int m,
                                            const hipDoubleComplex *dl,
                                            const hipDoubleComplex *d,
                                            const hipDoubleComplex *du,
                                            hipDoubleComplex *x, int batchCount,
                                            int batchStride, void *pBuffer);
hipsparseStatus_t hipsparseSgtsvInterleavedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int algo, int m, const float *dl, const float *d,
    const float *du, const float *x, int batchCount,
    size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDgtsvInterleavedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int algo, int m, const double *dl, const double *d,
    const double *du, const double *x, int batchCount,
    size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseCgtsvInterleavedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int algo, int m, const hipFloatComplex *dl,
    const hipFloatComplex *d, const hipFloatComplex *du, const hipFloatComplex *x, int batchCount,
    size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZgtsvInterleavedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int algo, int m, const hipDoubleComplex *dl,
    const hipDoubleComplex *d, const hipDoubleComplex *du,
    const hipDoubleComplex *x, int batchCount, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSgtsvInterleavedBatch(hipsparseHandle_t handle,
                                               int algo, int m, float *dl,
                                               float *d, float *du, float *x,
                                               int batchCount, void *pBuffer);
hipsparseStatus_t hipsparseDgtsvInterleavedBatch(hipsparseHandle_t handle,
                                               int algo, int m, double *dl,
                                               double *d, double *du, double *x,
                                               int batchCount, void *pBuffer);
hipsparseStatus_t hipsparseCgtsvInterleavedBatch(hipsparseHandle_t handle,
                                               int algo, int m, hipFloatComplex *dl,
                                               hipFloatComplex *d, hipFloatComplex *du,
                                               hipFloatComplex *x, int batchCount,
                                               void *pBuffer);
hipsparseStatus_t
hipsparseZgtsvInterleavedBatch(hipsparseHandle_t handle, int algo, int m,
                              hipDoubleComplex *dl, hipDoubleComplex *d,
                              hipDoubleComplex *du, hipDoubleComplex *x,
                              int batchCount, void *pBuffer);
hipsparseStatus_t hipsparseSgpsvInterleavedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int algo, int m, const float *ds, const float *dl,
    const float *d, const float *du, const float *dw, const float *x,
    int batchCount, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDgpsvInterleavedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int algo, int m, const double *ds,
    const double *dl, const double *d, const double *du, const double *dw,
    const double *x, int batchCount, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseCgpsvInterleavedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int algo, int m, const hipFloatComplex *ds,
    const hipFloatComplex *dl, const hipFloatComplex *d, const hipFloatComplex *du,
    const hipFloatComplex *dw, const hipFloatComplex *x, int batchCount,
    size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZgpsvInterleavedBatch_bufferSizeExt(
    hipsparseHandle_t handle, int algo, int m, const hipDoubleComplex *ds,
    const hipDoubleComplex *dl, const hipDoubleComplex *d,
    const hipDoubleComplex *du, const hipDoubleComplex *dw,
    const hipDoubleComplex *x, int batchCount, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSgpsvInterleavedBatch(hipsparseHandle_t handle,
                                               int algo, int m, float *ds,
                                               float *dl, float *d, float *du,
                                               float *dw, float *x,
                                               int batchCount, void *pBuffer);
hipsparseStatus_t hipsparseDgpsvInterleavedBatch(
    hipsparseHandle_t handle, int algo, int m, double *ds, double *dl, double *d,
    double *du, double *dw, double *x, int batchCount, void *pBuffer);
hipsparseStatus_t hipsparseCgpsvInterleavedBatch(hipsparseHandle_t handle,
                                               int algo, int m, hipFloatComplex *ds,
                                               hipFloatComplex *dl, hipFloatComplex *d,
                                               hipFloatComplex *du, hipFloatComplex *dw,
                                               hipFloatComplex *x, int batchCount,
                                               void *pBuffer);
hipsparseStatus_t hipsparseZgpsvInterleavedBatch(
    hipsparseHandle_t handle, int algo, int m, hipDoubleComplex *ds,
    hipDoubleComplex *dl, hipDoubleComplex *d, hipDoubleComplex *du,
    hipDoubleComplex *dw, hipDoubleComplex *x, int batchCount, void *pBuffer);

// ---- Incomplete factors

hipsparseStatus_t hipsparseCreateCsrilu02Info(csrilu02Info_t *info);
hipsparseStatus_t hipsparseDestroyCsrilu02Info(csrilu02Info_t info);
hipsparseStatus_t hipsparseCreateCsric02Info(csric02Info_t *info);
hipsparseStatus_t hipsparseDestroyCsric02Info(csric02Info_t info);
hipsparseStatus_t hipsparseXcsrilu02_zeroPivot(hipsparseHandle_t handle,
                                             csrilu02Info_t info,
                                             int *position);
hipsparseStatus_t hipsparseScsrilu02_numericBoost(hipsparseHandle_t handle,
                                                csrilu02Info_t info,
                                                int enable_boost, double *tol,
                                                float *boost_val);
hipsparseStatus_t hipsparseDcsrilu02_numericBoost(hipsparseHandle_t handle,
                                                csrilu02Info_t info,
                                                int enable_boost, double *tol,
                                                double *boost_val);
hipsparseStatus_t hipsparseCcsrilu02_numericBoost(hipsparseHandle_t handle,
                                                csrilu02Info_t info,
                                                int enable_boost, double *tol,
                                                hipFloatComplex *boost_val);
hipsparseStatus_t hipsparseZcsrilu02_numericBoost(hipsparseHandle_t handle,
                                                csrilu02Info_t info,
                                                int enable_boost, double *tol,
                                                hipDoubleComplex *boost_val);
hipsparseStatus_t hipsparseScsrilu02_bufferSize(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    float *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csrilu02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDcsrilu02_bufferSize(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    double *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csrilu02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseCcsrilu02_bufferSize(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    hipFloatComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csrilu02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZcsrilu02_bufferSize(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    hipDoubleComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csrilu02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseScsrilu02_bufferSizeExt(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    float *csrSortedVal, const int *csrSortedRowPtr, const int *csrSortedColInd,
    csrilu02Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseDcsrilu02_bufferSizeExt(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    double *csrSortedVal, const int *csrSortedRowPtr,
    const int *csrSortedColInd, csrilu02Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseCcsrilu02_bufferSizeExt(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    hipFloatComplex *csrSortedVal, const int *csrSortedRowPtr,
    const int *csrSortedColInd, csrilu02Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseZcsrilu02_bufferSizeExt(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    hipDoubleComplex *csrSortedVal, const int *csrSortedRowPtr,
    const int *csrSortedColInd, csrilu02Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseScsrilu02_analysis(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const float *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csrilu02Info_t info,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseDcsrilu02_analysis(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const double *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csrilu02Info_t info,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseCcsrilu02_analysis(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const hipFloatComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csrilu02Info_t info,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseZcsrilu02_analysis(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const hipDoubleComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csrilu02Info_t info,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseScsrilu02(hipsparseHandle_t handle, int m, int nnz,
                                   const hipsparseMatDescr_t descrA,
                                   float *csrSortedValA_valM,
                                   const int *csrSortedRowPtrA,
                                   const int *csrSortedColIndA,
                                   csrilu02Info_t info,
                                   hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseDcsrilu02(hipsparseHandle_t handle, int m, int nnz,
                                   const hipsparseMatDescr_t descrA,
                                   double *csrSortedValA_valM,
                                   const int *csrSortedRowPtrA,
                                   const int *csrSortedColIndA,
                                   csrilu02Info_t info,
                                   hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseCcsrilu02(hipsparseHandle_t handle, int m, int nnz,
                                   const hipsparseMatDescr_t descrA,
                                   hipFloatComplex *csrSortedValA_valM,
                                   const int *csrSortedRowPtrA,
                                   const int *csrSortedColIndA,
                                   csrilu02Info_t info,
                                   hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseZcsrilu02(hipsparseHandle_t handle, int m, int nnz,
                                   const hipsparseMatDescr_t descrA,
                                   hipDoubleComplex *csrSortedValA_valM,
                                   const int *csrSortedRowPtrA,
                                   const int *csrSortedColIndA,
                                   csrilu02Info_t info,
                                   hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseXcsric02_zeroPivot(hipsparseHandle_t handle,
                                            csric02Info_t info, int *position);
hipsparseStatus_t hipsparseScsric02_bufferSize(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    float *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csric02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDcsric02_bufferSize(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    double *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csric02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseCcsric02_bufferSize(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    hipFloatComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csric02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZcsric02_bufferSize(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    hipDoubleComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csric02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseScsric02_bufferSizeExt(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    float *csrSortedVal, const int *csrSortedRowPtr, const int *csrSortedColInd,
    csric02Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseDcsric02_bufferSizeExt(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    double *csrSortedVal, const int *csrSortedRowPtr,
    const int *csrSortedColInd, csric02Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseCcsric02_bufferSizeExt(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    hipFloatComplex *csrSortedVal, const int *csrSortedRowPtr,
    const int *csrSortedColInd, csric02Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseZcsric02_bufferSizeExt(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    hipDoubleComplex *csrSortedVal, const int *csrSortedRowPtr,
    const int *csrSortedColInd, csric02Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseScsric02_analysis(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const float *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csric02Info_t info,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseDcsric02_analysis(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const double *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csric02Info_t info,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseCcsric02_analysis(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const hipFloatComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csric02Info_t info,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseZcsric02_analysis(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const hipDoubleComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, csric02Info_t info,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseScsric02(hipsparseHandle_t handle, int m, int nnz,
                                  const hipsparseMatDescr_t descrA,
                                  float *csrSortedValA_valM,
                                  const int *csrSortedRowPtrA,
                                  const int *csrSortedColIndA,
                                  csric02Info_t info,
                                  hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseDcsric02(hipsparseHandle_t handle, int m, int nnz,
                                  const hipsparseMatDescr_t descrA,
                                  double *csrSortedValA_valM,
                                  const int *csrSortedRowPtrA,
                                  const int *csrSortedColIndA,
                                  csric02Info_t info,
                                  hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseCcsric02(hipsparseHandle_t handle, int m, int nnz,
                                  const hipsparseMatDescr_t descrA,
                                  hipFloatComplex *csrSortedValA_valM,
                                  const int *csrSortedRowPtrA,
                                  const int *csrSortedColIndA,
                                  csric02Info_t info,
                                  hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseZcsric02(hipsparseHandle_t handle, int m, int nnz,
                                  const hipsparseMatDescr_t descrA,
                                  hipDoubleComplex *csrSortedValA_valM,
                                  const int *csrSortedRowPtrA,
                                  const int *csrSortedColIndA,
                                  csric02Info_t info,
                                  hipsparseSolvePolicy_t policy, void *pBuffer);

hipsparseStatus_t hipsparseCreateBsric02Info(bsric02Info_t *info);
hipsparseStatus_t hipsparseDestroyBsric02Info(bsric02Info_t info);
hipsparseStatus_t hipsparseCreateBsrilu02Info(bsrilu02Info_t *info);
hipsparseStatus_t hipsparseDestroyBsrilu02Info(bsrilu02Info_t info);
hipsparseStatus_t hipsparseSbsrilu02_numericBoost(hipsparseHandle_t handle,
                                                bsrilu02Info_t info,
                                                int enable_boost, double *tol,
                                                float *boost_val);
hipsparseStatus_t hipsparseDbsrilu02_numericBoost(hipsparseHandle_t handle,
                                                bsrilu02Info_t info,
                                                int enable_boost, double *tol,
                                                double *boost_val);
hipsparseStatus_t hipsparseCbsrilu02_numericBoost(hipsparseHandle_t handle,
                                                bsrilu02Info_t info,
                                                int enable_boost, double *tol,
                                                hipFloatComplex *boost_val);
hipsparseStatus_t hipsparseZbsrilu02_numericBoost(hipsparseHandle_t handle,
                                                bsrilu02Info_t info,
                                                int enable_boost, double *tol,
                                                hipDoubleComplex *boost_val);
hipsparseStatus_t hipsparseXbsrilu02_zeroPivot(hipsparseHandle_t handle,
                                             bsrilu02Info_t info,
                                             int *position);
hipsparseStatus_t
hipsparseSbsrilu02_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                             int mb, int nnzb, const hipsparseMatDescr_t descrA,
                             float *bsrSortedVal, const int *bsrSortedRowPtr,
                             const int *bsrSortedColInd, int blockDim,
                             bsrilu02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t
hipsparseDbsrilu02_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                             int mb, int nnzb, const hipsparseMatDescr_t descrA,
                             double *bsrSortedVal, const int *bsrSortedRowPtr,
                             const int *bsrSortedColInd, int blockDim,
                             bsrilu02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseCbsrilu02_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, hipFloatComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZbsrilu02_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, hipDoubleComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSbsrilu02_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, float *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseDbsrilu02_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, double *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseCbsrilu02_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, hipFloatComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseZbsrilu02_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, hipDoubleComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseSbsrilu02(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                  int nnzb, const hipsparseMatDescr_t descrA,
                  float *bsrSortedVal, const int *bsrSortedRowPtr,
                  const int *bsrSortedColInd, int blockDim, bsrilu02Info_t info,
                  hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseDbsrilu02(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                  int nnzb, const hipsparseMatDescr_t descrA,
                  double *bsrSortedVal, const int *bsrSortedRowPtr,
                  const int *bsrSortedColInd, int blockDim, bsrilu02Info_t info,
                  hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseCbsrilu02(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                  int nnzb, const hipsparseMatDescr_t descrA,
                  hipFloatComplex *bsrSortedVal, const int *bsrSortedRowPtr,
                  const int *bsrSortedColInd, int blockDim, bsrilu02Info_t info,
                  hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseZbsrilu02(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                  int nnzb, const hipsparseMatDescr_t descrA,
                  hipDoubleComplex *bsrSortedVal, const int *bsrSortedRowPtr,
                  const int *bsrSortedColInd, int blockDim, bsrilu02Info_t info,
                  hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseXbsric02_zeroPivot(hipsparseHandle_t handle,
                                            bsric02Info_t info, int *position);
hipsparseStatus_t
hipsparseSbsric02_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                            int mb, int nnzb, const hipsparseMatDescr_t descrA,
                            float *bsrSortedVal, const int *bsrSortedRowPtr,
                            const int *bsrSortedColInd, int blockDim,
                            bsric02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t
hipsparseDbsric02_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                            int mb, int nnzb, const hipsparseMatDescr_t descrA,
                            double *bsrSortedVal, const int *bsrSortedRowPtr,
                            const int *bsrSortedColInd, int blockDim,
                            bsric02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t
hipsparseCbsric02_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                            int mb, int nnzb, const hipsparseMatDescr_t descrA,
                            hipFloatComplex *bsrSortedVal, const int *bsrSortedRowPtr,
                            const int *bsrSortedColInd, int blockDim,
                            bsric02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZbsric02_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, hipDoubleComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsric02Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSbsric02_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, const float *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsric02Info_t info, hipsparseSolvePolicy_t policy, void *pInputBuffer);
hipsparseStatus_t hipsparseDbsric02_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, const double *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsric02Info_t info, hipsparseSolvePolicy_t policy, void *pInputBuffer);
hipsparseStatus_t hipsparseCbsric02_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, const hipFloatComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsric02Info_t info, hipsparseSolvePolicy_t policy, void *pInputBuffer);
hipsparseStatus_t hipsparseZbsric02_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, const hipDoubleComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,
    bsric02Info_t info, hipsparseSolvePolicy_t policy, void *pInputBuffer);
hipsparseStatus_t
hipsparseSbsric02(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                 int nnzb, const hipsparseMatDescr_t descrA, float *bsrSortedVal,
                 const int *bsrSortedRowPtr, const int *bsrSortedColInd,
                 int blockDim, bsric02Info_t info, hipsparseSolvePolicy_t policy,
                 void *pBuffer);
hipsparseStatus_t
hipsparseDbsric02(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                 int nnzb, const hipsparseMatDescr_t descrA,
                 double *bsrSortedVal, const int *bsrSortedRowPtr,
                 const int *bsrSortedColInd, int blockDim, bsric02Info_t info,
                 hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseCbsric02(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                 int nnzb, const hipsparseMatDescr_t descrA,
                 hipFloatComplex *bsrSortedVal, const int *bsrSortedRowPtr,
                 const int *bsrSortedColInd, int blockDim, bsric02Info_t info,
                 hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseZbsric02(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                 int nnzb, const hipsparseMatDescr_t descrA,
                 hipDoubleComplex *bsrSortedVal, const int *bsrSortedRowPtr,
                 const int *bsrSortedColInd, int blockDim, bsric02Info_t info,
                 hipsparseSolvePolicy_t policy, void *pBuffer);

// ---- Sparse by a threshold: elements whose absolute values are not above it
// go

hipsparseStatus_t hipsparseCreatePruneInfo(pruneInfo_t *info);
hipsparseStatus_t hipsparseDestroyPruneInfo(pruneInfo_t info);
hipsparseStatus_t hipsparseSpruneDense2csr_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const float *A, int lda,
    const float *threshold, const hipsparseMatDescr_t descrC,
    const float *csrSortedValC, const int *csrSortedRowPtrC,
    const int *csrSortedColIndC, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDpruneDense2csr_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const double *A, int lda,
    const double *threshold, const hipsparseMatDescr_t descrC,
    const double *csrSortedValC, const int *csrSortedRowPtrC,
    const int *csrSortedColIndC, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSpruneDense2csrNnz(
    hipsparseHandle_t handle, int m, int n, const float *A, int lda,
    const float *threshold, const hipsparseMatDescr_t descrC,
    int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer);
hipsparseStatus_t hipsparseDpruneDense2csrNnz(
    hipsparseHandle_t handle, int m, int n, const double *A, int lda,
    const double *threshold, const hipsparseMatDescr_t descrC,
    int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer);
hipsparseStatus_t hipsparseSpruneDense2csr(hipsparseHandle_t handle, int m, int n,
                                         const float *A, int lda,
                                         const float *threshold,
                                         const hipsparseMatDescr_t descrC,
                                         float *csrSortedValC,
                                         const int *csrSortedRowPtrC,
                                         int *csrSortedColIndC, void *pBuffer);
hipsparseStatus_t hipsparseDpruneDense2csr(hipsparseHandle_t handle, int m, int n,
                                         const double *A, int lda,
                                         const double *threshold,
                                         const hipsparseMatDescr_t descrC,
                                         double *csrSortedValC,
                                         const int *csrSortedRowPtrC,
                                         int *csrSortedColIndC, void *pBuffer);
hipsparseStatus_t hipsparseSpruneDense2csrByPercentage_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const float *A, int lda,
    float percentage, const hipsparseMatDescr_t descrC,
    const float *csrSortedValC, const int *csrSortedRowPtrC,
    const int *csrSortedColIndC, pruneInfo_t info, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDpruneDense2csrByPercentage_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, const double *A, int lda,
    float percentage, const hipsparseMatDescr_t descrC,
    const double *csrSortedValC, const int *csrSortedRowPtrC,
    const int *csrSortedColIndC, pruneInfo_t info, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSpruneDense2csrNnzByPercentage(
    hipsparseHandle_t handle, int m, int n, const float *A, int lda,
    float percentage, const hipsparseMatDescr_t descrC, int *csrSortedRowPtrC,
    int *nnzTotalDevHostPtr, pruneInfo_t info, void *pBuffer);
hipsparseStatus_t hipsparseDpruneDense2csrNnzByPercentage(
    hipsparseHandle_t handle, int m, int n, const double *A, int lda,
    float percentage, const hipsparseMatDescr_t descrC, int *csrSortedRowPtrC,
    int *nnzTotalDevHostPtr, pruneInfo_t info, void *pBuffer);
hipsparseStatus_t hipsparseSpruneDense2csrByPercentage(
    hipsparseHandle_t handle, int m, int n, const float *A, int lda,
    float percentage, const hipsparseMatDescr_t descrC, float *csrSortedValC,
    const int *csrSortedRowPtrC, int *csrSortedColIndC, pruneInfo_t info,
    void *pBuffer);
hipsparseStatus_t hipsparseDpruneDense2csrByPercentage(
    hipsparseHandle_t handle, int m, int n, const double *A, int lda,
    float percentage, const hipsparseMatDescr_t descrC, double *csrSortedValC,
    const int *csrSortedRowPtrC, int *csrSortedColIndC, pruneInfo_t info,
    void *pBuffer);
hipsparseStatus_t hipsparseSpruneCsr2csr_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const float *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA,
    const float *threshold, const hipsparseMatDescr_t descrC,
    const float *csrSortedValC, const int *csrSortedRowPtrC,
    const int *csrSortedColIndC, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDpruneCsr2csr_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const double *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA,
    const double *threshold, const hipsparseMatDescr_t descrC,
    const double *csrSortedValC, const int *csrSortedRowPtrC,
    const int *csrSortedColIndC, size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSpruneCsr2csrNnz(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const float *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA,
    const float *threshold, const hipsparseMatDescr_t descrC,
    int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer);
hipsparseStatus_t hipsparseDpruneCsr2csrNnz(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const double *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA,
    const double *threshold, const hipsparseMatDescr_t descrC,
    int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer);
hipsparseStatus_t
hipsparseSpruneCsr2csr(hipsparseHandle_t handle, int m, int n, int nnzA,
                      const hipsparseMatDescr_t descrA,
                      const float *csrSortedValA, const int *csrSortedRowPtrA,
                      const int *csrSortedColIndA, const float *threshold,
                      const hipsparseMatDescr_t descrC, float *csrSortedValC,
                      const int *csrSortedRowPtrC, int *csrSortedColIndC,
                      void *pBuffer);
hipsparseStatus_t
hipsparseDpruneCsr2csr(hipsparseHandle_t handle, int m, int n, int nnzA,
                      const hipsparseMatDescr_t descrA,
                      const double *csrSortedValA, const int *csrSortedRowPtrA,
                      const int *csrSortedColIndA, const double *threshold,
                      const hipsparseMatDescr_t descrC, double *csrSortedValC,
                      const int *csrSortedRowPtrC, int *csrSortedColIndC,
                      void *pBuffer);
hipsparseStatus_t hipsparseSpruneCsr2csrByPercentage_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const float *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, float percentage,
    const hipsparseMatDescr_t descrC, const float *csrSortedValC,
    const int *csrSortedRowPtrC, const int *csrSortedColIndC, pruneInfo_t info,
    size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDpruneCsr2csrByPercentage_bufferSizeExt(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const double *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, float percentage,
    const hipsparseMatDescr_t descrC, const double *csrSortedValC,
    const int *csrSortedRowPtrC, const int *csrSortedColIndC, pruneInfo_t info,
    size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSpruneCsr2csrNnzByPercentage(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const float *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, float percentage,
    const hipsparseMatDescr_t descrC, int *csrSortedRowPtrC,
    int *nnzTotalDevHostPtr, pruneInfo_t info, void *pBuffer);
hipsparseStatus_t hipsparseDpruneCsr2csrNnzByPercentage(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const double *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, float percentage,
    const hipsparseMatDescr_t descrC, int *csrSortedRowPtrC,
    int *nnzTotalDevHostPtr, pruneInfo_t info, void *pBuffer);
hipsparseStatus_t hipsparseSpruneCsr2csrByPercentage(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const float *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, float percentage,
    const hipsparseMatDescr_t descrC, float *csrSortedValC,
    const int *csrSortedRowPtrC, int *csrSortedColIndC, pruneInfo_t info,
    void *pBuffer);
hipsparseStatus_t hipsparseDpruneCsr2csrByPercentage(
    hipsparseHandle_t handle, int m, int n, int nnzA,
    const hipsparseMatDescr_t descrA, const double *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA, float percentage,
    const hipsparseMatDescr_t descrC, double *csrSortedValC,
    const int *csrSortedRowPtrC, int *csrSortedColIndC, pruneInfo_t info,
    void *pBuffer);

// ---- Without the elements that are not larger than a number

// ---- Triangular systems of blocks

hipsparseStatus_t hipsparseCreateBsrsv2Info(bsrsv2Info_t *info);
hipsparseStatus_t hipsparseDestroyBsrsv2Info(bsrsv2Info_t info);
hipsparseStatus_t hipsparseXbsrsv2_zeroPivot(hipsparseHandle_t handle,
                                           bsrsv2Info_t info, int *position);
hipsparseStatus_t hipsparseCreateBsrsm2Info(bsrsm2Info_t *info);
hipsparseStatus_t hipsparseDestroyBsrsm2Info(bsrsm2Info_t info);
hipsparseStatus_t hipsparseXbsrsm2_zeroPivot(hipsparseHandle_t handle,
                                           bsrsm2Info_t info, int *position);
hipsparseStatus_t
hipsparseSbsrsv2_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                           hipsparseOperation_t transA, int mb, int nnzb,
                           const hipsparseMatDescr_t descrA,
                           float *bsrSortedValA, const int *bsrSortedRowPtrA,
                           const int *bsrSortedColIndA, int blockDim,
                           bsrsv2Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t
hipsparseDbsrsv2_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                           hipsparseOperation_t transA, int mb, int nnzb,
                           const hipsparseMatDescr_t descrA,
                           double *bsrSortedValA, const int *bsrSortedRowPtrA,
                           const int *bsrSortedColIndA, int blockDim,
                           bsrsv2Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseCbsrsv2_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, hipFloatComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZbsrsv2_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, hipDoubleComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t
hipsparseSbsrsv2_bufferSizeExt(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                              hipsparseOperation_t transA, int mb, int nnzb,
                              const hipsparseMatDescr_t descrA,
                              float *bsrSortedValA, const int *bsrSortedRowPtrA,
                              const int *bsrSortedColIndA, int blockSize,
                              bsrsv2Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseDbsrsv2_bufferSizeExt(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, double *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockSize,
    bsrsv2Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseCbsrsv2_bufferSizeExt(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, hipFloatComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockSize,
    bsrsv2Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseZbsrsv2_bufferSizeExt(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, hipDoubleComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockSize,
    bsrsv2Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseSbsrsv2_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, const float *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseDbsrsv2_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, const double *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseCbsrsv2_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, const hipFloatComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseZbsrsv2_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb,
    const hipsparseMatDescr_t descrA, const hipDoubleComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseSbsrsv2_solve(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                      hipsparseOperation_t transA, int mb, int nnzb,
                      const float *alpha, const hipsparseMatDescr_t descrA,
                      const float *bsrSortedValA, const int *bsrSortedRowPtrA,
                      const int *bsrSortedColIndA, int blockDim,
                      bsrsv2Info_t info, const float *f, float *x,
                      hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseDbsrsv2_solve(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                      hipsparseOperation_t transA, int mb, int nnzb,
                      const double *alpha, const hipsparseMatDescr_t descrA,
                      const double *bsrSortedValA, const int *bsrSortedRowPtrA,
                      const int *bsrSortedColIndA, int blockDim,
                      bsrsv2Info_t info, const double *f, double *x,
                      hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseCbsrsv2_solve(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb, const hipFloatComplex *alpha,
    const hipsparseMatDescr_t descrA, const hipFloatComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, const hipFloatComplex *f, hipFloatComplex *x,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseZbsrsv2_solve(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int mb, int nnzb, const hipDoubleComplex *alpha,
    const hipsparseMatDescr_t descrA, const hipDoubleComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, const hipDoubleComplex *f, hipDoubleComplex *x,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseSbsrsm2_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, float *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDbsrsm2_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, double *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseCbsrsm2_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, hipFloatComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZbsrsm2_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, hipDoubleComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSbsrsm2_bufferSizeExt(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transB, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, float *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseDbsrsm2_bufferSizeExt(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transB, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, double *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseCbsrsm2_bufferSizeExt(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transB, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, hipFloatComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseZbsrsm2_bufferSizeExt(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transB, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, hipDoubleComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, size_t *pBufferSize);
hipsparseStatus_t hipsparseSbsrsm2_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, const float *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseDbsrsm2_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, const double *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseCbsrsm2_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA, const hipFloatComplex *bsrSortedVal,
    const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,
    bsrsm2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseZbsrsm2_analysis(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipsparseMatDescr_t descrA,
    const hipDoubleComplex *bsrSortedVal, const int *bsrSortedRowPtr,
    const int *bsrSortedColInd, int blockSize, bsrsm2Info_t info,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseSbsrsm2_solve(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                      hipsparseOperation_t transA, hipsparseOperation_t transXY,
                      int mb, int n, int nnzb, const float *alpha,
                      const hipsparseMatDescr_t descrA,
                      const float *bsrSortedVal, const int *bsrSortedRowPtr,
                      const int *bsrSortedColInd, int blockSize,
                      bsrsm2Info_t info, const float *B, int ldb, float *X,
                      int ldx, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t
hipsparseDbsrsm2_solve(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                      hipsparseOperation_t transA, hipsparseOperation_t transXY,
                      int mb, int n, int nnzb, const double *alpha,
                      const hipsparseMatDescr_t descrA,
                      const double *bsrSortedVal, const int *bsrSortedRowPtr,
                      const int *bsrSortedColInd, int blockSize,
                      bsrsm2Info_t info, const double *B, int ldb, double *X,
                      int ldx, hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseCbsrsm2_solve(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipFloatComplex *alpha, const hipsparseMatDescr_t descrA,
    const hipFloatComplex *bsrSortedVal, const int *bsrSortedRowPtr,
    const int *bsrSortedColInd, int blockSize, bsrsm2Info_t info,
    const hipFloatComplex *B, int ldb, hipFloatComplex *X, int ldx,
    hipsparseSolvePolicy_t policy, void *pBuffer);
hipsparseStatus_t hipsparseZbsrsm2_solve(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, hipsparseOperation_t transXY, int mb, int n,
    int nnzb, const hipDoubleComplex *alpha, const hipsparseMatDescr_t descrA,
    const hipDoubleComplex *bsrSortedVal, const int *bsrSortedRowPtr,
    const int *bsrSortedColInd, int blockSize, bsrsm2Info_t info,
    const hipDoubleComplex *B, int ldb, hipDoubleComplex *X, int ldx,
    hipsparseSolvePolicy_t policy, void *pBuffer);

// ---- Blocks that need not be square, colours, rows that are not sorted

hipsparseStatus_t hipsparseCreateColorInfo(hipsparseColorInfo_t *info);
hipsparseStatus_t hipsparseDestroyColorInfo(hipsparseColorInfo_t info);
hipsparseStatus_t hipsparseCreateCsru2csrInfo(csru2csrInfo_t *info);
hipsparseStatus_t hipsparseDestroyCsru2csrInfo(csru2csrInfo_t info);
hipsparseStatus_t
hipsparseXcsr2gebsrNnz(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m,
                      int n, const hipsparseMatDescr_t descrA,
                      const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                      const hipsparseMatDescr_t descrC, int *bsrSortedRowPtrC,
                      int rowBlockDim, int colBlockDim, int *nnzTotalDevHostPtr,
                      void *pBuffer);
hipsparseStatus_t
hipsparseXgebsr2csr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb,
                   int nb, const hipsparseMatDescr_t descrA,
                   const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
                   int rowBlockDim, int colBlockDim,
                   const hipsparseMatDescr_t descrC, int *csrSortedRowPtrC,
                   int *csrSortedColIndC);
hipsparseStatus_t hipsparseXgebsr2gebsrNnz(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const int *bsrSortedRowPtrA,
    const int *bsrSortedColIndA, int rowBlockDimA, int colBlockDimA,
    const hipsparseMatDescr_t descrC, int *bsrSortedRowPtrC, int rowBlockDimC,
    int colBlockDimC, int *nnzTotalDevHostPtr, void *pBuffer);
hipsparseStatus_t
hipsparseSbsrxmv(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                hipsparseOperation_t transA, int sizeOfMask, int mb, int nb,
                int nnzb, const float *alpha, const hipsparseMatDescr_t descrA,
                const float *bsrSortedValA, const int *bsrSortedMaskPtrA,
                const int *bsrSortedRowPtrA, const int *bsrSortedEndPtrA,
                const int *bsrSortedColIndA, int blockDim, const float *x,
                const float *beta, float *y);
hipsparseStatus_t
hipsparseDbsrxmv(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                hipsparseOperation_t transA, int sizeOfMask, int mb, int nb,
                int nnzb, const double *alpha, const hipsparseMatDescr_t descrA,
                const double *bsrSortedValA, const int *bsrSortedMaskPtrA,
                const int *bsrSortedRowPtrA, const int *bsrSortedEndPtrA,
                const int *bsrSortedColIndA, int blockDim, const double *x,
                const double *beta, double *y);
hipsparseStatus_t
hipsparseCbsrxmv(hipsparseHandle_t handle, hipsparseDirection_t dirA,
                hipsparseOperation_t transA, int sizeOfMask, int mb, int nb,
                int nnzb, const hipFloatComplex *alpha,
                const hipsparseMatDescr_t descrA, const hipFloatComplex *bsrSortedValA,
                const int *bsrSortedMaskPtrA, const int *bsrSortedRowPtrA,
                const int *bsrSortedEndPtrA, const int *bsrSortedColIndA,
                int blockDim, const hipFloatComplex *x, const hipFloatComplex *beta,
                hipFloatComplex *y);
hipsparseStatus_t hipsparseZbsrxmv(
    hipsparseHandle_t handle, hipsparseDirection_t dirA,
    hipsparseOperation_t transA, int sizeOfMask, int mb, int nb, int nnzb,
    const hipDoubleComplex *alpha, const hipsparseMatDescr_t descrA,
    const hipDoubleComplex *bsrSortedValA, const int *bsrSortedMaskPtrA,
    const int *bsrSortedRowPtrA, const int *bsrSortedEndPtrA,
    const int *bsrSortedColIndA, int blockDim, const hipDoubleComplex *x,
    const hipDoubleComplex *beta, hipDoubleComplex *y);
hipsparseStatus_t
hipsparseScsrcolor(hipsparseHandle_t handle, int m, int nnz,
                  const hipsparseMatDescr_t descrA, const float *csrSortedValA,
                  const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                  const float *fractionToColor, int *ncolors, int *coloring,
                  int *reordering, const hipsparseColorInfo_t info);
hipsparseStatus_t
hipsparseDcsrcolor(hipsparseHandle_t handle, int m, int nnz,
                  const hipsparseMatDescr_t descrA, const double *csrSortedValA,
                  const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                  const double *fractionToColor, int *ncolors, int *coloring,
                  int *reordering, const hipsparseColorInfo_t info);
hipsparseStatus_t hipsparseCcsrcolor(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const hipFloatComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, const float *fractionToColor, int *ncolors,
    int *coloring, int *reordering, const hipsparseColorInfo_t info);
hipsparseStatus_t hipsparseZcsrcolor(
    hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,
    const hipDoubleComplex *csrSortedValA, const int *csrSortedRowPtrA,
    const int *csrSortedColIndA, const double *fractionToColor, int *ncolors,
    int *coloring, int *reordering, const hipsparseColorInfo_t info);
hipsparseStatus_t hipsparseScsru2csr_bufferSizeExt(hipsparseHandle_t handle, int m,
                                                 int n, int nnz, float *csrVal,
                                                 const int *csrRowPtr,
                                                 int *csrColInd,
                                                 csru2csrInfo_t info,
                                                 size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDcsru2csr_bufferSizeExt(hipsparseHandle_t handle, int m,
                                                 int n, int nnz, double *csrVal,
                                                 const int *csrRowPtr,
                                                 int *csrColInd,
                                                 csru2csrInfo_t info,
                                                 size_t *pBufferSizeInBytes);
hipsparseStatus_t
hipsparseCcsru2csr_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz,
                                hipFloatComplex *csrVal, const int *csrRowPtr,
                                int *csrColInd, csru2csrInfo_t info,
                                size_t *pBufferSizeInBytes);
hipsparseStatus_t
hipsparseZcsru2csr_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz,
                                hipDoubleComplex *csrVal, const int *csrRowPtr,
                                int *csrColInd, csru2csrInfo_t info,
                                size_t *pBufferSizeInBytes);
hipsparseStatus_t hipsparseScsru2csr(hipsparseHandle_t handle, int m, int n,
                                   int nnz, const hipsparseMatDescr_t descrA,
                                   float *csrVal, const int *csrRowPtr,
                                   int *csrColInd, csru2csrInfo_t info,
                                   void *pBuffer);
hipsparseStatus_t hipsparseDcsru2csr(hipsparseHandle_t handle, int m, int n,
                                   int nnz, const hipsparseMatDescr_t descrA,
                                   double *csrVal, const int *csrRowPtr,
                                   int *csrColInd, csru2csrInfo_t info,
                                   void *pBuffer);
hipsparseStatus_t hipsparseCcsru2csr(hipsparseHandle_t handle, int m, int n,
                                   int nnz, const hipsparseMatDescr_t descrA,
                                   hipFloatComplex *csrVal, const int *csrRowPtr,
                                   int *csrColInd, csru2csrInfo_t info,
                                   void *pBuffer);
hipsparseStatus_t hipsparseZcsru2csr(hipsparseHandle_t handle, int m, int n,
                                   int nnz, const hipsparseMatDescr_t descrA,
                                   hipDoubleComplex *csrVal,
                                   const int *csrRowPtr, int *csrColInd,
                                   csru2csrInfo_t info, void *pBuffer);
hipsparseStatus_t hipsparseScsr2csru(hipsparseHandle_t handle, int m, int n,
                                   int nnz, const hipsparseMatDescr_t descrA,
                                   float *csrVal, const int *csrRowPtr,
                                   int *csrColInd, csru2csrInfo_t info,
                                   void *pBuffer);
hipsparseStatus_t hipsparseDcsr2csru(hipsparseHandle_t handle, int m, int n,
                                   int nnz, const hipsparseMatDescr_t descrA,
                                   double *csrVal, const int *csrRowPtr,
                                   int *csrColInd, csru2csrInfo_t info,
                                   void *pBuffer);
hipsparseStatus_t hipsparseCcsr2csru(hipsparseHandle_t handle, int m, int n,
                                   int nnz, const hipsparseMatDescr_t descrA,
                                   hipFloatComplex *csrVal, const int *csrRowPtr,
                                   int *csrColInd, csru2csrInfo_t info,
                                   void *pBuffer);
hipsparseStatus_t hipsparseZcsr2csru(hipsparseHandle_t handle, int m, int n,
                                   int nnz, const hipsparseMatDescr_t descrA,
                                   hipDoubleComplex *csrVal,
                                   const int *csrRowPtr, int *csrColInd,
                                   csru2csrInfo_t info, void *pBuffer);
hipsparseStatus_t
hipsparseScsr2gebsr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m,
                   int n, const hipsparseMatDescr_t descrA,
                   const float *csrSortedValA, const int *csrSortedRowPtrA,
                   const int *csrSortedColIndA, const hipsparseMatDescr_t descrC,
                   float *bsrSortedValC, int *bsrSortedRowPtrC,
                   int *bsrSortedColIndC, int rowBlockDim, int colBlockDim,
                   void *pBuffer);
hipsparseStatus_t
hipsparseDcsr2gebsr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m,
                   int n, const hipsparseMatDescr_t descrA,
                   const double *csrSortedValA, const int *csrSortedRowPtrA,
                   const int *csrSortedColIndA, const hipsparseMatDescr_t descrC,
                   double *bsrSortedValC, int *bsrSortedRowPtrC,
                   int *bsrSortedColIndC, int rowBlockDim, int colBlockDim,
                   void *pBuffer);
hipsparseStatus_t
hipsparseCcsr2gebsr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m,
                   int n, const hipsparseMatDescr_t descrA,
                   const hipFloatComplex *csrSortedValA, const int *csrSortedRowPtrA,
                   const int *csrSortedColIndA, const hipsparseMatDescr_t descrC,
                   hipFloatComplex *bsrSortedValC, int *bsrSortedRowPtrC,
                   int *bsrSortedColIndC, int rowBlockDim, int colBlockDim,
                   void *pBuffer);
hipsparseStatus_t hipsparseZcsr2gebsr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n,
    const hipsparseMatDescr_t descrA, const hipDoubleComplex *csrSortedValA,
    const int *csrSortedRowPtrA, const int *csrSortedColIndA,
    const hipsparseMatDescr_t descrC, hipDoubleComplex *bsrSortedValC,
    int *bsrSortedRowPtrC, int *bsrSortedColIndC, int rowBlockDim,
    int colBlockDim, void *pBuffer);
hipsparseStatus_t hipsparseSgebsr2csr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb,
    const hipsparseMatDescr_t descrA, const float *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDim,
    int colBlockDim, const hipsparseMatDescr_t descrC, float *csrSortedValC,
    int *csrSortedRowPtrC, int *csrSortedColIndC);
hipsparseStatus_t hipsparseDgebsr2csr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb,
    const hipsparseMatDescr_t descrA, const double *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDim,
    int colBlockDim, const hipsparseMatDescr_t descrC, double *csrSortedValC,
    int *csrSortedRowPtrC, int *csrSortedColIndC);
hipsparseStatus_t hipsparseCgebsr2csr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb,
    const hipsparseMatDescr_t descrA, const hipFloatComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDim,
    int colBlockDim, const hipsparseMatDescr_t descrC, hipFloatComplex *csrSortedValC,
    int *csrSortedRowPtrC, int *csrSortedColIndC);
hipsparseStatus_t hipsparseZgebsr2csr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb,
    const hipsparseMatDescr_t descrA, const hipDoubleComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDim,
    int colBlockDim, const hipsparseMatDescr_t descrC,
    hipDoubleComplex *csrSortedValC, int *csrSortedRowPtrC,
    int *csrSortedColIndC);
hipsparseStatus_t
hipsparseSgebsr2gebsc(hipsparseHandle_t handle, int mb, int nb, int nnzb,
                     const float *bsrSortedVal, const int *bsrSortedRowPtr,
                     const int *bsrSortedColInd, int rowBlockDim,
                     int colBlockDim, float *bscVal, int *bscRowInd,
                     int *bscColPtr, hipsparseAction_t copyValues,
                     hipsparseIndexBase_t idxBase, void *pBuffer);
hipsparseStatus_t
hipsparseDgebsr2gebsc(hipsparseHandle_t handle, int mb, int nb, int nnzb,
                     const double *bsrSortedVal, const int *bsrSortedRowPtr,
                     const int *bsrSortedColInd, int rowBlockDim,
                     int colBlockDim, double *bscVal, int *bscRowInd,
                     int *bscColPtr, hipsparseAction_t copyValues,
                     hipsparseIndexBase_t idxBase, void *pBuffer);
hipsparseStatus_t
hipsparseCgebsr2gebsc(hipsparseHandle_t handle, int mb, int nb, int nnzb,
                     const hipFloatComplex *bsrSortedVal, const int *bsrSortedRowPtr,
                     const int *bsrSortedColInd, int rowBlockDim,
                     int colBlockDim, hipFloatComplex *bscVal, int *bscRowInd,
                     int *bscColPtr, hipsparseAction_t copyValues,
                     hipsparseIndexBase_t idxBase, void *pBuffer);
hipsparseStatus_t hipsparseZgebsr2gebsc(
    hipsparseHandle_t handle, int mb, int nb, int nnzb,
    const hipDoubleComplex *bsrSortedVal, const int *bsrSortedRowPtr,
    const int *bsrSortedColInd, int rowBlockDim, int colBlockDim,
    hipDoubleComplex *bscVal, int *bscRowInd, int *bscColPtr,
    hipsparseAction_t copyValues, hipsparseIndexBase_t idxBase, void *pBuffer);
hipsparseStatus_t hipsparseSgebsr2gebsr_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const float *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDimA,
    int colBlockDimA, int rowBlockDimC, int colBlockDimC,
    int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseDgebsr2gebsr_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const double *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDimA,
    int colBlockDimA, int rowBlockDimC, int colBlockDimC,
    int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseCgebsr2gebsr_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const hipFloatComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDimA,
    int colBlockDimA, int rowBlockDimC, int colBlockDimC,
    int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseZgebsr2gebsr_bufferSize(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const hipDoubleComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDimA,
    int colBlockDimA, int rowBlockDimC, int colBlockDimC,
    int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseSgebsr2gebsr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const float *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDimA,
    int colBlockDimA, const hipsparseMatDescr_t descrC, float *bsrSortedValC,
    int *bsrSortedRowPtrC, int *bsrSortedColIndC, int rowBlockDimC,
    int colBlockDimC, void *pBuffer);
hipsparseStatus_t hipsparseDgebsr2gebsr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const double *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDimA,
    int colBlockDimA, const hipsparseMatDescr_t descrC, double *bsrSortedValC,
    int *bsrSortedRowPtrC, int *bsrSortedColIndC, int rowBlockDimC,
    int colBlockDimC, void *pBuffer);
hipsparseStatus_t hipsparseCgebsr2gebsr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const hipFloatComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDimA,
    int colBlockDimA, const hipsparseMatDescr_t descrC, hipFloatComplex *bsrSortedValC,
    int *bsrSortedRowPtrC, int *bsrSortedColIndC, int rowBlockDimC,
    int colBlockDimC, void *pBuffer);
hipsparseStatus_t hipsparseZgebsr2gebsr(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const hipDoubleComplex *bsrSortedValA,
    const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int rowBlockDimA,
    int colBlockDimA, const hipsparseMatDescr_t descrC,
    hipDoubleComplex *bsrSortedValC, int *bsrSortedRowPtrC,
    int *bsrSortedColIndC, int rowBlockDimC, int colBlockDimC, void *pBuffer);

#ifdef __cplusplus
}
#endif

#include "hipsparse_older.h"

#endif // QUERN_HIPSPARSE_HIPSPARSE_H
