#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches GPU libraries of Debian to test and measure the readers with, and
# unpacks them; nothing is installed, and nothing of it is ever committed.
#   tools/fetch_libraries.sh [FOLDER]     default: build/libraries
# librocsparse0 takes 1.3 GB of disk.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build/libraries}
mkdir -p "$folder"
cd "$folder"
for package in librocsparse0; do
  [ -d "$package" ] && continue
  apt-get -qq download "$package"
  dpkg-deb -x "$package"_*.deb "$package.part"
  mv "$package.part" "$package"
  rm "$package"_*.deb
done
find . -type f -name '*.so*'
