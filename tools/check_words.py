#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that names use the words of docs/glossary.md: no identifier has a word of
its third column, where that word can mean nothing else."""

import pathlib
import re
import sys

import tree

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = {".c", ".h", ".def", ".inc", ".cu", ".hip", ".cpp", ".py", ".sh",
           ".cmake", ".rs"}
# Not ours, or generated from what is not.
SKIP = ("src/hipify/names/", "include/cuda/", "tools/check_words.py")
# Whole identifiers that match, and what to say instead.
NAMES = (
    (r"qn_near\w*|QN_NEAR\w*", "qn_suggestion"),
    (r"\w*_?[Cc]rew(_\w*)?|\w*CREW\w*", "worker pool"),
    (r"\w+_tell|\w+_told|tell_\w+|\w*_TOLD|TOLD", "report"),
    (r"(\w+_)?LEAST(_\w+)?", "MIN"),
    (r"(\w+_)?MOST(_\w+)?", "MAX"),
    (r"(min|max)?least_[a-z]\w*", "min_"),
    (r"has_tangles|\w*tangles\w*", "irreducible"),
    (r"\w+_apart|apart_\w+", "separate, divergent or gather"),
)
# Names of others that look so.
ALLOWED = re.compile(r"at_least_\w+|ftell|\w*READ_MOSTLY\w*|priority_least")
WORD = re.compile(r"[A-Za-z_]\w*")
RULES = re.compile("|".join(f"(?P<r{i}>{pattern})" for i, (pattern, _)
                            in enumerate(NAMES)))


def files():
    return [name for name in tree.files()
            if pathlib.Path(name).suffix in SOURCES and
            not name.startswith(SKIP) and (ROOT / name).is_file()]


def check(name):
    for number, line in enumerate((ROOT / name).read_text().split("\n"), 1):
        for word in WORD.findall(line):
            rule = RULES.fullmatch(word)
            if rule and not ALLOWED.fullmatch(word):
                better = NAMES[int(rule.lastgroup[1:])][1]
                yield f"{name}:{number}: '{word}': the word is {better}"


def main():
    wrong = [message for name in files() for message in check(name)]
    print("\n".join(wrong) if wrong else "words: ok")
    sys.exit(1 if wrong else 0)


main()
