// SPDX-License-Identifier: Apache-2.0
// The metadata API: named blocks of values, in memory and in CAMD files.
//
// A context (md_ctx) holds blocks (md_stack), a block holds values (md_value)
// by index, 0 at the bottom. It is source and file compatible with the API of
// the same name in the oneAPI Construction Kit. Extensions (iteration, JSON,
// conversion, compression, reasons for failures) are in quern/metadata.h.
//
// Handles: a context, its blocks, and their values live until md_release_ctx,
// except that a value that is popped and is in no array or table is freed at
// once. Pushing never moves a value.
//
// Threads: one context belongs to one thread at a time.
#ifndef METADATA_METADATA_H
#define METADATA_METADATA_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "quern/version.h"

#ifdef __cplusplus
extern "C" {
#endif

// Results are md_err as int; indices and sizes are never negative.
enum md_err {
  MD_E_OOM = INT_MIN,
  MD_E_TYPE_ERR,
  MD_E_RANGE_ERR, // too deep, too large
  MD_E_INDEX_ERR,
  MD_E_KEY_ERR,
  MD_E_DUPLICATE_KEY,
  MD_E_PRECISION_ERR,
  MD_E_EMPTY_STACK,
  MD_E_STACK_CORRUPT,
  MD_E_INVALID_FMT_STR,
  MD_E_INVALID_BINARY,
  MD_E_INVALID_KEY,
  MD_E_NO_HOOKS,
  MD_E_INVALID_FLAGS,
  MD_E_STACK_NOT_REGISTERED,
  MD_E_STACK_ALREADY_REGISTERED,
  MD_E_STACK_FINALIZED,
  MD_SUCCESS, // negative: compare, or use MD_CHECK_ERR
  MD_E_MAX_
};

enum md_value_type {
  MD_TYPE_SINT,
  MD_TYPE_UINT,
  MD_TYPE_REAL,
  MD_TYPE_BYTESTR,
  MD_TYPE_ZSTR,
  MD_TYPE_ARRAY,
  MD_TYPE_HASH
};

// One byte each: C++ says so in the enumeration, C before C23 by the typedef.
#ifdef __cplusplus
#define MD_CHECK_ERR(ERR) ((ERR) < 0 && (ERR) != md_err::MD_SUCCESS)
#define MD_BYTE_ENUM(name) enum name : uint8_t
#define MD_HINT size_t hint = 0
enum MD_ENDIAN : uint8_t { LITTLE = 1, BIG = 2 };
#else
#define MD_CHECK_ERR(ERR) ((ERR) < 0 && (ERR) != MD_SUCCESS)
#define MD_BYTE_ENUM(name)                                                     \
  typedef uint8_t name;                                                        \
  enum name##_values
#define MD_HINT size_t hint
typedef enum md_err md_err;
typedef enum md_value_type md_value_type;
typedef uint8_t MD_ENDIAN;
enum { MD_LITTLE = 1, MD_BIG = 2 };
#endif

// How a block's payload is packed. BROTLI and LZMA are refused.
MD_BYTE_ENUM(md_enc){MD_NO_ENC, MD_ENC_ZLIB, MD_ENC_BROTLI, MD_ENC_LZMA,
                     MD_ENC_MAX_};

// How a block's values are written. RAW_BYTES and MSGPACK are supported.
MD_BYTE_ENUM(md_fmt){MD_FMT_RAW_BYTES,  MD_FMT_MSGPACK,      MD_FMT_JSON,
                     MD_FMT_LLVM_BC_MD, MD_FMT_LLVM_TEXT_MD, MD_FMT_MAX_};

#undef MD_BYTE_ENUM

typedef struct md_ctx_ *md_ctx;
typedef struct md_stack_ *md_stack;
typedef struct md_value_ *md_value;

// What the caller provides; any may be NULL. With `allocate` but without
// `deallocate`, the caller frees all memory at once.
struct md_hooks {
  // Provides the image to read, which must stay valid until md_init returns.
  const void *(*map)(const void *userdata, size_t *size);
  // Receives the finished image. A negative result other than MD_SUCCESS makes
  // md_finalize_ctx fail.
  md_err (*write)(void *userdata, const void *bytes, size_t size);
  void (*finalize)(void *userdata);
  void *(*allocate)(size_t size, size_t align, void *userdata);
  void (*deallocate)(void *ptr, void *userdata);
};
#ifndef __cplusplus
typedef struct md_hooks md_hooks;
#endif

// ---- Contexts

// An empty context or, with the hook `map`, one with the image's contents. NULL
// when out of memory or for an invalid image. The hooks are not copied: the
// caller may set `write` later, and must keep them until md_release_ctx.
QUERN_API md_ctx md_init(struct md_hooks *hooks, void *userdata);
QUERN_API void md_release_ctx(md_ctx ctx);
// Serialises all blocks, calls `write`, then `finalize`. MD_E_NO_HOOKS when
// both are missing. When `write` fails, its result is returned and `finalize`
// is not called; nothing is lost, so the call may be repeated.
QUERN_API enum md_err md_finalize_ctx(md_ctx ctx);
QUERN_API MD_ENDIAN md_get_endianness(md_ctx ctx); // 1 little, 2 big

// ---- Blocks

// NULL when the name is taken or empty, or when out of memory.
QUERN_API md_stack md_create_block(md_ctx ctx, const char *name);
QUERN_API md_stack md_get_block(md_ctx ctx, const char *name); // NULL: none
// Freezes the block: any further change fails with MD_E_STACK_FINALIZED.
QUERN_API enum md_err md_finalize_block(md_stack stack);
// MD_E_INVALID_FLAGS for a format that is not supported.
QUERN_API md_err md_set_out_fmt(md_stack stack, md_fmt fmt);

// ---- Building: the result is the index of what was pushed, or an error

QUERN_API int md_top(md_stack stack); // MD_E_EMPTY_STACK when there is none
// The index of the new top; MD_E_EMPTY_STACK when the last one was popped.
QUERN_API int md_pop(md_stack stack);
QUERN_API int md_push_uint(md_stack stack, uint64_t value);
QUERN_API int md_push_sint(md_stack stack, int64_t value);
QUERN_API int md_push_real(md_stack stack, double value);
QUERN_API int md_push_zstr(md_stack stack, const char *text);
QUERN_API int md_push_bytes(md_stack stack, const void *bytes, size_t size);
QUERN_API int md_push_array(md_stack stack, MD_HINT);
QUERN_API int md_push_hashtable(md_stack stack, MD_HINT);
// Returns the index in the array. The element also stays on the stack, where it
// must lie above the array (MD_E_INDEX_ERR).
QUERN_API int md_array_append(md_stack stack, int array_idx, int appendee_idx);
// Returns the index in the table. Keys are numbers and texts, compared by
// value.
QUERN_API int md_hashtable_setkv(md_stack stack, int table_idx, int key_idx,
                                 int val_idx);
// By format: z text (const char *), s bytes (size_t, const void *), f double,
// u uint64_t, i int64_t, [a,b], {k:v}; nested, and one after the other:
// "[u,u,{i:f,f:[u]}]z". Returns the index of the top; on an error the block is
// unchanged.
QUERN_API int md_pushf(md_stack stack, const char *fmt, ...);

// ---- Reading

// Reads what md_pushf would have pushed, from index 0 on: z const char **, s
// size_t *, char **, f double *, u uint64_t *, i int64_t *. Elements of arrays
// and tables go by position. Nothing is stored unless all types match. Texts
// and bytes are copies, as from md_get_zstr. Returns the index of the top.
QUERN_API int md_loadf(md_stack stack, const char *fmt, ...);
QUERN_API md_value md_get_value(md_stack stack, size_t index); // NULL: none
QUERN_API enum md_value_type md_get_value_type(md_value value);
QUERN_API void md_release_val(md_value value); // does nothing
// Copies, allocated by the hook `allocate` (malloc without it), which the
// caller frees. The size of a text includes its NUL.
QUERN_API int md_get_bytes(md_value value, char **bytes, size_t *size);
QUERN_API int md_get_zstr(md_value value, char **text, size_t *size);
// MD_E_TYPE_ERR unless the type is exactly this.
QUERN_API int md_get_real(md_value value, double *out);
QUERN_API int md_get_sint(md_value value, int64_t *out);
QUERN_API int md_get_uint(md_value value, uint64_t *out);
QUERN_API int md_get_array_idx(md_value array, size_t index, md_value *out);
QUERN_API int md_get_array_size(md_value array);
QUERN_API int md_get_hashtable_key(md_value table, md_value key, md_value *out);

#undef MD_HINT

#ifdef __cplusplus
}
#endif

#endif // METADATA_METADATA_H
