#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Two simulated GPUs and each other's memory.
#   peers.sh QUERN
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" cc -O1 --targets=gfx1100,gfx90a -I"$here/../programs" "$here/peers.hip" \
  -o "$work/peers"
QUERN_DEVICE=amdsim "$work/peers"
