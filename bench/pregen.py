#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What pregeneration costs: a run that finds everything in the cache, and how
well two jobs share the work. Ratios within one run; JSON lines.

  pregen.py QUERN [KERNELS [HITS [FOLDER]]]

KERNELS (default 48) are compiled four times over, HITS (200) once: that takes
a second of a processor each. What is being done is told on standard error. With
FOLDER what was compiled for the hits is kept there, and only they are measured
when it is already.
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
KEPT = pathlib.Path(sys.argv[4]).resolve() if len(sys.argv) > 4 else None


def say(what):
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


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


def busy():
    """Seconds that all CPUs worked since the machine was started."""
    words = pathlib.Path("/proc/stat").read_text().split("\n")[0].split()
    numbers = [int(word) for word in words[1:9]]
    return (sum(numbers) - numbers[3] - numbers[4]) / os.sysconf("SC_CLK_TCK")


def efficiency(config):
    """Two jobs against one, turn by turn; the best of each counts. `others` is
    how many CPUs the rest of the machine took meanwhile: more than a few
    hundredths, and the figure says nothing."""
    times = {1: [], 2: []}
    start, before, ours = time.perf_counter(), busy(), 0
    for turn in (1, 2):
        for jobs, taken in times.items():
            say(f"turn {turn}: compiling {COUNT} kernels, {jobs} at a time")
            shutil.rmtree("cache", ignore_errors=True)
            wall, cpu = run(config, f"out{jobs}", jobs)
            taken.append(wall)
            ours += cpu
    one, two = times.values()
    others = (busy() - before - ours) / (time.perf_counter() - start)
    return {"name": "pregen.efficiency", "kernels": COUNT, "one_s": min(one),
            "two_s": min(two), "others": others,
            "value": min(one) / (2 * min(two))}


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
        say(f"{COUNT} kernels with a compiler that waits half a second, {jobs} "
            "at a time")
        start = time.perf_counter()
        subprocess.run([QUERN, "pregen", "-q", "--config", config,
                        "--output-dir", "out", "--kernels-dir", SOURCES,
                        "--no-cache", f"-j{jobs}"], env=env, check=False,
                       stderr=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return {"name": "pregen.sharing", "kernels": COUNT, "one_s": times[0],
            "two_s": times[1], "value": times[0] / (2 * times[1])}


def fill(config):
    """Compiles what is to be found, in parts, and says how far it is."""
    whole = json.loads(config.read_text())["kernels"]
    part = config.with_suffix(".part")
    for at in range(0, HITS, 50):
        say(f"compiling {HITS} kernels for the cache: {at}")
        part.write_text(json.dumps({"kernels": whole[at:at + 50]}))
        run(part, "out", len(os.sched_getaffinity(0)))


def hits(config):
    fill(config)
    say("everything from the cache")
    walls, cpus = zip(*(run(config, "out", 1) for _ in range(20)))
    shutil.rmtree("out")
    fresh, fresh_cpu = run(config, "out", 1)
    return {"name": "pregen.hits", "kernels": HITS, "wall_s": min(walls),
            "cpu_s": min(cpus), "per_kernel_us": min(walls) / HITS * 1e6,
            "empty_folder_s": fresh, "empty_folder_cpu_s": fresh_cpu}


def main():
    with tempfile.TemporaryDirectory(prefix="quern-bench-") as folder:
        os.chdir(folder)
        os.environ["QUERN_CACHE"] = f"{folder}/cache"
        config = pathlib.Path("c.json")
        if not KEPT or not KEPT.exists():
            configuration(config, COUNT)
            print(json.dumps(sharing(config)), flush=True)
            if len(os.sched_getaffinity(0)) > 1:
                print(json.dumps(efficiency(config)), flush=True)
        if KEPT:
            os.environ["QUERN_CACHE"] = str(KEPT)
        configuration(config, HITS)
        print(json.dumps(hits(config)), flush=True)
        os.chdir("/")


main()
