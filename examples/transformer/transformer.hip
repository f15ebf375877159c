// SPDX-License-Identifier: Apache-2.0
// The forward pass of one transformer block: layer norm, queries, keys and
// values, causal attention over several heads, a projection, layer norm, and a
// perceptron with gelu, each with its residual. Compared with the same in
// double on the host.
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

enum { LENGTH = 96, WIDTH = 128, HEADS = 4, HEAD = WIDTH / HEADS };
enum { INNER = 4 * WIDTH, BLOCK = 128, TILE = 16 };

// ---- Kernels

// The sum over a block, for all of its work-items.
__device__ float block_sum(float v) {
  __shared__ float cells[BLOCK];
  cells[threadIdx.x] = v;
  for (int half = BLOCK / 2; half; half /= 2) {
    __syncthreads();
    if ((int)threadIdx.x < half)
      cells[threadIdx.x] += cells[threadIdx.x + half];
  }
  __syncthreads();
  v = cells[0];
  __syncthreads();
  return v;
}

// One block a row.
__global__ void layer_norm(const float *in, const float *scale,
                           const float *shift, float *out) {
  const float *row = in + blockIdx.x * WIDTH;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < WIDTH; i += BLOCK)
    sum += row[i];
  const float mean = block_sum(sum) / WIDTH;
  for (int i = threadIdx.x; i < WIDTH; i += BLOCK)
    squares += (row[i] - mean) * (row[i] - mean);
  const float inverse = rsqrtf(block_sum(squares) / WIDTH + 1e-5f);
  for (int i = threadIdx.x; i < WIDTH; i += BLOCK)
    out[blockIdx.x * WIDTH + i] =
        (row[i] - mean) * inverse * scale[i] + shift[i];
}

__device__ float gelu(float x) {
  return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

// out = act(in * weights + bias) + residual; weights are `inputs` x `outputs`.
template <bool GELU>
__global__ void linear(const float *in, const float *weights, const float *bias,
                       const float *residual, float *out, int rows, int inputs,
                       int outputs) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (int first = 0; first < inputs; first += TILE) {
    a[y][x] = row < rows ? in[row * inputs + first + x] : 0;
    b[y][x] = weights[(first + y) * outputs + column];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += a[y][i] * b[i][x];
    __syncthreads();
  }
  if (row >= rows)
    return;
  sum += bias[column];
  if (GELU)
    sum = gelu(sum);
  out[row * outputs + column] =
      sum + (residual ? residual[row * outputs + column] : 0);
}

// One block a query and head. A row of `qkv` holds queries, keys and values of
// one position. Scores are in shared memory, as many as there are positions.
__global__ void attention(const float *qkv, float *out) {
  extern __shared__ float scores[];
  const int position = blockIdx.x, head = blockIdx.y;
  const float *query = qkv + position * 3 * WIDTH + head * HEAD;
  __shared__ float largest;
  for (int i = threadIdx.x; i <= position; i += BLOCK) {
    const float *key = qkv + i * 3 * WIDTH + WIDTH + head * HEAD;
    float sum = 0;
    for (int d = 0; d < HEAD; ++d)
      sum += query[d] * key[d];
    scores[i] = sum * rsqrtf((float)HEAD);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    largest = scores[0];
    for (int i = 1; i <= position; ++i)
      largest = fmaxf(largest, scores[i]);
  }
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i <= position; i += BLOCK) {
    scores[i] = expf(scores[i] - largest);
    sum += scores[i];
  }
  const float total = block_sum(sum);
  for (int d = threadIdx.x; d < HEAD; d += BLOCK) {
    float value = 0;
    for (int i = 0; i <= position; ++i)
      value += scores[i] * qkv[i * 3 * WIDTH + 2 * WIDTH + head * HEAD + d];
    out[position * WIDTH + head * HEAD + d] = value / total;
  }
}

// ---- Weights

struct Matrix {
  std::vector<float> host;
  float *device = nullptr;
};

static unsigned seed = 7;
static Matrix random_matrix(size_t count, float middle, float spread) {
  Matrix m;
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    m.host.push_back(middle +
                     spread * ((float)(seed >> 8) / (float)(1 << 23) - 1));
  }
  OK(hipMalloc(&m.device, count * sizeof(float)));
  OK(hipMemcpy(m.device, m.host.data(), count * sizeof(float),
               hipMemcpyHostToDevice));
  return m;
}

struct Weights {
  Matrix scale1 = random_matrix(WIDTH, 1, 0.1f);
  Matrix shift1 = random_matrix(WIDTH, 0, 0.1f);
  Matrix qkv = random_matrix(WIDTH * 3 * WIDTH, 0, 0.15f);
  Matrix qkv_bias = random_matrix(3 * WIDTH, 0, 0.1f);
  Matrix project = random_matrix(WIDTH * WIDTH, 0, 0.15f);
  Matrix project_bias = random_matrix(WIDTH, 0, 0.1f);
  Matrix scale2 = random_matrix(WIDTH, 1, 0.1f);
  Matrix shift2 = random_matrix(WIDTH, 0, 0.1f);
  Matrix up = random_matrix(WIDTH * INNER, 0, 0.15f);
  Matrix up_bias = random_matrix(INNER, 0, 0.1f);
  Matrix down = random_matrix(INNER * WIDTH, 0, 0.08f);
  Matrix down_bias = random_matrix(WIDTH, 0, 0.1f);
};

// ---- The same on the host, in double

typedef std::vector<double> Rows;

static Rows host_norm(const Rows &in, const Matrix &scale,
                      const Matrix &shift) {
  Rows out(in.size());
  for (size_t row = 0; row < in.size(); row += WIDTH) {
    double mean = 0, squares = 0;
    for (int i = 0; i < WIDTH; ++i)
      mean += in[row + i] / WIDTH;
    for (int i = 0; i < WIDTH; ++i)
      squares += (in[row + i] - mean) * (in[row + i] - mean) / WIDTH;
    for (int i = 0; i < WIDTH; ++i)
      out[row + i] =
          (in[row + i] - mean) / std::sqrt(squares + 1e-5) * scale.host[i] +
          shift.host[i];
  }
  return out;
}

static Rows host_linear(const Rows &in, const Matrix &weights,
                        const Matrix &bias, int inputs, int outputs) {
  Rows out(LENGTH * outputs);
  for (int row = 0; row < LENGTH; ++row)
    for (int column = 0; column < outputs; ++column) {
      double sum = bias.host[column];
      for (int i = 0; i < inputs; ++i)
        sum += in[row * inputs + i] * weights.host[i * outputs + column];
      out[row * outputs + column] = sum;
    }
  return out;
}

static Rows host_attention(const Rows &qkv) {
  Rows out(LENGTH * WIDTH);
  for (int head = 0; head < HEADS; ++head)
    for (int q = 0; q < LENGTH; ++q) {
      Rows weights(q + 1);
      double total = 0;
      for (int k = 0; k <= q; ++k) {
        double sum = 0;
        for (int d = 0; d < HEAD; ++d)
          sum += qkv[q * 3 * WIDTH + head * HEAD + d] *
                 qkv[k * 3 * WIDTH + WIDTH + head * HEAD + d];
        total += weights[k] = std::exp(sum / std::sqrt((double)HEAD));
      }
      for (int d = 0; d < HEAD; ++d)
        for (int k = 0; k <= q; ++k)
          out[q * WIDTH + head * HEAD + d] +=
              weights[k] / total *
              qkv[k * 3 * WIDTH + 2 * WIDTH + head * HEAD + d];
    }
  return out;
}

static Rows host_block(const Matrix &in, const Weights &w) {
  Rows x(in.host.begin(), in.host.end());
  const Rows mixed = host_linear(
      host_attention(host_linear(host_norm(x, w.scale1, w.shift1), w.qkv,
                                 w.qkv_bias, WIDTH, 3 * WIDTH)),
      w.project, w.project_bias, WIDTH, WIDTH);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] += mixed[i];
  Rows inner = host_linear(host_norm(x, w.scale2, w.shift2), w.up, w.up_bias,
                           WIDTH, INNER);
  for (double &v : inner)
    v = 0.5 * v *
        (1 + std::tanh(0.7978845608028654 * (v + 0.044715 * v * v * v)));
  const Rows out = host_linear(inner, w.down, w.down_bias, INNER, WIDTH);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] += out[i];
  return x;
}

// ---- On the device

struct Buffers {
  float *norm, *qkv, *mixed, *middle, *inner, *out;
};

static float *allocate(size_t columns) {
  float *p;
  OK(hipMalloc(&p, LENGTH * columns * sizeof(float)));
  return p;
}

static dim3 grid_for(int outputs) {
  return dim3(outputs / TILE, (LENGTH + TILE - 1) / TILE);
}

static void forward(const float *in, const Weights &w, const Buffers &b,
                    hipStream_t s) {
  const dim3 tile(TILE, TILE);
  layer_norm<<<LENGTH, BLOCK, 0, s>>>(in, w.scale1.device, w.shift1.device,
                                      b.norm);
  linear<false><<<grid_for(3 * WIDTH), tile, 0, s>>>(
      b.norm, w.qkv.device, w.qkv_bias.device, nullptr, b.qkv, LENGTH, WIDTH,
      3 * WIDTH);
  attention<<<dim3(LENGTH, HEADS), BLOCK, LENGTH * sizeof(float), s>>>(b.qkv,
                                                                       b.mixed);
  linear<false><<<grid_for(WIDTH), tile, 0, s>>>(
      b.mixed, w.project.device, w.project_bias.device, in, b.middle, LENGTH,
      WIDTH, WIDTH);
  layer_norm<<<LENGTH, BLOCK, 0, s>>>(b.middle, w.scale2.device,
                                      w.shift2.device, b.norm);
  linear<true><<<grid_for(INNER), tile, 0, s>>>(b.norm, w.up.device,
                                                w.up_bias.device, nullptr,
                                                b.inner, LENGTH, WIDTH, INNER);
  linear<false><<<grid_for(WIDTH), tile, 0, s>>>(b.inner, w.down.device,
                                                 w.down_bias.device, b.middle,
                                                 b.out, LENGTH, INNER, WIDTH);
}

int main() {
  const Weights weights;
  const Matrix in = random_matrix(LENGTH * WIDTH, 0, 1);
  const Buffers b = {allocate(WIDTH), allocate(3 * WIDTH), allocate(WIDTH),
                     allocate(WIDTH), allocate(INNER),     allocate(WIDTH)};
  hipStream_t s;
  OK(hipStreamCreate(&s));
  forward(in.device, weights, b, s);
  OK(hipStreamSynchronize(s));

  // Again as a graph, which launches all seven kernels at once.
  hipGraph_t graph;
  hipGraphExec_t exec;
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  forward(in.device, weights, b, s);
  OK(hipStreamEndCapture(s, &graph));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipMemsetAsync(b.out, 0, LENGTH * WIDTH * sizeof(float), s));
  const auto start = std::chrono::steady_clock::now();
  OK(hipGraphLaunch(exec, s));
  OK(hipStreamSynchronize(s));
  const double ms = std::chrono::duration<double, std::milli>(
                        std::chrono::steady_clock::now() - start)
                        .count();

  std::vector<float> got(LENGTH * WIDTH);
  OK(hipMemcpy(got.data(), b.out, got.size() * sizeof(float),
               hipMemcpyDeviceToHost));
  const Rows wanted = host_block(in, weights);
  double worst = 0;
  for (size_t i = 0; i < got.size(); ++i)
    worst = std::fmax(worst, std::fabs(got[i] - wanted[i]) /
                                 (1 + std::fabs(wanted[i])));
  std::printf("%d positions, width %d, %d heads: %.2f ms, off by %.1e\n",
              LENGTH, WIDTH, HEADS, ms, worst);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipStreamDestroy(s));
  OK(hipDeviceReset());
  if (!(worst < 1e-4)) {
    std::fprintf(stderr, "too far from the host's results\n");
    return 1;
  }
  std::puts("ok");
  return 0;
}
