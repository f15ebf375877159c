#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows the recipes of docs/architecture.md in a copy of the tree.

  recipes.py [--build] [NAME...]

For each recipe: the new files, the lines added to files that are there, what
generators make of that, and how many of both the docs say it takes. Without
--build that is all; with it, the copy with all of them is built, and each dummy
is seen to work. A minute on two processors, so `make check-all`.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"

FORMAT = LICENCE + """\
// FOO1, then the name of its only kernel.
#include "formats/core/format.h"

static bool probe(qn_span bytes) {
  return qn_str_starts(qn_span_str(bytes), QN_STR("FOO1"));
}

const qn_format qn_format_foo = {
    .name = "foo",
    .summary = "foo's code",
    .plural = "foo's images",
    .extension = ".foo",
    .probe = probe,
};
"""
EXTRACTOR = LICENCE + """\
#include "metadata/extract/extract.h"

qn_status qn_extract_foo(qn_extract *x, qn_diag *diag) {
  qn_found found = {0};
  qn_kernel *k = qn_extract_add_kernel(x, &found);
  if (k)
    k->name = k->symbol = qn_str_skip(qn_span_str(x->item->bytes), 4);
  QN_TRY(qn_extract_check(x, &found, "a foo", diag));
  x->image->kernels = found.kernels;
  x->image->kernel_count = found.count;
  return qn_ok();
}
"""
FAMILY = LICENCE + """\
// Assembly of NVIDIA's, without a library: as little as a family can be.
#include "compiler/targets/family.h"

#include "compiler/unit/codegen.h"

static void add_front_end_args(const qn_unit *unit, qn_args *args) {
  qn_args_add_pair(args, "-triple", unit->target->row->triple);
  qn_args_add_pair(args, "-target-cpu", unit->target->row->cpu);
}

static qn_status lower(qn_unit *unit, qn_diag *diag) {
  const qn_target_row *row = unit->target->row;
  return qn_codegen_machine(unit, row->triple, row->cpu, row->features, diag);
}

static qn_status link_image(qn_unit *unit, qn_span text, qn_buffer *out_image,
                            qn_diag *diag) {
  (void)unit;
  qn_buffer_append(out_image, text.data, text.size);
  return qn_buffer_check(out_image, diag);
}

const qn_family_ops qn_family_ops_foo = {
    .family = QN_FAMILY_FOO,
    .language = "cuda",
    .macro = "__QUERN_TARGET_FOO__",
    .header = "target_nvptx.h",
    .add_front_end_args = add_front_end_args,
    .lower = lower,
    .link = link_image,
    .code = LLVMAssemblyFile,
};
"""
BACKEND = LICENCE + """\
#include <stdio.h>

#include "runtime/contract/backend.h"

static unsigned probe(char *reason, size_t capacity) {
  snprintf(reason, capacity, "nobody ever made one");
  return 0;
}

const qn_backend qn_backend_foo = {
    .name = "foo", .summary = "foo's devices", .probe = probe};
"""
COMMAND = LICENCE + """\
#include "cli/core/command.h"

static int foo_run(qn_cli *cli, const void *given) {
  (void)given;
  qn_out *o = qn_cli_out(cli);
  qn_out_begin(o, NULL);
  qn_out_text(o, "foo", "bar");
  qn_out_end(o);
  return qn_cli_out_end(cli, &o, QN_EXIT_OK);
}

const qn_command qn_command_foo = {
    .name = "foo",
    .group = "help",
    .summary = "do nothing much",
    .operands = "",
    .examples = "quern foo",
    .formats = 1 << QN_OUT_JSON,
    .run = foo_run,
};
"""
HANDLER = LICENCE + """\
#include "quern/metadata.h"

static const quern_md_field fields[] = {{"foo", 'u', 0}};

const quern_md_handler quern_md_handler_foo = {
    .name = "foo",
    .block = "FooMetadata",
    .record_size = sizeof(uint64_t),
    .fields = fields,
    .field_count = 1,
};
"""

# name: (new files, {file: (before which text, what)}, generators). An empty text
# is the end of the file.
MATH = "include/quern/device/math/"
RECIPES = {
    "a format with kernels": (
        {"src/formats/container/foo.c": FORMAT,
         "src/metadata/extract/foo.c": EXTRACTOR},
        {"src/formats/core/formats.def": ("", "QN_FORMAT(foo, KERNELS)\n")}, []),
    "a target": (
        {}, {"src/targets/targets.csv": (
            "gfx600,", "x86-64-foo,cpu,x86_64-unknown-linux-gnu,x86-64-v2,,"
            "foo,any,8,32,0,0,1024,0,9,x86-64-v2,16,3,32,0,stream\n")},
        ["gen_targets.py"]),
    "a family": (
        {"src/compiler/targets/foo.c": FAMILY},
        {"src/targets/families.def": (
            "// clang-format on", 'QN_FAMILY(FOO, foo, COMPILED, ".foo", "foo1",'
            ' "", "Foo", "text")\n'),
         "src/targets/targets.csv": (
             "", "foo1,foo,nvptx64-nvidia-cuda,sm_70,,foo,A foo,8,32,0,0,1024,0"
             "\n")},
        ["gen_targets.py", "gen_docs.py"]),
    "a back end": (
        {"src/runtime/backends/foo.c": BACKEND},
        {"src/runtime/contract/backends.def": ("", "QN_BACKEND(foo)\n")}, []),
    "a command": (
        {"src/cli/commands/cmd_foo.c": COMMAND},
        {"src/cli/core/commands.def": ("", "QN_COMMAND(foo)\n")}, []),
    "a device function": (
        {}, {MATH + "functions.h": (
            "  M(ONE, EXTRA, rcbrt,", "  M(ONE, EXTRA, foo, 3, DOUBLE, HERE, HOST,"
            " x + x, 2, 0, 0, x + x) \\\n"),
             MATH + "math_special.h": (
                 "// ---- Norms", "__QN_FN double foo(double x) { return x + x; }"
                 "\n")}, []),
    "a metadata handler": (
        {"src/metadata/md/handler_foo.c": HANDLER},
        {"src/metadata/md/handlers.def": ("", "QN_HANDLER(foo)\n")}, []),
}


def documented():
    """What the docs' table says: {name: (new files, lines)}."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    return {name: (int(files), int(lines)) for name, files, lines in re.findall(
        r"^\| (a .*?) \| (\d+) \| (\d+) \|", text, re.M)}


def copy_tree(to):
    sys.path.insert(0, str(ROOT / "tools"))
    import tree
    for name in tree.files(ROOT):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, to / name)


def follow(tree, recipe):
    """Returns (new files, lines) and runs the recipe's generators."""
    files, edits, generators = recipe
    for name, text in files.items():
        assert not (tree / name).exists(), name
        (tree / name).write_text(text)
    for name, (before, line) in edits.items():
        text = (tree / name).read_text()
        at = text.index(before) if before else len(text)
        (tree / name).write_text(text[:at] + line + text[at:])
    for generator in generators:
        subprocess.run([sys.executable, tree / "tools" / generator], check=True)
    return len(files), sum(line.count("\n") for _, line in edits.values())


def run(words, **more):
    return subprocess.run([str(w) for w in words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False,
                          **more)


def build(tree):
    made = run(["cmake", "-S", tree, "-B", tree / "build", "-G", "Ninja",
                "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS=-O0 -g0"])
    if made.returncode == 0:
        made = run(["ninja", "-C", tree / "build", "quern", "libquern-compiler",
                    "quern-device"])
    if made.returncode:
        sys.exit("the build failed:\n" + made.stdout[-4000:])
    return tree / "build" / "bin" / "quern"


def check_built(quern, folder):
    """Yields (name, whether it works, what was said)."""
    (folder / "a.foo").write_text("FOO1axpy")
    (folder / "a.txt").write_text("nothing\n")
    (folder / "a.cu").write_text(
        "__global__ void k(double *d, float *f) { *d = foo(*d); *f = foof(*f); }"
        "\ndouble host(double x) { return foo(x); }\n")
    said = run([quern, "inspect", folder / "a.foo", folder / "a.txt"]).stdout
    yield "format", "axpy" in said and "foo's images" in said, said
    said = run([quern, "targets"]).stdout
    yield "target", "x86-64-foo" in said and "foo1" in said, said
    said = run([quern, "doctor", "--format", "json"]).stdout
    facts = json.loads(said)
    yield "back end", any(b["name"] == "foo" and "nobody" in b["reason"]
                          for b in facts["backends"]), said
    yield "family", any(f["family"] == "foo" and f["compiles"]
                        for f in facts["families"]), said
    said = run([quern, "foo", "--format", "json"]).stdout
    yield "command", json.loads(said) == {"foo": "bar"}, said
    yield "help", "do nothing much" in run([quern, "help"]).stdout, "help"
    for target in ("x86-64-foo", "foo1", "spirv64"):
        out = folder / ("k." + target)
        made = run([quern, "compile", "-q", "-t", target, "-o", out,
                    folder / "a.cu"])
        yield "function, " + target, made.returncode == 0, made.stdout
    library = quern.parent.parent / "lib" / "libquern.so"
    yield "handler", b"FooMetadata" in library.read_bytes(), str(library)


def main():
    with_build = "--build" in sys.argv[1:]
    wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    says, failed = documented(), []
    with tempfile.TemporaryDirectory(prefix="quern-recipes-") as temp:
        tree = pathlib.Path(temp) / "tree"
        copy_tree(tree)
        for name, recipe in RECIPES.items():
            if wanted and name not in wanted:
                continue
            took = follow(tree, recipe)
            print(f"{name}: {took[0]} new files, {took[1]} lines")
            if says.get(name) != took:
                failed.append(f"{name}: docs/architecture.md has "
                              f"{says.get(name)}")
        checked = run([sys.executable, tree / "tools" / "check_layers.py"])
        if checked.returncode:
            failed.append(checked.stdout)
        if with_build:
            quern = build(tree)
            for name, good, said in check_built(quern, pathlib.Path(temp)):
                print(f"{name}: {'works' if good else 'FAILED'}")
                if not good:
                    failed.append(f"{name}: {said[-2000:]}")
    for line in failed:
        print(line)
    return 1 if failed else 0


if __name__ == "__main__":
    os.environ.pop("QUERN_HOME", None)
    sys.exit(main())
