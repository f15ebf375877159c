// SPDX-License-Identifier: Apache-2.0
// Inside of the metadata API (include/metadata/metadata.h).
//
// Handles and what callers receive come from the caller's hooks; scratch memory
// and the index of large tables from qn_alloc.
#ifndef QN_METADATA_MD_MD_H
#define QN_METADATA_MD_MD_H

#include "base/buffer.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/out.h"
#include "metadata/metadata.h"
#include "quern/metadata.h"

enum {
  QN_MD_DEPTH_MAX = 256, // nesting that is written and read
  QN_MD_INDEX_MIN = 16,  // pairs from which on a table has an index
};

// MessagePack has two kinds that the API has no type for. They are read as
// unsigned numbers and written as they were.
typedef enum qn_md_spelling {
  QN_MD_PLAIN,
  QN_MD_BOOL,
  QN_MD_NIL,
} qn_md_spelling;

struct md_value_ {
  md_ctx ctx;
  md_value next_dead;  // while it waits to be freed
  uint32_t references; // the stack, arrays and tables
  uint8_t type;        // md_value_type
  uint8_t spelling;    // qn_md_spelling
  // Numbers: the type, then 8 bytes of the number: a key as it is compared.
  uint8_t number[9];
  union {
    struct { // BYTESTR, ZSTR: bytes + 1 is the text, bytes[0] the type
      char *bytes;
      size_t size; // of the text; a NUL follows
    } text;
    struct { // ARRAY: elements; HASH: key, value, key, value, ...
      md_value *items;
      size_t count, capacity;
      qn_map *index; // HASH: from key to position; NULL: small
    } list;
  } u;
};

struct md_stack_ {
  md_ctx ctx;
  char *name;
  md_value *items;
  size_t count, capacity;
  bool finalized;
  bool was_raw; // read from a RAW block: one value, bytes without types
  md_fmt format;
  md_enc encoding;
  md_stack next;
};

struct md_ctx_ {
  struct md_hooks *hooks; // the caller's, may be NULL
  void *user;
  MD_ENDIAN endianness;
  md_stack first, last;
  size_t block_count;
  qn_map by_name; // to md_stack
};

// Memory by the hooks; NULL when out of memory.
void *qn_md_alloc(md_ctx ctx, size_t size);
void qn_md_free(md_ctx ctx, void *block);

// New values with one reference, the caller's; NULL when out of memory.
md_value qn_md_new_number(md_ctx ctx, md_value_type type, const void *number);
md_value qn_md_new_text(md_ctx ctx, md_value_type type, const void *bytes,
                        size_t size);
md_value qn_md_new_list(md_ctx ctx, md_value_type type, size_t hint);
void qn_md_release(md_value value);

uint64_t qn_md_uint_of(md_value value); // of a number
double qn_md_real_of(md_value value);
const char *qn_md_text_of(md_value value);

// Takes over the reference: on the stack, at the end of an array. An md_err, or
// the index.
int qn_md_push(md_stack stack, md_value value);
int qn_md_add(md_value array, md_value element);
// As md_hashtable_setkv; takes over both references unless it fails.
int qn_md_set(md_value table, md_value key, md_value value);

// An empty context; NULL when out of memory.
md_ctx qn_md_create(struct md_hooks *hooks, void *user);
// Reads a container into an empty context. `origin` is its file offset.
qn_status qn_md_decode(md_ctx ctx, qn_span camd, uint64_t origin,
                       qn_diag *diag);
// Appends the container. An md_err.
int qn_md_encode(md_ctx ctx, qn_buffer *out);

// Writes the fields of the context into the object that is open.
void qn_md_print(md_ctx ctx, qn_out *out);

// Swaps the byte order of a RAW payload that was read, in place, when a handler
// knows its layout; MD_E_TYPE_ERR when none does.
int qn_md_swap_block(md_stack block, bool dry);

#endif // QN_METADATA_MD_MD_H
