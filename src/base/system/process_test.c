// SPDX-License-Identifier: Apache-2.0
#include "base/system/process.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/system/file.h"
#include "support/test.h"

static qn_diag diag;

static qn_process_result run(const char *script, qn_span input) {
  const char *const args[] = {"/bin/sh", "-c", script, NULL};
  const char *const set[] = {"QUERN_TEST=set here", NULL};
  qn_process_result result = {0};
  diag = (qn_diag){0};
  CHECK_OK(qn_process_run(
               &(qn_process_params){
                   .args = args, .set_env = set, .folder = "/", .input = input},
               &result, &diag),
           &diag);
  return result;
}

static void test_run(void) {
  qn_process_result r = run("cat; echo $QUERN_TEST; pwd; echo no >&2; exit 3",
                            qn_str_span(QN_STR("in\n")));
  CHECK_STR(qn_buffer_str(&r.out), "in\nset here\n/\n");
  CHECK_STR(qn_buffer_str(&r.err), "no\n");
  CHECK(r.exit_code == 3 && !r.signal && !r.timed_out);
  qn_process_result_finish(&r);
  qn_process_result_finish(&r);
  r = run("kill -SEGV $$", (qn_span){0});
  CHECK(r.signal == SIGSEGV && r.exit_code == 128 + SIGSEGV);
  qn_process_result_finish(&r);
  // More than a pipe can hold, on both, must not deadlock.
  r = run("head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero",
          (qn_span){0});
  CHECK(r.out.size == 300000 && r.err.size == 300000);
  qn_process_result_finish(&r);
  r = run("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done", (qn_span){0});
  CHECK(r.user_s > 0.001 && r.user_s < 60);
  qn_process_result_finish(&r);
}

static void test_failures(void) {
  qn_process_result r = {0};
  const char *const absent[] = {"/no/such/tool", NULL};
  diag = (qn_diag){0};
  CHECK(qn_process_run(&(qn_process_params){.args = absent}, &r, &diag).code ==
        QN_E_NOT_FOUND);
  CHECK_TEXT(diag.message,
             "could not run '/no/such/tool': No such file or directory");
  const char *const folder[] = {"/tmp", NULL};
  diag = (qn_diag){0};
  CHECK(qn_process_run(&(qn_process_params){.args = folder}, &r, &diag).code ==
        QN_E_IO);
  // A timeout kills the whole process group, and processes that hold no pipe.
  static const char *const slow[] = {
      "sleep 60 & sleep 60",
      "exec >/dev/null 2>/dev/null </dev/null; sleep 60"};
  for (int i = 0; i < 2; ++i) {
    const char *const args[] = {"/bin/sh", "-c", slow[i], NULL};
    diag = (qn_diag){0};
    const time_t start = time(NULL);
    CHECK(qn_process_run(&(qn_process_params){.args = args, .timeout_s = 0.1},
                         &r, &diag)
              .code == QN_E_TOOLCHAIN);
    CHECK(time(NULL) - start < 20);
    CHECK_TEXT(diag.message, "'/bin/sh' did not end within 0.1 s");
  }
}

static void test_names(void) {
  char path[512];
  CHECK(qn_process_find("sh", path, sizeof(path)) && path[0] == '/');
  CHECK(!qn_process_find("no-such-tool-of-ours", path, sizeof(path)));
  CHECK(qn_process_find("/bin/sh", path, sizeof(path)));
  CHECK(!qn_process_find("sh", path, 3));
  const char *const args[] = {"clang-22", "-DX=a b", "it's", "",
                              "-o",       "x.o",     NULL};
  qn_buffer out = {0};
  qn_process_print(args, &out);
  CHECK_TEXT(qn_buffer_text(&out), "clang-22 '-DX=a b' 'it'\\''s' '' -o x.o");
  qn_buffer_finish(&out);
}

static qn_status work(void *user, qn_buffer *reply, qn_diag *d) {
  const int what = *(int *)user;
  if (what == 1)
    fprintf(stderr, "first\nstack overflow in pass\n");
  if (what == 1)
    abort();
#if defined(__SANITIZE_ADDRESS__)
  if (what == 2)
    _exit(5); // exit would run the leak checker on the parent's memory, too
#endif
  if (what == 2)
    exit(5);
  if (what == 3) {
    const qn_status status = qn_fail(
        d, QN_E_UNSUPPORTED, (qn_place){7, 1, "a.field"}, "no %d", what);
    qn_diag_context(d, "working");
    return status;
  }
  for (int i = 0; i < 50000; ++i)
    qn_buffer_u32(reply, (uint32_t)what);
  printf("chatter\n");
  return qn_ok();
}

static void count_done(void *user, size_t index) {
  (void)index;
  ++*(int *)user;
}

static void test_workers(unsigned jobs) {
  int what[8] = {0, 1, 2, 3, 4, 5, 6, 7}, done = 0;
  qn_worker workers[8] = {0};
  for (int i = 0; i < 8; ++i)
    workers[i] = (qn_worker){.fn = work, .user = &what[i], .name = "target x"};
  diag = (qn_diag){0};
  const struct rlimit no_core = {0, 0};
  (void)setrlimit(RLIMIT_CORE, &no_core);
  CHECK_OK(qn_workers_run(workers, 8, jobs, count_done, &done, &diag), &diag);
  CHECK_INT(done, 8);
  CHECK(workers[1].status.code == QN_E_INTERNAL);
  CHECK_TEXT(workers[1].diag.message,
             "target x: died of SIGABRT: stack overflow in pass");
  CHECK(strstr(qn_buffer_text(&workers[1].err), "first\n"));
  CHECK_TEXT(workers[2].diag.message, "target x: ended with exit code 5");
  CHECK(workers[3].status.code == QN_E_UNSUPPORTED);
  CHECK_TEXT(workers[3].diag.message, "no 3");
  CHECK_TEXT(workers[3].diag.context, "working");
  CHECK_TEXT(workers[3].diag.place.field, "a.field");
  for (int i = 0; i < 8; ++i) {
    if (i == 0 || i > 3) {
      CHECK_OK(workers[i].status, &workers[i].diag);
      CHECK(workers[i].reply.size == 200000 &&
            workers[i].reply.data[0] == what[i]);
      CHECK_STR(qn_buffer_str(&workers[i].err), "chatter\n");
    }
    qn_buffer_finish(&workers[i].reply);
    qn_buffer_finish(&workers[i].err);
  }
}

static qn_status wait_or_work(void *user, qn_buffer *reply, qn_diag *d) {
  (void)d;
  printf("chatter\n");
  (void)fflush(stdout);
  while (*(int *)user)
    (void)pause();
  qn_buffer_u32(reply, 7);
  return qn_ok();
}

// What was stopped is started again as if it never had been.
static void test_stop(void) {
  int waits[2] = {1, 0};
  qn_worker workers[2] = {0};
  for (int i = 0; i < 2; ++i)
    workers[i] =
        (qn_worker){.fn = wait_or_work, .user = &waits[i], .name = "x"};
  qn_worker_pool *pool = qn_worker_pool_create(2);
  CHECK(pool && qn_worker_pool_start(pool, &workers[0]));
  CHECK(!qn_worker_pool_wait(pool, 10000, -1) && workers[0].err.size);
  CHECK(qn_worker_pool_start(pool, &workers[1]));
  qn_worker_pool_stop(pool, &workers[0]);
  CHECK_INT(qn_worker_pool_running(pool), 1);
  CHECK(!workers[0].err.size && !workers[0].status.code);
  waits[0] = 0;
  CHECK(qn_worker_pool_start(pool, &workers[0]));
  while (qn_worker_pool_running(pool))
    (void)qn_worker_pool_wait(pool, -1, -1);
  qn_worker_pool_destroy(&pool);
  for (int i = 0; i < 2; ++i) {
    CHECK_OK(workers[i].status, &workers[i].diag);
    CHECK_INT(workers[i].reply.size, 4);
    CHECK_STR(qn_buffer_str(&workers[i].err), "chatter\n");
    qn_buffer_finish(&workers[i].reply);
    qn_buffer_finish(&workers[i].err);
  }
}

// A program's tools die with it, however it is killed.
static void test_children_die(int number) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    qn_temp_guard_signals();
    char script[64];
    snprintf(script, sizeof(script), "echo $$ >&%d; exec sleep 100", ends[1]);
    const char *const args[] = {"/bin/sh", "-c", script, NULL};
    qn_process_result r = {0};
    _exit(qn_failed(
        qn_process_run(&(qn_process_params){.args = args}, &r, NULL)));
  }
  char text[32] = {0};
  CHECK(read(ends[0], text, sizeof(text) - 1) > 0);
  const pid_t tool = (pid_t)atol(text);
  CHECK(tool > 1 && kill(tool, 0) == 0);
  CHECK(kill(child, number) == 0);
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
  // The tool is an orphan now; wait until it has been reaped.
  for (int i = 0; i < 2000; ++i) {
    char path[64], state = 'Z';
    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)tool);
    FILE *about = fopen(path, "r");
    if (about) {
      if (fscanf(about, "%*d (%*[^)]) %c", &state) != 1)
        state = 'Z';
      fclose(about);
    }
    if (state == 'Z' || state == 'X') {
      close(ends[0]);
      close(ends[1]);
      return;
    }
    const struct timespec pause_1ms = {.tv_nsec = 1000000};
    nanosleep(&pause_1ms, NULL);
  }
  fprintf(stderr, "the tool lives on\n");
  exit(1);
}

static bool run_once(void) {
  const char *const args[] = {"/bin/sh", "-c", "echo out; echo err >&2", NULL};
  const char *const set[] = {"A=b", NULL};
  qn_process_result r = {0};
  const qn_status status = qn_process_run(
      &(qn_process_params){.args = args, .set_env = set}, &r, NULL);
  CHECK(!qn_failed(status) || status.code == QN_E_MEMORY);
  CHECK(qn_failed(status) || r.out.size == 4);
  qn_process_result_finish(&r);
  return !qn_failed(status);
}

int main(void) {
  test_run();
  test_failures();
  test_names();
  test_stop();
  test_workers(1);
  test_workers(3);
  test_workers(0);
  test_children_die(SIGINT);
  test_children_die(SIGKILL);
  CHECK(test_fail_allocations(run_once) >= 3);
  return 0;
}
