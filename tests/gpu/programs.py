#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of tests/programs and examples on each kind of device, from
one folder that another machine with a GPU takes.

usage: programs.py prepare BUILD FOLDER [TARGETS]
       programs.py run FOLDER [DEVICE...]

Each program is one binary with the code of all targets, which checks its own
results; a run for each device, by QUERN_DEVICE. Exits with 1 when one fails.
"""
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Beside this file in FOLDER, below tests/ in the sources.
sys.path[:0] = [str(HERE / "programs"), str(HERE.parent / "programs")]
import run as programs  # noqa: E402


def sources():
    root = HERE.parent.parent
    found = sorted((root / "tests" / "programs").glob("*/*.hip"))
    found += sorted((root / "tests" / "programs").glob("*/*.cu"))
    for kind in ("hip", "cu"):
        found += sorted((root / "tests" / "cases").glob(f"*/*.{kind}"))
    for kind in ("hip", "cu"):
        found += [p for p in sorted((root / "examples").glob(f"*/*.{kind}"))
                  if p.stem == p.parent.name]
    return found


def prepare(build, folder, targets):
    shutil.rmtree(folder / "each", ignore_errors=True)

    def one(source):
        print(source.name, flush=True)
        out = folder / "each" / source.name
        out.mkdir(parents=True)
        wanted = programs.directives(source)
        programs.compile_program(build, source, out, wanted, targets)
        shutil.copy(source, out)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, sources()))
    (folder / "programs").mkdir(exist_ok=True)
    (folder / "support").mkdir(exist_ok=True)
    shutil.copy(HERE / "programs.py", folder)
    shutil.copy(HERE.parent / "programs" / "run.py", folder / "programs")
    shutil.copy(HERE.parent / "support" / "sanitized.py", folder / "support")


def run(folder, device):
    passed, failed, skipped = 0, [], []
    more = {"LD_LIBRARY_PATH": str(folder / "lib"), "QUERN_CACHE": "off"}
    for out in sorted((folder / "each").iterdir()):
        source = out / out.name
        wanted = programs.directives(source)
        if device not in wanted.get("DEVICES", [device])[0].split():
            skipped.append(source.name)
            continue
        try:
            wrong = programs.run_program(out / source.stem, out, wanted, device,
                                         more)
        except SystemExit:
            skipped.append(source.name)
            continue
        if wrong:
            failed.append(source.name)
            print(f"FAIL {device} {source.name}: {wrong[-1500:]}", flush=True)
        else:
            passed += 1
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
