// SPDX-License-Identifier: Apache-2.0
#include "hip/rtc/rtc.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/system/install.h"
#include "base/system/log.h"
#include "base/system/process.h"
#include "base/system/rule.h"
#include "package/cache/cache.h"
#include "quern/version.h"
#include "runtime/contract/result.h"
#include "runtime/core/device.h"
#include "targets/target.h"
#include "targets/tool.h"

// ---- Programs

bool rtc_alive(const rtc_program *program) {
  return program && program->magic == RTC_MAGIC;
}

static rtc_result copy_source(rtc_program *p, const rtc_source *source) {
  p->source = qn_arena_copy(&p->arena, qn_str_from(source->text));
  p->name =
      qn_arena_copy(&p->arena, qn_str_from(source->name ? source->name : ""))
          .data;
  p->headers = qn_arena_alloc(&p->arena, (size_t)source->header_count + 1,
                              sizeof(*p->headers));
  if (!p->source.data || !p->name || !p->headers)
    return RTC_OUT_OF_MEMORY;
  for (int i = 0; i < source->header_count; ++i) {
    const char *name = source->header_names[i], *text = source->headers[i];
    // A header is written below a temporary folder and must not leave it.
    if (!name || !text || !qn_memory_file_is_safe(name))
      return RTC_INVALID_INPUT;
    qn_memory_file *header = &p->headers[p->header_count++];
    header->name = qn_arena_copy(&p->arena, qn_str_from(name)).data;
    header->text = qn_arena_copy(&p->arena, qn_str_from(text));
    if (!header->name || !header->text.data)
      return RTC_OUT_OF_MEMORY;
  }
  return RTC_SUCCESS;
}

static void free_program(rtc_program *p) {
  p->magic = 0;
  qn_buffer_finish(&p->code);
  qn_buffer_finish(&p->log);
  qn_arena_finish(&p->arena);
  qn_free(p);
}

rtc_result rtc_create(const rtc_source *source, rtc_program **out_program) {
  qn_runtime_log_init();
  if (!out_program || !source->text || source->header_count < 0 ||
      (source->header_count && (!source->headers || !source->header_names)))
    return RTC_INVALID_INPUT;
  rtc_program *p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return RTC_OUT_OF_MEMORY;
  p->magic = RTC_MAGIC;
  p->cuda = source->cuda;
  const rtc_result result = copy_source(p, source);
  if (result != RTC_SUCCESS)
    free_program(p);
  else
    *out_program = p;
  return result;
}

rtc_result rtc_destroy(rtc_program **program) {
  if (!program || !rtc_alive(*program))
    return RTC_INVALID_PROGRAM;
  free_program(*program);
  *program = NULL;
  return RTC_SUCCESS;
}

rtc_result rtc_add_expression(rtc_program *p, const char *expression) {
  if (!rtc_alive(p))
    return RTC_INVALID_PROGRAM;
  if (!expression || !expression[0])
    return RTC_INVALID_INPUT;
  if (p->tried)
    return RTC_NO_EXPRESSIONS_AFTER;
  qn_str *list = qn_arena_grow(&p->arena, p->expressions, p->expression_count,
                               &p->expression_capacity, sizeof(*list));
  const qn_str copy = qn_arena_copy(&p->arena, qn_str_from(expression));
  if (list)
    p->expressions = list; // its capacity is counted
  if (!list || !copy.data)
    return RTC_OUT_OF_MEMORY;
  list[p->expression_count++] = copy;
  return RTC_SUCCESS;
}

// ---- Files of a compilation

// Writes the source, followed by a variable for each name expression that is
// initialised with it; the compiler evaluates and removes these variables.
static qn_status write_source(const rtc_program *p, const char *path,
                              qn_diag *diag) {
  qn_buffer text = {0};
  qn_buffer_printf(&text, "#line 1 \"%s\"\n",
                   p->name[0] ? p->name
                   : p->cuda  ? "program.cu"
                              : "program.hip");
  qn_buffer_append_str(&text, p->source);
  for (size_t i = 0; i < p->expression_count; ++i) {
    qn_str expression = p->expressions[i];
    while (expression.size && strchr(" &\t", expression.data[0]))
      expression = qn_str_skip(expression, 1);
    qn_buffer_printf(&text,
                     "\n#line 1 \"name expression %zu\"\n"
                     "extern \"C\" __attribute__((device, used)) const void "
                     "*__qn_rtc_name_%zu = (const void *)&%.*s;\n",
                     i, i, QN_STR_ARG(expression));
  }
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status))
    status = qn_file_write(path, qn_buffer_span(&text), diag);
  qn_buffer_finish(&text);
  return status;
}

// ---- The tool

bool rtc_find_tool(qn_buffer *log, char path[PATH_MAX]) {
  qn_diag diag = {0};
  if (!qn_failed(qn_child_find_tool(path, &diag)))
    return true;
  qn_buffer_printf(log, "error: %s; tried\n", diag.message);
  qn_prefix_tried("bin/quern", log);
  return false;
}

int rtc_run(qn_child *c, qn_buffer *log) {
  qn_diag diag = {0};
  qn_process_result result = {0};
  int code = -1;
  if (qn_failed(qn_child_run(c, NULL, NULL, &result, &diag)))
    qn_buffer_printf(log, "error: %s\n", diag.message);
  else
    code = result.exit_code;
  qn_buffer_append(log, result.err.data, result.err.size);
  qn_buffer_append(log, result.out.data, result.out.size);
  qn_process_result_finish(&result);
  return code;
}

const char *rtc_target_here(char out[static RTC_TARGET_SIZE]) {
  const char *asked = getenv("QUERN_DEVICE");
  const char *target = qn_target_native()->name;
  qn_device *device;
  if (asked && asked[0] && qn_device_current(&device) == QN_R_OK)
    target = device->info.target;
  snprintf(out, RTC_TARGET_SIZE, "%s", target);
  return out;
}

static bool names_targets(const char *option) {
  static const char *const prefixes[] = {
      "--offload-arch",  "--gpu-architecture", "-arch",      "--amdgpu-target",
      "--generate-code", "-gencode",           "--gpu-code", "-code"};
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
    if (strncmp(option, prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return false;
}

static bool asks_link_optimisation(const char *option) {
  return strcmp(option, "-dlto") == 0 ||
         strcmp(option, "--dlink-time-opt") == 0;
}

// An option that names targets gets the one here as one more, as the result may
// be loaded there.
static void add_options(qn_child *c, int count, const char *const *options) {
  char here[RTC_TARGET_SIZE];
  (void)rtc_target_here(here);
  if (strcmp(here, qn_target_native()->name) != 0)
    qn_child_add_text(c, "--offload-arch=", here);
  for (int i = 0; i < count; ++i) {
    if (names_targets(options[i]))
      qn_child_add_text(c, "--offload-arch=", here);
    qn_child_add(c,
                 asks_link_optimisation(options[i]) ? "-fgpu-rdc" : options[i]);
  }
}

static bool asks_bitcode(int count, const char *const *options) {
  bool asked = false;
  for (int i = 0; i < count; ++i)
    asked |= strcmp(options[i], "-fgpu-rdc") == 0 ||
             strcmp(options[i], "-rdc=true") == 0 ||
             strcmp(options[i], "--relocatable-device-code=true") == 0 ||
             strcmp(options[i], "-dc") == 0 ||
             asks_link_optimisation(options[i]);
  return asked;
}

void rtc_read_file(const char *path, qn_buffer *to) {
  qn_file file;
  if (qn_failed(qn_file_open(path, 0, &file, NULL)))
    return;
  qn_buffer_append(to, file.bytes.data, file.bytes.size);
  qn_file_close(&file);
}

// Reads lines "index symbol".
static void set_names(rtc_program *p, qn_str text) {
  qn_str rest = text, line;
  while (rest.size && qn_str_split(&rest, '\n', &line)) {
    size_t index = 0, at = 0;
    while (at < line.size && line.data[at] >= '0' && line.data[at] <= '9')
      index = 10 * index + (size_t)(line.data[at++] - '0');
    if (at && at < line.size && index < p->expression_count)
      p->lowered[index] = qn_arena_copy(&p->arena, qn_str_skip(line, at + 1));
  }
}

static void read_names(rtc_program *p, const char *path) {
  qn_buffer text = {0};
  rtc_read_file(path, &text);
  set_names(p, qn_buffer_str(&text));
  qn_buffer_finish(&text);
}

// ---- The cache

// Everything that a compilation depends on except the files that it reads.
static bool make_key(const rtc_program *p, int count,
                     const char *const *options, qn_buffer *key) {
  char path[PATH_MAX], here[RTC_TARGET_SIZE];
  const qn_tool *clang = qn_tool_find("clang");
  qn_buffer_printf(key, "rtc 2, Quern %s, %s\n%s, named %s\n", QUERN_VERSION,
                   rtc_target_here(here), p->cuda ? "cuda" : "hip", p->name);
  if (!qn_prefix_find("bin/quern", path, sizeof(path)) ||
      !qn_cache_identify(path, key) ||
      !qn_install_find("libquern-compiler.so", path, sizeof(path)) ||
      !qn_cache_identify(path, key))
    return false;
  if (!clang || !qn_tool_locate(clang, path, sizeof(path), NULL, NULL) ||
      !qn_cache_identify(path, key))
    return false;
  qn_cache_switches(key);
  for (int i = 0; i < count; ++i)
    qn_buffer_printf(key, "option %zu %s\n", strlen(options[i]), options[i]);
  for (size_t i = 0; i < p->expression_count; ++i)
    qn_buffer_printf(key, "expression %.*s\n", QN_STR_ARG(p->expressions[i]));
  for (size_t i = 0; i < p->header_count; ++i)
    qn_buffer_printf(key, "header %s %zu\n%.*s\n", p->headers[i].name,
                     p->headers[i].text.size, QN_STR_ARG(p->headers[i].text));
  qn_buffer_printf(key, "source %zu\n", p->source.size);
  qn_buffer_append_str(key, p->source);
  return !key->failed;
}

// What a make rule's target depends on, a path per line; files of the
// compilation's own folder, which are part of the key, are left out.
static void read_dependencies(const char *path, const char *folder,
                              qn_buffer *out) {
  qn_buffer text = {0};
  qn_arena arena = {0};
  rtc_read_file(path, &text);
  qn_str rules = qn_buffer_str(&text);
  char *file;
  while ((file = qn_rule_next(&rules, &arena)) != NULL)
    if (!qn_str_starts(qn_str_from(file), qn_str_from(folder)))
      qn_buffer_printf(out, "%s\n", file);
  qn_arena_finish(&arena);
  qn_buffer_finish(&text);
}

enum { PART_CODE, PART_LOG, PART_NAMES, PART_COUNT };

static bool load_cached(rtc_program *p, qn_cache *cache, qn_str key) {
  qn_cache_entry entry;
  const qn_cache_key full = {.text = key};
  if (!qn_cache_get(cache, &full, &entry))
    return false;
  const bool good = entry.part_count == PART_COUNT;
  if (good) {
    qn_buffer_append_str(&p->code, qn_buffer_str(&entry.parts[PART_CODE]));
    qn_buffer_append_str(&p->log, qn_buffer_str(&entry.parts[PART_LOG]));
    set_names(p, qn_buffer_str(&entry.parts[PART_NAMES]));
    QN_DEBUG("rtc", "'%s' was in the cache", p->name);
  }
  qn_cache_entry_finish(&entry);
  return good;
}

static void store_cached(const rtc_program *p, qn_cache *cache, qn_str key,
                         const char *folder) {
  const qn_cache_key full = {.text = key};
  char path[PATH_MAX];
  qn_diag diag = {0};
  qn_buffer files = {0};
  qn_cache_entry entry = {.part_count = PART_COUNT};
  snprintf(path, sizeof(path), "%s/dependencies", folder);
  read_dependencies(path, folder, &files);
  qn_buffer_append_str(&entry.parts[PART_CODE], qn_buffer_str(&p->code));
  qn_buffer_append_str(&entry.parts[PART_LOG], qn_buffer_str(&p->log));
  snprintf(path, sizeof(path), "%s/names", folder);
  rtc_read_file(path, &entry.parts[PART_NAMES]);
  if (files.size && qn_failed(qn_cache_put(cache, &full, qn_buffer_str(&files),
                                           &entry, &diag)))
    QN_DEBUG("rtc", "not cached: %s", diag.message);
  qn_cache_entry_finish(&entry);
  qn_buffer_finish(&files);
}

static rtc_result compile_in(rtc_program *p, const char *folder, int count,
                             const char *const *options) {
  char tool[PATH_MAX], source[PATH_MAX], headers[PATH_MAX], names[PATH_MAX],
      output[PATH_MAX], dependencies[PATH_MAX];
  qn_diag diag = {0};
  qn_child c = {0};
  snprintf(source, sizeof(source), "%s/program.%s", folder,
           p->cuda ? "cu" : "hip");
  snprintf(headers, sizeof(headers), "%s/include", folder);
  snprintf(names, sizeof(names), "%s/names", folder);
  snprintf(output, sizeof(output), "%s/code", folder);
  snprintf(dependencies, sizeof(dependencies), "%s/dependencies", folder);
  if (qn_failed(
          qn_memory_files_write(p->headers, p->header_count, headers, &diag)) ||
      qn_failed(write_source(p, source, &diag))) {
    qn_buffer_printf(&p->log, "error: %s\n", diag.message);
    return RTC_INTERNAL_ERROR;
  }
  if (!rtc_find_tool(&p->log, tool))
    return RTC_COMPILATION;
  qn_child_add(&c, tool);
  qn_child_add(&c, "cc");
  qn_child_add(&c, "--genco");
  qn_child_add(&c, p->cuda ? "-D__CUDACC_RTC__=1" : "-D__HIPCC_RTC__=1");
  add_options(&c, count, options);
  // A folder of its own name each time would keep our headers' precompiled form
  // from being found again.
  if (p->header_count)
    qn_child_add_text(&c, "-I", headers);
  if (p->expression_count)
    qn_child_add_text(&c, "--lowered-names=", names);
  qn_child_add(&c, "-MD");
  qn_child_add(&c, "-MF");
  qn_child_add(&c, dependencies);
  qn_child_add(&c, "-o");
  qn_child_add(&c, output);
  qn_child_add(&c, source);
  const int code = rtc_run(&c, &p->log);
  qn_child_finish(&c);
  if (code == 2)
    return RTC_INVALID_OPTION;
  if (code != 0)
    return RTC_COMPILATION;
  rtc_read_file(output, &p->code);
  read_names(p, names);
  return p->code.size ? RTC_SUCCESS : RTC_COMPILATION;
}

static rtc_result compile_or_load(rtc_program *p, int count,
                                  const char *const *options) {
  qn_temp temp;
  qn_diag diag = {0};
  qn_cache cache;
  qn_buffer key = {0};
  qn_cache_open(&cache);
  const bool caching = cache.folder[0] && make_key(p, count, options, &key);
  // Of several at the same time, the first compiles; the others wait and then
  // load its result.
  bool cached = caching && load_cached(p, &cache, qn_buffer_str(&key));
  if (caching && !cached &&
      qn_cache_take(&cache, qn_buffer_str(&key), true) == QN_CACHE_LOCKED)
    cached = load_cached(p, &cache, qn_buffer_str(&key));
  rtc_result result = RTC_INTERNAL_ERROR;
  if (cached) {
    result = RTC_SUCCESS;
  } else if (qn_failed(qn_temp_create(&temp, &diag))) {
    qn_buffer_printf(&p->log, "error: %s\n", diag.message);
  } else {
    result = compile_in(p, temp.path, count, options);
    if (caching && result == RTC_SUCCESS)
      store_cached(p, &cache, qn_buffer_str(&key), temp.path);
    qn_temp_finish(&temp);
  }
  qn_buffer_finish(&key);
  qn_cache_close(&cache);
  return result;
}

rtc_result rtc_compile(rtc_program *p, int count, const char *const *options) {
  if (!rtc_alive(p))
    return RTC_INVALID_PROGRAM;
  if (count < 0 || (count && !options))
    return RTC_INVALID_INPUT;
  for (int i = 0; i < count; ++i)
    if (!options[i])
      return RTC_INVALID_OPTION;
  p->tried = true;
  p->compiled = false;
  p->bitcode = asks_bitcode(count, options);
  qn_buffer_clear(&p->log);
  qn_buffer_clear(&p->code);
  p->lowered =
      qn_arena_alloc(&p->arena, p->expression_count + 1, sizeof(*p->lowered));
  if (!p->lowered)
    return RTC_OUT_OF_MEMORY;
  if (p->flow && p->flow(p->flow_payload, NULL))
    return RTC_CANCELLED;
  const rtc_result result = compile_or_load(p, count, options);
  p->compiled = result == RTC_SUCCESS;
  if (p->log.failed || p->code.failed)
    return RTC_OUT_OF_MEMORY;
  QN_DEBUG("rtc", "compiled '%s': %s", p->name,
           rtc_result_name(result, p->cuda));
  return result;
}

// ---- Results

rtc_result rtc_get_lowered(rtc_program *p, const char *expression,
                           const char **out_name) {
  if (!rtc_alive(p))
    return RTC_INVALID_PROGRAM;
  if (!expression || !out_name)
    return RTC_INVALID_INPUT;
  if (!p->compiled)
    return RTC_NO_LOWERED_NAMES_BEFORE;
  for (size_t i = 0; i < p->expression_count; ++i)
    if (qn_str_equal(p->expressions[i], qn_str_from(expression)) &&
        p->lowered[i].size) {
      *out_name = p->lowered[i].data;
      return RTC_SUCCESS;
    }
  return RTC_EXPRESSION_NOT_VALID;
}

rtc_result rtc_get_log(rtc_program *p, char *to, size_t *out_size) {
  if (!rtc_alive(p))
    return RTC_INVALID_PROGRAM;
  if (!to && !out_size)
    return RTC_INVALID_INPUT;
  if (out_size)
    *out_size = p->log.size + 1;
  if (to)
    memcpy(to, qn_buffer_text(&p->log), p->log.size + 1);
  return RTC_SUCCESS;
}

rtc_result rtc_get_code(rtc_program *p, bool bitcode, char *to,
                        size_t *out_size) {
  if (!rtc_alive(p) || !p->compiled || p->bitcode != bitcode)
    return RTC_INVALID_PROGRAM;
  if (!to && !out_size)
    return RTC_INVALID_INPUT;
  if (out_size)
    *out_size = p->code.size;
  if (to)
    memcpy(to, p->code.data, p->code.size);
  return RTC_SUCCESS;
}

const char *rtc_result_name(rtc_result result, bool cuda) {
#define RTC_RESULT(id, name) {"HIPRTC_" #name, "NVRTC_" #name},
  static const char *const names[][2] = {RTC_RESULTS(RTC_RESULT)};
#undef RTC_RESULT
  return (size_t)result < RTC_RESULT_COUNT ? names[result][cuda]
         : cuda                            ? "NVRTC_ERROR unknown"
                                           : "HIPRTC_ERROR unknown";
}

// ---- Linking

rtc_result rtc_link_create(rtc_link **out_link) {
  qn_runtime_log_init();
  if (!out_link)
    return RTC_INVALID_INPUT;
  rtc_link *link = qn_alloc_array(1, sizeof(*link));
  if (!link)
    return RTC_OUT_OF_MEMORY;
  link->magic = RTC_MAGIC;
  *out_link = link;
  return RTC_SUCCESS;
}

rtc_result rtc_link_add(rtc_link *link, qn_span bytes) {
  if (!link || link->magic != RTC_MAGIC || !bytes.data || !bytes.size)
    return RTC_INVALID_INPUT;
  qn_buffer *inputs =
      qn_arena_grow(&link->arena, link->inputs, link->input_count,
                    &link->input_capacity, sizeof(*inputs));
  if (!inputs)
    return RTC_OUT_OF_MEMORY;
  link->inputs = inputs;
  inputs[link->input_count] = (qn_buffer){0};
  qn_buffer_append(&inputs[link->input_count], bytes.data, bytes.size);
  return inputs[link->input_count++].failed ? RTC_OUT_OF_MEMORY : RTC_SUCCESS;
}

static rtc_result link_in(rtc_link *link, const char *folder) {
  char tool[PATH_MAX], output[PATH_MAX];
  qn_child c = {0};
  if (!rtc_find_tool(&link->log, tool))
    return RTC_COMPILATION;
  snprintf(output, sizeof(output), "%s/linked", folder);
  qn_child_add(&c, tool);
  qn_child_add(&c, "cc");
  qn_child_add(&c, "--genco");
  qn_child_add(&c, "-o");
  qn_child_add(&c, output);
  for (size_t i = 0; i < link->input_count; ++i) {
    const qn_str path = qn_arena_printf(&c.arena, "%s/%zu.hipfb", folder, i);
    if (!path.data || qn_failed(qn_file_write(
                          path.data, qn_buffer_span(&link->inputs[i]), NULL)))
      c.failed = true;
    else
      qn_child_add(&c, path.data);
  }
  const int code = rtc_run(&c, &link->log);
  qn_child_finish(&c);
  if (code != 0)
    return RTC_COMPILATION;
  rtc_read_file(output, &link->image);
  return RTC_SUCCESS;
}

rtc_result rtc_link_complete(rtc_link *link) {
  qn_temp temp;
  if (!link || link->magic != RTC_MAGIC || !link->input_count)
    return RTC_INVALID_INPUT;
  if (qn_failed(qn_temp_create(&temp, NULL)))
    return RTC_INTERNAL_ERROR;
  qn_buffer_clear(&link->image);
  const rtc_result result = link_in(link, temp.path);
  qn_temp_finish(&temp);
  if (result != RTC_SUCCESS)
    QN_DEBUG("rtc", "linking failed: %s", qn_buffer_text(&link->log));
  return result;
}

rtc_result rtc_link_destroy(rtc_link *link) {
  if (!link || link->magic != RTC_MAGIC)
    return RTC_INVALID_INPUT;
  link->magic = 0;
  for (size_t i = 0; i < link->input_count; ++i)
    qn_buffer_finish(&link->inputs[i]);
  qn_buffer_finish(&link->image);
  qn_buffer_finish(&link->log);
  qn_arena_finish(&link->arena);
  qn_free(link);
  return RTC_SUCCESS;
}
