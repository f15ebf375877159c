// SPDX-License-Identifier: Apache-2.0
// What the files that write an instruction as C++ share. A function that writes
// one takes the parts of its name that it knows; those left are refused.
#ifndef QN_COMPILER_PTX_INSIDE_H
#define QN_COMPILER_PTX_INSIDE_H

#include "compiler/ptx/emit.h"

// An instruction that is being written.
typedef struct qn_ptx_emitter {
  const qn_ptx_instruction *in;
  qn_buffer *out;
  qn_str types[4]; // the types in the name, in order
  size_t type_count;
  uint64_t modifiers;                // bits by modifiers.def
  qn_str rest[QN_PTX_MODIFIERS_MAX]; // other parts of the name
  size_t rest_count;
} qn_ptx_emitter;

// Bits of `modifiers`.
enum {
#define QN_PTX_MODIFIER(spelling, name) QN_PTX_BIT_##name,
#include "quern/device/ptx/modifiers.def"
#undef QN_PTX_MODIFIER
};
#define QN_PTX_HAS(e, name) ((e)->modifiers >> QN_PTX_BIT_##name & 1)
#define QN_PTX_PRINT(e, ...) qn_buffer_printf((e)->out, __VA_ARGS__)

// ---- The parts of a name (parts.c)

// Divides the name into types, modifiers and the rest.
void qn_ptx_sort_parts(qn_ptx_emitter *e);
// Takes a part that is neither a type nor a modifier; false when the name does
// not have it.
bool qn_ptx_take_part(qn_ptx_emitter *e, const char *name);
// The name in the headers of a type in PTX; NULL when it is none.
const char *qn_ptx_type_of(qn_str name);
// The name in the headers of the type at `i` in the instruction's name.
const char *qn_ptx_type_at(const qn_ptx_emitter *e, size_t i);
// The size of a type of the headers.
unsigned qn_ptx_bytes_of(const char *type);
// The argument at `i`, which there must be.
const qn_ptx_argument *qn_ptx_argument_at(const qn_ptx_emitter *e, size_t i);
// Whether it is "_", which is written to and never read.
bool qn_ptx_is_sink(const qn_ptx_argument *a);

// ---- Refusals

// QN_E_UNSUPPORTED with the instruction's text; `why` may be empty.
qn_status qn_ptx_refuse(const qn_ptx_emitter *e, const char *why,
                        qn_diag *diag);
// Fails for other numbers of arguments.
qn_status qn_ptx_need(const qn_ptx_emitter *e, size_t min, size_t max,
                      qn_diag *diag);
// Fails for modifiers that are not among `allowed`, separated by spaces.
qn_status qn_ptx_check_modifiers(const qn_ptx_emitter *e, const char *allowed,
                                 qn_diag *diag);

// ---- Values and addresses

// A source as a value of `type`, a name of the headers.
qn_status qn_ptx_put_value(qn_ptx_emitter *e, const qn_ptx_argument *a,
                           const char *type, qn_diag *diag);
// Opens a write to argument `a`; the value and ")" follow.
qn_status qn_ptx_put_target(qn_ptx_emitter *e, const qn_ptx_argument *a,
                            qn_diag *diag);
// Writes p of "d|p", if there is one.
void qn_ptx_put_second(qn_ptx_emitter *e, const char *value);
// Writes the modifiers as a number, for a template.
void qn_ptx_put_modifiers(qn_ptx_emitter *e);
// Takes the state space of a name; "GENERIC" without one.
const char *qn_ptx_take_space(qn_ptx_emitter *e);
// An address in a state space as a pointer.
qn_status qn_ptx_put_address(qn_ptx_emitter *e, const qn_ptx_argument *a,
                             const char *space, qn_diag *diag);

// ---- Instructions, by their files

// emit_memory.c
qn_status qn_ptx_emit_atom(qn_ptx_emitter *e, qn_diag *diag);
// cp.async.ca.shared.global [to], [from], size{, count}; and the waits for it.
qn_status qn_ptx_emit_cp(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_cvta(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_fence(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_isspacep(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_ld(qn_ptx_emitter *e, qn_diag *diag);
// Barriers that count bytes, too (expect_tx, complete_tx), are refused.
qn_status qn_ptx_emit_mbarrier(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_red(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_st(qn_ptx_emitter *e, qn_diag *diag);

// emit_matrix.c
qn_status qn_ptx_emit_ldmatrix(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_mma(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_movmatrix(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_stmatrix(qn_ptx_emitter *e, qn_diag *diag);

// emit_threads.c
qn_status qn_ptx_emit_activemask(qn_ptx_emitter *e, qn_diag *diag);
// Only barrier 0 of the whole block: other barriers, and barriers of a part of
// the block, are refused.
qn_status qn_ptx_emit_bar(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_elect(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_match(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_redux(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_shfl(qn_ptx_emitter *e, qn_diag *diag);
qn_status qn_ptx_emit_vote(qn_ptx_emitter *e, qn_diag *diag);

// emit_video.c
// Whether it is a video instruction: vadd, vset2, vabsdiff4, ... Only these
// have selectors.
bool qn_ptx_is_video(qn_str name);
// vmad's operands with a minus are refused.
qn_status qn_ptx_emit_video(qn_ptx_emitter *e, qn_diag *diag);

// The comparison of a name (emit.c); returns the headers' function for it, or
// NULL.
const char *qn_ptx_take_comparison(qn_ptx_emitter *e);

#endif // QN_COMPILER_PTX_INSIDE_H
