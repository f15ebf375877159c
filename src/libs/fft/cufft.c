// SPDX-License-Identifier: Apache-2.0
// cuFFT's names, and its plans as numbers.
#include "cuda/cufftXt.h"

#include <pthread.h>

#include "base/alloc.h"
#include "libs/fft/fft.h"

#define DONE(...) ((cufftResult)(__VA_ARGS__))

// ---- Numbers of plans: from 1, and again after their end

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static qn_fft_plan **plans;
static int capacity;

static int grow(void) {
  const int wanted = capacity * 2 + 16;
  qn_fft_plan **grown = qn_realloc(plans, (size_t)wanted * sizeof(*plans));
  if (!grown)
    return -1;
  for (int i = capacity; i < wanted; ++i)
    grown[i] = NULL;
  plans = grown;
  const int first = capacity;
  capacity = wanted;
  return first;
}

static int add(qn_fft_plan *plan) {
  pthread_mutex_lock(&mutex);
  int at = 0;
  while (at < capacity && plans[at])
    ++at;
  if (at == capacity)
    at = grow();
  if (at >= 0)
    plans[at] = plan;
  pthread_mutex_unlock(&mutex);
  return at + 1; // 0: out of memory
}

static qn_fft_plan *find(int handle, bool removes) {
  qn_fft_plan *found = NULL;
  pthread_mutex_lock(&mutex);
  if (handle >= 1 && handle <= capacity) {
    found = plans[handle - 1];
    if (removes)
      plans[handle - 1] = NULL;
  }
  pthread_mutex_unlock(&mutex);
  return qn_fft_check(found);
}

cufftResult cufftCreate(cufftHandle *plan) {
  qn_fft_plan *made;
  if (!plan)
    return DONE(
        qn_fft_refuse(QN_FFT_INVALID_VALUE, "there is no place for the plan"));
  const qn_fft_status status = qn_fft_create(&made);
  if (status != QN_FFT_OK)
    return DONE(status);
  *plan = add(made);
  if (*plan)
    return CUFFT_SUCCESS;
  (void)qn_fft_destroy(made);
  return CUFFT_ALLOC_FAILED;
}

cufftResult cufftDestroy(cufftHandle plan) {
  qn_fft_plan *p = find(plan, true);
  return p ? DONE(qn_fft_destroy(p)) : CUFFT_INVALID_PLAN;
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

// Of plan 0 only the size is asked for.
static cufftResult finish(cufftHandle plan, qn_fft_shape *shape,
                          size_t *work_size) {
  if (!plan)
    return DONE(qn_fft_measure(shape, work_size));
  qn_fft_plan *p = find(plan, false);
  return p ? DONE(qn_fft_make(p, shape, work_size)) : CUFFT_INVALID_PLAN;
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
      return CUFFT_INVALID_PLAN;                                               \
  } while (0)

static cufftResult make_1d(cufftHandle plan, int nx, int type, int batch,
                           size_t *work_size) {
  qn_fft_shape shape = whole(1, nx, 1, 1);
  shape.type = type;
  shape.batch = batch;
  return finish(plan, &shape, work_size);
}
static cufftResult make_3d(cufftHandle plan, const int *n, int rank, int type,
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
  int narrow; // as of a shape
} many_args;

static cufftResult make_many(cufftHandle plan, const many_args *args,
                             size_t *work_size) {
  qn_fft_shape shape;
  const qn_fft_status status =
      many(args->rank, args->n, &args->in, &args->out, &shape);
  if (status != QN_FFT_OK)
    return DONE(status);
  shape.type = args->type;
  shape.batch = args->batch;
  shape.narrow = args->narrow;
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

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch,
                            size_t *workSize) {
  NEED_PLAN();
  return make_1d(plan, nx, (int)type, batch, workSize);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type,
                            size_t *workSize) {
  NEED_PLAN();
  return make_3d(plan, (const int[]){nx, ny, 1}, 2, (int)type, workSize);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz,
                            cufftType type, size_t *workSize) {
  NEED_PLAN();
  return make_3d(plan, (const int[]){nx, ny, nz}, 3, (int)type, workSize);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed,
                              int istride, int idist, int *onembed, int ostride,
                              int odist, cufftType type, int batch,
                              size_t *workSize) {
  NEED_PLAN();
  MANY(plan);
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n,
                                long long *inembed, long long istride,
                                long long idist, long long *onembed,
                                long long ostride, long long odist,
                                cufftType type, long long batch,
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
    const cufftResult created_ = cufftCreate(plan);                            \
    if (created_ != CUFFT_SUCCESS)                                             \
      return created_;                                                         \
    const cufftResult made_ = (__VA_ARGS__);                                   \
    if (made_ != CUFFT_SUCCESS)                                                \
      (void)cufftDestroy(*plan);                                               \
    return made_;                                                              \
  } while (0)

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch) {
  PLAN(cufftMakePlan1d(*plan, nx, type, batch, NULL));
}
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) {
  PLAN(cufftMakePlan2d(*plan, nx, ny, type, NULL));
}
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz,
                        cufftType type) {
  PLAN(cufftMakePlan3d(*plan, nx, ny, nz, type, NULL));
}
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed,
                          int istride, int idist, int *onembed, int ostride,
                          int odist, cufftType type, int batch) {
  PLAN(cufftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed,
                         ostride, odist, type, batch, NULL));
}

// ---- Sizes of work areas

cufftResult cufftEstimate1d(int nx, cufftType type, int batch,
                            size_t *workSize) {
  NEED_SIZE();
  return make_1d(0, nx, (int)type, batch, workSize);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *workSize) {
  NEED_SIZE();
  return make_3d(0, (const int[]){nx, ny, 1}, 2, (int)type, workSize);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type,
                            size_t *workSize) {
  NEED_SIZE();
  return make_3d(0, (const int[]){nx, ny, nz}, 3, (int)type, workSize);
}
cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist,
                              cufftType type, int batch, size_t *workSize) {
  NEED_SIZE();
  MANY(0);
}
cufftResult cufftGetSize1d(cufftHandle plan, int nx, cufftType type, int batch,
                           size_t *workSize) {
  NEED_PLAN();
  return cufftEstimate1d(nx, type, batch, workSize);
}
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type,
                           size_t *workSize) {
  NEED_PLAN();
  return cufftEstimate2d(nx, ny, type, workSize);
}
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz,
                           cufftType type, size_t *workSize) {
  NEED_PLAN();
  return cufftEstimate3d(nx, ny, nz, type, workSize);
}
cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int *n, int *inembed,
                             int istride, int idist, int *onembed, int ostride,
                             int odist, cufftType type, int batch,
                             size_t *workSize) {
  NEED_PLAN();
  return cufftEstimateMany(rank, n, inembed, istride, idist, onembed, ostride,
                           odist, type, batch, workSize);
}
cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long *n,
                               long long *inembed, long long istride,
                               long long idist, long long *onembed,
                               long long ostride, long long odist,
                               cufftType type, long long batch,
                               size_t *workSize) {
  NEED_PLAN();
  NEED_SIZE();
  return make_many(0,
                   &(const many_args){rank,
                                      n,
                                      {inembed, istride, idist},
                                      {onembed, ostride, odist},
                                      (int)type,
                                      batch},
                   workSize);
}
cufftResult cufftGetSize(cufftHandle plan, size_t *workSize) {
  const qn_fft_plan *p = find(plan, false);
  if (!p)
    return CUFFT_INVALID_PLAN;
  NEED_SIZE();
  *workSize = qn_fft_work_size(p);
  return CUFFT_SUCCESS;
}

// ---- Settings and transforms

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  qn_fft_plan *p = find(plan, false);
  if (!p)
    return CUFFT_INVALID_PLAN;
  qn_fft_set_stream(p, (hipStream_t)stream);
  return CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle plan, void *workArea) {
  qn_fft_plan *p = find(plan, false);
  return p ? DONE(qn_fft_set_area(p, workArea)) : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int autoAllocate) {
  qn_fft_plan *p = find(plan, false);
  return p ? DONE(qn_fft_set_auto(p, autoAllocate != 0)) : CUFFT_INVALID_PLAN;
}

cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
                                      const long long inputValueInt) {
  qn_fft_plan *p = find(plan, false);
  int64_t *value = p ? qn_fft_property(p, (int)property) : NULL;
  if (!value)
    return p ? CUFFT_INVALID_VALUE : CUFFT_INVALID_PLAN;
  *value = inputValueInt;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
                                      long long *returnPtrValue) {
  qn_fft_plan *p = find(plan, false);
  const int64_t *value = p ? qn_fft_property(p, (int)property) : NULL;
  if (!value || !returnPtrValue)
    return p ? CUFFT_INVALID_VALUE : CUFFT_INVALID_PLAN;
  *returnPtrValue = *value;
  return CUFFT_SUCCESS;
}
cufftResult cufftResetPlanProperty(cufftHandle plan, cufftProperty property) {
  return cufftSetPlanPropertyInt64(plan, property, 0);
}

// A plan has one work area, and no other way with less.
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan,
                                     cufftXtWorkAreaPolicy policy,
                                     size_t *workSize) {
  const qn_fft_plan *p = find(plan, false);
  if (!p)
    return CUFFT_INVALID_PLAN;
  if ((unsigned)policy > CUFFT_WORKAREA_PERFORMANCE ||
      (policy == CUFFT_WORKAREA_USER && !workSize))
    return CUFFT_INVALID_VALUE;
  const size_t size = qn_fft_work_size(p);
  if (policy == CUFFT_WORKAREA_USER && *workSize < size)
    return DONE(qn_fft_refuse(QN_FFT_NOT_SUPPORTED,
                              "the plan's work area has %zu bytes, and %zu are "
                              "given",
                              size, *workSize));
  if (workSize)
    *workSize = size;
  return CUFFT_SUCCESS;
}

static cufftResult exec(cufftHandle plan, const qn_fft_job *job) {
  qn_fft_plan *p = find(plan, false);
  return p ? DONE(qn_fft_exec(p, job)) : CUFFT_INVALID_PLAN;
}
#define EXEC(type, way)                                                        \
  exec(plan, &(const qn_fft_job){QN_FFT_##type, idata, odata, way})

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *idata,
                         cufftComplex *odata, int direction) {
  return EXEC(C2C, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *idata,
                         cufftComplex *odata) {
  return EXEC(R2C, QN_FFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *idata,
                         cufftReal *odata) {
  return EXEC(C2R, QN_FFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *idata,
                         cufftDoubleComplex *odata, int direction) {
  return EXEC(Z2Z, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *idata,
                         cufftDoubleComplex *odata) {
  return EXEC(D2Z, QN_FFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *idata,
                         cufftDoubleReal *odata) {
  return EXEC(Z2D, QN_FFT_INVERSE);
}

// ---- Xt: types of elements instead of a type of transform

typedef struct elements {
  int type, narrow; // as of a shape
} elements;

// A type of 0: there are no such transforms.
static elements elements_of(cudaDataType in, cudaDataType out,
                            cudaDataType by) {
  static const struct {
    int real, complex, types[3], narrow; // C2C and the two of real numbers
  } all[] = {{CUDA_R_32F, CUDA_C_32F, {QN_FFT_C2C, QN_FFT_R2C, QN_FFT_C2R}, 0},
             {CUDA_R_64F, CUDA_C_64F, {QN_FFT_Z2Z, QN_FFT_D2Z, QN_FFT_Z2D}, 0},
             {CUDA_R_16F,
              CUDA_C_16F,
              {QN_FFT_C2C, QN_FFT_R2C, QN_FFT_C2R},
              CUDA_R_16F},
             {CUDA_R_16BF,
              CUDA_C_16BF,
              {QN_FFT_C2C, QN_FFT_R2C, QN_FFT_C2R},
              CUDA_R_16BF}};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i) {
    const bool from = (int)in == all[i].complex,
               to = (int)out == all[i].complex;
    if ((int)by == all[i].complex && (from || (int)in == all[i].real) &&
        (to || (int)out == all[i].real) && (from || to))
      return (elements){all[i].types[from && to ? 0
                                     : to       ? 1
                                                : 2],
                        all[i].narrow};
  }
  return (elements){0, 0};
}

static cufftResult refuse_elements(cudaDataType in, cudaDataType out,
                                   cudaDataType by) {
  return DONE(qn_fft_refuse(
      QN_FFT_NOT_SUPPORTED,
      "transforms of elements of type %d to %d, made in %d, are not made",
      (int)in, (int)out, (int)by));
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n,
                                long long *inembed, long long istride,
                                long long idist, cudaDataType inputtype,
                                long long *onembed, long long ostride,
                                long long odist, cudaDataType outputtype,
                                long long batch, size_t *workSize,
                                cudaDataType executiontype) {
  const elements e = elements_of(inputtype, outputtype, executiontype);
  NEED_PLAN();
  if (!e.type)
    return refuse_elements(inputtype, outputtype, executiontype);
  return make_many(plan,
                   &(const many_args){rank,
                                      n,
                                      {inembed, istride, idist},
                                      {onembed, ostride, odist},
                                      e.type,
                                      batch,
                                      e.narrow},
                   workSize);
}
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long *n,
                               long long *inembed, long long istride,
                               long long idist, cudaDataType inputtype,
                               long long *onembed, long long ostride,
                               long long odist, cudaDataType outputtype,
                               long long batch, size_t *workSize,
                               cudaDataType executiontype) {
  const elements e = elements_of(inputtype, outputtype, executiontype);
  NEED_PLAN();
  NEED_SIZE();
  if (!e.type)
    return refuse_elements(inputtype, outputtype, executiontype);
  return make_many(0,
                   &(const many_args){rank,
                                      n,
                                      {inembed, istride, idist},
                                      {onembed, ostride, odist},
                                      e.type,
                                      batch,
                                      e.narrow},
                   workSize);
}
cufftResult cufftXtExec(cufftHandle plan, void *input, void *output,
                        int direction) {
  return exec(plan, &(const qn_fft_job){0, input, output, direction});
}

cufftResult cufftGetVersion(int *version) {
  if (!version)
    return CUFFT_INVALID_VALUE;
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int *value) {
  static const int values[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR,
                               CUFFT_VER_PATCH};
  if (!value || (unsigned)type > 2)
    return CUFFT_INVALID_VALUE;
  *value = values[type];
  return CUFFT_SUCCESS;
}

// ---- Callbacks (callbacks.c)

static cufftResult set_callback(cufftHandle handle, cufftXtCallbackType type,
                                void *function, void *info) {
  static const char letters[] = "czrdczrd"; // in the order of the type
  qn_fft_plan *plan = find(handle, false);
  if (!plan)
    return CUFFT_INVALID_PLAN;
  if ((unsigned)type >= CUFFT_CB_UNDEFINED)
    return DONE(qn_fft_refuse(QN_FFT_INVALID_TYPE,
                              "there is no callback of type %d", (int)type));
  return DONE(qn_fft_set_callback(
      plan, &(const qn_fft_callback){.stores = type >= CUFFT_CB_ST_COMPLEX,
                                     .letter = letters[type],
                                     .function = function,
                                     .info = info}));
}

// Of one device: the first of both arrays.
cufftResult cufftXtSetCallback(cufftHandle plan, void **callback,
                               cufftXtCallbackType type, void **info) {
  if (!callback || !callback[0])
    return DONE(qn_fft_refuse(QN_FFT_INVALID_VALUE,
                              "there is no address of a callback"));
  return set_callback(plan, type, callback[0], info ? info[0] : NULL);
}
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type) {
  return set_callback(plan, type, NULL, NULL);
}
