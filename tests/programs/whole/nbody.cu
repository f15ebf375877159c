// SPDX-License-Identifier: Apache-2.0
// Bodies that attract each other, from random places: forces by tiles of shared
// memory, leapfrog steps. Momentum stays, energy almost, and the same steps
// with time turned round lead back.
// FLAGS: -lcurand -std=c++17
#include <curand.h>

#include "whole/array.h"

enum { N = 512, TILE = 64, STEPS = 60 };

__global__ void place(const double *random, double4 *at, double4 *speed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  at[i] = {random[6 * i], random[6 * i + 1], random[6 * i + 2], 1.0 / N};
  speed[i] = {0.3 * random[6 * i + 3], 0.3 * random[6 * i + 4],
              0.3 * random[6 * i + 5], 0};
}

__global__ void kick(const double4 *at, double4 *speed, double dt,
                     double *potential) {
  __shared__ double4 tile[TILE];
  const int i = blockIdx.x * TILE + threadIdx.x;
  const double4 own = at[i];
  double x = 0, y = 0, z = 0, sum = 0;
  for (int first = 0; first < N; first += TILE) {
    tile[threadIdx.x] = at[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) {
      const double dx = tile[k].x - own.x, dy = tile[k].y - own.y,
                   dz = tile[k].z - own.z;
      const double inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01);
      const double pull = tile[k].w * inverse * inverse * inverse;
      x += pull * dx;
      y += pull * dy;
      z += pull * dz;
      sum -= first + k != i ? tile[k].w * inverse : 0;
    }
    __syncthreads();
  }
  speed[i].x += dt * x;
  speed[i].y += dt * y;
  speed[i].z += dt * z;
  potential[i] = sum * own.w / 2;
}

__global__ void drift(double4 *at, const double4 *speed, double dt) {
  const int i = blockIdx.x * TILE + threadIdx.x;
  at[i].x += dt * speed[i].x;
  at[i].y += dt * speed[i].y;
  at[i].z += dt * speed[i].z;
}

struct State {
  double energy, px, py, pz;
};

int main() {
  Array<double> random(6 * N), potential(N);
  Array<double4> at(N), speed(N);
  curandGenerator_t generator;
  GOOD(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MRG32K3A));
  GOOD(curandSetPseudoRandomGeneratorSeed(generator, 33));
  GOOD(curandGenerateNormalDouble(generator, random.p, 6 * N, 0, 1));
  place<<<N / TILE, TILE>>>(random.p, at.p, speed.p);
  auto state = [&] {
    kick<<<N / TILE, TILE>>>(at.p, speed.p, 0, potential.p);
    State s = {0, 0, 0, 0};
    const std::vector<double> p = potential.get();
    const std::vector<double4> v = speed.get();
    for (int i = 0; i < N; ++i) {
      s.energy += p[i] + 0.5 / N * (v[i].x * v[i].x + v[i].y * v[i].y +
                                    v[i].z * v[i].z);
      s.px += v[i].x / N;
      s.py += v[i].y / N;
      s.pz += v[i].z / N;
    }
    return s;
  };
  auto run = [&](double dt) {
    for (int step = 0; step < STEPS; ++step) {
      kick<<<N / TILE, TILE>>>(at.p, speed.p, dt / 2, potential.p);
      drift<<<N / TILE, TILE>>>(at.p, speed.p, dt);
      kick<<<N / TILE, TILE>>>(at.p, speed.p, dt / 2, potential.p);
    }
  };
  const std::vector<double4> start = at.get();
  const State before = state();
  CHECK(before.energy < -0.05 && before.energy > -1);
  run(0.01);
  const State after = state();
  CHECK(is_near(after.energy, before.energy, 1e-4));
  CHECK(is_near(after.px, before.px, 1e-12));
  CHECK(is_near(after.py, before.py, 1e-12));
  CHECK(is_near(after.pz, before.pz, 1e-12));
  double moved = 0;
  const std::vector<double4> there = at.get();
  for (int i = 0; i < N; ++i)
    moved += std::fabs(there[i].x - start[i].x) / N;
  CHECK(moved > 0.05);
  run(-0.01);
  const std::vector<double4> back = at.get();
  for (int i = 0; i < N; ++i)
    CHECK(is_near(back[i].x, start[i].x, 1e-9) &&
          is_near(back[i].z, start[i].z, 1e-9));
  GOOD(curandDestroyGenerator(generator));
  std::printf("ok, %.9f and %.9f\n", before.energy, after.energy);
  return 0;
}
