// SPDX-License-Identifier: Apache-2.0
// Traces of the device 'null', whose kernels sleep. Given two paths, leaves the
// trace of a normal and of a killed process there, for check_trace.py.
#include "runtime/backends/wrap/trace.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/system/thread.h"
#include "runtime/backends/null/null.h"
#include "support/test.h"

#define OK(call) CHECK_INT(call, QN_R_OK)

static const qn_backend *b;
static void *device;
static void *null;
static void *stream;
static void *function;
static void *code;

static const qn_kernel kernel = {
    .name = {"_Z4odd\"Pf", 9},
    .demangled = {"odd\"\\\n<float>(float*)", 21},
    .arguments_size = {true, 24},
};

static void on_kernel(void *user, const qn_op_kernel *op) {
  const struct timespec two = {0, 2000000};
  (void)user;
  (void)op;
  nanosleep(&two, NULL);
}

static void begin(const char *path) {
  qn_function_info info;
  b = qn_backend_trace(&qn_backend_null, path);
  CHECK(b && b == qn_backend_trace(&qn_backend_null, "elsewhere"));
  CHECK(!b->map && !b->peer && b->texture == qn_backend_null.texture);
  qn_null_configure(&(qn_null_options){.moves = true, .on_kernel = on_kernel});
  OK(b->open(0, NULL, &device));
  OK(b->stream_create(device, true, false, 0, &null));
  OK(b->stream_create(device, false, false, 0, &stream));
  OK(b->load(device, qn_str_span(QN_STR("image")), &code));
  OK(b->function(code, &kernel, &function, &info));
}

static void launch(void *on) {
  OK(b->submit(on, &(qn_op){.kind = QN_OP_KERNEL,
                            .kernel = {.function = function,
                                       .kernel = &kernel,
                                       .grid = {1, 2, 3},
                                       .block = {4, 5, 6},
                                       .shared_size = 7,
                                       .cooperative = true}}));
}

static void add_one(void *user) { ++*(int *)user; }

static void work(void) {
  char bytes[64] = "some bytes";
  int calls = 0;
  void *event = NULL;
  qn_memory memory;
  OK(b->event_create(device, false, false, &event));
  OK(b->allocate(device,
                 &(qn_memory_request){.kind = QN_MEMORY_DEVICE, .size = 64},
                 &memory));
  launch(stream);
  launch(null);
  OK(b->submit(stream, &(qn_op){.kind = QN_OP_COPY,
                                .copy = {.to = {.address = memory.address,
                                                .device = true},
                                         .from = {.address = bytes},
                                         .width = 64,
                                         .height = 1,
                                         .depth = 1}}));
  CHECK(memcmp(memory.host, bytes, 64) == 0); // executed, not only traced
  qn_op ops[] = {
      {.kind = QN_OP_HOST, .host = {add_one, &calls}},
      {.kind = QN_OP_FILL,
       .fill = {memory.address, 0, 4, .width = 16, .height = 1, .depth = 1}}};
  const uint32_t *after[] = {NULL, NULL};
  const uint32_t counts[] = {0, 0};
  qn_batch batch = {
      .ops = ops, .count = 2, .after = after, .after_count = counts};
  OK(b->submit(stream, &(qn_op){.kind = QN_OP_BATCH, .batch = &batch}));
  OK(b->submit(stream, &ops[0]));
  OK(b->submit(stream, &ops[1]));
  CHECK_INT(calls, 2);
  OK(b->submit(stream, &(qn_op){.kind = QN_OP_RECORD, .event = {event}}));
  OK(b->submit(null, &(qn_op){.kind = QN_OP_WAIT, .event = {event}}));
  OK(b->event_wait(event, true));
  OK(b->stream_wait(stream, true));
  b->event_destroy(&event);
  OK(b->release(device, QN_MEMORY_DEVICE, &memory));
}

static void end(void) {
  b->stream_destroy(&stream);
  b->stream_destroy(&null);
  b->unload(device, &code);
  b->close(&device);
  CHECK(!device && !stream);
  qn_null_counts counts;
  qn_null_counts_read(&counts);
  CHECK_INT(counts.calls[QN_NULL_EVENT_CREATE],
            counts.calls[QN_NULL_EVENT_DESTROY]);
  CHECK_INT(counts.calls[QN_NULL_STREAM_CREATE],
            counts.calls[QN_NULL_STREAM_DESTROY]);
}

static qn_file read_file(const char *path) {
  qn_diag diag = {0};
  qn_file file;
  CHECK_OK(qn_file_open(path, 0, &file, &diag), &diag);
  return file;
}

static size_t times(const qn_file *file, const char *text) {
  size_t count = 0;
  qn_str rest = qn_span_str(file->bytes);
  const size_t size = strlen(text);
  for (; rest.size >= size; rest = qn_str_skip(rest, 1))
    count += memcmp(rest.data, text, size) == 0;
  return count;
}

static bool is_closed(const qn_file *file) {
  const qn_str text = qn_span_str(file->bytes);
  return qn_str_starts(text, QN_STR("[")) && qn_str_ends(text, QN_STR("\n]\n"));
}

static void check_contents(const char *path) {
  qn_file file = read_file(path);
  CHECK(is_closed(&file));
  CHECK_INT(times(&file, "\n]\n"), 1);
  CHECK_INT(times(&file, "\"cat\":\"kernel\",\"name\":"
                         "\"odd\\\"\\\\\\n<float>\",\"args\":{\"grid\":[1,2,3],"
                         "\"block\":[4,5,6],\"shared_bytes\":7,"
                         "\"argument_bytes\":24,\"cooperative\":true}"),
            2);
  CHECK_INT(times(&file, "\"name\":\"copy host to device\",\"args\":{"
                         "\"bytes\":64,"),
            1);
  CHECK_INT(times(&file, "\"cat\":\"graph\""), 1);
  CHECK_INT(times(&file, "\"cat\":\"fill\",\"name\":\"fill\",\"args\":{"
                         "\"bytes\":64}"),
            1);
  CHECK_INT(times(&file, "\"ph\":\"s\""), 7);
  CHECK_INT(times(&file, "\"ph\":\"f\""), 7);
  CHECK_INT(times(&file, "a device that does nothing (null 0)"), 1);
  CHECK_INT(times(&file, "\"name\":\"default stream\""), 1);
  CHECK_INT(times(&file, "wait for stream 2"), 1);
  qn_file_close(&file);
}

// The file is complete at every moment from the first event on.
static void test_killed(const char *path) {
  int status = 0;
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    begin(path);
    work();
    launch(stream);
    (void)kill(getpid(), SIGKILL);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  qn_file file = read_file(path);
  CHECK(is_closed(&file));
  CHECK(times(&file, "\"cat\":\"kernel\"") == 2);
  qn_file_close(&file);
}

// Threads on streams of their own, one trace.
static void *work_thread(void *user) {
  void *own = NULL;
  OK(b->stream_create(device, false, false, 0, &own));
  for (int i = 0; i < 200; ++i)
    OK(b->submit(own, &(qn_op){.kind = QN_OP_PREFETCH}));
  OK(b->stream_wait(own, true));
  b->stream_destroy(&own);
  return user;
}

static void test_threads(void) {
  enum { COUNT = 8 };
  pthread_t threads[COUNT];
  for (int i = 0; i < COUNT; ++i)
    CHECK(pthread_create(&threads[i], NULL, work_thread, NULL) == 0);
  for (int i = 0; i < COUNT; ++i)
    pthread_join(threads[i], NULL);
}

static bool run_once(void) {
  void *d = NULL;
  void *s = NULL;
  if (b->open(0, NULL, &d) != QN_R_OK) {
    CHECK(!d);
    return false;
  }
  const bool done = b->stream_create(d, false, false, 0, &s) == QN_R_OK;
  // Out of memory for its trace, an operation is still executed.
  if (done)
    OK(b->submit(s, &(qn_op){.kind = QN_OP_PREFETCH}));
  b->stream_destroy(&s);
  b->close(&d);
  return done;
}

int main(int argc, char **argv) {
  char path[320];
  qn_temp temp = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_temp_create(&temp, &diag), &diag);
  snprintf(path, sizeof(path), "%s/killed.json", temp.path);
  test_killed(argc > 2 ? argv[2] : path);
  CHECK(!qn_backend_trace(&qn_backend_null, "/no/such/folder/trace.json"));
  CHECK(strstr(qn_reason(), "could not create the trace "
                            "'/no/such/folder/trace.json': No such file"));
  snprintf(path, sizeof(path), "%s/trace.json", temp.path);
  const char *out = argc > 1 ? argv[1] : path;
  begin(out);
  work();
  check_contents(out);
  test_threads();
  end();
  if (argc == 1) // not with paths: failed allocations leave events out
    CHECK(test_fail_allocations(run_once) > 5);
  qn_file file = read_file(out);
  CHECK(is_closed(&file));
  CHECK(times(&file, "\"cat\":\"prefetch\"") >= 1600);
  qn_file_close(&file);
  qn_temp_finish(&temp);
  return 0;
}
