// SPDX-License-Identifier: Apache-2.0
// quern hipconfig: answers what build systems ask ROCm's tool of that name.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/system/install.h"
#include "base/system/file.h"
#include "cli/core/command.h"
#include "hip/hip_version.h"
#include "targets/tool.h"

// The items, in the order of the full report.
typedef enum config_item {
  VERSION,
  PATH,
  ROCM_PATH,
  CPP_CONFIG,
  PLATFORM,
  COMPILER,
  RUNTIME,
  CLANG_PATH,
  ITEM_COUNT
} config_item;

static const struct {
  const char *brief, *full, *title;
} items[ITEM_COUNT] = {
    [VERSION] = {"-v", "--version", "HIP version"},
    [PATH] = {"-p", "--path", "HIP_PATH"},
    [ROCM_PATH] = {"-R", "--rocmpath", "ROCM_PATH"},
    [CPP_CONFIG] = {"-C", "--cpp_config", "CPP_CONFIG"},
    [PLATFORM] = {"-P", "--platform", "HIP_PLATFORM"},
    [COMPILER] = {"-c", "--compiler", "HIP_COMPILER"},
    [RUNTIME] = {"-r", "--runtime", "HIP_RUNTIME"},
    [CLANG_PATH] = {"-l", "--hipclangpath", "HIP_CLANG_PATH"},
};

// The folder with bin/hipcc and include/hip, as an absolute path.
static void print_toolkit(qn_buffer *out) {
  char path[PATH_MAX], real[PATH_MAX];
  if (qn_install_find("toolkit", path, sizeof(path)) && realpath(path, real))
    qn_buffer_printf(out, "%s", real);
}

static void print_clang_folder(qn_buffer *out) {
  char path[PATH_MAX];
  if (!qn_tool_locate(qn_tool_find("clang"), path, sizeof(path), NULL, NULL))
    return;
  const qn_str name = qn_path_name(qn_str_from(path));
  qn_buffer_printf(out, "%.*s", (int)(name.data - path - 1), path);
}

static void print_item(config_item item, qn_buffer *out) {
  switch (item) {
  case VERSION:
    qn_buffer_printf(out, "%d.%d.%d-quern", HIP_VERSION_MAJOR,
                     HIP_VERSION_MINOR, HIP_VERSION_PATCH);
    break;
  case PATH:
  case ROCM_PATH:
    print_toolkit(out);
    break;
  case CPP_CONFIG:
    qn_buffer_printf(out, " -D__HIP_PLATFORM_HCC__= -D__HIP_PLATFORM_AMD__= "
                          "-I");
    print_toolkit(out);
    qn_buffer_printf(out, "/include");
    break;
  case PLATFORM:
    qn_buffer_printf(out, "amd");
    break;
  case COMPILER:
    qn_buffer_printf(out, "clang");
    break;
  case RUNTIME:
    qn_buffer_printf(out, "rocclr");
    break;
  case CLANG_PATH:
    print_clang_folder(out);
    break;
  case ITEM_COUNT:
    break;
  }
}

static void print_all(qn_buffer *out) {
  for (unsigned i = 0; i < ITEM_COUNT; ++i) {
    qn_buffer_printf(out, "%-15s: ", items[i].title);
    print_item((config_item)i, out);
    qn_buffer_printf(out, "\n");
  }
}

// Like ROCm's tool, prints no newline at the end unless asked to.
static int hipconfig_run(qn_cli *cli, const void *given) {
  qn_buffer out = {0};
  bool asked = false, newline = false;
  (void)given;
  for (const char *const *word = cli->operands; *word; ++word) {
    unsigned i = 0;
    while (i < ITEM_COUNT && strcmp(*word, items[i].brief) != 0 &&
           strcmp(*word, items[i].full) != 0)
      ++i;
    if (i < ITEM_COUNT) {
      print_item((config_item)i, &out);
      asked = true;
    } else if (strcmp(*word, "-n") == 0 || strcmp(*word, "--newline") == 0) {
      newline = true;
    } else if (strcmp(*word, "-f") == 0 || strcmp(*word, "--full") == 0) {
      print_all(&out);
      asked = true;
    } else {
      qn_buffer_finish(&out);
      return qn_cli_usage(cli, "unknown option '%s'", *word);
    }
  }
  if (!asked)
    print_all(&out);
  if (newline)
    qn_buffer_printf(&out, "\n");
  const int code = qn_cli_print(cli, &out);
  qn_buffer_finish(&out);
  return code;
}

const qn_command qn_command_hipconfig = {
    .name = "hipconfig",
    .group = "help",
    .summary = "answer what build systems ask ROCm's hipconfig",
    .operands = "[OPTION]...",
    .max_operands = UINT_MAX,
    .examples = "quern hipconfig\n"
                "quern hipconfig --version",
    .description =
        "Stands in for ROCm's tool of this name, under which it lies in "
        "lib/quern/toolkit/bin. Options: --version, --path, --rocmpath, "
        "--cpp_config, --platform, --compiler, --runtime, --hipclangpath, "
        "--full, --newline.",
    .programs = "hipconfig",
    .raw = true,
    .run = hipconfig_run,
};
