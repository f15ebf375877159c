# SPDX-License-Identifier: Apache-2.0
"""What NVIDIA's compute-sanitizer says of the programs of tests/check.

  sanitizer.py [--cuda DIR] [--compiler PATH] [--out FILE] [--jobs N]
               [--budget SECONDS] [PATTERN...]

Needs an NVIDIA GPU. Compiles each program of tests/check, and its twin, with
nvcc where there is one (else with the `quern` that --compiler names), and runs
both under memcheck (with leaks), racecheck, initcheck and synccheck. FILE, or
standard output, gets a line for each, its fields between tabs:

  program variant rule line memcheck racecheck initcheck synccheck message

where a tool is "named" (a finding at the line that EXPECT stands at),
"elsewhere" (findings, none there), "silent", "late" (not done in the time
limit), "fails" (the tool itself), "-" (not run: another target's or not in the
budget), and the message is the first finding's. The tool that matches a
program's folder runs first, so that the budget cuts what matters least. The
sums by folder are on standard error.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "check"))
import run as check  # noqa: E402

LIMIT_S = 20
LIMIT_AFTER_LATE_S = 6  # what hung under one tool hangs under the others
COMPILE_LIMIT_S = 120
TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]
FIRST = {"race": "racecheck", "scope": "racecheck", "init": "initcheck",
         "sync": "synccheck"}
# Lines of the tools that are no finding.
QUIET = re.compile(r"COMPUTE-SANITIZER|SUMMARY: 0 |Target application returned|"
                   r"^\s*$|Saved host backtrace|Host Frame|Device Frame")
SUMMARY = re.compile(r"(?:ERROR|LEAK|RACECHECK) SUMMARY: (\d+) ")


def parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cuda", default="/usr/local/cuda", type=pathlib.Path)
    parser.add_argument("--compiler", type=pathlib.Path)
    parser.add_argument("--out", type=argparse.FileType("w"),
                        default=sys.stdout)
    parser.add_argument("--jobs", type=int, default=8, help="runs at once")
    parser.add_argument("--budget", type=int, default=240,
                        help="seconds for all")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN")
    return parser.parse_args(arguments)


def find_tool(name, folder):
    found = shutil.which(name) or shutil.which(folder / "bin" / name)
    return pathlib.Path(found) if found else None


class Program:
    """A program or its twin: where it is, and what the tools say of it."""

    def __init__(self, source, name, twin):
        self.source, self.name, self.twin = source, name, twin
        self.folder = name.split("/")[0]
        marks, _ = check.expected(source)
        self.rule, self.line = marks[0]
        self.lines = [line for _, line in marks]
        self.verdicts = dict.fromkeys(TOOLS, "-")
        self.message = ""
        self.path = None
        self.made = threading.Event()
        text = source.read_text()
        self.env = dict(p.split("=", 1) for p in
                        re.findall(r"// ENV: (\S+=\S+)", text))
        self.elsewhere = re.findall(r"// FOR: (\S+)", text)

    def first_tool(self):
        return FIRST.get(self.folder, "memcheck")

    def row(self):
        variant = "twin" if self.twin else "defect"
        return "\t".join([self.name, variant, self.rule, str(self.line),
                          *(self.verdicts[t] for t in TOOLS), self.message])


def compile_command(args, program, out):
    define = ["-DTWIN"] if program.twin else []
    if args.compiler.name == "nvcc":
        return [args.compiler, "-arch", args.arch, "-g", "-lineinfo", "-w",
                program.source, "-o", out, "-lcuda", "-lnvrtc", *define]
    return [args.compiler, "cc", f"--targets=native,{args.arch}", "-g1",
            program.source, "-o", out, *define]


def run_limited(command, limit, **more):
    """The output, or None when it is late: all of its processes end then."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True,
                             errors="replace", start_new_session=True, **more)
    try:
        return child.communicate(timeout=limit)[0], child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        try:
            child.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            pass  # in the driver, which ends it later
        return None, None


def compile_one(args, program, folder):
    variant = ".twin" if program.twin else ""
    out = folder / (program.name.replace("/", "_") + variant)
    try:
        text, status = run_limited(compile_command(args, program, out),
                                   COMPILE_LIMIT_S)
        errors = [line for line in (text or "").splitlines() if "error" in line]
        if status == 0:
            program.path = out
        else:
            program.message = "does not compile: " + \
                (errors or [f"status {status}"])[0].replace("\t", " ")
    finally:
        program.made.set()


def tool_command(tool, sanitizer, has_spaces):
    words = [sanitizer, "--tool", tool, "--error-exitcode", "99"]
    if tool == "memcheck":
        words += ["--leak-check", "full"]
    if tool == "racecheck":
        words += ["--racecheck-report", "all"]
    if tool == "initcheck" and has_spaces:
        words += ["--initcheck-address-space", "all"]
    return words


def judge(program, text):
    """The verdict and the first message of a tool's output."""
    counts = [int(n) for n in SUMMARY.findall(text)]
    lines = [m.group(1) for m in re.finditer(r"^=========(.*)$", text, re.M)]
    said = [line.strip() for line in lines if not QUIET.search(line)]
    if not counts:
        return "fails", (said or text.strip().splitlines() or [""])[0]
    if not any(counts):
        return "silent", ""
    at = [rf"{re.escape(program.source.name)}:{n}\b" for n in program.lines]
    named = any(re.search(p, line) for p in at for line in lines)
    return "named" if named else "elsewhere", said[0] if said else ""


def run_tool(args, program, tool, words, deadline):
    program.made.wait()
    late = "late" in program.verdicts.values()
    limit = min(LIMIT_AFTER_LATE_S if late else LIMIT_S,
                deadline - time.monotonic())
    if not program.path or limit < 1:
        return
    text, _ = run_limited([*words, program.path], limit,
                          env=dict(os.environ, **program.env))
    verdict, message = judge(program, text) if text is not None else ("late", "")
    program.verdicts[tool] = verdict
    if message and not program.message:
        program.message = f"{tool}: {message}".replace("\t", " ")


def rounds(programs):
    """Pairs of program and tool, those that matter most first."""
    first = [(p, p.first_tool()) for p in programs]
    rest = [(p, t) for p in programs for t in TOOLS if t != p.first_tool()]
    return first + sorted(rest, key=lambda pair: pair[0].twin)


def fits(program, arch):
    return all(target == arch for target in program.elsewhere)


def summarise(programs):
    rows = collections.defaultdict(collections.Counter)
    for p in programs:
        verdicts = set(p.verdicts.values())
        best = next((v for v in ("named", "elsewhere", "late", "fails", "silent",
                                 "-") if v in verdicts), "-")
        rows[p.folder, "twin" if p.twin else "defect"][best] += 1
    for (folder, variant), counts in sorted(rows.items()):
        print(f"{folder:8} {variant:7}",
              ", ".join(f"{n} {v}" for v, n in sorted(counts.items())),
              file=sys.stderr)


def main():
    args = parse(sys.argv[1:])
    deadline = time.monotonic() + args.budget
    sanitizer = find_tool("compute-sanitizer", args.cuda)
    args.compiler = args.compiler or find_tool("nvcc", args.cuda)
    if not sanitizer or not args.compiler:
        sys.exit("needs compute-sanitizer, and nvcc or --compiler QUERN")
    help_text, _ = run_limited([sanitizer, "--help"], LIMIT_S)
    has_spaces = "initcheck-address-space" in (help_text or "")
    programs = [Program(source, name, twin)
                for source, name in check.programs(args.patterns)
                for twin in (False, True)]
    runs = [p for p in programs if fits(p, args.arch)]
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as compilers, \
            concurrent.futures.ThreadPoolExecutor(args.jobs) as runners:
        for p in runs:
            compilers.submit(compile_one, args, p, pathlib.Path(folder))
        waits = [runners.submit(run_tool, args, p, tool,
                                tool_command(tool, sanitizer, has_spaces),
                                deadline)
                 for p, tool in rounds(runs)]
        for wait in waits:
            wait.result()
    print("program", "variant", "rule", "line", *TOOLS, "message", sep="\t",
          file=args.out)
    for p in programs:
        print(p.row(), file=args.out)
    summarise(programs)


if __name__ == "__main__":
    main()
