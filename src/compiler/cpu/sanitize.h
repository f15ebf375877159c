// SPDX-License-Identifier: Apache-2.0
// Images that check their memory accesses, by AddressSanitizer.
//
// LLVM's pass instruments the optimised module; the run-time library is the
// program's, which is found when the image is loaded. Shared memory gets red
// zones of our own between its variables and after its end
// (device/cpu/sanitize.c).
#ifndef QN_COMPILER_CPU_SANITIZE_H
#define QN_COMPILER_CPU_SANITIZE_H

#include "compiler/unit/unit.h"

bool qn_cpu_is_sanitized(const qn_unit *unit);

// Adds the calls at the start of a kernel's function for one work-item, and at
// the end of its entry, `name`.
qn_status qn_cpu_sanitize_entry(qn_unit *unit, LLVMValueRef item, qn_str name,
                                qn_diag *diag);
// Marks every function for the pass, and sets its options.
void qn_cpu_sanitize_module(qn_unit *unit);
// The optimiser's pipeline with the pass in it.
const char *qn_cpu_sanitize_pipeline(const qn_unit *unit);
// After the pass: makes the device library call its constructor and destructor,
// as LLVM-C puts them into sections that loaders do not run.
void qn_cpu_sanitize_hand_over(const qn_unit *unit);
// Whether a symbol is of the run-time library, or of the C library that it
// uses.
bool qn_cpu_sanitize_provides(qn_str symbol);

// ---- Races on shared memory (device/cpu/race.c)

bool qn_cpu_finds_races(const qn_unit *unit);
// Adds a report to every access of every function. Functions must have
// contexts, and shared variables offsets, by then.
qn_status qn_cpu_watch_accesses(qn_unit *unit, qn_diag *diag);

// ---- Undefined behaviour: clang's checks, which trap

bool qn_cpu_checks_undefined(const qn_unit *unit);
// The front end's options for the checks.
void qn_cpu_undefined_args(qn_args *args);
// Makes the checks' traps report what and where. Comes before
// qn_cpu_add_context.
qn_status qn_cpu_report_undefined(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_CPU_SANITIZE_H
