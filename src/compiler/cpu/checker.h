// SPDX-License-Identifier: Apache-2.0
// What the passes that add checks share: variables behind addresses, the marks
// of local arrays, and the calls themselves (check.c, check_values.c).
#ifndef QN_COMPILER_CPU_CHECKER_H
#define QN_COMPILER_CPU_CHECKER_H

#include "compiler/contract/device.h"
#include "compiler/unit/unit.h"

// What is known of the variable that an address is in.
typedef struct qn_cpu_object {
  LLVMValueRef base; // NULL: not known
  qn_check_space space;
  uint64_t size; // bytes; 0: not known
  bool is_whole; // the address is where it begins
  bool is_fixed; // it is `offset` bytes further, as constants say
  int64_t offset;
} qn_cpu_object;

typedef struct qn_cpu_checker {
  qn_unit *unit;
  LLVMBuilderRef builder;
  unsigned kinds;
  unsigned block_scope; // LLVM's number of the scope "block"
  qn_map marks;         // local arrays to their shadows
  qn_map names;         // of variables: to constants with their names
  qn_map polls;         // volatile loads that wait for others, of a function
  qn_map ranges; // accesses of loops: to whether all are good, of a function
} qn_cpu_checker;

// Numbers of 32 and 64 bits.
LLVMValueRef qn_cpu_number32(const qn_cpu_checker *c, uint64_t value);
LLVMValueRef qn_cpu_number64(const qn_cpu_checker *c, uint64_t value);
// A constant of the module with this value.
LLVMValueRef qn_cpu_constant(const qn_unit *unit, LLVMValueRef value);

// Whether an instruction calls a function whose name starts so.
bool qn_cpu_calls(LLVMValueRef i, const char *name);
// The operand that an address is computed from; NULL: it is computed from none.
LLVMValueRef qn_cpu_base_of(LLVMValueRef address);
qn_cpu_object qn_cpu_object_of(const qn_cpu_checker *c, LLVMValueRef address);
// How far an address is from the variable that it is in, as a number of 64 bits
// where the builder is; NULL: not plainly by multiples of `alignment`.
LLVMValueRef qn_cpu_offset_of(const qn_cpu_checker *c, LLVMValueRef address,
                              unsigned alignment);
// Whether it reads a field of the work-item's context.
bool qn_cpu_is_context(LLVMValueRef load);
// The name of a variable as the source has it, in a constant.
LLVMValueRef qn_cpu_name_of(qn_cpu_checker *c, LLVMValueRef variable);
// The address in no address space of its own, where the builder is.
LLVMValueRef qn_cpu_plain(const qn_cpu_checker *c, LLVMValueRef address);

// Gives the local arrays of a function that are only accessed where it is seen
// a shadow: as many bytes, in which the bits of what nobody wrote are set.
qn_status qn_cpu_mark_arrays(qn_cpu_checker *c, LLVMValueRef function,
                             qn_diag *diag);
// Where the shadow of an address in such an array is, where the builder is;
// NULL: it is in none.
LLVMValueRef qn_cpu_shadow_at(const qn_cpu_checker *c, LLVMValueRef address);

// Makes a call of the library one that returns to where `instruction` is.
void qn_cpu_finish_call(LLVMValueRef call, LLVMValueRef instruction);

// Whether a local variable is only ever accessed where it is seen to be.
bool qn_cpu_stays(LLVMValueRef variable);
// Finds the function's `polls`: volatile loads in loops that go on until others
// write, as flags and barriers of the program's own have them.
qn_status qn_cpu_find_polls(qn_cpu_checker *c, LLVMValueRef function,
                            qn_diag *diag);

#endif // QN_COMPILER_CPU_CHECKER_H
