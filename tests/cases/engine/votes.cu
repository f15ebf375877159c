// SPDX-License-Identifier: Apache-2.0
// Votes, matches, shuffles and sums whose masks name some of the lanes, none,
// lanes that are not there, or for each lane others.
// LEVELS: x86-64-v2 x86-64-v3
// OPTIMIZE: 0 2 3
// DEVICES: cpu
#include "program.h"

enum { LANES = 32, FULL = 0xffffffff };

// Older sources ask for the lanes below their own, which does not name them.
static __global__ void below(unsigned *out, const int *in) {
  const int lane = threadIdx.x & 31;
  const unsigned mask = (1u << lane) - 1;
  unsigned *own = out + 4 * threadIdx.x;
  own[0] = __ballot_sync(mask, in[threadIdx.x] > 0);
  own[1] = __ballot_sync(mask | 1u << lane, in[threadIdx.x] > 0);
  own[2] = __any_sync(mask, in[threadIdx.x] > 0);
  own[3] = __all_sync(mask, in[threadIdx.x] > 0);
}

static __global__ void parts(unsigned *out, const int *in) {
  const int lane = threadIdx.x & 31;
  const int value = in[threadIdx.x];
  unsigned *own = out + 8 * threadIdx.x;
  const unsigned odd = __match_any_sync(FULL, value & 1);
  own[0] = odd;
  own[1] = __ballot_sync(odd, value > 0);
  own[2] = (unsigned)__reduce_add_sync(odd, value);
  own[3] = (unsigned)__shfl_sync(odd, value, __ffs(odd) - 1);
  if (value & 1)
    own[4] = __ballot_sync(odd, value > 0) ^ __popc(__activemask());
  else
    own[4] = __reduce_max_sync(odd, value) + 100;
  // Lanes 24 to 31 may not be there.
  int all = 0;
  own[5] = (unsigned)__reduce_add_sync(FULL, 1);
  own[6] = __match_all_sync(FULL, 5, &all) + all;
  own[7] = __shfl_down_sync(FULL, lane, 4, 8);
}

static __global__ void widths(int *out) {
  const int lane = threadIdx.x;
  int *own = out + 8 * lane;
  own[0] = __shfl_sync(FULL, lane, lane + 40, 16);
  own[1] = __shfl_xor_sync(FULL, lane, 17, 8);
  own[2] = __shfl_xor_sync(FULL, lane, 3, 8);
  own[3] = __shfl_xor_sync(FULL, lane, 33);
  own[4] = __shfl_down_sync(FULL, lane, 3, 0);
  own[5] = __shfl_up_sync(FULL, lane, 5, 64);
  own[6] = __shfl_down_sync(FULL, lane, 40);
  own[7] = __shfl_up_sync(FULL, lane, lane >= 8 ? 8 : 0, 16);
}

static int input(int i) { return (i * 7 + 3) % 5 - 2; }

static void run_below() {
  int *in, host[LANES];
  unsigned *out, got[LANES][4], all = 0;
  for (int i = 0; i < LANES; ++i) {
    host[i] = input(i);
    all |= (unsigned)(host[i] > 0) << i;
  }
  OK(cudaMalloc(&in, sizeof(host)));
  OK(cudaMalloc(&out, sizeof(got)));
  OK(cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice));
  below<<<1, LANES>>>(out, in);
  OK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  for (int i = 0; i < LANES; ++i) {
    const unsigned mask = (1u << i) - 1;
    CHECK(got[i][0] == (all & mask));
    CHECK(got[i][1] == (all & (mask | 1u << i)));
    CHECK(got[i][2] == ((all & mask) != 0));
    CHECK(got[i][3] == ((all & mask) == mask));
  }
  OK(cudaFree(in));
  OK(cudaFree(out));
}

static void check_parts(const unsigned (*got)[8], const int *in, int count) {
  for (int i = 0; i < count; ++i) {
    unsigned same = 0, positive = 0;
    int sum = 0, max = -100, first = 0;
    for (int k = count - 1; k >= 0; --k)
      if ((in[k] & 1) == (in[i] & 1)) {
        same |= 1u << k;
        positive |= (unsigned)(in[k] > 0) << k;
        sum += in[k];
        max = in[k] > max ? in[k] : max;
        first = in[k];
      }
    const unsigned there = count == 32 ? FULL : (1u << count) - 1;
    const int from = (i & 7) + 4 < 8 && i + 4 < count ? i + 4 : i;
    CHECK(got[i][0] == same && got[i][1] == positive);
    CHECK(got[i][2] == (unsigned)sum && got[i][3] == (unsigned)first);
    CHECK(got[i][4] == (in[i] & 1 ? positive ^ __builtin_popcount(same)
                                  : (unsigned)(max + 100)));
    CHECK(got[i][5] == (unsigned)count);
    CHECK(got[i][6] == FULL + 1u || there != FULL);
    CHECK(got[i][7] == (unsigned)from);
  }
}

static void run_parts(int count) {
  int *in, host[LANES];
  unsigned *out, got[LANES][8];
  for (int i = 0; i < LANES; ++i)
    host[i] = input(i);
  OK(cudaMalloc(&in, sizeof(host)));
  OK(cudaMalloc(&out, sizeof(got)));
  OK(cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice));
  parts<<<1, count>>>(out, in);
  OK(cudaMemcpy(got, out, (size_t)count * sizeof(*got),
                cudaMemcpyDeviceToHost));
  check_parts(got, host, count);
  OK(cudaFree(in));
  OK(cudaFree(out));
}

// As an H100 has them.
static void run_widths() {
  int *out, got[LANES][8];
  OK(cudaMalloc(&out, sizeof(got)));
  widths<<<1, LANES>>>(out);
  OK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  for (int i = 0; i < LANES; ++i) {
    CHECK(got[i][0] == (i & 16) + (i + 40 & 15));
    CHECK(got[i][1] == (i < 16 ? i : i ^ 17));
    CHECK(got[i][2] == (i ^ 3));
    CHECK(got[i][3] == (i ^ 1));
    CHECK(got[i][4] == (i + 3 < 32 ? i + 3 : i));
    CHECK(got[i][5] == (i >= 5 ? i - 5 : i));
    CHECK(got[i][6] == (i + 8 < 32 ? i + 8 : i));
    CHECK(got[i][7] == ((i & 15) >= 8 ? i - 8 : i));
  }
  OK(cudaFree(out));
}

int main() {
  run_below();
  run_parts(32);
  run_parts(24);
  run_parts(5);
  run_widths();
  std::puts("ok");
  return 0;
}
