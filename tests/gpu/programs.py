#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of tests/programs and examples on each kind of device, from
one folder that another machine with a GPU takes.

usage: programs.py prepare BUILD FOLDER [TARGETS]
       programs.py run FOLDER [DEVICE...]

Each program is one binary with the code of all targets, which checks its own
results; a run for each device, by QUERN_DEVICE. `run` says which did not compile.
Exits with 1 when one fails.
"""
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Beside this file in FOLDER, below tests/ in the sources.
sys.path[:0] = [str(HERE / "programs"), str(HERE.parent / "programs")]
import run as programs  # noqa: E402

RUNS_AT_ONCE = 4  # they share one GPU


def sources():
    root = HERE.parent.parent
    found = sorted((root / "tests" / "programs").glob("*/*.hip"))
    found += sorted((root / "tests" / "programs").glob("*/*.cu"))
    for kind in ("hip", "cu", "cpp"):
        found += sorted((root / "tests" / "cases").glob(f"*/*.{kind}"))
    for kind in ("hip", "cu"):
        found += [p for p in sorted((root / "examples").glob(f"*/*.{kind}"))
                  if p.stem == p.parent.name]
    return found


def prepare(build, folder, targets):
    shutil.rmtree(folder / "each", ignore_errors=True)

    def one(source):
        print(source.name, flush=True)
        # Rooms may have programs of one name.
        out = folder / "each" / f"{source.parent.name}.{source.name}"
        out.mkdir(parents=True)
        wanted = programs.directives(source)
        try:
            programs.compile_program(build, source, out, wanted, targets)
        except subprocess.SubprocessError as error:
            print(f"{source.name}: {error}", flush=True)
        shutil.copy(source, out)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, sources()))
    (folder / "programs").mkdir(exist_ok=True)
    (folder / "support").mkdir(exist_ok=True)
    shutil.copy(HERE / "programs.py", folder)
    shutil.copy(HERE.parent / "programs" / "run.py", folder / "programs")
    for name in ("patience.py", "sanitized.py"):
        shutil.copy(HERE.parent / "support" / name, folder / "support")


def run_one(out, device):
    """None when it is right, "" when it was skipped, else what was wrong."""
    name = out.name.split(".", 1)[1]
    program = out / Path(name).stem
    wanted = programs.directives(out / name)
    if device not in wanted.get("DEVICES", [device])[0].split():
        return ""
    if not program.exists():
        return "not compiled"
    more = {"LD_LIBRARY_PATH": os.pathsep.join(
                [str(out.parent.parent / "lib"),
                 os.environ.get("LD_LIBRARY_PATH", "")]),
            "QUERN_CACHE": "off"}
    try:
        return programs.run_program(program, out, wanted, device, more) or None
    except SystemExit:
        return ""


def run(folder, device):
    passed, failed, skipped = 0, [], []
    each = sorted((folder / "each").iterdir())
    with ThreadPoolExecutor(RUNS_AT_ONCE) as pool:
        outcomes = pool.map(lambda out: run_one(out, device), each)
        for out, wrong in zip(each, outcomes):
            if wrong is None:
                passed += 1
            elif not wrong:
                skipped.append(out.name)
            else:
                failed.append(out.name)
                print(f"FAIL {device} {out.name}: {wrong[-1500:]}", flush=True)
    print(f"{device}: {passed} passed, {len(failed)} failed "
          f"({' '.join(failed)}), {len(skipped)} skipped ({' '.join(skipped)})",
          flush=True)
    return not failed


def main():
    if len(sys.argv) > 3 and sys.argv[1] == "prepare":
        prepare(Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve(),
                sys.argv[4] if len(sys.argv) > 4 else "x86-64-v3,sm_90")
        return 0
    if len(sys.argv) > 2 and sys.argv[1] == "run":
        devices = sys.argv[3:] or ["cpu", "cuda"]
        done = [run(Path(sys.argv[2]).resolve(), d) for d in devices]
        return 0 if all(done) else 1
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
