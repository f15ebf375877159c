# SPDX-License-Identifier: Apache-2.0
"""What a program needs to run against libraries that a sanitizer watches."""
import os
import re
import subprocess


def environment(build):
    """Variables for programs that link with the libraries of `build`."""
    cache = build / "CMakeCache.txt"
    if not cache.exists():  # a build carried to another machine
        return {}
    cache = cache.read_text()
    found = re.search(r"^QUERN_SANITIZE:\w+=(.*)$", cache, re.M)
    compiler = re.search(r"^CMAKE_C_COMPILER:\w+=(.*)$", cache, re.M).group(1)
    if not found or not found.group(1):
        return {}
    libraries = []
    for name in found.group(1).split(","):
        library = {"address": "asan", "undefined": "ubsan",
                   "thread": "tsan"}.get(name)
        path = library and subprocess.run(
            [compiler, f"-print-file-name=lib{library}.so"],
            capture_output=True, text=True, check=True).stdout.strip()
        if path and os.path.isabs(path):
            libraries.append(path)
    # The program itself and its images are not instrumented: what they leave
    # behind at the end is theirs.
    options = dict(ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1",
                   UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1",
                   TSAN_OPTIONS="halt_on_error=1:report_signal_unsafe=0")
    # How OpenBLAS's own threads wait for one another is not seen either.
    if "tsan" in str(libraries):
        options["OPENBLAS_NUM_THREADS"] = "1"
    return dict(options, LD_PRELOAD=" ".join(libraries)) if libraries else {}
