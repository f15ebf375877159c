// SPDX-License-Identifier: Apache-2.0
// The compiler library, loaded when a command first needs it.
#ifndef QN_CLI_CORE_COMPILER_H
#define QN_CLI_CORE_COMPILER_H

#include "base/arena.h"
#include "base/system/file.h"
#include "cli/core/command.h"
#include "compiler/driver/compile.h"

// Loads libquern-compiler. It stays loaded until the program ends.
// QN_E_TOOLCHAIN when it, or the LLVM it needs, is missing.
qn_status qn_cli_load_compiler(const qn_compiler_api **out_api, qn_diag *diag);

// Compiles images for bundles through the cache: what it has is not compiled,
// and when it has all, the compiler library is not even loaded.
// `*out_no_compiler` says that a failure is that of loading it. The result is
// to be finished by qn_compile_result_finish.
qn_status qn_cli_compile(const qn_compile_params *params,
                         qn_compile_result *out_result, bool *out_no_compiler,
                         qn_diag *diag);

// Where `*path` is "-", writes standard input to a file in `temp` and makes
// `*path` that. Quoted headers are then to be looked for in the working folder.
// Refused where `rules` for make are asked for, which would name that file.
qn_status qn_cli_keep_piped(const qn_temp *temp, qn_arena *arena,
                            const char **path, bool rules, qn_diag *diag);

// Prints what the compilers said, and for each failed target why, to standard
// error. Returns the exit code for `status`, that of the compile call.
int qn_cli_compile_failed(const qn_cli *cli, const qn_compile_result *result,
                          qn_status status, const qn_diag *diag);

// Appends a bundle of the images to the empty `out`, empty ones left out;
// `*out_count` receives their number.
qn_status qn_cli_make_bundle(const qn_compile_result *result, bool compress,
                             qn_buffer *out, size_t *out_count, qn_diag *diag);

// Writes a rule for make, that `output` depends on the result's dependencies,
// to the file `path`.
qn_status qn_cli_write_rule(const qn_compile_result *result, const char *output,
                            const char *path, qn_diag *diag);
// The same for `files`, each of which ends with a NUL.
qn_status qn_cli_write_files(qn_str files, const char *output, const char *path,
                             qn_diag *diag);

// QN_E_ARGUMENT where a level is not above one of the targets
// (qn_target_is_above): it would be in no image.
qn_status qn_cli_check_levels(const qn_target *levels, size_t level_count,
                              const qn_target *targets, size_t count,
                              qn_diag *diag);

#endif // QN_CLI_CORE_COMPILER_H
