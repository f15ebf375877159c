// SPDX-License-Identifier: Apache-2.0
#include "package/store/manifest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/text.h"

// ---- Reading

typedef struct reader {
  qn_span text;
  qn_arena *arena;
  qn_diag *diag;
} reader;

static qn_status wrong(reader *r, const qn_json *at, const char *what) {
  return qn_fail(r->diag, QN_E_MALFORMED, qn_json_place(r->text, at), "%s",
                 what);
}

static qn_status read_text(reader *r, const qn_json *object, const char *key,
                           qn_str *out) {
  const qn_json *value = qn_json_get(object, key);
  if (value && value->type == QN_JSON_STRING) {
    *out = value->text;
    return qn_ok();
  }
  return qn_fail(r->diag, QN_E_MALFORMED,
                 qn_json_place(r->text, value ? value : object),
                 "a kernel of the manifest needs a text '%s'", key);
}

// A path that leads out of the folder is rejected.
static bool is_inside(qn_str path) {
  qn_str rest = path, part;
  if (!path.size || path.data[0] == '/' || memchr(path.data, 0, path.size))
    return false;
  while (rest.size && qn_str_split(&rest, '/', &part))
    if (!part.size || qn_str_equal(part, QN_STR(".")) ||
        qn_str_equal(part, QN_STR("..")))
      return false;
  return true;
}

static qn_status read_file(reader *r, const qn_json *object,
                           qn_manifest_file *out) {
  char digits[17];
  int64_t size;
  char *end;
  const qn_json *bytes = qn_json_get(object, "size");
  qn_str hash = {0};
  QN_TRY(read_text(r, object, "file", &out->path));
  QN_TRY(read_text(r, object, "xxh3", &hash));
  if (!is_inside(out->path))
    return wrong(r, qn_json_get(object, "file"),
                 "a path that leads out of the folder");
  if (!bytes || !qn_json_int(bytes, &size) || size < 0)
    return wrong(r, object, "a file of the manifest needs a size");
  if (hash.size != 16)
    return wrong(r, object, "a hash has 16 hexadecimal digits");
  memcpy(digits, hash.data, 16);
  digits[16] = '\0';
  out->size = (uint64_t)size;
  out->hash = strtoull(digits, &end, 16);
  return end == digits + 16
             ? qn_ok()
             : wrong(r, object, "a hash has 16 hexadecimal digits");
}

static qn_status read_tensor(reader *r, const qn_json *value, qn_tensor *out) {
  if (value && value->type == QN_JSON_STRING &&
      !qn_failed(qn_tensor_parse(value->text, out, NULL)))
    return qn_ok();
  return value ? wrong(r, value, "no tensor") : qn_ok();
}

static qn_status read_call(reader *r, const qn_json *object,
                           qn_manifest_kernel *out) {
  const qn_json *op = qn_json_get(object, "op");
  const qn_json *inputs = qn_json_get(object, "inputs");
  const qn_json *params = qn_json_get(object, "op_params");
  qn_ggml_call call = {0};
  size_t count = 0;
  if (!op)
    return qn_ok();
  if (op->type != QN_JSON_STRING || !inputs || inputs->type != QN_JSON_ARRAY ||
      inputs->count < 1 || inputs->count > QN_GGML_SOURCES ||
      !qn_json_get(object, "output"))
    return wrong(r, op, "an operation needs inputs and an output");
  // An operation of a newer Quern can only be found by its name.
  if (qn_failed(qn_ggml_op_find(op->text, &call.op, NULL)))
    return qn_ok();
  QN_TRY(read_tensor(r, qn_json_get(object, "output"), &call.dst));
  for (const qn_json *item = inputs->first; item; item = item->next)
    QN_TRY(read_tensor(r, item, &call.src[call.src_count++]));
  for (const qn_json *item = params ? params->first : NULL;
       item && count < QN_GGML_PARAMS; item = item->next) {
    int64_t value;
    if (!qn_json_int(item, &value) || value < 0 || value > UINT32_MAX)
      return wrong(r, item, "a parameter has 32 bits");
    call.params[count++] = (uint32_t)value;
  }
  if (qn_failed(qn_ggml_check(&call, NULL, NULL)))
    return wrong(r, op, "an operation that cannot be on these tensors");
  out->call = call;
  out->has_call = true;
  return qn_ok();
}

static qn_status read_aliases(reader *r, const qn_json *object,
                              qn_manifest_kernel *out) {
  const qn_json *aliases = qn_json_get(object, "aliases");
  if (!aliases)
    return qn_ok();
  qn_str *names = qn_arena_alloc(r->arena, aliases->count + 1, sizeof(*names));
  if (!names)
    return qn_fail_memory(r->diag, "the manifest");
  for (const qn_json *item = aliases->first; item; item = item->next) {
    if (item->type != QN_JSON_STRING)
      return wrong(r, item, "an alias is a text");
    names[out->alias_count++] = item->text;
  }
  out->aliases = names;
  return qn_ok();
}

static qn_status read_kernel(reader *r, const qn_json *object,
                             qn_manifest_kernel *out) {
  const qn_json *insts = qn_json_get(object, "insts");
  if (object->type != QN_JSON_OBJECT)
    return wrong(r, object, "a kernel of the manifest is an object");
  QN_TRY(read_text(r, object, "arch", &out->arch));
  QN_TRY(read_text(r, object, "name", &out->name));
  if (qn_json_get(object, "symbol"))
    QN_TRY(read_text(r, object, "symbol", &out->symbol));
  QN_TRY(read_file(r, object, &out->code));
  if (insts)
    QN_TRY(read_file(r, insts, &out->insts));
  QN_TRY(read_aliases(r, object, out));
  return read_call(r, object, out);
}

qn_status qn_manifest_read(qn_span text, qn_arena *arena,
                           qn_manifest *out_manifest, qn_diag *diag) {
  reader r = {text, arena, diag};
  const qn_json *root;
  qn_str schema = {0};
  QN_TRY(qn_json_parse(text, arena, &root, diag));
  if (root->type != QN_JSON_OBJECT)
    return wrong(&r, root, "a manifest is an object");
  QN_TRY(read_text(&r, root, "schema", &schema));
  if (!qn_str_equal(schema, QN_STR(QN_MANIFEST_SCHEMA)))
    return qn_fail(diag, QN_E_UNSUPPORTED,
                   qn_json_place(text, qn_json_get(root, "schema")),
                   "the manifest's schema is '%.*s', expected "
                   "'" QN_MANIFEST_SCHEMA "'",
                   QN_STR_ARG(schema));
  const qn_json *kernels = qn_json_get(root, "kernels");
  if (!kernels || kernels->type != QN_JSON_ARRAY)
    return wrong(&r, kernels ? kernels : root,
                 "a manifest needs a list 'kernels'");
  qn_manifest all = {.kernels = qn_arena_alloc(arena, kernels->count + 1,
                                               sizeof(*all.kernels))};
  if (!all.kernels)
    return qn_fail_memory(diag, "the manifest");
  for (const qn_json *item = kernels->first; item; item = item->next)
    QN_TRY(read_kernel(&r, item, &all.kernels[all.count++]));
  *out_manifest = all;
  return qn_ok();
}

// ---- Writing

static int compare(qn_str a, qn_str b) {
  const size_t size = a.size < b.size ? a.size : b.size;
  const int order = size ? memcmp(a.data, b.data, size) : 0;
  return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_name(const void *a, const void *b) {
  const qn_manifest_kernel *x = a, *y = b;
  const int order = compare(x->arch, y->arch);
  return order ? order : compare(x->name, y->name);
}

static void put_text(qn_buffer *out, const char *key, qn_str value) {
  qn_buffer_printf(out, "\"%s\":", key);
  qn_text_json(value, out);
}

static void put_file(qn_buffer *out, const qn_manifest_file *file) {
  put_text(out, "file", file->path);
  qn_buffer_printf(out, ",\"size\":%" PRIu64 ",\"xxh3\":\"%016" PRIx64 "\"",
                   file->size, file->hash);
}

static void put_tensor(qn_buffer *out, const qn_tensor *tensor) {
  qn_buffer_u8(out, '"');
  qn_tensor_print(tensor, out);
  qn_buffer_u8(out, '"');
}

static void put_three(qn_buffer *out, const char *key, const uint32_t v[3]) {
  qn_buffer_printf(out, ",\"%s\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", key,
                   v[0], v[1], v[2]);
}

static void put_call(qn_buffer *out, const qn_ggml_call *call) {
  size_t count = QN_GGML_PARAMS;
  qn_ggml_launch launch;
  qn_buffer_append_str(out, QN_STR(",\n  "));
  put_text(out, "op", qn_str_from(call->op->name));
  qn_buffer_append_str(out, QN_STR(",\"output\":"));
  put_tensor(out, &call->dst);
  qn_buffer_append_str(out, QN_STR(",\"inputs\":["));
  for (size_t i = 0; i < call->src_count; ++i) {
    if (i)
      qn_buffer_u8(out, ',');
    put_tensor(out, &call->src[i]);
  }
  qn_buffer_u8(out, ']');
  while (count && !call->params[count - 1])
    --count;
  for (size_t i = 0; i < count; ++i)
    qn_buffer_printf(out, "%s%" PRIu32, i ? "," : ",\"op_params\":[",
                     call->params[i]);
  if (count)
    qn_buffer_u8(out, ']');
  if (!qn_failed(qn_ggml_geometry(call, &launch, NULL))) {
    put_three(out, "grid", launch.grid);
    put_three(out, "block", launch.block);
  }
}

static void put_kernel(qn_buffer *out, const qn_manifest_kernel *k) {
  qn_buffer_append_str(out, QN_STR(" {"));
  put_text(out, "arch", k->arch);
  qn_buffer_u8(out, ',');
  put_text(out, "name", k->name);
  if (k->alias_count) {
    qn_buffer_append_str(out, QN_STR(",\"aliases\":["));
    for (size_t i = 0; i < k->alias_count; ++i) {
      if (i)
        qn_buffer_u8(out, ',');
      qn_text_json(k->aliases[i], out);
    }
    qn_buffer_u8(out, ']');
  }
  qn_buffer_append_str(out, QN_STR(",\n  "));
  put_file(out, &k->code);
  if (k->symbol.size) {
    qn_buffer_u8(out, ',');
    put_text(out, "symbol", k->symbol);
  }
  if (k->insts.path.size) {
    qn_buffer_append_str(out, QN_STR(",\n  \"insts\":{"));
    put_file(out, &k->insts);
    qn_buffer_u8(out, '}');
  }
  if (k->has_call)
    put_call(out, &k->call);
  qn_buffer_u8(out, '}');
}

void qn_manifest_write(qn_manifest *manifest, qn_buffer *out) {
  if (manifest->count)
    qsort(manifest->kernels, manifest->count, sizeof(*manifest->kernels),
          by_name);
  qn_buffer_append_str(
      out, QN_STR("{\"schema\":\"" QN_MANIFEST_SCHEMA "\",\"kernels\":[\n"));
  for (size_t i = 0; i < manifest->count; ++i) {
    put_kernel(out, &manifest->kernels[i]);
    qn_buffer_append_str(out, i + 1 < manifest->count ? QN_STR(",\n")
                                                      : QN_STR("\n"));
  }
  qn_buffer_append_str(out, QN_STR("]}\n"));
}
