// SPDX-License-Identifier: Apache-2.0
#include <quern/version.h>
#include <stdio.h>

int main(void) {
  printf("quern %s\n", quern_version());
  return 0;
}
