#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Translates the CUDA sources of source packages to HIP, in each launch mode:
do as many compile after as before?

usage: hipify.py BUILD [--corpus NAME]... [--source NAME]... [--sample N]
                 [--mode MODE]... [--record FILE] [--stop HH:MM] [-j N]

The package is translated as a whole; then each source that compiles as CUDA has
to compile as HIP, both sides, by -fsyntax-only, with the folders that are
searched for the CUDA form: Thrust, CUB and libcu++ are CCCL's for both, and
hipCUB is CUB under another name. A form all of whose files read the same as
those of the first mode counts as that one. Left out are ggml's
template-instances, which only name templates.
Those that fail as HIP are in hipify_known.txt, with the reason. A record of what
was compiled is read and gone on with; --sample takes some sources, always the
same ones; behind --stop no more are begun.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import run  # noqa: E402
import sources  # noqa: E402

MODES = ("keep", "ggl", "api")
COMPILE_S = 900
SEED = 25
# Of nvcc alone: what they allow is always so in HIP.
NVCC_ALONE = ("--expt-relaxed-constexpr", "--expt-extended-lambda",
              "-extended-lambda", "-use_fast_math", "-Xcompiler", "-rdc=true")
SAME = "the same text as "
NOT_DONE = "not done"


def root_of(corpus):
    """The package's root: what is translated, and paths are below."""
    if corpus == "ggml":
        return run.package_paths("ggml")[0].parents[1]
    return sources.only(corpus).root


def words_for(corpus, root, fresh):
    """The options, for the translation in `fresh` in place of `root`."""
    case = next(iter(run.cases(corpus)))
    return [word.replace(str(root), str(fresh)) for word in case.words[2:]
            if word not in NVCC_ALONE and word != "-c" and
            not word.startswith("-O")] + sources.words_for_hip(corpus)


def syntax(args, words, path, rules=None):
    """None when both sides are right, or what clang says."""
    if rules:
        words = [*words, "-MD", "-MF", rules]
    return run.call([args.build / "bin" / "quern", "cc", "-fsyntax-only", "-w",
                     f"--targets={args.targets}", *words, path], os.environ,
                    COMPILE_S)


def translate(args, root, fresh, mode):
    """The whole package; what is no source is copied."""
    done = subprocess.run(
        [args.build / "bin" / "quern", "hipify", "-q", "--launch", mode,
         "--output-dir", fresh, "."], cwd=root, capture_output=True, text=True,
        errors="replace", check=False)
    if not fresh.is_dir():
        sys.exit(f"hipify: {done.stderr[-2000:]}")
    for path in root.rglob("*"):
        copy = fresh / path.relative_to(root)
        if path.is_file() and not copy.exists() and path.suffix != ".cu":
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)


def known():
    """{"corpus name" or "corpus name mode": reason}"""
    lines = (HERE / "hipify_known.txt").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines
                if line and not line.startswith("#"))


def judge(case, mode, message):
    """(the kind of the outcome, why it is a failure or None)"""
    where = f"{case.corpus} {case.name}"
    reason = known().get(where) or known().get(f"{where} {mode}")
    if not message:
        return ("WRONG", f"{where} ({mode}): compiles, but is known to fail: "
                f"{reason}") if reason else ("as before", None)
    return ("known", None) if reason else \
        ("WRONG", f"{where} ({mode}): {message}")


class Record:
    """What was compiled, and what came of it: {(corpus, name, form): message}"""

    def __init__(self, path):
        self.path, self.known = path, {}
        if path and path.is_file():
            for line in path.read_text().splitlines():
                *key, message = json.loads(line)
                self.known[tuple(key)] = message

    def add(self, key, message):
        self.known[key] = message
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps([*key, message]) + "\n")


def files_of(rules, fresh):
    """The translation's own files that a source read, below `fresh`."""
    if not rules.exists():
        return None
    words = rules.read_text().replace("\\\n", " ").split()
    own = [Path(w) for w in words if w.startswith(str(fresh))]
    return [w.relative_to(fresh) for w in own if not str(w).endswith(":")]


def same_text(files, one, other):
    return bool(files) and all(
        (other / f).is_file() and
        (one / f).read_bytes() == (other / f).read_bytes() for f in files)


class Corpus:
    """A package, its translations in each mode, and its sources."""

    def __init__(self, args, name, folder):
        self.args, self.name, self.root = args, name, root_of(name)
        self.trees = {mode: Path(folder) / mode for mode in MODES}
        self.rules = Path(folder) / "rules"
        self.rules.mkdir()
        self.files = {}  # of each source's first mode
        for mode in args.mode:
            translate(args, self.root, self.trees[mode], mode)

    def original(self, case):
        words = [w for w in case.words if w != "-c" and not w.startswith("-O")]
        return syntax(self.args, words, case.source)

    def as_hip(self, case, mode):
        fresh = self.trees[mode]
        first = self.args.mode[0]
        if mode != first and same_text(self.files.get(case.name),
                                       self.trees[first], fresh):
            return SAME + first
        rules = self.rules / f"{case.name}.{mode}.d"
        source = fresh / case.source.relative_to(self.root).with_suffix(".hip")
        words = ["--as", "hipcc", *words_for(self.name, self.root, fresh)]
        message = syntax(self.args, words, source, rules)
        if mode == first:
            self.files[case.name] = files_of(rules, fresh)
        return message

    def one(self, case, record):
        """Its forms that are not on record yet: as CUDA, and in each mode while
        it compiles so."""
        for form in ("cuda", *self.args.mode):
            key = (self.name, case.name, form)
            if key in record.known:
                continue
            if record.known.get((*key[:2], "cuda")):
                return
            if self.args.stop and time.strftime("%H:%M") >= self.args.stop:
                return
            record.add(key, self.original(case) if form == "cuda" else
                       self.as_hip(case, form))


def count(name, cases, modes, record):
    """Prints the counts of a corpus; returns the failures."""
    failures = []
    good = [c for c in cases
            if record.known.get((name, c.name, "cuda"), NOT_DONE) is None]
    for mode in modes if good else []:
        counts = collections.Counter()
        for case in good:
            message = record.known.get((name, case.name, mode), NOT_DONE)
            if message and message.startswith(SAME):
                other = message.removeprefix(SAME)
                message = record.known.get((name, case.name, other), NOT_DONE)
            kind, wrong = (NOT_DONE, None) if message == NOT_DONE else \
                judge(case, mode, message)
            counts[kind] += 1
            failures += [wrong] if wrong else []
        print(f"{name} ({mode}): {len(good)} compile as CUDA; as HIP " +
              ", ".join(f"{counts[k]} {k}" for k in sorted(counts)), flush=True)
    begun = [c for c in cases if (name, c.name, "cuda") in record.known]
    print(f"{name}: {len(cases)} sources, {len(begun)} tried, "
          f"{len(begun) - len(good)} do not compile as CUDA", flush=True)
    return failures


def try_corpus(args, name):
    """The failures; prints the counts."""
    cases = [c for c in run.cases(name)
             if (not args.source or c.name in args.source) and
             not c.name.startswith("template-instances.")]
    if args.sample and args.sample < len(cases):
        cases = random.Random(SEED).sample(cases, args.sample)
    record = Record(args.record)
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        corpus = Corpus(args, name, folder)
        list(pool.map(lambda c: corpus.one(c, record), cases))
    return count(name, cases, args.mode, record)


def main():
    every = ["ggml", *sources.names()]
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--corpus", action="append", choices=every)
    parser.add_argument("--source", action="append")
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--mode", action="append", choices=MODES)
    parser.add_argument("--record", type=Path, metavar="FILE")
    parser.add_argument("--stop", metavar="HH:MM")
    parser.add_argument("--targets", default="x86-64-v2")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    args.build = args.build.resolve()
    args.mode = args.mode or list(MODES)
    corpora = run.present(args.corpus or every)
    if not corpora:
        return 77
    failures = [f for corpus in corpora for f in try_corpus(args, corpus)]
    print("\n".join(failures))
    return failures != []


if __name__ == "__main__":
    sys.exit(main())
