# SPDX-License-Identifier: Apache-2.0
"""Code for NVIDIA's GPUs that ptxas makes fast: maths of libdevice or our own,
loops of the shape that it unrolls, roots that are not taken in vain."""
import pathlib
import re

from support import BUILD, QUERN, must, run

FUNCTIONS = """
#define ONE(T, f) extern "C" __global__ void k_##f(T *x) { x[0] = f(x[0]); }
#define TWO(T, f) extern "C" __global__ void k_##f(T *x) { x[0] = f(x[0], x[1]); }
ONE(float, expf) ONE(float, logf) ONE(float, sinf) ONE(float, tanhf)
ONE(float, cbrtf) ONE(float, erfinvf) ONE(float, normcdfinvf) ONE(float, rcbrtf)
ONE(float, tgammaf) ONE(float, erfcf) ONE(float, lgammaf) ONE(float, j0f)
ONE(double, exp) ONE(double, sin) ONE(double, rsqrt) ONE(double, erfcinv)
ONE(double, tgamma) ONE(double, normcdfinv)
TWO(float, powf) TWO(float, fmodf) TWO(float, hypotf) TWO(float, atan2f)
TWO(double, pow) TWO(double, remainder)
extern "C" __global__ void k_sincos(float *x, double *y) {
  sincosf(x[0], x + 1, x + 2);
  sincos(y[0], y + 1, y + 2);
  y[3] = norm4d(y[0], y[1], y[2], y[3]);
  y[4] = powi(y[0], (int)x[0]);
}
"""


def body(text, kernel):
    return re.search(rf"\.entry {kernel}\(.*?\n}}", text, re.S).group(0)


def ptx(source, name, env, *more):
    pathlib.Path("k.cu").write_text(source)
    done = run(QUERN, "compile", "-q", "--no-cache", "-t", "sm_90", "--emit=asm",
               *more, "k.cu", "-o", name, env=env)
    must(done.code == 0 and "warning" not in done.err, done)
    return pathlib.Path(name).read_text()


def case_nvidia_maths():
    """With our own functions, and with those of a file named libdevice.10.bc:
    Quern's toolkit has one, so that no CUDA is needed."""
    folder = BUILD / "lib" / "quern" / "toolkit" / "nvvm" / "libdevice"
    own = ptx(FUNCTIONS, "own.ptx", {"QUERN_LIBDEVICE": "/none"})
    libdevice = ptx(FUNCTIONS, "libdevice.ptx", {"QUERN_LIBDEVICE": folder})
    for text in (own, libdevice):
        must(len(re.findall(r"\.entry k_", text)) == 25, text[:2000])
        must(".extern .func" not in text, text[:2000])
    # Small ones are part of their callers.
    for name in ("expf", "logf", "tanhf", "sincos"):
        must("call" not in body(own, f"k_{name}"), body(own, f"k_{name}"))
    must(own != libdevice, "the same functions")
    fused = ptx(FUNCTIONS, "fused.ptx", {"QUERN_LIBDEVICE": folder},
                "-ffp-contract=off")
    must(fused.count("fma.rn") <= libdevice.count("fma.rn"), "more fused")


LOOPS = """
extern "C" __global__ void ends(unsigned *x, unsigned n, const unsigned *key) {
  unsigned sum = 0, a = x[0];
  for (int r = 0; r < 256; ++r) {
    a += (a << 4) ^ (sum + key[sum & 3]);
    sum += 0x9e3779b9;
  }
  x[1] = a;
  unsigned steps = 0;
  while (a != n) {
    a = a * 5 + x[a & 7];
    ++steps;
  }
  x[2] = steps;
}
extern "C" __global__ void arrays(const float *in, float *out) {
  float kept[64];
  for (int i = 0; i < 64; ++i)
    kept[i] = in[i * 32 + threadIdx.x];
  float sum = 0;
  for (int j = 0; j < 1000; ++j)
#pragma unroll
    for (int i = 0; i < 64; ++i)
      sum = sum * kept[i] + in[j];
  out[threadIdx.x] = sum;
}
extern "C" __global__ void chosen(float *x, bool which) {
  const float a = x[threadIdx.x];
  x[threadIdx.x] = which ? sqrtf(a + 2.f) : sqrtf(a) + 2.f;
}
extern "C" __global__ void pairs(unsigned *x) {
  __shared__ unsigned s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  const unsigned a = s[2 * threadIdx.x], b = s[2 * threadIdx.x + 1];
  x[threadIdx.x] = a * b;
}
"""


def case_nvidia_loops():
    text = ptx(LOOPS, "loops.ptx", {})
    # Blocks in order: a conditional branch to one before it, and none to one
    # behind it that a jump back follows.
    ends = body(text, "ends")
    lines = ends.splitlines()
    at = {line.rstrip(":"): i for i, line in enumerate(lines)
          if line.startswith("$L")}
    back = [(i, m.group(1)) for i, line in enumerate(lines)
            if (m := re.search(r"bra(?:\.uni)? +\t?(\$L\w+)", line)) and
            at[m.group(1)] < i]
    must(len(back) >= 2, ends)
    must(all("@" in lines[i] for i, _ in back), ends)
    must(".local" not in body(text, "arrays"), "an array in memory")
    chosen = body(text, "chosen")
    must(chosen.count("sqrt.rn") == 2 and "bra" in chosen, chosen)
    must("ld.shared.v2" in body(text, "pairs"), body(text, "pairs"))
