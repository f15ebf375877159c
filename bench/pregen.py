#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What pregeneration costs: a run that finds everything in the cache, and how
well two jobs share the work. Ratios within one run; JSON lines.

  pregen.py QUERN [KERNELS [HITS]]
"""

import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "tests" / "pregen" / "kernels"
QUERN = pathlib.Path(sys.argv[1]).resolve()
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 48
HITS = int(sys.argv[3]) if len(sys.argv) > 3 else 200


def configuration(path, count):
    tensor = "({},1,1,1)/f32"
    path.write_text(json.dumps({"kernels": [
        {"kernel_name": "ggml_op_add", "kernel_source": "binary_ops.py",
         "arch": "x86-64-v2", "input_tensors": [tensor.format(64 + i)] * 2,
         "output_tensor": tensor.format(64 + i), "exported_name": f"add_{i}"}
        for i in range(count)]}))


def run(config, output, jobs, *more):
    """Wall and processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run([QUERN, "pregen", "-q", "--config", config, "--output-dir",
                    output, "--kernels-dir", SOURCES, f"-j{jobs}", *more],
                   check=True)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, (after.ru_utime + after.ru_stime -
                  before.ru_utime - before.ru_stime)


def efficiency(config):
    """Two jobs against one, turn by turn; the best of each counts."""
    one, two = [], []
    for _ in range(2):
        shutil.rmtree("cache", ignore_errors=True)
        one.append(run(config, "one", 1)[0])
        shutil.rmtree("cache", ignore_errors=True)
        two.append(run(config, "two", 2)[0])
    return {"name": "pregen.efficiency", "kernels": COUNT, "one_s": min(one),
            "two_s": min(two), "value": min(one) / (2 * min(two))}


def sharing(config):
    """The same with a compiler that only waits, whatever else the machine does:
    what the distribution itself loses."""
    clang = pathlib.Path(shutil.which("clang-22") or "/usr/bin/clang").resolve()
    os.makedirs("bin")
    os.symlink(clang.parent.parent / "lib", "lib")
    stand_in = pathlib.Path("bin/clang")
    stand_in.write_text("#!/bin/sh\nsleep 0.5\nexit 1\n")
    stand_in.chmod(0o755)
    env = dict(os.environ, QUERN_CLANG=str(stand_in.resolve()))
    times = []
    for jobs in (1, 2):
        start = time.perf_counter()
        subprocess.run([QUERN, "pregen", "-q", "--config", config,
                        "--output-dir", "out", "--kernels-dir", SOURCES,
                        "--no-cache", f"-j{jobs}"], env=env, check=False,
                       stderr=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return {"name": "pregen.sharing", "kernels": COUNT, "one_s": times[0],
            "two_s": times[1], "value": times[0] / (2 * times[1])}


def hits(config):
    walls, cpus = zip(*(run(config, "out", 1) for _ in range(7)))
    shutil.rmtree("out")
    fresh, _ = run(config, "out", 1)
    return {"name": "pregen.hits", "kernels": HITS, "wall_s": min(walls),
            "cpu_s": min(cpus), "per_kernel_us": min(walls) / HITS * 1e6,
            "empty_folder_s": fresh}


def main():
    with tempfile.TemporaryDirectory(prefix="quern-bench-") as folder:
        os.chdir(folder)
        os.environ["QUERN_CACHE"] = f"{folder}/cache"
        config = pathlib.Path("c.json")
        configuration(config, COUNT)
        if len(os.sched_getaffinity(0)) > 1:
            print(json.dumps(efficiency(config)), flush=True)
        print(json.dumps(sharing(config)), flush=True)
        configuration(config, HITS)
        run(config, "out", len(os.sched_getaffinity(0)))
        print(json.dumps(hits(config)), flush=True)
        os.chdir("/")


main()
