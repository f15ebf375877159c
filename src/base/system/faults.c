// SPDX-License-Identifier: Apache-2.0
#include "base/system/faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
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
  if (info->si_code == SI_KERNEL)
    snprintf(text, QN_FAULT_PLACE_SIZE, "an address beyond all memory");
  else
    snprintf(text, QN_FAULT_PLACE_SIZE, "address %p", info->si_addr);
  return text;
}

void qn_fault_write(const char *text, int size) {
  while (size > 0) {
    const ssize_t count = write(STDERR_FILENO, text, (size_t)size);
    if (count < 0 && errno != EINTR)
      return;
    text += count > 0 ? count : 0;
    size -= count > 0 ? (int)count : 0;
  }
}
