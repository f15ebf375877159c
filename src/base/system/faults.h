// SPDX-License-Identifier: Apache-2.0
// Signals of instructions that fault, for handlers that say what ran. What is
// here may be called in such a handler, but for qn_faults_take, and where a
// stack was written to beyond its end, which is where a thread has its own
// data: that is not read (`errno` may be written).
#ifndef QN_BASE_SYSTEM_FAULTS_H
#define QN_BASE_SYSTEM_FAULTS_H

#include <signal.h>

// SIGSEGV, SIGBUS, SIGFPE and SIGILL.
enum { QN_FAULTS = 4, QN_FAULT_PLACE_SIZE = 32 };

// What the process did with them before, in an order of their own.
typedef struct qn_faults {
  struct sigaction before[QN_FAULTS];
} qn_faults;

// Sets the handler, on the signal stack. Not with AddressSanitizer in the
// process, which reports faults itself.
void qn_faults_take(void (*handler)(int number, siginfo_t *info, void *context),
                    qn_faults *out_before);
// Of a signal that was taken.
const struct sigaction *qn_faults_before(const qn_faults *faults, int number);
// From now on they end the process without a word.
void qn_faults_end_process(void);

// The signal's name.
const char *qn_fault_name(int number);
// "address 0x..." where it is known. Returns `text`.
const char *qn_fault_place(const siginfo_t *info,
                           char text[QN_FAULT_PLACE_SIZE]);
// All of a text to standard error; nothing for sizes below 0.
void qn_fault_write(const char *text, int size);
void qn_fault_say(const char *text);
// Waits a millisecond, for what another thread does.
void qn_fault_pause(void);

#endif // QN_BASE_SYSTEM_FAULTS_H
