// SPDX-License-Identifier: Apache-2.0
// xclbin: kernels and arguments from the XML text in the embedded metadata.
// Only start tags and their attributes are parsed; entities and DTDs are
// ignored, so nothing can expand.
#include "base/text.h"
#include "formats/container/xclbin.h"
#include "metadata/extract/extract.h"

typedef struct tag {
  qn_str name; // "/kernel" for an end
  qn_str attributes;
} tag;

// The next tag of `*rest`; false at the end.
static bool next_tag(qn_str *rest, tag *out) {
  for (;;) {
    const size_t start = qn_str_find(*rest, '<');
    if (start == rest->size)
      return false;
    qn_str inside = qn_str_skip(*rest, start + 1);
    if (qn_str_starts(inside, QN_STR("!--"))) { // a comment
      while (inside.size && !qn_str_starts(inside, QN_STR("-->")))
        inside = qn_str_skip(inside, 1);
      *rest = inside;
      continue;
    }
    const size_t size = qn_str_find(inside, '>');
    *rest = qn_str_skip(inside, size);
    inside.size = size;
    size_t end = 0;
    while (end < inside.size && inside.data[end] != ' ' &&
           inside.data[end] != '\n' && inside.data[end] != '\t')
      ++end;
    *out = (tag){{inside.data, end}, qn_str_skip(inside, end)};
    return true;
  }
}

// The value of an attribute; false when the tag has no such attribute.
static bool find_attribute(const tag *t, qn_str name, qn_str *out_value) {
  qn_str rest = t->attributes;
  for (;;) {
    while (rest.size && (*rest.data == ' ' || *rest.data == '\n' ||
                         *rest.data == '\t' || *rest.data == '\r'))
      rest = qn_str_skip(rest, 1);
    const size_t equal = qn_str_find(rest, '=');
    if (equal + 1 >= rest.size)
      return false;
    const qn_str found = {rest.data, equal};
    const char quote = rest.data[equal + 1];
    const qn_str value = qn_str_skip(rest, equal + 2);
    const size_t size =
        quote == '"' || quote == '\'' ? qn_str_find(value, quote) : value.size;
    if (size == value.size)
      return false; // no quote, or an unterminated one
    if (qn_str_equal(found, name)) {
      *out_value = (qn_str){value.data, size};
      return true;
    }
    rest = qn_str_skip(value, size + 1);
  }
}

static uint64_t number_of(const tag *t, qn_str name, uint64_t otherwise) {
  qn_str value;
  uint64_t number;
  return find_attribute(t, name, &value) && qn_text_uint(value, &number)
             ? number
             : otherwise;
}

typedef struct xml_reader {
  qn_extract *x;
  qn_found found;
  bool in_kernel;
} xml_reader;

static void begin_kernel(xml_reader *r, const tag *t) {
  qn_kernel *k = qn_extract_add_kernel(r->x, &r->found);
  if (!k)
    return;
  k->source = QN_SOURCE_XCLBIN;
  k->arguments_known = true;
  (void)find_attribute(t, QN_STR("name"), &k->name);
  k->symbol = k->name;
  r->in_kernel = true;
}

static void add_argument(xml_reader *r, const tag *t) {
  // addressQualifier: scalar, global, constant, local, stream.
  static const struct {
    qn_argument_kind kind;
    qn_space space;
  } kinds[] = {
      {QN_ARGUMENT_VALUE, QN_SPACE_UNKNOWN},
      {QN_ARGUMENT_POINTER, QN_SPACE_GLOBAL},
      {QN_ARGUMENT_POINTER, QN_SPACE_CONSTANT},
      {QN_ARGUMENT_SHARED, QN_SPACE_SHARED},
      {QN_ARGUMENT_POINTER, QN_SPACE_UNKNOWN},
  };
  qn_kernel *k = &r->found.kernels[r->found.count - 1];
  qn_argument *a = qn_extract_add_argument(r->x, &r->found, &k->arguments,
                                           &k->argument_count);
  if (!a)
    return;
  const uint64_t kind = number_of(t, QN_STR("addressQualifier"), 0);
  *a = (qn_argument){
      .index = (uint32_t)number_of(t, QN_STR("id"), k->argument_count - 1),
      .kind = kinds[kind < 5 ? kind : 0].kind,
      .space = kinds[kind < 5 ? kind : 0].space,
      .offset = number_of(t, QN_STR("offset"), QN_OFFSET_UNKNOWN),
      .size = number_of(t, QN_STR("size"), 0),
  };
  (void)find_attribute(t, QN_STR("name"), &a->name);
  (void)find_attribute(t, QN_STR("type"), &a->type);
}

static qn_status read_xml(xml_reader *r, qn_span xml, qn_diag *diag) {
  qn_str rest = qn_span_str(xml);
  tag t;
  while (!r->found.memory && !r->found.too_many && next_tag(&rest, &t)) {
    if (qn_str_equal(t.name, QN_STR("kernel")))
      begin_kernel(r, &t);
    else if (qn_str_equal(t.name, QN_STR("/kernel")))
      r->in_kernel = false;
    else if (r->in_kernel && qn_str_equal(t.name, QN_STR("arg")))
      add_argument(r, &t);
  }
  QN_TRY(qn_extract_check(r->x, &r->found, "an xclbin", diag));
  r->x->image->kernels = r->found.kernels;
  r->x->image->kernel_count = r->found.count;
  return qn_ok();
}

qn_status qn_extract_xclbin(qn_extract *x, qn_diag *diag) {
  qn_xclbin file;
  QN_TRY(qn_xclbin_open(x->item->bytes, x->item->offset, &file, diag));
  x->image->target = file.platform;
  x->image->version =
      qn_arena_printf(x->arena, "%u.%u", file.major, file.minor);
  if (!x->image->version.data)
    return qn_fail_memory(diag, "the version of the xclbin");
  if (x->limits->detail == QN_DETAIL_IMAGE)
    return qn_ok();
  qn_span xml;
  uint64_t offset;
  QN_TRY(qn_xclbin_section(&file, QN_XCLBIN_METADATA, &xml, &offset, diag));
  if (!xml.size)
    qn_extract_warn(x, "there is no embedded metadata: kernels are not "
                       "described");
  xml_reader r = {.x = x};
  return read_xml(&r, xml, diag);
}
