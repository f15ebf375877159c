// SPDX-License-Identifier: Apache-2.0
// Prints the version; with an argument, compiles a kernel first, which needs
// the tool of the installation that the library is in.
#include <quern/compile.h>
#include <quern/version.h>
#include <stdio.h>

static int compile(void) {
  static const char text[] = "__global__ void k(float *p) { p[0] = 1; }\n";
  const quern_source source = {"k.cu", text, sizeof(text) - 1};
  quern_compile_params params = QUERN_COMPILE_PARAMS_INIT;
  quern_error error = QUERN_ERROR_INIT;
  quern_bundle *bundle;
  params.sources = &source;
  params.source_count = 1;
  if (quern_compile(&params, &bundle, &error) != QUERN_OK) {
    char why[QUERN_ERROR_TEXT_SIZE];
    quern_error_format(&error, why, sizeof(why));
    fputs(why, stderr);
    return 1;
  }
  quern_bundle_destroy(bundle);
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1 && compile() != 0)
    return 1;
  printf("quern %s\n", quern_version());
  return 0;
}
