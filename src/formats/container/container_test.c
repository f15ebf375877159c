// SPDX-License-Identifier: Apache-2.0
// Fat binaries, offload binaries, archives, and ELF files with them inside.
#include "formats/core/format.h"
#include "support/elf_builder.h"
#include "support/property.h"

#include <lz4.h>
#include <zstd.h>

static const char ptx[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".entry k() { ret; } // and again and again and again";

typedef struct visited {
  size_t count, ptx, expanded;
  char labels[512];
} visited;

static qn_status on_item(void *user, const qn_item *item, qn_diag *diag) {
  (void)diag;
  visited *v = user;
  ++v->count;
  v->expanded += item->is_expanded;
  v->ptx += item->format == qn_format_find(QN_STR("ptx")) &&
            item->bytes.size == sizeof(ptx) - 1;
  const size_t used = strlen(v->labels);
  snprintf(v->labels + used, sizeof(v->labels) - used, "%.*s ",
           QN_STR_ARG(item->label));
  return qn_ok();
}

static visited seen;

static qn_status walk(qn_span file, qn_diag *diag) {
  const qn_limits limits = {1 << 16, 4, 100, 100};
  seen = (visited){0};
  return qn_format_walk(file, &limits, on_item, &seen, diag);
}

static void check_walk(const qn_buffer *b, size_t ptx_count) {
  qn_diag diag = {0};
  CHECK_OK(walk(qn_buffer_span(b), &diag), &diag);
  CHECK_INT(seen.ptx, ptx_count);
}

// ---- Fat binaries

static void put_entry(qn_buffer *b, uint16_t kind, uint32_t arch,
                      uint64_t flags, qn_span payload) {
  const size_t padded = (payload.size + 7) & ~(size_t)7;
  const bool packed = flags & 0xa000;
  qn_buffer_u16(b, kind);
  qn_buffer_u16(b, 0x101);
  qn_buffer_u32(b, 64);
  qn_buffer_u64(b, padded);
  qn_buffer_u32(b, packed ? (uint32_t)payload.size : 0);
  qn_buffer_u32(b, 0);
  qn_buffer_u32(b, 8 << 16);
  qn_buffer_u32(b, arch);
  qn_buffer_u64(b, 0);
  qn_buffer_u64(b, flags);
  qn_buffer_u64(b, 0);
  qn_buffer_u64(b, packed ? sizeof(ptx) - 1 : 0);
  qn_buffer_append(b, payload.data, payload.size);
  qn_buffer_zero(b, padded - payload.size);
}

static void put_fatbin(qn_buffer *b) {
  uint8_t packed[512];
  const size_t start = b->size;
  qn_buffer_append(b, "\x50\xed\x55\xba\1\0\x10\0", 8);
  qn_buffer_u64(b, 0);
  const qn_span plain = {(const uint8_t *)ptx, sizeof(ptx) - 1};
  put_entry(b, 1, 80, 1, plain);
  const int lz4 = LZ4_compress_default(ptx, (char *)packed, (int)plain.size,
                                       sizeof(packed));
  put_entry(b, 1, 90, 0x102001, (qn_span){packed, (size_t)lz4});
  const size_t zstd =
      ZSTD_compress(packed, sizeof(packed), plain.data, plain.size, 3);
  put_entry(b, 1, 100, 0x208001, (qn_span){packed, zstd});
  put_entry(b, 8, 90, 0x12001, (qn_span){(const uint8_t *)"opaque..", 8});
  qn_buffer_patch(b, start + 8, b->size - start - 16, 8, false);
}

static void test_fatbin(void) {
  qn_buffer b = {0};
  put_fatbin(&b);
  check_walk(&b, 3);
  CHECK_INT(seen.count, 4);
  CHECK_INT(seen.expanded, 2);
  CHECK_TEXT(seen.labels, "cuda-nvptx64-nvidia-cuda--compute_80 "
                          "cuda-nvptx64-nvidia-cuda--compute_90a "
                          "cuda-nvptx64-nvidia-cuda--compute_100f "
                          "cuda-nvptx64-nvidia-cuda--sm_90 ");
  property_all(walk, qn_buffer_span(&b), true);
  uint64_t size = 0;
  CHECK(!qn_failed(qn_format_find(QN_STR("fatbin"))
                       ->measure(qn_buffer_span(&b), &size, NULL)));
  CHECK_INT(size, b.size);
  qn_buffer_align(&b, 8); // a second one
  put_fatbin(&b);
  check_walk(&b, 6);
  qn_buffer_finish(&b);
}

// ---- Offload binaries

static void put_offload(qn_buffer *b, unsigned version, bool compress) {
  qn_buffer body = {0};
  const uint64_t header = version == 3 ? 40 : 32;
  const uint64_t string_size = version == 1 ? 16 : 24;
  const uint64_t strings = header + 40, texts = strings + 2 * string_size;
  const char words[] = "triple\0nvptx64-nvidia-cuda\0arch\0sm_80";
  const uint64_t image = texts + sizeof(words);
  qn_buffer_u16(&body, 5);
  qn_buffer_u16(&body, 2);
  qn_buffer_u32(&body, 0);
  qn_buffer_u64(&body, strings);
  qn_buffer_u64(&body, 2);
  qn_buffer_u64(&body, image);
  qn_buffer_u64(&body, sizeof(ptx) - 1);
  const uint64_t at[2][3] = {{0, 7, 19}, {27, 32, 5}};
  for (size_t i = 0; i < 2; ++i) {
    qn_buffer_u64(&body, texts + at[i][0]);
    qn_buffer_u64(&body, texts + at[i][1]);
    if (version > 1)
      qn_buffer_u64(&body, at[i][2]);
  }
  qn_buffer_append(&body, words, sizeof(words));
  qn_buffer_append(&body, ptx, sizeof(ptx) - 1);
  uint8_t packed[1024];
  qn_span contents = qn_buffer_span(&body);
  if (compress)
    contents = (qn_span){
        packed, ZSTD_compress(packed, sizeof(packed), body.data, body.size, 3)};
  qn_buffer_append(b, "\x10\xff\x10\xad", 4);
  qn_buffer_u32(b, version);
  qn_buffer_u64(b, header + contents.size);
  qn_buffer_u64(b, header);
  qn_buffer_u64(b, version == 1 ? 40 : 1);
  if (version == 3)
    qn_buffer_u64(b, compress ? header + body.size : 0);
  qn_buffer_append(b, contents.data, contents.size);
  qn_buffer_finish(&body);
}

static void test_offload(void) {
  for (unsigned version = 1; version <= 4; ++version) {
    qn_buffer b = {0};
    put_offload(&b, version < 4 ? version : 3, version == 4);
    check_walk(&b, 1);
    CHECK_INT(seen.expanded, version == 4);
    CHECK_TEXT(seen.labels, "offload-nvptx64-nvidia-cuda--sm_80 ");
    property_all(walk, qn_buffer_span(&b), true);
    qn_buffer_align(&b, 8);
    put_offload(&b, 2, false);
    check_walk(&b, 2);
    qn_buffer_finish(&b);
  }
}

// ---- Archives

static void put_member(qn_buffer *b, const char *name, const char *bytes) {
  qn_buffer_printf(b, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n", name, 0, 0, 0, 644,
                   strlen(bytes));
  qn_buffer_append_str(b, qn_str_from(bytes));
  if (b->size % 2)
    qn_buffer_append(b, "\n", 1);
}

static void test_archive(void) {
  qn_buffer b = {0};
  qn_buffer_append(&b, "!<arch>\n", 8);
  put_member(&b, "/", "symbols");
  put_member(&b, "a.ptx/", ptx);
  put_member(&b, "b.ptx/", ptx);
  check_walk(&b, 2);
  CHECK_TEXT(seen.labels, "a.ptx b.ptx ");
  property_prefixes(walk, qn_buffer_span(&b), false);
  property_mutants(walk, qn_buffer_span(&b));
  memcpy(b.data, "!<thin>\n", 8);
  CHECK_INT(walk(qn_buffer_span(&b), NULL).code, QN_E_UNSUPPORTED);
  qn_buffer_finish(&b);
}

// ---- In a program: in a section of their own, and in the middle of another

static void test_program(void) {
  qn_buffer fatbin = {0}, data = {0}, file = {0};
  put_fatbin(&fatbin);
  qn_buffer_append(&data, "CCOB\2\0\1\0 chance", 15);
  qn_buffer_append(&data, "\x50\xed\x55\xba", 4); // by chance
  qn_buffer_align(&data, 8);
  qn_buffer_append(&data, "__CLANG_OFFLOAD_BUNDLE__ in text", 32);
  qn_buffer_append(&data, fatbin.data, fatbin.size);
  const elf_part parts[] = {
      {.name = ".nv_fatbin", .type = 1, .bytes = qn_buffer_span(&fatbin)},
      {.name = ".ldata", .type = 1, .bytes = qn_buffer_span(&data)},
  };
  const elf_plan plan = {
      .type = QN_ELF_DYN, .machine = 62, .parts = parts, .count = 2};
  elf_build(&plan, &file);
  check_walk(&file, 6);
  CHECK_INT(seen.count, 9); // 8 entries and the program
  property_prefixes(walk, qn_buffer_span(&file), false);
  property_memory(walk, qn_buffer_span(&file));
  qn_buffer_finish(&fatbin);
  qn_buffer_finish(&data);
  qn_buffer_finish(&file);
}

int main(void) {
  test_fatbin();
  test_offload();
  test_archive();
  test_program();
  return 0;
}
