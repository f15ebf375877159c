// SPDX-License-Identifier: Apache-2.0
#include "base/system/file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

static qn_temp temp;
static qn_diag diag;

static const char *in_temp(const char *name) {
  static char path[2][512];
  static int turn;
  turn = !turn;
  snprintf(path[turn], sizeof(path[turn]), "%s/%s", temp.path, name);
  return path[turn];
}

static void write_text(const char *path, const char *text) {
  diag = (qn_diag){0};
  CHECK_OK(qn_file_write(path, qn_str_span(qn_str_from(text)), &diag), &diag);
}

static void check_text(const char *path, const char *text) {
  qn_file file = {0};
  diag = (qn_diag){0};
  CHECK_OK(qn_file_open(path, 0, &file, &diag), &diag);
  CHECK(qn_str_equal(qn_span_str(file.bytes), qn_str_from(text)));
  qn_file_close(&file);
  qn_file_close(&file);
}

static qn_code open_code(const char *path, uint64_t limit) {
  qn_file file = {0};
  diag = (qn_diag){0};
  const qn_status status = qn_file_open(path, limit, &file, &diag);
  CHECK(!file.bytes.data || !qn_failed(status));
  qn_file_close(&file);
  return status.code;
}

static void test_open(void) {
  write_text(in_temp("saxpy.hipfb"), "hello");
  check_text(in_temp("saxpy.hipfb"), "hello");
  CHECK(open_code(in_temp("saxpy.hipfb"), 5) == QN_OK);
  CHECK(open_code(in_temp("saxpy.hipfb"), 4) == QN_E_LIMIT);
  CHECK(open_code(in_temp("saxpy.hifpb"), 0) == QN_E_NOT_FOUND);
  CHECK_TEXT(diag.hint, "Did you mean 'saxpy.hipfb'?");
  CHECK(open_code(temp.path, 0) == QN_E_IO);
  CHECK(strstr(diag.message, "it is a folder"));
  CHECK(open_code("/proc/self/status", 0) == QN_OK); // states a size of 0
  CHECK(open_code("/dev/zero", 100000) == QN_E_LIMIT);
  static const char padded[] = "/sys/devices/system/cpu/online";
  if (qn_path_exists(padded)) // reports a page, has a few bytes
    CHECK(open_code(padded, 0) == QN_OK);
  // Large enough to be mapped.
  const int fd = open(in_temp("large"), O_WRONLY | O_CREAT, 0600);
  CHECK(ftruncate(fd, 3 << 20) == 0 && close(fd) == 0);
  qn_file file = {0};
  CHECK_OK(qn_file_open(in_temp("large"), 0, &file, &diag), &diag);
  CHECK(file.mapping && file.bytes.size == 3 << 20 && !file.bytes.data[99]);
  qn_file_close(&file);
  CHECK(open_code(in_temp("large"), 1 << 20) == QN_E_LIMIT);
}

static void test_write(void) {
  struct stat about;
  // The permissions and links of an existing file are kept.
  write_text(in_temp("program"), "one");
  CHECK(chmod(in_temp("program"), 0750) == 0);
  CHECK(symlink("program", in_temp("link")) == 0);
  write_text(in_temp("link"), "two");
  check_text(in_temp("program"), "two");
  CHECK(lstat(in_temp("link"), &about) == 0 && S_ISLNK(about.st_mode));
  CHECK(stat(in_temp("program"), &about) == 0);
  CHECK_INT(about.st_mode & 07777, 0750);
  // Failures change nothing.
  const qn_span bytes = qn_str_span(QN_STR("x"));
  diag = (qn_diag){0};
  CHECK(qn_file_write("/dev/full", bytes, &diag).code == QN_E_IO);
  CHECK(qn_file_write(in_temp("no/such"), bytes, NULL).code == QN_E_IO);
  CHECK(qn_file_write("/dev/null", bytes, NULL).code == QN_OK);
}

static void test_paths(void) {
  CHECK_STR(qn_path_stem(QN_STR("a/b.cu")), "b");
  CHECK_STR(qn_path_stem(QN_STR("a.d/b")), "b");
  CHECK_STR(qn_path_stem(QN_STR(".config")), ".config");
  CHECK_STR(qn_path_extension(QN_STR("a/b.tar.gz")), ".gz");
  CHECK_STR(qn_path_extension(QN_STR("a.d/b")), "");
  CHECK_STR(qn_path_name(QN_STR("a/b/")), "");
  CHECK_STR(qn_path_name(QN_STR("b")), "b");
}

// A program killed by a signal leaves no files behind.
static void test_signal(int number) {
  int ends[2];
  char path[256] = {0};
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    qn_temp mine;
    qn_temp_guard_signals();
    if (qn_failed(qn_temp_create(&mine, NULL)))
      _exit(1);
    char inner[300];
    snprintf(inner, sizeof(inner), "%s/inner", mine.path);
    if (mkdir(inner, 0700) != 0)
      _exit(1);
    snprintf(inner, sizeof(inner), "%s/inner/file", mine.path);
    if (qn_failed(qn_file_write(inner, qn_str_span(QN_STR("x")), NULL)))
      _exit(1);
    if (write(ends[1], mine.path, sizeof(mine.path)) < 0)
      _exit(1);
    pause();
    _exit(1);
  }
  CHECK(read(ends[0], path, sizeof(path)) == sizeof(path));
  CHECK(qn_path_exists(path));
  CHECK(kill(child, number) == 0);
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == number);
  CHECK(!qn_path_exists(path));
  close(ends[0]);
  close(ends[1]);
}

static bool open_once(const char *path) {
  const qn_code code = open_code(path, 0);
  CHECK(code == QN_OK || code == QN_E_MEMORY);
  return code == QN_OK;
}
static bool open_known(void) { return open_once(in_temp("saxpy.hipfb")); }
static bool open_unknown(void) { return open_once("/proc/self/status"); }

int main(void) {
  CHECK_OK(qn_temp_create(&temp, &diag), &diag);
  test_open();
  test_write();
  test_paths();
  test_signal(SIGINT);
  test_signal(SIGTERM);
  CHECK(test_fail_allocations(open_known) >= 1);
  CHECK(test_fail_allocations(open_unknown) >= 2);
  char path[256];
  memcpy(path, temp.path, sizeof(path));
  qn_temp_finish(&temp);
  qn_temp_finish(&temp);
  CHECK(!qn_path_exists(path));
  return 0;
}
