// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/wrap/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

#include "base/system/thread.h"

enum { MUCH = 64 * 1024 };

static struct {
  qn_mutex mutex;
  int fd;
  pid_t process; // forked children must not write
  bool open, seekable;
  off_t end; // of the last complete event, before the closing bracket
  bool any;  // whether the file has events
  uint64_t start_ns;
  qn_buffer waiting;
} file = {.mutex = QN_MUTEX_INIT};

static void write_whole(const char *bytes, size_t size) {
  while (size) {
    const ssize_t done = file.seekable ? pwrite(file.fd, bytes, size, file.end)
                                       : write(file.fd, bytes, size);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return; // a full disk ends the trace, not the program
    bytes += done;
    size -= (size_t)done;
    file.end += done;
  }
}

// Writes the waiting events and the closing bracket in one write. A pipe gets
// no bracket, which readers of traces accept.
static void flush(void) {
  static const char closing[] = "\n]\n";
  if (!file.open || file.process != getpid())
    return;
  const bool any = file.waiting.size > 1; // more than the opening bracket
  if (file.seekable)
    qn_buffer_append(&file.waiting, closing, sizeof(closing) - 1);
  if (!file.waiting.failed) { // out of memory: these events are lost
    write_whole((const char *)file.waiting.data, file.waiting.size);
    file.any = file.any || any;
    if (file.seekable)
      file.end -= (off_t)(sizeof(closing) - 1);
  }
  qn_buffer_finish(&file.waiting);
}

qn_result qn_trace_file_open(const char *path) {
  qn_result result = QN_R_OK;
  qn_mutex_lock(&file.mutex);
  if (!file.open) {
    file.fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file.fd < 0) {
      result = qn_refuse(QN_R_OPERATING_SYSTEM,
                         "could not create the trace '%s': %s", path,
                         strerror(errno));
    } else {
      file.open = true;
      file.seekable = lseek(file.fd, 0, SEEK_CUR) >= 0;
      file.process = getpid();
      file.start_ns = qn_clock_ns();
      qn_buffer_printf(&file.waiting, "[");
      flush();
    }
  }
  qn_mutex_unlock(&file.mutex);
  return result;
}

static double microseconds(uint64_t ns) { return (double)ns / 1e3; }

void qn_trace_file_add(const qn_trace_event *e) {
  qn_mutex_lock(&file.mutex);
  // Work may have begun before the file did.
  const uint64_t at =
      e->begin_ns > file.start_ns ? e->begin_ns - file.start_ns : 0;
  qn_buffer *b = &file.waiting;
  if (file.open && e->text[0]) {
    if (b->failed)
      flush();
    qn_buffer_printf(b, "%s\n{\"ph\":\"%c\",\"pid\":%u,\"tid\":%" PRIu64,
                     file.any || b->size ? "," : "", e->phase, e->process,
                     e->thread);
    if (e->phase != 'M')
      qn_buffer_printf(b, ",\"ts\":%.3f", microseconds(at));
    if (e->phase == 'X')
      qn_buffer_printf(b, ",\"dur\":%.3f", microseconds(e->duration_ns));
    if (e->phase == 's' || e->phase == 'f')
      qn_buffer_printf(b, ",\"id\":%" PRIu64, e->flow);
    qn_buffer_printf(b, ",%s}", e->text);
    if (b->size > MUCH)
      flush();
  }
  qn_mutex_unlock(&file.mutex);
}

void qn_trace_file_flush(bool now) {
  qn_mutex_lock(&file.mutex);
  if (file.waiting.size && (now || file.waiting.size > MUCH))
    flush();
  qn_mutex_unlock(&file.mutex);
}

// Runs after all atexit handlers.
__attribute__((destructor)) static void flush_at_exit(void) {
  if (pthread_mutex_trylock(&file.mutex) != 0)
    return; // another thread is in the middle of a write
  if (file.waiting.size)
    flush();
  qn_mutex_unlock(&file.mutex);
}
