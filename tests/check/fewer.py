# SPDX-License-Identifier: Apache-2.0
"""Programs that were built with one kind of checks, and are run with all.

  fewer.py BUILD [PATTERN...] [--kinds KIND...]

What an image was not built to look for is not known of it: the twins of run.py's
programs have no finding. Defects are found as far as they are.
"""
import argparse
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run  # noqa: E402

KINDS = ("none", "memory", "race", "init", "sync")


def judge(build, kind, source, name, folder):
    quern, text = build / "bin" / "quern", source.read_text()
    program = pathlib.Path(folder) / f"{name.replace('/', '_')}_{kind}"
    command = [quern, "cc", "-DTWIN", source, "-o", program]
    command += [] if kind == "none" else [f"--check={kind}"]
    command += [w for words in run.re.findall(r"// FLAGS: (.*)", text)
                for w in words.split()]
    made = subprocess.run(command, capture_output=True, text=True,
                          timeout=run.TIMEOUT)
    if made.returncode:
        return "does not compile:\n" + made.stderr
    out = program.with_suffix(".jsonl")
    env = dict(os.environ)
    env.update(pair.split("=", 1) for pair in
               run.re.findall(r"// ENV: (\S+=\S+)", text))
    done = subprocess.run([quern, "check", "--report", "jsonl", "-o", out,
                           program], capture_output=True, text=True, env=env,
                          timeout=run.TIMEOUT)
    found = out.read_text() if out.exists() else ""
    return f"built with {kind}: status {done.returncode}, found: {found}" \
        if found or done.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("pattern", nargs="*")
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    args = parser.parse_args()
    build, failed = args.build.resolve(), 0
    for kind in args.kinds:
        def one(source, name, _, folder, kind=kind):
            return judge(build, kind, source, name, folder)

        failed |= run.run_all(run.programs(args.pattern), one, (True,))
    return failed


if __name__ == "__main__":
    sys.exit(main())
