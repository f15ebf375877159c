#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the back end 'levelzero' says when the driver refuses something, and what
it takes from the cache. Run by tests/opencl/device.py --levelzero.

usage: failures.py QUERN
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

TIMEOUT_S = 60
SOURCE = """
__device__ int base = 40;
extern "C" __global__ void add(int *out, int n) {
  out[threadIdx.x] = base + n;
}
"""
COOPERATIVE = """
#include <cooperative_groups.h>
extern "C" __global__ void meet(int *out) {
  cooperative_groups::this_grid().sync();
  out[threadIdx.x] = 1;
}
"""
# What the driver is asked to refuse, and what the error has to have in it.
REFUSALS = {
    "zeModuleCreate:0x70000004": "ERROR_MODULE_BUILD_FAILURE, 0x70000004): "
    "error: it was asked to fail",
    "zeMemAllocHost:0x70000002": "no memory on the host",
    "zeCommandListCreateImmediate:0x70000003": "no memory on the device",
    "zeEventPoolCreate:0x70000002": "no memory on the host",
    "zeCommandListAppendLaunchKernel:0x78000013":
    "the kernel cannot run with groups of this size",
    "zeEventHostSynchronize:0x70000001": "the device is lost",
    "zeContextCreate:0x12345": "zeContextCreate: Level Zero's result 0x12345",
}


class Failures:
    def __init__(self, quern, folder):
        self.quern = quern
        self.folder = Path(folder)
        self.failed = self.passed = 0
        self.bundle = self.compile("add", SOURCE)

    def compile(self, name, text):
        source = self.folder / f"{name}.cu"
        source.write_text(text)
        bundle = str(self.folder / f"{name}.hipfb")
        subprocess.run([self.quern, "compile", "-q", str(source), "-t",
                        "spirv64", "-o", bundle], check=True)
        return bundle

    def run(self, args, **more):
        try:
            return subprocess.run([self.quern, *args], capture_output=True,
                                  text=True, timeout=TIMEOUT_S,
                                  env=dict(os.environ, **more))
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(args, -1, "", "hangs")

    def launch(self, **more):
        return self.run(["run", self.bundle, "add", "--device", "levelzero", "-g",
                         "1", "-b", "4", "i32[4]=zero,expect=fill:42", "i32=2"],
                        **more)

    def expect(self, what, right, done):
        self.passed += right
        self.failed += not right
        if not right:
            print(f"{what}: exit status {done.returncode}, {done.stdout}"
                  f"{done.stderr}")

    def check_refusals(self):
        done = self.launch(QUERN_CACHE="off")
        self.expect("without a refusal", done.returncode == 0, done)
        for asked, wanted in REFUSALS.items():
            done = self.launch(QUERN_CACHE="off", QUERN_TEST_ZE_FAIL=asked)
            self.expect(asked, done.returncode > 0 and wanted in done.stderr,
                        done)

    def check_cooperative(self):
        bundle = self.compile("meet", COOPERATIVE)
        append = "zeCommandListAppendLaunchCooperativeKernel"
        for groups, asked, wanted in (
                ("1", {"QUERN_TEST_ZE_GROUPS": "4"}, None),
                ("1", {"QUERN_TEST_ZE_GROUPS": "4",
                       "QUERN_TEST_ZE_FAIL": f"{append}:0x78000013"}, append),
                ("400", {"QUERN_TEST_ZE_GROUPS": "4"}, "cannot be resident"),
                ("2", {}, "no cooperative launches")):
            done = self.run(["run", bundle, "meet", "--device", "levelzero", "-g",
                             groups, "-b", "8", "i32[8]=zero,expect=fill:1"],
                            QUERN_CACHE="off", **asked)
            self.expect(f"{groups} groups, {asked}", (done.returncode == 0)
                        if wanted is None else
                        (done.returncode > 0 and wanted in done.stderr), done)

    def check_cache(self):
        cache = {"XDG_CACHE_HOME": str(self.folder / "cache"), "QUERN_CACHE": "",
                 "QUERN_LOG": "debug,levelzero"}
        for wanted in (False, True):
            done = self.launch(**cache)
            self.expect(f"from the cache: {wanted}", done.returncode == 0 and
                        ("was in the cache" in done.stderr) == wanted, done)
        # A driver that does not know it any more compiles again.
        done = self.launch(QUERN_TEST_ZE_FAIL="zeModuleCreate:0x7800000f",
                           **cache)
        self.expect("refused from the cache", done.returncode == 0 and
                    "does not take its own binary" in done.stderr, done)

    def check_doctor(self):
        for why, more in {
                "could not load '/nowhere'": {"QUERN_LIBZE": "/nowhere"},
                "ZE_RESULT_ERROR_UNINITIALIZED":
                {"ZE_ENABLE_ALT_DRIVERS": "/nowhere"},
                "this user may not": {"QUERN_TEST_ZE_FAIL":
                                      "zeInit:0x70010000"}}.items():
            done = self.run(["doctor"], **more)
            lines = [line for line in done.stdout.splitlines()
                     if line.startswith("levelzero")]
            self.expect(f"doctor: {why}", len(lines) == 1 and why in lines[0],
                        done)
        done = self.launch(ZE_ENABLE_ALT_DRIVERS="/nowhere")
        self.expect("without a driver", done.returncode > 0 and
                    "finds no driver" in done.stderr, done)


def main():
    with tempfile.TemporaryDirectory() as folder:
        failures = Failures(sys.argv[1], folder)
        failures.check_refusals()
        failures.check_cooperative()
        failures.check_cache()
        failures.check_doctor()
    print(f"{failures.passed} passed, {failures.failed} failed")
    return failures.failed != 0


if __name__ == "__main__":
    sys.exit(main())
