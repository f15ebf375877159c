// SPDX-License-Identifier: Apache-2.0
// Bundles inside programs: as a relocatable object that any linker takes, or as
// source text, with launchers that are typed by the kernels' records.
//
// Each bundle becomes these symbols of the program:
//   const unsigned char NAME[]       the bytes, aligned to 4096
//   const unsigned char NAME_end[]   of objects only
//   const size_t NAME_size
//   void *NAME_state[]           zeroes, for what the launchers have loaded
// The same input gives the same bytes, on every machine.
#ifndef QN_PACKAGE_EMBED_EMBED_H
#define QN_PACKAGE_EMBED_EMBED_H

#include "base/arena.h"
#include "base/buffer.h"
#include "metadata/model/kernel.h"

enum {
  QN_EMBED_ALIGNMENT = 4096, // of the bytes, and of the images in a bundle
  QN_EMBED_DEVICES = 16,     // that a launcher keeps modules for
};

// A kernel under the name that its launcher has.
typedef struct qn_embed_kernel {
  const qn_kernel *kernel;
  qn_str identifier;            // a C identifier, unique in its bundle
  const qn_argument *arguments; // those that a launcher is given
  size_t argument_count;
} qn_embed_kernel;

// One bundle, or any other file of images.
typedef struct qn_embed_blob {
  qn_str path; // as the user wrote it
  qn_str name; // of the symbols
  qn_span bytes;
  const qn_embed_kernel *kernels;
  size_t kernel_count;
} qn_embed_blob;

// Reads the kernels of blob->bytes; path, name and bytes are filled in.
// QN_E_MALFORMED when two images describe a kernel differently. Kernels that
// cannot be launched from their description are left out and reported to
// `report`.
qn_status qn_embed_read(qn_embed_blob *blob, qn_arena *arena, qn_report *report,
                        qn_diag *diag);

// `text` as a C identifier; characters that C does not allow become '_'.
qn_str qn_embed_identifier(qn_str text, qn_arena *arena);
// Whether C, C++ or Rust would not accept it as a name.
bool qn_embed_is_keyword(qn_str name);

// ---- Objects

typedef enum qn_embed_format {
  QN_EMBED_ELF,
  QN_EMBED_COFF,
  QN_EMBED_MACHO,
} qn_embed_format;

// A row of hosts.def: a machine and system that programs are linked for.
typedef struct qn_embed_host {
  const char *name; // "x86-64-linux"
  qn_embed_format format;
  unsigned bits; // 32 or 64
  bool big_endian;
  uint32_t machine; // the format's number for it
  uint32_t flags;   // ELF: e_flags; Mach-O: the cpu's subtype
} qn_embed_host;

const qn_embed_host *qn_embed_hosts(size_t *out_count);
// The row, or QN_E_NOT_FOUND with similar names as the hint. "native" is the
// machine that we run on.
qn_status qn_embed_host_find(qn_str name, const qn_embed_host **out_host,
                             qn_diag *diag);

// Appends a whole object file to `out`, which is empty.
qn_status qn_embed_object(const qn_embed_host *host, const qn_embed_blob *blobs,
                          size_t count, qn_buffer *out, qn_diag *diag);

// ---- Sources

// Appends a C or C++ file that defines the symbols.
void qn_embed_source(const qn_embed_blob *blobs, size_t count, bool cxx,
                     qn_buffer *out);
// Appends the header for C and C++: declarations and launchers. `guard` is its
// include guard.
void qn_embed_header(const qn_embed_blob *blobs, size_t count, qn_str guard,
                     qn_buffer *out);
// Appends a Rust module over the crate quern. `files` are the paths of the
// bundles, as include_bytes! finds them; NULL: the bytes are in the text.
void qn_embed_rust(const qn_embed_blob *blobs, size_t count,
                   const qn_str *files, qn_buffer *out);

#endif // QN_PACKAGE_EMBED_EMBED_H
