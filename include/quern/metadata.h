// SPDX-License-Identifier: Apache-2.0
// Beyond metadata/metadata.h: walking contexts, JSON, conversion, compression,
// reasons, and handlers, which read and write records of kernels.
//
//   struct md_hooks hooks = {0};
//   char why[QN_WHY_SIZE];
//   md_ctx ctx = qn_md_read(bytes, size, &hooks, NULL, why);
//   for (size_t i = 0; i < qn_md_block_count(ctx); ++i)
//     puts(qn_md_block_name(qn_md_block_at(ctx, i)));
#ifndef QUERN_METADATA_H
#define QUERN_METADATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "metadata/metadata.h"
#include "quern/inspect.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Contexts

// A context of the container at `bytes`, which is not kept. NULL with the
// reason in `why` (may be NULL). The hook `map` is not used.
QN_API md_ctx qn_md_read(const void *bytes, size_t size, struct md_hooks *hooks,
                         void *user, char why[QN_WHY_SIZE]);
// Blocks in the order of their creation.
QN_API size_t qn_md_block_count(md_ctx ctx);
QN_API md_stack qn_md_block_at(md_ctx ctx, size_t index); // NULL: none
QN_API const char *qn_md_block_name(md_stack block);
QN_API md_fmt qn_md_block_format(md_stack block);
QN_API md_enc qn_md_block_encoding(md_stack block);
QN_API size_t qn_md_value_count(md_stack block);
// zlib or none; MD_E_INVALID_FLAGS for another.
QN_API int qn_md_set_encoding(md_stack block, md_enc encoding);
// The byte order to write in: 1 little, 2 big. The bytes of RAW blocks that
// were read are converted when a handler knows their layout; MD_E_TYPE_ERR,
// and nothing is changed, when there is one that no handler knows.
QN_API int qn_md_set_endianness(md_ctx ctx, MD_ENDIAN endianness);

// ---- Values

// Pairs of a table, in the order in which they were set.
QN_API int qn_md_table_size(md_value table);
QN_API int qn_md_table_at(md_value table, size_t index, md_value *out_key,
                          md_value *out_value);
// The bytes of a text (NUL not counted) or of bytes, without a copy; valid as
// long as the value.
QN_API int qn_md_view(md_value value, const char **out_bytes, size_t *out_size);

// ---- JSON

// The whole context, schema quern.metadata/1; docs/metadata.md describes it.
// MD_SUCCESS, and memory that the caller frees as that of md_get_zstr.
QN_API int qn_md_json(md_ctx ctx, char **out_text, size_t *out_size);

// ---- Handlers: one record per kernel (or variant of one), in blocks that run
// in lockstep, one block per handler.

typedef struct qn_md_field {
  const char *name; // in JSON
  char type;        // z const char *, u uint64_t, i int64_t, f double
  size_t offset;    // in the record
} qn_md_field;

struct qn_md_cursor;
typedef struct qn_md_handler {
  const char *name;  // "generic"
  const char *block; // "GenericMetadata"
  size_t record_size;
  const qn_md_field *fields; // in the order of the block
  size_t field_count;
  // For what a table of fields cannot say; NULL: as the table says. `read`
  // takes one record's values with qn_md_take_*, `write` pushes them with
  // md_push_*. The result is an md_err.
  int (*read)(struct qn_md_cursor *cursor, void *record);
  int (*write)(md_stack block, const void *record);
} qn_md_handler;

typedef struct qn_md_generic {
  const char *kernel_name;     // the symbol to call
  const char *source_name;     // the kernel in the source; variants share it
  uint64_t local_memory_usage; // bytes of static shared memory
  uint64_t sub_group_size;     // least sub-group size
  uint64_t is_scalable;        // times a factor that only the device knows
} qn_md_generic;

typedef struct qn_md_vectorize {
  uint64_t min_work_item_factor; // local x must be a multiple of it
  uint64_t min_is_scalable;
  uint64_t pref_work_item_factor; // and had better be one of this
  uint64_t pref_is_scalable;
} qn_md_vectorize;

QN_API extern const qn_md_handler qn_md_handler_generic;   // qn_md_generic
QN_API extern const qn_md_handler qn_md_handler_vectorize; // qn_md_vectorize

// The handler that is registered under this name, or for a block; NULL: none.
QN_API const qn_md_handler *qn_md_handler_find(const char *name);
QN_API const qn_md_handler *qn_md_handler_of(const char *block);

// Records in lockstep through several handlers (at most 16).
typedef struct qn_md_records qn_md_records;

// Over a context that stays the caller's: one that was read, to read, or one to
// write into, whose blocks are created by the first write. NULL without memory,
// or with more than 16 handlers.
QN_API qn_md_records *qn_md_records_open(md_ctx ctx,
                                         const qn_md_handler *const *handlers,
                                         size_t count);
// Reads the next record of each handler into records[i], a struct of its
// record_size. 1: done, 0: there are no more, an md_err otherwise;
// MD_E_STACK_CORRUPT when one block ends before another. Texts are valid until
// qn_md_records_close.
QN_API int qn_md_records_read(qn_md_records *list, void *const *records);
// Appends one record to each block. MD_SUCCESS or an md_err.
QN_API int qn_md_records_write(qn_md_records *list, const void *const *records);
QN_API void qn_md_records_close(qn_md_records *list);

// For `read` of a handler; MD_SUCCESS, or MD_E_STACK_CORRUPT at the end.
QN_API int qn_md_take_zstr(struct qn_md_cursor *cursor, const char **out);
QN_API int qn_md_take_uint(struct qn_md_cursor *cursor, uint64_t *out);
QN_API int qn_md_take_sint(struct qn_md_cursor *cursor, int64_t *out);
QN_API int qn_md_take_real(struct qn_md_cursor *cursor, double *out);

#ifdef __cplusplus
}
#endif

#endif // QUERN_METADATA_H
