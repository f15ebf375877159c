#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A stand-in for clang, for thousands of kernels."""
import os
import pathlib
import shutil

FAKE_CLANG = """#!/bin/sh
# Compiles the first file by the compiler, and has the same result for others.
for word in "$@"; do
  case $before in -o) out=$word;; -dependency-file) deps=$word;; esac
  before=$word
done
case $out in *.bc) ;; *) exec @CLANG@ "$@";; esac
if [ ! -e @KEPT@ ]; then
  @CLANG@ "$@" && cp "$out" @KEPT@.$$ && mv @KEPT@.$$ @KEPT@
  exit
fi
cp @KEPT@ "$out" && echo "quern: $before" > "$deps"
"""


def fake_clang(folder):
    """A compiler that takes no time, where every kernel is the same one."""
    clang = pathlib.Path(shutil.which("clang-22") or shutil.which("clang")).resolve()
    os.makedirs(folder / "fake" / "bin")
    os.symlink(clang.parent.parent / "lib", folder / "fake" / "lib")
    path = (folder / "fake" / "bin" / "clang").absolute()
    path.write_text(FAKE_CLANG.replace("@CLANG@", str(clang))
                    .replace("@KEPT@", str(path.parent / "kept.bc")))
    path.chmod(0o755)
    return str(path)
