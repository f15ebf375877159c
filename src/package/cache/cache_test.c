// SPDX-License-Identifier: Apache-2.0
#include "package/cache/cache.h"

#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/system/file.h"
#include "support/test.h"

static qn_temp temp;
static char source[512];

static void write_text(const char *path, const char *text) {
  qn_diag diag = {0};
  CHECK_OK(qn_file_write(path, (qn_span){(const uint8_t *)text, strlen(text)},
                         &diag),
           &diag);
}

// Simulates a new process, which remembers nothing.
static qn_cache fresh(void) {
  qn_cache cache;
  qn_cache_open(&cache);
  return cache;
}

static void put(const char *key, const char *code) {
  qn_cache cache = fresh();
  const qn_cache_key full = {.text = qn_str_from(key)};
  qn_diag diag = {0};
  qn_cache_entry entry = {.part_count = 2};
  qn_buffer_append_str(&entry.parts[0], qn_str_from(code));
  qn_buffer_append_str(&entry.parts[1], QN_STR("log"));
  CHECK_OK(qn_cache_put(&cache, &full, qn_str_from(source), &entry, &diag),
           &diag);
  qn_cache_entry_finish(&entry);
  qn_cache_close(&cache);
}

static bool has(const char *key, const char *code) {
  qn_cache cache = fresh();
  const qn_cache_key full = {.text = qn_str_from(key)};
  qn_cache_entry entry;
  const bool hit = qn_cache_get(&cache, &full, &entry);
  qn_cache_close(&cache);
  if (!hit)
    return false;
  const bool good =
      entry.part_count == 2 &&
      qn_str_equal(qn_buffer_str(&entry.parts[0]), qn_str_from(code)) &&
      qn_str_equal(qn_buffer_str(&entry.parts[1]), QN_STR("log"));
  qn_cache_entry_finish(&entry);
  CHECK(good);
  return true;
}

static void test_hits_and_misses(void) {
  write_text(source, "int x;");
  CHECK(!has("k", "code"));
  put("k", "code");
  CHECK(has("k", "code"));
  CHECK(!has("k2", "code"));
  put("k", "other"); // replaces
  CHECK(has("k", "other"));
  // A file that was read changes, then changes back.
  write_text(source, "int y;");
  CHECK(!has("k", "other"));
  write_text(source, "int x;");
  CHECK(has("k", "other"));
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
  const bool found = qn_str_search(text, QN_STR("damaged")) != NULL;
  qn_file_close(&file);
  if (found)
    snprintf(entry, sizeof(entry), "%s", path);
  return found;
}

// Any wrong byte causes a miss.
static void test_damage(const qn_cache *cache) {
  qn_file file;
  qn_diag diag = {0};
  put("damaged", "code");
  CHECK_INT(nftw(cache->folder, find_entry, 8, FTW_PHYS), 1);
  CHECK_OK(qn_file_open(entry, 0, &file, &diag), &diag);
  qn_buffer good = {0};
  qn_buffer_append(&good, file.bytes.data, file.bytes.size);
  qn_file_close(&file);
  for (size_t i = 0; i < good.size; ++i) {
    good.data[i] ^= 0x20;
    CHECK_OK(qn_file_write(entry, qn_buffer_span(&good), &diag), &diag);
    CHECK(!has("damaged", "code"));
    good.data[i] ^= 0x20;
  }
  for (size_t size = 0; size < good.size; size += 7) {
    CHECK_OK(qn_file_write(entry, (qn_span){good.data, size}, &diag), &diag);
    CHECK(!has("damaged", "code"));
  }
  CHECK_OK(qn_file_write(entry, qn_buffer_span(&good), &diag), &diag);
  CHECK(has("damaged", "code"));
  qn_buffer_finish(&good);
}

// What a power cut may leave of a file: its size with none of its bytes, or
// with only the first of them.
static int cut_power(const char *path, const struct stat *info, int kind,
                     struct FTW *where) {
  qn_buffer zeroes = {0};
  qn_diag diag = {0};
  (void)where;
  if (kind != FTW_F || qn_str_ends(qn_str_from(path), QN_STR("/lock")))
    return 0;
  const size_t size = (size_t)info->st_size;
  qn_file file;
  CHECK_OK(qn_file_open(path, 0, &file, &diag), &diag);
  for (size_t kept = 0; kept <= size / 2; kept += size / 2) {
    qn_buffer_clear(&zeroes);
    qn_buffer_append(&zeroes, file.bytes.data, kept);
    qn_buffer_zero(&zeroes, size - kept);
    CHECK_OK(qn_file_write(path, qn_buffer_span(&zeroes), &diag), &diag);
    CHECK(!has("power", "code"));
  }
  put("power", "code"); // made again, whatever was lost
  CHECK(has("power", "code"));
  CHECK_OK(qn_file_write(path, file.bytes, &diag), &diag);
  CHECK(has("power", "code"));
  qn_file_close(&file);
  qn_buffer_finish(&zeroes);
  return 0;
}

static void test_power_cut(const qn_cache *cache) {
  char own[600];
  snprintf(own, sizeof(own), "%s/power", temp.path);
  setenv("QUERN_CACHE", own, 1);
  put("power", "code");
  CHECK_INT(nftw(own, cut_power, 8, FTW_PHYS), 0);
  setenv("QUERN_CACHE", cache->folder, 1);
}

// Processes that write and read the same key, some of them killed.
static void test_processes(void) {
  enum { PROCESSES = 8, ROUNDS = 60 };
  pid_t children[PROCESSES];
  for (int i = 0; i < PROCESSES; ++i) {
    children[i] = fork();
    CHECK(children[i] >= 0);
    if (children[i] != 0)
      continue;
    for (int k = 0; k < ROUNDS || i == 0; ++k) {
      put("shared", "code");
      if (!has("shared", "code"))
        _exit(1);
    }
    _exit(0);
  }
  usleep(20000);
  kill(children[0], SIGKILL); // while it is writing
  for (int i = 0; i < PROCESSES; ++i) {
    int status;
    CHECK(waitpid(children[i], &status, 0) == children[i]);
    CHECK(i == 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
  }
  CHECK(has("shared", "code"));
}

// One key and a header that changes back and forth: both results are kept.
static void test_two_lists(void) {
  write_text(source, "one");
  put("two", "first");
  write_text(source, "two");
  put("two", "second");
  CHECK(has("two", "second"));
  write_text(source, "one");
  CHECK(has("two", "first"));
}

// A tree that was moved still hits.
static void test_roots(void) {
  char a[600], b[600], file_a[700], file_b[700];
  snprintf(a, sizeof(a), "%s/a", temp.path);
  snprintf(b, sizeof(b), "%s/b", temp.path);
  snprintf(file_a, sizeof(file_a), "%s/h.h", a);
  snprintf(file_b, sizeof(file_b), "%s/h.h", b);
  CHECK(mkdir(a, 0700) == 0 && mkdir(b, 0700) == 0);
  write_text(file_a, "text");
  write_text(file_b, "text");
  qn_diag diag = {0};
  qn_cache cache = fresh();
  const char *roots_a[] = {"/elsewhere", a, NULL};
  const char *roots_b[] = {"/elsewhere", b, NULL};
  const qn_cache_key key_a = {QN_STR("roots"), roots_a};
  const qn_cache_key key_b = {QN_STR("roots"), roots_b};
  qn_cache_entry made = {.part_count = 0}, found;
  CHECK_OK(qn_cache_put(&cache, &key_a, qn_str_from(file_a), &made, &diag),
           &diag);
  qn_cache_close(&cache);
  CHECK(unlink(file_a) == 0);
  cache = fresh();
  CHECK(qn_cache_get(&cache, &key_b, &found));
  qn_cache_close(&cache);
  cache = fresh();
  CHECK(!qn_cache_get(&cache, &key_a, &found));
  qn_cache_close(&cache);
  write_text(file_b, "other");
  cache = fresh();
  CHECK(!qn_cache_get(&cache, &key_b, &found));
  qn_cache_close(&cache);
}

// A file that changed since the work began is not what was compiled.
static void test_changed(const qn_cache *unused) {
  (void)unused;
  qn_cache cache = fresh();
  const qn_cache_key key = {.text = QN_STR("changed")};
  qn_cache_entry made = {.part_count = 0}, found;
  qn_diag diag = {0};
  usleep(20000); // beyond the granularity of file times
  write_text(source, "after");
  CHECK_INT(qn_cache_put(&cache, &key, qn_str_from(source), &made, &diag).code,
            QN_E_IO);
  CHECK(!qn_cache_get(&cache, &key, &found));
  qn_cache_close(&cache);
}

static void test_locks(void) {
  qn_cache one = fresh(), two = fresh();
  CHECK_INT(qn_cache_take(&one, QN_STR("a"), false), QN_CACHE_LOCKED);
  CHECK_INT(qn_cache_take(&two, QN_STR("a"), false), QN_CACHE_BUSY);
  CHECK_INT(qn_cache_take(&two, QN_STR("b"), false), QN_CACHE_LOCKED);
  qn_cache_release(&one, QN_STR("a"));
  CHECK_INT(qn_cache_take(&two, QN_STR("a"), true), QN_CACHE_LOCKED);
  // When a process dies, its locks are released.
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    qn_cache own = fresh();
    if (qn_cache_take(&own, QN_STR("c"), false) != QN_CACHE_LOCKED)
      _exit(1);
    (void)kill(getpid(), SIGKILL);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
  CHECK_INT(qn_cache_take(&one, QN_STR("c"), false), QN_CACHE_LOCKED);
  qn_cache_close(&one);
  qn_cache_close(&two);
}

static void test_read_only(void) {
  char before[600];
  snprintf(before, sizeof(before), "%s", getenv("QUERN_CACHE"));
  setenv("QUERN_CACHE", "/proc/no-such-folder", 1);
  qn_cache cache = fresh();
  const qn_cache_key key = {.text = QN_STR("k")};
  qn_cache_entry made = {.part_count = 0}, found;
  qn_diag diag = {0};
  write_text(source, "text");
  usleep(1000);
  qn_cache_close(&cache);
  cache = fresh();
  CHECK(
      qn_failed(qn_cache_put(&cache, &key, qn_str_from(source), &made, &diag)));
  CHECK(!qn_cache_get(&cache, &key, &found));
  CHECK_INT(qn_cache_take(&cache, key.text, true), QN_CACHE_NONE);
  qn_cache_close(&cache);
  setenv("QUERN_CACHE", before, 1);
}

static _Noreturn void put_for_ever(int number) {
  for (unsigned k = 0;; ++k) {
    char key[64];
    snprintf(key, sizeof(key), "kill %d %u", number, k % 7);
    put(key, "code");
  }
}

// A writer killed at any moment leaves no entry that fails verification.
static void test_kills(const qn_cache *cache) {
  qn_cache_usage usage;
  qn_diag diag = {0};
  unsigned seed = 12345;
  for (int i = 0; i < 100; ++i) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
      put_for_ever(i);
    seed = seed * 1103515245 + 12345;
    usleep(500 + seed / 65536 % 4000);
    CHECK(kill(child, SIGKILL) == 0);
    CHECK(waitpid(child, NULL, 0) == child);
  }
  CHECK_OK(qn_cache_survey(cache, true, &usage, &diag), &diag);
  CHECK(usage.entries > 0);
  CHECK_INT(usage.damaged, 0);
}

// A valid index that lists nothing.
static void test_empty_index(const qn_cache *cache) {
  char path[1024];
  qn_buffer bytes = {0};
  qn_diag diag = {0};
  qn_cache_usage removed;
  const qn_cache_limits limits = {UINT64_MAX, UINT64_MAX};
  snprintf(path, sizeof(path), "%s/index/00", cache->folder);
  (void)mkdir(path, 0700);
  snprintf(path, sizeof(path), "%s/index/00/%030d", cache->folder, 0);
  for (size_t size = 0; size < 10; ++size) {
    qn_buffer_clear(&bytes);
    qn_buffer_append_str(&bytes, QN_STR("QNINDEX2"));
    qn_buffer_zero(&bytes, size);
    qn_buffer_u64(&bytes, qn_hash64(qn_buffer_span(&bytes)));
    CHECK_OK(qn_file_write(path, qn_buffer_span(&bytes), &diag), &diag);
    CHECK_OK(qn_cache_prune(cache, &limits, &removed, &diag), &diag);
    CHECK_INT(removed.damaged, 0);
    CHECK(!qn_path_exists(path));
  }
  qn_buffer_finish(&bytes);
}

static void test_prune(const qn_cache *cache) {
  qn_cache_usage before, removed, after;
  qn_diag diag = {0};
  write_text(source, "prune");
  put("prune", "code");
  CHECK_OK(qn_cache_survey(cache, true, &before, &diag), &diag);
  // Without limits only useless files are removed.
  qn_cache_limits limits = {UINT64_MAX, UINT64_MAX};
  CHECK_OK(qn_cache_prune(cache, &limits, &removed, &diag), &diag);
  CHECK_INT(removed.entries, 0);
  CHECK(has("prune", "code"));
  // A damaged entry is removed.
  put("damaged", "code");
  CHECK_INT(nftw(cache->folder, find_entry, 8, FTW_PHYS), 1);
  write_text(entry, "junk");
  CHECK_OK(qn_cache_prune(cache, &limits, &removed, &diag), &diag);
  CHECK_INT(removed.damaged, 1);
  limits.bytes = before.bytes / 8;
  CHECK_OK(qn_cache_prune(cache, &limits, &removed, &diag), &diag);
  CHECK(removed.entries > 0 && removed.entries < before.entries);
  limits.bytes = 0;
  CHECK_OK(qn_cache_prune(cache, &limits, &removed, &diag), &diag);
  CHECK_OK(qn_cache_survey(cache, true, &after, &diag), &diag);
  CHECK_INT(after.entries, 0);
  CHECK(!has("prune", "code"));
  put("prune", "code"); // and the cache still works
  CHECK(has("prune", "code"));
}

static void test_folders(void) {
  qn_cache cache;
  setenv("QUERN_CACHE", "off", 1);
  qn_cache_open(&cache);
  CHECK(!cache.folder[0]);
  put("k", "code"); // must not fail
  CHECK(!has("k", "code"));
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
  qn_buffer_clear(&key);
  unsetenv("QUERN_CPU_WIDTH");
  qn_cache_switches(&key);
  const size_t before = key.size;
  setenv("QUERN_CPU_WIDTH", "16", 1);
  qn_cache_switches(&key);
  CHECK(key.size > before);
  unsetenv("QUERN_CPU_WIDTH");
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
  test_hits_and_misses();
  test_damage(&cache);
  test_power_cut(&cache);
  test_processes();
  test_two_lists();
  test_roots();
  test_changed(&cache);
  test_locks();
  test_read_only();
  test_kills(&cache);
  test_prune(&cache);
  test_empty_index(&cache);
  test_identity();
  test_folders();
  qn_temp_finish(&temp);
  return 0;
}
