// SPDX-License-Identifier: Apache-2.0
// Bundles, compressed bundles, and the walk through them.
#include "formats/container/bundle.h"

#include "base/digest.h"
#include "formats/container/ccob.h"
#include "formats/core/format.h"
#include "support/property.h"

#include <zlib.h>

static const char ptx[] = ".version 8.0\n.target sm_80\n.address_size 64\n";

static void put_bundle(qn_buffer *out) {
  const qn_bundle_entry entries[] = {
      {.id = QN_STR(QN_BUNDLE_HOST_ID)},
      {.id = QN_STR("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-"),
       .bytes = {(const uint8_t *)"image one", 9}},
      {.id = QN_STR("hip-nvptx64-nvidia-cuda--compute_80"),
       .bytes = {(const uint8_t *)ptx, sizeof(ptx) - 1}},
  };
  qn_diag diag = {0};
  CHECK_OK(qn_bundle_write(entries, 3, out, &diag), &diag);
}

static qn_status read_bundle(qn_span file, qn_diag *diag) {
  qn_arena arena = {0};
  qn_bundle bundle;
  const qn_status status = qn_bundle_read(file, 0, &arena, &bundle, diag);
  qn_arena_finish(&arena);
  return status;
}

static qn_status on_item(void *user, const qn_item *item, qn_diag *diag) {
  (void)diag;
  volatile uint8_t sum = 0;
  for (size_t i = 0; i < item->bytes.size; ++i)
    sum = (uint8_t)(sum + item->bytes.data[i]);
  ++*(size_t *)user;
  return qn_ok();
}

static size_t visited;

static qn_status walk(qn_span file, qn_diag *diag) {
  const qn_limits limits = {1 << 20, 4, 100, 100};
  visited = 0;
  return qn_format_walk(file, &limits, on_item, &visited, diag);
}

static void test_bundle(void) {
  qn_buffer b = {0}, again = {0};
  qn_arena arena = {0};
  qn_diag diag = {0};
  put_bundle(&b);
  qn_bundle bundle;
  CHECK_OK(qn_bundle_read(qn_buffer_span(&b), 0, &arena, &bundle, &diag),
           &diag);
  const qn_bundle_entry *entries = bundle.entries;
  CHECK_INT(bundle.count, 3);
  CHECK_INT(bundle.size, b.size);
  CHECK_INT(entries[1].offset, 4096);
  CHECK_INT(entries[2].offset, 8192);
  CHECK_STR(qn_span_str(entries[1].bytes), "image one");
  const qn_bundle_id id = qn_bundle_parse_id(entries[1].id);
  CHECK_STR(id.kind, "hipv4");
  CHECK_STR(id.arch, "amdgcn");
  CHECK_STR(id.triple, "amdgcn-amd-amdhsa-");
  CHECK_STR(id.target, "gfx90a:xnack-");
  CHECK_STR(qn_bundle_parse_id(QN_STR("hip")).target, "");
  CHECK_OK(qn_bundle_write(entries, bundle.count, &again, &diag), &diag);
  CHECK(b.size == again.size && memcmp(b.data, again.data, b.size) == 0);
  CHECK_OK(walk(qn_buffer_span(&b), &diag), &diag);
  CHECK_INT(visited, 2);

  // Only the header is parsed: images are opaque bytes.
  property_prefixes(read_bundle, qn_buffer_span(&b), true);
  qn_span header = {b.data, 240};
  uint8_t bytes[8300];
  memcpy(bytes, b.data, b.size);
  for (size_t i = 0; i < header.size; ++i)
    for (unsigned v = 0; v < 256; v += 3) {
      bytes[i] = (uint8_t)v;
      (void)property_read(read_bundle, bytes, b.size);
      (void)property_read(walk, bytes, b.size);
      bytes[i] = b.data[i];
    }
  property_memory(read_bundle, qn_buffer_span(&b));
  qn_buffer_finish(&b);
  qn_buffer_finish(&again);
  qn_arena_finish(&arena);
}

static void test_refused(void) {
  qn_buffer b = {0};
  const qn_bundle_entry twice[] = {{.id = QN_STR("hip-a-b-c-d-e")},
                                   {.id = QN_STR("hip-a-b-c-d-e")}};
  qn_diag diag = {0};
  CHECK_INT(qn_bundle_write(twice, 2, &b, &diag).code, QN_E_ARGUMENT);
  CHECK_TEXT(diag.message, "the bundle has two entries 'hip-a-b-c-d-e'");
  qn_buffer_clear(&b);
  qn_buffer_append_str(&b, QN_STR("__CLANG_OFFLOAD_BUNDLE__"));
  qn_buffer_u64(&b, UINT64_C(1) << 63);
  diag = (qn_diag){0};
  CHECK_INT(read_bundle(qn_buffer_span(&b), &diag).code, QN_E_MALFORMED);
  qn_buffer_finish(&b);
}

// ---- Compressed

static qn_status read_ccob(qn_span file, qn_diag *diag) {
  qn_ccob c;
  QN_TRY(qn_ccob_read(file, 0, &c, diag));
  qn_span bytes;
  QN_TRY(qn_ccob_expand(&c, 1 << 20, &bytes, diag));
  qn_free((void *)(uintptr_t)bytes.data);
  return qn_ok();
}

static void test_ccob(void) {
  qn_buffer plain = {0}, packed = {0}, twice = {0};
  qn_diag diag = {0};
  put_bundle(&plain);
  CHECK_OK(qn_ccob_write(qn_buffer_span(&plain), &packed, &diag), &diag);
  CHECK(packed.size < plain.size / 10);
  qn_ccob c;
  CHECK_OK(qn_ccob_read(qn_buffer_span(&packed), 0, &c, &diag), &diag);
  CHECK_INT(c.version, 2);
  CHECK_INT(c.size, packed.size);
  qn_span bytes;
  CHECK_OK(qn_ccob_expand(&c, plain.size, &bytes, &diag), &diag);
  CHECK(bytes.size == plain.size &&
        memcmp(bytes.data, plain.data, plain.size) == 0);
  qn_free((void *)(uintptr_t)bytes.data);
  CHECK_INT(qn_ccob_expand(&c, plain.size - 1, &bytes, NULL).code, QN_E_LIMIT);
  CHECK_OK(qn_ccob_write(qn_buffer_span(&plain), &twice, &diag), &diag);
  CHECK(packed.size == twice.size &&
        memcmp(packed.data, twice.data, packed.size) == 0);
  CHECK_OK(walk(qn_buffer_span(&packed), &diag), &diag);
  CHECK_INT(visited, 2);
  property_all(read_ccob, qn_buffer_span(&packed), true);
  // A changed byte of the contents never matches the hash.
  for (size_t i = 24; i < packed.size; ++i) {
    packed.data[i] ^= 0x10;
    (void)property_read(walk, packed.data, packed.size);
    packed.data[i] ^= 0x10;
  }
  qn_buffer_finish(&plain);
  qn_buffer_finish(&packed);
  qn_buffer_finish(&twice);
}

// Versions 1 and 3, and zlib, which we never write.
static void put_old(qn_buffer *out, qn_span bundle, unsigned version) {
  uLongf size = compressBound(bundle.size);
  uint8_t *payload = malloc(size);
  uint8_t digest[QN_MD5_SIZE];
  CHECK(payload && compress(payload, &size, bundle.data, bundle.size) == Z_OK);
  qn_md5(bundle, digest);
  qn_buffer_append(out, "CCOB", 4);
  qn_buffer_u16(out, (uint16_t)version);
  qn_buffer_u16(out, QN_CCOB_ZLIB);
  if (version == 3) {
    qn_buffer_u64(out, 32 + size);
    qn_buffer_u64(out, bundle.size);
  } else {
    qn_buffer_u32(out, (uint32_t)bundle.size);
  }
  qn_buffer_append(out, digest, 8);
  qn_buffer_append(out, payload, size);
  free(payload);
}

static void test_versions(void) {
  for (unsigned version = 1; version <= 3; version += 2) {
    qn_buffer plain = {0}, packed = {0};
    qn_diag diag = {0};
    put_bundle(&plain);
    put_old(&packed, qn_buffer_span(&plain), version);
    CHECK_OK(walk(qn_buffer_span(&packed), &diag), &diag);
    CHECK_INT(visited, 2);
    property_all(read_ccob, qn_buffer_span(&packed), true);
    qn_buffer_finish(&plain);
    qn_buffer_finish(&packed);
  }
}

// Nested bundles are refused at the depth limit.
static void test_nesting(void) {
  qn_buffer inner = {0};
  put_bundle(&inner);
  qn_diag diag = {0};
  for (size_t depth = 1; depth < 6; ++depth) {
    diag = (qn_diag){0};
    CHECK_INT(walk(qn_buffer_span(&inner), &diag).code,
              depth <= 4 ? QN_OK : QN_E_LIMIT);
    const qn_bundle_entry entry = {.id = QN_STR("hip-a-b-c-d-e"),
                                   .bytes = qn_buffer_span(&inner)};
    qn_buffer outer = {0};
    CHECK(!qn_failed(qn_bundle_write(&entry, 1, &outer, NULL)));
    qn_buffer_finish(&inner);
    inner = outer;
  }
  qn_buffer_finish(&inner);
}

int main(void) {
  test_bundle();
  test_refused();
  test_ccob();
  test_versions();
  test_nesting();
  return 0;
}
