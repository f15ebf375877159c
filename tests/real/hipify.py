#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Translates the CUDA sources of source packages to HIP, in each launch mode:
do as many compile after as before?

usage: hipify.py BUILD [--corpus NAME]... [--source NAME]... [-j N]

The package is translated as a whole; then each source that compiles as CUDA has
to compile as HIP, both sides, by -fsyntax-only. Counted, and not compiled as
CUDA, are sources whose translation includes a library that no package has
(rocThrust, libcu++ for HIP), or that need rocPRIM while it is not fetched. Left
out are ggml's template-instances, which only name templates.
Others that fail are in hipify_known.txt, with the reason.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import run  # noqa: E402
from packages import packages  # noqa: E402
import sources  # noqa: E402

MODES = ("keep", "ggl", "api")
COMPILE_S = 900
# Of nvcc alone: what they allow is always so in HIP.
NVCC_ALONE = ("--expt-relaxed-constexpr", "--expt-extended-lambda",
              "-extended-lambda", "-use_fast_math", "-Xcompiler", "-rdc=true")
ABSENT = re.compile(r"'((?:rocthrust|thrust|hipdnn|cuda/std|cuda/functional|"
                    r"cuda/atomic)[^']*)' file not found|install librocprim-dev")


def root_of(corpus):
    """The package's root: what is translated, and paths are below."""
    if corpus == "ggml":
        return run.package_paths("ggml")[0].parents[1]
    return sources.only(corpus).root


def words_for(corpus, root, fresh):
    """The options, for the translation in `fresh` in place of `root`."""
    case = next(iter(run.cases(corpus)))
    cccl = str(sources.only("cccl-12.9").path)
    words = []
    for word in case.words[2:]:
        if word in NVCC_ALONE or word == "-c" or word.startswith("-O") or \
                word.endswith(cccl):
            continue
        words.append(word.replace(str(root), str(fresh)))
    rocprim = next(p for p in packages() if p.name == "librocprim-dev")
    # hipCUB is Quern's, over it.
    return [*words, f"-I{rocprim.path}"]


def syntax(args, words, path):
    """None when both sides are right, or what clang says."""
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
    """{"corpus name": reason}"""
    lines = (HERE / "hipify_known.txt").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines
                if line and not line.startswith("#"))


def judge(case, mode, message):
    """(the kind of the outcome, why it is a failure or None)"""
    where = f"{case.corpus} {case.name}"
    reason = known().get(where)
    if not message:
        return ("WRONG", f"{where} ({mode}): compiles, but is known to fail: "
                f"{reason}") if reason else ("as before", None)
    return ("known", None) if reason else \
        ("WRONG", f"{where} ({mode}): {message}")


def each(args, function, items):
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        return list(pool.map(function, items))


def compiled(args, cases, root, mode):
    """What clang says about each one's translation; None for nothing."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "hip"
        translate(args, root, fresh, mode)
        words = ["--as", "hipcc", *words_for(cases[0].corpus, root, fresh)]
        return each(args, lambda c: syntax(
            args, words,
            fresh / c.source.relative_to(root).with_suffix(".hip")), cases)


def original(args, case):
    return syntax(args, [w for w in case.words
                         if w != "-c" and not w.startswith("-O")], case.source)


def try_corpus(args, corpus):
    """The failures; prints the counts. What lacks a library as HIP is not
    compiled as CUDA."""
    root = root_of(corpus)
    cases = [c for c in run.cases(corpus)
             if (not args.source or c.name in args.source) and
             not c.name.startswith("template-instances.")]
    kept = dict(zip([c.name for c in cases],
                    compiled(args, cases, root, MODES[0])))
    lacking = [c for c in cases if ABSENT.search(kept[c.name] or "")]
    rest = [c for c in cases if c not in lacking]
    good = [c for c, wrong in zip(rest, each(
        args, lambda c: original(args, c), rest)) if wrong is None]
    failures = []
    for mode in MODES if good else []:
        after = [kept[c.name] for c in good] if mode == MODES[0] else \
            compiled(args, good, root, mode)
        counts = collections.Counter()
        for case, message in zip(good, after):
            kind, wrong = judge(case, mode, message)
            counts[kind] += 1
            if wrong:
                failures.append(wrong)
        print(f"{corpus} ({mode}): {len(good)} compile as CUDA; as HIP " +
              ", ".join(f"{counts[k]} {k}" for k in sorted(counts)), flush=True)
    print(f"{corpus}: {len(cases)} sources, {len(lacking)} lack a library as "
          f"HIP, {len(rest) - len(good)} do not compile as CUDA", flush=True)
    return failures


def main():
    every = ["ggml", *sources.names()]
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--corpus", action="append", choices=every)
    parser.add_argument("--source", action="append")
    parser.add_argument("--targets", default="x86-64-v2")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    args.build = args.build.resolve()
    corpora = run.present(args.corpus or every)
    if not corpora:
        return 77
    failures = [f for corpus in corpora for f in try_corpus(args, corpus)]
    print("\n".join(failures))
    return failures != []


if __name__ == "__main__":
    sys.exit(main())
