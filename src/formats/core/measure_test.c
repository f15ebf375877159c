// SPDX-License-Identifier: Apache-2.0
// Images of which only the address is known: each ends at the end of a page,
// and nothing beyond it may be read.
#include <sys/mman.h>
#include <unistd.h>

#include "formats/container/bundle.h"
#include "formats/container/ccob.h"
#include "formats/core/format.h"
#include "formats/object/elf.h"
#include "support/elf_builder.h"
#include "support/test.h"

enum { LIMIT = 1 << 20, PAGES = 16 };

static uint8_t *room; // PAGES pages, then an unreadable one
static size_t room_size;

static void make_room(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  room_size = PAGES * page;
  room = mmap(NULL, room_size + page, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(room != MAP_FAILED);
  CHECK(mprotect(room + room_size, page, PROT_NONE) == 0);
}

static qn_diag diag;

static qn_status measure(qn_span bytes, qn_span *out) {
  CHECK(bytes.size <= room_size);
  uint8_t *start = room + room_size - bytes.size;
  memcpy(start, bytes.data, bytes.size);
  diag = (qn_diag){0};
  *out = (qn_span){0};
  return qn_format_measure(start, LIMIT, out, &diag);
}

static void check_size(const qn_buffer *b, size_t size) {
  qn_span image;
  CHECK_OK(measure(qn_buffer_span(b), &image), &diag);
  CHECK_INT(image.size, size);
}

static qn_code fail(const void *bytes, size_t size) {
  qn_span image;
  const qn_status status = measure((qn_span){bytes, size}, &image);
  CHECK(qn_failed(status) && !image.size);
  return status.code;
}

static void test_bundles(void) {
  static const uint8_t code[100] = {1};
  const qn_bundle_entry entries[] = {
      {.id = QN_STR(QN_BUNDLE_HOST_ID)},
      {.id = QN_STR("hipv4-amdgcn-amd-amdhsa--gfx90a"), .bytes = {code, 100}},
      {.id = QN_STR("hipv4-amdgcn-amd-amdhsa--gfx942"), .bytes = {code, 7}},
  };
  qn_buffer b = {0}, packed = {0};
  CHECK_OK(qn_bundle_write(entries, 3, &b, &diag), &diag);
  check_size(&b, 2 * QN_BUNDLE_ALIGNMENT + 7);
  CHECK_OK(qn_ccob_write(qn_buffer_span(&b), &packed, &diag), &diag);
  check_size(&packed, packed.size);
  packed.data[4] = 1; // version
  CHECK(fail(packed.data, packed.size) == QN_E_UNSUPPORTED);
  CHECK_TEXT(diag.message,
             "a compressed bundle of version 1 does not say its size");
  b.data[24] = 0xff; // 255 entries or more: the last ids are garbage
  b.data[31] = 0xff;
  CHECK(fail(b.data, b.size) == QN_E_LIMIT);
  qn_buffer_finish(&b);
  qn_buffer_finish(&packed);
}

static void test_fatbins(void) {
  qn_buffer b = {0};
  static const uint8_t entry[64] = {1, 0, 1, 1, 64}; // no payload
  qn_buffer_append(&b, "\x50\xed\x55\xba\1\0\x10\0", 8);
  qn_buffer_u64(&b, sizeof(entry));
  qn_buffer_append(&b, entry, sizeof(entry));
  check_size(&b, 16 + sizeof(entry));
  qn_buffer_patch(&b, 8, LIMIT, 8, false);
  CHECK(fail(b.data, b.size) == QN_E_LIMIT);
  CHECK_TEXT(diag.message, "the CUDA fat binary at this address says that it "
                           "has more than 1048576 bytes");
  qn_buffer_patch(&b, 8, UINT64_MAX, 8, false);
  CHECK(fail(b.data, b.size) == QN_E_LIMIT);
  b.data[4] = 9; // version
  CHECK(fail(b.data, b.size) == QN_E_UNSUPPORTED);
  qn_buffer_finish(&b);
}

static void test_offload(void) {
  qn_buffer b = {0};
  qn_buffer_append(&b, "\x10\xff\x10\xad\2\0\0\0", 8);
  qn_buffer_u64(&b, 40);
  qn_buffer_u64(&b, 32);
  qn_buffer_u64(&b, 0);
  qn_buffer_append(&b, "contents", 8);
  check_size(&b, 40);
  qn_buffer_patch(&b, 8, 3, 8, false);
  CHECK(fail(b.data, b.size) == QN_E_MALFORMED);
  qn_buffer_finish(&b);
}

static void test_elf(void) {
  static const uint8_t bytes[333] = {1};
  const elf_part parts[] = {{.name = ".text", .type = 1, .bytes = {bytes, 333}},
                            {.name = ".data", .type = 1, .bytes = {bytes, 9}}};
  for (int wide = 0; wide < 2; ++wide) {
    const elf_plan plan = {.type = QN_ELF_DYN,
                           .machine = QN_ELF_MACHINE_AMDGPU,
                           .is_32 = !wide,
                           .parts = parts,
                           .count = 2};
    qn_buffer b = {0};
    elf_build(&plan, &b);
    check_size(&b, b.size);
    qn_buffer_finish(&b);
  }
  CHECK(fail("\177ELF\3\1\1\0\0\0\0\0\0\0\0\0", 16) == QN_E_MALFORMED);
}

static void test_texts(void) {
  static const char ptx[] = "// made\n.version 8.0\n.target sm_80\n";
  qn_buffer b = {0};
  qn_buffer_append(&b, ptx, sizeof(ptx));
  check_size(&b, sizeof(ptx) - 1);
  qn_buffer_finish(&b);
  CHECK(fail(".", 2) == QN_E_UNSUPPORTED);
  CHECK(fail("", 1) == QN_E_UNSUPPORTED);
  CHECK(fail("\177E", 3) == QN_E_UNSUPPORTED);
  CHECK(fail("neither", 8) == QN_E_UNSUPPORTED);
  CHECK_TEXT(diag.message,
             "the image begins with 6e 65 69 74, which is none of: elf, "
             "offload-bundle, compressed-bundle, offload-binary, fatbin, ptx");
}

int main(void) {
  make_room();
  test_bundles();
  test_fatbins();
  test_offload();
  test_elf();
  test_texts();
  return 0;
}
