#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Launches kernels of Debian's rocSPARSE and rocRAND on simulated AMD GPUs.

usage: foreign.py BUILD [--chip NAME...] [--library NAME] [--family GLOB]
                  [--most N] [--least N] [--list]

The kernels are found in the libraries by `quern inspect`; arguments and references
are those of foreign_rocsparse.py and foreign_rocrand.py. Of a family, --most kernels
(default: 8 of rocSPARSE's, all of rocRAND's) are taken, spread over all that there
are. Prints what was not right and counts. Exits with 1 when something was wrong or
fewer than --least kernels were launched, with 77 when the packages
(tests/real/fetch.py amd-kernels) or the simulator are not there.
"""
import argparse
import collections
import fnmatch
import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "real")]
import foreign_rocrand  # noqa: E402
import foreign_rocsparse  # noqa: E402
from foreign_launch import Device, Failed, Skip, kernels_of  # noqa: E402
from packages import missing, packages_of  # noqa: E402

SKIPPED = 77
CORPUS = "amd-kernels"
# The images' names, and how many lanes a wave has.
CHIPS = {"gfx1030": ("gfx1030", 32), "gfx906": ("gfx906:xnack-", 64),
         "gfx90a": ("gfx90a:xnack-", 64)}
LIBRARIES = {"rocsparse": ("librocsparse0", "librocsparse.so.0",
                           foreign_rocsparse.FAMILIES, 8),
             "rocrand": ("librocrand1", "librocrand.so.1",
                         foreign_rocrand.FAMILIES, 1000)}
LIMIT_S = 300


def file_of(library):
    package, name = LIBRARIES[library][:2]
    folder = next(p.path for p in packages_of(CORPUS) if p.name == package)
    return next(folder.glob(f"**/{name}"))


def spread(kernels, most):
    """At most so many, in equal steps over the list."""
    if len(kernels) <= most:
        return kernels
    return [kernels[k * len(kernels) // most] for k in range(most)]


def chosen(args, library, chip):
    families, most = LIBRARIES[library][2:]
    target, wave = CHIPS[chip]
    by_family = collections.defaultdict(list)
    quern = args.build / "bin" / "quern"
    for kernel in kernels_of(quern, file_of(library), target, wave):
        if fnmatch.fnmatch(kernel.family, args.family) and kernel.family in families:
            by_family[kernel.family].append(kernel)
    return [k for name in families for k in spread(
        [k for k in by_family[name] if fits(families[name], k)], args.most or most)]


def fits(family, kernel):
    try:
        family(kernel)
    except Skip:
        return False
    return True


def work(build, library, kernels):
    """In a process of its own: a line a kernel; ends where the device failed."""
    device = Device(build / "lib" / "libquernhip.so.0", file_of(library))
    families = LIBRARIES[library][2]
    for at, kernel in enumerate(kernels):
        try:
            wrong = device.run(kernel, families[kernel.family](kernel))
        except Failed as reason:
            print(at, f"failed: {reason}", flush=True)
            return
        print(at, wrong or "", flush=True)


def run(args, library, chip, kernels):
    """Pairs of a kernel, and what is wrong or ''."""
    results = []
    environment = dict(os.environ, QUERN_DEVICE=f"amdsim:{chip}",
                       QUERN_LOG="error")
    while len(results) < len(kernels):
        todo = kernels[len(results):]
        with tempfile.NamedTemporaryFile() as file:
            pickle.dump(todo, file)
            file.flush()
            words = [sys.executable, __file__, str(args.build), "--library",
                     library, "--worker", file.name]
            done, said = call(words, environment, LIMIT_S + 5 * len(todo))
        lines = done.splitlines()
        for line, kernel in zip(lines, todo):
            wrong = line.split(" ", 1)[1]
            if wrong.startswith("failed:"):
                wrong += f" {said}"
            results.append((kernel, wrong))
        if len(lines) < len(todo) and not (lines and "failed:" in lines[-1]):
            results.append((todo[len(lines)], f"the process ended: {said}"))
    return results


def call(words, environment, limit):
    process = subprocess.Popen(words, env=environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        out, errors = process.communicate()
        errors += f"\nnot done in {limit} s"
    last = errors.strip().splitlines()
    return out, last[-1] if last else ""


def report(chip, library, results, listed):
    for kernel, wrong in results:
        if wrong:
            print(f"WRONG {chip} {kernel.text}: {wrong}")
        elif listed:
            print(f"right {chip} {kernel.text}")
    right = sum(not wrong for _, wrong in results)
    families = len({k.family for k, _ in results})
    print(f"{library} on {chip}: {right} of {len(results)} kernels of {families} "
          "families right", flush=True)
    return right, len(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--chip", nargs="+", default=list(CHIPS), choices=CHIPS)
    parser.add_argument("--library", choices=LIBRARIES)
    parser.add_argument("--family", default="*")
    parser.add_argument("--most", type=int)
    parser.add_argument("--least", type=int, default=0)
    parser.add_argument("--list", action="store_true", help="name those right, too")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.build = args.build.resolve()
    if args.worker:
        with open(args.worker, "rb") as file:
            work(args.build, args.library, pickle.load(file))
        return 0
    if missing(CORPUS):
        names = ", ".join(p.name for p in missing(CORPUS))
        print(f"the packages {names} are not in the cache: tests/real/fetch.py {CORPUS}")
        return SKIPPED
    if not (args.build / "lib" / "quern" / "libquern-amdsim.so").exists():
        print("the simulator is not built")
        return SKIPPED
    right = all_ = 0
    for library in [args.library] if args.library else LIBRARIES:
        for chip in args.chip:
            kernels = chosen(args, library, chip)
            a, b = report(chip, library, run(args, library, chip, kernels),
                          args.list)
            right, all_ = right + a, all_ + b
    print(f"{right} of {all_} launched kernels right")
    return 0 if right == all_ and all_ >= max(args.least, 1) else 1


if __name__ == "__main__":
    sys.exit(main())
