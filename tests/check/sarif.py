# SPDX-License-Identifier: Apache-2.0
"""Logs of `quern check --report sarif` by the rules of SARIF 2.1.0.

  sarif.py BUILD

The rules are those of the standard's schema for the objects that we write: which
properties there are, of which type, which must be there, smallest numbers, sets,
and how URIs look; what the schema cannot say (an index that fits its rule, a base
that is defined, braces of messages); and what code scanning services ask for (a
place of each result, paths below the root).
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
# RFC 3986, with nothing outside of its characters; a path that is relative has
# no colon in its first segment.
URI = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?(?:[a-zA-Z0-9._~!$&'()*+,;=:@/?#-]"
                 r"|%[0-9A-Fa-f]{2})*")
RELATIVE = re.compile(r"[^/:#?]+(?:/[^:#?]*)?")


class Not(Exception):
    """What is against the rules, and where."""


def need(holds, at, what):
    if not holds:
        raise Not(f"{at}: {what}")


# ---- Values

def text(value, at):
    need(isinstance(value, str), at, f"{value!r} is no text")


def number(least):
    def check(value, at):
        need(isinstance(value, int) and not isinstance(value, bool), at,
             f"{value!r} is no whole number")
        need(value >= least, at, f"{value} is less than {least}")
    return check


def one_of(*allowed):
    def check(value, at):
        need(value in allowed, at, f"{value!r} is none of {allowed}")
    return check


def uri(value, at):
    text(value, at)
    need(URI.fullmatch(value), at, f"'{value}' is no URI")
    need(":" in value.split("/")[0] or value.startswith("/") or
         RELATIVE.fullmatch(value), at, f"'{value}' is no relative URI")


def array_of(name, is_set=False):
    def check(value, at):
        need(isinstance(value, list), at, "no array")
        for i, item in enumerate(value):
            thing(name, item, f"{at}[{i}]")
        whole = [json.dumps(item, sort_keys=True) for item in value]
        need(not is_set or len(set(whole)) == len(whole), at,
             "two are the same in a set")
    return check


def a(name):
    return lambda value, at: thing(name, value, at)


def bases(value, at):
    need(isinstance(value, dict), at, "no object")
    for key, base in value.items():
        thing("artifactLocation", base, f"{at}.{key}")
        need("uri" in base and base["uri"].endswith("/") and
             urllib.parse.urlsplit(base["uri"]).scheme, f"{at}.{key}",
             "a base is an absolute URI with a slash at its end")


# ---- Objects: properties, and which of them must be there. All others that the
# schema has we do not write; none beside them may be.

OBJECTS = {
    "log": ({"version": one_of("2.1.0"), "$schema": uri,
             "runs": array_of("run")}, ["version", "runs"]),
    "run": ({"tool": a("tool"), "originalUriBaseIds": bases,
             "results": array_of("result")}, ["tool", "results"]),
    "tool": ({"driver": a("toolComponent")}, ["driver"]),
    "toolComponent": ({"name": text, "version": text,
                       "rules": array_of("reportingDescriptor", True)}, ["name"]),
    "reportingDescriptor": ({"id": text, "shortDescription": a("message"),
                             "help": a("message")},
                            ["id", "shortDescription", "help"]),
    "message": ({"text": text}, ["text"]),
    "result": ({"ruleId": text, "ruleIndex": number(-1),
                "level": one_of("none", "note", "warning", "error"),
                "message": a("message"), "locations": array_of("location"),
                "relatedLocations": array_of("location", True),
                "stacks": array_of("stack", True),
                "occurrenceCount": number(1)}, ["message", "locations"]),
    "location": ({"physicalLocation": a("physicalLocation"),
                  "message": a("message")}, []),
    "physicalLocation": ({"artifactLocation": a("artifactLocation"),
                          "region": a("region")}, ["artifactLocation"]),
    "artifactLocation": ({"uri": uri, "uriBaseId": text}, ["uri"]),
    "region": ({"startLine": number(1), "startColumn": number(1)},
               ["startLine"]),
    "stack": ({"frames": array_of("stackFrame")}, ["frames"]),
    "stackFrame": ({"location": a("location")}, []),
}


def thing(name, value, at):
    properties, required = OBJECTS[name]
    need(isinstance(value, dict), at, "no object")
    for key in required:
        need(key in value, at, f"has no '{key}'")
    for key, item in value.items():
        need(key in properties, at, f"'{key}' is not of a {name}")
        properties[key](item, f"{at}.{key}")


# ---- What the schema does not say

def all_of(value, key):
    """Every value of a key, however deep."""
    if isinstance(value, dict):
        for k, item in value.items():
            if k == key:
                yield item
            yield from all_of(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from all_of(item, key)


def check_run(run):
    rules = run["tool"]["driver"]["rules"]
    need(len({r["id"] for r in rules}) == len(rules), "rules", "an id twice")
    for result in run["results"]:
        need(rules[result["ruleIndex"]]["id"] == result["ruleId"], "ruleIndex",
             "is another rule's")
        need(result["locations"], result["message"]["text"], "has no place")
    for place in all_of(run["results"], "artifactLocation"):
        if not urllib.parse.urlsplit(place["uri"]).scheme:
            need(place.get("uriBaseId") in run["originalUriBaseIds"],
                 place["uri"], "is relative to what is not said")
    for message in all_of(run, "message"):
        bare = message["text"].replace("{{", "").replace("}}", "")
        need("{" not in bare and "}" not in bare, message["text"],
             "has a brace that stands for an argument")


def check(log):
    thing("log", log, "log")
    for run in log["runs"]:
        check_run(run)


# ---- Programs

LATE = """
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void fill(int *x) { x[threadIdx.x] = 1; }
int main(int count, char **) {
  int *x;
  cudaMalloc(&x, 64);
  fill<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  if (count > 1)
    std::abort();
}
"""
CLEAN = """#include <cuda_runtime.h>
int main() { return cudaDeviceSynchronize(); }
"""


def compile_one(build, source, out):
    source_text = source.read_text()
    subprocess.run([build / "bin" / "quern", "cc", "-g", "--check=all", source,
                    "-o", out, *[w for words in
                                 re.findall(r"// FLAGS: (.*)", source_text)
                                 for w in words.split()]], check=True)


def log_of(build, program, folder, *words, env=()):
    out = folder / "findings.sarif"
    out.unlink(missing_ok=True)
    subprocess.run([build / "bin" / "quern", "check", "--report", "sarif", "-o",
                    out, program, *words], capture_output=True, cwd=folder,
                   timeout=100, env=dict(os.environ, **dict(env)))
    log = json.loads(out.read_text())
    check(log)
    return log


def from_folders(build, folder):
    """The first program of each folder: of all kinds of findings."""
    count = 0
    for room in sorted(p for p in HERE.iterdir() if p.is_dir()):
        for source in sorted(room.glob("*.cu"))[:1]:
            program = folder / source.stem
            compile_one(build, source, program)
            env = [pair.split("=", 1) for pair in re.findall(
                r"// ENV: (\S+=\S+)", source.read_text())]
            results = log_of(build, program, folder, env=env)["runs"][0][
                "results"]
            need(results, source, "has no result")
            count += 1
    return count


def of_its_own(build, folder):
    """A folder whose name no URI has, an end by a signal, and no finding."""
    odd = folder / "a b#1% [x]"
    odd.mkdir()
    source = odd / "what: is?.cu"
    source.write_text(LATE)
    compile_one(build, source, folder / "late")
    for words in ([], ["abort"]):
        results = log_of(build, folder / "late", folder, *words)["runs"][0][
            "results"]
        first = [r for r in results if r["ruleId"] == "out-of-bounds"]
        need(len(first) == 1, "late", f"{len(first)} findings, not 1")
        place = first[0]["locations"][0]["physicalLocation"]
        need(urllib.parse.unquote(place["artifactLocation"]["uri"]) ==
             f"{odd.name}/{source.name}", place, "is not the file below the root")
    source.write_text(CLEAN)
    compile_one(build, source, folder / "clean")
    log = log_of(build, folder / "clean", folder)
    need(log["runs"][0]["results"] == [], "clean", "has results")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        try:
            count = from_folders(build, folder)
            of_its_own(build, folder)
        except Not as what:
            print(what)
            return 1
    print(f"{count + 3} logs are as SARIF has them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
