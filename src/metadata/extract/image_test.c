// SPDX-License-Identifier: Apache-2.0
// Images built in memory, read back: AMD code objects, cubins, PTX, SPIR-V,
// CPU objects, each with and without our record.
#include "formats/encoding/msgpack.h"
#include "metadata/extract/extract.h"
#include "metadata/record/record.h"
#include "metadata/record/spirv.h"
#include "support/elf_builder.h"
#include "support/property.h"
#include "support/saxpy.h"

static qn_arena arena;

static qn_image read_good(qn_span file) {
  qn_diag diag = {0};
  qn_image image;
  const qn_item item = {.format = qn_format_detect(file), .bytes = file};
  CHECK(item.format);
  CHECK_OK(qn_image_read(&item, NULL, &arena, &image, &diag), &diag);
  return image;
}

static qn_status on_item(void *user, const qn_item *item, qn_diag *diag) {
  (void)user;
  qn_arena own = {0};
  qn_image image;
  const qn_status status = qn_image_read(item, NULL, &own, &image, diag);
  qn_arena_finish(&own);
  return status;
}

static qn_status read_any(qn_span file, qn_diag *diag) {
  return qn_format_walk(file, NULL, on_item, NULL, diag);
}

// ---- The record that all images may carry

static void put_record(qn_buffer *camd, uint64_t second_offset) {
  static qn_argument arguments[2];
  memcpy(arguments, saxpy_arguments, sizeof(arguments));
  arguments[1].offset = second_offset;
  const qn_entry entry = {.symbol = QN_STR("saxpy__w8"), .width = 8};
  const qn_kernel kernel = {
      .name = QN_STR("saxpy"),
      .demangled = QN_STR("saxpy(int, float*)"),
      .arguments_known = true,
      .arguments = arguments,
      .argument_count = 2,
      .arguments_size = qn_known(16),
      .resources = {.shared_static = {true, 64}},
      .entries = &entry,
      .entry_count = 1,
  };
  const qn_global global = {QN_STR("table"), 1024, 16, true};
  const qn_record record = {.target = QN_STR("x86-64-v3"),
                            .producer = QN_STR("test"),
                            .kernels = &kernel,
                            .kernel_count = 1,
                            .globals = &global,
                            .global_count = 1};
  qn_diag diag = {0};
  CHECK_OK(qn_record_write(&record, camd, &diag), &diag);
}

static void check_merged(const qn_image *image) {
  CHECK_INT(image->kernel_count, 1);
  const qn_kernel *k = &image->kernels[0];
  CHECK_INT(image->warning_count, 0);
  CHECK_INT(k->source, QN_SOURCE_NOTE);
  CHECK_INT(k->argument_count, 2);
  CHECK_STR(k->arguments[1].name, "x");
  CHECK_STR(k->arguments[1].type, "float *");
  CHECK_STR(k->demangled, "saxpy(int, float*)");
  CHECK_INT(image->global_count, 1);
}

// ---- AMD

static void put_pair(qn_buffer *b, const char *key, uint64_t value) {
  qn_msgpack_put_str(b, qn_str_from(key));
  qn_msgpack_put_uint(b, value);
}

static void put_text(qn_buffer *b, const char *key, const char *value) {
  qn_msgpack_put_str(b, qn_str_from(key));
  qn_msgpack_put_str(b, qn_str_from(value));
}

static void put_metadata_argument(qn_buffer *b, uint64_t offset, uint64_t size,
                                  const char *kind) {
  qn_msgpack_put_map(b, 3);
  put_pair(b, ".offset", offset);
  put_pair(b, ".size", size);
  put_text(b, ".value_kind", kind);
}

static void put_metadata(qn_buffer *note) {
  qn_buffer b = {0};
  qn_msgpack_put_map(&b, 2);
  put_text(&b, "amdhsa.target", "amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack+");
  qn_msgpack_put_str(&b, QN_STR("amdhsa.kernels"));
  qn_msgpack_put_array(&b, 1);
  qn_msgpack_put_map(&b, 9);
  put_text(&b, ".name", "saxpy");
  put_text(&b, ".symbol", "saxpy.kd");
  qn_msgpack_put_str(&b, QN_STR(".args"));
  qn_msgpack_put_array(&b, 3);
  put_metadata_argument(&b, 0, 4, "by_value");
  put_metadata_argument(&b, 8, 8, "global_buffer");
  put_metadata_argument(&b, 16, 4, "hidden_block_count_x");
  put_pair(&b, ".kernarg_segment_size", 272);
  put_pair(&b, ".group_segment_fixed_size", 64);
  put_pair(&b, ".private_segment_fixed_size", 0);
  put_pair(&b, ".vgpr_count", 5);
  put_pair(&b, ".wavefront_size", 64);
  qn_msgpack_put_str(&b, QN_STR(".reqd_workgroup_size"));
  qn_msgpack_put_array(&b, 3);
  for (uint64_t i = 1; i <= 3; ++i)
    qn_msgpack_put_uint(&b, i);
  qn_buffer_u32(note, 7);
  qn_buffer_u32(note, (uint32_t)b.size);
  qn_buffer_u32(note, 32);
  qn_buffer_append(note, "AMDGPU\0", 8);
  qn_buffer_append(note, b.data, b.size);
  qn_buffer_align(note, 4);
  qn_buffer_finish(&b);
}

static void put_amdgpu(qn_buffer *file, const qn_buffer *camd, bool reversed,
                       bool no_sections) {
  qn_buffer metadata = {0}, ours = {0}, symbols = {0}, descriptor = {0};
  elf_plan plan = {.os_abi = 64,
                   .abi_version = 3,
                   .type = QN_ELF_REL,
                   .machine = QN_ELF_MACHINE_AMDGPU,
                   .flags = 0xb3f,
                   .reversed = reversed,
                   .no_sections = no_sections,
                   .note_segments = true};
  put_metadata(&metadata);
  if (camd)
    CHECK(!qn_failed(qn_note_write(qn_buffer_span(camd), false, &ours, NULL)));
  qn_buffer_u32(&descriptor, 64);
  qn_buffer_u32(&descriptor, 0);
  qn_buffer_u32(&descriptor, 272);
  qn_buffer_zero(&descriptor, 52);
  elf_put_symbol(&symbols, &plan, 0, 0, 0, 0, 0, 0);
  elf_put_symbol(&symbols, &plan, 1, QN_ELF_SYMBOL_OBJECT, 0, 3, 0, 64);
  const elf_part parts[] = {
      {.name = ".note",
       .type = QN_ELF_NOTE,
       .bytes = qn_buffer_span(&metadata)},
      {.name = QN_NOTE_SECTION,
       .type = QN_ELF_NOTE,
       .bytes = qn_buffer_span(&ours)},
      {.name = ".rodata", .type = 1, .bytes = qn_buffer_span(&descriptor)},
      {.name = ".symtab",
       .type = QN_ELF_SYMTAB,
       .link = 5,
       .entry_size = 24,
       .bytes = qn_buffer_span(&symbols)},
      {.name = ".strtab",
       .type = QN_ELF_STRTAB,
       .bytes = {(const uint8_t *)"\0saxpy.kd", 10}},
  };
  plan.parts = parts;
  plan.count = 5;
  elf_build(&plan, file);
  qn_buffer_finish(&metadata);
  qn_buffer_finish(&ours);
  qn_buffer_finish(&symbols);
  qn_buffer_finish(&descriptor);
}

static void check_amdgpu(const qn_image *image) {
  CHECK_STR(image->target, "gfx90a:sramecc-:xnack+");
  CHECK_STR(image->version, "5");
  CHECK_INT(image->warning_count, 0);
  CHECK_INT(image->kernel_count, 1);
  const qn_kernel *k = &image->kernels[0];
  CHECK_STR(k->symbol, "saxpy.kd");
  CHECK_INT(k->argument_count, 2);
  CHECK_INT(k->hidden_count, 1);
  CHECK_STR(k->hidden[0].hidden, "hidden_block_count_x");
  CHECK_INT(k->arguments[1].kind, QN_ARGUMENT_POINTER);
  CHECK_INT(k->arguments_size.value, 272);
  CHECK_INT(k->resources.vgpr.value, 5);
  CHECK(!k->resources.agpr.known && k->resources.scratch.known);
  CHECK_INT(k->resources.required_threads[2], 3);
}

static void test_amdgpu(void) {
  qn_buffer camd = {0};
  put_record(&camd, 8);
  for (int i = 0; i < 3; ++i) {
    qn_buffer file = {0};
    put_amdgpu(&file, NULL, i == 1, i == 2);
    const qn_image image = read_good(qn_buffer_span(&file));
    check_amdgpu(&image);
    CHECK_INT(image.kernels[0].source, QN_SOURCE_AMDGPU);
    if (i == 0)
      property_all(read_any, qn_buffer_span(&file), false);
    qn_buffer_finish(&file);
  }
  qn_buffer file = {0};
  put_amdgpu(&file, &camd, false, false);
  qn_image image = read_good(qn_buffer_span(&file));
  check_amdgpu(&image);
  check_merged(&image);
  property_memory(read_any, qn_buffer_span(&file));
  // A record with a different layout is reported and ignored.
  qn_buffer_finish(&file);
  qn_buffer_clear(&camd);
  put_record(&camd, 4);
  put_amdgpu(&file, &camd, false, false);
  image = read_good(qn_buffer_span(&file));
  CHECK_INT(image.warning_count, 1);
  CHECK_STR(image.warnings[0], "argument 1 of kernel 'saxpy' is 8 bytes at 8, "
                               "its record says 8 bytes at 4");
  CHECK_INT(image.kernels[0].source, QN_SOURCE_AMDGPU);
  qn_buffer_finish(&file);
  qn_buffer_finish(&camd);
}

// ---- Cubins

static void put_attribute(qn_buffer *b, uint8_t code, const uint32_t *words,
                          size_t count) {
  qn_buffer_u8(b, 4);
  qn_buffer_u8(b, code);
  qn_buffer_u16(b, (uint16_t)(4 * count));
  for (size_t i = 0; i < count; ++i)
    qn_buffer_u32(b, words[i]);
}

static void put_cubin(qn_buffer *file, const qn_buffer *camd, bool old) {
  qn_buffer global = {0}, kernel = {0}, symbols = {0};
  elf_plan plan = {.os_abi = old ? 0x33 : 0x41,
                   .abi_version = old ? 7 : 8,
                   .type = QN_ELF_EXEC,
                   .machine = QN_ELF_MACHINE_CUDA,
                   .flags = old ? 0x500550 : 0x6005a02};
  put_attribute(&global, 0x2f, (const uint32_t[]){1, 22}, 2);
  put_attribute(&global, 0x11, (const uint32_t[]){1, 16}, 2);
  // The last ordinal comes first.
  put_attribute(&kernel, 0x17, (const uint32_t[]){0, 8u << 16 | 1, 8u << 18},
                3);
  put_attribute(&kernel, 0x17, (const uint32_t[]){0, 0, 4u << 18}, 3);
  put_attribute(&kernel, 0x05, (const uint32_t[]){128, 2, 1}, 3);
  qn_buffer_append(&kernel, "\3\x19\x10\0\2\x4c\1\0\1\xee\0\0", 12);
  elf_put_symbol(&symbols, &plan, 0, 0, 0, 0, 0, 0);
  elf_put_symbol(&symbols, &plan, 1, QN_ELF_SYMBOL_FUNC, 0x10, 1, 0, 8);
  elf_part parts[] = {
      {.name = ".text.saxpy",
       .type = 1,
       .bytes = {(const uint8_t *)"codecode", 8}},
      {.name = ".nv.info",
       .type = 0x70000000,
       .bytes = qn_buffer_span(&global)},
      {.name = ".nv.info.saxpy",
       .type = 0x70000000,
       .bytes = qn_buffer_span(&kernel)},
      {.name = ".nv.shared.saxpy",
       .type = QN_ELF_NOBITS,
       .nobits_size = old ? 64 : 64 + 1024},
      {.name = ".nv.shared.reserved.0",
       .type = QN_ELF_NOBITS,
       .nobits_size = 1024},
      {.name = ".symtab", .type = QN_ELF_SYMTAB, .link = 7, .entry_size = 24},
      {.name = ".strtab",
       .type = QN_ELF_STRTAB,
       .bytes = {(const uint8_t *)"\0saxpy\0__quern_md_0", 20}},
      {.name = ".nv.global.init", .type = 1},
  };
  if (camd)
    parts[7].bytes = qn_buffer_span(camd);
  plan.parts = parts;
  plan.count = 8;
  if (camd) { // its address is its file offset, known from the first build
    elf_build(&plan, file);
    qn_elf elf;
    qn_elf_section section;
    CHECK(!qn_failed(qn_elf_open(qn_buffer_span(file), 0, &elf, NULL)));
    CHECK(qn_elf_find_section(&elf, QN_STR(".nv.global.init"), &section));
    // The symbol table, which precedes it, grows by one entry.
    elf_put_symbol(&symbols, &plan, 7, QN_ELF_SYMBOL_OBJECT, 0, 8,
                   section.offset + 72, camd->size);
    qn_buffer_clear(file);
  }
  parts[5].bytes = qn_buffer_span(&symbols);
  elf_build(&plan, file);
  qn_buffer_finish(&global);
  qn_buffer_finish(&kernel);
  qn_buffer_finish(&symbols);
}

static void test_cubin(void) {
  qn_buffer camd = {0};
  put_record(&camd, 8);
  for (int i = 0; i < 4; ++i) {
    qn_buffer file = {0};
    put_cubin(&file, i & 2 ? &camd : NULL, i & 1);
    const qn_image image = read_good(qn_buffer_span(&file));
    CHECK(
        qn_str_equal(image.target, i & 1 ? QN_STR("sm_80") : QN_STR("sm_90")));
    CHECK(qn_str_equal(image.version, i & 1 ? QN_STR("7") : QN_STR("8")));
    CHECK_INT(image.kernel_count, 1);
    const qn_kernel *k = &image.kernels[0];
    CHECK_INT(k->argument_count, 2);
    CHECK_INT(k->arguments[0].size, 4);
    CHECK_INT(k->arguments[1].offset, 8);
    CHECK_INT(k->arguments_size.value, 16);
    CHECK_INT(k->resources.registers.value, 22);
    CHECK_INT(k->resources.scratch.value, 16);
    CHECK_INT(k->resources.shared_static.value, 64);
    CHECK_INT(k->resources.max_threads.value, 256);
    CHECK_INT(k->resources.barriers.value, 1);
    if (i & 2)
      check_merged(&image);
    else
      property_all(read_any, qn_buffer_span(&file), false);
    qn_buffer_finish(&file);
  }
  qn_buffer_finish(&camd);
}

// ---- PTX

static const char ptx[] =
    "\n// .entry no(\n.version 8.0\n.target sm_80, debug\n.address_size 64\n"
    ".func helper(.param .b32 x) { ret; }\n"
    "/* .entry nor ( */ .visible .entry saxpy(\n"
    "  .param .u32 saxpy_param_0,\n"
    "  .param .u64 .ptr .global .align 4 saxpy_param_1\n)\n"
    ".maxntid 16, 16\n.minnctapersm 1\n{ .reg .b32 %r1; { ret; } }\n"
    ".entry none() .reqntid 32 { }\n"
    ".entry big(.param .align 8 .b8 s[24], .param .samplerref q) { ret; }\n";

static void test_ptx(void) {
  const qn_span text = {(const uint8_t *)ptx, sizeof(ptx) - 1};
  qn_image image = read_good(text);
  CHECK_STR(image.target, "ptx80");
  CHECK_STR(image.version, "8.0");
  CHECK_INT(image.kernel_count, 3);
  const qn_kernel *k = image.kernels;
  CHECK_STR(k[0].name, "saxpy");
  CHECK_INT(k[0].arguments[1].offset, 8);
  CHECK_INT(k[0].arguments[1].kind, QN_ARGUMENT_POINTER);
  CHECK_INT(k[0].arguments[1].space, QN_SPACE_GLOBAL);
  CHECK_INT(k[0].resources.max_threads.value, 256);
  CHECK_INT(k[1].argument_count, 0);
  CHECK_INT(k[1].resources.required_threads[0], 32);
  CHECK_INT(k[2].arguments[0].size, 24);
  CHECK_INT(k[2].arguments[1].kind, QN_ARGUMENT_SAMPLER);
  CHECK_INT(k[2].arguments_size.value, 32);
  property_all(read_any, text, false);

  qn_buffer camd = {0}, b = {0};
  put_record(&camd, 8);
  char symbol[QN_RECORD_SYMBOL_SIZE];
  qn_record_symbol(qn_buffer_span(&camd), symbol);
  qn_buffer_printf(&b,
                   ".version 8.0\n.target sm_90a\n.address_size 64\n"
                   ".global .align 8 .b8 %s[%zu] = {",
                   symbol, camd.size);
  for (size_t i = 0; i < camd.size; ++i)
    qn_buffer_printf(&b, "%s%u", i ? ", " : "", camd.data[i]);
  qn_buffer_printf(&b, "};\n.entry saxpy(.param .u32 a, .param .u64 b) {}\n");
  image = read_good(qn_buffer_span(&b));
  CHECK_STR(image.target, "ptx90a");
  check_merged(&image);
  qn_buffer_finish(&camd);
  qn_buffer_finish(&b);
}

// ---- SPIR-V

static void put_op(qn_buffer *b, uint16_t opcode, const uint32_t *words,
                   size_t count) {
  qn_buffer_u32(b, (uint32_t)(count + 1) << 16 | opcode);
  for (size_t i = 0; i < count; ++i)
    qn_buffer_u32(b, words[i]);
}
#define OP(opcode, ...)                                                        \
  put_op(&b, opcode, (const uint32_t[]){__VA_ARGS__},                          \
         sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

static qn_buffer make_spirv(uint32_t version) {
  qn_buffer b = {0};
  const uint32_t header[] = {0x07230203, version, 0, 20, 0};
  for (size_t i = 0; i < 5; ++i)
    qn_buffer_u32(&b, header[i]);
  const uint32_t saxpy0 = 0x70786173, saxpy1 = 0x79; // "saxpy"
  OP(17, 6);                                         // capability Kernel
  OP(14, 2, 2);                                      // Physical64 OpenCL
  OP(15, 6, 1, saxpy0, saxpy1);                      // entry point Kernel %1
  OP(16, 1, 17, 64, 1, 1);                           // LocalSize
  OP(5, 10, 0x6e);                                   // name %10 "n"
  OP(71, 12, 38, 2);                                 // %12 by value
  OP(19, 2);                                         // void
  OP(21, 3, 32, 0);                                  // int
  OP(22, 4, 32);                                     // float
  OP(32, 5, 5, 4);       // float * of CrossWorkgroup
  OP(30, 6, 4, 3, 5);    // struct {float, int, pointer}
  OP(32, 7, 7, 6);       // struct * of Function
  OP(33, 8, 2, 3, 5, 7); // function type
  OP(54, 2, 1, 0, 8);    // function %1
  OP(55, 3, 10);
  OP(55, 5, 11);
  OP(55, 7, 12);
  OP(248, 13);
  OP(253, 0); // return, with one operand too many, which is ignored
  OP(56, 0);
  return b;
}

static void test_spirv(void) {
  const uint32_t versions[] = {0x10000, 0x10400};
  for (size_t i = 0; i < 2; ++i) {
    qn_buffer b = make_spirv(versions[i]);
    qn_image image = read_good(qn_buffer_span(&b));
    CHECK(qn_str_equal(image.target,
                       i ? QN_STR("spirv64") : QN_STR("spirv64v1.0")));
    CHECK(qn_str_equal(image.version, i ? QN_STR("1.4") : QN_STR("1.0")));
    const qn_kernel *k = image.kernels;
    CHECK_INT(image.kernel_count, 1);
    CHECK_STR(k->name, "saxpy");
    CHECK_INT(k->argument_count, 3);
    CHECK_STR(k->arguments[0].name, "n");
    CHECK_INT(k->arguments[1].offset, 8);
    CHECK_INT(k->arguments[1].space, QN_SPACE_GLOBAL);
    CHECK_INT(k->arguments[2].kind, QN_ARGUMENT_VALUE);
    CHECK_INT(k->arguments[2].size, 16);
    CHECK_INT(k->arguments_size.value, 32);
    CHECK_INT(k->resources.required_threads[0], 64);
    property_all(read_any, qn_buffer_span(&b), false);

    qn_buffer camd = {0}, with = {0}, again = {0};
    put_record(&camd, 8);
    qn_diag diag = {0};
    CHECK_OK(qn_spirv_add_record(qn_buffer_span(&b), qn_buffer_span(&camd),
                                 &with, &diag),
             &diag);
    CHECK_OK(qn_spirv_add_record(qn_buffer_span(&with), qn_buffer_span(&camd),
                                 &again, &diag),
             &diag);
    CHECK(i == 0 || with.size == again.size); // 1.0 takes a new id each time
    qn_span back;
    CHECK_OK(qn_spirv_find_record(qn_buffer_span(&with), &arena, &back, &diag),
             &diag);
    CHECK(back.size == camd.size &&
          memcmp(back.data, camd.data, camd.size) == 0);
    image = read_good(qn_buffer_span(&with));
    CHECK_INT(image.warning_count, 1); // two arguments, not three
    property_mutants(read_any, qn_buffer_span(&with));
    qn_buffer_finish(&b);
    qn_buffer_finish(&camd);
    qn_buffer_finish(&with);
    qn_buffer_finish(&again);
  }
}

// ---- CPU objects

static void test_cpu(void) {
  qn_buffer camd = {0};
  put_record(&camd, 8);
  for (int i = 0; i < 4; ++i) {
    qn_buffer note = {0}, file = {0};
    CHECK(!qn_failed(qn_note_write(qn_buffer_span(&camd), i & 1, &note, NULL)));
    const elf_part part = {.name = QN_NOTE_SECTION,
                           .type = QN_ELF_NOTE,
                           .bytes = qn_buffer_span(&note)};
    const elf_plan plan = {.is_32 = i & 2,
                           .big_endian = i & 1,
                           .type = QN_ELF_DYN,
                           .machine =
                               i ? QN_ELF_MACHINE_RISCV : QN_ELF_MACHINE_X86_64,
                           .parts = &part,
                           .count = 1};
    elf_build(&plan, &file);
    const qn_image image = read_good(qn_buffer_span(&file));
    // The record's target may be more specific than the header's, not
    // different.
    const qn_str targets[] = {QN_STR("x86-64-v3"), QN_STR("riscv64"),
                              QN_STR("riscv32"), QN_STR("riscv32")};
    CHECK(qn_str_equal(image.target, targets[i]));
    check_merged(&image);
    CHECK_INT(image.kernels[0].entry_count, 1);
    CHECK_STR(image.kernels[0].entries[0].symbol, "saxpy__w8");
    CHECK_INT(image.kernels[0].entries[0].width, 8);
    CHECK(qn_image_find_kernel(&image, QN_STR("saxpy")));
    if (i == 0)
      property_all(read_any, qn_buffer_span(&file), false);
    qn_buffer_finish(&note);
    qn_buffer_finish(&file);
  }
  qn_buffer_finish(&camd);
}

int main(void) {
  test_amdgpu();
  test_cubin();
  test_ptx();
  test_spirv();
  test_cpu();
  qn_arena_finish(&arena);
  return 0;
}
