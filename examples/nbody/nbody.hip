// SPDX-License-Identifier: Apache-2.0
// Bodies that attract each other: all pairs, tile by tile through shared
// memory, leapfrog steps. Energy and momentum must stay, and a few bodies are
// compared with the same computation in double on the host.
#include <hip/hip_runtime.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(call)                                                               \
  do {                                                                         \
    const hipError_t error_ = (call);                                          \
    if (error_ != hipSuccess) {                                                \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(error_));      \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

enum { TILE = 128 };
static const float SOFTENING = 1e-2f; // squared; keeps close pairs finite

// Positions hold the mass in w.
__global__ void accelerate(const float4 *bodies, float4 *speeds, int n,
                           float step) {
  __shared__ float4 tile[TILE];
  const int self = blockIdx.x * TILE + threadIdx.x;
  const float4 own = bodies[self];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += TILE) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i) {
      const float dx = tile[i].x - own.x;
      const float dy = tile[i].y - own.y;
      const float dz = tile[i].z - own.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
      const float force = tile[i].w * inverse * inverse * inverse;
      ax += dx * force;
      ay += dy * force;
      az += dz * force;
    }
    __syncthreads();
  }
  float4 v = speeds[self];
  v.x += ax * step;
  v.y += ay * step;
  v.z += az * step;
  speeds[self] = v;
}

__global__ void move(float4 *bodies, const float4 *speeds, float step) {
  const int self = blockIdx.x * TILE + threadIdx.x;
  float4 p = bodies[self];
  p.x += speeds[self].x * step;
  p.y += speeds[self].y * step;
  p.z += speeds[self].z * step;
  bodies[self] = p;
}

struct State {
  std::vector<float4> bodies, speeds;
};

static float uniform(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (float)(*seed >> 8) / (1 << 24) * 2 - 1;
}

static State start(int n) {
  State s;
  unsigned seed = 42;
  for (int i = 0; i < n; ++i) {
    const float x = uniform(&seed), y = uniform(&seed), z = uniform(&seed);
    s.bodies.push_back(make_float4(x, y, z, 1.0f / (float)n));
    s.speeds.push_back(make_float4(-y * 0.3f, x * 0.3f, 0, 0));
  }
  return s;
}

// Kinetic and potential energy, with the momentum along x.
static double energy(const State &s, double *momentum) {
  double total = 0;
  *momentum = 0;
  for (size_t i = 0; i < s.bodies.size(); ++i) {
    const float4 p = s.bodies[i], v = s.speeds[i];
    const double mass = p.w;
    total += 0.5 * mass * ((double)v.x * v.x + v.y * v.y + v.z * v.z);
    *momentum += mass * v.x;
    for (size_t j = 0; j < i; ++j) {
      const float4 q = s.bodies[j];
      const double dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
      total -= mass * q.w / std::sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
    }
  }
  return total;
}

// The change of one body's speed in one step, in double.
static void reference(const State &s, size_t self, double step, double out[3]) {
  double a[3] = {};
  const float4 p = s.bodies[self];
  for (const float4 &q : s.bodies) {
    const double dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
    const double r2 = dx * dx + dy * dy + dz * dz + SOFTENING;
    const double force = q.w / (r2 * std::sqrt(r2));
    a[0] += dx * force;
    a[1] += dy * force;
    a[2] += dz * force;
  }
  for (int i = 0; i < 3; ++i)
    out[i] = a[i] * step;
}

static bool first_step_agrees(const State &before, const State &after,
                              double step) {
  for (size_t i = 0; i < before.bodies.size(); i += 97) {
    double wanted[3];
    reference(before, i, step, wanted);
    const float4 v = after.speeds[i], u = before.speeds[i];
    const double got[3] = {(double)v.x - u.x, (double)v.y - u.y,
                           (double)v.z - u.z};
    for (int k = 0; k < 3; ++k)
      if (!(std::fabs(got[k] - wanted[k]) <= 1e-6 + 1e-3 * step)) {
        std::fprintf(stderr, "body %zu: %.9g, not %.9g\n", i, got[k],
                     wanted[k]);
        return false;
      }
  }
  return true;
}

// usage: nbody [BODIES [STEPS]]
int main(int argc, char **argv) {
  const int asked = argc > 1 ? atoi(argv[1]) : 8192;
  const int steps = argc > 2 ? atoi(argv[2]) : 20;
  const int n = (asked + TILE - 1) / TILE * TILE;
  const float step = 1e-3f;
  const State first = start(n);
  State now = first;
  const size_t size = n * sizeof(float4);
  double momentum, momentum_before;
  const double before = energy(first, &momentum_before);
  float4 *bodies, *speeds;
  OK(hipMalloc(&bodies, size));
  OK(hipMalloc(&speeds, size));
  OK(hipMemcpy(bodies, first.bodies.data(), size, hipMemcpyHostToDevice));
  OK(hipMemcpy(speeds, first.speeds.data(), size, hipMemcpyHostToDevice));

  accelerate<<<n / TILE, TILE>>>(bodies, speeds, n, step);
  OK(hipMemcpy(now.speeds.data(), speeds, size, hipMemcpyDeviceToHost));
  if (!first_step_agrees(first, now, step))
    return 1;
  move<<<n / TILE, TILE>>>(bodies, speeds, step);
  OK(hipDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 1; i < steps; ++i) {
    accelerate<<<n / TILE, TILE>>>(bodies, speeds, n, step);
    move<<<n / TILE, TILE>>>(bodies, speeds, step);
  }
  OK(hipGetLastError());
  OK(hipDeviceSynchronize());
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  OK(hipMemcpy(now.bodies.data(), bodies, size, hipMemcpyDeviceToHost));
  OK(hipMemcpy(now.speeds.data(), speeds, size, hipMemcpyDeviceToHost));
  OK(hipFree(bodies));
  OK(hipFree(speeds));

  const double after = energy(now, &momentum);
  std::printf("%d bodies, %d steps: %.3f thousand million pairs a second\n", n,
              steps, (double)n * n * (steps - 1) / seconds / 1e9);
  std::printf("energy %.9f, then %.9f; momentum %.2e, then %.2e\n", before,
              after, momentum_before, momentum);
  if (!(std::fabs(after - before) <= 1e-2 * std::fabs(before)) ||
      !(std::fabs(momentum - momentum_before) <= 1e-4)) {
    std::fprintf(stderr, "energy or momentum did not stay\n");
    return 1;
  }
  std::puts("ok");
  return 0;
}

// The test runs it on little:
// ARGS: 1024 10
