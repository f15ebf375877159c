// SPDX-License-Identifier: Apache-2.0
// Handlers: records read and written in lockstep in blocks of the metadata API.
#include "metadata/md/md.h"

#include "base/alloc.h"
#include "base/reader.h"

// ---- The table of handlers

#define QN_HANDLER(id) extern const quern_md_handler quern_md_handler_##id;
#include "metadata/md/handlers.def"
#undef QN_HANDLER

static const quern_md_handler *const handlers[] = {
#define QN_HANDLER(id) &quern_md_handler_##id,
#include "metadata/md/handlers.def"
#undef QN_HANDLER
};
enum { HANDLER_COUNT = sizeof(handlers) / sizeof(handlers[0]) };

const quern_md_handler *quern_md_handler_find(const char *name) {
  for (size_t i = 0; i < HANDLER_COUNT; ++i)
    if (strcmp(handlers[i]->name, name) == 0)
      return handlers[i];
  return NULL;
}

const quern_md_handler *quern_md_handler_of(const char *block) {
  for (size_t i = 0; i < HANDLER_COUNT; ++i)
    if (strcmp(handlers[i]->block, block) == 0)
      return handlers[i];
  return NULL;
}

// ---- Cursors: the values of a block, one by one

// A block read as RAW is one value, bytes without types; any other block has
// its values one by one.
struct quern_md_cursor {
  md_stack block;
  qn_reader raw;
  size_t next; // index of a value, when not RAW
};

static void start_cursor(struct quern_md_cursor *c, md_stack block) {
  *c = (struct quern_md_cursor){.block = block};
  if (!block->was_raw)
    return;
  md_value bytes = block->items[0];
  c->raw = qn_reader_over(
      (qn_span){(const uint8_t *)qn_md_text_of(bytes), bytes->u.text.size}, 0);
  c->raw.big_endian = block->ctx->endianness == MD_BIG;
}

static bool at_end(const struct quern_md_cursor *c) {
  return c->block->was_raw ? c->raw.at >= c->raw.in.size
                           : c->next >= c->block->count;
}

// The next value; NULL at the end, or when it has another type.
static md_value take_value(struct quern_md_cursor *c, md_value_type type) {
  md_value value = md_get_value(c->block, c->next);
  if (!value || value->type != type)
    return NULL;
  ++c->next;
  return value;
}

static int take_number(struct quern_md_cursor *c, md_value_type type,
                       void *out) {
  uint64_t bits;
  if (c->block->was_raw) {
    bits = qn_read_u64(&c->raw, "number");
    if (c->raw.failed)
      return MD_E_STACK_CORRUPT;
  } else {
    md_value value = take_value(c, type);
    if (!value)
      return MD_E_STACK_CORRUPT;
    bits = qn_md_uint_of(value);
  }
  memcpy(out, &bits, sizeof(bits));
  return MD_SUCCESS;
}

int quern_md_take_uint(struct quern_md_cursor *cursor, uint64_t *out) {
  return take_number(cursor, MD_TYPE_UINT, out);
}

int quern_md_take_sint(struct quern_md_cursor *cursor, int64_t *out) {
  return take_number(cursor, MD_TYPE_SINT, out);
}

int quern_md_take_real(struct quern_md_cursor *cursor, double *out) {
  return take_number(cursor, MD_TYPE_REAL, out);
}

int quern_md_take_zstr(struct quern_md_cursor *cursor, const char **out) {
  if (!cursor->block->was_raw) {
    md_value value = take_value(cursor, MD_TYPE_ZSTR);
    if (!value)
      return MD_E_STACK_CORRUPT;
    *out = qn_md_text_of(value);
    return MD_SUCCESS;
  }
  qn_reader *r = &cursor->raw;
  const qn_str rest = {(const char *)r->in.data + r->at, r->in.size - r->at};
  const size_t size = qn_str_find(rest, '\0');
  if (size == rest.size)
    return MD_E_STACK_CORRUPT;
  (void)qn_read_bytes(r, size + 1, "text");
  *out = rest.data; // its NUL is in the block
  return MD_SUCCESS;
}

// ---- Records by a table of fields

static int read_fields(const quern_md_handler *h, struct quern_md_cursor *c,
                       void *record) {
  int result = MD_SUCCESS;
  for (size_t i = 0; i < h->field_count && result == MD_SUCCESS; ++i) {
    void *at = (char *)record + h->fields[i].offset;
    result = h->fields[i].type == 'z'   ? quern_md_take_zstr(c, at)
             : h->fields[i].type == 'f' ? quern_md_take_real(c, at)
             : h->fields[i].type == 'i' ? quern_md_take_sint(c, at)
                                        : quern_md_take_uint(c, at);
  }
  return result;
}

static int write_field(md_stack block, char type, const void *at) {
  const char *text;
  uint64_t number;
  memcpy(&number, at, sizeof(number));
  switch (type) {
  case 'z':
    memcpy(&text, at, sizeof(text));
    return md_push_zstr(block, text);
  case 'f':
    return qn_md_push(block,
                      qn_md_new_number(block->ctx, MD_TYPE_REAL, &number));
  case 'i':
    return md_push_sint(block, (int64_t)number);
  default:
    return md_push_uint(block, number);
  }
}

static int write_fields(const quern_md_handler *h, md_stack block,
                        const void *record) {
  if (block->finalized)
    return MD_E_STACK_FINALIZED;
  for (size_t i = 0; i < h->field_count; ++i) {
    const int pushed = write_field(block, h->fields[i].type,
                                   (const char *)record + h->fields[i].offset);
    if (pushed < 0)
      return pushed;
  }
  return MD_SUCCESS;
}

// ---- Lockstep

enum { HANDLERS_MAX = 16 };

struct quern_md_records {
  md_ctx ctx;
  size_t count;
  bool started; // cursors or blocks exist
  const quern_md_handler *handlers[HANDLERS_MAX];
  struct quern_md_cursor cursors[HANDLERS_MAX];
  md_stack blocks[HANDLERS_MAX];
};

quern_md_records *quern_md_records_open(md_ctx ctx,
                                        const quern_md_handler *const *list,
                                        size_t count) {
  quern_md_records *r =
      count && count <= HANDLERS_MAX ? qn_alloc_array(1, sizeof(*r)) : NULL;
  if (!r)
    return NULL;
  r->ctx = ctx;
  r->count = count;
  for (size_t i = 0; i < count; ++i) {
    // There is only one version of the struct so far.
    if (!list[i] || list[i]->size < sizeof(*list[i])) {
      qn_free(r);
      return NULL;
    }
    r->handlers[i] = list[i];
  }
  return r;
}

void quern_md_records_close(quern_md_records *r) { qn_free(r); }

static int start_reading(quern_md_records *r) {
  for (size_t i = 0; i < r->count; ++i) {
    md_stack block = md_get_block(r->ctx, r->handlers[i]->block);
    if (!block)
      return MD_E_STACK_NOT_REGISTERED;
    start_cursor(&r->cursors[i], block);
  }
  r->started = true;
  return MD_SUCCESS;
}

int quern_md_records_read(quern_md_records *r, void *const *records) {
  if (!r->started) {
    const int started = start_reading(r);
    if (started != MD_SUCCESS)
      return started;
  }
  size_t ended = 0;
  for (size_t i = 0; i < r->count; ++i)
    ended += at_end(&r->cursors[i]);
  if (ended)
    return ended == r->count ? 0 : MD_E_STACK_CORRUPT;
  for (size_t i = 0; i < r->count; ++i) {
    const quern_md_handler *h = r->handlers[i];
    const int result = h->read ? h->read(&r->cursors[i], records[i])
                               : read_fields(h, &r->cursors[i], records[i]);
    if (result != MD_SUCCESS)
      return result;
  }
  return 1;
}

static int start_writing(quern_md_records *r) {
  for (size_t i = 0; i < r->count; ++i) {
    const char *name = r->handlers[i]->block;
    md_stack block = md_get_block(r->ctx, name);
    if (!block)
      block = md_create_block(r->ctx, name);
    if (!block)
      return MD_E_OOM;
    if (block->was_raw) // its values have no types
      return MD_E_STACK_ALREADY_REGISTERED;
    r->blocks[i] = block;
  }
  r->started = true;
  return MD_SUCCESS;
}

int quern_md_records_write(quern_md_records *r, const void *const *records) {
  size_t before[HANDLERS_MAX];
  int result = r->started ? MD_SUCCESS : start_writing(r);
  if (result != MD_SUCCESS)
    return result;
  for (size_t i = 0; i < r->count; ++i)
    before[i] = r->blocks[i]->count;
  for (size_t i = 0; i < r->count && result == MD_SUCCESS; ++i)
    result = r->handlers[i]->write
                 ? r->handlers[i]->write(r->blocks[i], records[i])
                 : write_fields(r->handlers[i], r->blocks[i], records[i]);
  // A record in only some of the blocks would break the lockstep: remove it.
  for (size_t i = 0; i < r->count && result != MD_SUCCESS; ++i)
    while (r->blocks[i]->count > before[i])
      qn_md_release(r->blocks[i]->items[--r->blocks[i]->count]);
  return result;
}

// ---- Byte order

int qn_md_swap_block(md_stack block, bool dry) {
  const quern_md_handler *h = quern_md_handler_of(block->name);
  md_value bytes = block->items[0];
  if (!h || h->read)
    return bytes->u.text.size ? MD_E_TYPE_ERR : MD_SUCCESS;
  struct quern_md_cursor c;
  start_cursor(&c, block);
  while (!at_end(&c))
    for (size_t i = 0; i < h->field_count; ++i) {
      const char *text;
      uint64_t number;
      const size_t at = c.raw.at;
      const bool is_text = h->fields[i].type == 'z';
      const int taken = is_text ? quern_md_take_zstr(&c, &text)
                                : quern_md_take_uint(&c, &number);
      if (taken != MD_SUCCESS)
        return taken;
      if (is_text || dry)
        continue;
      number = __builtin_bswap64(number);
      // Decoded in one byte order, then stored in the other.
      for (size_t k = 0; k < 8; ++k)
        bytes->u.text.bytes[1 + at + k] =
            (char)(uint8_t)(number >> 8 * (c.raw.big_endian ? 7 - k : k));
    }
  return MD_SUCCESS;
}
