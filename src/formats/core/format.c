// SPDX-License-Identifier: Apache-2.0
#include "formats/core/format.h"

#include <inttypes.h>

#include "base/buffer.h"
#include "formats/core/expand.h"

static const qn_format *const formats[] = {
#define QN_FORMAT(id, kernels) &qn_format_##id,
#include "formats/core/formats.def"
#undef QN_FORMAT
};

enum { FORMAT_COUNT = sizeof(formats) / sizeof(formats[0]) };

const qn_limits qn_limits_default = {
    .expanded_size = UINT64_C(4) << 30,
    .depth = 8,
    .items = (size_t)1 << 20,
    .kernels = (size_t)1 << 17,
};

struct qn_walk {
  const qn_limits *limits;
  qn_item_fn *visit;
  void *user;
  const char *path[QN_DEPTH_MAX + 1];
  size_t depth; // of `path`
  size_t depth_limit;
  size_t items;
  size_t expansions; // nested compressed members around the current one
  uint64_t expanded; // bytes, in those
  uint64_t total;    // bytes, in all members so far
  uint64_t total_limit;
};

const qn_format *const *qn_formats(size_t *out_count) {
  *out_count = FORMAT_COUNT;
  return formats;
}

const qn_format *qn_format_detect(qn_span bytes) {
  for (size_t i = 0; i < FORMAT_COUNT; ++i)
    if (formats[i]->probe(bytes))
      return formats[i];
  return NULL;
}

const qn_format *qn_format_find(qn_str name) {
  for (size_t i = 0; i < FORMAT_COUNT; ++i)
    if (qn_str_equal(qn_str_from(formats[i]->name), name))
      return formats[i];
  return NULL;
}

static qn_status fail_depth(const qn_walk *w, uint64_t at, qn_diag *diag) {
  return qn_fail(diag, QN_E_LIMIT, (qn_place){at, 0, NULL},
                 "containers are nested deeper than %zu", w->depth_limit);
}

// Visits the item, then walks what is in it.
static qn_status walk_item(qn_walk *w, const qn_item *item, qn_diag *diag) {
  const qn_format *format = item->format;
  if (!format || !format->contains_only)
    QN_TRY(w->visit(w->user, item, diag));
  if (!format || !format->walk)
    return qn_ok();
  // An image may carry others, and mostly does not: its members are refused.
  if (w->depth == w->depth_limit && !format->is_image)
    return fail_depth(w, item->offset, diag);
  w->path[w->depth++] = format->name;
  const qn_status status = format->walk(w, item->bytes, item->offset, diag);
  --w->depth;
  return status;
}

qn_status qn_walk_member(qn_walk *w, qn_span bytes, uint64_t offset,
                         qn_str label, qn_diag *diag) {
  if (w->depth > w->depth_limit)
    return fail_depth(w, offset, diag);
  if (++w->items > w->limits->items)
    return qn_fail(diag, QN_E_LIMIT, (qn_place){offset, 0, NULL},
                   "more than %zu members in the containers of one file",
                   w->limits->items);
  const qn_item item = {
      .format = qn_format_detect(bytes),
      .bytes = bytes,
      .offset = offset,
      .is_expanded = w->expansions != 0,
      .label = label,
      .path = w->path,
      .path_count = w->depth,
  };
  return walk_item(w, &item, diag);
}

uint64_t qn_walk_expandable(const qn_walk *w) {
  const uint64_t now = w->limits->expanded_size - w->expanded;
  const uint64_t ever = w->total_limit - w->total;
  return now < ever ? now : ever;
}

qn_status qn_walk_expanded(qn_walk *w, qn_span bytes, qn_str label,
                           qn_diag *diag) {
  w->expanded += bytes.size;
  w->total += bytes.size;
  ++w->expansions;
  const qn_status status = qn_walk_member(w, bytes, 0, label, diag);
  --w->expansions;
  w->expanded -= bytes.size;
  if (qn_failed(status) && diag)
    diag->place.is_expanded = true;
  qn_expand_free(bytes);
  return status;
}

// Lists what can be read, in the order of the table, each format once.
static void hint_formats(qn_diag *diag) {
  const char *names[FORMAT_COUNT];
  size_t count = 0;
  qn_buffer text = {0};
  for (size_t i = 0; i < FORMAT_COUNT; ++i) {
    bool is_new = formats[i]->plural != NULL;
    for (size_t k = 0; k < count && is_new; ++k)
      is_new = strcmp(names[k], formats[i]->plural) != 0;
    if (is_new)
      names[count++] = formats[i]->plural;
  }
  for (size_t i = 0; i < count; ++i)
    qn_buffer_printf(&text, "%s%s",
                     i == 0           ? ""
                     : i + 1 == count ? " and "
                                      : ", ",
                     names[i]);
  if (!text.failed)
    qn_diag_hint(diag, "Quern reads %s.", qn_buffer_text(&text));
  qn_buffer_finish(&text);
}

qn_status qn_format_walk(qn_span file, const qn_limits *limits,
                         qn_item_fn *visit, void *user, qn_diag *diag) {
  const qn_format *format = qn_format_detect(file);
  if (!format) {
    const qn_status status = qn_fail(
        diag, QN_E_UNSUPPORTED, (qn_place){0, file.size < 16 ? file.size : 16},
        file.size ? "not a format that Quern reads" : "the file is empty");
    if (file.size)
      hint_formats(diag);
    return status;
  }
  enum { RATIO = 256 }; // typical contents stay below 60
  qn_walk w = {
      .limits = limits ? limits : &qn_limits_default,
      .visit = visit,
      .user = user,
  };
  w.depth_limit =
      w.limits->depth < QN_DEPTH_MAX ? w.limits->depth : QN_DEPTH_MAX;
  if (__builtin_mul_overflow(file.size, RATIO, &w.total_limit) ||
      __builtin_add_overflow(w.total_limit, w.limits->expanded_size,
                             &w.total_limit))
    w.total_limit = UINT64_MAX;
  const qn_item item = {.format = format, .bytes = file, .path = w.path};
  return walk_item(&w, &item, diag);
}
