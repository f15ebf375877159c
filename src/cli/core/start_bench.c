// SPDX-License-Identifier: Apache-2.0
// The time that the tool takes to start, print something and exit.
#include <limits.h>
#include <unistd.h>

#include "base/system/process.h"
#include "support/bench.h"

static char path[PATH_MAX];

static void start(void *user) {
  const char *const args[] = {path, user, "--help", NULL};
  qn_process_result result = {0};
  if (qn_failed(
          qn_process_run(&(qn_process_params){.args = args}, &result, NULL)) ||
      result.exit_code != 0)
    abort();
  qn_process_result_finish(&result);
}

int main(void) {
  const ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 32);
  if (size <= 0)
    return 1;
  path[size] = '\0';
  for (int i = 0; i < 2; ++i)
    *strrchr(path, '/') = '\0';
  memcpy(path + strlen(path), "/bin/quern", sizeof("/bin/quern"));
  char inspect[] = "inspect", compile[] = "compile";
  bench("start.inspect", start, inspect, 0, NULL);
  bench("start.compile", start, compile, 0, NULL);
  return 0;
}
