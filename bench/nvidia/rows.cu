// SPDX-License-Identifier: Apache-2.0
// Rows: sums, scans, softmax, norms, attention, histograms.
#include <cfloat>

#include "bench.h"

const unsigned ALL = ~0u;

template <typename T, typename F> __device__ static T warp_all(T x, F f) {
  for (int by = 16; by > 0; by /= 2)
    x = f(x, __shfl_xor_sync(ALL, x, by));
  return x;
}

// Of all threads of the block, for each of them.
template <typename F>
__device__ static float block_all(float x, F f, float none) {
  __shared__ float of_warp[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  x = warp_all(x, f);
  __syncthreads();
  if (lane == 0)
    of_warp[warp] = x;
  __syncthreads();
  x = lane < (int)blockDim.x / 32 ? of_warp[lane] : none;
  return warp_all(x, f);
}

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

struct Largest {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

__global__ void dot(const float *a, const float *b, float *out, int count) {
  float sum = 0.f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  sum = block_all(sum, Sum(), 0.f);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

// A tree in shared memory, as each course teaches it.
__global__ void sum_tree(const float *in, float *out, int rounds) {
  extern __shared__ float s[];
  float sum = 0.f;
  for (int r = 0; r < rounds; ++r)
    sum += in[(blockIdx.x * rounds + r) * blockDim.x + threadIdx.x];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned by = blockDim.x / 2; by > 0; by >>= 1) {
    if (threadIdx.x < by)
      s[threadIdx.x] += s[threadIdx.x + by];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}

__global__ void arg_largest(const float *in, uint32_t *out, int width) {
  const float *row = in + (size_t)blockIdx.x * width;
  float best = -FLT_MAX;
  int place = 0;
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    if (row[i] > best) {
      best = row[i];
      place = i;
    }
  for (int by = 16; by > 0; by /= 2) {
    const float other = __shfl_xor_sync(ALL, best, by);
    const int there = __shfl_xor_sync(ALL, place, by);
    if (other > best || (other == best && there < place)) {
      best = other;
      place = there;
    }
  }
  __shared__ float bests[32];
  __shared__ int places[32];
  if (threadIdx.x % 32 == 0) {
    bests[threadIdx.x / 32] = best;
    places[threadIdx.x / 32] = place;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < (int)blockDim.x / 32; ++w)
      if (bests[w] > best || (bests[w] == best && places[w] < place)) {
        best = bests[w];
        place = places[w];
      }
    out[blockIdx.x] = place;
  }
}

__global__ void softmax(const float *in, float *out, int width) {
  const float *row = in + (size_t)blockIdx.x * width;
  float *to = out + (size_t)blockIdx.x * width;
  float largest = -FLT_MAX, sum = 0.f;
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    largest = fmaxf(largest, row[i]);
  largest = block_all(largest, Largest(), -FLT_MAX);
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    const float e = expf(row[i] - largest);
    to[i] = e;
    sum += e;
  }
  sum = block_all(sum, Sum(), 0.f);
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    to[i] /= sum;
}

__global__ void layer_norm(const float *__restrict__ in,
                           const float *__restrict__ weight,
                           const float *__restrict__ bias,
                           float *__restrict__ out, int width) {
  const float *row = in + (size_t)blockIdx.x * width;
  float sum = 0.f, squares = 0.f;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    sum += row[i];
    squares += row[i] * row[i];
  }
  const float mean = block_all(sum, Sum(), 0.f) / width;
  const float square = block_all(squares, Sum(), 0.f) / width - mean * mean;
  const float by = rsqrtf(square + 1e-5f);
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    out[(size_t)blockIdx.x * width + i] =
        (row[i] - mean) * by * weight[i] + bias[i];
}

// Means and squares of each channel by Welford's steps, divided each time.
__global__ void welford(const float *in, float *out, int channels, int count) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels)
    return;
  float mean = 0.f, square = 0.f;
  for (int i = 0; i < count; ++i) {
    const float x = in[(size_t)i * channels + c];
    const float by = x - mean;
    mean += by / (i + 1);
    square += by * (x - mean);
  }
  out[c] = mean + sqrtf(square / count);
}

// One query a thread, keys and values by tiles in shared memory, sums that are
// scaled down as a larger one comes.
template <int WIDTH>
__global__ void
attention(const float *__restrict__ q, const float *__restrict__ k,
          const float *__restrict__ v, float *__restrict__ out, int length) {
  __shared__ float keys[32][WIDTH], values[32][WIDTH];
  const size_t head = (size_t)blockIdx.y * length * WIDTH;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float query[WIDTH], sum[WIDTH];
  for (int i = 0; i < WIDTH; ++i) {
    query[i] = q[head + (size_t)row * WIDTH + i] * 0.125f;
    sum[i] = 0.f;
  }
  float largest = -FLT_MAX, total = 0.f;
  for (int at = 0; at < length; at += 32) {
    __syncthreads();
    for (int i = threadIdx.x; i < 32 * WIDTH; i += blockDim.x) {
      keys[i / WIDTH][i % WIDTH] = k[head + (size_t)at * WIDTH + i];
      values[i / WIDTH][i % WIDTH] = v[head + (size_t)at * WIDTH + i];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float score = 0.f;
#pragma unroll
      for (int i = 0; i < WIDTH; ++i)
        score += query[i] * keys[j][i];
      const float now = fmaxf(largest, score);
      const float down = __expf(largest - now), e = __expf(score - now);
      total = total * down + e;
#pragma unroll
      for (int i = 0; i < WIDTH; ++i)
        sum[i] = sum[i] * down + e * values[j][i];
      largest = now;
    }
  }
  for (int i = 0; i < WIDTH; ++i)
    out[head + (size_t)row * WIDTH + i] = sum[i] / total;
}

// Sums before each number of a block's 1024, four numbers a thread.
__global__ void scan(const float4 *in, float4 *out) {
  __shared__ float of_warp[8];
  const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
  float4 x = in[i];
  x.y += x.x;
  x.z += x.y;
  x.w += x.z;
  float sum = x.w;
  for (int by = 1; by < 32; by *= 2) {
    const float other = __shfl_up_sync(ALL, sum, by);
    if (lane >= by)
      sum += other;
  }
  if (lane == 31)
    of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  float before = sum - x.w;
  for (int w = 0; w < (int)threadIdx.x / 32; ++w)
    before += of_warp[w];
  out[i] = make_float4(before, before + x.x, before + x.y, before + x.z);
}

// Blelloch's: a tree up and down in shared memory.
__global__ void scan_tree(const float *in, float *out) {
  __shared__ float s[512];
  const int t = threadIdx.x, base = blockIdx.x * 512;
  s[2 * t] = in[base + 2 * t];
  s[2 * t + 1] = in[base + 2 * t + 1];
  int by = 1;
  for (int d = 256; d > 0; d >>= 1, by *= 2) {
    __syncthreads();
    if (t < d)
      s[by * (2 * t + 2) - 1] += s[by * (2 * t + 1) - 1];
  }
  if (t == 0)
    s[511] = 0.f;
  for (int d = 1; d < 512; d *= 2) {
    by >>= 1;
    __syncthreads();
    if (t < d) {
      const int a = by * (2 * t + 1) - 1, b = by * (2 * t + 2) - 1;
      const float left = s[a];
      s[a] = s[b];
      s[b] += left;
    }
  }
  __syncthreads();
  out[base + 2 * t] = s[2 * t];
  out[base + 2 * t + 1] = s[2 * t + 1];
}

__global__ void histogram(const uint32_t *in, uint32_t *out, int count) {
  __shared__ uint32_t bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    const uint32_t x = in[i];
    atomicAdd(&bins[x & 255], 1);
    atomicAdd(&bins[(x >> 8) & 255], 1);
    atomicAdd(&bins[(x >> 16) & 255], 1);
    atomicAdd(&bins[x >> 24], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&out[i], bins[i]);
}

const Row row_rows[] = {
    {"dot",
     [](const Data &d) {
       dot<<<1056, 256>>>(d.in[0], d.in[1], d.out[0], COUNT);
     },
     true},
    {"sum_tree",
     [](const Data &d) {
       sum_tree<<<COUNT / 2048, 256, 1024>>>(d.in[0], d.out[0], 8);
     },
     true},
    {"arg_largest",
     [](const Data &d) {
       arg_largest<<<COUNT / 4096, 256>>>(d.in[0], d.bits[0], 4096);
     },
     false},
    {"softmax",
     [](const Data &d) {
       softmax<<<COUNT / 1024, 256>>>(d.in[0], d.out[0], 1024);
     },
     true},
    {"layer_norm",
     [](const Data &d) {
       layer_norm<<<COUNT / 768, 256>>>(d.in[0], d.in[1], d.in[2], d.out[0],
                                        768);
     },
     true},
    {"welford",
     [](const Data &d) {
       welford<<<blocks_for(65536, 128), 128>>>(d.in[0], d.out[0], 65536, 256);
     },
     true},
    {"attention",
     [](const Data &d) {
       attention<64>
           <<<dim3(16, 32), 128>>>(d.in[0], d.in[1], d.in[2], d.out[0], 2048);
     },
     true},
    {"scan",
     [](const Data &d) {
       scan<<<COUNT / 1024, 256>>>((const float4 *)d.in[0], (float4 *)d.out[0]);
     },
     true},
    {"scan_tree",
     [](const Data &d) { scan_tree<<<COUNT / 512, 256>>>(d.in[0], d.out[0]); },
     true},
    {"histogram",
     [](const Data &d) {
       histogram<<<528, 256>>>(d.words[0], d.bits[0], COUNT);
     },
     false},
    {}};
