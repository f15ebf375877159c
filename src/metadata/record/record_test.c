// SPDX-License-Identifier: Apache-2.0
#include "metadata/record/record.h"

#include "formats/container/camd.h"
#include "support/test.h"
#include "support/saxpy.h"

// The golden example of the container's description: one kernel, two blocks.
static const char golden_names[] = "GenericMetadata\0VectorizeMetadata";
static const uint8_t golden_head[] = {'C',  'A', 'M', 'D', 1, 1, 0, 0,
                                      0x38, 0,   0,   0,   2, 0, 0, 0};

static void put_golden_list(qn_buffer *b) {
  const uint64_t list[2][3] = {{0x68, 0x20, 0x20}, {0x88, 0x33, 0x10}};
  for (size_t i = 0; i < 2; ++i) {
    qn_buffer_u64(b, list[i][0]);
    qn_buffer_u64(b, list[i][1]);
    qn_buffer_u32(b, (uint32_t)list[i][2]);
    qn_buffer_u32(b, 0);
  }
}

static void put_golden(qn_buffer *b) {
  qn_buffer_append(b, golden_head, sizeof(golden_head));
  qn_buffer_append(b, golden_names, sizeof(golden_names));
  qn_buffer_zero(b, 6);
  put_golden_list(b);
  const uint64_t vectorize[] = {1, 0, 8, 0};
  for (size_t i = 0; i < 4; ++i)
    qn_buffer_u64(b, vectorize[i]);
  qn_buffer_append(b, "add.mux-kernel-wrapper\0add", 27);
  const uint64_t generic[] = {256, 8, 0};
  for (size_t i = 0; i < 3; ++i)
    qn_buffer_u64(b, generic[i]);
  qn_buffer_zero(b, 5);
}

static void test_golden(void) {
  qn_buffer golden = {0}, ours = {0};
  put_golden(&golden);
  qn_arena arena = {0};
  qn_diag diag = {0};
  qn_camd camd;
  CHECK_OK(qn_camd_read(qn_buffer_span(&golden), 0, &arena, &camd, &diag),
           &diag);
  CHECK_INT(camd.block_count, 2);
  CHECK_STR(camd.blocks[0].name, "GenericMetadata");
  CHECK_INT(camd.blocks[0].bytes.size, 0x33);
  CHECK_OK(qn_camd_write(&camd, &ours, &diag), &diag);
  CHECK_INT(ours.size, golden.size);
  CHECK_INT(ours.size, 192);
  CHECK(memcmp(ours.data, golden.data, ours.size) == 0);

  // A record of the same kernel yields the same two blocks.
  const qn_entry entry = {.symbol = QN_STR("add.mux-kernel-wrapper"),
                          .width = 8,
                          .min_factor = 1,
                          .sub_group = 8};
  const qn_kernel kernel = {
      .name = QN_STR("add"),
      .resources = {.shared_static = {true, 256}},
      .entries = &entry,
      .entry_count = 1,
  };
  const qn_record record = {.kernels = &kernel, .kernel_count = 1};
  qn_buffer_clear(&ours);
  CHECK_OK(qn_record_write(&record, &ours, &diag), &diag);
  qn_camd written;
  CHECK_OK(qn_camd_read(qn_buffer_span(&ours), 0, &arena, &written, &diag),
           &diag);
  CHECK_INT(written.block_count, 3);
  for (size_t i = 0; i < 2; ++i) {
    const qn_span a = camd.blocks[i].bytes, b = written.blocks[i].bytes;
    CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
  }
  qn_buffer_finish(&golden);
  qn_buffer_finish(&ours);
  qn_arena_finish(&arena);
}

static qn_kernel make_kernel(void) {
  return (qn_kernel){
      .name = QN_STR("_Z5saxpyiPf"),
      .demangled = QN_STR("saxpy(int, float*)"),
      .arguments_known = true,
      .arguments = saxpy_arguments,
      .argument_count = 2,
      .arguments_size = qn_known(16),
      .resources = {.shared_static = {true, 1024},
                    .wave_size = {true, 64},
                    .max_threads = {true, 256},
                    .required_known = true,
                    .required_threads = {64, 2, 1}},
      .flags_known = true,
      .flags = QN_KERNEL_BARRIERS | QN_KERNEL_WARP_OPS,
  };
}

// Writes, reads and writes again; false when out of memory.
static bool round_trip(void) {
  const qn_kernel kernel = make_kernel();
  const qn_global global = {QN_STR("table"), 256, 16, true};
  const qn_record record = {
      .target = QN_STR("gfx90a"),
      .producer = QN_STR("quern 0.1.0"),
      .kernels = &kernel,
      .kernel_count = 1,
      .globals = &global,
      .global_count = 1,
  };
  qn_buffer first = {0}, second = {0};
  qn_arena arena = {0};
  qn_diag diag = {0};
  qn_record back = {0};
  qn_status status = qn_record_write(&record, &first, &diag);
  if (!qn_failed(status))
    status = qn_record_read(qn_buffer_span(&first), 0, &arena, &back, &diag);
  if (!qn_failed(status))
    status = qn_record_write(&back, &second, &diag);
  if (!qn_failed(status)) {
    CHECK_INT(first.size, second.size);
    CHECK(memcmp(first.data, second.data, first.size) == 0);
    const qn_kernel *k = &back.kernels[0];
    CHECK_INT(back.kernel_count, 1);
    CHECK_STR(k->name, "_Z5saxpyiPf");
    CHECK_STR(k->symbol, "_Z5saxpyiPf");
    CHECK_STR(k->demangled, "saxpy(int, float*)");
    CHECK_INT(k->argument_count, 2);
    CHECK_STR(k->arguments[1].type, "float *");
    CHECK_INT(k->arguments[1].kind, QN_ARGUMENT_POINTER);
    CHECK_INT(k->arguments[1].space, QN_SPACE_GLOBAL);
    CHECK_INT(k->arguments[1].offset, 8);
    CHECK_INT(k->arguments_size.value, 16);
    CHECK(!k->arguments_alignment.known && !k->resources.vgpr.known);
    CHECK_INT(k->resources.shared_static.value, 1024);
    CHECK_INT(k->resources.required_threads[1], 2);
    CHECK_INT(k->flags, QN_KERNEL_BARRIERS | QN_KERNEL_WARP_OPS);
    CHECK_INT(back.global_count, 1);
    CHECK_STR(back.globals[0].name, "table");
    CHECK(back.globals[0].constant);
  } else {
    CHECK_INT(status.code, QN_E_MEMORY);
    CHECK(diag.message[0]);
  }
  qn_buffer_finish(&first);
  qn_buffer_finish(&second);
  qn_arena_finish(&arena);
  return !qn_failed(status);
}

// Reads an exact-size copy, so that a sanitizer detects any overread.
static void read_mutant(const uint8_t *bytes, size_t size) {
  uint8_t *copy = malloc(size ? size : 1);
  memcpy(copy, bytes, size);
  qn_arena arena = {0};
  qn_diag diag = {0};
  qn_record record;
  const qn_status status =
      qn_record_read((qn_span){copy, size}, 0, &arena, &record, &diag);
  CHECK(qn_failed(status) == (diag.message[0] != 0));
  CHECK_INT(status.code, diag.code);
  qn_arena_finish(&arena);
  free(copy);
}

static void test_mutants(void) {
  const qn_kernel kernel = make_kernel();
  const qn_record record = {.kernels = &kernel, .kernel_count = 1};
  qn_buffer b = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_record_write(&record, &b, &diag), &diag);
  for (size_t cut = 0; cut < b.size; ++cut) {
    qn_arena arena = {0};
    qn_record back;
    CHECK(qn_failed(
        qn_record_read((qn_span){b.data, cut}, 0, &arena, &back, NULL)));
    qn_arena_finish(&arena);
    read_mutant(b.data, cut);
  }
  for (size_t i = 0; i < b.size; ++i) {
    const uint8_t old = b.data[i];
    for (unsigned v = 0; v < 256; v += 5) {
      b.data[i] = (uint8_t)v;
      read_mutant(b.data, b.size);
    }
    b.data[i] = old;
  }
  qn_buffer_finish(&b);
}

int main(void) {
  test_golden();
  CHECK(round_trip());
  (void)test_fail_allocations(round_trip);
  test_mutants();
  return 0;
}
