// SPDX-License-Identifier: Apache-2.0
// Steps of training: optimisers, activations, one weight after the other.
#include <cuda_fp16.h>

#include "bench.h"

struct Adam {
  float beta1, beta2, epsilon, scale, rate, decay;
  int steps;
  bool inside; // epsilon within the root
};

// With the corrections of each step as they are written down, by powers.
__global__ void adam(float *__restrict__ p, float *__restrict__ m,
                     float *__restrict__ v, const float *__restrict__ g,
                     Adam by, size_t count) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  const size_t total = gridDim.x * (size_t)blockDim.x;
  for (size_t j = i; j < count; j += total) {
    for (int t = 1; t <= by.steps; ++t) {
      const float gradient = g[j] / by.scale;
      m[j] = by.beta1 * m[j] + (1.f - by.beta1) * gradient;
      v[j] = by.beta2 * v[j] + (1.f - by.beta2) * gradient * gradient;
      const float mean = m[j] / (1.f - powf(by.beta1, t));
      const float square = v[j] / (1.f - powf(by.beta2, t));
      const float root =
          by.inside ? sqrtf(square + by.epsilon) : sqrtf(square) + by.epsilon;
      p[j] -= by.rate * (mean / root + by.decay * p[j]);
    }
  }
}

// Momentum with Nesterov's step and a bound on each gradient.
__global__ void momentum(float *p, float *v, const float *g, float rate,
                         float keep, float decay, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const float gradient = fminf(fmaxf(g[i], -1.f), 1.f) + decay * p[i];
  const float speed = keep * v[i] + gradient;
  v[i] = speed;
  p[i] -= rate * (gradient + keep * speed);
}

// Gaussian error units of pairs of halves, their sums kept as floats.
__global__ void gelu_half(const half2 *in, float2 *out, int count, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float2 sum = {0.f, 0.f};
  half2 x = in[i];
  for (int r = 0; r < rounds; ++r) {
    const float2 f = __half22float2(x);
    const float2 y = {
        0.5f * f.x * (1.f + erff(f.x * 0.70710678f)),
        0.5f * f.y *
            (1.f + tanhf(0.79788456f * (f.y + 0.044715f * f.y * f.y * f.y)))};
    sum.x += y.x;
    sum.y += y.y;
    x = __hmul2(x, __float2half2_rn(0.875f));
  }
  out[i] = sum;
}

// One layer of a sigmoid's long short-term memory, gate by gate.
__global__ void lstm(const float *__restrict__ a, const float *__restrict__ b,
                     const float *__restrict__ c, float *__restrict__ state,
                     float *__restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float s = 0.f, h = a[i];
  for (int t = 0; t < 8; ++t) {
    const float forget = 1.f / (1.f + expf(-(b[i] + h)));
    const float enter = 1.f / (1.f + expf(-(c[i] - h)));
    const float leave = 1.f / (1.f + expf(-(a[i] * h)));
    s = forget * s + enter * tanhf(b[i] * h + c[i]);
    h = leave * tanhf(s);
  }
  state[i] = s;
  out[i] = h;
}

const Row optimiser_rows[] = {
    {"adam",
     [](const Data &d) {
       const Adam by = {0.9f, 0.999f, 1e-8f, 256.f, 1e-3f, 0.5f, 20, false};
       adam<<<blocks_for(COUNT / 4, 256), 256>>>(d.out[0], d.out[1], d.out[2],
                                                 d.in[0], by, COUNT / 4);
     },
     true},
    {"momentum",
     [](const Data &d) {
       momentum<<<blocks_for(COUNT, 256), 256>>>(d.out[0], d.out[1], d.in[0],
                                                 1e-3f, 0.9f, 0.01f, COUNT);
     },
     true},
    {"gelu_half",
     [](const Data &d) {
       gelu_half<<<blocks_for(COUNT / 4, 256), 256>>>(
           (const half2 *)d.words[0], (float2 *)d.out[0], COUNT / 4, 16);
     },
     true},
    {"lstm",
     [](const Data &d) {
       lstm<<<blocks_for(COUNT / 2, 128), 128>>>(d.in[0], d.in[1], d.in[2],
                                                 d.out[1], d.out[0], COUNT / 2);
     },
     true},
    {}};
