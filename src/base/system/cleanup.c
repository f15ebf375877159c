// SPDX-License-Identifier: Apache-2.0
#include "base/system/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  SLOT_COUNT = 256,
  SLOT_PATH_SIZE = 1024,
  DEPTH_MAX = 32,     // folders within folders
  PATIENCE_MS = 1000, // for workers to end on their own
};

enum { SLOT_FREE, SLOT_FILLING, SLOT_LIVE };

static struct slot {
  atomic_int state;
  qn_cleanup_kind kind;
  pid_t owner; // the process that registered it
  pid_t child;
  char path[SLOT_PATH_SIZE];
} slots[SLOT_COUNT];

int qn_cleanup_add(qn_cleanup_kind kind, const char *path, pid_t child) {
  const size_t size = path ? strlen(path) + 1 : 0;
  if (size > SLOT_PATH_SIZE)
    return -1;
  for (int i = 0; i < SLOT_COUNT; ++i) {
    int expected = SLOT_FREE;
    if (!atomic_compare_exchange_strong(&slots[i].state, &expected,
                                        SLOT_FILLING))
      continue;
    slots[i].kind = kind;
    slots[i].owner = getpid();
    slots[i].child = child;
    if (size)
      memcpy(slots[i].path, path, size);
    atomic_store(&slots[i].state, SLOT_LIVE);
    return i;
  }
  return -1;
}

void qn_cleanup_drop(int slot) {
  if (slot >= 0)
    atomic_store(&slots[slot].state, SLOT_FREE);
}

// The kernel's own struct: readdir allocates, which a signal handler must not.
struct entry {
  uint64_t inode;
  int64_t next;
  unsigned short size;
  unsigned char type;
  char name[];
};

// Empties the folder open as `fd`, then closes it.
static void empty_folder(int fd, unsigned depth) {
  _Alignas(struct entry) char buffer[2048];
  for (;;) {
    const long got = syscall(SYS_getdents64, fd, buffer, sizeof(buffer));
    if (got <= 0)
      break;
    bool removed = false;
    for (long at = 0; at < got;) {
      const struct entry *e = (const struct entry *)(const void *)(buffer + at);
      at += e->size;
      if (strcmp(e->name, ".") == 0 || strcmp(e->name, "..") == 0)
        continue;
      if (unlinkat(fd, e->name, 0) == 0) {
        removed = true;
        continue;
      }
      if (depth == DEPTH_MAX)
        continue;
      const int inner =
          openat(fd, e->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0)
        continue;
      empty_folder(inner, depth + 1);
      removed |= unlinkat(fd, e->name, AT_REMOVEDIR) == 0;
    }
    // Removing entries may disturb the order: start again until nothing is left
    // to remove.
    if (removed)
      (void)lseek(fd, 0, SEEK_SET);
  }
  (void)close(fd);
}

void qn_cleanup_remove_folder(const char *path) {
  const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0)
    empty_folder(fd, 0);
  (void)rmdir(path);
}

static bool is_mine(const struct slot *s) {
  return atomic_load(&s->state) == SLOT_LIVE && s->owner == getpid();
}

static void reap_worker(pid_t child) {
  for (int waited = 0; waited < PATIENCE_MS; ++waited) {
    if (waitpid(child, NULL, WNOHANG) != 0)
      return;
    const struct timespec pause = {.tv_nsec = 1000000};
    (void)nanosleep(&pause, NULL);
  }
  (void)kill(child, SIGKILL);
  (void)waitpid(child, NULL, 0);
}

void qn_cleanup_end_worker(pid_t child) {
  (void)kill(child, SIGTERM);
  reap_worker(child);
}

static void clean_up(void) {
  for (int i = 0; i < SLOT_COUNT; ++i) {
    if (!is_mine(&slots[i]))
      continue;
    if (slots[i].kind == QN_CLEANUP_TOOL)
      (void)kill(-slots[i].child, SIGKILL);
    else if (slots[i].kind == QN_CLEANUP_WORKER)
      (void)kill(slots[i].child, SIGTERM);
  }
  // The files can only be removed once nothing writes to them.
  for (int i = 0; i < SLOT_COUNT; ++i) {
    if (!is_mine(&slots[i]))
      continue;
    if (slots[i].kind == QN_CLEANUP_TOOL)
      (void)waitpid(slots[i].child, NULL, 0);
    else if (slots[i].kind == QN_CLEANUP_WORKER)
      reap_worker(slots[i].child);
  }
  for (int i = 0; i < SLOT_COUNT; ++i) {
    if (!is_mine(&slots[i]))
      continue;
    if (slots[i].kind == QN_CLEANUP_FILE)
      (void)unlink(slots[i].path);
    else if (slots[i].kind == QN_CLEANUP_FOLDER)
      qn_cleanup_remove_folder(slots[i].path);
  }
}

static void on_signal(int number) {
  clean_up();
  // SA_RESETHAND has restored the default action: die of the same signal.
  (void)raise(number);
}

void qn_cleanup_guard_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); ++i) {
    struct sigaction old;
    // A signal that was ignored when we were started (nohup) stays ignored.
    if (sigaction(numbers[i], NULL, &old) != 0 || old.sa_handler == SIG_IGN)
      continue;
    struct sigaction action = {.sa_handler = on_signal};
    action.sa_flags = (int)SA_RESETHAND;
    (void)sigemptyset(&action.sa_mask);
    for (size_t j = 0; j < sizeof(numbers) / sizeof(*numbers); ++j)
      (void)sigaddset(&action.sa_mask, numbers[j]);
    (void)sigaction(numbers[i], &action, NULL);
  }
}
