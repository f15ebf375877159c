// SPDX-License-Identifier: Apache-2.0
// Textures of one and two dimensions against a model on the host: filters,
// modes of address, coordinates, formats, linear and pitched memory.
#include <hip/hip_runtime.h>

#include "program.h"

enum { W = 16, H = 8, SAMPLES = 400 };

__global__ void read_1d(hipTextureObject_t t, const float *x, float *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < SAMPLES)
    to[i] = tex1D<float>(t, x[i]);
}
__global__ void read_2d(hipTextureObject_t t, const float *x, const float *y,
                        float *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < SAMPLES)
    to[i] = tex2D<float>(t, x[i], y[i]);
}
__global__ void read_bytes(hipTextureObject_t t, float4 *normal) {
  normal[threadIdx.x] = tex2D<float4>(t, threadIdx.x + 0.5f, 1.5f);
}
__global__ void read_integers(hipTextureObject_t t, uchar4 *to) {
  to[threadIdx.x] = tex2D<uchar4>(t, threadIdx.x + 0.5f, 1.5f);
}
__global__ void fetch(hipTextureObject_t t, int2 *to) {
  to[threadIdx.x] = tex1Dfetch<int2>(t, (int)threadIdx.x - 1);
}
__global__ void gather(hipTextureObject_t t, float4 *to) {
  to[0] = tex2Dgather<float4>(t, 3.0f, 2.0f, 0);
}

// ---- The model

// The texel that a mode of address puts at `i`; -1: the border's colour.
static int place(int i, int n, hipTextureAddressMode mode) {
  switch (mode) {
  case hipAddressModeWrap:
    return ((i % n) + n) % n;
  case hipAddressModeMirror: {
    const int m = ((i % (2 * n)) + 2 * n) % (2 * n);
    return m < n ? m : 2 * n - 1 - m;
  }
  case hipAddressModeClamp:
    return i < 0 ? 0 : i >= n ? n - 1 : i;
  default:
    return i < 0 || i >= n ? -1 : i;
  }
}

struct Model {
  const float *texels;
  int width, height;
  hipTextureDesc t;
};

static float texel(const Model &m, int x, int y) {
  const int px = place(x, m.width, m.t.addressMode[0]);
  const int py = m.height ? place(y, m.height, m.t.addressMode[1]) : 0;
  return px < 0 || py < 0 ? m.t.borderColor[0] : m.texels[py * m.width + px];
}

static double sample(const Model &m, double x, double y) {
  if (m.t.normalizedCoords) {
    x *= m.width;
    y *= m.height;
  }
  if (m.t.filterMode == hipFilterModePoint)
    return texel(m, (int)std::floor(x), (int)std::floor(y));
  const double fx = x - 0.5, fy = m.height ? y - 0.5 : 0;
  const int ix = (int)std::floor(fx), iy = (int)std::floor(fy);
  // Devices keep 8 bits of the weights.
  const double a = fx - ix, b = fy - iy;
  return (1 - a) * (1 - b) * texel(m, ix, iy) +
         a * (1 - b) * texel(m, ix + 1, iy) +
         (1 - a) * b * texel(m, ix, iy + 1) + a * b * texel(m, ix + 1, iy + 1);
}

// ---- The tests

static std::vector<float> texels(int n) {
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i)
    v[i] = (float)((i * 37) % 101) / 10;
  return v;
}

static float *upload(const std::vector<float> &v) {
  float *p;
  OK(hipMalloc(&p, v.size() * sizeof(float)));
  OK(hipMemcpy(p, v.data(), v.size() * sizeof(float), hipMemcpyHostToDevice));
  return p;
}

// Coordinates in and around [0, n), none at an edge of a texel.
static std::vector<float> coordinates(int n, bool normalized, unsigned seed) {
  std::vector<float> v(SAMPLES);
  for (float &x : v) {
    seed = seed * 1664525u + 1013904223u;
    const int eighth = (int)(seed >> 8) % (n * 3 * 8) - n * 8;
    x = ((float)eighth + 0.4f) / 8;
    if (normalized)
      x /= (float)n;
  }
  return v;
}

static void compare(const Model &m, hipTextureObject_t t) {
  const bool normalized = m.t.normalizedCoords;
  const std::vector<float> x = coordinates(m.width, normalized, 1);
  const std::vector<float> y =
      coordinates(m.height ? m.height : 1, normalized, 2);
  std::vector<float> got(SAMPLES);
  float *dx = upload(x), *dy = upload(y), *to = upload(got);
  if (m.height)
    read_2d<<<(SAMPLES + 63) / 64, 64>>>(t, dx, dy, to);
  else
    read_1d<<<(SAMPLES + 63) / 64, 64>>>(t, dx, to);
  OK(hipMemcpy(got.data(), to, SAMPLES * sizeof(float), hipMemcpyDeviceToHost));
  for (int i = 0; i < SAMPLES; ++i) {
    const double wanted = sample(m, x[i], m.height ? y[i] : 0);
    const double tolerance =
        m.t.filterMode == hipFilterModePoint ? 0 : 10.0 / 128;
    if (std::fabs(got[i] - wanted) > tolerance) {
      std::fprintf(stderr,
                   "(%g, %g): %g, not %g (filter %d, mode %d, normalized %d)\n",
                   x[i], y[i], got[i], wanted, (int)m.t.filterMode,
                   (int)m.t.addressMode[0], (int)normalized);
      std::exit(1);
    }
  }
  OK(hipFree(dx));
  OK(hipFree(dy));
  OK(hipFree(to));
}

static void test_modes(int height) {
  const std::vector<float> data = texels(W * (height ? height : 1));
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipArray_t array;
  OK(hipMallocArray(&array, &format, W, height, hipArrayDefault));
  OK(hipMemcpy2DToArray(array, 0, 0, data.data(), W * 4, W * 4,
                        height ? height : 1, hipMemcpyHostToDevice));
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  const hipTextureAddressMode modes[] = {
      hipAddressModeWrap, hipAddressModeClamp, hipAddressModeMirror,
      hipAddressModeBorder};
  for (hipTextureAddressMode mode : modes)
    for (int linear = 0; linear < 2; ++linear)
      for (int normalized = 0; normalized < 2; ++normalized) {
        // Wrapping and mirroring are of normalized coordinates.
        if (!normalized &&
            (mode == hipAddressModeWrap || mode == hipAddressModeMirror))
          continue;
        hipTextureDesc t = {};
        for (int i = 0; i < 3; ++i)
          t.addressMode[i] = mode;
        t.filterMode = linear ? hipFilterModeLinear : hipFilterModePoint;
        t.readMode = hipReadModeElementType;
        t.normalizedCoords = normalized;
        t.borderColor[0] = mode == hipAddressModeBorder ? 2.5f : 0;
        hipTextureObject_t object;
        OK(hipCreateTextureObject(&object, &resource, &t, nullptr));
        compare({data.data(), W, height, t}, object);
        hipTextureDesc read = {};
        OK(hipGetTextureObjectTextureDesc(&read, object));
        CHECK(read.addressMode[0] == mode && read.filterMode == t.filterMode);
        hipResourceDesc told = {};
        OK(hipGetTextureObjectResourceDesc(&told, object));
        CHECK(told.resType == hipResourceTypeArray &&
              told.res.array.array == array);
        OK(hipDestroyTextureObject(object));
        FAILS(hipDestroyTextureObject(object), hipErrorInvalidValue);
      }
  OK(hipFreeArray(array));
}

// Four bytes per texel in memory with a pitch, as integers and as floats.
static void test_pitched() {
  uchar4 *d;
  size_t pitch;
  std::vector<uchar4> data(W * H);
  for (int i = 0; i < W * H; ++i)
    data[i] = {(unsigned char)i, (unsigned char)(255 - i), 7, 255};
  OK(hipMallocPitch((void **)&d, &pitch, W * sizeof(uchar4), H));
  OK(hipMemcpy2D(d, pitch, data.data(), W * 4, W * 4, H,
                 hipMemcpyHostToDevice));
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypePitch2D;
  resource.res.pitch2D.devPtr = d;
  resource.res.pitch2D.pitchInBytes = pitch;
  resource.res.pitch2D.width = W;
  resource.res.pitch2D.height = H;
  resource.res.pitch2D.desc = hipCreateChannelDesc<uchar4>();
  hipTextureDesc t = {};
  t.addressMode[0] = t.addressMode[1] = hipAddressModeClamp;
  t.readMode = hipReadModeNormalizedFloat;
  hipTextureObject_t normal, plain;
  OK(hipCreateTextureObject(&normal, &resource, &t, nullptr));
  t.readMode = hipReadModeElementType;
  OK(hipCreateTextureObject(&plain, &resource, &t, nullptr));
  float4 *floats, hf[W];
  uchar4 *bytes, hb[W];
  OK(hipMalloc(&floats, sizeof(hf)));
  OK(hipMalloc(&bytes, sizeof(hb)));
  read_bytes<<<1, W>>>(normal, floats);
  read_integers<<<1, W>>>(plain, bytes);
  OK(hipMemcpy(hf, floats, sizeof(hf), hipMemcpyDeviceToHost));
  OK(hipMemcpy(hb, bytes, sizeof(hb), hipMemcpyDeviceToHost));
  for (int i = 0; i < W; ++i) {
    CHECK(hb[i].x == W + i && hb[i].y == 255 - W - i && hb[i].w == 255);
    NEAR(hf[i].x, (W + i) / 255.0, 1e-6);
    NEAR(hf[i].y, (255 - W - i) / 255.0, 1e-6);
    CHECK(hf[i].w == 1);
  }
  t.filterMode = hipFilterModeLinear; // of integers: no
  CHECK(hipCreateTextureObject(&plain, &resource, &t, nullptr) != hipSuccess);
  OK(hipDestroyTextureObject(normal));
  OK(hipDestroyTextureObject(plain));
  OK(hipFree(d));
  OK(hipFree(floats));
  OK(hipFree(bytes));
}

static void test_linear() {
  int2 *d, *to, h[10];
  std::vector<int2> data(8);
  for (int i = 0; i < 8; ++i)
    data[i] = {i, -i};
  OK(hipMalloc(&d, 64));
  OK(hipMalloc(&to, sizeof(h)));
  OK(hipMemcpy(d, data.data(), 64, hipMemcpyHostToDevice));
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeLinear;
  resource.res.linear.devPtr = d;
  resource.res.linear.sizeInBytes = 64;
  resource.res.linear.desc = hipCreateChannelDesc<int2>();
  hipTextureDesc t = {};
  hipTextureObject_t object;
  OK(hipCreateTextureObject(&object, &resource, &t, nullptr));
  fetch<<<1, 10>>>(object, to);
  OK(hipMemcpy(h, to, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i)
    CHECK(h[i + 1].x == i && h[i + 1].y == -i);
  CHECK(h[0].x == 0 && h[9].x == 0 && h[9].y == 0); // outside
  OK(hipDestroyTextureObject(object));
  resource.res.linear.sizeInBytes = 1 << 20;
  FAILS(hipCreateTextureObject(&object, &resource, &t, nullptr),
        hipErrorInvalidValue);
  size_t width = 0;
  OK(hipDeviceGetTexture1DLinearMaxWidth(&width, &resource.res.linear.desc, 0));
  CHECK(width >= 1 << 20);
  OK(hipFree(d));
  OK(hipFree(to));
}

static void test_gather() {
  const std::vector<float> data = texels(W * H);
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipArray_t array;
  OK(hipMallocArray(&array, &format, W, H, hipArrayTextureGather));
  OK(hipMemcpy2DToArray(array, 0, 0, data.data(), W * 4, W * 4, H,
                        hipMemcpyHostToDevice));
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  hipTextureDesc t = {};
  t.addressMode[0] = t.addressMode[1] = hipAddressModeClamp;
  hipTextureObject_t object;
  float4 *to, h;
  OK(hipMalloc(&to, sizeof(h)));
  OK(hipCreateTextureObject(&object, &resource, &t, nullptr));
  gather<<<1, 1>>>(object, to);
  OK(hipMemcpy(&h, to, sizeof(h), hipMemcpyDeviceToHost));
  // The four around (3, 2), from below left against the clock.
  CHECK(h.x == data[2 * W + 2] && h.y == data[2 * W + 3] &&
        h.z == data[1 * W + 3] && h.w == data[1 * W + 2]);
  OK(hipDestroyTextureObject(object));
  OK(hipFreeArray(array));
  OK(hipFree(to));
}

int main() {
  test_modes(0);
  test_modes(H);
  test_pitched();
  test_linear();
  test_gather();
  return done();
}
