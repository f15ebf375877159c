# SPDX-License-Identifier: Apache-2.0
"""Small programs with one defect each, and their twins without it.

  run.py BUILD [PATTERN...]   compiles and runs each; a pattern is part of a name

A line with "// EXPECT: RULE" is where the defect is: a finding of that rule must
name it, with checks for everything on. "// ALSO: RULE" allows what follows from
it; "// FOR: TARGET" and "// ENV: NAME=VALUE" are for the run, "// FLAGS: WORDS" for
the compiler, and a program with "// NEEDS: TOOL" is left out without the tool. With -DTWIN there must be no finding, and the exit status must be 0.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 120


def programs(patterns):
    found = sorted(HERE.glob("*/*.cu"))
    names = [(f, str(f.relative_to(HERE))[:-3]) for f in found]
    return [(f, n) for f, n in names if has_tools(f) and
            (not patterns or any(p in n for p in patterns))]


def has_tools(source):
    return all(shutil.which(tool) for tool in
               re.findall(r"// NEEDS: (\S+)", source.read_text()))


def expected(source):
    lines = source.read_text().splitlines()
    marks = [(m.group(1), i + 1) for i, line in enumerate(lines)
             if (m := re.search(r"// EXPECT: (\S+)", line))]
    also = [m.group(1) for line in lines
            if (m := re.search(r"// ALSO: (\S+)", line))]
    return marks, also


def places(finding):
    stacks = [side["stack"] for side in finding["sides"]]
    stacks.append(finding["launched"] if not finding["sides"] else [])
    stacks.append(finding.get("allocation", {}).get("made", [])
                  if finding["kind"] == "leak" else [])
    return [(pathlib.Path(f["file"]).name, f["line"])
            for stack in stacks for f in stack]


def run(build, source, name, twin, folder):
    """The findings, the exit status, and what went wrong otherwise."""
    stem = pathlib.Path(folder) / (name.replace("/", "_") + (".twin" if twin
                                                              else ""))
    quern = build / "bin" / "quern"
    source_text = source.read_text()
    command = [str(quern), "cc", "--check=all", str(source), "-o", str(stem)]
    command += [w for words in re.findall(r"// FLAGS: (.*)", source_text)
                for w in words.split()]
    if twin:
        command.append("-DTWIN")
    made = subprocess.run(command, capture_output=True, text=True,
                          timeout=TIMEOUT)
    if made.returncode:
        return [], 0, "does not compile:\n" + made.stderr
    out = stem.with_suffix(stem.suffix + ".jsonl")
    words = [str(quern), "check", "--report", "jsonl", "-o", str(out)]
    for target in re.findall(r"// FOR: (\S+)", source_text):
        words += ["--for", target]
    env = dict(os.environ)
    env.update(pair.split("=", 1) for pair in
               re.findall(r"// ENV: (\S+=\S+)", source_text))
    done = subprocess.run([*words, str(stem)], capture_output=True, text=True,
                          timeout=TIMEOUT, env=env)
    text = out.read_text() if out.exists() else ""
    return [json.loads(line) for line in text.splitlines()], done.returncode, ""


def judge(source, name, twin, result):
    findings, status, trouble = result
    marks, also = expected(source)
    if trouble:
        return trouble
    said = [(f["rule"], places(f)) for f in findings]
    if twin:
        return "" if not findings and status == 0 else \
            f"status {status}, findings without a defect: {said}"
    wrong = []
    for rule, line in marks:
        if not any(f == rule and (source.name, line) in where
                   for f, where in said):
            wrong.append(f"no {rule} at line {line}")
    allowed = {rule for rule, _ in marks} | set(also)
    wrong += [f"{f} is not expected" for f, _ in said if f not in allowed]
    if status != 1:
        wrong.append(f"exit status {status}, not 1")
    return "; ".join(wrong) + (f" (found: {said})" if wrong else "")


def run_all(chosen, do, which=(False, True)):
    """Every program and its twin by `do`, two at a time, which is given the source,
    the name, whether it is the twin, and a folder, and returns what is wrong."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [(s, n, twin) for s, n in chosen for twin in which]
        for (_, name, twin), trouble in zip(
                jobs, pool.map(lambda j: do(*j, folder), jobs)):
            if trouble:
                failed += 1
                print(f"{name}{' (twin)' if twin else ''}: {trouble}")
    print(f"{len(jobs) - failed} passed, {failed} failed")
    return 1 if failed or not jobs else 0


def main():
    build = pathlib.Path(sys.argv[1]).resolve()

    def one(source, name, twin, folder):
        return judge(source, name, twin, run(build, source, name, twin, folder))

    return run_all(programs(sys.argv[2:]), one)


if __name__ == "__main__":
    sys.exit(main())
