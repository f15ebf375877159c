// SPDX-License-Identifier: Apache-2.0
// A kernel for each thing that a plan says.
#define KERNEL extern "C" __global__ void

// One dimension, nothing divergent but the end: twice the width.
KERNEL saxpy(float a, const float *x, float *y, int n) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    y[i] += a * x[i];
}
// Rows that read the same in a loop: tiles.
KERNEL product(const float *a, const float *b, float *c, int n) {
  const int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
// A tree in shared memory: regions that end early, in half the width.
KERNEL tree(const float *x, float *out) {
  __shared__ float s[256];
  const int t = (int)threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  for (int k = 128; k > 0; k /= 2) {
    __syncthreads();
    if (t < k)
      s[t] += s[t + k];
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
// A value kept for each lane over a barrier, and an early return.
KERNEL kept(const float *x, float *out, int n) {
  __shared__ float s[64];
  const int t = (int)threadIdx.x;
  if (t >= n)
    return;
  const float own = x[t] * x[t] + sinf(x[t]);
  s[t] = own;
  __syncthreads();
  out[t] = own + s[63 - t];
}
// Warp operations: a packet is a warp.
KERNEL shuffles(int *out) {
  out[threadIdx.x] = __shfl_xor_sync(~0u, (int)threadIdx.x * 3, 5);
}
// Gather-bound: scalar.
KERNEL gathers(const int *starts, const int *columns, const float *x,
               float *y) {
  const int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k)
    sum += x[columns[k]];
  y[row] = sum;
}
// Fields of structs: not wider than usual.
struct pair {
  float a, b;
};
KERNEL fields(const pair *p, float *y) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  y[i] = p[i].a * p[i].b;
}
// Work-items leave a loop with a barrier one by one, and come to none any more.
KERNEL irregular(float *x, int n) {
  __shared__ float s[64];
  const int t = (int)threadIdx.x;
  s[t] = x[t];
  for (int k = 0; k < x[t]; ++k) {
    __syncthreads();
    s[t] += s[(t + 1) & 63];
  }
  x[t] = s[t];
}
// Nothing that packets can be made of.
KERNEL waits(int *lock, int *x) {
  while (atomicExch(lock + threadIdx.x % 2, 1))
    ;
  ++*x;
  atomicExch(lock + threadIdx.x % 2, 0);
}
// A barrier that some may not come to: fibers.
KERNEL apart(float *x) {
  __shared__ float s[64];
  const int t = (int)threadIdx.x;
  if (t & 1)
    __syncthreads();
  s[t] = x[t];
  __syncthreads();
  x[t] = s[63 - t];
}
// Exchanges by half of the work-items, which the first half does; nothing is kept.
KERNEL exchanges(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[256];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  for (unsigned k = 2; k <= 256; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      const unsigned other = t ^ j;
      if (other > t && (s[t] > s[other]) == ((t & k) == 0)) {
        const unsigned key = s[t];
        s[t] = s[other];
        s[other] = key;
      }
    }
  __syncthreads();
  out[t] = s[t];
}
// The same of every second one, by turns.
KERNEL turns(unsigned *x) {
  __shared__ unsigned s[64];
  const unsigned t = threadIdx.x;
  s[t] = x[t];
  for (unsigned k = 0; k < 64; ++k) {
    __syncthreads();
    if ((t & 1) == (k & 1) && t < 63)
      s[t] += s[t + 1];
  }
  __syncthreads();
  x[t] = s[t];
}
