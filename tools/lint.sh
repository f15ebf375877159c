#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All checks of the sources. TIDY=1 adds clang-tidy, which takes minutes.
#   tools/lint.sh [BUILD-FOLDER]
set -u
cd "$(dirname "$0")/.." || exit 1
build=${1:-build/dev}
failed=0
# Debian's Python, with Debian's modules, where there are several.
python=/usr/bin/python3
[ -x $python ] || python=python3
step() { "$@" || { failed=$((failed + 1)); echo "lint: failed: $*"; }; }

step $python tools/version.py --check
step $python tools/check_layers.py
step $python tools/check_sizes.py
step $python tools/check_sources.py
step $python tools/check_words.py
step $python tools/check_comments.py
step $python tools/check_headers.py
step $python tools/gen_targets.py --check
step $python tools/gen_math_constants.py --check
step $python tools/gen_cuda.py --check
step $python tools/gen_cupti.py --check
step $python tools/gen_forwards.py --check
step $python tools/gen_blas.py --check
step $python tools/check_passes.py
step $python tools/gen_rust_errors.py --check
step $python tools/gen_rand.py --check
step $python tools/gen_hip_names.py --check
step $python tools/gen_hipify.py --check
step $python tools/derive_hipify.py --check
step $python tools/derive_roc.py --check
step $python tools/gen_targets.py --llvm
step $python tools/gen_map.py --check
step $python tools/gen_docs.py --check
step $python tools/features.py --check
step $python tools/gen_api_docs.py --check
step $python tools/api_names.py --check
if $python -c 'import mpmath' 2>/dev/null; then
  step $python tools/gen_math_polynomials.py --check
  step $python tests/kernels/gen_math.py --check
  step $python tests/headers/gen_series.py --check
else
  echo 'lint: skipped: tables made with mpmath; bash tools/setup.sh --lint'
fi
step $python tools/check_generated.py
step $python tools/check_found.py "$build"
# Only where there are libraries to look at; sanitized ones have other names.
if [ ! -e "$build/lib/libquern.so" ]; then
  echo "lint: skipped: the ABI; nothing is built in $build"
elif ! command -v abidiff >/dev/null; then
  echo 'lint: skipped: the ABI; bash tools/setup.sh --ci'
else
  step bash tools/abi.sh "$build"
fi
step bash tools/format.sh --check
[ -z "${TIDY:-}" ] || step bash tools/tidy.sh "$build"
[ $failed -eq 0 ] && echo "lint: ok" || echo "lint: $failed failed"
[ $failed -eq 0 ]
