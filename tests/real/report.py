# SPDX-License-Identifier: Apache-2.0
"""The part of docs/real.md that run.py --write makes."""
import datetime
import re
from pathlib import Path

import sources
from packages import packages_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "real.md"
BEGIN = "<!-- begin: counts of `tests/real/run.py --write` -->"
END = "<!-- end: counts -->"
HEAD = ["| corpus | packages | device | programs | compile | right | date |",
        "|---|---|---|---:|---:|---:|---|"]


def row(corpus, outcomes, device):
    versions = ", ".join(f"{p.name} {p.found}" for p in packages_of(corpus))
    runs = any(o.case.runs for o in outcomes)
    return (f"| {corpus} | {versions} | {device if runs else '-'} "
            f"| {len(outcomes)} | {sum(o.compiled for o in outcomes)} "
            f"| {sum(not o.wrong for o in outcomes) if runs else '-'} "
            f"| {datetime.date.today().isoformat()} |")


def failure(outcome, device):
    where = outcome.case.corpus
    if outcome.case.runs and device != "cpu":
        where += f" on {device}"
    library = sources.lacks(outcome.wrong)
    if library and not outcome.compiled:
        return f"- {where}: {outcome.case.name} needs {library}"
    # The reason without the paths of the machine that found it.
    said = re.sub(r"(/[\w.+-]+)+/", "", outcome.wrong.splitlines()[0])
    said = said.replace("|", "\\|").replace("`", "'")[:200]
    state = "wrong" if outcome.compiled else "does not compile"
    return f"- {where}: {outcome.case.name} {state}: `{said}`"


def subject(line):
    """The corpus that a line is about, and the device unless it is the CPU."""
    found = (re.match(r"\| ([\w.-]+) \|[^|]*\| (\S+) \|", line) or
             re.match(r"- ([\w.-]+)(?: on (\S+))?:", line))
    if not found:
        return None
    corpus, device = found.groups()
    return corpus, None if device in ("cpu", "-") else device


def write_report(outcomes, device):
    """Replaces the lines of the corpora and the device that ran, no others."""
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    names = list(dict.fromkeys(o.case.corpus for o in outcomes))
    made = {(o.case.corpus,
             device if o.case.runs and device != "cpu" else None)
            for o in outcomes}
    kept = [line for line in old.splitlines()
            if line not in HEAD and subject(line) not in [None, *made]]
    rows = [line for line in kept if line.startswith("|")]
    failures = [line for line in kept if line.startswith("-")]
    for name in names:
        mine = sorted((o for o in outcomes if o.case.corpus == name),
                      key=lambda o: o.case.name)
        rows.append(row(name, mine, device))
        failures += [failure(o, device) for o in mine if o.wrong]
    body = [*HEAD, *sorted(rows)]
    if failures:
        body += ["", "What fails:", "", *sorted(failures)]
    PAGE.write_text(before + BEGIN + "\n\n" + "\n".join(body) + "\n\n" + END +
                    after)
