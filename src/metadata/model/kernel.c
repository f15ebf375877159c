// SPDX-License-Identifier: Apache-2.0
#include "metadata/model/kernel.h"

static const struct {
  const char *name, *summary;
} sources[] = {
#define QN_SOURCE(id, text, summary) {text, summary},
#include "metadata/model/sources.def"
#undef QN_SOURCE
};

static const char *const kinds[] = {
    [QN_ARGUMENT_VALUE] = "value",     [QN_ARGUMENT_POINTER] = "pointer",
    [QN_ARGUMENT_SHARED] = "shared",   [QN_ARGUMENT_IMAGE] = "image",
    [QN_ARGUMENT_SAMPLER] = "sampler", [QN_ARGUMENT_HIDDEN] = "hidden",
};

static const char *const spaces[] = {
    [QN_SPACE_GENERIC] = "generic",   [QN_SPACE_GLOBAL] = "global",
    [QN_SPACE_CONSTANT] = "constant", [QN_SPACE_SHARED] = "shared",
    [QN_SPACE_PRIVATE] = "private",
};

const char *qn_source_name(qn_source source) { return sources[source].name; }

const char *qn_source_summary(qn_source source) {
  return sources[source].summary;
}

const char *qn_argument_kind_name(qn_argument_kind kind) { return kinds[kind]; }

bool qn_argument_kind_find(qn_str name, qn_argument_kind *out_kind) {
  for (size_t i = 0; i < QN_ARGUMENT_KIND_COUNT; ++i) {
    if (qn_str_equal(name, qn_str_from(kinds[i]))) {
      *out_kind = (qn_argument_kind)i;
      return true;
    }
  }
  return false;
}

const char *qn_space_name(qn_space space) { return spaces[space]; }

bool qn_space_find(qn_str name, qn_space *out_space) {
  for (size_t i = QN_SPACE_UNKNOWN + 1; i < QN_SPACE_COUNT; ++i) {
    if (qn_str_equal(name, qn_str_from(spaces[i]))) {
      *out_space = (qn_space)i;
      return true;
    }
  }
  return false;
}

const qn_kernel *qn_image_find_kernel(const qn_image *image, qn_str name) {
  for (size_t i = 0; i < image->kernel_count; ++i)
    if (qn_str_equal(image->kernels[i].name, name))
      return &image->kernels[i];
  for (size_t i = 0; i < image->kernel_count; ++i)
    if (qn_str_equal(image->kernels[i].symbol, name) ||
        (image->kernels[i].demangled.size &&
         qn_str_equal(image->kernels[i].demangled, name)))
      return &image->kernels[i];
  return NULL;
}
