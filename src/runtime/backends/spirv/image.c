// SPDX-License-Identifier: Apache-2.0
// What an image asks of a device, and from SPIR-V to a program: drivers'
// compilers, which most of a first launch costs, and the cache of what they
// made.
#include <stdio.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/system/log.h"
#include "runtime/backends/spirv/spirv.h"

// ---- What the module asks for

enum { HEADER_WORDS = 5, OP_CAPABILITY = 17 };

typedef struct capability_row {
  uint32_t number;
  const char *name, *extension;
} capability_row;

static const capability_row *find_capability(uint32_t number) {
  static const capability_row known[] = {
#define QN_CAPABILITY(number, name, extension) {number, #name, extension},
#include "runtime/backends/spirv/capabilities.def"
#undef QN_CAPABILITY
  };
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i)
    if (known[i].number == number)
      return &known[i];
  return NULL;
}

const char *qn_spirv_extension_of(uint32_t capability) {
  const capability_row *row = find_capability(capability);
  return row ? row->extension : NULL;
}

static uint32_t word_of(qn_span image, size_t i) {
  uint32_t word;
  memcpy(&word, image.data + i * sizeof(word), sizeof(word));
  return word;
}

static qn_result check_capability(const qn_spirv_device *d, uint32_t number,
                                  qn_spirv_lack *find_lack) {
  const capability_row *row = find_capability(number);
  const char *lack = row ? find_lack(d, number) : NULL;
  return lack ? qn_refuse(QN_R_NO_BINARY,
                          "the image needs SPIR-V's %s, which '%s' lacks: it "
                          "does not have %s",
                          row->name, d->info.name, lack)
              : QN_R_OK;
}

// Drivers say little about what they do not take, so it is asked before.
qn_result qn_spirv_check_image(const qn_spirv_device *d, qn_span image,
                               uint32_t newest, qn_spirv_lack *lack) {
  const size_t words = image.size / sizeof(uint32_t);
  if (words < HEADER_WORDS)
    return qn_refuse(QN_R_INVALID_IMAGE, "an image of %zu bytes is no SPIR-V",
                     image.size);
  const uint32_t version = word_of(image, 1);
  if (version > newest)
    return qn_refuse(QN_R_NO_BINARY,
                     "the image is SPIR-V %u.%u; '%s' takes up to %u.%u",
                     version >> 16, version >> 8 & 0xff, d->info.name,
                     newest >> 16, newest >> 8 & 0xff);
  // Capabilities come first, an instruction of two words each.
  for (size_t at = HEADER_WORDS;
       at + 1 < words && (word_of(image, at) & 0xffff) == OP_CAPABILITY;
       at += 2)
    QN_CHECK(check_capability(d, word_of(image, at + 1), lack));
  return QN_R_OK;
}

// ---- Logs

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
static void shorten(const char *area, const char *log, char *out, size_t size) {
  qn_buffer all = {0};
  qn_str rest = qn_str_from(log);
  qn_str line;
  bool found = false;
  while (rest.size && qn_str_split(&rest, '\n', &line)) {
    QN_DEBUG(area, "%.*s", QN_STR_ARG(line));
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

qn_result qn_spirv_refuse_build(const qn_spirv_device *d, qn_result result,
                                const char *log) {
  enum { SHOWN_SIZE = 424 };
  char reason[192];
  char shown[SHOWN_SIZE] = "";
  if (log)
    shorten(d->ops->area, log, shown, sizeof(shown));
  if (!shown[0])
    return result;
  snprintf(reason, sizeof(reason), "%s", qn_reason());
  return qn_refuse(result, "%s: %s", reason, shown);
}

// ---- Kernels without vectors

void qn_spirv_note_scalar(const char *log, qn_buffer *out) {
  static const char before[] = "Kernel \"";
  static const char after[] = "\" was not vectorized";
  qn_str rest = qn_str_from(log);
  qn_str line;
  while (rest.size && qn_str_split(&rest, '\n', &line)) {
    const char *end = qn_str_search(line, QN_STR(after));
    if (end && qn_str_starts(line, QN_STR(before)))
      qn_buffer_printf(out, "%.*s\n",
                       (int)(end - line.data - (ptrdiff_t)sizeof(before) + 1),
                       line.data + sizeof(before) - 1);
  }
}

qn_result qn_spirv_check_vectors(const qn_spirv_device *d, const qn_kernel *k,
                                 const char *name, qn_str scalar) {
  qn_str line;
  if (!k->flags_known || !(k->flags & QN_KERNEL_WARP_OPS))
    return QN_R_OK;
  while (scalar.size && qn_str_split(&scalar, '\n', &line))
    if (qn_str_equal(line, qn_str_from(name)))
      return qn_refuse(
          QN_R_NOT_SUPPORTED,
          "'%s' has warp operations, and the driver's compiler "
          "made no vectors of it for '%s', where it ends the "
          "process at them: it needs an image for " QN_SPIRV_OLD_TARGET
          " alone",
          name, d->info.name);
  return QN_R_OK;
}

// ---- The cache

// A binary is the driver's own, and only this version's for this device.
static bool make_key(const qn_spirv_builder *b, qn_span image, qn_buffer *key) {
  uint8_t digest[QN_SHA256_SIZE];
  qn_sha256(image, digest);
  qn_buffer_printf(key, "quern %s program 2\n", b->area);
  b->describe(b->user, key);
  qn_buffer_printf(key, "image ");
  qn_digest_print((qn_span){digest, sizeof(digest)}, key);
  return !key->failed;
}

// False: there is no entry. An entry that the driver does not take gives no
// program.
static bool find_cached(const qn_spirv_builder *b, qn_cache *cache,
                        const qn_cache_key *key, void **out_program) {
  qn_cache_entry entry;
  void *program = NULL;
  if (!qn_cache_get(cache, key, &entry))
    return false;
  if (entry.part_count == 2 && entry.parts[0].size)
    program = b->load(b->user, qn_buffer_span(&entry.parts[0]),
                      qn_buffer_str(&entry.parts[1]));
  if (program)
    QN_DEBUG(b->area, "a program of %zu bytes was in the cache",
             entry.parts[0].size);
  qn_cache_entry_finish(&entry);
  *out_program = program;
  return true;
}

static void store(const qn_spirv_builder *b, void *program, qn_cache *cache,
                  const qn_cache_key *key) {
  qn_cache_entry entry = {.part_count = 2};
  qn_diag diag = {0};
  if (b->save(b->user, program, &entry.parts[0], &entry.parts[1]) &&
      qn_failed(qn_cache_put(cache, key, (qn_str){0}, &entry, &diag)))
    QN_DEBUG(b->area, "not cached: %s", diag.message);
  qn_cache_entry_finish(&entry);
}

static qn_result build_cached(const qn_spirv_builder *b, qn_span image,
                              qn_cache *cache, qn_str text,
                              void **out_program) {
  const qn_cache_key key = {.text = text};
  void *program = NULL;
  if (!find_cached(b, cache, &key, &program) &&
      qn_cache_take(cache, text, true) == QN_CACHE_LOCKED)
    // Another process may have just made it.
    (void)find_cached(b, cache, &key, &program);
  if (program) {
    *out_program = program;
    return QN_R_OK;
  }
  QN_CHECK(b->build(b->user, image, out_program));
  store(b, *out_program, cache, &key);
  return QN_R_OK;
}

qn_result qn_spirv_build(const qn_spirv_builder *b, qn_span image,
                         void **out_program) {
  qn_cache cache;
  qn_buffer key = {0};
  qn_cache_open(&cache);
  const qn_result result =
      cache.folder[0] && make_key(b, image, &key)
          ? build_cached(b, image, &cache, qn_buffer_str(&key), out_program)
          : b->build(b->user, image, out_program);
  qn_buffer_finish(&key);
  qn_cache_close(&cache);
  return result;
}
