// SPDX-License-Identifier: Apache-2.0
// Layout, all in the file's own byte order after the fifth byte:
//   0   "CAMD", u8 byte order (1 little, 2 big), u8 version, u16 zero
//   8   u32 offset of the block list, u32 number of blocks
//   16  names, NUL-terminated, in creation order; zeroes to a multiple of 8
//       block list, newest first, 24 bytes each:
//         u64 offset, u64 size, u32 offset of the name, u32 flags
//       payloads, newest first, each padded with zeroes to a multiple of 8
#include "formats/container/camd.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/reader.h"
#include "formats/core/format.h"

enum {
  HEADER_SIZE = 16,
  BLOCK_SIZE = 24,
  ALIGNMENT = 8,
  LITTLE = 1,
  BIG = 2,
};

static const char magic[4] = {'C', 'A', 'M', 'D'};

// ---- Writing

static qn_status check_name(const qn_camd *camd, size_t index, qn_map *seen,
                            qn_diag *diag) {
  const qn_str name = camd->blocks[index].name;
  if (!name.size || qn_str_find(name, '\0') != name.size)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "block %zu of the container has no usable name", index);
  if (qn_map_find_str(seen, name))
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "block '%.*s' occurs twice",
                   QN_STR_ARG(name));
  return qn_map_put_str(seen, name, index, diag);
}

static qn_status check_names(const qn_camd *camd, qn_diag *diag) {
  qn_map seen = {0};
  qn_status status = qn_ok();
  for (size_t i = 0; i < camd->block_count && !qn_failed(status); ++i)
    status = check_name(camd, i, &seen, diag);
  qn_map_finish(&seen);
  return status;
}

static void pad(qn_buffer *out, size_t start) {
  qn_buffer_zero(out, (size_t)qn_align_up(out->size - start, ALIGNMENT) -
                          (out->size - start));
}

static void write_list(const qn_camd *camd, uint32_t names_end,
                       qn_buffer *out) {
  const bool big = camd->big_endian;
  uint64_t offset = qn_align_up(names_end, ALIGNMENT) +
                    (uint64_t)BLOCK_SIZE * camd->block_count;
  uint32_t name = names_end;
  for (size_t i = camd->block_count; i-- > 0;) {
    const qn_camd_block *block = &camd->blocks[i];
    name -= (uint32_t)block->name.size + 1;
    qn_buffer_int(out, offset, 8, big);
    qn_buffer_int(out, block->bytes.size, 8, big);
    qn_buffer_int(out, name, 4, big);
    qn_buffer_int(out, block->format | (uint32_t)block->encoding << 8, 4, big);
    offset += qn_align_up(block->bytes.size, ALIGNMENT);
  }
}

qn_status qn_camd_write(const qn_camd *camd, qn_buffer *out, qn_diag *diag) {
  QN_TRY(check_names(camd, diag));
  uint64_t names_end = HEADER_SIZE;
  for (size_t i = 0; i < camd->block_count; ++i)
    names_end += camd->blocks[i].name.size + 1;
  if (names_end > UINT32_MAX - ALIGNMENT || camd->block_count > UINT32_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "block names need %" PRIu64 " bytes, more than 4 GiB",
                   names_end);

  const size_t start = out->size;
  qn_buffer_append(out, magic, sizeof(magic));
  qn_buffer_u8(out, camd->big_endian ? BIG : LITTLE);
  qn_buffer_u8(out, QN_CAMD_VERSION);
  qn_buffer_zero(out, 2);
  qn_buffer_int(out, qn_align_up(names_end, ALIGNMENT), 4, camd->big_endian);
  qn_buffer_int(out, camd->block_count, 4, camd->big_endian);
  for (size_t i = 0; i < camd->block_count; ++i) {
    qn_buffer_append_str(out, camd->blocks[i].name);
    qn_buffer_zero(out, 1);
  }
  pad(out, start);
  write_list(camd, (uint32_t)names_end, out);
  for (size_t i = camd->block_count; i-- > 0;) {
    qn_buffer_append(out, camd->blocks[i].bytes.data,
                     camd->blocks[i].bytes.size);
    pad(out, start);
  }
  return qn_buffer_check(out, diag);
}

// ---- Reading

bool qn_camd_probe(qn_span bytes) {
  return bytes.size >= HEADER_SIZE &&
         memcmp(bytes.data, magic, sizeof(magic)) == 0 &&
         (bytes.data[4] == LITTLE || bytes.data[4] == BIG);
}

// The text that starts at `offset` of the container and ends in the string
// table, whose end is `table_end`.
static qn_status read_name(const qn_reader *whole, uint64_t offset,
                           uint64_t table_end, qn_str *out_name,
                           qn_diag *diag) {
  const qn_place place = {whole->origin + offset, 0, "block.name"};
  if (offset < HEADER_SIZE || offset >= table_end)
    return qn_fail(diag, QN_E_MALFORMED, place,
                   "block name at 0x%" PRIx64 " lies outside the names",
                   offset);
  const qn_str rest = {(const char *)whole->in.data + offset,
                       (size_t)(table_end - offset)};
  const size_t size = qn_str_find(rest, '\0');
  if (size == rest.size || size == 0)
    return qn_fail(diag, QN_E_MALFORMED, place,
                   "block name at 0x%" PRIx64 " is empty or has no end",
                   offset);
  *out_name = (qn_str){rest.data, size};
  return qn_ok();
}

static qn_status read_block(qn_reader *list, qn_reader *whole,
                            uint64_t table_end, qn_camd_block *out_block,
                            qn_diag *diag) {
  const uint64_t offset = qn_read_u64(list, "block.offset");
  const uint64_t size = qn_read_u64(list, "block.size");
  const uint32_t name = qn_read_u32(list, "block.name");
  const uint32_t flags = qn_read_u32(list, "block.flags");
  QN_TRY(qn_reader_finish(list, diag));
  // The padding is part of the container: a file cut there is truncated.
  const qn_reader padded = qn_reader_window(
      whole, offset,
      size > UINT64_MAX - ALIGNMENT ? size : qn_align_up(size, ALIGNMENT),
      "block.payload");
  QN_TRY(qn_reader_finish(whole, diag));
  QN_TRY(read_name(whole, name, table_end, &out_block->name, diag));
  out_block->bytes = (qn_span){padded.in.data, (size_t)size};
  out_block->format = (uint8_t)(flags & 0xff);
  out_block->encoding = (uint8_t)(flags >> 8 & 0xff);
  return qn_ok();
}

// Overlapping payloads are allowed: they are only ever read.
static qn_status read_blocks(qn_reader *list, qn_reader *whole,
                             uint64_t table_end, qn_camd *camd, qn_diag *diag) {
  qn_map seen = {0};
  qn_status status = qn_ok();
  // The array is the caller's; creation order is the reverse of the file's.
  qn_camd_block *blocks = (qn_camd_block *)(uintptr_t)camd->blocks;
  for (size_t i = camd->block_count; i-- > 0 && !qn_failed(status);) {
    status = read_block(list, whole, table_end, &blocks[i], diag);
    if (qn_failed(status))
      qn_diag_context(diag, "reading block %zu of %zu", camd->block_count - i,
                      camd->block_count);
    else if (qn_map_find_str(&seen, blocks[i].name))
      status = qn_fail(diag, QN_E_MALFORMED,
                       (qn_place){list->origin, 0, "block.name"},
                       "two blocks of the container have one name");
    else
      status = qn_map_put_str(&seen, blocks[i].name, i, diag);
  }
  qn_map_finish(&seen);
  return status;
}

qn_status qn_camd_read(qn_span bytes, uint64_t origin, qn_arena *arena,
                       qn_camd *out_camd, qn_diag *diag) {
  if (!qn_camd_probe(bytes))
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin, 4, "magic"},
                   "no CAMD container at 0x%" PRIx64, origin);
  qn_reader whole = qn_reader_over(bytes, origin);
  whole.big_endian = bytes.data[4] == BIG;
  qn_reader r = whole;
  (void)qn_read_bytes(&r, sizeof(magic) + 1, "magic");
  const uint8_t version = qn_read_u8(&r, "version");
  (void)qn_read_u16(&r, "reserved");
  const uint32_t list_offset = qn_read_u32(&r, "block list offset");
  const size_t count = qn_read_count(&r, BLOCK_SIZE, "block count");
  QN_TRY(qn_reader_finish(&r, diag));
  if (version != QN_CAMD_VERSION)
    return qn_fail(diag, QN_E_UNSUPPORTED, (qn_place){origin + 5, 1, "version"},
                   "version %u of the CAMD container is not supported, "
                   "expected %d",
                   version, QN_CAMD_VERSION);
  qn_reader list =
      qn_reader_window(&whole, list_offset, count * BLOCK_SIZE, "block list");
  QN_TRY(qn_reader_finish(&whole, diag));
  qn_camd_block *blocks = qn_arena_alloc(arena, count, sizeof(qn_camd_block));
  if (!blocks)
    return qn_fail_memory(diag, "the block list");
  qn_camd camd = {whole.big_endian, blocks, count};
  QN_TRY(read_blocks(&list, &whole, list_offset, &camd, diag));
  *out_camd = camd;
  return qn_ok();
}

const qn_camd_block *qn_camd_find(const qn_camd *camd, qn_str name) {
  for (size_t i = 0; i < camd->block_count; ++i)
    if (qn_str_equal(camd->blocks[i].name, name))
      return &camd->blocks[i];
  return NULL;
}

// ---- The format

const qn_format qn_format_camd = {
    .name = "camd",
    .summary = "metadata container (CAMD)",
    .probe = qn_camd_probe,
};
