// SPDX-License-Identifier: Apache-2.0
#include "cli/hipify/release.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/system/file.h"

enum { OLDEST = 5, MINOR_MAX = 254 };

// The number that a header defines `name` as; -1: it does not.
static long defined(qn_str header, const char *name) {
  const size_t size = strlen(name);
  for (qn_str rest = header, line; qn_str_split(&rest, '\n', &line);) {
    static const char define[] = "#define ";
    if (!qn_str_starts(line, QN_STR(define)))
      continue;
    line = qn_str_skip(line, sizeof(define) - 1);
    if (line.size <= size || memcmp(line.data, name, size) != 0 ||
        line.data[size] != ' ')
      continue;
    char digits[16];
    snprintf(digits, sizeof(digits), "%.*s",
             QN_STR_ARG(qn_str_skip(line, size + 1)));
    char *end;
    const long value = strtol(digits, &end, 10);
    return end == digits ? -1 : value;
  }
  return -1;
}

// False when the file is none, or says no release.
static bool read_header(const char *path, unsigned *out_release) {
  qn_file file;
  if (qn_failed(qn_file_open(path, 0, &file, NULL)))
    return false;
  const qn_str text = {(const char *)file.bytes.data, file.bytes.size};
  const long major = defined(text, "HIP_VERSION_MAJOR");
  const long minor = defined(text, "HIP_VERSION_MINOR");
  qn_file_close(&file);
  if (major < 0 || minor < 0 || minor > MINOR_MAX || major > UCHAR_MAX)
    return false;
  *out_release = (unsigned)(major << 8 | minor);
  return true;
}

static int installed(const qn_cli *cli, unsigned *out_release) {
  const char *const folders[] = {getenv("HIP_PATH"), getenv("ROCM_PATH"),
                                 "/opt/rocm", "/usr"};
  for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); ++i) {
    char path[PATH_MAX];
    if (!folders[i] || !folders[i][0])
      continue;
    const int size = snprintf(path, sizeof(path), "%s/include/hip/%s",
                              folders[i], "hip_version.h");
    if (size < 0 || (size_t)size >= sizeof(path) ||
        !read_header(path, out_release))
      continue;
    qn_cli_done(cli, "HIP %u.%u, as %s says", *out_release >> 8,
                *out_release & UCHAR_MAX, path);
    return QN_EXIT_OK;
  }
  return qn_cli_usage(cli, "--hip installed: no include/hip/hip_version.h in "
                           "$HIP_PATH, $ROCM_PATH, /opt/rocm or /usr");
}

int qn_hipify_release(const qn_cli *cli, const char *text,
                      unsigned *out_release) {
  char *end = NULL;
  *out_release = 0;
  if (!text)
    return QN_EXIT_OK;
  if (strcmp(text, "installed") == 0)
    return installed(cli, out_release);
  const unsigned long major = strtoul(text, &end, 10);
  unsigned long minor = MINOR_MAX;
  if (end == text + 1 && *end == '.' && strcmp(end, ".x") != 0) {
    const char *digits = end + 1;
    minor = strtoul(digits, &end, 10);
    end = end == digits ? (char *)(uintptr_t)"?" : end;
  } else if (*end == '.') {
    end += 2;
  }
  if (end == text || *end || major < OLDEST || major > QN_HIP_NEWEST ||
      minor > MINOR_MAX)
    return qn_cli_usage(cli,
                        "--hip takes a release of HIP, %d to %d, such as 6.4 "
                        "or 6.x, or 'installed', not '%s'",
                        OLDEST, QN_HIP_NEWEST, text);
  *out_release = (unsigned)(major << 8 | minor);
  return QN_EXIT_OK;
}
