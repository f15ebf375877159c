// SPDX-License-Identifier: Apache-2.0
// rocFFT's names: plans of fft.h, whose dimensions come nearest first there.
#include "rocfft/rocfft.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/fft/fft.h"

typedef struct side {
  rocfft_array_type type;
  size_t offset, rank, strides[QN_FFT_RANK_MAX], distance; // rank 0: as usual
} side;

struct rocfft_plan_description_t {
  side in, out;
};

struct rocfft_execution_info_t {
  hipStream_t stream;
  void *area;
  size_t area_size;
};

struct rocfft_plan_t {
  qn_fft_plan *plan;
  bool in_place;
  int direction;
  size_t offsets[2]; // bytes, of the input and of the output
  size_t work_size;
};

static rocfft_status refuse(rocfft_status status, const char *why) {
  (void)qn_fft_refuse(QN_FFT_INVALID_VALUE, "%s", why);
  return status;
}

static rocfft_status status_of(qn_fft_status status) {
  switch (status) {
  case QN_FFT_OK:
    return rocfft_status_success;
  case QN_FFT_INVALID_SIZE:
    return rocfft_status_invalid_dimensions;
  case QN_FFT_INVALID_PLAN:
  case QN_FFT_INVALID_TYPE:
  case QN_FFT_INVALID_VALUE:
    return rocfft_status_invalid_arg_value;
  default:
    return rocfft_status_failure;
  }
}

rocfft_status rocfft_setup(void) { return rocfft_status_success; }
rocfft_status rocfft_cleanup(void) { return rocfft_status_success; }

rocfft_status rocfft_get_version_string(char *buf, size_t len) {
  static const char version[] = "1.0.32.quern";
  if (!buf || len < sizeof(version))
    return refuse(rocfft_status_invalid_arg_value,
                  "there is too little room for the version");
  memcpy(buf, version, sizeof(version));
  return rocfft_status_success;
}

// ---- Descriptions

rocfft_status
rocfft_plan_description_create(rocfft_plan_description *description) {
  if (!description)
    return refuse(rocfft_status_invalid_arg_value,
                  "there is no place for the description");
  *description = qn_alloc_array(1, sizeof(**description));
  if (!*description)
    return rocfft_status_failure;
  (*description)->in.type = rocfft_array_type_unset;
  (*description)->out.type = rocfft_array_type_unset;
  return rocfft_status_success;
}

rocfft_status
rocfft_plan_description_destroy(rocfft_plan_description description) {
  qn_free(description);
  return rocfft_status_success;
}

rocfft_status
rocfft_plan_description_set_scale_factor(rocfft_plan_description description,
                                         const double scale_factor) {
  return description && scale_factor == 1
             ? rocfft_status_success
             : refuse(rocfft_status_invalid_arg_value,
                      "results are not scaled by another factor than 1");
}

static rocfft_status set_side(side *to, const side *from,
                              const size_t *strides) {
  if (from->type == rocfft_array_type_complex_planar ||
      from->type == rocfft_array_type_hermitian_planar)
    return refuse(rocfft_status_invalid_array_type,
                  "real and imaginary parts in arrays of their own are not "
                  "taken");
  if (from->rank > QN_FFT_RANK_MAX)
    return refuse(rocfft_status_invalid_strides,
                  "there are more than 3 strides");
  *to = *from;
  if (!strides)
    to->rank = 0;
  for (size_t i = 0; i < to->rank; ++i)
    to->strides[i] = strides[i];
  return rocfft_status_success;
}

rocfft_status rocfft_plan_description_set_data_layout(
    rocfft_plan_description description, const rocfft_array_type in_array_type,
    const rocfft_array_type out_array_type, const size_t *in_offsets,
    const size_t *out_offsets, const size_t in_strides_size,
    const size_t *in_strides, const size_t in_distance,
    const size_t out_strides_size, const size_t *out_strides,
    const size_t out_distance) {
  const side in = {.type = in_array_type,
                   .offset = in_offsets ? in_offsets[0] : 0,
                   .rank = in_strides_size,
                   .distance = in_distance};
  const side out = {.type = out_array_type,
                    .offset = out_offsets ? out_offsets[0] : 0,
                    .rank = out_strides_size,
                    .distance = out_distance};
  if (!description)
    return refuse(rocfft_status_invalid_arg_value, "there is no description");
  const rocfft_status status = set_side(&description->in, &in, in_strides);
  return status ? status : set_side(&description->out, &out, out_strides);
}

// ---- Plans

typedef struct wish {
  rocfft_transform_type type;
  bool in_place;
  size_t rank;
  const size_t *lengths;
} wish;

// How many elements a dimension has on a side, where the others follow it
// without a gap.
static size_t usual_length(const wish *w, bool of_output, size_t i) {
  const bool real =
      (w->type == rocfft_transform_type_real_forward && !of_output) ||
      (w->type == rocfft_transform_type_real_inverse && of_output);
  const size_t n = w->lengths[i];
  if (i || w->type <= rocfft_transform_type_complex_inverse)
    return n;
  return !real ? n / 2 + 1 : w->in_place ? 2 * (n / 2 + 1) : n;
}

// A side as one of fft.h, whose strides are those of nested arrays.
static rocfft_status describe_side(const wish *w, const side *s, bool of_output,
                                   qn_fft_side *to) {
  size_t strides[QN_FFT_RANK_MAX], next = 1;
  if (s && s->rank && s->rank != w->rank)
    return refuse(rocfft_status_invalid_strides,
                  "there are not as many strides as dimensions");
  for (size_t i = 0; i < w->rank; ++i) {
    strides[i] = s && s->rank ? s->strides[i] : next;
    next *= usual_length(w, of_output, i);
    if (!strides[i] || (i && strides[i] % strides[i - 1]))
      return refuse(rocfft_status_invalid_strides,
                    "a stride is no multiple of the one before");
    if (i)
      to->embed[w->rank - i] = (int64_t)(strides[i] / strides[i - 1]);
  }
  if (s && s->rank) // without a distance the last dimension is followed
    next = strides[w->rank - 1] * usual_length(w, of_output, w->rank - 1);
  to->is_whole = false;
  to->embed[0] = (int64_t)usual_length(w, of_output, w->rank - 1);
  to->stride = (int64_t)strides[0];
  to->dist = (int64_t)(s && s->distance ? s->distance : next);
  return rocfft_status_success;
}

static rocfft_status check_types(const wish *w, const side *in,
                                 const side *out) {
  static const rocfft_array_type wanted[][2] = {
      {rocfft_array_type_complex_interleaved,
       rocfft_array_type_complex_interleaved},
      {rocfft_array_type_complex_interleaved,
       rocfft_array_type_complex_interleaved},
      {rocfft_array_type_real, rocfft_array_type_hermitian_interleaved},
      {rocfft_array_type_hermitian_interleaved, rocfft_array_type_real},
  };
  const bool fits =
      (in->type == rocfft_array_type_unset || in->type == wanted[w->type][0]) &&
      (out->type == rocfft_array_type_unset || out->type == wanted[w->type][1]);
  return fits ? rocfft_status_success
              : refuse(rocfft_status_invalid_array_type,
                       "the arrays' types do not fit the transform");
}

static rocfft_status describe(const wish *w, const qn_fft_shape *base,
                              const struct rocfft_plan_description_t *d,
                              qn_fft_shape *shape) {
  rocfft_status status = rocfft_status_success;
  *shape = *base;
  for (size_t i = 0; i < w->rank; ++i)
    shape->n[w->rank - 1 - i] = (int64_t)w->lengths[i];
  if (d)
    status = check_types(w, &d->in, &d->out);
  if (!status)
    status = describe_side(w, d ? &d->in : NULL, false, &shape->in);
  if (!status)
    status = describe_side(w, d ? &d->out : NULL, true, &shape->out);
  return status;
}

static int type_of(rocfft_transform_type type, bool is_double) {
  static const int types[][2] = {{QN_FFT_C2C, QN_FFT_Z2Z},
                                 {QN_FFT_C2C, QN_FFT_Z2Z},
                                 {QN_FFT_R2C, QN_FFT_D2Z},
                                 {QN_FFT_C2R, QN_FFT_Z2D}};
  return types[type][is_double];
}

static rocfft_status make(struct rocfft_plan_t *p, const qn_fft_shape *shape) {
  qn_fft_status status = qn_fft_create(&p->plan);
  if (status == QN_FFT_OK)
    status = qn_fft_make(p->plan, shape, &p->work_size);
  if (status != QN_FFT_OK && p->plan)
    (void)qn_fft_destroy(p->plan);
  return status_of(status);
}

static size_t element_size(rocfft_transform_type type, bool of_output,
                           bool is_double) {
  const bool real =
      (type == rocfft_transform_type_real_forward && !of_output) ||
      (type == rocfft_transform_type_real_inverse && of_output);
  return (real ? 1 : 2) * (is_double ? sizeof(double) : sizeof(float));
}

rocfft_status rocfft_plan_create(rocfft_plan *plan,
                                 rocfft_result_placement placement,
                                 rocfft_transform_type transform_type,
                                 rocfft_precision precision, size_t dimensions,
                                 const size_t *lengths,
                                 size_t number_of_transforms,
                                 const rocfft_plan_description description) {
  const bool is_double = precision == rocfft_precision_double;
  const wish w = {transform_type, placement == rocfft_placement_inplace,
                  dimensions, lengths};
  qn_fft_shape shape;
  if (!plan || !lengths ||
      (unsigned)transform_type > rocfft_transform_type_real_inverse)
    return refuse(rocfft_status_invalid_arg_value,
                  "there is no place for the plan, no lengths, or no such "
                  "transform");
  if (precision != rocfft_precision_single && !is_double)
    return refuse(rocfft_status_invalid_arg_value,
                  "transforms are of single and double precision");
  if (dimensions < 1 || dimensions > QN_FFT_RANK_MAX)
    return refuse(rocfft_status_invalid_dimensions,
                  "there are 1 to 3 dimensions");
  const qn_fft_shape base = {.rank = (int)dimensions,
                             .type = type_of(transform_type, is_double),
                             .batch = (int64_t)number_of_transforms};
  rocfft_status status = describe(&w, &base, description, &shape);
  struct rocfft_plan_t *p = status ? NULL : qn_alloc_array(1, sizeof(*p));
  if (!p)
    return status ? status : rocfft_status_failure;
  p->in_place = w.in_place;
  p->direction = transform_type == rocfft_transform_type_complex_inverse ||
                         transform_type == rocfft_transform_type_real_inverse
                     ? QN_FFT_INVERSE
                     : QN_FFT_FORWARD;
  if (description) {
    p->offsets[0] =
        description->in.offset * element_size(transform_type, false, is_double);
    p->offsets[1] =
        description->out.offset * element_size(transform_type, true, is_double);
  }
  status = make(p, &shape);
  if (status)
    qn_free(p);
  else
    *plan = p;
  return status;
}

rocfft_status rocfft_plan_destroy(rocfft_plan plan) {
  if (!plan)
    return refuse(rocfft_status_invalid_arg_value, "there is no plan");
  const qn_fft_status status = qn_fft_destroy(plan->plan);
  qn_free(plan);
  return status_of(status);
}

// Work areas are the plan's own.
rocfft_status rocfft_plan_get_work_buffer_size(const rocfft_plan plan,
                                               size_t *size_in_bytes) {
  if (!plan || !size_in_bytes)
    return refuse(rocfft_status_invalid_arg_value,
                  "there is no plan, or no place for the size");
  *size_in_bytes = 0;
  return rocfft_status_success;
}

rocfft_status rocfft_plan_get_print(const rocfft_plan plan) {
  if (!plan)
    return refuse(rocfft_status_invalid_arg_value, "there is no plan");
  printf("rocfft plan: %s, %s, work area of %zu bytes\n",
         plan->in_place ? "in place" : "out of place",
         plan->direction == QN_FFT_FORWARD ? "forward" : "inverse",
         plan->work_size);
  return rocfft_status_success;
}

// ---- Transforms

rocfft_status rocfft_execution_info_create(rocfft_execution_info *info) {
  if (!info)
    return refuse(rocfft_status_invalid_arg_value,
                  "there is no place for the information");
  *info = qn_alloc_array(1, sizeof(**info));
  return *info ? rocfft_status_success : rocfft_status_failure;
}

rocfft_status rocfft_execution_info_destroy(rocfft_execution_info info) {
  qn_free(info);
  return rocfft_status_success;
}

rocfft_status rocfft_execution_info_set_work_buffer(rocfft_execution_info info,
                                                    void *work_buffer,
                                                    const size_t size) {
  if (!info || (!work_buffer && size))
    return refuse(rocfft_status_invalid_work_buffer, "there is no work area");
  info->area = work_buffer;
  info->area_size = size;
  return rocfft_status_success;
}

rocfft_status rocfft_execution_info_set_stream(rocfft_execution_info info,
                                               void *stream) {
  if (!info)
    return refuse(rocfft_status_invalid_arg_value, "there is no information");
  info->stream = stream;
  return rocfft_status_success;
}

rocfft_status rocfft_execute(const rocfft_plan plan, void *in_buffer[],
                             void *out_buffer[], rocfft_execution_info info) {
  if (!plan)
    return refuse(rocfft_status_invalid_arg_value, "there is no plan");
  if (!in_buffer || !in_buffer[0] ||
      (!plan->in_place && (!out_buffer || !out_buffer[0])))
    return refuse(rocfft_status_invalid_arg_value, "an array is null");
  char *in = (char *)in_buffer[0] + plan->offsets[0];
  char *out =
      (char *)(plan->in_place ? in_buffer : out_buffer)[0] + plan->offsets[1];
  qn_fft_set_stream(plan->plan, info ? info->stream : NULL);
  return status_of(qn_fft_exec(
      plan->plan,
      &(const qn_fft_job){.in = in, .out = out, .direction = plan->direction}));
}
