// SPDX-License-Identifier: Apache-2.0
#include <limits.h>
#include <stdlib.h>

#include "base/suggestion.h"
#include "base/text.h"
#include "cli/cc/cc.h"
#include "metadata/model/check.h"
#include "cli/core/compiler.h"

typedef enum option_form { ALONE, JOINED, APART, EITHER, EQUALS } option_form;

typedef struct option_row option_row;
// Handles an option; `value` is "" for one without a value.
typedef qn_status option_fn(cc_request *r, const option_row *row,
                            const char *value, qn_diag *diag);

struct option_row {
  const char *spelling;
  option_form form;
  option_fn *take;
  const char *text;
};

static qn_status take(cc_request *r, const option_row *row, const char *value,
                      bool separate, qn_diag *diag);
static const option_row *find_row(const char *arg, bool *out_separate,
                                  const char **out_value);
static qn_status read_one(cc_request *r, const char *const *args, size_t *at,
                          qn_diag *diag);

// ---- Passing options on

static void pass(cc_request *r, qn_args *args, const option_row *row,
                 const char *value) {
  if (r->separate)
    qn_args_add_pair(args, row->spelling, value);
  else
    qn_args_add(args,
                qn_arena_printf(r->arena, "%s%s", row->spelling, value).data);
}

static bool add_word(cc_request *r, const char *text, size_t input) {
  cc_word *words = qn_arena_grow(r->arena, r->words, r->word_count,
                                 &r->word_capacity, sizeof(*words));
  if (!words)
    return false;
  r->words = words;
  words[r->word_count++] = (cc_word){text, input};
  return true;
}

static qn_status link_word(cc_request *r, const char *text, qn_diag *diag) {
  return text && add_word(r, text, 0) ? qn_ok()
                                      : qn_fail_memory(diag, "the options");
}

static qn_status take_LINK(cc_request *r, const option_row *row,
                           const char *value, qn_diag *diag) {
  if (!r->separate)
    return link_word(
        r, qn_arena_printf(r->arena, "%s%s", row->spelling, value).data, diag);
  QN_TRY(link_word(r, row->spelling, diag));
  return link_word(r, value, diag);
}

// nvcc writes "-isystem=DIR" too.
static qn_status take_SYSTEM_FOLDER(cc_request *r, const option_row *row,
                                    const char *value, qn_diag *diag) {
  (void)row;
  (void)diag;
  qn_args_add_pair(&r->host, "-isystem", value + (*value == '='));
  qn_args_add_pair(&r->device, "-isystem", value + (*value == '='));
  return qn_ok();
}

static qn_status take_HOST(cc_request *r, const option_row *row,
                           const char *value, qn_diag *diag) {
  (void)diag;
  pass(r, &r->host, row, value);
  return qn_ok();
}

static qn_status take_BOTH(cc_request *r, const option_row *row,
                           const char *value, qn_diag *diag) {
  (void)diag;
  pass(r, &r->host, row, value);
  pass(r, &r->device, row, value);
  return qn_ok();
}

static qn_status take_BOTH_AS(cc_request *r, const option_row *row,
                              const char *value, qn_diag *diag) {
  (void)value;
  (void)diag;
  qn_args_add(&r->host, row->text);
  qn_args_add(&r->device, row->text);
  return qn_ok();
}

static qn_status take_DEVICE_AS(cc_request *r, const option_row *row,
                                const char *value, qn_diag *diag) {
  (void)value;
  (void)diag;
  qn_args_add(&r->device, row->text);
  return qn_ok();
}

// What nvcc's -use_fast_math changes: infinity and NaN keep their meaning, and
// sums their order.
static qn_status take_FAST_MATH(cc_request *r, const option_row *row,
                                const char *value, qn_diag *diag) {
  (void)row;
  (void)value;
  (void)diag;
  qn_args_add(&r->device, "-D__USE_FAST_MATH__=1");
  qn_args_add(&r->device, "-fapprox-func");
  qn_args_add(&r->device, "-fdenormal-fp-math-f32=preserve-sign,preserve-sign");
  return qn_ok();
}

static qn_status take_HOST_LINK(cc_request *r, const option_row *row,
                                const char *value, qn_diag *diag) {
  pass(r, &r->host, row, value);
  return take_LINK(r, row, value, diag);
}

// The headers are the device's, too. Debian's libc++ and libstdc++ are two
// libraries: programs link with the one they were compiled with.
static qn_status take_CXX_LIBRARY(cc_request *r, const option_row *row,
                                  const char *value, qn_diag *diag) {
  if (strcmp(value, "libc++") != 0 && strcmp(value, "libstdc++") != 0)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "'%s%s' names no C++ library: libstdc++ or libc++",
                   row->spelling, value);
  const char *word = qn_arena_printf(r->arena, "-stdlib=%s", value).data;
  qn_args_add(&r->device, word);
  qn_args_add(&r->host, word);
  return link_word(r, word, diag);
}

static qn_status take_ALIAS(cc_request *r, const option_row *row,
                            const char *value, qn_diag *diag) {
  bool separate;
  const char *rest;
  const option_row *other = find_row(row->text, &separate, &rest);
  if (!other)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE, "alias '%s' of nothing",
                   row->text);
  return take(r, other, value, *value != '\0', diag);
}

static qn_status take_NOTE(cc_request *r, const option_row *row,
                           const char *value, qn_diag *diag) {
  (void)value;
  (void)diag;
  if (r->verbose)
    qn_cli_done(r->cli, "note: '%s' has no effect: %s", row->spelling,
                row->text);
  return qn_ok();
}

static qn_status take_REFUSE(cc_request *r, const option_row *row,
                             const char *value, qn_diag *diag) {
  (void)r;
  (void)value;
  const qn_status status = qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                                   "'%s' is not supported", row->spelling);
  qn_diag_hint(diag, "%s", row->text);
  return status;
}

// The next part of a value, up to one of `separators`.
static bool next_part(qn_str *rest, const char *separators, qn_str *part) {
  size_t end = 0;
  if (!rest->size)
    return false;
  while (end < rest->size && !strchr(separators, rest->data[end]))
    ++end;
  *part = (qn_str){rest->data, end};
  *rest = qn_str_skip(*rest, end + 1);
  return true;
}

// Calls `fn` for each part of a value.
static qn_status
each_part(cc_request *r, const char *value, const char *separators,
          qn_status (*fn)(cc_request *, const char *, qn_diag *),
          qn_diag *diag) {
  qn_str rest = qn_str_from(value), part;
  while (next_part(&rest, separators, &part)) {
    const qn_str copy = qn_arena_copy(r->arena, part);
    if (!copy.data)
      return qn_fail_memory(diag, "the options");
    if (copy.size)
      QN_TRY(fn(r, copy.data, diag));
  }
  return qn_ok();
}

// nvcc leaves what it passes on to a shell: spaces separate, too, and quotes
// and backslashes are taken off ("'-fPIC'").
static bool next_shell_part(qn_str *rest, qn_buffer *part) {
  char quote = 0;
  qn_buffer_clear(part);
  if (!rest->size)
    return false;
  for (; rest->size; *rest = qn_str_skip(*rest, 1)) {
    const char c = rest->data[0];
    if (c == quote)
      quote = 0;
    else if (!quote && (c == '\'' || c == '"'))
      quote = c;
    else if (!quote && strchr(", \t", c))
      break;
    else if (c == '\\' && quote != '\'' && rest->size > 1) {
      *rest = qn_str_skip(*rest, 1);
      qn_buffer_append(part, rest->data, 1);
    } else
      qn_buffer_append(part, rest->data, 1);
  }
  *rest = qn_str_skip(*rest, 1);
  return true;
}

static qn_status each_shell_part(cc_request *r, const char *value,
                                 qn_status (*fn)(cc_request *, const char *,
                                                 qn_diag *),
                                 qn_diag *diag) {
  qn_str rest = qn_str_from(value);
  qn_buffer part = {0};
  qn_status status = qn_ok();
  while (!qn_failed(status) && next_shell_part(&rest, &part)) {
    const qn_str copy = qn_arena_copy(r->arena, qn_buffer_str(&part));
    if (part.failed || !copy.data)
      status = qn_fail_memory(diag, "the options");
    else if (copy.size)
      status = fn(r, copy.data, diag);
  }
  qn_buffer_finish(&part);
  return status;
}

// What build systems ask the host's compiler for, through ours.
static bool is_host_query(const char *part) {
  static const char *const queries[] = {"--version", "-dumpversion",
                                        "-dumpfullversion", "-dumpmachine"};
  for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); ++i)
    if (strcmp(part, queries[i]) == 0)
      return true;
  return false;
}

static qn_status host_part(cc_request *r, const char *part, qn_diag *diag) {
  bool separate;
  const char *value;
  if (is_host_query(part)) {
    r->query = part;
    r->asks_host = true;
    return qn_ok();
  }
  const option_row *row = find_row(part, &separate, &value);
  // -Xcompiler -fPIC,-Wall: options that also affect linking go to the linker
  // too, and which C++ headers there are is one for both sides.
  if (row && (row->take == take_HOST_LINK || row->take == take_CXX_LIBRARY ||
              strcmp(row->spelling, "-nostdinc++") == 0))
    return take(r, row, value, separate, diag);
  qn_args_add(&r->host, part);
  return qn_ok();
}

static qn_status take_SPLIT_HOST(cc_request *r, const option_row *row,
                                 const char *value, qn_diag *diag) {
  (void)row;
  return each_shell_part(r, value, host_part, diag);
}

static qn_status linker_part(cc_request *r, const char *part, qn_diag *diag) {
  QN_TRY(link_word(r, "-Xlinker", diag));
  return link_word(r, part, diag);
}

static qn_status take_SPLIT_LINK(cc_request *r, const option_row *row,
                                 const char *value, qn_diag *diag) {
  (void)row;
  return each_shell_part(r, value, linker_part, diag);
}

static qn_status take_HOST_WORD(cc_request *r, const option_row *row,
                                const char *value, qn_diag *diag) {
  (void)row;
  (void)diag;
  qn_args_add(&r->host, value);
  return qn_ok();
}

static qn_status take_DEVICE_WORD(cc_request *r, const option_row *row,
                                  const char *value, qn_diag *diag) {
  (void)row;
  (void)diag;
  qn_args_add(&r->device, value);
  return qn_ok();
}

static qn_status take_XCLANG(cc_request *r, const option_row *row,
                             const char *value, qn_diag *diag) {
  (void)diag;
  qn_args_add_pair(&r->host, row->spelling, value);
  qn_args_add(&r->device, value);
  return qn_ok();
}

static qn_status take_RPATH(cc_request *r, const option_row *row,
                            const char *value, qn_diag *diag) {
  (void)row;
  return link_word(r, qn_arena_printf(r->arena, "-Wl,-rpath,%s", value).data,
                   diag);
}

// Libraries of other toolchains are ours by another name.
typedef struct linked {
  const char *name, *ours; // NULL: linked anyway, or not needed
} linked;

static const linked *find_linked(const char *name) {
  static const linked known[] = {
#define QN_LINKED(name, ours) {name, ours},
#include "cli/cc/libraries.def"
#undef QN_LINKED
  };
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i)
    if (strcmp(name, known[i].name) == 0)
      return &known[i];
  return NULL;
}

static qn_status take_linked(cc_request *r, const linked *what, qn_diag *diag) {
  if (what->ours)
    return link_word(r, what->ours, diag);
  if (r->verbose)
    qn_cli_done(r->cli, "note: '-l%s' is libquernhip, linked anyway",
                what->name);
  return qn_ok();
}

static qn_status take_LIBRARY(cc_request *r, const option_row *row,
                              const char *value, qn_diag *diag) {
  const linked *what = find_linked(value);
  return what ? take_linked(r, what, diag) : take_LINK(r, row, value, diag);
}

// The same by the path of a file in lib/quern/drop-in, as CMake gives it: a
// program must not need libcuda.so.1 by that name, or NVIDIA's libraries beside
// it would take ours for the driver. NULL: it is another file.
static const linked *find_drop_in(const char *path) {
  static const char folder[] = "/quern/drop-in/";
  char real[PATH_MAX], name[64];
  const char *slash = strrchr(path, '/');
  if (!slash || strncmp(slash, "/lib", 4) != 0 ||
      snprintf(real, sizeof(real), "%.*s", (int)(slash - path), path) >=
          (int)sizeof(real))
    return NULL;
  char *resolved = realpath(real, NULL);
  const qn_str at = qn_str_from(resolved ? resolved : "");
  const size_t size = sizeof(folder) - 2; // without the last slash
  const bool ours =
      at.size >= size && memcmp(at.data + at.size - size, folder, size) == 0;
  free(resolved);
  const char *end = strchr(slash, '.');
  if (!ours || !end ||
      snprintf(name, sizeof(name), "%.*s", (int)(end - slash - 4), slash + 4) >=
          (int)sizeof(name))
    return NULL;
  return find_linked(name);
}

// ---- Options that only set a field

#define SETTING(name, ...)                                                     \
  static qn_status take_##name(cc_request *r, const option_row *row,           \
                               const char *value, qn_diag *diag) {             \
    (void)row;                                                                 \
    (void)value;                                                               \
    (void)diag;                                                                \
    __VA_ARGS__;                                                               \
    return qn_ok();                                                            \
  }
SETTING(MODE_OBJECT, r->mode = CC_OBJECT)
SETTING(MODE_ASSEMBLY, r->mode = CC_ASSEMBLY)
SETTING(MODE_PREPROCESS, r->mode = CC_PREPROCESS)
SETTING(MODE_SYNTAX, r->mode = CC_SYNTAX)
SETTING(MODE_RULES, r->mode = CC_RULES; pass(r, &r->rules, row, value))
SETTING(MODE_DEVICE_OBJECT, r->mode = CC_OBJECT; r->relocatable = true)
SETTING(MODE_DEVICE_LINK, r->mode = CC_DEVICE_LINK)
SETTING(MODE_BUNDLE, r->mode = CC_BUNDLE)
SETTING(MODE_PTX, r->mode = CC_IMAGE; r->wants_ptx = true)
SETTING(MODE_CUBIN, r->mode = CC_IMAGE; r->wants_cubin = true)
SETTING(DEVICE_ONLY, r->device_only = true)
SETTING(GATHER, r->gathering = CC_GATHERED)
SETTING(NO_GATHER, r->gathering = CC_EACH)
SETTING(HOST_ONLY, r->host_only = true)
SETTING(EMIT_LLVM, r->emit = QN_EMIT_LLVM)
SETTING(QUERY, r->query = row->spelling)
SETTING(OUTPUT, r->output = value)
SETTING(OUTPUT_FOLDER, r->output_folder = value)
SETTING(SHARED, r->shared = true)
SETTING(VERBOSE, r->verbose = true)
SETTING(DRY_RUN, r->dry_run = true)
SETTING(QUIET, r->quiet = true)
SETTING(SAVE_TEMPS_HERE, r->save_temps = ".")
SETTING(SAVE_TEMPS,
        r->save_temps = strcmp(value, "cwd") == 0 || strcmp(value, "obj") == 0
                            ? "."
                            : value)
SETTING(COLOR, r->color = true)
SETTING(NO_COLOR, r->color = false)
SETTING(RDC, r->relocatable = true)
SETTING(NO_RDC, r->relocatable = false)
SETTING(CUID, r->cuid = value)
SETTING(LOWERED_NAMES, r->lowered_names = value)
SETTING(COMPRESS, r->compress = true)
SETTING(NO_COMPRESS, r->compress = false)
SETTING(STANDARD, r->standard = value)
SETTING(OPTIMIZE_PLAIN, r->host_optimize = "1")
SETTING(DEBUG, r->debug = true; qn_args_add(&r->host, "-g"))
SETTING(DEFAULT_DEVICE, qn_args_add_pair(&r->device, "-include",
                                         "quern/device/rtc/default_device.h"))
SETTING(NO_EXCEPTIONS, qn_args_add(&r->host, "-fno-exceptions"))
SETTING(DEVICE_DEBUG, r->device_debug = true)
SETTING(EMBED_BITCODE, r->embed_bitcode = true)
SETTING(NO_EMBED_BITCODE, r->embed_bitcode = false)
SETTING(LINE_TABLES, r->line_tables = true)
SETTING(RULES, pass(r, &r->rules, row, value))
SETTING(RULES_FILE, r->rules_file = value)
SETTING(RULES_TARGET, r->rules_target = true; pass(r, &r->rules, row, value))
SETTING(PARTIAL, r->partial = true)
SETTING(NO_RUNTIME_ONLY, r->no_runtime = true)
SETTING(FORWARD, r->forward = true)
#undef SETTING

static qn_status take_QUERY_JOINED(cc_request *r, const option_row *row,
                                   const char *value, qn_diag *diag) {
  r->query = qn_arena_printf(r->arena, "%s%s", row->spelling, value).data;
  return r->query ? qn_ok() : qn_fail_memory(diag, "the options");
}

static qn_status take_NO_RUNTIME(cc_request *r, const option_row *row,
                                 const char *value, qn_diag *diag) {
  r->no_runtime = true;
  return take_LINK(r, row, value, diag);
}

static qn_status wrong_value(const option_row *row, const char *value,
                             const char *expected, qn_diag *diag) {
  return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                 "'%s' cannot be '%s': expected %s", row->spelling, value,
                 expected);
}

static qn_status take_PERSONA(cc_request *r, const option_row *row,
                              const char *value, qn_diag *diag) {
  return cc_persona_find(value, &r->as)
             ? qn_ok()
             : wrong_value(row, value, "nvcc, hipcc or quern", diag);
}

static qn_status take_RDC_VALUE(cc_request *r, const option_row *row,
                                const char *value, qn_diag *diag) {
  if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
    return wrong_value(row, value, "true or false", diag);
  r->relocatable = value[0] == 't';
  return qn_ok();
}

static qn_status take_FMAD(cc_request *r, const option_row *row,
                           const char *value, qn_diag *diag) {
  if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
    return wrong_value(row, value, "true or false", diag);
  if (value[0] == 'f')
    qn_args_add(&r->device, "-ffp-contract=off");
  return qn_ok();
}

static qn_status take_FTZ(cc_request *r, const option_row *row,
                          const char *value, qn_diag *diag) {
  if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
    return wrong_value(row, value, "true or false", diag);
  if (value[0] == 't')
    qn_args_add(&r->device,
                "-fdenormal-fp-math-f32=preserve-sign,preserve-sign");
  return qn_ok();
}

// "--compress-mode=size": all but "none" compress.
static qn_status take_COMPRESS_MODE(cc_request *r, const option_row *row,
                                    const char *value, qn_diag *diag) {
  static const char *const modes[] = {"default", "size", "speed", "balance"};
  bool known = false;
  for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); ++i)
    known = known || strcmp(value, modes[i]) == 0;
  if (!known && strcmp(value, "none") != 0)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "'%s=%s': expected default, size, speed, balance or none",
                   row->spelling, value);
  r->compress = known;
  return qn_ok();
}

static qn_status take_TEMPLATE_DEPTH(cc_request *r, const option_row *row,
                                     const char *value, qn_diag *diag) {
  (void)row;
  (void)diag; // a lack of memory is seen at the end
  QN_ARGS_PRINTF(&r->host, "-ftemplate-depth=%s", value);
  QN_ARGS_PRINTF(&r->device, "-ftemplate-depth=%s", value);
  return qn_ok();
}

static qn_status take_JOBS(cc_request *r, const option_row *row,
                           const char *value, qn_diag *diag) {
  char *end;
  const long number = strtol(value, &end, 10);
  if (end == value || *end || number < 0 || number > 1024)
    return wrong_value(row, value, "a number from 0 to 1024", diag);
  r->jobs = number;
  return qn_ok();
}

// The __CUDA_ARCH__ that sources see on targets other than NVIDIA's.
static qn_status take_PERSONA_NUMBER(cc_request *r, const option_row *row,
                                     const char *value, qn_diag *diag) {
  char *end;
  const long number = strtol(value, &end, 10);
  if (end == value || *end || number < 100 || number > 9999)
    return wrong_value(row, value, "a number such as 890", diag);
  r->persona = (unsigned)number;
  return qn_ok();
}

static qn_status take_CUDART(cc_request *r, const option_row *row,
                             const char *value, qn_diag *diag) {
  if (strcmp(value, "none") == 0)
    r->no_runtime = true;
  else if (strcmp(value, "static") != 0 && strcmp(value, "shared") != 0)
    return wrong_value(row, value, "none, static or shared", diag);
  return qn_ok();
}

static qn_status take_DEFAULT_STREAM(cc_request *r, const option_row *row,
                                     const char *value, qn_diag *diag) {
  if (strcmp(value, "per-thread") == 0) {
    qn_args_add(&r->host, "-fgpu-default-stream=per-thread");
    // Device code gets the same definitions.
    qn_args *const both[] = {&r->host, &r->device};
    for (size_t i = 0; i < 2; ++i) {
      qn_args_add(both[i], "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
      qn_args_add(both[i], "-DHIP_API_PER_THREAD_DEFAULT_STREAM=1");
    }
  } else if (strcmp(value, "legacy") != 0 && strcmp(value, "null") != 0) {
    return wrong_value(row, value, "legacy or per-thread", diag);
  }
  return qn_ok();
}

static qn_status take_STANDARD_WORD(cc_request *r, const option_row *row,
                                    const char *value, qn_diag *diag) {
  (void)row;
  (void)diag;
  r->standard = value;
  return qn_ok();
}

// nvcc's kinds of warnings, otherwise clang's -Werror=NAME.
static qn_status take_WERROR(cc_request *r, const option_row *row,
                             const char *value, qn_diag *diag) {
  (void)row;
  (void)diag;
  const char *word = strcmp(value, "all-warnings") == 0
                         ? "-Werror"
                         : qn_arena_printf(r->arena, "-Werror=%s", value).data;
  static const char *const nvcc_only[] = {
      "cross-execution-space-call", "reorder", "default-stream-launch",
      "deprecated-declarations", "ext-lambda-captures-this"};
  for (size_t i = 0; i < sizeof(nvcc_only) / sizeof(nvcc_only[0]); ++i)
    if (strcmp(value, nvcc_only[i]) == 0 && i != 1 && i != 3)
      return qn_ok();
  qn_args_add(&r->host, word);
  qn_args_add(&r->device, word);
  return qn_ok();
}

// Device code takes -O0 to -O3; the host takes what clang takes.
static qn_status take_OPTIMIZE(cc_request *r, const option_row *row,
                               const char *value, qn_diag *diag) {
  static const char known[] = "0123sgz";
  const bool fast = strcmp(value, "fast") == 0;
  if (!fast && (strlen(value) != 1 || !strchr(known, value[0])))
    return wrong_value(row, value, "0, 1, 2, 3, s, z, g or fast", diag);
  r->host_optimize = fast ? "3" : value;
  if (fast) {
    qn_args_add(&r->host, "-ffast-math");
    qn_args_add(&r->device, "-ffast-math");
  }
  return qn_ok();
}

static qn_status take_DEBUG_LEVEL(cc_request *r, const option_row *row,
                                  const char *value, qn_diag *diag) {
  (void)diag;
  if (strcmp(value, "0") == 0)
    r->debug = false;
  else if (strcmp(value, "1") == 0)
    r->line_tables = true;
  else if (strncmp(value, "no-", 3) != 0 && strncmp(value, "cc-", 3) != 0)
    r->debug = true;
  pass(r, &r->host, row, value);
  return qn_ok();
}

// The address and thread sanitizers also apply to CPU images; the others only
// to the host.
static qn_status sanitizer_part(cc_request *r, const char *part,
                                qn_diag *diag) {
  if (strcmp(part, "address") == 0)
    r->sanitizers |= QN_SANITIZE_ADDRESS;
  else if (strcmp(part, "undefined") == 0)
    r->sanitizers |= QN_SANITIZE_UNDEFINED;
  else if (strcmp(part, "thread") == 0) {
    r->host_threads = true;
  } else if (strcmp(part, "memory") == 0) {
    const qn_status status = qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                                     "'-fsanitize=memory' is not supported");
    qn_diag_hint(diag, "The runtime is not instrumented for it; use "
                       "-fsanitize=address or valgrind.");
    return status;
  }
  return qn_ok();
}

// The host's compiler gets the sanitizers that it knows.
static qn_status take_SANITIZE(cc_request *r, const option_row *row,
                               const char *value, qn_diag *diag) {
  static const char own[] = "shared-race";
  qn_buffer left = {0};
  qn_str rest = qn_str_from(value), part;
  QN_TRY(each_part(r, value, ",", sanitizer_part, diag));
  while (qn_str_split(&rest, ',', &part)) {
    if (qn_str_equal(part, qn_str_from(own)))
      r->sanitizers |= QN_SANITIZE_SHARED_RACE;
    else
      qn_buffer_printf(&left, "%s%.*s", left.size ? "," : "", QN_STR_ARG(part));
  }
  const qn_str copy = qn_arena_copy(r->arena, qn_buffer_str(&left));
  qn_buffer_finish(&left);
  if (!copy.data)
    return qn_fail_memory(diag, "the options");
  return copy.size ? take_HOST_LINK(r, row, copy.data, diag) : qn_ok();
}

// The host's code gets lines, for the places of launches and allocations.
static qn_status take_CHECK(cc_request *r, const option_row *row,
                            const char *value, qn_diag *diag) {
  (void)row;
  unsigned kinds;
  QN_TRY(qn_check_kinds_read(qn_str_from(value), &kinds, diag));
  r->checks |= kinds;
  return qn_ok();
}

static qn_status take_HOST_TARGET(cc_request *r, const option_row *row,
                                  const char *value, qn_diag *diag) {
  const qn_target_row *machine = qn_target_native();
  const qn_str wanted = qn_str_from(value);
  const qn_str own = qn_str_from(machine->triple);
  const qn_str arch = {own.data, qn_str_find(own, '-')};
  (void)r;
  if (qn_str_starts(wanted, arch))
    return qn_ok();
  const qn_status status = wrong_value(row, value, machine->triple, diag);
  qn_diag_hint(diag, "Programs are made for this kind of machine only; devices "
                     "are named with --offload-arch.");
  return status;
}

// ---- Targets

static qn_status add_named(cc_request *r, const char *name, qn_diag *diag) {
  return qn_target_parse_list(qn_str_from(name), r->targets, CC_TARGETS_MAX,
                              &r->target_count, diag);
}

static qn_status add_target(cc_request *r, const char *name, qn_diag *diag) {
  if (r->exact_targets) // --targets says it all, wherever it stands
    return qn_ok();
  return strcmp(name, "native") == 0 ? cc_add_machine(r, diag)
                                     : add_named(r, name, diag);
}

static qn_status add_exact(cc_request *r, const char *name, qn_diag *diag) {
  if (strcmp(name, "native") == 0)
    QN_TRY(cc_add_machine(r, diag));
  return add_named(r, name, diag);
}

// "gfx90a:xnack+" needs no change; commas separate targets.
static qn_status take_TARGETS(cc_request *r, const option_row *row,
                              const char *value, qn_diag *diag) {
  (void)row;
  return each_part(r, value, ",", add_target, diag);
}

// Clang's triples of devices. Of a machine with several processors the triple
// does not say which.
static qn_status add_triple(cc_request *r, const char *name, qn_diag *diag) {
  const qn_str triple = qn_str_from(name);
  const qn_str machine = {name, qn_str_find(triple, '-')};
  if (qn_str_equal(machine, QN_STR("spirv64")))
    return add_target(r, "spirv64", diag);
  const qn_status status = qn_fail(
      diag, QN_E_ARGUMENT, QN_NOWHERE,
      "'--offload=%s' is not supported, expected --offload=spirv64", name);
  qn_diag_hint(diag, "Name the targets with --offload-arch.");
  return status;
}

static qn_status take_TRIPLES(cc_request *r, const option_row *row,
                              const char *value, qn_diag *diag) {
  (void)row;
  return each_part(r, value, ",", add_triple, diag);
}

static qn_status take_LEVELS(cc_request *r, const option_row *row,
                             const char *value, qn_diag *diag) {
  (void)row;
  return qn_target_parse_list(qn_str_from(value), r->levels, CC_LEVELS_MAX,
                              &r->level_count, diag);
}

static qn_status take_EXACT_TARGETS(cc_request *r, const option_row *row,
                                    const char *value, qn_diag *diag) {
  (void)row;
  if (!r->exact_targets)
    r->target_count = 0;
  r->exact_targets = true;
  return each_part(r, value, ",", add_exact, diag);
}

static qn_status remove_target(cc_request *r, const char *name, qn_diag *diag) {
  qn_target target;
  size_t kept = 0;
  if (strcmp(name, "all") == 0) {
    r->target_count = 0;
    return qn_ok();
  }
  QN_TRY(qn_target_parse(qn_str_from(name), &target, diag));
  for (size_t i = 0; i < r->target_count; ++i)
    if (strcmp(r->targets[i].name, target.name) != 0)
      r->targets[kept++] = r->targets[i];
  r->target_count = kept;
  return qn_ok();
}

static qn_status take_NO_TARGETS(cc_request *r, const option_row *row,
                                 const char *value, qn_diag *diag) {
  (void)row;
  return each_part(r, value, ",", remove_target, diag);
}

// nvcc's names: sm_90 is machine code, compute_90 and lto_90 are PTX.
static qn_status nvidia_target(cc_request *r, const char *name, qn_diag *diag) {
  static const char *const ptx[] = {"compute_", "lto_"};
  for (size_t i = 0; i < 2; ++i) {
    const size_t size = strlen(ptx[i]);
    if (strncmp(name, ptx[i], size) != 0)
      continue;
    const qn_str own = qn_arena_printf(r->arena, "ptx%s", name + size);
    const qn_status status = own.data
                                 ? add_target(r, own.data, diag)
                                 : qn_fail_memory(diag, "the list of targets");
    if (qn_failed(status))
      qn_diag_context(diag, "reading the architecture '%s'", name);
    return status;
  }
  if (strcmp(name, "all") == 0 || strcmp(name, "all-major") == 0)
    return add_target(r, "nvidia", diag);
  return add_target(r, name, diag);
}

static qn_status take_NVIDIA_ARCH(cc_request *r, const option_row *row,
                                  const char *value, qn_diag *diag) {
  (void)row;
  if (strncmp(value, "compute_", 8) == 0) {
    r->virtual_target = value;
    return qn_ok();
  }
  return each_part(r, value, ",", nvidia_target, diag);
}

static qn_status take_NVIDIA_CODE(cc_request *r, const option_row *row,
                                  const char *value, qn_diag *diag) {
  (void)row;
  r->virtual_target = NULL;
  return each_part(r, value, ",", nvidia_target, diag);
}

// "arch=compute_80,code=sm_80", "arch=compute_80,code=[sm_80,compute_80]",
// "arch=compute_80,code=\"sm_80,compute_80\"".
static qn_status take_GENERATE_CODE(cc_request *r, const option_row *row,
                                    const char *value, qn_diag *diag) {
  const char *code = strstr(value, "code=");
  const char *arch = strncmp(value, "arch=", 5) == 0 ? value + 5 : NULL;
  if (!arch)
    return wrong_value(row, value, "arch=compute_NN,code=sm_NN", diag);
  if (!code) {
    const qn_str one = {arch, qn_str_find(qn_str_from(arch), ',')};
    const qn_str copy = qn_arena_copy(r->arena, one);
    return copy.data ? nvidia_target(r, copy.data, diag)
                     : qn_fail_memory(diag, "the options");
  }
  qn_str list = qn_str_from(code + 5);
  while (list.size && strchr("[\"'", list.data[0]))
    list = qn_str_skip(list, 1);
  while (list.size && strchr("]\"'", list.data[list.size - 1]))
    --list.size;
  const qn_str copy = qn_arena_copy(r->arena, list);
  return copy.data ? each_part(r, copy.data, ",", nvidia_target, diag)
                   : qn_fail_memory(diag, "the options");
}

// ---- Languages and inputs

static const struct {
  const char *name; // after -x
  cc_language language;
  const char *x;
} languages[] = {
    {"none", CC_BY_NAME, NULL},
    {"cu", CC_CUDA, NULL},
    {"cuda", CC_CUDA, NULL},
    {"hip", CC_HIP, NULL},
    {"c", CC_HOST, "c"},
    {"c++", CC_HOST, "c++"},
    {"assembler", CC_HOST, "assembler"},
    {"assembler-with-cpp", CC_HOST, "assembler-with-cpp"},
    {"cpp-output", CC_HOST, "cpp-output"},
    {"c++-cpp-output", CC_HOST, "c++-cpp-output"},
};
enum { LANGUAGE_COUNT = sizeof(languages) / sizeof(languages[0]) };

static qn_status take_LANGUAGE(cc_request *r, const option_row *row,
                               const char *value, qn_diag *diag) {
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, qn_str_from(value));
  for (size_t i = 0; i < LANGUAGE_COUNT; ++i) {
    if (strcmp(languages[i].name, value) == 0) {
      r->language = i;
      return qn_ok();
    }
    qn_suggestion_offer(&suggestion, qn_str_from(languages[i].name));
  }
  const qn_status status =
      wrong_value(row, value, "cu, cuda, hip, c, c++, none", diag);
  qn_suggestion_hint(&suggestion, diag);
  return status;
}

static cc_language language_of(const char *path) {
  static const struct {
    const char *extension;
    cc_language language;
  } known[] = {
      {".cu", CC_CUDA},  {".cuh", CC_CUDA}, {".hip", CC_HIP},
      {".c", CC_HOST},   {".cc", CC_HOST},  {".cp", CC_HOST},
      {".cpp", CC_HOST}, {".cxx", CC_HOST}, {".c++", CC_HOST},
      {".C", CC_HOST},   {".i", CC_HOST},   {".ii", CC_HOST},
      {".s", CC_HOST},   {".S", CC_HOST},
  };
  const qn_str extension = qn_path_extension(qn_str_from(path));
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i)
    if (qn_str_equal(extension, qn_str_from(known[i].extension)))
      return known[i].language;
  return CC_LINKED;
}

static bool is_linked(const char *path) {
  static const char *const extensions[] = {".o", ".a", ".so", ".lo", ".obj"};
  const qn_str extension = qn_path_extension(qn_str_from(path));
  for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); ++i)
    if (qn_str_equal(extension, qn_str_from(extensions[i])))
      return true;
  return strstr(path, ".so.") != NULL;
}

static qn_status add_input(cc_request *r, const char *path, qn_diag *diag) {
  const linked *ours = is_linked(path) ? find_drop_in(path) : NULL;
  if (ours)
    return take_linked(r, ours, diag);
  cc_input *inputs = qn_arena_grow(r->arena, r->inputs, r->input_count,
                                   &r->input_capacity, sizeof(*inputs));
  if (!inputs || !add_word(r, NULL, r->input_count))
    return qn_fail_memory(diag, "the inputs");
  r->inputs = inputs;
  cc_input *input = &inputs[r->input_count++];
  *input = (cc_input){.name = path,
                      .path = path,
                      .language = languages[r->language].language,
                      .x = languages[r->language].x};
  // "-x hip" in a variable such as HIPCC must not turn objects into sources.
  if (input->language == CC_BY_NAME || is_linked(path))
    input->language = cc_persona_language(r, path, language_of(path));
  if (input->language == CC_LINKED)
    input->object = path;
  return qn_ok();
}

const char *cc_dialect(const cc_input *input) {
  return input->language == CC_CUDA ? "CUDA" : "HIP";
}

// nvcc's form of @FILE.
static qn_status take_OPTIONS_FILE(cc_request *r, const option_row *row,
                                   const char *value, qn_diag *diag) {
  (void)row;
  const char *const word = qn_arena_printf(r->arena, "@%s", value).data;
  const char *const given[] = {word, NULL};
  const char *const *words;
  if (!word)
    return qn_fail_memory(diag, "the options");
  QN_TRY(qn_opt_expand(given, r->arena, &words, diag));
  for (size_t at = 0; words[at];)
    QN_TRY(read_one(r, words, &at, diag));
  return qn_ok();
}

// ---- The table

static const option_row rows[] = {
#define QN_CC(spelling, form, action, text)                                    \
  {spelling, form, take_##action, text},
#include "cli/cc/options.def"
#undef QN_CC
};
enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

// Whether `arg` is the option of a row; its value, or NULL when that is the
// next argument.
static bool fits(const option_row *row, const char *arg,
                 const char **out_value) {
  const size_t size = strlen(row->spelling);
  if (strncmp(arg, row->spelling, size) != 0)
    return false;
  const char *rest = arg + size;
  switch (row->form) {
  case ALONE:
    *out_value = "";
    return !*rest;
  case JOINED:
    *out_value = rest;
    return *rest;
  case APART:
    *out_value = NULL;
    return !*rest;
  case EITHER:
    *out_value = *rest ? rest : NULL;
    return true;
  case EQUALS:
    *out_value = *rest ? rest + 1 : NULL;
    return !*rest || *rest == '=';
  }
  return false;
}

static const option_row *find_row(const char *arg, bool *out_separate,
                                  const char **out_value) {
  const option_row *best = NULL;
  for (size_t i = 0; i < ROW_COUNT; ++i) {
    const char *value;
    if (!fits(&rows[i], arg, &value) ||
        (best && strlen(best->spelling) >= strlen(rows[i].spelling)))
      continue;
    best = &rows[i];
    *out_value = value;
    *out_separate = !value;
  }
  return best;
}

static qn_status take(cc_request *r, const option_row *row, const char *value,
                      bool separate, qn_diag *diag) {
  r->separate = separate;
  return row->take(r, row, value, diag);
}

// Options of clang that are passed on by their prefix.
static bool is_host_family(const char *arg) {
  return strncmp(arg, "-f", 2) == 0 || strncmp(arg, "-m", 2) == 0;
}

static qn_status fail_unknown(const char *arg, qn_diag *diag) {
  qn_suggestion suggestion;
  const qn_status status =
      qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "unknown option '%s'", arg);
  qn_suggestion_init(&suggestion,
                     (qn_str){arg, qn_str_find(qn_str_from(arg), '=')});
  for (size_t i = 0; i < ROW_COUNT; ++i)
    qn_suggestion_offer(&suggestion, qn_str_from(rows[i].spelling));
  if (suggestion.count)
    qn_suggestion_hint(&suggestion, diag);
  else
    qn_diag_hint(diag,
                 "For the host's compiler write -Xcompiler %s, for the "
                 "linker -Xlinker.",
                 arg);
  return status;
}

static qn_status read_one(cc_request *r, const char *const *args, size_t *at,
                          qn_diag *diag) {
  const char *arg = args[(*at)++];
  const char *value = "";
  bool separate;
  if (arg[0] != '-' || !arg[1])
    return add_input(r, arg, diag);
  const option_row *row = find_row(arg, &separate, &value);
  if (!row && (is_host_family(arg) || r->forward)) {
    qn_args_add(&r->host, arg);
    return qn_ok();
  }
  if (!row)
    return fail_unknown(arg, diag);
  if (separate && !args[*at])
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "'%s' needs a value", arg);
  return take(r, row, separate ? args[(*at)++] : value, separate, diag);
}

// ---- The combined meaning of the options

// Without --targets a program always runs on this machine's CPU.
static qn_status complete_targets(cc_request *r, qn_diag *diag) {
  bool has_cpu = false;
  if (r->virtual_target)
    QN_TRY(nvidia_target(r, r->virtual_target, diag));
  const bool none = !r->target_count;
  for (size_t i = 0; i < r->target_count; ++i)
    has_cpu = has_cpu || r->targets[i].row->family == QN_FAMILY_CPU;
  if (r->mode == CC_IMAGE && (r->wants_ptx || r->wants_cubin))
    return cc_image_targets(r, diag);
  const bool device_output = r->mode == CC_BUNDLE || r->mode == CC_IMAGE;
  if (none)
    QN_TRY(cc_add_machine(r, diag));
  if ((none || (!has_cpu && !r->exact_targets && !device_output)) &&
      r->target_count < CC_TARGETS_MAX)
    QN_TRY(qn_target_parse_list(QN_STR("native"), r->targets, CC_TARGETS_MAX,
                                &r->target_count, diag));
  return qn_cli_check_levels(r->levels, r->level_count, r->targets,
                             r->target_count, diag);
}

// Standard input has no name that tells its language.
static qn_status check_piped(cc_request *r, qn_diag *diag) {
  bool piped = false;
  for (size_t i = 0; i < r->input_count; ++i) {
    cc_input *input = &r->inputs[i];
    if (strcmp(input->path, "-") != 0)
      continue;
    if (piped)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "standard input ('-') is given twice");
    piped = true;
    if (input->language == CC_LINKED && r->mode == CC_PREPROCESS) {
      input->language = CC_HOST;
      input->x = "c";
    } else if (input->language == CC_LINKED) {
      const qn_status status =
          qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                  "the language of standard input ('-') is not known");
      qn_diag_hint(diag, "Give it before: -x cu, -x hip, -x c++ or -x c.");
      return status;
    }
  }
  return qn_ok();
}

static qn_status check_together(cc_request *r, qn_diag *diag) {
  size_t compiled = 0;
  QN_TRY(check_piped(r, diag));
  for (size_t i = 0; i < r->input_count; ++i)
    compiled += r->inputs[i].language != CC_LINKED;
  if (!r->input_count && r->verbose)
    r->query = r->query ? r->query : "-v";
  if (r->query)
    return qn_ok();
  if (!r->input_count) {
    const qn_status status =
        qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "no input files");
    qn_diag_hint(diag, "See 'quern cc --help'.");
    return status;
  }
  if (r->output && compiled > 1 && r->mode != CC_LINK &&
      r->mode != CC_DEVICE_LINK && r->mode != CC_RULES && !r->link_devices)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "'-o' names one file, and %zu are to be written", compiled);
  if (r->device_only && (r->mode == CC_PREPROCESS || r->mode == CC_RULES))
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "the preprocessor runs for the host only");
  if (r->sanitizers & QN_SANITIZE_ADDRESS && r->host_threads)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "'-fsanitize=address' and '-fsanitize=thread' exclude each "
                   "other");
  return qn_ok();
}

static qn_status read_all(cc_request *r, const char *const *args,
                          qn_diag *diag) {
  for (size_t at = 0; args[at];)
    QN_TRY(read_one(r, args, &at, diag));
  return qn_ok();
}

// Options that the environment adds, as it does for the persona's compiler.
static qn_status read_variable(cc_request *r, const char *name, qn_diag *diag) {
  const char *text = getenv(name);
  const char *const *words;
  if (!text || !*text)
    return qn_ok();
  qn_status status = qn_opt_split(qn_str_from(text), r->arena, &words, diag);
  if (!qn_failed(status))
    status = read_all(r, words, diag);
  if (qn_failed(status))
    qn_diag_context(diag, "reading the options in the variable %s", name);
  return status;
}

// Which compiler it is has to be known before what stands in front is read.
static bool is_nvcc(const cc_request *r, const char *const *args) {
  cc_persona as = r->as;
  for (size_t i = 0; args[i] && args[i + 1]; ++i)
    if (strcmp(args[i], "--as") == 0)
      (void)cc_persona_find(args[i + 1], &as);
  return as == CC_AS_NVCC;
}

static qn_status read_options(cc_request *r, const char *const *args,
                              qn_diag *diag) {
  if (is_nvcc(r, args))
    QN_TRY(read_variable(r, "NVCC_PREPEND_FLAGS", diag));
  QN_TRY(read_all(r, args, diag));
  if (r->as == CC_AS_NVCC)
    QN_TRY(read_variable(r, "NVCC_APPEND_FLAGS", diag));
  if (r->as == CC_AS_HIPCC)
    QN_TRY(read_variable(r, "HIPCC_COMPILE_FLAGS_APPEND", diag));
  if (r->as == CC_AS_HIPCC && r->mode == CC_LINK)
    QN_TRY(read_variable(r, "HIPCC_LINK_FLAGS_APPEND", diag));
  return qn_ok();
}

// What -fsanitize=thread does not see, where there are kernels.
static void note_threads(const cc_request *r) {
  bool kernels = false;
  for (size_t i = 0; i < r->input_count; ++i)
    kernels = kernels || r->inputs[i].language != CC_HOST;
  if (r->host_threads && kernels && !r->quiet)
    qn_cli_done(r->cli, "note: '-fsanitize=thread' checks the host's code "
                        "only; races in kernels: --check=race");
}

qn_status cc_read(cc_request *r, const char *const *args, qn_diag *diag) {
  r->host.arena = r->device.arena = r->rules.arena = r->arena;
  r->color = r->cli->color_err;
  r->emit = QN_EMIT_IMAGE;
  (void)cc_persona_find(r->cli->program, &r->as);
  QN_TRY(read_options(r, args, diag));
  note_threads(r);
  QN_TRY(cc_genco_read(r, diag));
  QN_TRY(check_together(r, diag));
  cc_persona_headers(r);
  if (!r->query)
    QN_TRY(complete_targets(r, diag));
  cc_agree_on_types(r);
  if (r->host.failed || r->device.failed || r->rules.failed)
    return qn_fail_memory(diag, "the options");
  return qn_ok();
}
