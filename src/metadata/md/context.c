// SPDX-License-Identifier: Apache-2.0
// Contexts of the metadata API: blocks, and CAMD containers in and out.
#include "metadata/md/md.h"

#include <stdio.h>

#include <zlib.h>

#include "base/alloc.h"
#include "base/api.h"
#include "formats/encoding/msgpack.h"
#include "formats/container/camd.h"

enum {
  // Limits on the expanded size of one container, and on its values.
  EXPANDED_MAX = 256 << 20,
  VALUES_MAX = 16 << 20,
  WRITTEN_MAX = 1 << 30,
};

// ---- Contexts and blocks

md_ctx qn_md_create(struct md_hooks *hooks, void *user) {
  const union {
    uint16_t word;
    uint8_t first;
  } machine = {1};
  struct md_ctx_ about = {.hooks = hooks, .user = user};
  md_ctx ctx = qn_md_alloc(&about, sizeof(*ctx));
  if (!ctx)
    return NULL;
  *ctx = about;
  ctx->endianness = machine.first ? MD_LITTLE : MD_BIG;
  return ctx;
}

md_ctx md_init(struct md_hooks *hooks, void *userdata) {
  md_ctx ctx = qn_md_create(hooks, userdata);
  if (!ctx || !hooks || !hooks->map)
    return ctx;
  size_t size = 0;
  const uint8_t *image = hooks->map(userdata, &size);
  if (!image || qn_failed(qn_md_decode(ctx, (qn_span){image, size}, 0, NULL))) {
    md_release_ctx(ctx);
    return NULL;
  }
  return ctx;
}

md_ctx quern_md_read(const void *bytes, size_t size, struct md_hooks *hooks,
                     void *user, quern_error *error) {
  qn_diag diag = {0};
  if (!bytes) {
    qn_api_refuse(error, "the container is NULL");
    return NULL;
  }
  md_ctx ctx = qn_md_create(hooks, user);
  const qn_status status =
      ctx ? qn_md_decode(ctx, (qn_span){bytes, size}, 0, &diag)
          : qn_fail_memory(&diag, "the context");
  if (!qn_failed(status))
    return ctx;
  if (ctx)
    md_release_ctx(ctx);
  qn_api_answer(status, &diag, error);
  return NULL;
}

static void free_block(md_stack block) {
  while (block->count)
    qn_md_release(block->items[--block->count]);
  qn_md_free(block->ctx, block->items);
  qn_md_free(block->ctx, block->name);
  qn_md_free(block->ctx, block);
}

void md_release_ctx(md_ctx ctx) {
  if (!ctx)
    return;
  qn_map_finish(&ctx->by_name);
  for (md_stack block = ctx->first, next; block; block = next) {
    next = block->next;
    free_block(block);
  }
  qn_md_free(ctx, ctx);
}

static md_stack create_block(md_ctx ctx, qn_str name) {
  if (!name.size || qn_map_find_str(&ctx->by_name, name))
    return NULL;
  md_stack block = qn_md_alloc(ctx, sizeof(*block));
  char *copy = block ? qn_md_alloc(ctx, name.size + 1) : NULL;
  if (!copy) {
    qn_md_free(ctx, block);
    return NULL;
  }
  memcpy(copy, name.data, name.size);
  copy[name.size] = '\0';
  *block = (struct md_stack_){.ctx = ctx, .name = copy};
  if (qn_failed(qn_map_put_str(&ctx->by_name, (qn_str){copy, name.size},
                               (uintptr_t)block, NULL))) {
    free_block(block);
    return NULL;
  }
  if (ctx->last)
    ctx->last->next = block;
  else
    ctx->first = block;
  ctx->last = block;
  ++ctx->block_count;
  return block;
}

md_stack md_create_block(md_ctx ctx, const char *name) {
  return create_block(ctx, qn_str_from(name));
}

md_stack md_get_block(md_ctx ctx, const char *name) {
  const uint64_t *block = qn_map_find_str(&ctx->by_name, qn_str_from(name));
  return block ? (md_stack)(uintptr_t)*block : NULL;
}

enum md_err md_finalize_block(md_stack stack) {
  if (stack->finalized)
    return MD_E_STACK_FINALIZED;
  stack->finalized = true;
  return MD_SUCCESS;
}

md_err md_set_out_fmt(md_stack stack, md_fmt fmt) {
  if (fmt != MD_FMT_RAW_BYTES && fmt != MD_FMT_MSGPACK)
    return MD_E_INVALID_FLAGS;
  stack->format = fmt;
  return MD_SUCCESS;
}

MD_ENDIAN md_get_endianness(md_ctx ctx) { return ctx->endianness; }

size_t quern_md_block_count(md_ctx ctx) { return ctx->block_count; }

md_stack quern_md_block_at(md_ctx ctx, size_t index) {
  md_stack block = ctx->first;
  while (block && index--)
    block = block->next;
  return block;
}

const char *quern_md_block_name(md_stack block) { return block->name; }
md_fmt quern_md_block_format(md_stack block) { return block->format; }
md_enc quern_md_block_encoding(md_stack block) { return block->encoding; }
size_t quern_md_value_count(md_stack block) { return block->count; }

int quern_md_set_encoding(md_stack block, md_enc encoding) {
  if (encoding != MD_NO_ENC && encoding != MD_ENC_ZLIB)
    return MD_E_INVALID_FLAGS;
  block->encoding = encoding;
  return MD_SUCCESS;
}

int quern_md_set_endianness(md_ctx ctx, MD_ENDIAN endianness) {
  if (endianness != MD_LITTLE && endianness != MD_BIG)
    return MD_E_INVALID_FLAGS;
  if (endianness == ctx->endianness)
    return MD_SUCCESS;
  for (int dry = 1; dry >= 0; --dry)
    for (md_stack block = ctx->first; block; block = block->next) {
      const int swapped =
          block->was_raw ? qn_md_swap_block(block, dry != 0) : MD_SUCCESS;
      if (swapped != MD_SUCCESS)
        return swapped;
    }
  ctx->endianness = endianness;
  return MD_SUCCESS;
}

// ---- Writing

static int write_value(md_value value, md_fmt format, unsigned depth,
                       qn_buffer *out);

static int write_list(md_value list, md_fmt format, unsigned depth,
                      qn_buffer *out) {
  const size_t count = list->u.list.count;
  if (depth > QN_MD_DEPTH_MAX)
    return MD_E_RANGE_ERR;
  if (format == MD_FMT_MSGPACK && list->type == MD_TYPE_ARRAY)
    qn_msgpack_put_array(out, count);
  else if (format == MD_FMT_MSGPACK)
    qn_msgpack_put_map(out, count / 2);
  for (size_t i = 0; i < count; ++i) {
    const int result =
        write_value(list->u.list.items[i], format, depth + 1, out);
    if (result != MD_SUCCESS)
      return result;
  }
  return MD_SUCCESS;
}

static void write_raw(md_value value, bool big, qn_buffer *out) {
  if (value->type == MD_TYPE_BYTESTR || value->type == MD_TYPE_ZSTR)
    qn_buffer_append(out, qn_md_text_of(value),
                     value->u.text.size + (value->type == MD_TYPE_ZSTR));
  else
    qn_buffer_int(out, qn_md_uint_of(value), 8, big);
}

static void write_msgpack(md_value value, qn_buffer *out) {
  const qn_str text = {value->u.text.bytes ? qn_md_text_of(value) : "",
                       value->u.text.size};
  switch ((md_value_type)value->type) {
  case MD_TYPE_SINT:
    qn_msgpack_put_sint(out, (int64_t)qn_md_uint_of(value));
    break;
  case MD_TYPE_UINT:
    if (value->spelling == QN_MD_BOOL)
      qn_msgpack_put_bool(out, qn_md_uint_of(value) != 0);
    else if (value->spelling == QN_MD_NIL)
      qn_msgpack_put_nil(out);
    else
      qn_msgpack_put_uint(out, qn_md_uint_of(value));
    break;
  case MD_TYPE_REAL:
    qn_msgpack_put_real(out, qn_md_real_of(value));
    break;
  case MD_TYPE_BYTESTR:
    qn_msgpack_put_bytes(out, qn_str_span(text));
    break;
  default:
    qn_msgpack_put_str(out, text);
  }
}

static int write_value(md_value value, md_fmt format, unsigned depth,
                       qn_buffer *out) {
  // A value may be in many lists, so the output can be larger than the input.
  if (out->size > WRITTEN_MAX)
    return MD_E_RANGE_ERR;
  if (value->type == MD_TYPE_ARRAY || value->type == MD_TYPE_HASH)
    return write_list(value, format, depth, out);
  if (format == MD_FMT_MSGPACK)
    write_msgpack(value, out);
  else
    write_raw(value, value->ctx->endianness == MD_BIG, out);
  return out->failed ? MD_E_OOM : MD_SUCCESS;
}

static int compress_payload(qn_buffer *payload) {
  uLongf size = compressBound((uLong)payload->size);
  uint8_t *packed = qn_alloc(size);
  const int result =
      packed ? compress2(packed, &size, payload->data ? payload->data : packed,
                         (uLong)payload->size, Z_BEST_COMPRESSION)
             : Z_MEM_ERROR;
  qn_buffer_clear(payload);
  if (result == Z_OK)
    qn_buffer_append(payload, packed, size);
  qn_free(packed);
  return result == Z_OK && !payload->failed ? MD_SUCCESS : MD_E_OOM;
}

static int write_block(md_stack block, qn_buffer *out) {
  for (size_t i = 0; i < block->count; ++i) {
    const int result = write_value(block->items[i], block->format, 0, out);
    if (result != MD_SUCCESS)
      return result;
  }
  return block->encoding == MD_ENC_ZLIB ? compress_payload(out) : MD_SUCCESS;
}

int qn_md_encode(md_ctx ctx, qn_buffer *out) {
  qn_camd_block *blocks = qn_alloc_array(ctx->block_count, sizeof(*blocks));
  qn_buffer *payloads = qn_alloc_array(ctx->block_count, sizeof(*payloads));
  int result = blocks && payloads ? MD_SUCCESS : MD_E_OOM;
  size_t i = 0;
  for (md_stack block = ctx->first; block && result == MD_SUCCESS;
       block = block->next, ++i) {
    result = write_block(block, &payloads[i]);
    blocks[i] = (qn_camd_block){
        .name = qn_str_from(block->name),
        .bytes = qn_buffer_span(&payloads[i]),
        .format = block->format,
        .encoding = block->encoding,
    };
  }
  if (result == MD_SUCCESS) {
    const qn_camd camd = {ctx->endianness == MD_BIG, blocks, ctx->block_count};
    const qn_status status = qn_camd_write(&camd, out, NULL);
    result = !qn_failed(status)           ? MD_SUCCESS
             : status.code == QN_E_MEMORY ? MD_E_OOM
                                          : MD_E_RANGE_ERR;
  }
  for (i = 0; payloads && i < ctx->block_count; ++i)
    qn_buffer_finish(&payloads[i]);
  qn_free(payloads);
  qn_free(blocks);
  return result;
}

enum md_err md_finalize_ctx(md_ctx ctx) {
  const struct md_hooks *hooks = ctx->hooks;
  if (!hooks || !hooks->write || !hooks->finalize)
    return MD_E_NO_HOOKS;
  qn_buffer image = {0};
  int result = qn_md_encode(ctx, &image);
  if (result == MD_SUCCESS)
    result = hooks->write(ctx->user, image.data, image.size);
  qn_buffer_finish(&image);
  if (MD_CHECK_ERR(result))
    return (enum md_err)result;
  hooks->finalize(ctx->user);
  return MD_SUCCESS;
}

// ---- Reading

typedef struct decoder {
  md_ctx ctx;
  qn_msgpack m;
  size_t values;
  bool memory; // out of memory
  bool depth;  // nested too deep
  bool many;   // more than VALUES_MAX
} decoder;

static md_value read_value(decoder *d, unsigned depth);

static md_value read_list(decoder *d, const qn_msgpack_item *head,
                          unsigned depth) {
  const bool table = head->kind == QN_MSGPACK_MAP;
  md_value list = qn_md_new_list(d->ctx, table ? MD_TYPE_HASH : MD_TYPE_ARRAY,
                                 (size_t)head->count);
  d->memory |= !list;
  for (uint64_t i = 0; list && i < head->count; ++i) {
    md_value key = table ? read_value(d, depth + 1) : NULL;
    md_value value = table && !key ? NULL : read_value(d, depth + 1);
    int added = MD_E_INVALID_BINARY;
    if (value)
      added = table ? qn_md_set(list, key, value) : qn_md_add(list, value);
    if (added >= 0)
      continue;
    d->memory |= added == MD_E_OOM;
    if (value && !d->memory)
      qn_msgpack_reject(&d->m, "a key that is new, a number or a text", "key");
    qn_md_release(key);
    qn_md_release(value);
    qn_md_release(list);
    return NULL;
  }
  return list;
}

// Whether the next value is in one of the signed forms (d0 to d3), which the
// MessagePack reader cannot tell from unsigned when it is not negative.
static bool is_signed(const decoder *d) {
  const qn_reader *r = &d->m.r;
  return r->at < r->in.size && r->in.data[r->at] >= 0xd0 &&
         r->in.data[r->at] <= 0xd3;
}

static md_value read_number(decoder *d, const qn_msgpack_item *item,
                            bool in_signed) {
  const md_value_type type = item->kind == QN_MSGPACK_SINT || in_signed
                                 ? MD_TYPE_SINT
                             : item->kind == QN_MSGPACK_REAL ? MD_TYPE_REAL
                                                             : MD_TYPE_UINT;
  const uint64_t number = item->kind == QN_MSGPACK_NIL ? 0 : item->number;
  md_value value = qn_md_new_number(d->ctx, type, &number);
  if (value && item->kind == QN_MSGPACK_BOOL)
    value->spelling = QN_MD_BOOL;
  if (value && item->kind == QN_MSGPACK_NIL)
    value->spelling = QN_MD_NIL;
  return value;
}

// NULL on failure, which the decoder records.
static md_value read_value(decoder *d, unsigned depth) {
  const bool in_signed = is_signed(d);
  const qn_msgpack_item item = qn_msgpack_next(&d->m);
  d->depth |= depth > QN_MD_DEPTH_MAX;
  d->many |= ++d->values > VALUES_MAX;
  if (qn_msgpack_failed(&d->m) || d->depth || d->many)
    return NULL;
  md_value value = NULL;
  switch (item.kind) {
  case QN_MSGPACK_ARRAY:
  case QN_MSGPACK_MAP:
    return read_list(d, &item, depth);
  case QN_MSGPACK_STR:
  case QN_MSGPACK_BIN:
    value = qn_md_new_text(
        d->ctx, item.kind == QN_MSGPACK_STR ? MD_TYPE_ZSTR : MD_TYPE_BYTESTR,
        item.bytes.data, item.bytes.size);
    break;
  case QN_MSGPACK_EXT:
    qn_msgpack_reject(&d->m, "a value that is no extension", "value");
    return NULL;
  default:
    value = read_number(d, &item, in_signed);
  }
  d->memory |= !value;
  return value;
}

static qn_status read_msgpack(md_stack block, qn_span bytes, uint64_t origin,
                              qn_diag *diag) {
  decoder d = {.ctx = block->ctx, .m = qn_msgpack_over(bytes, origin)};
  while (!qn_msgpack_at_end(&d.m) && !d.memory && !d.depth && !d.many) {
    md_value value = read_value(&d, 0);
    if (value)
      d.memory |= qn_md_push(block, value) < 0;
  }
  if (d.memory)
    return qn_fail_memory(diag, "the values of a block");
  if (d.depth || d.many)
    return qn_fail(diag, QN_E_LIMIT, (qn_place){origin, 0, block->name},
                   d.depth ? "values of block '%s' are nested deeper than %d"
                           : "block '%s' has more than %d values",
                   block->name, d.depth ? QN_MD_DEPTH_MAX : VALUES_MAX);
  return qn_msgpack_finish(&d.m, diag);
}

// Expands a zlib stream, which does not state its size, by doubling.
static qn_status inflate_payload(qn_span in, qn_place place, size_t limit,
                                 qn_buffer *out, qn_diag *diag) {
  z_stream z = {.next_in = (Bytef *)(uintptr_t)in.data,
                .avail_in = in.size < UINT32_MAX ? (uInt)in.size : UINT32_MAX};
  uint8_t step[4096];
  if (inflateInit(&z) != Z_OK)
    return qn_fail_memory(diag, "zlib's state");
  int result = Z_OK;
  while (result == Z_OK && out->size <= limit && !out->failed) {
    z.next_out = step;
    z.avail_out = sizeof(step);
    result = inflate(&z, Z_NO_FLUSH);
    qn_buffer_append(out, step, sizeof(step) - z.avail_out);
  }
  (void)inflateEnd(&z);
  if (out->failed || result == Z_MEM_ERROR)
    return qn_fail_memory(diag, "the expanded block");
  if (out->size > limit)
    return qn_fail(diag, QN_E_LIMIT, place,
                   "the block expands to more than %zu bytes", limit);
  return result == Z_STREAM_END
             ? qn_ok()
             : qn_fail(diag, QN_E_MALFORMED, place,
                       "the zlib stream of the block is damaged");
}

static qn_status fill_block(md_stack block, const qn_camd_block *from,
                            uint64_t origin, qn_diag *diag) {
  if (from->format == QN_CAMD_MSGPACK)
    return read_msgpack(block, from->bytes, origin, diag);
  block->was_raw = true;
  md_value bytes = qn_md_new_text(block->ctx, MD_TYPE_BYTESTR, from->bytes.data,
                                  from->bytes.size);
  return qn_md_push(block, bytes) < 0 ? qn_fail_memory(diag, "a block")
                                      : qn_ok();
}

static qn_status read_block(md_ctx ctx, const qn_camd_block *from,
                            uint64_t origin, size_t *expandable,
                            qn_diag *diag) {
  const qn_place place = {origin, from->bytes.size, "block"};
  if (from->format > QN_CAMD_MSGPACK || from->encoding > MD_ENC_ZLIB)
    return qn_fail(diag, QN_E_UNSUPPORTED, place,
                   "block '%.*s' has %s %u, which is not supported",
                   QN_STR_ARG(from->name),
                   from->encoding > MD_ENC_ZLIB ? "encoding" : "format",
                   from->encoding > MD_ENC_ZLIB ? from->encoding
                                                : from->format);
  md_stack block = create_block(ctx, from->name);
  if (!block)
    return qn_fail_memory(diag, "a block");
  block->format = from->format;
  block->encoding = from->encoding;
  if (from->encoding == MD_NO_ENC)
    return fill_block(block, from, origin, diag);
  qn_buffer expanded = {0};
  qn_camd_block plain = *from;
  qn_status status =
      inflate_payload(from->bytes, place, *expandable, &expanded, diag);
  if (!qn_failed(status)) {
    *expandable -= expanded.size;
    plain.bytes = qn_buffer_span(&expanded);
    status = fill_block(block, &plain, origin, diag);
  }
  qn_buffer_finish(&expanded);
  return status;
}

qn_status qn_md_decode(md_ctx ctx, qn_span camd, uint64_t origin,
                       qn_diag *diag) {
  qn_arena arena = {0};
  qn_camd container;
  size_t expandable = EXPANDED_MAX;
  qn_status status = qn_camd_read(camd, origin, &arena, &container, diag);
  if (!qn_failed(status))
    ctx->endianness = container.big_endian ? MD_BIG : MD_LITTLE;
  for (size_t i = 0; !qn_failed(status) && i < container.block_count; ++i) {
    const qn_camd_block *block = &container.blocks[i];
    status = read_block(ctx, block,
                        origin + (uint64_t)(block->bytes.data - camd.data),
                        &expandable, diag);
    if (qn_failed(status))
      qn_diag_context(diag, "reading block '%.*s'", QN_STR_ARG(block->name));
  }
  qn_arena_finish(&arena);
  return status;
}
