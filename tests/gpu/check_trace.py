#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that a trace is what Chrome and Perfetto open.

usage: check_trace.py TRACE [--kernels N] [--unfinished]

TRACE is strict JSON; every event has what its phase needs; tracks of devices
have names; operations of a stream do not overlap; an arrow leads from each
submission to an operation that begins after it (--unfinished: some may have
none, as in a process that was killed).
"""
import json
import sys
from pathlib import Path

HOST = 1
SLACK_US = 60  # between the clocks of host and device
NEEDS = {
    "X": {"name", "cat", "pid", "tid", "ts", "dur"},
    "M": {"name", "pid", "tid", "args"},
    "s": {"name", "cat", "pid", "tid", "ts", "id"},
    "f": {"name", "cat", "pid", "tid", "ts", "id", "bp"},
}


def check(events, unfinished):
    for event in events:
        missing = NEEDS[event["ph"]] - event.keys()
        assert not missing, f"{event} lacks {missing}"
        assert event.get("ts", 0) >= 0 and event.get("dur", 0) >= 0, event
    named = {(e["pid"], e["tid"]) for e in events
             if e["ph"] == "M" and e["name"] == "thread_name"}
    devices = {e["pid"] for e in events
               if e["ph"] == "M" and e["name"] == "process_name"}
    slices = [e for e in events if e["ph"] == "X"]
    rows = {}
    for event in slices:
        assert event["pid"] in devices, f"{event}: a device without a name"
        if event["pid"] != HOST:
            rows.setdefault((event["pid"], event["tid"]), []).append(event)
    for row, ops in rows.items():
        assert row in named, f"the stream {row} has no name"
        ops.sort(key=lambda e: e["ts"])
        for one, two in zip(ops, ops[1:]):
            assert one["ts"] + one["dur"] <= two["ts"] + 1, \
                f"{one} overlaps {two}"
    starts = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    assert unfinished or starts.keys() == ends.keys(), "arrows without an end"
    for number, end in ends.items():
        if number not in starts:
            assert unfinished, f"the arrow {number} has no start"
            continue
        assert end["ts"] + SLACK_US >= starts[number]["ts"], \
            f"the arrow {number} leads back in time"
        assert any(e["ts"] == end["ts"] for e in
                   rows[end["pid"], end["tid"]]), f"{end} points to nothing"
    return slices


def main():
    words = sys.argv[1:]
    events = json.loads(Path(words[0]).read_text())
    slices = check(events, "--unfinished" in words)
    kernels = [e for e in slices if e["cat"] == "kernel"]
    if "--kernels" in words:
        want = int(words[words.index("--kernels") + 1])
        assert len(kernels) == want, f"{len(kernels)} kernels, not {want}"
    for kernel in kernels:
        assert len(kernel["args"]["grid"]) == 3, kernel
    total = sum(e["dur"] for e in kernels)
    print(f"{len(events)} events, {len(kernels)} kernels, {total:.1f} us")


main()
