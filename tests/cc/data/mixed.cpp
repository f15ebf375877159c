// SPDX-License-Identifier: Apache-2.0
#include "mixed.h"

#include <cstdio>
int main() {
  std::printf("%d\n", in_c(on_device(10)));
  return 0;
}
