// SPDX-License-Identifier: Apache-2.0
#include "runtime/contract/arguments.h"

#include "support/test.h"

enum { COUNT = 4 };

// k(char, long, float *, int) of a device of 32 bits.
static qn_argument narrow[COUNT] = {
    {.size = 1, .alignment = 1, .offset = 0},
    {.size = 4, .alignment = 4, .offset = 4, .type = {"const long", 10}},
    {.kind = QN_ARGUMENT_POINTER, .size = 4, .alignment = 4, .offset = 8},
    {.size = 4, .alignment = 4, .offset = 12, .type = {"int", 3}},
};
static const qn_kernel kernel = {
    .name = {"k", 1}, .arguments = narrow, .argument_count = COUNT};

static void test_narrow(void) {
  char c = 3;
  long number = -2;
  uint64_t address = UINT32_MAX;
  int last = -1;
  void *values[COUNT] = {&c, &number, &address, &last};
  uint8_t block[16] = {0};
  const uint8_t wanted[16] = {3,    0,    0,    0,    0xfe, 0xff, 0xff, 0xff,
                              0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  CHECK(qn_kernel_is_narrow(&kernel));
  CHECK_INT(qn_kernel_narrow(&kernel, values, block), QN_R_OK);
  CHECK(memcmp(block, wanted, sizeof(block)) == 0);
  CHECK(qn_argument_widen(&narrow[1], block + 4) == (uint64_t)-2);
  CHECK(qn_argument_widen(&narrow[2], block + 8) == UINT32_MAX);
  address = UINT64_C(1) << 32;
  CHECK_INT(qn_kernel_narrow(&kernel, values, block), QN_R_INVALID_VALUE);
  CHECK(strstr(qn_reason(), "argument 2 of 'k' is 0x100000000"));
  address = 0;
  number = -(1l << 31) - 1;
  CHECK_INT(qn_kernel_narrow(&kernel, values, block), QN_R_INVALID_VALUE);
}

static void test_host_block(void) {
  struct {
    char c;
    long number;
    float *address;
    int last;
  } of_host = {0};
  void *values[COUNT];
  CHECK_INT(qn_kernel_host_block(&kernel, &of_host, values), 28);
  CHECK(values[0] == &of_host.c && values[1] == &of_host.number);
  CHECK(values[2] == &of_host.address && values[3] == &of_host.last);
  size_t offset = 0;
  size_t size = 0;
  qn_kernel_host_place(&kernel, 2, &offset, &size);
  CHECK(offset == 16 && size == 8);
  qn_kernel_host_place(&kernel, 0, &offset, NULL);
  CHECK(offset == 0);
  // Where nothing is narrower the record's places count.
  qn_argument as_said[] = {{.size = 4, .offset = 4}, {.size = 8, .offset = 24}};
  const qn_kernel wide = {.arguments = as_said, .argument_count = 2};
  CHECK(!qn_kernel_is_narrow(&wide));
  CHECK_INT(qn_kernel_host_block(&wide, NULL, NULL), 32);
}

int main(void) {
  test_narrow();
  test_host_block();
  return 0;
}
