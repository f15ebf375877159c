// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/spirv/parts.h"

#include "support/test.h"

#define OP(words, opcode) ((words) << 16 | (opcode))

// Kernels a, b and c; b uses a variable, a calls a function and reads a
// constant.
static const uint32_t module[] = {
    0x07230203, 0x10200,   0,   30,  0, //
    OP(2, 17),  6,                      // OpCapability Kernel
    OP(4, 15),  6,         10,  'a',    // OpEntryPoint
    OP(4, 15),  6,         11,  'b',    //
    OP(4, 15),  6,         12,  'c',    //
    OP(3, 16),  10,        31,          // OpExecutionMode ContractionOff
    OP(3, 16),  11,        31,          //
    OP(3, 5),   20,        'x',         // OpName
    OP(3, 5),   21,        'y',         //
    OP(2, 330), 'z',                    // OpModuleProcessed
    OP(3, 71),  7,         22,          // OpDecorate Constant
    OP(2, 19),  1,                      // OpTypeVoid
    OP(3, 33),  2,         1,           // OpTypeFunction
    OP(4, 21),  3,         32,  0,      // OpTypeInt
    OP(4, 32),  4,         5,   3,      // OpTypePointer CrossWorkgroup
    OP(4, 43),  3,         5,   6,      // OpConstant, its value as an id
    OP(5, 59),  4,         6,   5,   5, // OpVariable
    OP(5, 59),  4,         7,   5,   5, // the constant
    OP(5, 54),  1,         10,  0,   2, OP(2, 248), 20, // a
    OP(4, 57),  1,         22,  13,                     // OpFunctionCall
    OP(4, 61),  3,         23,  7,                      // OpLoad
    OP(1, 253), OP(1, 56),                              //
    OP(5, 54),  1,         11,  0,   2, OP(2, 248), 21, // b
    OP(4, 61),  3,         24,  6,                      //
    OP(1, 253), OP(1, 56),                              //
    OP(5, 54),  1,         12,  0,   2, OP(2, 248), 25, // c
    OP(1, 253), OP(1, 56),                              //
    OP(5, 54),  1,         13,  0,   2, OP(2, 248), 26, // what a calls
    OP(1, 253), OP(1, 56),
};

static qn_span span_of(const void *bytes, size_t size) {
  return (qn_span){bytes, size};
}

// Whether a part has an instruction of so many words that begins with these.
static bool has(const qn_buffer *part, uint32_t first, uint32_t second,
                uint32_t third) {
  const uint32_t *words = (const uint32_t *)(const void *)part->data;
  for (size_t i = 5; i < part->size / 4; i += words[i] >> 16)
    if (words[i] == first && words[i + 1] == second && words[i + 2] == third)
      return true;
  return false;
}

static bool has_function(const qn_buffer *part, uint32_t id) {
  return has(part, OP(5, 54), 1, id);
}

static qn_buffer write_part(qn_spirv_parts *parts, size_t number) {
  qn_buffer out = {0};
  CHECK(qn_spirv_part_write(parts, number, &out));
  CHECK(out.size >= 20 && memcmp(out.data, module, 20) == 0);
  return out;
}

static void test_parts(void) {
  qn_spirv_parts *p =
      qn_spirv_parts_find_in(span_of(module, sizeof(module)), 0);
  CHECK(p);
  CHECK_INT(qn_spirv_parts_count(p), 3);
  CHECK_INT(qn_spirv_part_of(p, "a"), 1);
  CHECK_INT(qn_spirv_part_of(p, "b"), 0); // with what shares its variable
  CHECK_INT(qn_spirv_part_of(p, "c"), 2);
  CHECK_INT(qn_spirv_part_of(p, "d"), 0);
  qn_buffer a = write_part(p, 1);
  CHECK(has(&a, OP(4, 15), 6, 10) && has(&a, OP(3, 16), 10, 31));
  CHECK(!has(&a, OP(4, 15), 6, 11) && !has(&a, OP(3, 16), 11, 31));
  CHECK(has_function(&a, 10) && has_function(&a, 13));
  CHECK(!has_function(&a, 11) && !has_function(&a, 12));
  CHECK(has(&a, OP(3, 5), 20, 'x') && !has(&a, OP(3, 5), 21, 'y'));
  CHECK(has(&a, OP(5, 59), 4, 6) && has(&a, OP(3, 71), 7, 22));
  qn_buffer rest = write_part(p, 0);
  CHECK(has(&rest, OP(4, 15), 6, 11) && !has(&rest, OP(4, 15), 6, 10));
  CHECK(has_function(&rest, 11) && !has_function(&rest, 13));
  CHECK(has(&rest, OP(3, 5), 21, 'y') && !has(&rest, OP(3, 5), 20, 'x'));
  qn_buffer c = write_part(p, 2);
  CHECK(has_function(&c, 12) && !has_function(&c, 10));
  qn_buffer_finish(&a);
  qn_buffer_finish(&rest);
  qn_buffer_finish(&c);
  qn_spirv_parts_free(p);
}

static size_t find_word(const uint32_t *words, size_t count, uint32_t word) {
  for (size_t i = 0; i < count; ++i)
    if (words[i] == word)
      return i;
  CHECK(false);
  return 0;
}

// What is small, is one kernel, or names what parts may lack is built as one.
static void test_whole(void) {
  enum { COUNT = sizeof(module) / sizeof(module[0]) };
  uint32_t changed[COUNT];
  CHECK(!qn_spirv_parts_find(span_of(module, sizeof(module))));
  CHECK(!qn_spirv_parts_find_in(span_of("\x7f"
                                        "ELF",
                                        4),
                                0));
  memcpy(changed, module, sizeof(module)); // a constant that is none
  changed[find_word(changed, COUNT, OP(3, 71)) + 2] = 44;
  qn_spirv_parts *p =
      qn_spirv_parts_find_in(span_of(changed, sizeof(changed)), 0);
  CHECK_INT(qn_spirv_part_of(p, "a"), 0);
  CHECK_INT(qn_spirv_part_of(p, "c"), 1);
  qn_spirv_parts_free(p);
  memcpy(changed, module, sizeof(module)); // a group of decorations
  changed[find_word(changed, COUNT, OP(2, 330))] = OP(2, 73);
  CHECK(!qn_spirv_parts_find_in(span_of(changed, sizeof(changed)), 0));
}

static void use(qn_span image) {
  qn_spirv_parts *p = qn_spirv_parts_find_in(image, 0);
  for (size_t i = 0; p && i < qn_spirv_parts_count(p); ++i) {
    qn_buffer out = {0};
    (void)qn_spirv_part_of(p, "a");
    (void)qn_spirv_part_write(p, i, &out);
    qn_buffer_finish(&out);
  }
  qn_spirv_parts_free(p);
}

static void test_malformed(void) {
  uint8_t changed[sizeof(module)];
  for (size_t size = 0; size < sizeof(module); ++size) {
    memcpy(changed, module, size);
    use(span_of(changed, size));
  }
  for (size_t at = 0; at < sizeof(module); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      memcpy(changed, module, sizeof(module));
      changed[at] ^= (uint8_t)(1 << bit);
      use(span_of(changed, sizeof(changed)));
    }
}

static void test_no_memory(void) {
  for (size_t n = 1; n < 40; ++n) {
    qn_alloc_fail_at(n);
    use(span_of(module, sizeof(module)));
    qn_alloc_fail_at(0);
  }
}

int main(void) {
  test_parts();
  test_whole();
  test_malformed();
  test_no_memory();
  return 0;
}
