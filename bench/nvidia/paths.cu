// SPDX-License-Identifier: Apache-2.0
// Random paths, options, bodies: arithmetic and functions of libm.
#include "bench.h"

__device__ static uint32_t next_bits(uint32_t *s) {
  uint32_t x = *s;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *s = x;
}

__device__ static float unit(uint32_t bits) {
  return (bits >> 8) * (1.f / 16777216.f) + 0.5f / 16777216.f;
}

// Points in a circle's quarter, by Philox's ten rounds.
__global__ void philox_pi(uint32_t *out, int rounds) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t inside = 0;
  for (int r = 0; r < rounds; ++r) {
    uint32_t c[4] = {i, (uint32_t)r, 0, 0}, k0 = 7, k1 = 11;
#pragma unroll
    for (int round = 0; round < 10; ++round) {
      const uint32_t h0 = __umulhi(0xD2511F53u, c[0]), l0 = 0xD2511F53u * c[0];
      const uint32_t h1 = __umulhi(0xCD9E8D57u, c[2]), l1 = 0xCD9E8D57u * c[2];
      c[0] = h1 ^ c[1] ^ k0;
      c[1] = l1;
      c[2] = h0 ^ c[3] ^ k1;
      c[3] = l0;
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    for (int j = 0; j < 4; j += 2) {
      const float x = unit(c[j]), y = unit(c[j + 1]);
      inside += x * x + y * y < 1.f;
    }
  }
  out[i] = inside;
}

__device__ static float normal_sum(float d) {
  const float k = 1.f / (1.f + 0.2316419f * fabsf(d));
  const float p =
      0.39894228f * expf(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f +
                 k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.f - p : p;
}

__global__ void options(const float *price, const float *strike,
                        const float *years, float *call, float *put,
                        int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const float s = price[i] * 50.f, x = strike[i] * 40.f, t = years[i];
  const float root = sqrtf(t);
  const float d1 = (logf(s / x) + (0.02f + 0.045f) * t) / (0.3f * root);
  const float d2 = d1 - 0.3f * root;
  const float n1 = normal_sum(d1), n2 = normal_sum(d2);
  const float down = expf(-0.02f * t);
  call[i] = s * n1 - x * down * n2;
  put[i] = x * down * (1.f - n2) - s * (1.f - n1);
}

// Means of prices along random paths, by Box and Muller's numbers.
__global__ void asian(float *out, int steps) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t state = i * 2654435761u + 1;
  float price = 100.f, sum = 0.f;
  for (int s = 0; s < steps; s += 2) {
    const float radius = sqrtf(-2.f * logf(unit(next_bits(&state))));
    float sine, cosine;
    sincosf(6.2831853f * unit(next_bits(&state)), &sine, &cosine);
    price *= expf(0.0001f + 0.02f * radius * cosine);
    sum += price;
    price *= expf(0.0001f + 0.02f * radius * sine);
    sum += price;
  }
  out[i] = fmaxf(sum / steps - 100.f, 0.f);
}

__global__ void bodies(const float4 *__restrict__ in, float4 *__restrict__ out,
                       int count) {
  __shared__ float4 tile[256];
  const float4 me = in[blockIdx.x * 256 + threadIdx.x];
  float ax = 0.f, ay = 0.f, az = 0.f;
  for (int at = 0; at < count; at += 256) {
    tile[threadIdx.x] = in[at + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 256; ++j) {
      const float4 b = tile[j];
      const float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
      const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float w = b.w * r * r * r;
      ax += dx * w;
      ay += dy * w;
      az += dz * w;
    }
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = make_float4(ax, ay, az, 0.f);
}

// In double precision, until it leaves or many steps are done.
__global__ void mandelbrot(uint32_t *out, int width, int height, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const double cr = -2.0 + 2.5 * x / width, ci = -1.25 + 2.5 * y / height;
  double r = 0.0, i = 0.0;
  int n = 0;
  while (n < most && r * r + i * i <= 4.0) {
    const double next = r * r - i * i + cr;
    i = 2.0 * r * i + ci;
    r = next;
    ++n;
  }
  out[y * width + x] = n;
}

// Forces between atoms of two molecules, with charges and a cut.
__global__ void docking(const float4 *protein, const float4 *ligand, float *out,
                        int atoms, int small) {
  const int pose = blockIdx.x * blockDim.x + threadIdx.x;
  float sine, cosine;
  sincosf(pose * 0.001f, &sine, &cosine);
  float energy = 0.f;
  for (int l = 0; l < small; ++l) {
    const float4 at = ligand[l];
    const float x = at.x * cosine - at.y * sine,
                y = at.x * sine + at.y * cosine;
    for (int p = 0; p < atoms; ++p) {
      const float4 other = protein[p];
      const float dx = x - other.x, dy = y - other.y, dz = at.z - other.z;
      const float apart = sqrtf(dx * dx + dy * dy + dz * dz);
      const float near = 1.f - apart / (at.w + other.w);
      energy += near > 0.f ? near * 2.f : 0.f;
      const float charge = at.w * other.w;
      energy += charge * (apart < 1.f ? 1.f - apart : 0.f) / (apart + 0.1f);
    }
  }
  out[pose] = energy;
}

// Powers and angles of doubles, one number after the other.
__global__ void doubles(const float *in, float *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  double x = in[i];
  for (int r = 0; r < 4; ++r)
    x = sqrt(exp(-x) + log(1.0 + x)) / (1.0 + x * x) + sin(x);
  out[i] = (float)x;
}

// Great circles between places, by halves of angles' sines.
__global__ void circles(const float *a, const float *b, const float *c,
                        const float *d, float *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const float u = sinf((a[i] - b[i]) * 0.5f), v = sinf((c[i] - d[i]) * 0.5f);
  const float h = u * u + cosf(a[i]) * cosf(b[i]) * v * v;
  out[i] = 2.f * 6371.f * asinf(sqrtf(h)) + atan2f(u, v) + cbrtf(h);
}

const Row path_rows[] = {
    {"philox_pi",
     [](const Data &d) { philox_pi<<<4096, 256>>>(d.bits[0], 64); }, false},
    {"options",
     [](const Data &d) {
       options<<<blocks_for(COUNT, 128), 128>>>(d.in[0], d.in[1], d.in[2],
                                                d.out[0], d.out[1], COUNT);
     },
     true},
    {"asian", [](const Data &d) { asian<<<2048, 256>>>(d.out[0], 256); }, true},
    {"bodies",
     [](const Data &d) {
       bodies<<<128, 256>>>((const float4 *)d.in[0], (float4 *)d.out[0], 32768);
     },
     true},
    {"mandelbrot",
     [](const Data &d) {
       mandelbrot<<<dim3(64, 256), dim3(32, 8)>>>(d.bits[0], 2048, 2048, 512);
     },
     false},
    {"docking",
     [](const Data &d) {
       docking<<<1024, 64>>>((const float4 *)d.in[0], (const float4 *)d.in[1],
                             d.out[0], 1024, 16);
     },
     true},
    {"doubles",
     [](const Data &d) {
       doubles<<<blocks_for(COUNT / 4, 256), 256>>>(d.in[0], d.out[0],
                                                    COUNT / 4);
     },
     true},
    {"circles",
     [](const Data &d) {
       circles<<<blocks_for(COUNT, 256), 256>>>(d.in[0], d.in[1], d.in[2],
                                                d.in[3], d.out[0], COUNT);
     },
     true},
    {}};
