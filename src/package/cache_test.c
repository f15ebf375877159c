// SPDX-License-Identifier: Apache-2.0
#include "package/cache.h"

#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "support/test.h"

static qn_temp temp;
static char source[512];

static void write_text(const char *path, const char *text) {
  qn_diag diag = {0};
  CHECK_OK(qn_file_write(path, (qn_span){(const uint8_t *)text, strlen(text)},
                         &diag),
           &diag);
}

static void put(const qn_cache *cache, const char *key, const char *code) {
  qn_diag diag = {0};
  qn_cache_entry entry = {.part_count = 2};
  qn_buffer_append_str(&entry.parts[0], qn_str_from(code));
  qn_buffer_append_str(&entry.parts[1], QN_STR("log"));
  CHECK_OK(
      qn_cache_put(cache, qn_str_from(key), qn_str_from(source), &entry, &diag),
      &diag);
  qn_cache_entry_finish(&entry);
}

static bool has(const qn_cache *cache, const char *key, const char *code) {
  qn_cache_entry entry;
  if (!qn_cache_get(cache, qn_str_from(key), &entry))
    return false;
  const bool good =
      entry.part_count == 2 &&
      qn_str_equal(qn_buffer_str(&entry.parts[0]), qn_str_from(code)) &&
      qn_str_equal(qn_buffer_str(&entry.parts[1]), QN_STR("log"));
  qn_cache_entry_finish(&entry);
  CHECK(good);
  return true;
}

static void test_hits_and_misses(const qn_cache *cache) {
  write_text(source, "int x;");
  CHECK(!has(cache, "k", "code"));
  put(cache, "k", "code");
  CHECK(has(cache, "k", "code"));
  CHECK(!has(cache, "k2", "code"));
  put(cache, "k", "other"); // replaces
  CHECK(has(cache, "k", "other"));
  // A file that was read has changed, then changes back.
  write_text(source, "int y;");
  CHECK(!has(cache, "k", "other"));
  write_text(source, "int x;");
  CHECK(has(cache, "k", "other"));
}

static char entry[1024];

// Stops at the entry whose key is "damaged".
static int find_entry(const char *path, const struct stat *info, int kind,
                      struct FTW *where) {
  qn_file file;
  (void)info;
  (void)where;
  if (kind != FTW_F || qn_failed(qn_file_open(path, 0, &file, NULL)))
    return 0;
  const qn_str text = {(const char *)file.bytes.data, file.bytes.size};
  const bool found = memmem(text.data, text.size, "damaged", 7) != NULL;
  qn_file_close(&file);
  if (found)
    snprintf(entry, sizeof(entry), "%s", path);
  return found;
}

// Every byte that is wrong makes a miss.
static void test_damage(const qn_cache *cache) {
  qn_file file;
  qn_diag diag = {0};
  put(cache, "damaged", "code");
  CHECK_INT(nftw(cache->folder, find_entry, 8, FTW_PHYS), 1);
  CHECK_OK(qn_file_open(entry, 0, &file, &diag), &diag);
  qn_buffer good = {0};
  qn_buffer_append(&good, file.bytes.data, file.bytes.size);
  qn_file_close(&file);
  for (size_t i = 0; i < good.size; ++i) {
    good.data[i] ^= 0x20;
    CHECK_OK(qn_file_write(entry, qn_buffer_span(&good), &diag), &diag);
    CHECK(!has(cache, "damaged", "code"));
    good.data[i] ^= 0x20;
  }
  for (size_t size = 0; size < good.size; size += 7) {
    CHECK_OK(qn_file_write(entry, (qn_span){good.data, size}, &diag), &diag);
    CHECK(!has(cache, "damaged", "code"));
  }
  CHECK_OK(qn_file_write(entry, qn_buffer_span(&good), &diag), &diag);
  CHECK(has(cache, "damaged", "code"));
  qn_buffer_finish(&good);
}

// Processes that write and read one key, some of them killed.
static void test_processes(const qn_cache *cache) {
  enum { PROCESSES = 8, ROUNDS = 60 };
  pid_t children[PROCESSES];
  for (int i = 0; i < PROCESSES; ++i) {
    children[i] = fork();
    CHECK(children[i] >= 0);
    if (children[i] != 0)
      continue;
    for (int k = 0; k < ROUNDS || i == 0; ++k) {
      put(cache, "shared", "code");
      if (!has(cache, "shared", "code"))
        _exit(1);
    }
    _exit(0);
  }
  usleep(20000);
  kill(children[0], SIGKILL); // in the midst of it
  for (int i = 0; i < PROCESSES; ++i) {
    int status;
    CHECK(waitpid(children[i], &status, 0) == children[i]);
    CHECK(i == 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
  }
  CHECK(has(cache, "shared", "code"));
}

static void test_folders(void) {
  qn_cache cache;
  setenv("QUERN_CACHE", "off", 1);
  qn_cache_open(&cache);
  CHECK(!cache.folder[0]);
  put(&cache, "k", "code"); // no failure
  CHECK(!has(&cache, "k", "code"));
  unsetenv("QUERN_CACHE");
  setenv("XDG_CACHE_HOME", "/x", 1);
  qn_cache_open(&cache);
  CHECK_TEXT(cache.folder, "/x/quern");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "/h", 1);
  qn_cache_open(&cache);
  CHECK_TEXT(cache.folder, "/h/.cache/quern");
}

static void test_identity(void) {
  qn_buffer key = {0};
  CHECK(qn_cache_identify("/proc/self/exe", &key));
  CHECK(key.size > 16);
  CHECK(!qn_cache_identify("/no/such/file", &key));
  qn_buffer_finish(&key);
}

int main(void) {
  qn_cache cache;
  qn_diag diag = {0};
  CHECK_OK(qn_temp_create(&temp, &diag), &diag);
  snprintf(source, sizeof(source), "%s/source", temp.path);
  char folder[512];
  snprintf(folder, sizeof(folder), "%s/cache", temp.path);
  setenv("QUERN_CACHE", folder, 1);
  qn_cache_open(&cache);
  CHECK_TEXT(cache.folder, folder);
  test_hits_and_misses(&cache);
  test_damage(&cache);
  test_processes(&cache);
  test_identity();
  test_folders();
  qn_temp_finish(&temp);
  return 0;
}
