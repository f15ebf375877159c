// SPDX-License-Identifier: Apache-2.0
// Handlers: the golden file of one kernel, lockstep, byte order, and the
// target-specific handler of docs/metadata.md.
#include "metadata/md/md.h"

#include "base/system/file.h"
#include "formats/container/camd.h"
#include "support/test.h"

static md_err keep(void *user, const void *bytes, size_t size) {
  qn_buffer *image = user;
  qn_buffer_clear(image);
  qn_buffer_append(image, bytes, size);
  return MD_SUCCESS;
}

static void done(void *user) { (void)user; }

static struct md_hooks hooks = {.write = keep, .finalize = done};

// The kernel of the worked example (docs/metadata.md).
static const quern_md_generic example = {
    .kernel_name = "add.mux-kernel-wrapper",
    .source_name = "add",
    .local_memory_usage = 256,
    .sub_group_size = 8,
};
static const quern_md_vectorize example_vectorize = {
    .min_work_item_factor = 1,
    .pref_work_item_factor = 8,
};

static qn_buffer write_records(const quern_md_handler *const *list,
                               size_t count, const void *const *records,
                               MD_ENDIAN order) {
  qn_buffer image = {0};
  md_ctx ctx = md_init(&hooks, &image);
  CHECK_INT(quern_md_set_endianness(ctx, order), MD_SUCCESS);
  quern_md_records *r = quern_md_records_open(ctx, list, count);
  CHECK_INT(quern_md_records_write(r, records), MD_SUCCESS);
  quern_md_records_close(r);
  CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
  md_release_ctx(ctx);
  return image;
}

static const quern_md_handler *const both[] = {&quern_md_handler_generic,
                                               &quern_md_handler_vectorize};

static void test_golden(void) {
  const void *records[] = {&example, &example_vectorize};
  qn_buffer image = write_records(both, 2, records, MD_LITTLE);
  qn_file golden = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_file_open("tests/corpus/md/golden.camd", 0, &golden, &diag),
           &diag);
  CHECK_INT(golden.bytes.size, 192);
  CHECK(image.size == golden.bytes.size &&
        memcmp(image.data, golden.bytes.data, image.size) == 0);
  qn_file_close(&golden);

  // Written in the other byte order or converted to it, and back, is the same.
  qn_buffer big = write_records(both, 2, records, MD_BIG);
  CHECK(big.size == image.size && memcmp(big.data, image.data, big.size) != 0);
  qn_buffer out = {0};
  struct md_hooks into = {.write = keep, .finalize = done};
  md_ctx ctx = quern_md_read(image.data, image.size, &into, &out, NULL);
  CHECK_INT(quern_md_set_endianness(ctx, MD_BIG), MD_SUCCESS);
  CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
  CHECK(out.size == big.size && memcmp(out.data, big.data, out.size) == 0);
  CHECK_INT(quern_md_set_endianness(ctx, MD_LITTLE), MD_SUCCESS);
  CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
  CHECK(memcmp(out.data, image.data, out.size) == 0);
  md_release_ctx(ctx);
  qn_buffer_finish(&out);
  qn_buffer_finish(&big);
  qn_buffer_finish(&image);
}

// Reads the records of `image`; returns their number, or the error.
static int read_all(const qn_buffer *image, quern_md_generic *generic,
                    quern_md_vectorize *vectorize) {
  quern_error why = QUERN_ERROR_INIT;
  md_ctx ctx = quern_md_read(image->data, image->size, NULL, NULL, &why);
  CHECK(ctx);
  quern_md_records *r = quern_md_records_open(ctx, both, 2);
  void *records[] = {generic, vectorize};
  int count = 0, got;
  while ((got = quern_md_records_read(r, records)) == 1) {
    ++count;
    CHECK_TEXT(generic->source_name, "add");
  }
  quern_md_records_close(r);
  md_release_ctx(ctx);
  return got == 0 ? count : got;
}

static void test_lockstep(void) {
  qn_buffer image = {0};
  md_ctx ctx = md_init(&hooks, &image);
  quern_md_records *r = quern_md_records_open(ctx, both, 2);
  const void *records[] = {&example, &example_vectorize};
  for (int i = 0; i < 3; ++i)
    CHECK_INT(quern_md_records_write(r, records), MD_SUCCESS);
  for (int msgpack = 0; msgpack < 2; ++msgpack) {
    if (msgpack) // typed values are preserved and read back the same
      for (size_t i = 0; i < 2; ++i)
        CHECK_INT(md_set_out_fmt(quern_md_block_at(ctx, i), MD_FMT_MSGPACK),
                  MD_SUCCESS);
    CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
    quern_md_generic generic = {0};
    quern_md_vectorize vectorize = {0};
    CHECK_INT(read_all(&image, &generic, &vectorize), 3);
    CHECK_INT(generic.local_memory_usage, 256);
    CHECK_INT(vectorize.pref_work_item_factor, 8);
  }
  // One record too many in one of the blocks.
  (void)md_pushf(md_get_block(ctx, "VectorizeMetadata"), "uuuu", UINT64_C(1),
                 UINT64_C(0), UINT64_C(1), UINT64_C(0));
  CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
  quern_md_generic generic;
  quern_md_vectorize vectorize;
  CHECK_INT(read_all(&image, &generic, &vectorize), MD_E_STACK_CORRUPT);
  // A record that cannot be written completely is not written at all.
  CHECK_INT(md_finalize_block(md_get_block(ctx, "VectorizeMetadata")),
            MD_SUCCESS);
  const int before = md_top(md_get_block(ctx, "GenericMetadata"));
  CHECK_INT(quern_md_records_write(r, records), MD_E_STACK_FINALIZED);
  CHECK_INT(md_top(md_get_block(ctx, "GenericMetadata")), before);
  quern_md_records_close(r);
  md_release_ctx(ctx);
  qn_buffer_finish(&image);
}

// ---- Property X of a target: a text and a number, read and written by
// functions instead of a table of fields

typedef struct target_x {
  const char *unit;
  uint64_t level;
} target_x;

static int read_x(struct quern_md_cursor *cursor, void *record) {
  target_x *x = record;
  const int taken = quern_md_take_zstr(cursor, &x->unit);
  return taken == MD_SUCCESS ? quern_md_take_uint(cursor, &x->level) : taken;
}

static int write_x(md_stack block, const void *record) {
  const target_x *x = record;
  const int pushed = md_pushf(block, "zu", x->unit, x->level);
  return MD_CHECK_ERR(pushed) ? pushed : MD_SUCCESS;
}

static const quern_md_handler handler_x = {
    .size = sizeof(quern_md_handler),
    .name = "target_x",
    .block = "TargetXMetadata",
    .record_size = sizeof(target_x),
    .read = read_x,
    .write = write_x,
};

static void test_own_handler(void) {
  const quern_md_handler *const list[] = {&quern_md_handler_generic,
                                          &handler_x};
  const target_x x = {"tensor", 3};
  const void *records[] = {&example, &x};
  qn_buffer image = write_records(list, 2, records, MD_LITTLE);
  quern_error why = QUERN_ERROR_INIT;
  md_ctx ctx = quern_md_read(image.data, image.size, NULL, NULL, &why);
  quern_md_records *r = quern_md_records_open(ctx, list, 2);
  quern_md_generic generic = {0};
  target_x got = {0};
  void *into[] = {&generic, &got};
  CHECK_INT(quern_md_records_read(r, into), 1);
  CHECK_TEXT(generic.kernel_name, "add.mux-kernel-wrapper");
  CHECK_TEXT(got.unit, "tensor");
  CHECK_INT(got.level, 3);
  CHECK_INT(quern_md_records_read(r, into), 0);
  quern_md_records_close(r);
  // No handler knows its layout, so its byte order cannot be converted.
  CHECK_INT(quern_md_set_endianness(ctx, MD_BIG), MD_E_TYPE_ERR);
  CHECK_INT(md_get_endianness(ctx), MD_LITTLE);
  md_release_ctx(ctx);
  qn_buffer_finish(&image);
}

// ---- All kinds of fields, in both formats and byte orders

typedef struct kinds {
  const char *text;
  uint64_t uint;
  int64_t sint;
  double real;
} kinds;

static const quern_md_field kinds_fields[] = {
    {"text", 'z', offsetof(kinds, text)},
    {"uint", 'u', offsetof(kinds, uint)},
    {"sint", 'i', offsetof(kinds, sint)},
    {"real", 'f', offsetof(kinds, real)},
};

static const quern_md_handler handler_kinds = {
    .size = sizeof(quern_md_handler),
    .name = "kinds",
    .block = "Kinds",
    .record_size = sizeof(kinds),
    .fields = kinds_fields,
    .field_count = 4,
};

static void test_kinds(void) {
  const quern_md_handler *list[] = {&handler_kinds};
  const kinds written = {"a text", UINT64_MAX, -5, 0.1};
  const void *records[] = {&written};
  for (int i = 0; i < 4; ++i) {
    qn_buffer image = {0};
    md_ctx ctx = md_init(&hooks, &image);
    CHECK_INT(quern_md_set_endianness(ctx, i & 1 ? MD_BIG : MD_LITTLE),
              MD_SUCCESS);
    quern_md_records *r = quern_md_records_open(ctx, list, 1);
    for (int k = 0; k < 3; ++k)
      CHECK_INT(quern_md_records_write(r, records), MD_SUCCESS);
    quern_md_records_close(r);
    CHECK_INT(md_set_out_fmt(md_get_block(ctx, "Kinds"),
                             i & 2 ? MD_FMT_MSGPACK : MD_FMT_RAW_BYTES),
              MD_SUCCESS);
    CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
    md_release_ctx(ctx);
    ctx = quern_md_read(image.data, image.size, NULL, NULL, NULL);
    r = quern_md_records_open(ctx, list, 1);
    kinds got = {0};
    void *into[] = {&got};
    for (int k = 0; k < 3; ++k) {
      CHECK_INT(quern_md_records_read(r, into), 1);
      CHECK_TEXT(got.text, "a text");
      CHECK(got.uint == UINT64_MAX && got.sint == -5 && got.real == 0.1);
    }
    CHECK_INT(quern_md_records_read(r, into), 0);
    quern_md_records_close(r);
    // A block that was read cannot be appended to, and ends where its bytes
    // end.
    r = quern_md_records_open(ctx, list, 1);
    if (!(i & 2))
      CHECK_INT(quern_md_records_write(r, records),
                MD_E_STACK_ALREADY_REGISTERED);
    quern_md_records_close(r);
    md_release_ctx(ctx);
    qn_buffer_finish(&image);
  }
  CHECK(!quern_md_records_open(NULL, list, 0) &&
        !quern_md_records_open(NULL, list, 17));
  // A missing block, and one that ends in the middle of a record.
  md_ctx ctx = md_init(NULL, NULL);
  quern_md_records *r = quern_md_records_open(ctx, list, 1);
  kinds got;
  void *into[] = {&got};
  CHECK_INT(quern_md_records_read(r, into), MD_E_STACK_NOT_REGISTERED);
  quern_md_records_close(r);
  (void)md_pushf(md_create_block(ctx, "Kinds"), "zu", "x", UINT64_C(1));
  r = quern_md_records_open(ctx, list, 1);
  CHECK_INT(quern_md_records_read(r, into), MD_E_STACK_CORRUPT);
  quern_md_records_close(r);
  md_release_ctx(ctx);
}

static void test_table(void) {
  CHECK(quern_md_handler_find("generic") == &quern_md_handler_generic);
  CHECK(quern_md_handler_of("VectorizeMetadata") ==
        &quern_md_handler_vectorize);
  CHECK(!quern_md_handler_find("nothing") && !quern_md_handler_of("Nothing"));
  const quern_md_handler *stack = quern_md_handler_find("stack");
  CHECK(stack && stack->field_count == 1 && stack->record_size == 8);
}

int main(void) {
  test_golden();
  test_lockstep();
  test_own_handler();
  test_kinds();
  test_table();
  return 0;
}
