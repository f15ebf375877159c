// SPDX-License-Identifier: Apache-2.0
// A code object in memory: segments, symbols, kernels, and its instructions,
// each decoded when it is first reached. The bytes of the file are untrusted.
#ifndef QN_AMDSIM_CORE_CODE_H
#define QN_AMDSIM_CORE_CODE_H

#include "amdsim/isa/inst.h"

typedef struct qn_amd_code qn_amd_code;

// Of a kernel's descriptor.
typedef struct qn_amd_kernel {
  qn_amd_code *code;
  uint64_t descriptor;                             // address
  uint64_t entry;                                  // address
  uint32_t group_size, private_size, kernarg_size; // bytes
  uint32_t rsrc1, rsrc2, rsrc3;
  uint16_t properties, preload;
  unsigned lanes;
} qn_amd_kernel;

typedef struct qn_amd_symbol {
  uint64_t address, size;
  bool is_kernel;
  bool is_constant;
} qn_amd_symbol;

// Copies what is in `file`. Code that is made for another chip is refused.
qn_status qn_amd_code_load(qn_span file, const qn_amd_chip *chip,
                           qn_amd_code **out_code, qn_diag *diag);
void qn_amd_code_unload(qn_amd_code **code);

// By a symbol's name, "saxpy.kd" for kernels.
bool qn_amd_code_symbol(const qn_amd_code *code, qn_str name,
                        qn_amd_symbol *out_symbol);
const qn_amd_chip *qn_amd_code_chip(const qn_amd_code *code);

// Reads the descriptor at an address of any loaded code. False when there is
// none. The code stays until qn_amd_code_unload is called once more.
bool qn_amd_kernel_hold(uint64_t descriptor, qn_amd_kernel *out_kernel);

// The instruction at an address, for waves of so many lanes. NULL, and `diag`
// says why, when it is not simulated or not one.
const qn_amd_inst *qn_amd_code_at(qn_amd_code *code, uint64_t pc,
                                  unsigned lanes, qn_diag *diag);

// Whether an instruction may be there.
bool qn_amd_code_has(qn_amd_code *code, uint64_t pc);

// "kernel+0x1c: v_add_f32 ..., file.cu:12" for messages.
void qn_amd_code_place(qn_amd_code *code, uint64_t pc, unsigned lanes,
                       char *out, size_t capacity);

#endif // QN_AMDSIM_CORE_CODE_H
