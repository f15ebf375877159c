#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs conformance kernels and whole programs on simulated Vortex devices.

usage: run.py BUILD [NAME...] [--kernels | --programs | --cases] [--form FORM]
              [-j N]

FORM is one of rv64, rv32, rv64-v3, rv32-v3, or all, the default. What is known
not to pass is in exceptions.txt beside this file, with the reason; what is
listed there and passes is a failure, too. A name behind a '-' is not run at all.
"""
import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path[:0] = [str(TESTS / "support")]
from chosen import choose, kernels, programs  # noqa: E402

FORMS = {"rv64": 0, "rv32": 1, "rv64-v3": 2, "rv32-v3": 3}


def exceptions():
    found = {}
    for line in (HERE / "exceptions.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, reason = line.split(None, 1)
            found[name] = reason
    return found


def listed(name, form, known):
    """Whether a name is in exceptions.txt, for all forms, one, or one width."""
    return any(at in known for at in (name, f"{name}@{form}",
                                      f"{name}@{form[:4]}"))


def run_kernels(build, source, form):
    """Pairs of a name, and None or what is wrong."""
    quern = str(build / "bin" / "quern")
    cases = kernels.read_runs(source)
    device = f"vortex-sim:{FORMS[form]}"
    with tempfile.TemporaryDirectory() as temp:
        bundle = str(Path(temp) / (source.stem + ".hipfb"))
        done = kernels.run([quern, "compile", str(source), "-q", "-t",
                            "vortex-" + form, "-O3", "-o", bundle],
                           source.parent)
        if done.returncode:
            return [(source.name, f"does not compile\n{done.stderr}")]
        return [(f"{source.name}:{case['kernel']}",
                 kernels.launch(quern, bundle, case, source.parent, device))
                for case in cases]


def run_program(build, source, form):
    wanted = programs.directives(source)
    name = f"{source.parent.name}/{source.name}"
    with tempfile.TemporaryDirectory() as folder:
        try:
            program = programs.compile_program(build, source, Path(folder),
                                               wanted, "vortex-" + form)
        except Exception as error:  # its reason is on standard error
            return [(name, f"does not compile: {error}")]
        try:
            wrong = programs.run_program(program, Path(folder), wanted,
                                         f"vortex-sim:{FORMS[form]}", {})
        except SystemExit:
            return []
    return [(name, wrong)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("names", nargs="*")
    for kind in ("kernels", "programs", "cases"):
        parser.add_argument("--" + kind, action="store_true")
    parser.add_argument("--form", default="all")
    parser.add_argument("-j", type=int, default=1)
    options = parser.parse_intermixed_args()
    build = options.build.resolve()
    kinds = [k for k in ("kernels", "programs", "cases")
             if getattr(options, k)] or ["kernels"]
    known = exceptions()
    chosen = choose(parser, kinds, options.names, "opencl")
    forms = list(FORMS) if options.form == "all" else [options.form]
    passed = failed = expected = left = 0
    for form in forms:
        work = []
        for kind, source in chosen:
            if listed("-" + source.name, form, known):
                left += 1
                continue
            work.append((run_kernels if kind == "kernel" else run_program,
                         source))
        with ThreadPoolExecutor(options.j) as pool:
            results = pool.map(lambda w: w[0](build, w[1], form), work)
            for name, why in (pair for result in results for pair in result):
                is_known = (listed(name, form, known) or
                            listed(name.split("/")[-1], form, known))
                if why and is_known:
                    expected += 1
                elif why or is_known:
                    failed += 1
                    print(f"{form}: {name}: "
                          f"{why or 'passes, but is in exceptions.txt'}"[:1500],
                          flush=True)
                else:
                    passed += 1
    print(f"{passed} passed, {failed} failed, {expected} known not to pass, "
          f"{left} not run")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
