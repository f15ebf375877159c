# SPDX-License-Identifier: Apache-2.0
"""The table of sources.txt: kernels inside source packages, and their options."""
import re
import sysconfig
from pathlib import Path
from typing import NamedTuple

from packages import missing, packages

HERE = Path(__file__).resolve().parent
HIP_ALONE = "hip:"
# Libraries that are not here, by a header that a source includes.
OTHERS = [(r"(torch|ATen|c10)/", "PyTorch"), (r"(rmm|raft|cuvs)/", "RAPIDS"),
          (r"cutlass/|cute/", "CUTLASS"), (r"boost/", "Boost"), (r"cudnn", "cuDNN"),
          (r"cublas\.h", "the first version of cuBLAS's API"),
          (r"cusparse", "cuSPARSE"), (r"cusolver", "cuSOLVER"),
          (r"nvPTXCompiler", "NVIDIA's compiler of PTX")]


class Source(NamedTuple):
    name: str
    folder: Path
    words: list


def only(corpus):
    return next(p for p in packages() if p.corpus == corpus)


def torch_words():
    """None where it was not fetched: then its sources need what is not here."""
    if missing("torch"):
        return []
    path = only("torch").path
    return [f"-I{folder}" for folder in (
        path, path / "torch/csrc/api/include",
        sysconfig.get_paths()["include"])]


def words(given, root):
    if given == "torch":
        return torch_words()
    if given == "cccl":
        return [f"-I{only('cccl-12.9').path}"]
    return [f"-I{root / given[1:]}" if given.startswith("@") else given]


def table():
    rows = (HERE / "sources.txt").read_text().splitlines()
    return [row.split() for row in rows if row and not row.startswith("#")]


def names():
    return [row[0] for row in table()]


def source(corpus):
    name, folder, *given = next(r for r in table() if r[0] == corpus)
    root = only(corpus).root
    return Source(name, root / folder,
                  [word for w in given if not w.startswith(HIP_ALONE)
                   for word in words(w, root)])


def words_for_hip(corpus):
    """What is given to hipcc alone."""
    return [w[len(HIP_ALONE):] for row in table() if row[0] == corpus
            for w in row[2:] if w.startswith(HIP_ALONE)]


def lacks(message):
    """The library that a source needs and we do not have; None: it is ours."""
    found = (re.search(r"fatal error: '([^']+)' file not found", message) or
             re.search(r"/(cublas\.h):\d+:\d+: error", message))
    for pattern, library in OTHERS if found else []:
        if re.match(pattern, found[1]):
            return library
    return None
