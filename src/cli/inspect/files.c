// SPDX-License-Identifier: Apache-2.0
// quern inspect: the files that it reads and writes.
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cli/inspect/inspect.h"

enum { FOLDER_DEPTH_MAX = 32 };

// ---- Finding

static qn_status add_file(qn_inspect_files *files, const char *path, bool found,
                          qn_diag *diag) {
  qn_inspect_file *grown =
      qn_arena_grow(&files->arena, files->items, files->count, &files->capacity,
                    sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the list of files");
  files->items = grown;
  grown[files->count++] = (qn_inspect_file){path, found};
  return qn_ok();
}

static qn_status add_folder(qn_inspect_files *files, const char *folder,
                            int depth, qn_diag *diag) {
  struct dirent **entries;
  const int count = scandir(folder, &entries, NULL, alphasort);
  if (count < 0)
    return qn_fail_errno(diag, "read", folder);
  qn_status status = qn_ok();
  for (int i = 0; i < count; ++i) {
    const char *name = entries[i]->d_name;
    struct stat about;
    const qn_str path = qn_arena_printf(&files->arena, "%s/%s", folder, name);
    const bool skipped = strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
                         !path.data || lstat(path.data, &about) != 0;
    if (!skipped && !qn_failed(status) && S_ISREG(about.st_mode))
      status = add_file(files, path.data, true, diag);
    else if (!skipped && !qn_failed(status) && S_ISDIR(about.st_mode) &&
             depth < FOLDER_DEPTH_MAX)
      status = add_folder(files, path.data, depth + 1, diag);
    free(entries[i]); // allocated by scandir
  }
  free(entries);
  return status;
}

qn_status qn_inspect_find_files(const qn_cli *cli, qn_inspect_files *out_files,
                                qn_diag *diag) {
  for (size_t i = 0; i < cli->operand_count; ++i) {
    const char *path = cli->operands[i];
    struct stat about;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
      QN_TRY(add_folder(out_files, path, 0, diag));
    else
      QN_TRY(add_file(out_files, path, false, diag));
  }
  return qn_ok();
}

// ---- Files that are truncated while mapped

static struct {
  uintptr_t start, end, dropped; // whole pages; start 0: none
  volatile sig_atomic_t lost;
} guarded;

static uintptr_t page_of(uintptr_t address) {
  return address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

// Replaces the rest of the mapping by zeroes, so that the faulting read
// continues: every reader handles zeroes.
static void on_bus_error(int number, siginfo_t *about, void *context) {
  (void)context;
  const uintptr_t at = page_of((uintptr_t)about->si_addr);
  if (guarded.start && at >= guarded.start && at < guarded.end &&
      mmap((void *)at, guarded.end - at, PROT_READ,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
    guarded.lost = 1;
    return;
  }
  (void)signal(number, SIG_DFL); // the fault recurs
}

void qn_inspect_guard(qn_span file) {
  guarded.start = page_of((uintptr_t)file.data);
  guarded.end = (uintptr_t)file.data + file.size;
  guarded.dropped = guarded.start;
  guarded.lost = 0;
  struct sigaction action = {.sa_sigaction = on_bus_error,
                             .sa_flags = SA_SIGINFO};
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGBUS, &action, NULL);
}

bool qn_inspect_unguard(void) {
  guarded.start = 0;
  (void)signal(SIGBUS, SIG_DFL);
  return guarded.lost != 0;
}

void qn_inspect_drop_pages(const uint8_t *end) {
  enum { STEP = 16 << 20 }; // bytes, between calls
  const uintptr_t stop = page_of((uintptr_t)end);
  if (!guarded.start || (uintptr_t)end < guarded.start ||
      (uintptr_t)end > guarded.end || stop < guarded.dropped + STEP)
    return;
  (void)madvise((void *)guarded.dropped, stop - guarded.dropped, MADV_DONTNEED);
  guarded.dropped = stop;
}

// ---- Writing

void qn_inspect_file_name(qn_str name, const qn_format *format,
                          qn_buffer *out) {
  for (size_t i = 0; i < name.size; ++i) {
    const char c = name.data[i];
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                       c == '+' || (c == '.' && i > 0);
    qn_buffer_append(out, plain ? &c : "_", 1);
  }
  const char *extension = format ? format->extension : NULL;
  qn_buffer_append_str(out, qn_str_from(extension ? extension : ".bin"));
}
