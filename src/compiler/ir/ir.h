// SPDX-License-Identifier: Apache-2.0
// Helpers that LLVM-C does not have: walking, naming, rewriting.
//
// Only this folder sees LLVM. Functions here take and leave a valid module
// unless they say otherwise.
#ifndef QN_COMPILER_IR_IR_H
#define QN_COMPILER_IR_IR_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/span.h"

#define QN_EACH_FUNCTION(f, m)                                                 \
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
#define QN_EACH_GLOBAL(g, m)                                                   \
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
#define QN_EACH_BLOCK(b, f)                                                    \
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;                     \
       b = LLVMGetNextBasicBlock(b))
#define QN_EACH_INSTRUCTION(i, b)                                              \
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;                         \
       i = LLVMGetNextInstruction(i))

// Calling conventions of kernels (llvm/IR/CallingConv.h).
enum {
  QN_CC_PTX_KERNEL = 71,
  QN_CC_SPIR_KERNEL = 76,
  QN_CC_AMDGPU_KERNEL = 91
};

// Address spaces that the GPU back ends share.
enum {
  QN_AS_GENERIC = 0,
  QN_AS_GLOBAL = 1,
  QN_AS_SHARED = 3,
  QN_AS_CONSTANT = 4
};

qn_str qn_ir_name(LLVMValueRef global);
// A defined function with a kernel's calling convention, or marked as a kernel:
// by OpenCL's argument metadata (clang, on CPUs), the attribute "mux-kernel" or
// the metadata "codeplay_ca_kernel".
bool qn_ir_is_kernel(LLVMValueRef function);
#define QN_IR_KERNEL_MARKS                                                     \
  "a kernel's calling convention (amdgpu_kernel, ptx_kernel, spir_kernel), "   \
  "the attribute mux-kernel, or the metadata codeplay_ca_kernel or "           \
  "kernel_arg_base_type"
// Whether it has OpenCL's argument metadata.
bool qn_ir_is_opencl(LLVMValueRef function);
// The number of types in OpenCL's metadata of a kernel, and in
// `*out_type` (may be NULL) that of an argument, as its base type.
size_t qn_ir_kernel_types(LLVMValueRef function, qn_str *out_type,
                          size_t argument);
unsigned qn_ir_address_space(LLVMValueRef global);
// A declaration that the device fills at launch: `extern __shared__ T x[]`.
bool qn_ir_is_dynamic_shared(LLVMValueRef global);

// The called function, through casts; NULL for indirect calls, inline assembly
// and instructions that call nothing.
LLVMValueRef qn_ir_callee(LLVMValueRef instruction);

// LLVM's intrinsic of a name, for the types that it is overloaded by.
LLVMValueRef qn_ir_intrinsic(LLVMModuleRef module, const char *name,
                             LLVMTypeRef *types, size_t count);

// What a vector has as elements; any other type itself.
LLVMTypeRef qn_ir_scalar(LLVMTypeRef type);
// The bits of an integer type; 0: it is another.
unsigned qn_ir_width(LLVMTypeRef type);
// The same of a float and of a double, too.
unsigned qn_ir_number_width(LLVMTypeRef type);

// Index `k` of an address, from 1 on, and how many bytes it counts; NULL for a
// struct's field, which is so far from its start. `*type`, what the address's
// own indices are of at first, becomes what is found there. Indices are scalar.
LLVMValueRef qn_ir_index(LLVMTargetDataRef layout, LLVMValueRef address,
                         unsigned k, LLVMTypeRef *type, uint64_t *out_size);

// Keeps a call apart from others, and its return address in the function that
// it stands in: by that, what is called finds its line.
void qn_ir_keep_place(LLVMValueRef call);

// A mark of where a variable begins or ends to be used.
bool qn_ir_is_lifetime(LLVMValueRef instruction);

// The constant global that `value` is the address of, through casts of its
// address space; NULL for others.
LLVMValueRef qn_ir_literal(LLVMValueRef value);

// The value of a string attribute, empty when the function has none.
qn_str qn_ir_attribute(LLVMValueRef function, const char *name);
void qn_ir_set_attribute(LLVMValueRef function, const char *name,
                         const char *value);
// Adds an enum attribute that takes no argument ("alwaysinline").
void qn_ir_add_flag(LLVMValueRef function, const char *name);
// The range of vscale: the size of scalable vector registers in units of 128
// bits.
void qn_ir_set_vector_scale(LLVMValueRef function, unsigned min, unsigned max);
void qn_ir_remove_flag(LLVMValueRef function, const char *name);
bool qn_ir_has_flag(LLVMValueRef function, const char *name);
// The type of an argument's byval or byref attribute, or NULL.
LLVMTypeRef qn_ir_pointee(LLVMValueRef function, unsigned parameter);

// An argument's align attribute in bytes, 0 for none.
unsigned qn_ir_parameter_alignment(LLVMValueRef function, unsigned parameter);

// The number of a kind of metadata, as "noalias".
unsigned qn_ir_metadata_kind(LLVMContextRef context, const char *name);
// Operand `index` of a metadata node seen as a value, or NULL.
LLVMValueRef qn_ir_operand(LLVMValueRef node, unsigned index);
// The text of a metadata string, or empty.
qn_str qn_ir_string(LLVMValueRef node);

// "file.cu:12:5" of an instruction's debug location, or empty.
qn_str qn_ir_location(LLVMValueRef instruction, qn_arena *arena);

// Runs a textual pass pipeline. `machine` may be NULL.
qn_status qn_ir_run_passes(LLVMModuleRef module, const char *pipeline,
                           LLVMTargetMachineRef machine, bool vectorize,
                           qn_diag *diag);

// The same of one function.
qn_status qn_ir_run_function_passes(LLVMValueRef function, const char *pipeline,
                                    LLVMTargetMachineRef machine,
                                    qn_diag *diag);

// QN_E_INTERNAL with LLVM's text when the module is broken; `after` names the
// step that made it.
qn_status qn_ir_verify(LLVMModuleRef module, const char *after, qn_diag *diag);

// Replaces `global` by `value` (an instruction or an argument) in every operand
// in `function`, also inside constants of any depth, which become instructions.
// A `value` of another pointer type makes casts of `global` to it vanish.
void qn_ir_replace_global(LLVMValueRef function, LLVMValueRef global,
                          LLVMValueRef value);

// QN_E_UNSUPPORTED when another variable's initialiser names `global`.
qn_status qn_ir_check_initializers(LLVMModuleRef module, LLVMValueRef global,
                                   qn_diag *diag);

// The functions that `function` may run: itself, callees, and, when it (or one
// of them) calls through a pointer, every function whose address is taken. Adds
// them to `set` (keys are LLVMValueRef). False when out of memory.
bool qn_ir_reach(LLVMModuleRef module, LLVMValueRef function, qn_map *set);

// Whether `function`'s body uses `global`, through constants too.
bool qn_ir_uses(LLVMValueRef function, LLVMValueRef global);

// Deletes a variable that no function uses any more (constants that nothing
// uses may still name it). False, and nothing done, when one does.
bool qn_ir_delete_unused(LLVMModuleRef module, LLVMValueRef global);

// Whether anything but a direct call uses `function`.
bool qn_ir_address_taken(LLVMValueRef function);
// A call through a pointer; inline assembly does not count.
bool qn_ir_is_indirect_call(LLVMValueRef instruction);

// A function with `count` parameters of the types `extra` before those of
// `function`; it takes over name, linkage, attributes, debug information and
// body. The old one is left nameless and empty with its uses in place, to be
// rewritten and deleted by the caller. NULL when out of memory.
LLVMValueRef qn_ir_prepend_parameters(LLVMValueRef function,
                                      const LLVMTypeRef *extra, unsigned count);
// The same, with the new parameters last.
LLVMValueRef qn_ir_append_parameters(LLVMValueRef function,
                                     const LLVMTypeRef *extra, unsigned count);

// Replaces `call` by one of `callee` with `extra` arguments before its own;
// attributes and debug location move along. NULL when out of memory.
LLVMValueRef qn_ir_call_with(LLVMBuilderRef b, LLVMValueRef call,
                             LLVMValueRef callee, const LLVMValueRef *extra,
                             unsigned count);

// The inline assembly that the instruction calls, or NULL. An empty template is
// none: it is a barrier to the optimiser, in any language.
LLVMValueRef qn_ir_assembly(LLVMValueRef instruction);

// Removes inline assembly with an empty template, which only gets in the
// optimiser's way: for targets without assembly. Values that it passes through
// stay.
void qn_ir_drop_empty_assembly(LLVMModuleRef module);

// The characters of a constant string, with its NUL if it has one; NULL for any
// other constant, and for NULL.
const char *qn_ir_characters(LLVMValueRef value, size_t *out_size);

// Whether a value is an instruction of that kind.
bool qn_ir_is(LLVMValueRef value, LLVMOpcode opcode);
bool qn_ir_has_one_use(LLVMValueRef value);

// Whether the function neither reads nor writes memory.
bool qn_ir_is_memory_free(LLVMValueRef function);

// Whether a function is one of LLVM's own, llvm.*.
bool qn_ir_is_intrinsic(LLVMValueRef function);

// What a phi has from a block, which may come by several edges; NULL: it does
// not come from there.
LLVMValueRef qn_ir_incoming(LLVMValueRef phi, LLVMBasicBlockRef from);

// The only terminator that goes to a block, by one edge; NULL: there are
// others, as where a switch comes in several cases, or none.
LLVMValueRef qn_ir_only_branch_to(LLVMBasicBlockRef block);

// The first instruction behind a function's variables: what is built before
// these takes them out of the first block when it is inlined.
LLVMValueRef qn_ir_behind_variables(LLVMValueRef function);

// The lanes of a vector of a fixed size; 0: it is none.
unsigned qn_ir_lanes(LLVMValueRef value);
// Whether each lane of a vector is computed from the same lanes of others.
bool qn_ir_is_each_lane_alone(LLVMValueRef instruction);

// A floating-point value that LLVM makes no other operations of together with
// what uses it; any other value itself.
LLVMValueRef qn_ir_fence(LLVMBuilderRef b, LLVMValueRef value);
// The same of a vector of any 32 or 64 bits, but of addresses.
LLVMValueRef qn_ir_fence_words(LLVMBuilderRef b, LLVMValueRef vector,
                               unsigned bits);

// Moves what stands in front of an instruction in its block to a new block, to
// which branches go from then on, and returns that; phis of later blocks stay
// valid.
LLVMBasicBlockRef qn_ir_split_before(LLVMValueRef instruction,
                                     const char *name);

// Gives `to`, if it is an instruction, the flags of `from`, whose operation it
// does for some or all lanes.
void qn_ir_copy_flags(LLVMValueRef from, LLVMValueRef to);

#endif // QN_COMPILER_IR_IR_H
