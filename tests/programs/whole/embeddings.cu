// SPDX-License-Identifier: Apache-2.0
// Words as vectors by skip-grams with negative samples, drawn in the kernel
// that updates both tables: words that occur together end near each other.
// FLAGS: -lcublas -std=c++17
#include <cublas_v2.h>
#include <curand_kernel.h>

#include "whole/array.h"

enum { TOPICS = 5, EACH = 12, WORDS = TOPICS * EACH, D = 16, PAIRS = 20000 };
enum { NEGATIVES = 4, THREADS = 2048 };

__global__ void start(curandStatePhilox4_32_10_t *states, float *table,
                      int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(9, (unsigned long long)i, 0, &states[i]);
  if (i < count)
    table[i] = 0.2f * (curand_uniform(&states[i]) - 0.5f);
}

// What others may add to at the same time, as training without locks has it.
__device__ float shared_number(const float *at) {
  return *(const volatile float *)at;
}

__global__ void train(const int2 *pairs, float *words, float *contexts,
                      curandStatePhilox4_32_10_t *states, float rate) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state = states[thread];
  for (int at = thread; at < PAIRS; at += THREADS) {
    float *word = words + pairs[at].x * D, step[D] = {0};
    for (int k = 0; k <= NEGATIVES; ++k) {
      const int other =
          k ? (int)(curand(&state) % WORDS) : pairs[at].y;
      float *context = contexts + other * D, dot = 0;
      for (int d = 0; d < D; ++d)
        dot += shared_number(&word[d]) * shared_number(&context[d]);
      const float g = rate * ((k == 0) - 1 / (1 + expf(-dot)));
      for (int d = 0; d < D; ++d) {
        step[d] += g * shared_number(&context[d]);
        atomicAdd(&context[d], g * shared_number(&word[d]));
      }
    }
    for (int d = 0; d < D; ++d)
      atomicAdd(&word[d], step[d]);
  }
  states[thread] = state;
}

__global__ void normalise(float *words) {
  float norm = 0;
  for (int d = 0; d < D; ++d)
    norm += words[threadIdx.x * D + d] * words[threadIdx.x * D + d];
  for (int d = 0; d < D; ++d)
    words[threadIdx.x * D + d] /= sqrtf(norm);
}

int main() {
  std::mt19937 engine(91);
  std::vector<int2> pairs(PAIRS);
  for (int2 &p : pairs) { // mostly of one topic
    p.x = (int)(engine() % WORDS);
    p.y = engine() % 10 ? p.x / EACH * EACH + (int)(engine() % EACH)
                        : (int)(engine() % WORDS);
  }
  Array<int2> data(pairs);
  Array<float> words(WORDS * D), contexts(WORDS * D), cosines(WORDS * WORDS);
  Array<curandStatePhilox4_32_10_t> states(THREADS);
  start<<<THREADS / 128, 128>>>(states.p, words.p, WORDS * D);
  start<<<THREADS / 128, 128>>>(states.p, contexts.p, WORDS * D);
  for (int epoch = 0; epoch < 12; ++epoch)
    train<<<THREADS / 128, 128>>>(data.p, words.p, contexts.p, states.p, 0.05f);
  normalise<<<1, WORDS>>>(words.p);
  cublasHandle_t blas;
  GOOD(cublasCreate(&blas));
  const float one = 1, zero = 0;
  GOOD(cublasSgemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, WORDS, WORDS, D, &one, words.p,
                   D, words.p, D, &zero, cosines.p, WORDS));
  const std::vector<float> c = cosines.get();
  int right = 0;
  double same = 0, other = 0;
  for (int i = 0; i < WORDS; ++i) {
    int nearest = -1;
    CHECK(is_near(c[i * WORDS + i], 1, 1e-4));
    for (int j = 0; j < WORDS; ++j) {
      if (j == i)
        continue;
      if (nearest < 0 || c[i * WORDS + j] > c[i * WORDS + nearest])
        nearest = j;
      (i / EACH == j / EACH ? same : other) += c[i * WORDS + j];
    }
    right += nearest / EACH == i / EACH;
  }
  same /= WORDS * (EACH - 1);
  other /= WORDS * (WORDS - EACH);
  CHECK(right >= WORDS - 2);
  CHECK(same > other + 0.5);
  GOOD(cublasDestroy(blas));
  std::printf("ok, %d of %d, %.2f and %.2f\n", right, WORDS, same, other);
  return 0;
}
