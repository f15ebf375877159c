#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A device that QUERN_DEVICE names and that is not there, beside one that is: whoever
# asks for it is told why.
#   missing.sh QUERN
set -eu
quern=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat > "$folder/second.hip" <<'END'
#include <hip/hip_runtime.h>
int main() { return hipSetDevice(1) == hipErrorInvalidDevice ? 0 : 1; }
END
"$quern" cc "$folder/second.hip" --targets=native -o "$folder/second"

# says DEVICES TEXT: what is logged when the second of them is chosen.
says() {
  local text
  text=$(QUERN_LOG=error QUERN_DEVICE=$1 QUERN_LIBHSA=$folder/none.so \
    "$folder/second" 2>&1)
  if [[ $text != *"no device 1: there is 1; "*"$2"* ]]; then
    echo "QUERN_DEVICE=$1 says '$text'; expected '$2'"
    exit 1
  fi
}
says cpu,hsa:gfx1100 "'hsa:gfx1100' is no device: hsa has none: "
says cpu,hsa:0 "hsa: "
says cpu,amdsim:gfx1 "'amdsim:gfx1' is no device: 'amdsim' has none of that name"
says cpu,amdsim:77 "amdsim: no device with that number"
