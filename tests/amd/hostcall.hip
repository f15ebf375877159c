// SPDX-License-Identifier: Apache-2.0
// Kernels that call the host as ROCm's device libraries do: by those libraries
// themselves with -DROCM, else by what is written here. Run by hostcall.py, which
// checks what is printed. usage: hostcall WHAT
#include <hip/hip_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long u64;
typedef u64 two __attribute__((ext_vector_type(2)));

enum { FUNCTION = 1, PRINTF = 2, MEMORY = 3, UNKNOWN = 9 };
enum { BEGIN = 1, END = 2 };

#ifdef ROCM
extern "C" __device__ two __ockl_hostcall_preview(unsigned service, u64, u64,
                                                  u64, u64, u64, u64, u64, u64);
extern "C" __device__ u64 __ockl_fprintf_stdout_begin();
extern "C" __device__ u64 __ockl_fprintf_stderr_begin();
extern "C" __device__ u64 __ockl_fprintf_append_args(u64, unsigned, u64, u64,
                                                     u64, u64, u64, u64, u64,
                                                     unsigned);
extern "C" __device__ u64 __ockl_fprintf_append_string_n(u64, const char *, u64,
                                                         unsigned);
extern "C" __device__ void *__ockl_dm_alloc(u64);
extern "C" __device__ void __ockl_dm_dealloc(void *);
#define call_host __ockl_hostcall_preview
static __device__ void *take(u64 size) { return __ockl_dm_alloc(size); }
static __device__ void give(void *at) { __ockl_dm_dealloc(at); }
#elif defined(__AMDGCN__)
struct head {
  u64 packets, payloads, doorbell, free, ready, mask;
};
struct packet {
  u64 below, lanes;
  unsigned service, control;
};

static __device__ packet *packet_of(head *h, u64 top) {
  return (packet *)h->packets + (top & h->mask);
}

static __device__ bool swap(u64 *at, u64 *seen, u64 value) {
  return __scoped_atomic_compare_exchange_n(at, seen, value, false,
                                            __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE,
                                            __MEMORY_SCOPE_SYSTEM);
}

static __device__ u64 load(u64 *at) {
  return __scoped_atomic_load_n(at, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);
}

static __device__ u64 pop(head *h) {
  u64 top = load(&h->free);
  while (!swap(&h->free, &top, load(&packet_of(h, top)->below)))
    __builtin_amdgcn_s_sleep(1);
  return top;
}

static __device__ void push(head *h, u64 *stack, u64 own) {
  u64 top = load(stack);
  do
    packet_of(h, own)->below = top;
  while (!swap(stack, &top, own));
}

static __device__ void ring(u64 doorbell) {
  __scoped_atomic_fetch_add((u64 *)(doorbell + 8), 1ull, __ATOMIC_RELEASE,
                            __MEMORY_SCOPE_SYSTEM);
  u64 *mailbox = *(u64 **)(doorbell + 16);
  if (!mailbox)
    return;
  *mailbox = *(unsigned *)(doorbell + 24);
  __builtin_amdgcn_s_sendmsg(1, *(unsigned *)(doorbell + 24) & 255);
}

static __device__ u64 first_of(u64 value) {
  const unsigned low = __builtin_amdgcn_readfirstlane((unsigned)value);
  const unsigned high = __builtin_amdgcn_readfirstlane((unsigned)(value >> 32));
  return (u64)high << 32 | low;
}

static __device__ __attribute__((noinline)) two
call_host(unsigned service, u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g,
          u64 i) {
  head *h = (head *)((const u64 *)__builtin_amdgcn_implicitarg_ptr())[10];
  const unsigned lane =
      __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
  const bool first = lane == __builtin_amdgcn_readfirstlane(lane);
  const u64 lanes = __builtin_amdgcn_read_exec();
  const u64 own = first_of(first ? pop(h) : 0);
  packet *p = packet_of(h, own);
  u64 *words = (u64 *)h->payloads + ((own & h->mask) * 64 + lane) * 8;
  const u64 all[8] = {a, b, c, d, e, f, g, i};
  for (int k = 0; k < 8; ++k)
    words[k] = all[k];
  if (first) {
    p->service = service;
    p->lanes = lanes;
    p->control = 1;
  }
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "");
  if (first) {
    push(h, &h->ready, own);
    ring(h->doorbell);
  }
  for (;;) {
    unsigned waiting = 1;
    if (first)
      waiting = __scoped_atomic_load_n(&p->control, __ATOMIC_ACQUIRE,
                                       __MEMORY_SCOPE_SYSTEM) &
                1;
    if (!__builtin_amdgcn_readfirstlane(waiting))
      break;
    __builtin_amdgcn_s_sleep(1);
  }
  const two answer = {((volatile u64 *)words)[0], ((volatile u64 *)words)[1]};
  if (first) {
    const u64 next = own + h->mask + 1;
    push(h, &h->free, next ? next : h->mask + 1);
  }
  return answer;
}

static __device__ void *take(u64 size) {
  (void)size;
  return (void *)call_host(MEMORY, 0, 2 << 20, 0, 0, 0, 0, 0, 0).x;
}
static __device__ void give(void *at) {
  (void)call_host(MEMORY, (u64)at, 0, 0, 0, 0, 0, 0, 0);
}
#endif

#if !defined(ROCM) && defined(__AMDGCN__)
// A message: its stream, the format, arguments, each in calls of seven words.
static __device__ u64 __ockl_fprintf_append_args(u64 m, unsigned n, u64 a,
                                                 u64 b, u64 c, u64 d, u64 e,
                                                 u64 f, u64 g, unsigned last) {
  return call_host(PRINTF, (m & ~0xe0ull) | n << 5 | (last ? END : 0), a, b, c,
                   d, e, f, g)
      .x;
}
static __device__ u64 __ockl_fprintf_stdout_begin() {
  return __ockl_fprintf_append_args(BEGIN, 1, 0, 0, 0, 0, 0, 0, 0, 0);
}
static __device__ u64 __ockl_fprintf_stderr_begin() {
  return __ockl_fprintf_append_args(BEGIN, 1, 1, 0, 0, 0, 0, 0, 0, 0);
}
static __device__ u64 __ockl_fprintf_append_string_n(u64 m, const char *text,
                                                     u64 size, unsigned last) {
  for (u64 at = 0; at < size; at += 56) {
    u64 w[7] = {0, 0, 0, 0, 0, 0, 0};
    for (u64 k = at; k < size && k < at + 56; ++k)
      w[(k - at) / 8] |= (u64)(unsigned char)text[k] << (k % 8 * 8);
    const bool ends = size - at <= 56;
    const unsigned n = ends ? (unsigned)(size - at + 7) / 8 : 7;
    m = __ockl_fprintf_append_args(m, n, w[0], w[1], w[2], w[3], w[4], w[5],
                                   w[6], last && ends);
  }
  return m;
}
#endif

#ifdef __AMDGCN__
#define ON_GPU(code) code
#else
#define ON_GPU(code)
#endif

// Lanes that are not a multiple of three call, each with words of its own.
__global__ void call(u64 function, u64 *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 3 == 0)
    return;
  ON_GPU(for (u64 turn = 0; turn < 3; ++turn) {
    const two r = call_host(FUNCTION, function, i, i * 10, turn, 4, 5, 6, 7);
    out[2 * i] += r.x;
    out[2 * i + 1] += r.y;
  })
}

__global__ void print(u64 *out) {
  const unsigned i = threadIdx.x;
  ON_GPU(
      const char format[] = "%s: work-item %3d of %lu has %.3f, '%c' and %%\n";
      const char text[] = "a text that is longer than the fifty-six bytes that "
                          "one call has room for";
      if (i % 7 == 2) {
        union {
          double d;
          u64 bits;
        } number = {.d = i / 8.0};
        u64 m = __ockl_fprintf_stdout_begin();
        m = __ockl_fprintf_append_string_n(m, format, sizeof(format), 0);
        m = __ockl_fprintf_append_string_n(m, text, sizeof(text), 0);
        out[i] = __ockl_fprintf_append_args(m, 4, i, blockDim.x, number.bits,
                                            'a' + i % 26, 0, 0, 0, 1);
      })
}

__global__ void memory(u64 *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  ON_GPU(if (i % 16 == 5) {
    unsigned *at = (unsigned *)take(4000);
    if (!at)
      return;
    for (unsigned k = 0; k < 1000; ++k)
      at[k] = i + k;
    u64 sum = 0;
    for (unsigned k = 0; k < 1000; ++k)
      sum += at[k];
    out[i] = sum;
    give(at);
  })
}

__global__ void fail(int value) {
  ON_GPU(if (value != (int)threadIdx.x) return;
         const char format[] = "%s:%u: %s: Device-side assertion `%s' failed.\n";
         u64 m = __ockl_fprintf_stderr_begin();
         m = __ockl_fprintf_append_string_n(m, format, sizeof(format), 0);
         m = __ockl_fprintf_append_string_n(m, "some.hip", 9, 0);
         m = __ockl_fprintf_append_args(m, 1, 42, 0, 0, 0, 0, 0, 0, 0);
         m = __ockl_fprintf_append_string_n(m, "fail", 5, 0);
         (void)__ockl_fprintf_append_string_n(m, "value != 3", 11, 1);
         __builtin_trap();)
}

__global__ void ask_unknown() {
  ON_GPU(
      if (threadIdx.x == 0) call_host(UNKNOWN, 0, 0, 0, 0, 0, 0, 0, 0);)
}

static unsigned calls;
static void on_host(u64 *out, const u64 *in) {
  ++calls;
  out[0] = in[0] + in[1] + 1000 * in[2];
  out[1] = in[3] * in[4] * in[5] * in[6];
}

static int fails(const char *what, u64 found, u64 expected) {
  printf("%s: %llu, expected %llu\n", what, found, expected);
  return 1;
}

enum { ITEMS = 4096 };

static int check_calls(u64 *out) {
  unsigned expected = 0;
  hipLaunchKernelGGL(call, dim3(ITEMS / 128), dim3(128), 0, 0, (u64)on_host,
                     out);
  if (hipDeviceSynchronize() != hipSuccess)
    return fails("call", 1, 0);
  for (unsigned i = 0; i < ITEMS; ++i) {
    const u64 x = i % 3 ? 3 * 11 * (u64)i + 3000 : 0, y = i % 3 ? 3 * 840 : 0;
    expected += i % 3 ? 3 : 0;
    if (out[2 * i] != x)
      return fails("first answer", out[2 * i], x);
    if (out[2 * i + 1] != y)
      return fails("second answer", out[2 * i + 1], y);
  }
  return calls == expected ? 0 : fails("calls", calls, expected);
}

static int check_print(u64 *out) {
  hipLaunchKernelGGL(print, dim3(1), dim3(100), 0, 0, out);
  if (hipDeviceSynchronize() != hipSuccess)
    return fails("print", 1, 0);
  for (unsigned i = 0; i < 100; ++i) { // what printf returned
    const u64 expected = i % 7 == 2 ? 117 + (i >= 80) : 0;
    if (out[i] != expected)
      return fails("printed", out[i], expected);
  }
  return 0;
}

static int check_memory(u64 *out) {
  hipLaunchKernelGGL(memory, dim3(2), dim3(128), 0, 0, out);
  if (hipDeviceSynchronize() != hipSuccess)
    return fails("memory", 1, 0);
  for (unsigned i = 0; i < 256; ++i) {
    const u64 expected = i % 16 == 5 ? 1000ull * i + 499500 : 0;
    if (out[i] != expected)
      return fails("sum", out[i], expected);
  }
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  u64 *out;
  int wrong = 1;
  if (hipMallocManaged((void **)&out, 2 * ITEMS * sizeof(*out)) != hipSuccess)
    return 1;
  memset(out, 0, 2 * ITEMS * sizeof(*out));
  if (strcmp(what, "call") == 0)
    wrong = check_calls(out);
  else if (strcmp(what, "print") == 0)
    wrong = check_print(out);
  else if (strcmp(what, "memory") == 0)
    wrong = check_memory(out);
  if (strcmp(what, "fail") == 0)
    hipLaunchKernelGGL(fail, dim3(1), dim3(32), 0, 0, 3);
  else if (strcmp(what, "unknown") == 0)
    hipLaunchKernelGGL(ask_unknown, dim3(1), dim3(32), 0, 0);
  else
    return wrong;
  printf("result %d\n", (int)hipDeviceSynchronize());
  return 0;
}
