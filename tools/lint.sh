#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All checks of the sources. TIDY=1 adds clang-tidy, which takes minutes.
#   tools/lint.sh [BUILD-FOLDER]
set -u
cd "$(dirname "$0")/.." || exit 1
build=${1:-build/dev}
failed=0
step() { "$@" || { failed=$((failed + 1)); echo "lint: failed: $*"; }; }

step python3 tools/check_layers.py
step python3 tools/check_sizes.py
step python3 tools/check_sources.py
step python3 tools/check_headers.py
step python3 tools/gen_targets.py --check
step python3 tools/gen_math_constants.py --check
step python3 tools/gen_cuda.py --check
step python3 tools/gen_hipify.py --check
step python3 tools/derive_hipify.py --check
step python3 tools/gen_targets.py --llvm
step python3 tools/gen_map.py --check
step python3 tools/gen_docs.py --check
step python3 tools/gen_api_docs.py --check
step bash tools/format.sh --check
[ -z "${TIDY:-}" ] || step bash tools/tidy.sh "$build"
[ $failed -eq 0 ] && echo "lint: ok" || echo "lint: $failed failed"
[ $failed -eq 0 ]
