// SPDX-License-Identifier: Apache-2.0
// From SPIR-V to a program of the device: the driver's compiler, and the cache
// of what it made. Compiling is most of what a first launch costs.
#include <stdio.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/system/log.h"
#include "package/cache/cache.h"
#include "runtime/backends/opencl/opencl.h"

static const char options[] = ""; // of the driver's compiler

// ---- The driver's compiler

static bool says_wrong(qn_str line) {
  static const char *const words[] = {"error", "Error", "undefined",
                                      "not found", "nsupported"};
  char text[256];
  snprintf(text, sizeof(text), "%.*s", QN_STR_ARG(line));
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
    if (strstr(text, words[i]))
      return true;
  return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// A log as one line: from the first line on that says what is wrong, without
// remarks; where none does, its end, as much as `size` holds.
static void shorten(const char *log, char *out, size_t size) {
  qn_buffer all = {0};
  qn_str rest = qn_str_from(log);
  qn_str line;
  bool found = false;
  while (rest.size && qn_str_split(&rest, '\n', &line)) {
    QN_DEBUG("opencl", "%.*s", QN_STR_ARG(line));
    while (line.size && is_blank(line.data[0]))
      line = qn_str_skip(line, 1);
    while (line.size && is_blank(line.data[line.size - 1]))
      --line.size;
    if (!line.size || qn_str_starts(line, QN_STR("remark:")))
      continue;
    if (!found && says_wrong(line)) {
      found = true;
      qn_buffer_clear(&all);
    }
    qn_buffer_printf(&all, "%s%.*s", all.size ? " " : "", QN_STR_ARG(line));
  }
  const char *text = qn_buffer_text(&all);
  const size_t length = strlen(text);
  const bool cut = !found && length >= size - 4;
  snprintf(out, size, "%s%s", cut ? "..." : "",
           cut ? text + length - (size - 4) : text);
  qn_buffer_finish(&all);
}

// What the driver said, which the caller frees; NULL: nothing.
static char *build_log(const qn_opencl_device *d, cl_program *program) {
  size_t size = 0;
  if (qn_opencl.clGetProgramBuildInfo(program, d->device, CL_PROGRAM_BUILD_LOG,
                                      0, NULL, &size) ||
      size < 2)
    return NULL;
  char *log = qn_alloc(size + 1);
  if (!log)
    return NULL;
  if (qn_opencl.clGetProgramBuildInfo(program, d->device, CL_PROGRAM_BUILD_LOG,
                                      size, log, NULL)) {
    qn_free(log);
    return NULL;
  }
  log[size] = '\0';
  return log;
}

static qn_result refuse_build(const qn_opencl_device *d, cl_program *program,
                              int error) {
  enum { SHOWN_SIZE = 424 };
  const qn_result result = qn_opencl_result(error, "clBuildProgram");
  char reason[192];
  char shown[SHOWN_SIZE] = "";
  char *log = build_log(d, program);
  if (log)
    shorten(log, shown, sizeof(shown));
  qn_free(log);
  if (!shown[0])
    return result;
  snprintf(reason, sizeof(reason), "%s", qn_reason());
  return qn_refuse(result, "%s: %s", reason, shown);
}

static qn_result build(const qn_opencl_device *d, cl_program *program) {
  const int error =
      qn_opencl.clBuildProgram(program, 1, &d->device, options, NULL, NULL);
  return error ? refuse_build(d, program, error) : QN_R_OK;
}

static qn_result build_il(const qn_opencl_device *d, qn_span image,
                          cl_program **out_program) {
  int error = 0;
  cl_program *program = qn_opencl.clCreateProgramWithIL
                            ? qn_opencl.clCreateProgramWithIL(
                                  d->context, image.data, image.size, &error)
                            : d->extensions.clCreateProgramWithILKHR(
                                  d->context, image.data, image.size, &error);
  if (!program)
    return qn_opencl_result(error, "clCreateProgramWithIL");
  const qn_result result = build(d, program);
  if (result == QN_R_OK)
    *out_program = program;
  else
    (void)qn_opencl.clReleaseProgram(program);
  return result;
}

// ---- The cache

// A binary is the driver's own, and only this version's for this device.
static bool make_key(const qn_opencl_device *d, qn_span image, qn_buffer *key) {
  uint8_t digest[QN_SHA256_SIZE];
  char version[128];
  qn_opencl_text(d->device, CL_DEVICE_VERSION, version, sizeof(version));
  qn_sha256(image, digest);
  qn_buffer_printf(key,
                   "quern opencl program 1\ndevice %s\nversion %s\ndriver "
                   "%s\noptions %s\nimage ",
                   d->info.name, version, d->driver, options);
  qn_digest_print((qn_span){digest, sizeof(digest)}, key);
  return !key->failed;
}

static cl_program *load_binary(const qn_opencl_device *d, qn_span binary) {
  int status = 0;
  int error = 0;
  cl_program *program = qn_opencl.clCreateProgramWithBinary(
      d->context, 1, &d->device, &binary.size, &binary.data, &status, &error);
  if (program && !status && build(d, program) == QN_R_OK)
    return program;
  if (program)
    (void)qn_opencl.clReleaseProgram(program);
  QN_DEBUG("opencl", "the driver does not take its own binary again (%s)",
           qn_opencl_error_name(status ? status : error));
  return NULL;
}

// False: there is no entry. An entry that the driver does not take gives no
// program.
static bool find_cached(const qn_opencl_device *d, qn_cache *cache,
                        const qn_cache_key *key, cl_program **out_program) {
  qn_cache_entry entry;
  cl_program *program = NULL;
  if (!qn_cache_get(cache, key, &entry))
    return false;
  if (entry.part_count == 1 && entry.parts[0].size)
    program = load_binary(d, qn_buffer_span(&entry.parts[0]));
  if (program)
    QN_DEBUG("opencl", "a program of %zu bytes was in the cache",
             entry.parts[0].size);
  qn_cache_entry_finish(&entry);
  *out_program = program;
  return true;
}

static bool read_binary(cl_program *program, qn_buffer *out) {
  size_t size = 0;
  if (qn_opencl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size),
                                 &size, NULL) ||
      !size)
    return false;
  qn_buffer_zero(out, size);
  unsigned char *where = out->data;
  return !out->failed &&
         qn_opencl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(where),
                                    (void *)&where, NULL) == 0;
}

static void store(cl_program *program, qn_cache *cache,
                  const qn_cache_key *key) {
  qn_cache_entry entry = {.part_count = 1};
  qn_diag diag = {0};
  if (read_binary(program, &entry.parts[0]) &&
      qn_failed(qn_cache_put(cache, key, (qn_str){0}, &entry, &diag)))
    QN_DEBUG("opencl", "not cached: %s", diag.message);
  qn_cache_entry_finish(&entry);
}

static qn_result build_cached(const qn_opencl_device *d, qn_span image,
                              qn_cache *cache, qn_str text,
                              cl_program **out_program) {
  const qn_cache_key key = {.text = text};
  cl_program *program = NULL;
  if (!find_cached(d, cache, &key, &program) &&
      qn_cache_take(cache, text, true) == QN_CACHE_LOCKED)
    // Another process may have just made it.
    (void)find_cached(d, cache, &key, &program);
  if (program) {
    *out_program = program;
    return QN_R_OK;
  }
  QN_CHECK(build_il(d, image, out_program));
  store(*out_program, cache, &key);
  return QN_R_OK;
}

// ---- What the module asks for

enum { HEADER_WORDS = 5, OP_CAPABILITY = 17 };

static uint32_t word_of(qn_span image, size_t i) {
  uint32_t word;
  memcpy(&word, image.data + i * sizeof(word), sizeof(word));
  return word;
}

static qn_result check_capability(const qn_opencl_device *d, uint32_t number) {
  static const struct {
    uint32_t number;
    const char *name, *extension;
  } known[] = {
#define QN_CAPABILITY(number, name, extension) {number, #name, extension},
#include "runtime/backends/opencl/capabilities.def"
#undef QN_CAPABILITY
  };
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i)
    if (known[i].number == number &&
        !qn_opencl_has(d->device, known[i].extension))
      return qn_refuse(QN_R_NO_BINARY,
                       "the image needs SPIR-V's %s, which '%s' lacks: it does "
                       "not have %s",
                       known[i].name, d->info.name, known[i].extension);
  return QN_R_OK;
}

// Drivers say little about what they do not take, so it is asked before.
static qn_result check_image(const qn_opencl_device *d, qn_span image) {
  const size_t words = image.size / sizeof(uint32_t);
  if (words < HEADER_WORDS)
    return qn_refuse(QN_R_INVALID_IMAGE, "an image of %zu bytes is no SPIR-V",
                     image.size);
  const uint32_t version = word_of(image, 1);
  if (version > d->il_version)
    return qn_refuse(QN_R_NO_BINARY,
                     "the image is SPIR-V %u.%u; '%s' takes up to %u.%u",
                     version >> 16, version >> 8 & 0xff, d->info.name,
                     d->il_version >> 16, d->il_version >> 8 & 0xff);
  // Capabilities come first, an instruction of two words each.
  for (size_t at = HEADER_WORDS;
       at + 1 < words && (word_of(image, at) & 0xffff) == OP_CAPABILITY;
       at += 2)
    QN_CHECK(check_capability(d, word_of(image, at + 1)));
  return QN_R_OK;
}

qn_result qn_opencl_build(qn_opencl_device *d, qn_span image,
                          cl_program **out_program) {
  qn_cache cache;
  qn_buffer key = {0};
  QN_CHECK(check_image(d, image));
  qn_cache_open(&cache);
  const qn_result result =
      cache.folder[0] && make_key(d, image, &key)
          ? build_cached(d, image, &cache, qn_buffer_str(&key), out_program)
          : build_il(d, image, out_program);
  qn_buffer_finish(&key);
  qn_cache_close(&cache);
  return result;
}
