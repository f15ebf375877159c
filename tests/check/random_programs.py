# SPDX-License-Identifier: Apache-2.0
"""What tests of random kernels with checks have in common: options, programs
made of seeds, and what `quern check` finds in them, in packets or one by one.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

TIMEOUT = 600


def parser(description, kinds):
    """The options, with the kinds of checks that are compiled in by default."""
    made = argparse.ArgumentParser(description=description.split("\n")[0])
    made.add_argument("build", type=pathlib.Path)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--programs", type=int, default=2)
    made.add_argument("--kinds", default=kinds)
    made.add_argument("--keep", help="where sources that fail are left")
    return made


def judged(args, judge):
    """What `judge(quern, seed, folder)` says of each program: a tuple whose last
    is what is wrong, or empty, which is printed."""
    quern = args.build.resolve() / "bin" / "quern"
    results = []
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(args.keep or made)
        for seed in range(args.seed, args.seed + args.programs):
            results.append(judge(quern, seed, folder))
            if results[-1][-1]:
                print(f"seed {seed}: {results[-1][-1]}")
    return results


def compiled(quern, source, text, flags):
    """The program, or why there is none."""
    source.write_text(text)
    built = source.with_suffix("")
    made = subprocess.run([quern, "cc", "-O2", *flags, source, "-o", built],
                          capture_output=True, text=True, timeout=TIMEOUT)
    return f"does not compile: {made.stderr[-800:]}" if made.returncode \
        else built


def findings(quern, built, scalar, options=(), **variables):
    """What is found in a run, or why nothing is known of it."""
    out = built.with_suffix(f".{scalar}.jsonl")
    out.unlink(missing_ok=True)  # runs add to it
    env = dict(os.environ, QUERN_CPU_SCALAR=str(scalar), QUERN_CPU_THREADS="1",
               **variables)
    done = subprocess.run([quern, "check", "--report", "jsonl", "-o", out,
                           *options, built], capture_output=True, text=True,
                          env=env, timeout=TIMEOUT)
    if done.returncode not in (0, 1):
        return f"status {done.returncode}: {done.stderr[-500:]}"
    return [json.loads(line) for line in out.read_text().splitlines()]


def total(results, which):
    """The sum of a number of all programs."""
    return sum(result[which] for result in results)


def failures(results):
    return sum(bool(result[-1]) for result in results)
