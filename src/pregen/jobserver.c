// SPDX-License-Identifier: Apache-2.0
#include "pregen/jobserver.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char option[] = "--jobserver-auth=";

// The value of the last such option: make appends.
static const char *find_value(const char *flags, char *value, size_t capacity) {
  const char *found = NULL;
  for (const char *at = flags; (at = strstr(at, option));)
    found = at += sizeof(option) - 1;
  if (!found)
    return NULL;
  const size_t size = strcspn(found, " ");
  if (size >= capacity)
    return NULL;
  memcpy(value, found, size);
  value[size] = '\0';
  return value;
}

// A separate open file description for `fd`, so that making it non-blocking
// does not affect other processes.
static int open_again(int fd) {
  char path[64];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
  return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

void qn_jobserver_open(qn_jobserver *server) {
  char value[PATH_MAX];
  int in, out, end = 0;
  const char *flags = getenv("MAKEFLAGS");
  *server = (qn_jobserver){.read_fd = -1, .write_fd = -1};
  if (!flags || !find_value(flags, value, sizeof(value)))
    return;
  if (strncmp(value, "fifo:", 5) == 0) {
    server->read_fd = open(value + 5, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    server->write_fd = open(value + 5, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  } else if (sscanf(value, "%d,%d%n", &in, &out, &end) == 2 && !value[end] &&
             in >= 0 && out >= 0 && fcntl(in, F_GETFD) >= 0 &&
             fcntl(out, F_GETFD) >= 0) {
    server->read_fd = open_again(in);
    server->write_fd = fcntl(out, F_DUPFD_CLOEXEC, 3);
  }
  if (server->read_fd < 0 || server->write_fd < 0)
    qn_jobserver_close(server);
}

void qn_jobserver_close(qn_jobserver *server) {
  while (server->held)
    qn_jobserver_give(server);
  if (server->read_fd >= 0)
    (void)close(server->read_fd);
  if (server->write_fd >= 0)
    (void)close(server->write_fd);
  server->read_fd = server->write_fd = -1;
}

bool qn_jobserver_is_there(const qn_jobserver *server) {
  return server->read_fd >= 0;
}

bool qn_jobserver_take(qn_jobserver *server) {
  if (server->read_fd < 0 || server->held == QN_JOBSERVER_TOKENS_MAX)
    return false;
  ssize_t got;
  do
    got = read(server->read_fd, &server->tokens[server->held], 1);
  while (got < 0 && errno == EINTR);
  server->held += got == 1;
  return got == 1;
}

void qn_jobserver_give(qn_jobserver *server) {
  if (!server->held)
    return;
  const char token = server->tokens[--server->held];
  ssize_t put;
  do
    put = write(server->write_fd, &token, 1);
  while (put < 0 && errno == EINTR);
}
