// SPDX-License-Identifier: Apache-2.0
// quern version: describes this build.
#include "cli/core/command.h"
#include "base/system/install.h"
#include "quern/version.h"

static int version_run(qn_cli *cli, const void *given) {
  (void)given;
  char path[4096];
  const bool compiles =
      qn_install_find("libquern-compiler.so", path, sizeof(path));
  qn_out *o = qn_cli_out(cli);
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.version/1");
  qn_out_text(o, "version", quern_version());
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_out_line(o, "quern %s", quern_version());
  qn_out_only(o, QN_OUT_ALL);
  if (cli->verbose || cli->format != QN_OUT_TEXT)
    qn_out_text(o, "compiler_library", compiles ? path : NULL);
  qn_out_end(o);
  return qn_cli_out_end(cli, &o, QN_EXIT_OK);
}

const qn_command qn_command_version = {
    .name = "version",
    .group = "help",
    .summary = "say which version this is",
    .operands = "",
    .examples = "quern version",
    .formats = 1 << QN_OUT_JSON,
    .run = version_run,
};
