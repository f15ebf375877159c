#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Puts what the GPU tests and measurements need into one folder, for a machine
# that has a GPU and no build of ours. There: FOLDER/run.sh [RESULTS]
#   prepare.sh BUILD FOLDER [TARGET]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
out=$2
target=${3:-sm_90}
mkdir -p "$out/lib"
for program in observe:tests/gpu/observe.hip gpu_launch:bench/gpu_launch.hip; do
  "$build/bin/quern" cc -O2 "--offload-arch=$target" \
    "$here/../../${program#*:}" -o "$out/${program%%:*}" -ldl
done
cp "$build/tests/cuda_backend" "$here"/{kernels.ptx,observe.py,check_trace.py} "$out/"
cp -a "$build"/lib/*.so* "$out/lib/"
mkdir -p "$out/bin"
cp "$build/bin/quern" "$out/bin/"
cp "$here"/run_cuda.py "$here"/../kernels/run.py \
  "$here"/../support/patience.py "$out/"
for which in "$target" "ptx${target#sm_}"; do
  python3 "$here/run_cuda.py" prepare "$build/bin/quern" "$here"/../kernels/*.cu \
    --out "$out/kernels.$which" --target "$which"
done
mkdir -p "$out/tests"
cp -r "$here/../ggml" "$here/../support" "$out/tests/"
for suite in unary binary mul_mat quants; do
  python3 -B "$here/../ggml/run.py" "$build" "$suite" \
    --prepare "$out/ggml.$suite" --target "$target"
done
# The libraries that another distribution may not have.
ldd "$build/lib/libquernhip.so" |
  awk '/=> \//{print $3}' | grep -E '/lib(xxhash|md|zstd|z|lz4)\.so' |
  xargs -r -I{} cp -L {} "$out/lib/"
if command -v ptxas >/dev/null; then
  ptxas "-arch=$target" "$here/kernels.ptx" -o "$out/kernels.cubin"
fi
cat >"$out/run.sh" <<'END'
#!/usr/bin/env bash
set -u
cd "$(dirname "$0")"
results=${1:-results}
mkdir -p "$results"
export LD_LIBRARY_PATH=$PWD/lib QUERN_DEVICE=cuda
failed=0
step() {
  echo "== $*"
  timeout 200 "$@" && return
  local code=$?
  [ $code = 77 ] && exit 77
  echo "failed: $code"
  failed=1
}
images=$(ls kernels.ptx kernels.cubin 2>/dev/null)
step ./cuda_backend $images
step ./cuda_backend --validate kernels.ptx
step ./cuda_backend --trace "$results/backend.json" kernels.ptx
step python3 check_trace.py "$results/backend.json"
for folder in kernels.sm_* kernels.ptx[0-9]*; do
  step python3 run_cuda.py run bin/quern "$folder"
done
for folder in ggml.*; do
  step python3 -B tests/ggml/run.py . "${folder#ggml.}" --prepared "$folder"
done
step ./observe graph
step python3 observe.py ./observe "$results"
step ./cuda_backend --bench kernels.ptx
step ./gpu_launch
echo "== 100 ends with work in flight"
for i in $(seq 20); do printf '%s\n' main callback thread atexit close; done |
  xargs -P 8 -I{} sh -c 'timeout 40 ./cuda_backend --end {} kernels.ptx \
    >/dev/null 2>&1 || echo "failed: {} $?"' | tee "$results/ends"
[ -s "$results/ends" ] && failed=1
exit $failed
END
chmod +x "$out/run.sh"
echo "$out: $(du -sh "$out" | cut -f1)"
