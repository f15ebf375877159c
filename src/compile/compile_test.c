// SPDX-License-Identifier: Apache-2.0
// quern_compile on this side of the child: a shell script stands for the tool,
// and says what it was called with.
#include "quern/compile.h"

#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/file.h"
#include "compile/child.h"
#include "support/test.h"

static qn_temp temp;

// Makes `body` the tool. It finds what it has to write in $out.
static void set_tool(const char *body) {
  char path[512];
  qn_diag diag = {0};
  qn_buffer text = {0};
  qn_buffer_printf(&text,
                   "#!/bin/sh\nall=\"$*\"\n"
                   "while [ \"$1\" != -o ]; do shift; done; out=$2; shift 3\n"
                   "%s\n",
                   body);
  snprintf(path, sizeof(path), "%s/bin/quern", temp.path);
  CHECK_OK(qn_file_write(path, qn_buffer_span(&text), &diag), &diag);
  CHECK(chmod(path, 0700) == 0);
  qn_buffer_finish(&text);
}

static void make_home(void) {
  char path[512];
  qn_diag diag = {0};
  CHECK_OK(qn_temp_create(&temp, &diag), &diag);
  static const char *const folders[] = {"bin", "lib", "lib/quern"};
  for (size_t i = 0; i < 3; ++i) {
    snprintf(path, sizeof(path), "%s/%s", temp.path, folders[i]);
    CHECK(mkdir(path, 0700) == 0);
  }
  CHECK(setenv("QUERN_HOME", temp.path, 1) == 0);
}

static const quern_source source = {"dir/a\"b.cu", "int x;\n", 7};
static const quern_source header = {"inc/h.h", "int y;\n", 7};

static quern_compile_params make_params(void) {
  quern_compile_params params = QUERN_COMPILE_PARAMS_INIT;
  params.sources = &source;
  params.source_count = 1;
  return params;
}

// What the tool wrote as the bundle, as a text.
static const char *compile(const quern_compile_params *params) {
  static char text[4096];
  quern_error error = QUERN_ERROR_INIT;
  quern_bundle *bundle = NULL;
  size_t size;
  if (quern_compile(params, &bundle, &error) != QUERN_OK) {
    CHECK(!bundle);
    snprintf(text, sizeof(text), "%s: %s", quern_status_name(error.status),
             error.message);
    return text;
  }
  const void *bytes = quern_bundle_bytes(bundle, &size);
  CHECK(size < sizeof(text));
  memcpy(text, bytes, size);
  text[size] = '\0';
  quern_bundle_destroy(bundle);
  return text;
}

static void test_command(void) {
  static const char *const targets[] = {"sm_80", "native"};
  static const char *const options[] = {"-D",       "A=1",   "-Ifolder",
                                        "-include", "x.h",   "-std=c++20",
                                        "-Wall",    "-DB=2", "-isystemsys"};
  quern_compile_params params = make_params();
  set_tool("printf '%s' \"$all\" | sed 's,/[^ ]*/,,g' >\"$out\"");
  CHECK_TEXT(compile(&params), "compile --color=never -q -O3 -j0 --no-cache "
                               "-o bundle -- source0.cu");
  params.headers = &header;
  params.header_count = 1;
  params.targets = targets;
  params.target_count = 2;
  params.options = options;
  params.option_count = 9;
  params.dialect = "hip";
  params.level = 1;
  params.flags = QUERN_COMPILE_LINES | QUERN_COMPILE_COMPRESS;
  params.jobs = 2;
  CHECK_TEXT(compile(&params),
             "compile --color=never -q -O1 -j2 -t sm_80 -t native -x hip "
             "-lineinfo --compress=zstd --no-cache -Iinclude -DA=1 -Ifolder "
             "-include x.h -std=c++20 -Wall -DB=2 -isystem sys -o bundle -- "
             "source0.cu");
  set_tool("cat \"$1\" \"${1%/*}/include/inc/h.h\" >\"$out\"");
  CHECK_TEXT(compile(&params), "#line 1 \"dir/a\\\"b.cu\"\nint x;\nint y;\n");
  // Files are the caller's, and may be called as they like.
  static const quern_source odd[] = {{"-x.cu", NULL, 0}, {"@y.cu", NULL, 0}};
  params = make_params();
  params.sources = odd;
  params.source_count = 2;
  set_tool("printf '%s' \"$*\" >\"$out\"");
  CHECK_TEXT(compile(&params), "./-x.cu ./@y.cu");
}

static void test_refused(void) {
  static const char *bad[] = {"-o", "-Wall", NULL};
  static const quern_source nameless = {NULL, "", 0}, line = {"a\nb", "", 0},
                            out = {"../h.h", "", 0}, no_text = {"h.h", NULL, 0};
  quern_compile_params params = make_params();
  params.options = bad;
  params.option_count = 1;
  CHECK_TEXT(compile(&params), "argument: '-o' is no option of a compilation");
  bad[0] = "-D";
  CHECK_TEXT(compile(&params), "argument: option '-D' needs a value");
  bad[0] = "--output=x";
  CHECK(strstr(compile(&params), "no option"));
  bad[0] = "-W";
  CHECK(strstr(compile(&params), "no option"));
  params.option_count = 3;
  CHECK_TEXT(compile(&params), "argument: option 2 is NULL");
  params = make_params();
  params.source_count = 0;
  CHECK_TEXT(compile(&params), "argument: there is no source");
  params.source_count = 1;
  params.sources = &nameless;
  CHECK_TEXT(compile(&params), "argument: the name of source 0 is NULL");
  params.sources = &line;
  CHECK(strstr(compile(&params), "control characters"));
  params = make_params();
  params.header_count = 1;
  CHECK(strstr(compile(&params), "header 0 is NULL"));
  params.headers = &no_text;
  CHECK(strstr(compile(&params), "header 0 is NULL"));
  params.headers = &out;
  CHECK(strstr(compile(&params), "argument: '../h.h' cannot be a header"));
  params = make_params();
  params.level = 4;
  CHECK(strstr(compile(&params), "argument: the level"));
  params = make_params();
  params.jobs = 5000;
  CHECK(strstr(compile(&params), "argument: 5000 jobs"));
  params = make_params();
  params.dialect = "opencl";
  CHECK(strstr(compile(&params), "not 'opencl'"));
  params = make_params();
  params.target_count = 1;
  CHECK_TEXT(compile(&params), "argument: target 0 is NULL");
  params.targets = bad;
  bad[0] = "";
  CHECK_TEXT(compile(&params), "argument: target 0 is empty");
  params = make_params();
  params.flags = 0x100;
  CHECK_TEXT(compile(&params), "unsupported: a compilation has no flag 0x100");
}

static void count(void *user, const quern_diagnostic *d) {
  CHECK_TEXT(d->file, "inc/h.h");
  ++*(int *)user;
}

static void test_outcomes(void) {
  int counted = 0;
  quern_compile_params params = make_params();
  params.on_diagnostic = count;
  params.user = &counted;
  params.headers = &header;
  params.header_count = 1;
  set_tool("echo \"${1%/*}/include/inc/h.h:2:3: error: no\" >&2; exit 1");
  CHECK_TEXT(compile(&params), "toolchain: inc/h.h:2:3: no");
  CHECK_INT(counted, 1);
  set_tool("echo 'error[not-found]: no clang' >&2; exit 3");
  CHECK_TEXT(compile(&params), "toolchain: no clang");
  set_tool("echo 'error[not-found]: no target' >&2; exit 2");
  CHECK_TEXT(compile(&params), "not-found: no target");
  set_tool("exit 2");
  CHECK_TEXT(compile(&params),
             "argument: the compiler failed with exit code 2");
  set_tool("exit 1");
  CHECK_TEXT(compile(&params),
             "toolchain: the compiler failed with exit code 1");
  set_tool("exit 4");
  CHECK_TEXT(compile(&params),
             "internal: the compiler failed with exit code 4");
  set_tool("kill -SEGV $$");
  CHECK_TEXT(compile(&params), "internal: the compiler was ended by signal 11");
  set_tool(": no bundle");
  CHECK(strstr(compile(&params), "not-found: could not open"));
}

static bool stop(void *user, double seconds) {
  CHECK(seconds >= 0);
  return ++*(int *)user < 3;
}

static void test_cancel(void) {
  int asked = 0;
  quern_compile_params params = make_params();
  params.on_progress = stop;
  params.user = &asked;
  set_tool("sleep 60");
  CHECK_TEXT(compile(&params), "limit: the compilation was cancelled");
  CHECK_INT(asked, 3);
  // Also when it has closed its outputs.
  asked = 0;
  set_tool("exec >/dev/null 2>&1; sleep 60");
  CHECK_TEXT(compile(&params), "limit: the compilation was cancelled");
  CHECK_INT(asked, 3);
}

// Of a program that wants to know nothing of its children.
static void test_ignored_children(void) {
  quern_compile_params params = make_params();
  CHECK(signal(SIGCHLD, SIG_IGN) != SIG_ERR);
  set_tool("echo 'a.cu:2:3: error: no' >&2; exit 1");
  CHECK_TEXT(compile(&params), "toolchain: a.cu:2:3: no");
  set_tool("echo bundle >\"$out\"");
  CHECK_TEXT(compile(&params), "bundle\n");
  CHECK(signal(SIGCHLD, SIG_DFL) != SIG_ERR);
}

static bool compile_once(void) {
  quern_error error = QUERN_ERROR_INIT;
  quern_bundle *bundle = NULL;
  quern_compile_params params = make_params();
  params.headers = &header;
  params.header_count = 1;
  if (quern_compile(&params, &bundle, &error) == QUERN_OK) {
    quern_bundle_destroy(bundle);
    return true;
  }
  CHECK(!bundle);
  CHECK_INT(error.status, QUERN_E_MEMORY);
  CHECK(error.message[0]);
  return false;
}

static void *compile_often(void *user) {
  (void)user;
  for (int i = 0; i < 5; ++i)
    CHECK(compile_once());
  return NULL;
}

static void test_threads(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    CHECK(pthread_create(&threads[i], NULL, compile_often, NULL) == 0);
  for (int i = 0; i < 4; ++i)
    CHECK(pthread_join(threads[i], NULL) == 0);
}

static void test_safe_names(void) {
  static const char *const good[] = {"a.h", "a/b.h", "a..b.h", ".h"};
  static const char *const wrong[] = {"",          "/a.h", "../a.h",
                                      "a/../../b", "a/",   ".."};
  for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); ++i)
    CHECK(qn_memory_file_is_safe(good[i]));
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i)
    CHECK(!qn_memory_file_is_safe(wrong[i]));
}

int main(void) {
  make_home();
  test_command();
  test_refused();
  test_outcomes();
  test_cancel();
  test_ignored_children();
  set_tool("echo 'a.cu:1:1: warning: x' >&2; echo bundle >\"$out\"");
  const uint64_t allocations = test_fail_allocations(compile_once);
  printf("%" PRIu64 " allocations\n", allocations);
  CHECK(allocations > 5);
  test_threads();
  test_safe_names();
  CHECK(!quern_bundle_bytes(NULL, NULL));
  quern_bundle_destroy(NULL);
  qn_temp_finish(&temp);
  return 0;
}
