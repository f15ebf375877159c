#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles for the GPU that is there and runs the conformance kernels on it.
#   check.sh QUERN FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
major_minor=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null |
  head -1 | tr -d .) || true
if [ -z "${major_minor:-}" ]; then
  echo "skipped: no NVIDIA GPU (nvidia-smi lists none)"
  exit 77
fi
for target in "sm_$major_minor" "ptx$major_minor"; do
  python3 "$here/run_cuda.py" prepare "$1" "$here"/../kernels/*.cu \
    --out "$2/$target" --target "$target"
  python3 "$here/run_cuda.py" run "$1" "$2/$target"
done
