// SPDX-License-Identifier: Apache-2.0
#include "base/system/faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int signals[QN_FAULTS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static const char *const names[QN_FAULTS] = {"SIGSEGV", "SIGBUS", "SIGFPE",
                                             "SIGILL"};

void qn_faults_take(void (*handler)(int number, siginfo_t *info, void *context),
                    qn_faults *out_before) {
  struct sigaction ours = {.sa_sigaction = handler,
                           .sa_flags = SA_SIGINFO | SA_ONSTACK};
  (void)sigemptyset(&ours.sa_mask);
  if (dlsym(RTLD_DEFAULT, "__asan_init"))
    return;
  // Functions that are bound at their first call are bound now: the linker
  // looks at the thread's own data.
  (void)syscall(SYS_getpid);
  qn_fault_say("");
  for (int i = 0; i < QN_FAULTS; ++i)
    (void)sigaction(signals[i], &ours, &out_before->before[i]);
}

void qn_faults_end_process(void) {
  for (int i = 0; i < QN_FAULTS; ++i)
    (void)signal(signals[i], SIG_DFL);
}

static int index_of(int number) {
  int i = 0;
  while (i < QN_FAULTS - 1 && signals[i] != number)
    ++i;
  return i;
}

const struct sigaction *qn_faults_before(const qn_faults *faults, int number) {
  return &faults->before[index_of(number)];
}

const char *qn_fault_name(int number) { return names[index_of(number)]; }

const char *qn_fault_place(const siginfo_t *info,
                           char text[QN_FAULT_PLACE_SIZE]) {
  static const char beyond[] = "an address beyond all memory";
  static const char known[] = "address 0x";
  char digits[2 * sizeof(uintptr_t)];
  uintptr_t address = (uintptr_t)info->si_addr;
  size_t count = 0, size = sizeof(known) - 1;
  if (info->si_code == SI_KERNEL)
    return memcpy(text, beyond, sizeof(beyond));
  do
    digits[count++] = "0123456789abcdef"[address % 16];
  while (address /= 16);
  memcpy(text, known, size);
  while (count)
    text[size++] = digits[--count];
  text[size] = '\0';
  return text;
}

// Not libc's `write`, a cancellation point: it looks at the thread's own data.
void qn_fault_write(const char *text, int size) {
  while (size > 0) {
    const long count = syscall(SYS_write, STDERR_FILENO, text, (size_t)size);
    if (count < 0 && errno != EINTR)
      return;
    text += count > 0 ? count : 0;
    size -= count > 0 ? (int)count : 0;
  }
}

void qn_fault_say(const char *text) { qn_fault_write(text, (int)strlen(text)); }

void qn_fault_pause(void) {
  const struct timespec pause = {.tv_nsec = 1000000};
  (void)syscall(SYS_nanosleep, &pause, NULL);
}
