// SPDX-License-Identifier: Apache-2.0
// The device library's functions in LLVM's terms (functions.def, structs.def).
#ifndef QN_COMPILER_CONTRACT_FUNCTIONS_H
#define QN_COMPILER_CONTRACT_FUNCTIONS_H

#include "compiler/contract/device.h"
#include "compiler/ir/ir.h"

// Types of the contract. LLVM has only one pointer type; here and in the
// library they have a pointee.
typedef enum qn_devlib_type {
  qn_d_void,
  qn_d_int, // 32 bits
  qn_d_u32,
  qn_d_u64,
  qn_d_size,    // as wide as a pointer
  qn_d_item,    // the context
  qn_d_args,    // a kernel's arguments, or a format's
  qn_d_launch,  // const qn_cpu_launch *
  qn_d_scratch, // qn_cpu_scratch *
  qn_d_runner,
  qn_d_frames,  // of a group's packets
  qn_d_text,    // const char *, also bytes
  qn_d_memory,  // void *
  qn_d_words,   // const uint32_t *
  qn_d_body,    // a kernel for one work-item
  qn_d_guarded, // a loop that a failure can leave
  qn_d_group,   // all regions of a group
  qn_d_packet,  // a packet's function
  qn_d_masked,  // the same with a bit for each active lane
  qn_d_range,   // returns how many work-items of a row have something to do
  qn_d_fit,     // constants (structs.def)
  qn_d_packets,
  qn_d_groups,
  qn_d_region,
} qn_devlib_type;

typedef enum qn_devlib_function {
  QN_DEVLIB_NONE = -1,
#define QN_DEVLIB(NAME, name, ...) QN_DEVLIB_##NAME,
#include "compiler/contract/functions.def"
#undef QN_DEVLIB
  QN_DEVLIB_COUNT,
} qn_devlib_function;

typedef enum qn_devlib_struct {
#define QN_DEVLIB_STRUCT(NAME, name) QN_DEVLIB_STRUCT_##NAME,
#define QN_DEVLIB_FIELD(type, name)
#define QN_DEVLIB_END(name)
#include "compiler/contract/structs.def"
#undef QN_DEVLIB_STRUCT
#undef QN_DEVLIB_FIELD
#undef QN_DEVLIB_END
} qn_devlib_struct;

// "qn_cpu_barrier".
const char *qn_devlib_name(qn_devlib_function function);

// The library's function with the name of an LLVM function, or NONE.
qn_devlib_function qn_devlib_find(LLVMValueRef function);
// The same for the function that an instruction calls.
qn_devlib_function qn_devlib_called_by(LLVMValueRef instruction);

// Whether it is a warp operation.
bool qn_devlib_is_warp_op(qn_devlib_function function);
// Whether it is a barrier of a group.
bool qn_devlib_is_barrier(qn_devlib_function function);

// Whether it only looks at an access of memory, or at several, and reports what
// is wrong with it.
bool qn_devlib_is_check(qn_devlib_function function);
// Whether it checks one access, and whether a call checks one of a variable
// that is known to be of that memory.
bool qn_devlib_is_access(qn_devlib_function function);
bool qn_devlib_is_access_of(LLVMValueRef call, qn_check_space space);

// The module's function, if it is declared there, or NULL.
LLVMValueRef qn_devlib_get(LLVMModuleRef module, qn_devlib_function function);
// The same, declared with the contract's type where it is not there yet.
LLVMValueRef qn_devlib_declare(LLVMModuleRef module,
                               qn_devlib_function function);
// A call at the builder's position. `count` and the values' types have to be
// those of the contract (asserted).
LLVMValueRef qn_devlib_call(LLVMBuilderRef b, qn_devlib_function function,
                            LLVMValueRef *values, unsigned count);

// The maximum of fields in a struct.
enum { QN_DEVLIB_FIELDS_MAX = 16 };

// A private constant of the module: the struct with these values, one for each
// field (asserted). NULL among them is a null pointer.
LLVMValueRef qn_devlib_constant(LLVMModuleRef module, qn_devlib_struct kind,
                                const LLVMValueRef *values, unsigned count);

// Checks that a call of a builtin fits `function`, which has the context as a
// further first parameter; else QN_E_INTERNAL, with both types.
qn_status qn_devlib_check_builtin(LLVMValueRef call,
                                  qn_devlib_function function, qn_diag *diag);

// Compares all functions of the library in the module, which it has been linked
// to, and all calls of them, with the contract. QN_E_INTERNAL names both types
// of the first that differs.
qn_status qn_devlib_check(LLVMModuleRef module, qn_diag *diag);

#endif // QN_COMPILER_CONTRACT_FUNCTIONS_H
