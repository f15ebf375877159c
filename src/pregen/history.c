// SPDX-License-Identifier: Apache-2.0
// The file: lines of an id in hexadecimal and a number that holds both figures.
#include "pregen/history.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/system/file.h"

enum { FILE_LIMIT = 16 << 20, LINES_MAX = 200000, BYTES_SHIFT = 24 };

static const uint64_t megabytes_mask = (UINT64_C(1) << BYTES_SHIFT) - 1;

static bool path_of(const qn_cache *cache, char *path, size_t capacity) {
  const int size = snprintf(path, capacity, "%s/times", cache->folder);
  return cache->folder[0] && size > 0 && (size_t)size < capacity;
}

static uint64_t id_of(const char *arch, const char *name) {
  char both[512];
  const int size = snprintf(both, sizeof(both), "%s/%s", arch, name);
  return qn_hash64(
      (qn_span){(const uint8_t *)both, size > 0 && (size_t)size < sizeof(both)
                                           ? (size_t)size
                                           : sizeof(both) - 1});
}

static void read_line(qn_map *map, qn_str line) {
  char text[64];
  uint64_t id, cost;
  if (line.size >= sizeof(text))
    return;
  memcpy(text, line.data, line.size);
  text[line.size] = '\0';
  if (sscanf(text, "%" SCNx64 " %" SCNx64, &id, &cost) == 2)
    qn_ignore(qn_map_put(map, id, cost, NULL), "then its cost is not known");
}

static void read_all(qn_map *map, const qn_cache *cache) {
  char path[1024];
  qn_file file;
  qn_str line;
  if (!path_of(cache, path, sizeof(path)) ||
      qn_failed(qn_file_open(path, FILE_LIMIT, &file, NULL)))
    return;
  qn_str rest = qn_span_str(file.bytes);
  while (rest.size && qn_str_split(&rest, '\n', &line))
    read_line(map, line);
  qn_file_close(&file);
}

void qn_history_open(qn_history *history, const qn_cache *cache) {
  *history = (qn_history){0};
  read_all(&history->known, cache);
}

void qn_history_close(qn_history *history, const qn_cache *cache) {
  char path[1024];
  qn_map now = {0};
  qn_buffer text = {0};
  if (history->learned.count && path_of(cache, path, sizeof(path))) {
    read_all(&now, cache);
    for (size_t i = 0; i < history->learned.count; ++i)
      qn_ignore(qn_map_put(&now, history->learned.entries[i].key,
                           history->learned.entries[i].value, NULL),
                "then its cost is not known");
    // The newest are last.
    for (size_t i = now.count > LINES_MAX ? now.count - LINES_MAX : 0;
         i < now.count; ++i)
      qn_buffer_printf(&text, "%016" PRIx64 " %" PRIx64 "\n",
                       now.entries[i].key, now.entries[i].value);
    if (!text.failed)
      qn_ignore(qn_file_write(path, qn_buffer_span(&text), NULL),
                "a folder that cannot be written to");
  }
  qn_buffer_finish(&text);
  qn_map_finish(&now);
  qn_map_finish(&history->known);
  qn_map_finish(&history->learned);
}

bool qn_history_find(const qn_history *history, const char *arch,
                     const char *name, qn_history_cost *out) {
  const uint64_t *found = qn_map_find(&history->known, id_of(arch, name));
  if (!found)
    return false;
  out->seconds = (double)(*found >> BYTES_SHIFT) / 1000;
  out->bytes = (*found & megabytes_mask) << 20;
  return true;
}

void qn_history_learn(qn_history *history, const char *arch, const char *name,
                      qn_history_cost cost) {
  const uint64_t ms = (uint64_t)(cost.seconds * 1000) + 1;
  const uint64_t mb = (cost.bytes >> 20) + 1;
  qn_ignore(qn_map_put(&history->learned, id_of(arch, name),
                       ms << BYTES_SHIFT |
                           (mb < megabytes_mask ? mb : megabytes_mask),
                       NULL),
            "then it is not remembered");
}
