// SPDX-License-Identifier: Apache-2.0
// hipFFT's names.
#include "hipfft/hipfftXt.h"

#include "libs/fft/fft.h"

#define DONE(...) ((hipfftResult)(__VA_ARGS__))

// ---- Plans are pointers

static qn_fft_plan *find(hipfftHandle handle, bool removes) {
  (void)removes;
  return qn_fft_check(handle);
}

hipfftResult hipfftCreate(hipfftHandle *plan) {
  qn_fft_plan *made;
  if (!plan)
    return DONE(
        qn_fft_refuse(QN_FFT_INVALID_VALUE, "there is no place for the plan"));
  const qn_fft_status status = qn_fft_create(&made);
  if (status == QN_FFT_OK)
    *plan = (hipfftHandle)made;
  return DONE(status);
}

hipfftResult hipfftDestroy(hipfftHandle plan) {
  qn_fft_plan *p = find(plan, true);
  return p ? DONE(qn_fft_destroy(p)) : HIPFFT_INVALID_PLAN;
}

// ---- Shapes

typedef long long wide;

static qn_fft_shape whole(int rank, int nx, int ny, int nz) {
  return (qn_fft_shape){.rank = rank,
                        .n = {nx, ny, nz},
                        .batch = 1,
                        .in = {.is_whole = true},
                        .out = {.is_whole = true}};
}

typedef struct layout {
  const wide *embed;
  wide stride, dist;
} layout;

// Without both layouts strides are not looked at.
static qn_fft_status many(int rank, const wide *n, const layout *in,
                          const layout *out, qn_fft_shape *shape) {
  const bool is_whole = !in->embed || !out->embed;
  if (!n || rank < 1 || rank > QN_FFT_RANK_MAX)
    return qn_fft_refuse(QN_FFT_INVALID_SIZE,
                         "the rank is %d, and must be 1 to %d, with sizes",
                         rank, QN_FFT_RANK_MAX);
  *shape = (qn_fft_shape){
      .rank = rank,
      .in = {.is_whole = is_whole, .stride = in->stride, .dist = in->dist},
      .out = {.is_whole = is_whole, .stride = out->stride, .dist = out->dist}};
  for (int i = 0; i < rank; ++i) {
    shape->n[i] = n[i];
    shape->in.embed[i] = is_whole ? 0 : in->embed[i];
    shape->out.embed[i] = is_whole ? 0 : out->embed[i];
  }
  return QN_FFT_OK;
}

static const wide *widen(int rank, const int *from, wide *to) {
  for (int i = 0; from && i < rank && i < QN_FFT_RANK_MAX; ++i)
    to[i] = from[i];
  return from ? to : NULL;
}

// Of no plan only the size is asked for.
static hipfftResult finish(hipfftHandle plan, qn_fft_shape *shape,
                           size_t *work_size) {
  if (!plan)
    return DONE(qn_fft_measure(shape, work_size));
  qn_fft_plan *p = find(plan, false);
  return p ? DONE(qn_fft_make(p, shape, work_size)) : HIPFFT_INVALID_PLAN;
}

#define NEED_SIZE()                                                            \
  do {                                                                         \
    if (!workSize)                                                             \
      return DONE(qn_fft_refuse(QN_FFT_INVALID_VALUE,                          \
                                "there is no place for the size"));            \
  } while (0)
#define NEED_PLAN()                                                            \
  do {                                                                         \
    if (!find(plan, false))                                                    \
      return HIPFFT_INVALID_PLAN;                                              \
  } while (0)

static hipfftResult make_1d(hipfftHandle plan, int nx, int type, int batch,
                            size_t *work_size) {
  qn_fft_shape shape = whole(1, nx, 1, 1);
  shape.type = type;
  shape.batch = batch;
  return finish(plan, &shape, work_size);
}
static hipfftResult make_3d(hipfftHandle plan, const int *n, int rank, int type,
                            size_t *work_size) {
  qn_fft_shape shape = whole(rank, n[0], n[1], n[2]);
  shape.type = type;
  return finish(plan, &shape, work_size);
}

typedef struct many_args {
  int rank;
  const wide *n;
  layout in, out;
  int type;
  wide batch;
} many_args;

static hipfftResult make_many(hipfftHandle plan, const many_args *args,
                              size_t *work_size) {
  qn_fft_shape shape;
  const qn_fft_status status =
      many(args->rank, args->n, &args->in, &args->out, &shape);
  if (status != QN_FFT_OK)
    return DONE(status);
  shape.type = args->type;
  shape.batch = args->batch;
  return finish(plan, &shape, work_size);
}

#define MANY(plan_)                                                            \
  do {                                                                         \
    wide n_[QN_FFT_RANK_MAX], in_[QN_FFT_RANK_MAX], out_[QN_FFT_RANK_MAX];     \
    return make_many(                                                          \
        plan_,                                                                 \
        &(const many_args){rank,                                               \
                           widen(rank, n, n_),                                 \
                           {widen(rank, inembed, in_), istride, idist},        \
                           {widen(rank, onembed, out_), ostride, odist},       \
                           (int)type,                                          \
                           batch},                                             \
        workSize);                                                             \
  } while (0)

hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type,
                              int batch, size_t *workSize) {
  NEED_PLAN();
  return make_1d(plan, nx, (int)type, batch, workSize);
}
hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny,
                              hipfftType type, size_t *workSize) {
  NEED_PLAN();
  return make_3d(plan, (const int[]){nx, ny, 1}, 2, (int)type, workSize);
}
hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz,
                              hipfftType type, size_t *workSize) {
  NEED_PLAN();
  return make_3d(plan, (const int[]){nx, ny, nz}, 3, (int)type, workSize);
}
hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int *n,
                                int *inembed, int istride, int idist,
                                int *onembed, int ostride, int odist,
                                hipfftType type, int batch, size_t *workSize) {
  NEED_PLAN();
  MANY(plan);
}
hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long *n,
                                  long long *inembed, long long istride,
                                  long long idist, long long *onembed,
                                  long long ostride, long long odist,
                                  hipfftType type, long long batch,
                                  size_t *workSize) {
  NEED_PLAN();
  return make_many(plan,
                   &(const many_args){rank,
                                      n,
                                      {inembed, istride, idist},
                                      {onembed, ostride, odist},
                                      (int)type,
                                      batch},
                   workSize);
}

// ---- Plans at once

#define PLAN(...)                                                              \
  do {                                                                         \
    const hipfftResult created_ = hipfftCreate(plan);                          \
    if (created_ != HIPFFT_SUCCESS)                                            \
      return created_;                                                         \
    const hipfftResult made_ = (__VA_ARGS__);                                  \
    if (made_ != HIPFFT_SUCCESS)                                               \
      (void)hipfftDestroy(*plan);                                              \
    return made_;                                                              \
  } while (0)

hipfftResult hipfftPlan1d(hipfftHandle *plan, int nx, hipfftType type,
                          int batch) {
  PLAN(hipfftMakePlan1d(*plan, nx, type, batch, NULL));
}
hipfftResult hipfftPlan2d(hipfftHandle *plan, int nx, int ny, hipfftType type) {
  PLAN(hipfftMakePlan2d(*plan, nx, ny, type, NULL));
}
hipfftResult hipfftPlan3d(hipfftHandle *plan, int nx, int ny, int nz,
                          hipfftType type) {
  PLAN(hipfftMakePlan3d(*plan, nx, ny, nz, type, NULL));
}
hipfftResult hipfftPlanMany(hipfftHandle *plan, int rank, int *n, int *inembed,
                            int istride, int idist, int *onembed, int ostride,
                            int odist, hipfftType type, int batch) {
  PLAN(hipfftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed,
                          ostride, odist, type, batch, NULL));
}

// ---- Sizes of work areas

hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch,
                              size_t *workSize) {
  NEED_SIZE();
  return make_1d(NULL, nx, (int)type, batch, workSize);
}
hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type,
                              size_t *workSize) {
  NEED_SIZE();
  return make_3d(NULL, (const int[]){nx, ny, 1}, 2, (int)type, workSize);
}
hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type,
                              size_t *workSize) {
  NEED_SIZE();
  return make_3d(NULL, (const int[]){nx, ny, nz}, 3, (int)type, workSize);
}
hipfftResult hipfftEstimateMany(int rank, int *n, int *inembed, int istride,
                                int idist, int *onembed, int ostride, int odist,
                                hipfftType type, int batch, size_t *workSize) {
  NEED_SIZE();
  MANY(NULL);
}
hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type,
                             int batch, size_t *workSize) {
  NEED_PLAN();
  return hipfftEstimate1d(nx, type, batch, workSize);
}
hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                             size_t *workSize) {
  NEED_PLAN();
  return hipfftEstimate2d(nx, ny, type, workSize);
}
hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz,
                             hipfftType type, size_t *workSize) {
  NEED_PLAN();
  return hipfftEstimate3d(nx, ny, nz, type, workSize);
}
hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int *n,
                               int *inembed, int istride, int idist,
                               int *onembed, int ostride, int odist,
                               hipfftType type, int batch, size_t *workSize) {
  NEED_PLAN();
  return hipfftEstimateMany(rank, n, inembed, istride, idist, onembed, ostride,
                            odist, type, batch, workSize);
}
hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long *n,
                                 long long *inembed, long long istride,
                                 long long idist, long long *onembed,
                                 long long ostride, long long odist,
                                 hipfftType type, long long batch,
                                 size_t *workSize) {
  NEED_PLAN();
  NEED_SIZE();
  return make_many(NULL,
                   &(const many_args){rank,
                                      n,
                                      {inembed, istride, idist},
                                      {onembed, ostride, odist},
                                      (int)type,
                                      batch},
                   workSize);
}
hipfftResult hipfftGetSize(hipfftHandle plan, size_t *workSize) {
  const qn_fft_plan *p = find(plan, false);
  if (!p)
    return HIPFFT_INVALID_PLAN;
  NEED_SIZE();
  *workSize = qn_fft_work_size(p);
  return HIPFFT_SUCCESS;
}

// ---- Settings and transforms

hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream) {
  qn_fft_plan *p = find(plan, false);
  if (!p)
    return HIPFFT_INVALID_PLAN;
  qn_fft_set_stream(p, stream);
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void *workArea) {
  qn_fft_plan *p = find(plan, false);
  return p ? DONE(qn_fft_set_area(p, workArea)) : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int autoAllocate) {
  qn_fft_plan *p = find(plan, false);
  return p ? DONE(qn_fft_set_auto(p, autoAllocate != 0)) : HIPFFT_INVALID_PLAN;
}

static hipfftResult exec(hipfftHandle plan, const qn_fft_job *job) {
  qn_fft_plan *p = find(plan, false);
  return p ? DONE(qn_fft_exec(p, job)) : HIPFFT_INVALID_PLAN;
}
#define EXEC(type, way)                                                        \
  exec(plan, &(const qn_fft_job){QN_FFT_##type, idata, odata, way})

hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex *idata,
                           hipfftComplex *odata, int direction) {
  return EXEC(C2C, direction);
}
hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal *idata,
                           hipfftComplex *odata) {
  return EXEC(R2C, QN_FFT_FORWARD);
}
hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex *idata,
                           hipfftReal *odata) {
  return EXEC(C2R, QN_FFT_INVERSE);
}
hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex *idata,
                           hipfftDoubleComplex *odata, int direction) {
  return EXEC(Z2Z, direction);
}
hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal *idata,
                           hipfftDoubleComplex *odata) {
  return EXEC(D2Z, QN_FFT_FORWARD);
}
hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex *idata,
                           hipfftDoubleReal *odata) {
  return EXEC(Z2D, QN_FFT_INVERSE);
}

// ---- Xt: types of elements instead of a type of transform

static int type_of(hipDataType in, hipDataType out, hipDataType by) {
  static const struct {
    hipDataType in, out;
    int type;
  } all[] = {
      {HIP_C_32F, HIP_C_32F, QN_FFT_C2C}, {HIP_R_32F, HIP_C_32F, QN_FFT_R2C},
      {HIP_C_32F, HIP_R_32F, QN_FFT_C2R}, {HIP_C_64F, HIP_C_64F, QN_FFT_Z2Z},
      {HIP_R_64F, HIP_C_64F, QN_FFT_D2Z}, {HIP_C_64F, HIP_R_64F, QN_FFT_Z2D}};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    if (all[i].in == in && all[i].out == out &&
        by == (i < 3 ? HIP_C_32F : HIP_C_64F))
      return all[i].type;
  return 0;
}

hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long *n,
                                  long long *inembed, long long istride,
                                  long long idist, hipDataType inputtype,
                                  long long *onembed, long long ostride,
                                  long long odist, hipDataType outputtype,
                                  long long batch, size_t *workSize,
                                  hipDataType executiontype) {
  const int type = type_of(inputtype, outputtype, executiontype);
  NEED_PLAN();
  if (!type)
    return DONE(qn_fft_refuse(
        QN_FFT_NOT_SUPPORTED,
        "transforms of elements of type %d to %d, made in %d, are not made",
        (int)inputtype, (int)outputtype, (int)executiontype));
  return hipfftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed,
                              ostride, odist, (hipfftType)type, batch,
                              workSize);
}
hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long *n,
                                 long long *inembed, long long istride,
                                 long long idist, hipDataType inputtype,
                                 long long *onembed, long long ostride,
                                 long long odist, hipDataType outputtype,
                                 long long batch, size_t *workSize,
                                 hipDataType executiontype) {
  const int type = type_of(inputtype, outputtype, executiontype);
  NEED_PLAN();
  if (!type)
    return DONE(qn_fft_refuse(QN_FFT_NOT_SUPPORTED,
                              "transforms of these elements are not made"));
  return hipfftGetSizeMany64(plan, rank, n, inembed, istride, idist, onembed,
                             ostride, odist, (hipfftType)type, batch, workSize);
}
hipfftResult hipfftXtExec(hipfftHandle plan, void *input, void *output,
                          int direction) {
  return exec(plan, &(const qn_fft_job){0, input, output, direction});
}

hipfftResult hipfftGetVersion(int *version) {
  if (!version)
    return HIPFFT_INVALID_VALUE;
  *version = 10018;
  return HIPFFT_SUCCESS;
}
