# SPDX-License-Identifier: Apache-2.0
"""Whole programs that nobody wrote for the checks, under --check=all.

  whole.py BUILD WHAT... [--match TEXT] [--since TEXT] [--limit SECONDS] [--jobs N]

WHAT is programs, cases, examples, kernels (the suites of tests/ggml), device
(tests/kernels, whose launches are by `quern run`), or a room and corpus of tests/real
as "thrust@cccl-13.3". Each is compiled with --check=all and run by `quern check`. A program that ends as without checks and has no finding
is clean. Findings that are true stand in whole_known.txt, "name rule line reason":
line 0 is any. All others are false, and fail. Without what fetch.py of tests/real
gets the status is 77.
"""
import argparse
import collections
import importlib.util
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path.insert(0, str(TESTS / "support"))
from patience import patience  # noqa: E402
CHECK = ["--check=all"]  # --kinds
COMPILE_S = 900


def load(name, path):
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Sizes for which programs end in a minute: checks take their time.
SMALL = {"bandwidth": "65536 2", "nbody": "256 2", "stencil": "128 128 3"}
PROGRAMS = load("programs_run", TESTS / "programs" / "run.py")
# Findings behind which a kernel does not go on: what it computes is then wrong.
ENDS = ("out-of-bounds", "use-after-free", "bad-address", "stack-overflow")


class Case(NamedTuple):
    name: str
    source: pathlib.Path
    words: list = None  # for the compiler; None: the source's directives say
    suite: str = ""     # of tests/ggml


def own_programs(folder):
    found = [s for s in sorted(folder.glob("*/*"))
             if s.suffix in (".cu", ".hip", ".cpp") and s.parent.name != "data"]
    # By the whole name: some are there for CUDA and for HIP.
    return [Case(f"{folder.name}/{s.parent.name}.{s.name}", s) for s in found]


def examples(folder):
    found = sorted(folder.glob("*/*.hip")) + sorted(folder.glob("*/*.cu")) + \
        sorted(folder.glob("*.hip"))
    whole = [s for s in found if "int main(" in s.read_text()]
    return [Case(f"examples/{s.stem}", s, ["-O2"]) for s in whole]


def kernels():
    suites = load("ggml_run", TESTS / "ggml" / "run.py").SUITES
    return [Case(f"kernels/{s}", TESTS / "ggml" / "run.py", suite=s)
            for s in suites]


def real(what):
    room, corpus = what.split("@")
    run = load("real_run", TESTS / "real" / "run.py")
    if not run.package_paths(corpus):
        print(f"{corpus} is not here: tests/real/fetch.py gets it")
        sys.exit(PROGRAMS.SKIPPED)
    return [Case(f"{corpus}/{c.name}", c.source, c.words)
            for c in run.program_cases(corpus) if c.name.startswith(room + ".")]


def device():
    return [Case(f"device/{s.name}", s) for s in
            sorted((TESTS / "kernels").iterdir()) if s.suffix in (".cu", ".hip")]


def collect(what):
    if what in ("programs", "cases"):
        return own_programs(TESTS / what)
    if what == "device":
        return device()
    if what == "examples":
        return examples(TESTS.parent / "examples")
    if what == "kernels":
        return kernels()
    return real(what)


def build_suite(build, suite, folder):
    """All forms of a suite's kernels as a module; what launches them."""
    run = load("ggml_run", TESTS / "ggml" / "run.py")
    source = folder / "cases.cu"
    source.write_text(run.one_source(
        [case for cases, _ in run.SUITES[suite] for case in cases(False)]))
    subprocess.run(
        [build / "bin" / "quern", "cc", "--genco", CHECK[0], "-O1",
         *run.FLAGS.get(suite, ()), "-I", TESTS.parent / "kernels", source,
         "-o", folder / "cases.hipfb"], check=True, timeout=patience(COMPILE_S),
        capture_output=True, text=True)
    return [sys.executable, "-B", TESTS / "ggml" / "run.py", build, suite,
            "--prepared", folder]


def build_one(build, case, folder):
    """The program, its own directives, and why it does not compile."""
    own = not case.words and not case.suite
    wanted = PROGRAMS.directives(case.source) if own else {}
    if "cpu" not in wanted.get("DEVICES", ["cpu"])[0].split():
        return None, wanted, "skipped"
    try:
        if case.suite:
            return build_suite(build, case.suite, folder), wanted, ""
        if own:
            flags = wanted.get("FLAGS", [])
            wanted["FLAGS"] = flags + CHECK
            # Not for a GPU that may be here, which the checks are not for.
            cpu = None if any(word in line for line in flags for word in
                              ("--targets", "-arch", "-gencode")) else \
                PROGRAMS.list_targets(build)["native"]
            return [PROGRAMS.compile_program(build, case.source, folder, wanted,
                                             cpu, "2")], wanted, ""
        out = folder / case.source.stem
        subprocess.run([build / "bin" / "quern", "cc", *case.words,
                        *CHECK, case.source, "-o", out], check=True,
                       timeout=patience(COMPILE_S), capture_output=True, text=True)
        return [out], wanted, ""
    except subprocess.TimeoutExpired:
        return None, wanted, "does not compile in time"
    except subprocess.CalledProcessError as error:
        return None, wanted, f"does not compile: {(error.stderr or '')[-400:]}"


def run_one(build, program, wanted, folder, limit):
    """Findings, and what went wrong otherwise."""
    findings = []
    env = dict(os.environ, PROGRAM_DATA=str(folder))
    env.update(line.split("=", 1) for line in wanted.get("ENV", []))
    for words in wanted.get("ARGS", [SMALL.get(pathlib.Path(program[0]).name,
                                               "")]):
        out = folder / "findings.jsonl"
        out.unlink(missing_ok=True)
        try:
            done = subprocess.run(
                [build / "bin" / "quern", "check", "--kinds",
                 CHECK[0].split("=")[1], "--report", "jsonl", "-o", out,
                 *program, *shlex.split(words)], env=env, capture_output=True,
                text=True, errors="replace", timeout=patience(limit))
        except subprocess.TimeoutExpired:
            return findings, f"not done in {limit} s and more"
        text = out.read_text() if out.exists() else ""
        found = [json.loads(line) for line in text.splitlines()]
        findings += found
        if done.returncode == PROGRAMS.SKIPPED:
            return findings, "skipped"
        wrong = PROGRAMS.check_output(done, wanted | (
            {"EXIT": ["1"]} if found else {}))
        if wrong and not any(f["rule"] in ENDS for f in found):
            return findings, f"{wrong}\n{done.stdout[-600:]}{done.stderr[-600:]}"
    return findings, ""


def run_device(build, case, folder):
    """The same of all launches that a source of tests/kernels names."""
    run = load("kernels_run", TESTS / "kernels" / "run.py")
    quern, bundle = build / "bin" / "quern", folder / "device.hipfb"
    made = subprocess.run([quern, "cc", "--genco", *CHECK, "-O2", case.source,
                           "-o", bundle], capture_output=True, text=True,
                          timeout=patience(COMPILE_S))
    if made.returncode:
        return [], f"does not compile: {made.stderr[-400:]}"
    out, findings, troubles = folder / "findings.jsonl", [], []
    os.environ.update(QUERN_CHECK=CHECK[0].split("=")[1],
                      QUERN_CHECK_FORMAT="jsonl", QUERN_CHECK_OUTPUT=str(out))
    for launch in run.read_runs(case.source):
        wrong = run.launch(str(quern), str(bundle), launch, case.source.parent)
        lines = out.read_text().splitlines() if out.exists() else []
        findings += [json.loads(line) for line in lines]
        if wrong and not lines:
            troubles.append(f"{launch['kernel']}: {wrong}")
        out.unlink(missing_ok=True)
    for name in [n for n in os.environ if n.startswith("QUERN_CHECK")]:
        del os.environ[name]
    return findings, "\n".join(troubles)


def run_case(build, case, folder, limit):
    if case.name.startswith("device/"):
        return run_device(build, case, folder)
    program, wanted, trouble = build_one(build, case, folder)
    return run_one(build, program, wanted, folder, limit) if program else \
        ([], trouble)


def place(finding):
    """The source's line, of the program itself where there is one."""
    frames = [f for side in finding["sides"] for f in side["stack"]]
    frames += finding["launched"]
    frames += finding.get("allocation", {}).get("made", [])
    for f in frames:
        return pathlib.Path(f["file"]).name, f["line"]
    return "", 0


def known():
    rows = set()
    for line in (HERE / "whole_known.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, rule, at = line.split()[:3]
            rows.add((name, rule, int(at)))
    return rows


def report(name, findings, trouble, true, totals):
    wrong = 0
    for f in findings:
        file, line = place(f)
        is_true = any((name, f["rule"], at) in true for at in (0, line))
        totals["true" if is_true else "false"] += 1
        if not is_true:
            wrong += 1
            print(f"{name}: {f['rule']} at {file}:{line} in {f.get('kernel')}: "
                  f"{f['message']}")
    if trouble == "skipped":
        totals["skipped"] += 1
    elif trouble:
        totals["trouble"] += 1
        print(f"{name}: {trouble}")
    elif not findings:
        totals["clean"] += 1
        print(f"{name}: clean")
    elif not wrong:
        totals["with true findings only"] += 1
    sys.stdout.flush()
    return bool(wrong or (trouble and trouble != "skipped"))


def run_alone(build, case, limit):
    """In a process of its own: run_device sets variables of the environment."""
    with tempfile.TemporaryDirectory() as folder:
        return case, *run_case(build, case, pathlib.Path(folder), limit)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("what", nargs="+")
    parser.add_argument("--match", default="")
    parser.add_argument("--since", default="", help="the first of each")
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--kinds", default="all", help="memory: in packets")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    CHECK[0] = f"--check={args.kinds}"
    build, true = args.build.resolve(), known()
    totals, failed = collections.Counter(), 0
    cases = [case for what in args.what for case in collect(what)
             if args.match in case.name and
             case.name.split("/")[1] >= args.since]
    totals["programs"] = len(cases)
    with ProcessPoolExecutor(args.jobs) as pool:
        for done in as_completed([pool.submit(run_alone, build, case, args.limit)
                                  for case in cases]):
            case, findings, trouble = done.result()
            failed += report(case.name, findings, trouble, true, totals)
    print(", ".join(f"{v} {k}" for k, v in totals.items()))
    return 1 if failed or not totals["programs"] else 0


if __name__ == "__main__":
    sys.exit(main())
