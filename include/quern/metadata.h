// SPDX-License-Identifier: Apache-2.0
// Beyond metadata/metadata.h: walking contexts, JSON, conversion, compression,
// reasons, and handlers, which read and write records of kernels.
//
//   struct md_hooks hooks = {0};
//   quern_error error = QUERN_ERROR_INIT;
//   md_ctx ctx = quern_md_read(bytes, size, &hooks, NULL, &error);
//   for (size_t i = 0; i < quern_md_block_count(ctx); ++i)
//     puts(quern_md_block_name(quern_md_block_at(ctx, i)));
//
// These functions extend metadata/metadata.h and return its errors: an md_err
// as int, MD_SUCCESS on success. A context, block, value or list must not be
// NULL unless the function says so.
//
// Threads: a context, and everything obtained from it, belongs to one thread
// at a time. Linked with -lquern.
#ifndef QUERN_METADATA_H
#define QUERN_METADATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "metadata/metadata.h"
#include "quern/error.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Contexts

// Reads the container of `size` bytes at `bytes`, which are borrowed for the
// call, into a context that the caller releases with md_release_ctx. `hooks`
// may be NULL; as with md_init, it must live as long as the context. Its `map`
// is not used. NULL with the reason in
// `error`: QUERN_E_ARGUMENT (`bytes` is NULL), QUERN_E_MALFORMED,
// QUERN_E_UNSUPPORTED, QUERN_E_LIMIT or QUERN_E_MEMORY.
QUERN_API md_ctx quern_md_read(const void *bytes, size_t size,
                               struct md_hooks *hooks, void *user,
                               quern_error *error);
// Blocks, in the order of their creation; they live as long as the context.
QUERN_API size_t quern_md_block_count(md_ctx ctx);
// NULL when there is no such block.
QUERN_API md_stack quern_md_block_at(md_ctx ctx, size_t index);
// The name lives as long as the block.
QUERN_API const char *quern_md_block_name(md_stack block);
QUERN_API md_fmt quern_md_block_format(md_stack block);
QUERN_API md_enc quern_md_block_encoding(md_stack block);
// The number of values; md_get_value takes an index.
QUERN_API size_t quern_md_value_count(md_stack block);
// zlib or none; MD_E_INVALID_FLAGS for any other.
QUERN_API int quern_md_set_encoding(md_stack block, md_enc encoding);
// The byte order to write in: 1 little, 2 big. RAW blocks that were read are
// converted by the handlers that know their layout; MD_E_TYPE_ERR, with nothing
// changed, when no handler knows one of them.
QUERN_API int quern_md_set_endianness(md_ctx ctx, MD_ENDIAN endianness);

// ---- Values

// Pairs of a table, in the order in which they were set: their number, and one
// of them, whose key and value live as long as the table. MD_E_TYPE_ERR for a
// value that is not a table, MD_E_INDEX_ERR past the last.
QUERN_API int quern_md_table_size(md_value table);
QUERN_API int quern_md_table_at(md_value table, size_t index, md_value *out_key,
                                md_value *out_value);
// The bytes of a text (`*out_size` does not count its NUL) or of bytes, without
// a copy; valid as long as the value. MD_E_TYPE_ERR for any other value.
QUERN_API int quern_md_view(md_value value, const char **out_bytes,
                            size_t *out_size);

// ---- JSON

// The whole context, schema quern.metadata/1; docs/metadata.md describes it.
// `*out_text` ends with a NUL that `*out_size` does not count; the caller frees
// it like a text from md_get_zstr. MD_SUCCESS, or MD_E_OOM.
QUERN_API int quern_md_json(md_ctx ctx, char **out_text, size_t *out_size);

// ---- Handlers: one record per kernel (or variant of one), in blocks that run
// in lockstep, one block per handler.

// One field of a record. It is used in arrays, so it never gains members.
typedef struct quern_md_field {
  const char *name; // in JSON
  char type;        // z const char *, u uint64_t, i int64_t, f double
  size_t offset;    // in the record, bytes
} quern_md_field;

struct quern_md_cursor;
typedef struct quern_md_handler {
  size_t size;                  // sizeof(quern_md_handler)
  const char *name;             // "generic"
  const char *block;            // "GenericMetadata"
  size_t record_size;           // bytes
  const quern_md_field *fields; // in the order of the block
  size_t field_count;
  // For records that a table of fields cannot describe; NULL: by the table.
  // `read` takes one record's values with quern_md_take_*, `write` pushes them
  // with md_push_*. Both return an md_err.
  int (*read)(struct quern_md_cursor *cursor, void *record);
  int (*write)(md_stack block, const void *record);
} quern_md_handler;

// The records of the two blocks that are always known. Blocks in files have the
// same layout, so they never change.
typedef struct quern_md_generic {
  const char *kernel_name; // the symbol to call
  const char *source_name; // the kernel in the source; its variants share it
  uint64_t local_memory_usage; // bytes of static shared memory
  uint64_t sub_group_size;     // minimum sub-group size
  uint64_t is_scalable;        // times a factor that only the device knows
} quern_md_generic;

typedef struct quern_md_vectorize {
  uint64_t min_work_item_factor; // local x must be a multiple of it
  uint64_t min_is_scalable;
  uint64_t pref_work_item_factor; // and should be one of this
  uint64_t pref_is_scalable;
} quern_md_vectorize;

QUERN_API extern const quern_md_handler
    quern_md_handler_generic; // quern_md_generic
QUERN_API extern const quern_md_handler
    quern_md_handler_vectorize; // quern_md_vectorize

// The handler registered under this name, or for this block; NULL: none. Lives
// as long as the program.
QUERN_API const quern_md_handler *quern_md_handler_find(const char *name);
QUERN_API const quern_md_handler *quern_md_handler_of(const char *block);

// Records in lockstep through several handlers (at most 16).
typedef struct quern_md_records quern_md_records;

// Opens a context for records; the caller keeps owning the context. To read, it
// is one that was read; to write, the first write creates its blocks. The
// handlers are not copied. Close it with quern_md_records_close. NULL when out
// of memory, for no handler or more than 16, and when a handler does not state
// its size.
QUERN_API quern_md_records *
quern_md_records_open(md_ctx ctx, const quern_md_handler *const *handlers,
                      size_t count);
// Reads the next record of each handler into records[i], a struct of its
// record_size. 1: read, 0: there are no more, otherwise an md_err;
// MD_E_STACK_CORRUPT when one block ends before another. Texts are valid until
// quern_md_records_close.
QUERN_API int quern_md_records_read(quern_md_records *list,
                                    void *const *records);
// Appends one record to each block. MD_SUCCESS or an md_err.
QUERN_API int quern_md_records_write(quern_md_records *list,
                                     const void *const *records);
// Leaves the context as it is. NULL is fine.
QUERN_API void quern_md_records_close(quern_md_records *list);

// For a handler's `read`: takes the next value of its block. A text is valid
// until quern_md_records_close. MD_SUCCESS, or MD_E_STACK_CORRUPT at the end or
// for a value of another type.
QUERN_API int quern_md_take_zstr(struct quern_md_cursor *cursor,
                                 const char **out);
QUERN_API int quern_md_take_uint(struct quern_md_cursor *cursor, uint64_t *out);
QUERN_API int quern_md_take_sint(struct quern_md_cursor *cursor, int64_t *out);
QUERN_API int quern_md_take_real(struct quern_md_cursor *cursor, double *out);

#ifdef __cplusplus
}
#endif

#endif // QUERN_METADATA_H
