// SPDX-License-Identifier: Apache-2.0
//
// Compiles one source in several ways with one run of the front end, for
// run.py: what makes packets is tried, not clang.
//
//   spmd_images [--quick] [--contract] SOURCE TARGET FOLDER
//   ENGINE:WIDTH:ROWS...
//
// writes FOLDER/ENGINE-WIDTH-ROWS.so for each way (docs/cpu.md, "Switches"),
// and tells what the compiler notes of kernels that run in another way. A way
// that fails is told, and the exit status is 1. --quick saves time on what is
// LLVM's (qn_compile_params). --contract: products and sums may be one
// operation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/dl.h"
#include "base/system/file.h"
#include "base/system/install.h"
#include "compiler/driver/compile.h"

enum { PATH_SIZE = 4096 };

static qn_compile_fn *compiler;

static qn_status load_compiler(qn_diag *diag) {
  static qn_dl library; // of the process
  static char path[PATH_SIZE];
  if (!qn_install_find("libquern-compiler.so", path, sizeof(path)))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "no compiler library");
  const char *const names[] = {path, NULL};
  QN_TRY(qn_dl_open(names, &library, NULL, diag));
  const qn_compiler_api *(*get)(void);
  void *symbol = qn_dl_find(&library, "qn_compiler_get_api");
  memcpy(&get, &symbol, sizeof(get));
  if (!symbol || get()->version != QN_COMPILER_API_VERSION)
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE, "another version");
  compiler = get()->compile;
  return qn_ok();
}

// Compiles to a file; false when that failed, which is told.
static bool compile(const qn_compile_params *params, const char *path) {
  qn_compile_result result;
  qn_diag diag = {0};
  qn_status status = compiler(params, &result, &diag);
  const qn_str messages = qn_buffer_str(&result.messages);
  printf("%.*s", QN_STR_ARG(messages));
  if (!qn_failed(status))
    status =
        qn_file_write(path, qn_buffer_span(&result.targets[0].image), &diag);
  else if (result.target_count)
    diag = result.targets[0].diag;
  if (qn_failed(status))
    printf("%s: %s\n", path, diag.message);
  qn_compile_result_finish(&result);
  return !qn_failed(status);
}

// Sets what the compiler is to do from "ENGINE:WIDTH:ROWS", and writes it into
// a file's name.
static bool choose(const char *way, const char *folder, char *path) {
  char engine[16], width[8], rows[8];
  if (sscanf(way, "%15[^:]:%7[^:]:%7s", engine, width, rows) != 3)
    return false;
  setenv("QUERN_CPU_ENGINE", engine, 1);
  setenv("QUERN_CPU_WIDTH", width, 1);
  setenv("QUERN_CPU_TILES", rows, 1);
  snprintf(path, PATH_SIZE, "%s/%s-%s-%s.so", folder, engine, width, rows);
  return true;
}

int main(int argc, char **argv) {
  static const char *front_end[] = {"-ffp-contract=off", "-Wno-everything",
                                    NULL};
  static char path[PATH_SIZE], bitcode[PATH_SIZE];
  qn_target target;
  qn_diag diag = {0};
  bool ok = true;
  const bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
  argv += quick;
  argc -= quick;
  if (argc > 1 && strcmp(argv[1], "--contract") == 0) {
    front_end[0] = "-ffp-contract=fast";
    ++argv;
    --argc;
  }
  if (argc < 5)
    return 2;
  const char *source = argv[1];
  if (qn_failed(load_compiler(&diag)) ||
      qn_failed(qn_target_parse(qn_str_from(argv[2]), &target, &diag))) {
    printf("%s\n", diag.message);
    return 2;
  }
  qn_compile_params params = {.sources = &source,
                              .source_count = 1,
                              .targets = &target,
                              .target_count = 1,
                              .front_end_args = front_end,
                              .emit = QN_EMIT_BITCODE,
                              .opt_level = 1,
                              .quick = quick,
                              .jobs = 1};
  snprintf(bitcode, sizeof(bitcode), "%s/source.bc", argv[3]);
  if (!compile(&params, bitcode))
    return 1;
  const qn_bitcode_file file = {target.name, bitcode, false};
  params.source_count = 0;
  params.bitcode = &file;
  params.bitcode_count = 1;
  params.emit = QN_EMIT_IMAGE;
  for (int i = 4; i < argc; ++i) {
    if (!choose(argv[i], argv[3], path))
      return 2;
    printf("%s:\n", argv[i]);
    fflush(stdout);
    ok &= compile(&params, path);
  }
  return !ok;
}
