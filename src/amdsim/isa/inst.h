// SPDX-License-Identifier: Apache-2.0
// An instruction of AMD's GPUs, decoded: what LLVM's disassembler says about
// it, parsed once, and the function that carries it out.
#ifndef QN_AMDSIM_ISA_INST_H
#define QN_AMDSIM_ISA_INST_H

#include <stdatomic.h>

#include "base/diag.h"
#include "base/span.h"

enum {
  QN_AMD_LANES = 64,     // the distance between registers, in lanes, always
  QN_AMD_OPERANDS = 8,   // of one instruction
  QN_AMD_ADDRESSES = 12, // registers of an image's address
};

// Our own numbers of scalar registers; 64-bit ones are two in a row.
enum {
  QN_AMD_LAST_SREG = 105, // that is a plain one
  QN_AMD_VCC = 106,
  QN_AMD_TTMP = 108,
  QN_AMD_M0 = 124,
  QN_AMD_NULL = 125, // what is written here is lost; it reads as 0
  QN_AMD_EXEC = 126,
  QN_AMD_FLAT_SCRATCH = 128,
  QN_AMD_XNACK_MASK = 130,
  QN_AMD_SHARED_BASE = 132, // two each, from here on constant
  QN_AMD_SHARED_LIMIT = 134,
  QN_AMD_PRIVATE_BASE = 136,
  QN_AMD_PRIVATE_LIMIT = 138,
  QN_AMD_POPS = 140,
  QN_AMD_SCC_AS_SOURCE = 142,
  QN_AMD_SREG_COUNT = 146,
};

typedef enum qn_amd_where {
  QN_AMD_NONE, // "off", or not there
  QN_AMD_SREG,
  QN_AMD_VREG,
  QN_AMD_AREG,
  QN_AMD_CONST,
  QN_AMD_TEXT, // hwreg(...), sendmsg(...): what it stands for is in `value`
} qn_amd_where;

typedef enum qn_amd_type {
  QN_AMD_u32,
  QN_AMD_i32,
  QN_AMD_f32,
  QN_AMD_u64,
  QN_AMD_i64,
  QN_AMD_f64,
  QN_AMD_u16,
  QN_AMD_i16,
  QN_AMD_f16,
  QN_AMD_b128,
} qn_amd_type;

typedef struct qn_amd_operand {
  uint8_t where;            // qn_amd_where
  uint8_t count;            // registers
  uint8_t half;             // the upper 16 bits are meant
  uint8_t has_half;         // .l or .h is written
  uint8_t negate, absolute; //
  uint8_t sext;             // SDWA
  uint8_t sel;              // SDWA: 1 byte 0 ... 4, 5 word 0, 6 word 1
  uint16_t reg;             //
  uint8_t is_float;         // a constant written as a float
  uint8_t literal;          // a constant of 32 bits in the code
  double number;            // that float
  uint32_t value[2];        // CONST, by the type of the operand
  const uint32_t *spread;   // the same for all lanes, two rows; or NULL
} qn_amd_operand;

typedef enum qn_amd_lanes_kind {
  QN_AMD_NO_DPP,
  QN_AMD_QUAD_PERM,
  QN_AMD_ROW_SHL,
  QN_AMD_ROW_SHR,
  QN_AMD_ROW_ROR,
  QN_AMD_WAVE_SHL,
  QN_AMD_WAVE_ROL,
  QN_AMD_WAVE_SHR,
  QN_AMD_WAVE_ROR,
  QN_AMD_ROW_MIRROR,
  QN_AMD_ROW_HALF_MIRROR,
  QN_AMD_ROW_BCAST15,
  QN_AMD_ROW_BCAST31,
  QN_AMD_ROW_SHARE,
  QN_AMD_ROW_NEWBCAST,
  QN_AMD_ROW_XMASK,
  QN_AMD_DPP8,
} qn_amd_lanes_kind;

struct qn_amd_wave;
struct qn_amd_inst;
typedef void qn_amd_handler(struct qn_amd_wave *w, const struct qn_amd_inst *i);
// Carries an operation out for `n` lanes (32 or 64). Values of 64 bits are two
// rows, QN_AMD_LANES apart. `d` may be one of the others.
typedef void qn_amd_vector_op(uint32_t *d, const uint32_t *a, const uint32_t *b,
                              const uint32_t *c, unsigned n);
// The lanes for which a comparison holds.
typedef uint64_t qn_amd_compare_op(const uint32_t *a, const uint32_t *b,
                                   unsigned n);

enum {
  QN_AMD_ACC = 1u << 0,    // the destination is the last source, too
  QN_AMD_FLOATS = 1u << 1, // MODE applies
  QN_AMD_JUMPS = 1u << 2,  // sets the program counter
  QN_AMD_STOPS = 1u << 3,  // may change who runs
  QN_AMD_KEEPS = 1u << 4,  // gfx9 keeps the other half of a 16-bit result
};

enum { QN_AMD_INDEX_OFF = 0x7fff0000 }; // an `arg` of s_set_gpr_idx_off

enum { // qn_amd_inst.dim, as descriptors have it
  QN_AMD_1D = 8,
  QN_AMD_2D = 9,
  QN_AMD_3D = 10,
  QN_AMD_1D_ARRAY = 12,
  QN_AMD_2D_ARRAY = 13,
};

// Of an element in a typed buffer or an image.
typedef struct qn_amd_format {
  uint8_t count;   // components; 0: not known
  uint8_t bits[4]; // of each, from the lowest of the element's bits on
  uint8_t number;  // qn_amd_number (core/formats.h)
} qn_amd_format;

// A row of the table (the files *.def here).
typedef struct qn_amd_row {
  const char *name;
  qn_amd_handler *handler;
  uint16_t op;      // index of the vector or compare operation
  uint8_t sources;  //
  uint8_t types[4]; // destination, sources (qn_amd_type)
  uint8_t flags;
  uint32_t arg; // the handler's
} qn_amd_row;

typedef struct qn_amd_inst {
  qn_amd_handler *handler;
  const qn_amd_row *row;
  _Atomic(struct qn_amd_inst *) next, target; // behind it, and of a branch
  uint64_t pc;
  uint32_t size; // bytes
  uint8_t count; // operands
  uint8_t clamp;
  uint8_t omod;                              // 0, 1: * 2, 2: * 4, 3: / 2
  uint8_t op_sel, op_sel_hi, neg_lo, neg_hi; // a bit an operand
  uint8_t lanes_kind;                        // DPP
  uint8_t row_mask, bank_mask, bound_ctrl, fetch_inactive;
  uint32_t lanes_arg; // DPP8: 3 bits each
  uint8_t dst_sel;    // SDWA, as qn_amd_operand.sel
  uint8_t dst_unused; // 0 pad, 1 sext, 2 preserve
  uint8_t returns;    // an atomic gives back what was there
  uint8_t offen, idxen, lds, gds, sdwa, e64;
  uint8_t plain; // no modifiers at all
  uint8_t cbsz, abid, blgp;
  qn_amd_format format; // that a typed buffer's instruction names
  // Of images: registers of the address, the kind of image, the components.
  uint8_t address[QN_AMD_ADDRESSES], address_count;
  uint8_t dim, dmask, a16, d16;
  int64_t offset;
  uint32_t offset0, offset1;
  int64_t imm;                // of branches and s_waitcnt and their like
  struct qn_amd_inst *second; // of a pair (VOPD)
  qn_amd_operand op[QN_AMD_OPERANDS];
} qn_amd_inst;

// By index of the operation: for any processor of the machine, and for
// x86-64-v3.
extern qn_amd_vector_op *const qn_amd_ops_base[], *const qn_amd_ops_v3[];
extern qn_amd_compare_op *const qn_amd_compares_base[],
    *const qn_amd_compares_v3[];

// ---- The table

// The row of a mnemonic without its suffix; NULL: not simulated.
const qn_amd_row *qn_amd_row_find(qn_str name);
size_t qn_amd_row_count(void);
const qn_amd_row *qn_amd_row_at(size_t index);

// What depends on the chip.
typedef struct qn_amd_chip {
  char name[16];
  unsigned major, minor, stepping; // gfx90a: 9, 0, 10
  bool unified_vgprs;              // AGPRs are the second part of the VGPRs
  bool packed_ids;                 // work-item ids in one register
  bool flat_scratch;               // set up by the hardware
  bool zeroes_high;                // 16-bit results clear the upper half
  bool group_ids_in_ttmp;          //
  unsigned shared_size;            // bytes
} qn_amd_chip;
// False when the chip is not simulated.
bool qn_amd_chip_find(qn_str name, qn_amd_chip *out_chip);

// Parses what the disassembler wrote about one instruction. `text` is
// untrusted. QN_E_UNSUPPORTED names what is not simulated.
qn_status qn_amd_parse(qn_str text, const qn_amd_chip *chip, qn_amd_inst *out,
                       qn_diag *diag);

#endif // QN_AMDSIM_ISA_INST_H
