// SPDX-License-Identifier: Apache-2.0
// The release of HIP that names are translated for.
#ifndef QN_CLI_HIPIFY_RELEASE_H
#define QN_CLI_HIPIFY_RELEASE_H

#include "cli/core/command.h"

// The newest whose names the table has.
enum { QN_HIP_NEWEST = 7, QN_HIP_NEWEST_MINOR = 15 };

// "6.4", "7", "6.x": the last two are the newest release of that major one;
// "installed": what the headers of this machine say, under $HIP_PATH,
// $ROCM_PATH, /opt/rocm or /usr. NULL: 0, the newest. As qn_hipify_options has
// it. Returns an exit code; other than QN_EXIT_OK the reason was reported.
int qn_hipify_release(const qn_cli *cli, const char *text,
                      unsigned *out_release);

#endif // QN_CLI_HIPIFY_RELEASE_H
