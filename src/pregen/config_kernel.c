// SPDX-License-Identifier: Apache-2.0
// The contents of a kernel in a configuration: an operation of ggml on tensors,
// or sources, defines and options of the user's own.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/system/install.h"
#include "base/suggestion.h"
#include "base/text.h"
#include "pregen/config_internal.h"

const char *qn_config_path(qn_config *c, const char *folder, qn_str name) {
  const bool whole = name.size && name.data[0] == '/';
  const qn_str path = qn_arena_printf(&c->plan->arena, "%s%.*s",
                                      whole ? "" : folder, QN_STR_ARG(name));
  c->memory |= path.data == NULL;
  return path.data;
}

static bool is_file(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

// ---- Sources

typedef struct source {
  const char *path, *shown, *folder;
} source;

// Looks for `name` in `folder` (with its '/'); with `endings`, for its stem
// with each of them.
static bool find_in(qn_config *c, const char *folder, qn_str name,
                    const char *const *endings, source *out) {
  const qn_str extension = qn_path_extension(name);
  const qn_str stem = {name.data, name.size - extension.size};
  for (; *endings; ++endings) {
    const qn_str shown =
        qn_arena_printf(&c->plan->arena, "%.*s%s",
                        QN_STR_ARG(**endings ? stem : name), *endings);
    const char *path = shown.data ? qn_config_path(c, folder, shown) : NULL;
    if (!path) {
      c->memory = true;
      return false;
    }
    if (is_file(path)) {
      *out = (source){path, shown.data, folder};
      return true;
    }
  }
  return false;
}

// For compiled architectures "python-file.py" names a shipped kernel.
static const char *const *endings_of(qn_str name, bool npu) {
  static const char *const as_it_is[] = {"", NULL};
  static const char *const compiled[] = {".cu", ".hip", NULL};
  const qn_str extension = qn_path_extension(name);
  return !npu && (qn_str_equal(extension, QN_STR(".py")) || !extension.size)
             ? compiled
             : as_it_is;
}

bool qn_pregen_is_shipped(qn_str function, qn_str file) {
  const qn_ggml_op *op;
  char relative[QN_PREGEN_NAME_MAX], path[4096];
  const qn_str name = qn_path_name(file);
  const size_t size = name.size - qn_path_extension(name).size;
  if (qn_failed(qn_ggml_op_find(function, &op, NULL)) || size > 100)
    return false;
  snprintf(relative, sizeof(relative), "kernels/%.*s.cu", (int)size, name.data);
  return qn_install_find(relative, path, sizeof(path));
}

// Where a source may be, each with its '/', the first one first.
typedef struct places {
  const char *folders[3];
  size_t count;
} places;

static places places_of(qn_config *c, bool shipped) {
  places all = {0};
  char installed[4096];
  qn_arena *arena = &c->plan->arena;
  if (c->options->kernels_dir)
    all.folders[all.count++] =
        qn_arena_printf(arena, "%s/", c->options->kernels_dir).data;
  all.folders[all.count++] = c->file->folder;
  if (shipped && qn_install_find("kernels", installed, sizeof(installed)))
    all.folders[all.count++] = qn_arena_printf(arena, "%s/", installed).data;
  for (size_t i = 0; i < all.count; ++i)
    c->memory |= !all.folders[i];
  return all;
}

static void fail_source(qn_config *c, const qn_json *at,
                        const qn_json *function, const places *all, bool npu) {
  qn_diag diag = {.code = QN_E_MALFORMED,
                  .place = qn_json_place(c->file->text.bytes, at)};
  char text[400] = "";
  for (size_t i = 0; i < all->count; ++i) {
    const size_t used = strlen(text);
    snprintf(text + used, sizeof(text) - used, "%s'%s'", i ? ", " : "",
             all->folders[i][0] ? all->folders[i] : "./");
  }
  snprintf(diag.message, sizeof(diag.message),
           "Kernel source not found: %.*s%s", QN_STR_ARG(at->text),
           endings_of(at->text, npu)[1] ? ", with .cu or .hip for this arch"
                                        : "");
  qn_diag_context(&diag, "looking in %s", text);
  if (function && npu)
    qn_diag_hint(&diag,
                 "aie2 and aie2p take ggml-hsa's Python files (--kernels-dir), "
                 "and IRON.%s",
                 qn_pregen_is_shipped(function->text, at->text)
                     ? " Other targets have this operation without both: "
                       "--arch native, or what 'quern targets' lists."
                     : "");
  qn_config_report(c, &diag);
}

// `function` is the operation's name; NULL for a program of the user's own,
// of which nothing is shipped.
static bool find_source(qn_config *c, const qn_json *at,
                        const qn_json *function, bool npu, source *out) {
  const qn_str name = at->text;
  if (!name.size || memchr(name.data, 0, name.size)) {
    qn_config_fail(c, at, NULL, "a source without a name");
    return false;
  }
  const places all = places_of(c, function != NULL);
  for (size_t i = 0; i < all.count && !c->memory; ++i)
    if (find_in(c, all.folders[i], name, endings_of(name, npu), out))
      return true;
  if (!c->memory)
    fail_source(c, at, function, &all, npu);
  return false;
}

static bool set_sources(qn_config *c, qn_pregen_kernel *kernel,
                        const source *sources, size_t count) {
  const char **paths =
      qn_arena_alloc(&c->plan->arena, count + 1, sizeof(*paths));
  const char **shown =
      qn_arena_alloc(&c->plan->arena, count + 1, sizeof(*shown));
  c->memory |= !paths || !shown;
  if (c->memory)
    return false;
  for (size_t i = 0; i < count; ++i) {
    paths[i] = sources[i].path;
    shown[i] = sources[i].shown;
  }
  kernel->paths = paths;
  kernel->shown = shown;
  kernel->folder = sources[0].folder;
  return true;
}

// ---- Operations

static bool read_tensor(qn_config *c, const qn_json *at, qn_tensor *out) {
  qn_diag diag = {0};
  if (at->type != QN_JSON_STRING) {
    qn_config_fail(c, at, "Write a tensor as \"(1024,1,1,1)/f32\".",
                   "a tensor must be a string, not %s",
                   qn_json_type_name(at->type));
    return false;
  }
  if (!qn_failed(qn_tensor_parse(at->text, out, &diag)))
    return true;
  qn_config_fail_in(c, at, &diag);
  return false;
}

static bool read_inputs(qn_config *c, const qn_json *value,
                        qn_ggml_call *call) {
  bool good = true;
  if (value->type != QN_JSON_ARRAY) {
    qn_config_fail(c, value, NULL, "'input_tensors' must be a list, not %s",
                   qn_json_type_name(value->type));
    return false;
  }
  if (value->count < 1 || value->count > QN_GGML_SOURCES) {
    qn_config_fail(c, value, NULL,
                   "'input_tensors' must hold 1 or 2 tensors, not %zu",
                   value->count);
    return false;
  }
  for (const qn_json *item = value->first; item; item = item->next)
    good = read_tensor(c, item, &call->src[call->src_count++]) && good;
  return good;
}

// 32-bit integers, signed or unsigned, or strings such as "0x3f800000".
static bool read_param(const qn_json *item, uint32_t *out) {
  int64_t value;
  uint64_t bits;
  if (item->type == QN_JSON_STRING && qn_text_uint(item->text, &bits) &&
      bits <= UINT32_MAX) {
    *out = (uint32_t)bits;
    return true;
  }
  if (!qn_json_int(item, &value) || value < INT32_MIN || value > UINT32_MAX)
    return false;
  *out = (uint32_t)value;
  return true;
}

static bool read_params(qn_config *c, const qn_json *entry,
                        qn_ggml_call *call) {
  const qn_json *value = qn_json_get(entry, "op_params");
  size_t count = 0;
  if (!value)
    return true;
  if (value->type != QN_JSON_ARRAY || value->count > QN_GGML_PARAMS) {
    qn_config_fail(c, value, NULL,
                   "'op_params' must be a list of at most 16 integers");
    return false;
  }
  for (const qn_json *item = value->first; item; item = item->next)
    if (!read_param(item, &call->params[count++])) {
      qn_config_fail(c, item,
                     "Write a float as the text of its bits, \"0x3f800000\".",
                     "an element of 'op_params' must be an integer of 32 bits");
      return false;
    }
  return true;
}

static bool read_tensors(qn_config *c, const qn_json *entry,
                         qn_ggml_call *call) {
  const qn_json *inputs = qn_json_get(entry, "input_tensors");
  const qn_json *output = qn_json_get(entry, "output_tensor");
  if (!inputs)
    qn_config_fail(c, entry, NULL, "Kernel %d missing 'input_tensors'",
                   c->index);
  if (!output)
    qn_config_fail(c, entry, NULL, "Kernel %d missing 'output_tensor'",
                   c->index);
  const bool good = inputs && read_inputs(c, inputs, call);
  return output && read_tensor(c, output, &call->dst) && good &&
         read_params(c, entry, call);
}

// The JSON value of operand `culprit`, or the whole entry.
static const qn_json *operand(const qn_json *entry, int culprit) {
  const qn_json *item = qn_json_get(entry, "input_tensors")->first;
  if (culprit == 0)
    return qn_json_get(entry, "output_tensor");
  for (int i = 1; i < culprit && item; ++i)
    item = item->next;
  return culprit > 0 && item ? item : qn_json_get(entry, "input_tensors");
}

// Sources use int for extents.
static bool check_extents(qn_config *c, const qn_json *entry,
                          const qn_ggml_call *call) {
  for (int t = 0; t <= (int)call->src_count; ++t) {
    const qn_tensor *tensor = t ? &call->src[t - 1] : &call->dst;
    for (int i = 0; i < QN_TENSOR_DIMS; ++i)
      if (tensor->ne[i] > INT32_MAX) {
        qn_config_fail(c, operand(entry, t), NULL,
                       "dimension %d, %" PRId64 ", is beyond 2^31 - 1", i,
                       tensor->ne[i]);
        return false;
      }
  }
  return true;
}

static bool check_call(qn_config *c, const qn_json *entry, qn_ggml_call *call) {
  qn_ggml_launch launch;
  qn_diag diag = {0};
  int culprit = -1;
  qn_status status = qn_ggml_check(call, &culprit, &diag);
  if (!qn_failed(status)) {
    qn_ggml_normalize(call);
    status = qn_ggml_geometry(call, &launch, &diag);
  }
  if (!qn_failed(status))
    return check_extents(c, entry, call);
  diag.code = QN_E_MALFORMED;
  diag.place = qn_json_place(c->file->text.bytes, operand(entry, culprit));
  qn_config_report(c, &diag);
  return false;
}

// For aie2, any function of any Python file is an operation.
static const qn_ggml_op *foreign_op(qn_config *c, qn_str function) {
  qn_ggml_op *op = QN_ARENA_NEW(&c->plan->arena, qn_ggml_op);
  qn_str bare = function;
  if (qn_str_starts(bare, QN_STR("ggml_unary_op_")))
    bare = qn_str_skip(bare, 14);
  else if (qn_str_starts(bare, QN_STR("ggml_op_")))
    bare = qn_str_skip(bare, 8);
  char *name = NULL;
  if (op) {
    const qn_str copy = qn_arena_copy(&c->plan->arena, bare);
    name = copy.data ? (char *)(uintptr_t)copy.data : NULL;
    for (size_t i = 0; name && i < copy.size; ++i)
      name[i] = (char)tolower((unsigned char)name[i]);
    op->name = name;
    op->kind = QN_GGML_MUL_MAT; // prevents flattening
  }
  c->memory |= !name;
  return name ? op : NULL;
}

static bool is_identifier(qn_str text) {
  for (size_t i = 0; i < text.size; ++i)
    if (!(isalpha((unsigned char)text.data[i]) || text.data[i] == '_' ||
          (i && isdigit((unsigned char)text.data[i]))))
      return false;
  return text.size != 0;
}

static const qn_ggml_op *find_op(qn_config *c, const qn_json *at, bool npu) {
  const qn_ggml_op *op = NULL;
  qn_diag diag = {0};
  if (!is_identifier(at->text)) {
    qn_config_fail(c, at, NULL, "kernel_name '%.*s' is no name of a function",
                   QN_STR_ARG(at->text));
    return NULL;
  }
  if (!qn_failed(qn_ggml_op_find(at->text, &op, npu ? NULL : &diag)))
    return op;
  if (npu)
    return foreign_op(c, at->text);
  diag.place = (qn_place){.offset = 0, .size = at->text.size};
  qn_config_fail_in(c, at, &diag);
  return NULL;
}

// Adds front-end options after the defines, so that messages and assertions of
// the kernel name its source as the configuration does.
static bool set_args(qn_config *c, qn_pregen_kernel *kernel,
                     const char *const *defines) {
  size_t count = 0;
  while (defines && defines[count])
    ++count;
  const char **args = qn_arena_alloc(&c->plan->arena, count + 2, sizeof(*args));
  if (!defines || !args) {
    c->memory = true;
    return false;
  }
  memcpy(args, defines, count * sizeof(*args));
  if (kernel->folder[0]) {
    args[count] = qn_arena_printf(&c->plan->arena,
                                  "-fmacro-prefix-map=%s=", kernel->folder)
                      .data;
    c->memory |= !args[count];
  }
  kernel->args = args;
  return !c->memory;
}

static const char *named(qn_config *c, const qn_ggml_call *call,
                         void (*append)(const qn_ggml_call *, qn_buffer *)) {
  qn_buffer name = {0};
  append(call, &name);
  const char *copy = qn_arena_copy(&c->plan->arena, qn_buffer_str(&name)).data;
  c->memory |= name.failed || !copy;
  qn_buffer_finish(&name);
  return copy;
}

static void append_symbol(const qn_ggml_call *call, qn_buffer *out) {
  qn_buffer name = {0};
  qn_ggml_name(call, &name);
  qn_ggml_symbol(qn_buffer_str(&name), out);
  out->failed |= name.failed;
  qn_buffer_finish(&name);
}

static bool read_operation(qn_config *c, const qn_json *entry, bool npu,
                           qn_pregen_kernel *kernel) {
  static const char *const foreign[] = {"sources", "defines", "options"};
  source from;
  for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); ++i) {
    const qn_json *value = qn_json_get(entry, foreign[i]);
    if (value) {
      qn_config_fail(c, value, "A kernel of your own has no 'kernel_source'.",
                     "'%s' and 'kernel_source' exclude each other", foreign[i]);
      return false;
    }
  }
  const qn_json *name = qn_config_string(c, entry, "kernel_name");
  const qn_json *file = qn_config_string(c, entry, "kernel_source");
  const bool tensors = read_tensors(c, entry, &kernel->call);
  const qn_ggml_op *op = name ? find_op(c, name, npu) : NULL;
  const bool found =
      file && find_source(c, file, name ? name : file, npu, &from);
  if (!tensors || !op || !found)
    return false;
  kernel->function = qn_arena_copy(&c->plan->arena, name->text);
  kernel->call.op = op;
  kernel->is_op = kernel->has_tensors = true;
  const bool known = !npu || !qn_failed(qn_ggml_op_find(name->text, &op, NULL));
  if (known && !check_call(c, entry, &kernel->call))
    return false;
  kernel->name =
      named(c, &kernel->call, npu ? qn_ggml_short_name : qn_ggml_name);
  kernel->symbol = named(c, &kernel->call, append_symbol);
  kernel->opt_level = 3;
  if (c->memory || strlen(kernel->name) > QN_PREGEN_NAME_MAX) {
    if (!c->memory)
      qn_config_fail(c, entry, NULL, "the kernel's name '%s' is too long",
                     kernel->name);
    return false;
  }
  return set_sources(c, kernel, &from, 1) &&
         set_args(
             c, kernel,
             qn_pregen_defines(&kernel->call, kernel->symbol, &c->plan->arena));
}

// ---- The user's own programs

typedef struct args {
  const char **items;
  size_t count, capacity;
} args;

static void add_arg(qn_config *c, args *list, qn_str text) {
  const char **items = qn_arena_grow(&c->plan->arena, list->items, list->count,
                                     &list->capacity, sizeof(*items));
  c->memory |= !items || !text.data;
  if (c->memory)
    return;
  list->items = items;
  items[list->count++] = text.data;
}

static bool add_define(qn_config *c, const qn_json *item, args *list) {
  qn_arena *arena = &c->plan->arena;
  const bool pair = item->key.size != 0;
  const qn_str whole = pair ? item->key : item->text;
  const qn_str name = {whole.data, qn_str_find(whole, '=')};
  if (!is_identifier(name) || (pair && name.size != whole.size)) {
    qn_config_fail(c, item, NULL, "'%.*s' is no name of a macro",
                   QN_STR_ARG(name));
    return false;
  }
  if (!pair || item->type == QN_JSON_STRING || item->type == QN_JSON_NUMBER) {
    if (memchr(item->text.data, 0, item->text.size)) {
      qn_config_fail(c, item, NULL, "a define with a zero byte");
      return false;
    }
    add_arg(c, list,
            pair ? qn_arena_printf(arena, "-D%.*s=%.*s", QN_STR_ARG(name),
                                   QN_STR_ARG(item->text))
                 : qn_arena_printf(arena, "-D%.*s", QN_STR_ARG(item->text)));
    return true;
  }
  if (item->type == QN_JSON_TRUE || item->type == QN_JSON_FALSE) {
    add_arg(c, list,
            qn_arena_printf(arena, "-D%.*s=%d", QN_STR_ARG(name),
                            item->type == QN_JSON_TRUE));
    return true;
  }
  qn_config_fail(c, item, NULL,
                 "the value of a define must be a string, a number, true or "
                 "false, not %s",
                 qn_json_type_name(item->type));
  return false;
}

static bool read_defines(qn_config *c, const qn_json *entry, args *list) {
  const qn_json *value = qn_json_get(entry, "defines");
  if (!value)
    return true;
  if (value->type != QN_JSON_OBJECT && value->type != QN_JSON_ARRAY) {
    qn_config_fail(c, value, "For example {\"N\": 4} or [\"N=4\"].",
                   "'defines' must be an object or a list, not %s",
                   qn_json_type_name(value->type));
    return false;
  }
  if (value->type == QN_JSON_ARRAY && !qn_config_list(c, value))
    return false;
  for (const qn_json *item = value->first; item; item = item->next)
    if (!add_define(c, item, list))
      return false;
  return true;
}

// Folders are relative to the configuration's.
static bool add_option(qn_config *c, const qn_json *item, args *list,
                       qn_pregen_kernel *kernel) {
  static const char *const passed[] = {"-D", "-U", "-f", "-W", "-std="};
  const qn_str text = item->text;
  const bool zero = memchr(text.data, 0, text.size) != NULL;
  if (text.size == 3 && qn_str_starts(text, QN_STR("-O")) &&
      text.data[2] >= '0' && text.data[2] <= '3') {
    kernel->opt_level = (unsigned)(text.data[2] - '0');
    return true;
  }
  if (qn_str_equal(text, QN_STR("-g"))) {
    kernel->debug = true;
    return true;
  }
  if (!zero && qn_str_starts(text, QN_STR("-I")) && text.size > 2) {
    const char *folder =
        qn_config_path(c, c->file->folder, qn_str_skip(text, 2));
    add_arg(c, list, qn_arena_printf(&c->plan->arena, "-I%s", folder));
    return true;
  }
  for (size_t i = 0; !zero && i < sizeof(passed) / sizeof(passed[0]); ++i)
    if (qn_str_starts(text, qn_str_from(passed[i])) &&
        text.size > strlen(passed[i])) {
      add_arg(c, list, qn_arena_copy(&c->plan->arena, text));
      return true;
    }
  qn_config_fail(c, item,
                 "There are -D, -U, -I, -f, -W, -std=, -O0 to -O3 and -g, each "
                 "with its value in the same string.",
                 "unknown option '%.*s'", QN_STR_ARG(text));
  return false;
}

static bool read_options(qn_config *c, const qn_json *entry, args *list,
                         qn_pregen_kernel *kernel) {
  const qn_json *value = qn_json_get(entry, "options");
  if (!value)
    return true;
  if (!qn_config_list(c, value))
    return false;
  for (const qn_json *item = value->first; item; item = item->next)
    if (!add_option(c, item, list, kernel))
      return false;
  return true;
}

static bool read_program(qn_config *c, const qn_json *entry,
                         qn_pregen_kernel *kernel) {
  enum { SOURCES_MAX = 64 };
  source from[SOURCES_MAX];
  size_t count = 0;
  args list = {0};
  const qn_json *value = qn_json_get(entry, "sources");
  if (!qn_config_list(c, value))
    return false;
  if (!value->count || value->count > SOURCES_MAX) {
    qn_config_fail(c, value, NULL, "'sources' must name 1 to %d files",
                   SOURCES_MAX);
    return false;
  }
  for (const qn_json *item = value->first; item; item = item->next)
    if (!find_source(c, item, NULL, true, &from[count++]))
      return false;
  if (!count) // which only an analyser believes, of a list that is not empty
    return false;
  kernel->opt_level = 3;
  if (!read_defines(c, entry, &list) || !read_options(c, entry, &list, kernel))
    return false;
  add_arg(c, &list, (qn_str){"", 0});
  if (c->memory)
    return false;
  list.items[list.count - 1] = NULL;
  kernel->name = qn_arena_copy(&c->plan->arena, c->exported).data;
  c->memory |= !kernel->name;
  return set_sources(c, kernel, from, count) && set_args(c, kernel, list.items);
}

const qn_pregen_kernel *qn_config_kernel(qn_config *c, const qn_json *entry,
                                         bool npu) {
  qn_pregen_kernel *kernel = QN_ARENA_NEW(&c->plan->arena, qn_pregen_kernel);
  if (!kernel) {
    c->memory = true;
    return NULL;
  }
  const qn_json *sources = qn_json_get(entry, "sources");
  if (sources && npu) {
    qn_config_fail(c, sources, "Give 'kernel_source', a Python file.",
                   "aie2 and aie2p have no 'sources'");
    return NULL;
  }
  // `sources` without `kernel_source` means a program of the user's own.
  const bool good = sources && !qn_json_get(entry, "kernel_source")
                        ? read_program(c, entry, kernel)
                        : read_operation(c, entry, npu, kernel);
  return good ? kernel : NULL;
}
