// SPDX-License-Identifier: Apache-2.0
// Inline PTX of warps, special registers and memory.
#include "program.h"

typedef unsigned int u32;
typedef unsigned long long u64;

enum { FACTS = 24 };

__device__ u32 shfl_up_add(u32 value, u32 distance, u32 control) {
  u32 r;
  asm volatile("{ .reg .u32 r0; .reg .pred p;\n"
               "  shfl.sync.up.b32 r0|p, %1, %2, %3, 0xffffffff;\n"
               "  @p add.u32 r0, r0, %1; mov.u32 %0, r0; }"
               : "=r"(r)
               : "r"(value), "r"(distance), "r"(control));
  return r;
}

__global__ void lanes(u32 *out, u32 *counter) {
  u32 *to = out + threadIdx.x * FACTS, r, t;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(to[0]));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(to[1]));
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(to[2]));
  asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(to[3]));
  asm volatile("mov.u32 %0, %%tid.x;" : "=r"(to[4]));
  asm volatile("mov.u32 %0, %%ntid.x;" : "=r"(to[5]));
  const u32 lane = to[0], value = lane * 3 + 1;
  to[6] = shfl_up_add(value, 1, 0);          // a whole warp
  to[7] = shfl_up_add(value, 2, 0x18 << 8);  // segments of 8
  asm volatile("shfl.sync.bfly.b32 %0, %1, 5, 0x1f, 0xffffffff;"
               : "=r"(to[8])
               : "r"(value));
  asm volatile("shfl.sync.down.b32 %0, %1, 3, 0x1814, 0xffffffff;"
               : "=r"(to[9])
               : "r"(value));
  asm volatile("shfl.sync.idx.b32 %0, %1, 6, 0x101f, 0xffffffff;"
               : "=r"(to[10])
               : "r"(value));
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 40;\n"
               "  vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(to[11])
               : "r"(value));
  asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %1, 200;\n"
               "  vote.sync.any.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }"
               : "=r"(to[12])
               : "r"(value));
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;"
               : "=r"(to[13])
               : "r"(lane / 5));
  asm volatile("activemask.b32 %0;" : "=r"(to[14]));
  asm volatile("atom.global.add.u32 %0, [%1], 1;"
               : "=r"(r)
               : "l"(counter)
               : "memory");
  asm volatile("red.relaxed.gpu.global.max.u32 [%0 + 4], %1;"
               :
               : "l"(counter), "r"(value)
               : "memory");
  asm volatile("fence.acq_rel.gpu; membar.gl;" ::: "memory");
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
               : "=r"(t)
               : "l"(counter)
               : "memory");
  to[15] = r < t;
#if __CUDA_ARCH__ >= 800
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;"
               : "=r"(to[16])
               : "r"(value));
#endif
}

// Copies through shared memory, by its 32-bit addresses.
__global__ void memory(const u32 *in, u32 *out) {
  __shared__ __align__(16) u32 shared[4 * 32];
  const u32 i = threadIdx.x;
  const u32 address = (u32)__cvta_generic_to_shared(shared + 4 * i);
  u32 a, b, c, d;
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
               :
               : "r"(address), "l"(in + 4 * i), "r"(i & 1 ? 16 : 8)
               : "memory");
  asm volatile("cp.async.commit_group; cp.async.wait_group 0;" ::: "memory");
#endif
  __syncthreads();
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(address)
               : "memory");
  asm volatile("st.global.cs.v2.b32 [%0], {%1, %2};"
               :
               : "l"(out + 4 * i), "r"(a), "r"(b)
               : "memory");
  asm volatile("st.volatile.global.u32 [%0+8], %1;"
               :
               : "l"(out + 4 * i), "r"(c)
               : "memory");
  asm volatile("{ .reg .u64 g; cvta.to.global.u64 g, %0;\n"
               "  st.global.u32 [g+12], %1; }"
               :
               : "l"(out + 4 * i), "r"(d)
               : "memory");
  short h;
  asm volatile("ld.global.s8 %0, [%1];" : "=h"(h) : "l"(in + i));
  out[128 + i] = (u32)(int)h;
}

static u32 value_of(u32 lane) { return lane * 3 + 1; }

int main() {
  std::vector<u32> out(64 * FACTS);
  u32 *d, *counter, totals[2];
  OK(cudaMalloc(&d, 4 * out.size()));
  OK(cudaMemset(d, 0, 4 * out.size()));
  OK(cudaMalloc(&counter, 8));
  OK(cudaMemset(counter, 0, 8));
  lanes<<<1, 64>>>(d, counter);
  OK(cudaMemcpy(out.data(), d, 4 * out.size(), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(totals, counter, 8, cudaMemcpyDeviceToHost));
  u32 sum = 0;
  for (u32 lane = 0; lane < 32; ++lane)
    sum += value_of(lane);
  for (u32 i = 0; i < 64; ++i) {
    const u32 *at = &out[i * FACTS], lane = i % 32, value = value_of(lane);
    CHECK(at[0] == lane);
    CHECK(!runs_on("cpu") || at[1] == i / 32); // on GPUs a place in hardware
    CHECK(at[2] == (1u << lane) - 1 && at[3] == ~at[2]);
    CHECK(at[4] == i && at[5] == 64);
    CHECK(at[6] == (lane ? value_of(lane - 1) + value : value));
    CHECK(at[7] == (lane % 8 >= 2 ? value_of(lane - 2) + value : value));
    CHECK(at[8] == value_of(lane ^ 5));
    // Segments of 8, of which the last 3 lanes are beyond the clamp (20 = 4).
    CHECK(at[9] == (lane % 8 + 3 <= 4 ? value_of(lane + 3) : value));
    CHECK(at[10] == value_of((lane & 16) | 6));
    CHECK(at[11] == ~0u << 14);
    CHECK(at[12] == 0);
    u32 same = 0;
    for (u32 k = 0; k < 32; ++k)
      same |= (u32)(k / 5 == lane / 5) << k;
    CHECK(at[13] == same);
    CHECK(at[14] == ~0u);
    CHECK(at[15] == 1);
    CHECK(at[16] == sum);
  }
  CHECK(totals[0] == 64 && totals[1] == value_of(31));

  std::vector<u32> in(128), back(160);
  for (u32 i = 0; i < 128; ++i)
    in[i] = i * 2654435761u;
  u32 *e, *f;
  OK(cudaMalloc(&e, 4 * 128));
  OK(cudaMalloc(&f, 4 * 160));
  OK(cudaMemcpy(e, in.data(), 4 * 128, cudaMemcpyHostToDevice));
  memory<<<1, 32>>>(e, f);
  OK(cudaMemcpy(back.data(), f, 4 * 160, cudaMemcpyDeviceToHost));
  for (u32 i = 0; i < 128; ++i) {
    const bool copied = i / 4 % 2 == 1 || i % 4 < 2;
    CHECK(back[i] == (copied ? in[i] : 0));
  }
  for (u32 i = 0; i < 32; ++i)
    CHECK(back[128 + i] == (u32)(int)(signed char)in[i]);
  OK(cudaFree(d));
  OK(cudaFree(counter));
  OK(cudaFree(e));
  OK(cudaFree(f));
  return done();
}
