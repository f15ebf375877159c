# SPDX-License-Identifier: Apache-2.0
"""Memory and races that are checked in packets, beside the same images one by one.

  packets.py BUILD [PATTERN...]   a pattern is part of a program's name

Each program of run.py whose defect is of memory is compiled with
--check=memory, and run in packets and as QUERN_CPU_SCALAR=1 has it: what is
reported, with its text, lines, block and thread, must be the same, and name the
line. The same with --check=race, of which the rules and the lines must be the
same: of several work-items that race, lanes of a packet may be others. packets/
has programs for what packets do by themselves, races/ for races in them.
"""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run  # noqa: E402

KINDS = {"memory": ("memory/", "copy/", "stack/", "loops/", "streams/",
                    "packets/"),
         "race": ("race/", "scope/", "loops/", "streams/", "packets/",
                  "races/"),
         "init": ("init/", "inits/", "loops/", "copy/", "packets/"),
         "memory,init": ("init/", "inits/", "memory/"),
         "all": ("memory/", "copy/", "stack/", "loops/", "streams/", "packets/",
                 "race/", "races/", "scope/", "init/", "inits/", "sync/")}
# Of several work-items that race, lanes of a packet may be others.
SORTED = ("race", "all")
# What other kinds of checks find.
OTHERS = ("race", "barrier", "mask", "shuffle", "grid", "leak")


def wanted(source, kind):
    marks, _ = run.expected(source)
    if kind == "all":
        return marks

    def is_of(rule):
        init = "uninitialised" in rule
        return "race" in rule if kind == "race" else \
            init if kind == "init" else \
            not any(o in rule for o in OTHERS) and (not init or "init" in kind)
    return [(r, n) for r, n in marks if is_of(r)]


def report(quern, program, text, scalar):
    out = program.with_suffix(f".{scalar}")
    # On several threads the first of several blocks may be any.
    env = dict(os.environ, QUERN_CPU_SCALAR=str(scalar), QUERN_CPU_THREADS="1")
    env.update(pair.split("=", 1) for pair in
               run.re.findall(r"// ENV: (\S+=\S+)", text))
    done = subprocess.run([quern, "check", "--report", "jsonl", "-o", out,
                           program], capture_output=True, text=True, env=env,
                          timeout=run.TIMEOUT)
    found = out.read_text() if out.exists() else ""
    return [run.json.loads(line) for line in found.splitlines()], \
        done.returncode


def comparable(finding, kind):
    """Without addresses, and how much of the stack code takes."""
    if kind in SORTED:
        return finding["rule"], sorted(run.places(finding))
    return run.re.sub(r"0x[0-9a-f]+|take \d+ bytes", "", run.json.dumps(finding))


def without_order(findings):
    """Without reads of what others write later or before, as work-items come one
    after the other: races at these places are found, too."""
    racing = [p for rule, places in findings if "race" in rule for p in places]
    return [(rule, places) for rule, places in findings
            if rule != "uninitialised" or not set(places) <= set(racing)]


def by_chance(source, twin, kind):
    """Whether what is found depends on time: streams in no order, of which
    checks without races see only what happens."""
    return not twin and kind not in SORTED and any(
        rule == "launch-race" for rule, _ in run.expected(source)[0])


def judge(build, source, name, twin, folder):
    # What is behind a local array is damaged where memory is not checked.
    kinds = [k for k, rooms in KINDS.items() if name.startswith(rooms)
             and (k, name) != ("race", "packets/local")
             and not by_chance(source, twin, k)]
    wrong = [(k, judge_kind(build, source, name, twin, folder, k))
             for k in kinds]
    return "; ".join(f"--check={k}: {w}" for k, w in wrong if w)


def judge_kind(build, source, name, twin, folder, kind):
    quern = build / "bin" / "quern"
    text = source.read_text()
    program = pathlib.Path(folder) / (
        (name + kind).replace("/", "_").replace(",", "_") + str(int(twin)))
    command = [quern, "cc", "-O2", f"--check={kind}", source, "-o", program]
    command += [w for words in run.re.findall(r"// FLAGS: (.*)", text)
                for w in words.split()] + (["-DTWIN"] if twin else [])
    made = subprocess.run(command, capture_output=True, text=True,
                          timeout=run.TIMEOUT)
    if made.returncode:
        return "does not compile:\n" + made.stderr
    own = {"memory": "packets/", "race": "races/", "all": None}
    if name.startswith(own.get(kind, "inits/") or "?"):
        notes = subprocess.run([*command, "-o", os.devnull], text=True,
                               capture_output=True,
                               env=dict(os.environ, QUERN_CPU_DUMP="plan"))
        if not run.re.search(r"plan:   packets of \d+", notes.stderr + notes.stdout):
            return "is not made into packets"
    packets, status = report(quern, program, text, 0)
    single, other_status = report(quern, program, text, 1)
    a, b = ([comparable(f, kind) for f in all_of]
            for all_of in (packets, single))
    if kind in SORTED:
        a, b = (sorted(set(map(str, without_order(x)))) for x in (a, b))
    if a != b or status != other_status:
        return f"in packets {status}:\n{a}\none by one {other_status}:\n{b}"
    said = [(f["rule"], run.places(f)) for f in packets]
    missing = [] if twin else [
        f"no {rule} at line {line}" for rule, line in wanted(source, kind)
        if not any(f == rule and (source.name, line) in where
                   for f, where in said)]
    if twin and (packets or status):
        missing.append(f"status {status}, findings without a defect: {said}")
    return "; ".join(missing)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    chosen = [(s, n) for s, n in run.programs(sys.argv[2:])
              if n.startswith(sum(KINDS.values(), ()))]
    return run.run_all(chosen, lambda *job: judge(build, *job))


if __name__ == "__main__":
    sys.exit(main())
