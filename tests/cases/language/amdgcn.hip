// SPDX-License-Identifier: Apache-2.0
// clang's built-in functions for AMD GPUs, on every target.
#include <hip/hip_runtime.h>

#include "program.h"

enum { LANES = 32, FACTS = 20 };

__global__ void k(unsigned *out) {
  const int lane = (int)__lane_id(), i = lane * 3 + 1;
  unsigned *f = out + lane * FACTS;
  __builtin_amdgcn_s_sleep(10);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_wave_barrier();
  f[0] = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
  f[1] = __builtin_amdgcn_ds_bpermute((lane ^ 5) * 4, i);
  f[2] = __builtin_amdgcn_ds_permute((31 - lane) * 4, i);
  f[3] = __builtin_amdgcn_ds_swizzle(i, 0x041f);          // xor 1
  f[4] = __builtin_amdgcn_ds_swizzle(i, 0x8000 | 0x1b);   // 3 2 1 0
  f[5] = __builtin_amdgcn_readfirstlane(i);
  f[6] = __builtin_amdgcn_readlane(i, 17);
  f[7] = (unsigned)__builtin_amdgcn_ballot_w64(lane % 3 == 0);
  f[8] = __builtin_amdgcn_update_dpp(7, i, 0x111, 0xf, 0xf, false); // row_shr:1
  f[9] = __builtin_amdgcn_update_dpp(7, i, 0x111, 0xf, 0xf, true);
  f[10] = __builtin_amdgcn_mov_dpp(i, 0x140, 0xf, 0xf, true);  // row_mirror
  f[11] = __builtin_amdgcn_update_dpp(7, i, 0x142, 0xa, 0xf, false);
  f[12] = __builtin_amdgcn_alignbit(0x12345678, 0x9abcdef0, 8);
  f[13] = __builtin_amdgcn_perm(0x03020100, 0x07060504, 0x0c0d0604);
  f[14] = __builtin_amdgcn_sad_u8(0x01020304, 0x04030201, 100);
  f[15] = (unsigned)__builtin_amdgcn_fmed3f(3, 1, 2);
  f[16] = (unsigned)__builtin_amdgcn_ubfe(0xabcd, 4, 8);
  f[17] = __hip_ds_swizzle(i, 0x041f) + __hip_ds_bpermute(0, i);
  f[18] = (unsigned)__builtin_amdgcn_sqrtf(49.0f) +
          (unsigned)__builtin_amdgcn_workgroup_size_x();
#ifdef __AMDGCN__ // not every chip has it
  f[19] = 1;
#else
  f[19] = __builtin_amdgcn_s_memtime() > 0;
#endif
}

int main() {
  unsigned *d, h[LANES][FACTS];
  OK(hipMalloc(&d, sizeof(h)));
  k<<<1, LANES>>>(d);
  OK(hipMemcpy(h, d, sizeof(h), hipMemcpyDeviceToHost));
  for (int lane = 0; lane < LANES; ++lane) {
    const unsigned *f = h[lane], own = lane * 3 + 1;
    const bool row_start = lane % 16 == 0;
    CHECK(f[0] == (unsigned)lane);
    CHECK(f[1] == (lane ^ 5) * 3 + 1u);
    CHECK(f[2] == (31 - lane) * 3 + 1u);
    CHECK(f[3] == (lane ^ 1) * 3 + 1u);
    CHECK(f[4] == (lane ^ 3) * 3 + 1u);
    CHECK(f[5] == 1 && f[6] == 52 && f[7] == 0x49249249);
    CHECK(f[8] == (row_start ? 7 : own - 3));
    CHECK(f[9] == (row_start ? 0 : own - 3));
    CHECK(f[10] == (lane ^ 15) * 3 + 1u);
    CHECK(f[11] == (lane < 16 ? 7u : 15 * 3 + 1u));
    CHECK(f[12] == 0x789abcdeu && f[13] == 0x00ff0200u);
    CHECK(f[14] == 108 && f[15] == 2 && f[16] == 0xbc);
    CHECK(f[17] == (lane ^ 1) * 3 + 2u && f[18] == 7 + LANES && f[19] == 1);
  }
  OK(hipFree(d));
  return done();
}
