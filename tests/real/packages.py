# SPDX-License-Identifier: Apache-2.0
"""The table of packages, and where the cache keeps each."""
import os
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
# Whose packages a corpus without its own takes.
USES = {"hipcub": "rocm", "cccl-as-hip": "cccl-13.3",
        "vkfft-as-hip": "vkfft"}
VERSION = ".version"  # a file in a package's folder, written last


class Package(NamedTuple):
    corpus: str
    name: str
    kind: str
    version: str  # a pattern as pip's == takes it
    folder: str

    @property
    def root(self):
        return cache() / self.corpus / self.name

    @property
    def path(self):
        return self.root / self.folder

    @property
    def found(self):
        """The version that is in the cache, or None."""
        mark = self.root / VERSION
        return mark.read_text().strip() if mark.is_file() else None


def cache():
    return Path(os.environ.get("QUERN_REAL")
                or Path.home() / ".cache" / "quern" / "real")


def packages():
    rows = (HERE / "packages.txt").read_text().splitlines()
    return [Package(*row.split()) for row in rows
            if row.strip() and not row.startswith("#")]


def packages_of(corpus):
    return [p for p in packages() if p.corpus == USES.get(corpus, corpus)]


def missing(corpus):
    return [p for p in packages_of(corpus) if not p.found]
