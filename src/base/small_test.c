// SPDX-License-Identifier: Apache-2.0
// The small modules: base64, digest, log, thread, install.
#include "base/base64.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/digest.h"
#include "base/system/file.h"
#include "base/system/install.h"
#include "base/system/log.h"
#include "base/system/thread.h"
#include "quern/version.h"
#include "support/test.h"

static const char *hex(const uint8_t *digest, size_t size) {
  static qn_buffer out;
  qn_buffer_clear(&out);
  qn_digest_print((qn_span){digest, size}, &out);
  return qn_buffer_text(&out);
}

static void test_digests(void) {
  uint8_t digest[QN_SHA256_SIZE], again[QN_SHA256_SIZE];
  qn_md5(qn_str_span(QN_STR("abc")), digest);
  CHECK_TEXT(hex(digest, QN_MD5_SIZE), "900150983cd24fb0d6963f7d28e17f72");
  qn_sha256(qn_str_span(QN_STR("abc")), digest);
  CHECK_TEXT(hex(digest, QN_SHA256_SIZE), "ba7816bf8f01cfea414140de5dae2223"
                                          "b00361a396177a9cb410ff61f20015ad");
  qn_sha256((qn_span){0}, digest);
  CHECK(strncmp(hex(digest, 4), "e3b0c442", 8) == 0);
  CHECK(qn_hash64((qn_span){0}) == UINT64_C(0x2d06800538d394c2));
  qn_hasher hasher;
  qn_hasher_init(&hasher);
  qn_hasher_add_str(&hasher, QN_STR("ab"));
  qn_hasher_add_str(&hasher, QN_STR("c"));
  qn_hasher_get(&hasher, digest);
  qn_hasher_init(&hasher);
  qn_hasher_add_str(&hasher, QN_STR("a"));
  qn_hasher_add_str(&hasher, QN_STR("bc"));
  qn_hasher_get(&hasher, again);
  CHECK(memcmp(digest, again, sizeof(digest)) != 0);
}

// The examples of RFC 4648, and texts that are none.
static void test_base64(void) {
  static const char *const pairs[][2] = {
      {"", ""},
      {"f", "Zg=="},
      {"fo", "Zm8="},
      {"foo", "Zm9v"},
      {"foob", "Zm9vYg=="},
      {"foobar", "Zm9vYmFy"},
      {"\xff\xef\xbe", "/+++"},
  };
  static const char *const wrong[] = {
      "Zg=", "Z===", "Zg=v", "Z g=", "Zg==Zg==", "Zm9v\n", "====", "Zm9\xff"};
  uint8_t back[16];
  size_t size;
  for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); ++i) {
    qn_buffer text = {0};
    qn_base64_encode(qn_str_span(qn_str_from(pairs[i][0])), &text);
    CHECK_TEXT(qn_buffer_text(&text), pairs[i][1]);
    CHECK(qn_base64_decode(qn_buffer_str(&text), back, &size));
    CHECK_INT(size, strlen(pairs[i][0]));
    CHECK(memcmp(back, pairs[i][0], size) == 0);
    qn_buffer_finish(&text);
  }
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i)
    CHECK(!qn_base64_decode(qn_str_from(wrong[i]), back, &size));
}

static char last[2000];
static void keep(void *user, qn_log_level level, const char *category,
                 const char *line) {
  CHECK(user == last);
  snprintf(last, sizeof(last), "%d %s %s", (int)level, category, line);
}

static int evaluated;
static int evaluate(void) { return ++evaluated; }

static void test_log(void) {
  QN_DEBUG("elf", "%d", evaluate());
  CHECK(!evaluated && !qn_log_on(QN_LOG_ERROR, "elf"));
  qn_log_set(keep, last, QN_LOG_DEBUG, "cpu,elf");
  QN_DEBUG("elf", "%d", evaluate());
  CHECK_TEXT(last, "4 elf 1");
  QN_DEBUG("package", "%d", evaluate());
  QN_TRACE("elf", "%d", evaluate());
  CHECK_INT(evaluated, 1);
  qn_log_set(NULL, NULL, QN_LOG_NONE, NULL);
  CHECK(qn_log_set_from("trace,cpu") && qn_log_on(QN_LOG_TRACE, "cpu"));
  CHECK(!qn_log_on(QN_LOG_TRACE, "elf"));
  CHECK(qn_log_set_from("debug") && qn_log_on(QN_LOG_DEBUG, "elf"));
  CHECK(!qn_log_set_from("loud") && !qn_log_set_from(NULL));
  qn_log_set(NULL, NULL, QN_LOG_NONE, NULL);
}

static qn_mutex lock = QN_MUTEX_INIT;
static qn_cond changed;
static int state;

static void *change(void *user) {
  qn_mutex_lock(&lock);
  state = *(int *)user;
  qn_cond_signal(&changed);
  qn_mutex_unlock(&lock);
  return NULL;
}

static unsigned finished;
static void finish(void *memory) { finished += *(unsigned *)memory; }
static qn_thread_memory own = QN_THREAD_MEMORY(1000, finish);
static qn_thread_memory plain = QN_THREAD_MEMORY(8, NULL);

static void *use_own(void *user) {
  unsigned *memory = qn_thread_memory_get(&own);
  CHECK(memory && (uintptr_t)memory % 16 == 0);
  for (int i = 0; i < 1000; ++i)
    CHECK(((char *)memory)[i] == 0);
  memset(memory, 1, 1000);
  *memory = *(unsigned *)user;
  CHECK(qn_thread_memory_get(&own) == memory);
  CHECK(qn_thread_memory_get(&plain) != (void *)memory);
  return NULL;
}

// Each thread has its own, zeroed, which is freed with the thread.
static void test_thread_memory(void) {
  qn_diag diag = {0};
  unsigned *here = qn_thread_memory_get(&own);
  *here = 1000;
  for (unsigned i = 1; i <= 3; ++i) {
    qn_thread thread;
    CHECK_OK(qn_thread_start(&thread, "own", use_own, &i, &diag), &diag);
    qn_thread_join(thread);
  }
  CHECK_INT(finished, 1 + 2 + 3);
  CHECK_INT(*here, 1000);
}

static void test_threads(void) {
  qn_diag diag = {0};
  qn_thread thread;
  int value = 5;
  qn_cond_init(&changed);
  qn_mutex_lock(&lock);
  CHECK(!qn_cond_wait_for(&changed, &lock, 1000000));
  CHECK_OK(qn_thread_start(&thread, "a name that is too long", change, &value,
                           &diag),
           &diag);
  while (!state)
    qn_cond_wait(&changed, &lock);
  qn_mutex_unlock(&lock);
  qn_thread_join(thread);
  CHECK_INT(state, 5);
  qn_cond_finish(&changed);
  CHECK(qn_cpu_count() >= 1);
  const uint64_t before = qn_clock_ns();
  CHECK(qn_clock_ns() >= before);
}

static void test_install(void) {
  char path[4096] = "x";
  CHECK(!qn_install_find("no/such/file", path, sizeof(path)));
  CHECK_TEXT(path, "x");
  CHECK(qn_install_find("include/quern/version.h", path, sizeof(path)));
  CHECK(strstr(path, "/lib/quern/include/quern/version.h"));
  CHECK(!qn_install_find("include", path, 4));
  CHECK(setenv("QUERN_HOME", "/proc", 1) == 0);
  CHECK(qn_install_find("self/status", path, sizeof(path)));
  CHECK_TEXT(path, "/proc/self/status");
  qn_buffer tried = {0};
  qn_install_tried("x.bc", &tried);
  static const char both[] = "/proc/lib/quern/x.bc\n/proc/x.bc\n";
  CHECK(strncmp(qn_buffer_text(&tried), both, sizeof(both) - 1) == 0);
  qn_buffer_finish(&tried);
}

// In a prefix, and where libraries lie in lib/<machine>.
static void test_prefix(void) {
  static const char *const homes[] = {"lib/quern", "lib/machine/quern"};
  char path[4096], found[4096];
  qn_diag diag = {0};
  for (size_t i = 0; i < 2; ++i) {
    qn_temp temp;
    CHECK_OK(qn_temp_create(&temp, &diag), &diag);
    const char *folders[] = {"bin", "lib", i ? "lib/machine" : NULL, homes[i]};
    for (size_t k = 0; k < 4; ++k) {
      snprintf(path, sizeof(path), "%s/%s", temp.path,
               folders[k] ? folders[k] : "share");
      CHECK(mkdir(path, 0700) == 0);
    }
    CHECK(setenv("QUERN_HOME", path, 1) == 0);
    snprintf(path, sizeof(path), "%s/bin/quern", temp.path);
    CHECK_OK(qn_file_write(path, qn_str_span(QN_STR("tool")), &diag), &diag);
    CHECK(qn_prefix_find("bin/quern", found, sizeof(found)));
    CHECK(realpath(found, path) != NULL);
    snprintf(found, sizeof(found), "%s/bin/quern", temp.path);
    CHECK_TEXT(path, found);
    qn_temp_finish(&temp);
  }
  qn_buffer tried = {0};
  CHECK(setenv("QUERN_HOME", "/proc", 1) == 0);
  qn_prefix_tried("bin/quern", &tried);
  CHECK(strstr(qn_buffer_text(&tried), "/proc/../../bin/quern\n"));
  CHECK(strstr(qn_buffer_text(&tried), "/proc/../../../bin/quern\n"));
  qn_buffer_finish(&tried);
}

int main(void) {
  test_base64();
  test_digests();
  test_log();
  test_threads();
  test_thread_memory();
  test_install();
  test_prefix();
  CHECK_TEXT(quern_version(), QUERN_VERSION);
  return 0;
}
