// SPDX-License-Identifier: Apache-2.0
// The functions of the table's rows.
#ifndef QN_AMDSIM_CORE_HANDLERS_H
#define QN_AMDSIM_CORE_HANDLERS_H

#include "amdsim/isa/memory_ops.h"
#include "amdsim/core/wave.h"

#define QN_HANDLER(name)                                                       \
  void qn_amd_x_##name(qn_amd_wave *w, const qn_amd_inst *i);
// vector.c
QN_HANDLER(vector)
QN_HANDLER(vector_plain)
QN_HANDLER(pair)
QN_HANDLER(compare)
QN_HANDLER(packed)
QN_HANDLER(packed_float)
QN_HANDLER(one)
// lanes.c
QN_HANDLER(read_first)
QN_HANDLER(read_lane)
QN_HANDLER(write_lane)
QN_HANDLER(select)
QN_HANDLER(select16)
QN_HANDLER(carry)
QN_HANDLER(mad64)
QN_HANDLER(class)
QN_HANDLER(count_below)
QN_HANDLER(permlane)
QN_HANDLER(permlane64)
QN_HANDLER(swap)
QN_HANDLER(mix)
QN_HANDLER(move_relative)
QN_HANDLER(move_scalar)
QN_HANDLER(dot_mixed)
QN_HANDLER(index_registers)
// small.c
QN_HANDLER(from_small)
QN_HANDLER(to_small)
// divide.c
QN_HANDLER(div_scale32)
QN_HANDLER(div_scale64)
QN_HANDLER(div_fmas32)
QN_HANDLER(div_fmas64)
// access.c, shared.c
QN_HANDLER(global)
QN_HANDLER(global_lds)
QN_HANDLER(global_by_lane)
QN_HANDLER(flat)
QN_HANDLER(scratch)
QN_HANDLER(buffer)
QN_HANDLER(buffer_typed)
QN_HANDLER(image)
QN_HANDLER(image_size)
QN_HANDLER(shared)
QN_HANDLER(shared_two)
QN_HANDLER(shared_permute)
QN_HANDLER(shared_swizzle)
QN_HANDLER(shared_count)
QN_HANDLER(shared_swap_two)
QN_HANDLER(shared_by_lane)
QN_HANDLER(scalar_load)
QN_HANDLER(scalar_store)
// control.c
QN_HANDLER(nothing)
QN_HANDLER(time)
QN_HANDLER(branch)
QN_HANDLER(get_pc)
QN_HANDLER(set_pc)
QN_HANDLER(call)
QN_HANDLER(barrier)
QN_HANDLER(yield)
QN_HANDLER(end)
QN_HANDLER(trap)
QN_HANDLER(halt)
QN_HANDLER(message)
QN_HANDLER(illegal)
QN_HANDLER(get_mode)
QN_HANDLER(set_mode)
QN_HANDLER(set_mode_bits)
// matrix.c
QN_HANDLER(mfma)
QN_HANDLER(smfmac)
QN_HANDLER(wmma)
#undef QN_HANDLER

// v_cndmask_b32 into `result`.
void qn_amd_select(qn_amd_wave *w, const qn_amd_inst *i, uint32_t *result);

#define QN_S(name, sources, D, A, B, formula, scc_becomes)                     \
  void qn_amd_s_##name(qn_amd_wave *w, const qn_amd_inst *i);
#define QN_SC(name, A, B, formula)                                             \
  void qn_amd_s_##name(qn_amd_wave *w, const qn_amd_inst *i);
#define QN_AKA(name, other)
#include "amdsim/isa/scalar.def"
#undef QN_S
#undef QN_SC
#undef QN_AKA

#endif // QN_AMDSIM_CORE_HANDLERS_H
