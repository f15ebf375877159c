// SPDX-License-Identifier: Apache-2.0
// The record that Quern leaves in each image it makes: an exact description of
// its kernels, as a CAMD container with the blocks "GenericMetadata",
// "VectorizeMetadata" and "QuernKernels" (docs/formats/note.md).
//
// Where it lives:
//   ELF (AMD, CPU, RISC-V): section .note.quern, a note made by qn_note_write;
//   PTX and cubin: a .global byte array of alignment 8, named by
//     qn_record_symbol, holding the bare container;
//   SPIR-V: an OpModuleProcessed instruction, see metadata/record/spirv.h.
//
// The compiler writes it from plain qn_kernel structs; of their resources only
// shared_static, wave_size, max_threads and required_threads are kept.
#ifndef QN_METADATA_RECORD_RECORD_H
#define QN_METADATA_RECORD_RECORD_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "metadata/model/kernel.h"

enum { QN_RECORD_VERSION = 1 };

typedef struct qn_record {
  qn_str target;   // the canonical target the image was built for
  qn_str producer; // "quern 0.1.0"; no time stamps
  const qn_kernel *kernels;
  size_t kernel_count;
  const qn_global *globals;
  size_t global_count;
  bool big_endian; // of the target, for the RAW blocks
} qn_record;

// Appends the CAMD container to `out`. The same record gives the same bytes.
qn_status qn_record_write(const qn_record *record, qn_buffer *out,
                          qn_diag *diag);

// Reads the container back; texts borrow from `camd`. A container without our
// own block is QN_E_NOT_FOUND. `origin` is its file offset.
qn_status qn_record_read(qn_span camd, uint64_t origin, qn_arena *arena,
                         qn_record *out_record, qn_diag *diag);

// The symbol of the byte array in PTX: "__quern_md_" and 16 hex digits, a hash
// of the container.
#define QN_RECORD_SYMBOL_PREFIX "__quern_md_"
enum { QN_RECORD_SYMBOL_SIZE = 32 };
void qn_record_symbol(qn_span camd, char out_name[QN_RECORD_SYMBOL_SIZE]);

// ---- The ELF note

#define QN_NOTE_SECTION ".note.quern"
#define QN_BARE_SECTION "notes" // of the container alone
#define QN_NOTE_OWNER "Quern"

// Appends the contents of section .note.quern: one note of owner "Quern", type
// QN_CAMD_VERSION, padded to 4. `big_endian` is the ELF file's.
qn_status qn_note_write(qn_span camd, bool big_endian, qn_buffer *out,
                        qn_diag *diag);

// Finds our container in an ELF file of any class and byte order: a note by its
// owner in program headers or sections, then a bare container in sections
// "notes" or ".notes" or in a symbol named QN_RECORD_SYMBOL_PREFIX....
// QN_E_NOT_FOUND if there is none. `*out_origin` is its offset in the file.
qn_status qn_note_find(qn_span elf, qn_span *out_camd, uint64_t *out_origin,
                       qn_diag *diag);

#endif // QN_METADATA_RECORD_RECORD_H
