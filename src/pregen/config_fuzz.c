// SPDX-License-Identifier: Apache-2.0
// Any text as a configuration: the result is a plan, or findings that lie
// within the text; and names never lead out of their folders.
#include <sys/mman.h>
#include <unistd.h>

#include "pregen/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_finding(void *user, qn_severity severity, const qn_diag *diag,
                          const char *path, qn_span input) {
  unsigned *count = user;
  (void)severity;
  (void)path;
  ++*count;
  if (!diag->message[0] || !diag->place.line || diag->place.offset > input.size)
    __builtin_trap();
}

static void check_name(const char *name) {
  if (!name[0] || name[0] == '.' || strchr(name, '/') || strstr(name, ".."))
    __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[64];
  // Other files must not be opened here.
  if (qn_str_search(qn_span_str((qn_span){data, size}), QN_STR("include")))
    return 0;
  const int fd = memfd_create("config", MFD_CLOEXEC);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size)
    return 0;
  snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
  const qn_pregen_options options = {.config = path,
                                     .kernels_dir = "tests/pregen/kernels"};
  qn_pregen_plan plan;
  unsigned findings = 0;
  qn_diag diag = {0};
  const qn_status status =
      qn_pregen_read(&options, check_finding, &findings, &plan, &diag);
  if (qn_failed(status) != (findings != 0) ||
      qn_failed(status) != (diag.message[0] != 0))
    __builtin_trap();
  for (size_t i = 0; i < plan.count && !qn_failed(status); ++i) {
    check_name(plan.jobs[i].kernel->name);
    check_name(plan.jobs[i].arch);
  }
  qn_pregen_plan_finish(&plan);
  (void)close(fd);
  return 0;
}
