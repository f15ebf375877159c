#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Machine code of Intel's GPUs in bundles: made by ocloc, the real one where it is
installed (QUERN_OCLOC or PATH) and one that checks how it is called, and loaded by
the back end 'levelzero', whose test driver poses as such a GPU. Run by
tests/opencl/device.py --levelzero.

usage: native.py QUERN
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TIMEOUT_S = 120
SOURCE = """
__device__ int base = 40;
extern "C" __global__ void add(int *out, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, __shfl_xor_sync(~0u, n, 1));
  __syncthreads();
  out[threadIdx.x] = base + sum / blockDim.x;
}
"""
DOUBLES = """
extern "C" __global__ void twice(double *out) { out[threadIdx.x] *= 2; }
"""
PVC, PVC_BEFORE, ARC = 0x030f0007, 0x030f0005, 0x030dc008


class Native:
    def __init__(self, quern, ocloc, folder):
        self.quern, self.ocloc, self.folder = quern, str(ocloc), Path(folder)
        self.passed = self.failed = 0

    def run(self, args, **more):
        return subprocess.run([self.quern, *args], capture_output=True,
                              text=True, timeout=TIMEOUT_S,
                              env=dict(os.environ, **{
                                  "QUERN_OCLOC": self.ocloc,
                                  "QUERN_CACHE": "off", **more}))

    def compile(self, text, targets, **more):
        source = self.folder / "native.cu"
        source.write_text(text)
        bundle = str(self.folder / f"{targets}.hipfb")
        return bundle, self.run(["compile", str(source), "-t", targets, "-o",
                                 bundle], **more)

    def expect(self, what, right, done):
        self.passed += bool(right)
        self.failed += not right
        if not right:
            print(f"{what}: exit status {done.returncode}, {done.stdout}"
                  f"{done.stderr}")

    def launch(self, bundle, gpu, product):
        return self.run(["run", bundle, "add", "--device", "levelzero", "-g", "2",
                         "-b", "64", "i32[64]=zero,expect=fill:42", "i32=2"],
                        QUERN_TEST_ZE_IP=hex(gpu),
                        QUERN_TEST_ZE_PRODUCT=str(product))

    def check_loads(self):
        only, done = self.compile(SOURCE, "intel-pvc")
        self.expect("compile", done.returncode == 0 and not done.stderr.count(
            "Build"), done)
        both, done = self.compile(SOURCE, "intel-pvc,intel-acm-g10,spirv64")
        self.expect("compile for three", done.returncode == 0, done)
        for bundle, gpu, product, wanted in (
                (only, PVC, 1271, None), (both, PVC, 1271, None),
                (both, ARC, 1270, None),
                # another stepping: the driver decides
                (only, PVC_BEFORE, 1271, None),
                (only, PVC_BEFORE, 0, "does not take the machine code"),
                (both, PVC_BEFORE, 0, None), # spirv64 instead
                (only, ARC, 1270, "no image for the device"),
                (only, 0, 0, "no image for the device"),
                (both, 0, 0, None)):
            done = self.launch(bundle, gpu, product)
            self.expect(f"{Path(bundle).stem} on {gpu:#x}, {product}",
                        done.returncode == 0 if wanted is None else
                        done.returncode > 0 and wanted in done.stderr, done)
        # Without spirv64 the driver's compiler is never asked.
        done = self.run(["run", only, "add", "--device", "levelzero", "-g", "2",
                         "-b", "64", "i32[64]=zero,expect=fill:42", "i32=2"],
                        QUERN_TEST_ZE_IP=hex(PVC), QUERN_TEST_ZE_PRODUCT="1271",
                        QUERN_TEST_ZE_FAIL="zeModuleCreate:0x70000004")
        self.expect("a driver that fails", done.returncode > 0 and
                    "does not take the machine code" in done.stderr, done)

    def check_inspect(self):
        bundle, _ = self.compile(SOURCE, "intel-acm-g10")
        done = self.run(["inspect", bundle])
        self.expect("inspect", "intel-acm-g10" in done.stdout and
                    "int* out, int n" in done.stdout and not done.stderr, done)

    def check_refusals(self):
        _, done = self.compile(DOUBLES, "intel-tgllp")
        self.expect("doubles", done.returncode > 0 and
                    "Double type is not supported" in done.stderr, done)
        _, done = self.compile(SOURCE, "intel-pvc", QUERN_OCLOC="/nowhere")
        self.expect("no ocloc", done.returncode > 0 and
                    "which is not installed" in done.stderr and
                    "intel-opencl-icd" in done.stderr, done)

    def check(self):
        self.check_loads()
        self.check_inspect()
        self.check_refusals()


def find_real():
    named = os.environ.get("QUERN_OCLOC") or "ocloc"
    return shutil.which(named)


def main():
    passed = failed = 0
    for ocloc in (HERE / "fake_ocloc.py", find_real()):
        if not ocloc:
            print("no real ocloc: its part is skipped")
            continue
        with tempfile.TemporaryDirectory() as folder:
            native = Native(sys.argv[1], ocloc, folder)
            native.check()
        passed += native.passed
        failed += native.failed
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
