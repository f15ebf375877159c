#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that comments in C and C++ name what exists: a `backticked` identifier
and one with our prefix must occur in code, and a file must be in the tree.

    check_comments.py [--self-test]
"""

import pathlib
import re
import sys

import tree

ROOT = pathlib.Path(__file__).resolve().parent.parent
C_FILES = {".c", ".h", ".def", ".inc", ".cu", ".hip", ".cpp"}
OTHERS = {".py", ".sh", ".cmake", ".rs", ".toml", ".tsv", ".csv"}
# Names, values and signatures of others.
SKIP = ("include/cuda/", "src/hipify/names/")
# Comments, and the literals that may look like them. Comments on consecutive
# lines are one, as names and quotes go on from line to line.
TOKEN = re.compile(
    r"(?P<comment>//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*.*?\*/)"
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.DOTALL)
QUOTED = re.compile(r'"[^"]*"')
IDENTIFIER = re.compile(
    r"`(?P<quoted>[A-Za-z_]\w*)(?:\(\))?`"
    r"|\b(?P<ours>(?:qn|QN|quern|QUERN)_\w+)(?P<more>\.\.\.|\*|<)?")
# Not behind '>' or '*' ("<vendor>_symbols.def"), nor with capitals that stand
# for something ("X_bench.c").
FILE = re.compile(r"(?<![\w./>*-])(?![A-Z]+_)"
                  r"(?P<file>[\w-][\w./-]*\.(?:c|h|def|inc|py|sh|md|cmake))\b"
                  r"(?![\w/(-]|\.\w)")
# Files of others, and of programs that comments speak of.
FOREIGN = re.compile(
    r"(?:llvm|asm-generic|linux|sys|spirv|CL)/[\w./-]*\.h|value\.h")
# Examples that stand for a function of one's own.
EXAMPLES = {"qn_f"}


def split(text):
    """The comments of a file, as pairs of line and text, and its code."""
    comments = []

    def take(match):
        if match.group("comment") is None:
            return match.group()
        line = text.count("\n", 0, match.start()) + 1
        comments.append((line, match.group("comment")))
        return " "

    return TOKEN.sub(take, text), comments


def words_of(code):
    return re.findall(r"\w+", code)


def find_wrong(comment, words, files):
    """Yields (offset, message) for a comment. `words` are those of the code;
    `files` maps the last part of a path to all paths."""
    for match in IDENTIFIER.finditer(comment):
        name = match.group("quoted") or match.group("ours")
        is_prefix = name.endswith("_") or match.group("more")
        if name in words or name in EXAMPLES:
            continue
        if is_prefix and any(word.startswith(name) for word in words):
            continue
        yield match.start(), f"'{name}' is nowhere in the code"
    plain = QUOTED.sub(lambda match: " " * len(match.group()), comment)
    for match in FILE.finditer(plain):
        name = match.group("file")
        paths = files.get(name.rsplit("/", 1)[-1], ())
        if FOREIGN.fullmatch(name) or any(
                path == name or path.endswith("/" + name) for path in paths):
            continue
        yield match.start(), f"there is no file '{name}'"


def check():
    words, files, comments = set(), {}, []
    for name in tree.files():
        path = pathlib.Path(name)
        files.setdefault(path.name, []).append(name)
        if path.suffix not in C_FILES | OTHERS and path.name != "CMakeLists.txt":
            continue
        code = (ROOT / name).read_text(errors="replace")
        if path.suffix in C_FILES:
            code, found = split(code)
            if not name.startswith(SKIP):
                comments += [(name, line, text) for line, text in found]
        if name != "tools/check_comments.py":
            words.update(words_of(code))
    for name, line, text in comments:
        for offset, message in find_wrong(text, words, files):
            yield f"{name}:{line + text.count(chr(10), 0, offset)}: {message}"


def self_test():
    text = ('int f(int size); // `size` of qn_some_thing, `gone`\n'
            'char *s = "// `not` a comment"; // in old.c and new.h\n'
            '// QN_SOME_..., qn_no_..., "quoted.c", at_end.c.\n'
            '// <vendor>_symbols.def, dir/new.h, x/new.h, qn_some_other\n')
    code, comments = split(text + "int qn_some_thing, QN_SOME_A;")
    files = {"new.h": ["src/dir/new.h"]}
    found = [(line + part.count("\n", 0, offset), message)
             for line, part in comments
             for offset, message in find_wrong(part, set(words_of(code)), files)]
    wanted = [(1, "'gone' is nowhere in the code"),
              (2, "there is no file 'old.c'"),
              (3, "there is no file 'at_end.c'"),
              (3, "'qn_no_' is nowhere in the code"),
              (4, "'qn_some_other' is nowhere in the code"),
              (4, "there is no file 'x/new.h'")]
    if sorted(found) != sorted(wanted):
        print("comments: the self-test found", sorted(found))
        return False
    return True


def main():
    if sys.argv[1:] == ["--self-test"]:
        good = self_test()
        print("comments: self-test " + ("ok" if good else "failed"))
        sys.exit(0 if good else 1)
    wrong = list(check())
    print("\n".join(wrong) if wrong else "comments: ok")
    sys.exit(1 if wrong else 0)


main()
