# SPDX-License-Identifier: Apache-2.0
"""What checks cost, on twelve kernels: times beside the same program without.

  check.py BUILD [--rounds N]

Plain is the program as it is built without checks (in packets where that is
possible), and scalar the same with one work-item at a time (QUERN_CPU_SCALAR),
which checks of what was written need, too. Times are the processor's, on one core; rounds take turns, and
each number is the least. Memory is the most that the process had, beyond the
plain one's.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
WAYS = ["plain", "scalar", "memory", "race", "init", "all"]


def build(quern, way, folder):
    out = pathlib.Path(folder) / way
    command = [quern, "cc", "-O2", str(HERE / "check" / "kernels.cu"), "-o", out]
    if way not in ("plain", "scalar"):
        command.append(f"--check={way}")
    subprocess.run(command, check=True)
    return out


def run(program, way):
    env = dict(os.environ, QUERN_DEVICE="cpu", QUERN_CPU_THREADS="1",
               QUERN_CPU_SCALAR="1" if way == "scalar" else "0")
    # GNU time is not everywhere: a child of its own tells the most memory.
    script = ("import resource, subprocess, sys\n"
              "text = subprocess.run(sys.argv[1:], capture_output=True,"
              " text=True)\n"
              "sys.stderr.write(text.stderr)\n"
              "print(text.stdout)\n"
              "print('rss', resource.getrusage("
              "resource.RUSAGE_CHILDREN).ru_maxrss)\n"
              "sys.exit(text.returncode)\n")
    core = max(os.sched_getaffinity(0))
    done = subprocess.run([sys.executable, "-c", script, str(program)], env=env,
                          capture_output=True, text=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, {core}))
    if done.returncode:
        sys.exit(f"{program}: {done.stderr}")
    return {m.group(1): float(m.group(2))
            for m in re.finditer(r"(\w+) ([0-9.]+)", done.stdout)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    quern = pathlib.Path(options.build).resolve() / "bin" / "quern"
    best = {way: {} for way in WAYS}
    with tempfile.TemporaryDirectory() as folder:
        programs = {way: build(quern, way, folder) for way in WAYS}
        for _ in range(options.rounds):
            for way in WAYS:
                for name, value in run(programs[way], way).items():
                    best[way][name] = min(value, best[way].get(name, value))
    names = [n for n in best["plain"] if n != "rss"]
    print(f"{'kernel':10} {'plain ms':>9} {'scalar':>8}" +
          "".join(f"{w:>9}{'':>9}" for w in WAYS[2:]))
    for name in names:
        plain, scalar = best["plain"][name], best["scalar"][name]
        line = f"{name:10} {plain:9.3f} {scalar / plain:7.1f}x"
        for way in WAYS[2:]:
            time = best[way][name]
            line += f"{time / plain:8.1f}x{time / scalar:8.1f}x"
        print(line)
    print("Of the two columns of a check the first is beside plain, the second "
          "beside scalar.")
    base = best["plain"]["rss"]
    print("memory, MiB more than plain (its data: 1.5 MiB): " +
          ", ".join(f"{w} {(best[w]['rss'] - base) / 1024:.0f}"
                    for w in WAYS[2:]))


if __name__ == "__main__":
    main()
