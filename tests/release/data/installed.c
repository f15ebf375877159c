// SPDX-License-Identifier: Apache-2.0
// The C API from the packages, found by pkg-config: prints what kernels a bundle
// has.
#include <stdio.h>

#include <quern/inspect.h>

static bool visit(void *user, const quern_kernel_view *kernel) {
  (void)user;
  printf("%s\n", kernel->name);
  return true;
}

int main(int count, char **words) {
  quern_error error = QUERN_ERROR_INIT;
  if (count == 2 && quern_inspect_path(words[1], visit, NULL, &error) == 0)
    return 0;
  fprintf(stderr, "%s\n", error.message);
  return 1;
}
