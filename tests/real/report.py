# SPDX-License-Identifier: Apache-2.0
"""The part of docs/real.md that run.py --write makes."""
import datetime
import re
from pathlib import Path

import sources
from packages import packages

PAGE = Path(__file__).resolve().parents[2] / "docs" / "real.md"
BEGIN = "<!-- begin: counts of `tests/real/run.py --write` -->"
END = "<!-- end: counts -->"
HEAD = ["| corpus | packages | device | programs | compile | right | date |",
        "|---|---|---|---:|---:|---:|---|"]


def row(corpus, outcomes, device):
    versions = ", ".join(f"{p.name} {p.found}" for p in packages()
                         if p.corpus == corpus)
    runs = any(o.case.runs for o in outcomes)
    return (f"| {corpus} | {versions} | {device if runs else '-'} "
            f"| {len(outcomes)} | {sum(o.compiled for o in outcomes)} "
            f"| {sum(not o.wrong for o in outcomes) if runs else '-'} "
            f"| {datetime.date.today().isoformat()} |")


def failure(outcome):
    library = sources.lacks(outcome.wrong)
    if library and not outcome.compiled:
        return (f"- {outcome.case.corpus}: {outcome.case.name} needs "
                f"{library}")
    # The reason without the paths of the machine that found it.
    said = re.sub(r"(/[\w.+-]+)+/", "", outcome.wrong.splitlines()[0])
    said = said.replace("|", "\\|").replace("`", "'")[:200]
    state = "wrong" if outcome.compiled else "does not compile"
    return f"- {outcome.case.corpus}: {outcome.case.name} {state}: `{said}`"


def corpus_of(line):
    found = re.match(r"[|-] ([\w.-]+)[ :]", line)
    return found.group(1) if found else None


def write_report(outcomes, device):
    """Replaces the lines of the corpora that ran, and keeps the others."""
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    names = list(dict.fromkeys(o.case.corpus for o in outcomes))
    kept = [line for line in old.splitlines()
            if line not in HEAD and corpus_of(line) not in [None, *names]]
    rows = [line for line in kept if line.startswith("|")]
    failures = [line for line in kept if line.startswith("-")]
    for name in names:
        mine = sorted((o for o in outcomes if o.case.corpus == name),
                      key=lambda o: o.case.name)
        rows.append(row(name, mine, device))
        failures += [failure(o) for o in mine if o.wrong]
    body = [*HEAD, *sorted(rows)]
    if failures:
        body += ["", "What fails:", "", *sorted(failures)]
    PAGE.write_text(before + BEGIN + "\n\n" + "\n".join(body) + "\n\n" + END +
                    after)
