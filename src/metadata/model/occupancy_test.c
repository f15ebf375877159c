// SPDX-License-Identifier: Apache-2.0
#include "metadata/model/occupancy.h"

#include "support/test.h"

static uint32_t nvidia(const char *target, uint64_t registers) {
  const qn_kernel k = {.resources.registers = qn_known(registers)};
  return qn_group_by_registers(qn_str_from(target), &k);
}

static uint32_t amd(const char *target, uint64_t wave, uint64_t vgpr) {
  const qn_kernel k = {
      .resources = {.wave_size = qn_known(wave), .vgpr = qn_known(vgpr)}};
  return qn_group_by_registers(qn_str_from(target), &k);
}

// Registers are given to warps by 256, and warps by 4.
static void test_nvidia(void) {
  CHECK_INT(nvidia("sm_90", 64), 1024);
  CHECK_INT(nvidia("sm_90a", 65), 896); // 72 each
  CHECK_INT(nvidia("sm_90", 255), 256);
  CHECK_INT(nvidia("sm_1", 64), 0);
}

static void test_amd(void) {
  CHECK_INT(amd("gfx90a:xnack+", 64, 128), 1024);
  CHECK_INT(amd("gfx90a", 64, 256), 512);
  CHECK_INT(amd("gfx1100", 32, 256), 640); // 264 each
  CHECK_INT(amd("gfx1", 64, 128), 0);
}

int main(void) {
  test_nvidia();
  test_amd();
  return 0;
}
