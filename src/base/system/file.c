// SPDX-License-Identifier: Apache-2.0
#include "base/system/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/system/cleanup.h"
#include "base/suggestion.h"

enum {
  MAP_MIN = 1 << 20, // smaller files are read: cheaper, and safe when somebody
                     // truncates them meanwhile
  READ_STEP = 64 * 1024,
  NEAR_ENTRIES_MAX = 10000,
};

static qn_status fail_limit(const char *path, uint64_t limit, qn_diag *diag) {
  return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                 "'%s' is larger than the limit of %" PRIu64 " bytes", path,
                 limit);
}

// Fills in the hint with names in the folder that are similar to the missing
// one.
static void hint_suggestion(const char *path, qn_diag *diag) {
  if (!diag)
    return;
  const qn_str name = qn_path_name(qn_str_from(path));
  char folder[PATH_MAX] = ".";
  const size_t folder_size = strlen(path) - name.size;
  if (folder_size >= sizeof(folder))
    return;
  if (folder_size) {
    memcpy(folder, path, folder_size);
    folder[folder_size] = '\0';
  }
  DIR *entries = opendir(folder);
  if (!entries)
    return;
  qn_arena arena = {0};
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, name);
  const struct dirent *e;
  for (int i = 0; i < NEAR_ENTRIES_MAX && (e = readdir(entries)); ++i) {
    const qn_str entry = qn_str_from(e->d_name);
    // Copy only names that can be similar.
    if (e->d_name[0] != '.' && qn_suggestion_distance(name, entry, 2) <= 2)
      qn_suggestion_offer(&suggestion, qn_arena_copy(&arena, entry));
  }
  qn_suggestion_hint(&suggestion, diag);
  qn_arena_finish(&arena);
  (void)closedir(entries);
}

static qn_status fail_open(const char *path, qn_diag *diag) {
  if (errno != ENOENT)
    return qn_fail_errno(diag, "open", path);
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "could not open '%s': %s", path,
              strerror(ENOENT));
  hint_suggestion(path, diag);
  return status;
}

// Reads `fd` to its end into the heap.
static qn_status read_all(int fd, const char *path, uint64_t limit,
                          qn_file *out_file, qn_diag *diag) {
  qn_buffer all = {0};
  qn_status status = qn_ok();
  uint8_t *step = qn_alloc(READ_STEP);
  if (!step)
    return qn_fail_memory(diag, "a file");
  for (;;) {
    const ssize_t got = read(fd, step, READ_STEP);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      status = qn_fail_errno(diag, "read", path);
    if (got <= 0)
      break;
    qn_buffer_append(&all, step, (size_t)got);
    if (limit && all.size > limit) {
      status = fail_limit(path, limit, diag);
      break;
    }
    status = qn_buffer_check(&all, diag);
    if (qn_failed(status))
      break;
  }
  qn_free(step);
  if (qn_failed(status)) {
    qn_buffer_finish(&all);
    return status;
  }
  *out_file = (qn_file){.bytes = qn_buffer_span(&all), .heap = all.data};
  return qn_ok();
}

// Reads a regular file of `size` bytes at once: the end is reached when no more
// than that arrives. A file that grew meanwhile is read again.
static qn_status read_known(int fd, const char *path, size_t size,
                            uint64_t limit, qn_file *out_file, qn_diag *diag) {
  uint8_t *bytes = qn_alloc(size + 1);
  size_t have = 0;
  if (!bytes)
    return qn_fail_memory(diag, "a file");
  for (;;) {
    const ssize_t got = read(fd, bytes + have, size + 1 - have);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      qn_free(bytes);
      return qn_fail_errno(diag, "read", path);
    }
    have += (size_t)got;
    if (got == 0 || have >= size)
      break;
  }
  if (have > size) {
    qn_free(bytes);
    return lseek(fd, 0, SEEK_SET) == 0
               ? read_all(fd, path, limit, out_file, diag)
               : qn_fail_errno(diag, "read", path);
  }
  *out_file = (qn_file){.bytes = {bytes, have}, .heap = bytes};
  return qn_ok();
}

static qn_status read_or_map(int fd, const char *path, uint64_t limit,
                             qn_file *out_file, qn_diag *diag) {
  struct stat about;
  if (fstat(fd, &about) != 0)
    return qn_fail_errno(diag, "read", path);
  if (S_ISDIR(about.st_mode))
    return qn_fail(diag, QN_E_IO, QN_NOWHERE,
                   "could not read '%s': it is a folder", path);
  const uint64_t size = S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
  if (limit && size > limit)
    return fail_limit(path, limit, diag);
  if (size < MAP_MIN) {
    QN_TRY(size ? read_known(fd, path, (size_t)size, limit, out_file, diag)
                : read_all(fd, path, limit, out_file, diag));
  } else {
    void *mapping = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapping == MAP_FAILED)
      return qn_fail_errno(diag, "map", path);
    *out_file = (qn_file){.bytes = {mapping, (size_t)size}, .mapping = mapping};
  }
  out_file->modified = (int64_t)about.st_mtime;
  return qn_ok();
}

qn_status qn_file_open(const char *path, uint64_t limit, qn_file *out_file,
                       qn_diag *diag) {
  if (strcmp(path, "-") == 0)
    return lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
               ? read_or_map(STDIN_FILENO, "standard input", limit, out_file,
                             diag)
               : read_all(STDIN_FILENO, "standard input", limit, out_file,
                          diag);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return fail_open(path, diag);
  const qn_status status = read_or_map(fd, path, limit, out_file, diag);
  (void)close(fd);
  return status;
}

void qn_file_close(qn_file *file) {
  if (file->mapping)
    (void)munmap(file->mapping, file->bytes.size);
  qn_free(file->heap);
  *file = (qn_file){0};
}

// ---- Writing

static bool write_all(int fd, qn_span bytes) {
  while (bytes.size) {
    const ssize_t put = write(fd, bytes.data, bytes.size);
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return false;
    bytes.data += put;
    bytes.size -= (size_t)put;
  }
  return true;
}

// Writes into the existing file: a device, a pipe, standard output.
static qn_status write_through(int fd, const char *path, qn_span bytes,
                               qn_diag *diag) {
  if (fd < 0)
    return qn_fail_errno(diag, "open", path);
  qn_status status = qn_ok();
  if (!write_all(fd, bytes))
    status = qn_fail_errno(diag, "write", path);
  if (fd != STDOUT_FILENO && close(fd) != 0 && !qn_failed(status))
    status = qn_fail_errno(diag, "write", path);
  return status;
}

// Opens a new file beside `path`, with the default permissions of a new file.
static int open_beside(const char *path, char *out_name, size_t capacity) {
  static atomic_uint counter;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const int size = snprintf(out_name, capacity, "%s.%ld.%u.tmp", path,
                              (long)getpid(), atomic_fetch_add(&counter, 1));
    if (size < 0 || (size_t)size >= capacity) {
      errno = ENAMETOOLONG;
      return -1;
    }
    const int fd =
        open(out_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

// `old` describes the file to be replaced, or is NULL.
static qn_status replace(const char *path, const struct stat *old,
                         qn_span bytes, qn_diag *diag) {
  char name[PATH_MAX + 64];
  const int fd = open_beside(path, name, sizeof(name));
  if (fd < 0)
    return qn_fail_errno(diag, "write", path);
  const int slot = qn_cleanup_add(QN_CLEANUP_FILE, name, 0);
  qn_status status = qn_ok();
  if (!write_all(fd, bytes) || (old && fchmod(fd, old->st_mode & 07777) != 0))
    status = qn_fail_errno(diag, "write", path);
  if (close(fd) != 0 && !qn_failed(status))
    status = qn_fail_errno(diag, "write", path);
  if (!qn_failed(status) && rename(name, path) != 0)
    status = qn_fail_errno(diag, "replace", path);
  if (qn_failed(status))
    (void)unlink(name);
  qn_cleanup_drop(slot);
  return status;
}

qn_status qn_file_write(const char *path, qn_span bytes, qn_diag *diag) {
  if (strcmp(path, "-") == 0)
    return write_through(STDOUT_FILENO, "standard output", bytes, diag);
  struct stat old;
  if (stat(path, &old) != 0)
    return replace(path, NULL, bytes, diag);
  if (!S_ISREG(old.st_mode))
    return write_through(open(path, O_WRONLY | O_CLOEXEC), path, bytes, diag);
  // A symbolic link stays: its target is replaced.
  char real[PATH_MAX];
  if (!realpath(path, real))
    return qn_fail_errno(diag, "write", path);
  return replace(real, &old, bytes, diag);
}

// ---- Temporary folders

qn_status qn_temp_create(qn_temp *out_temp, qn_diag *diag) {
  const char *folder = getenv("TMPDIR");
  if (!folder || !folder[0])
    folder = "/tmp";
  qn_temp temp;
  const int size =
      snprintf(temp.path, sizeof(temp.path), "%s/quern-XXXXXX", folder);
  if (size < 0 || (size_t)size >= sizeof(temp.path)) {
    errno = ENAMETOOLONG;
    return qn_fail_errno(diag, "make a folder in", folder);
  }
  if (!mkdtemp(temp.path))
    return qn_fail_errno(diag, "make a folder in", folder);
  temp.slot = qn_cleanup_add(QN_CLEANUP_FOLDER, temp.path, 0);
  *out_temp = temp;
  return qn_ok();
}

void qn_temp_finish(qn_temp *temp) {
  if (temp->path[0]) {
    qn_cleanup_remove_folder(temp->path);
    qn_cleanup_drop(temp->slot);
  }
  temp->path[0] = '\0';
}

void qn_temp_guard_signals(void) { qn_cleanup_guard_signals(); }

// ---- Paths

bool qn_path_exists(const char *path) { return access(path, F_OK) == 0; }

qn_str qn_path_name(qn_str path) {
  for (size_t i = path.size; i > 0; --i)
    if (path.data[i - 1] == '/')
      return qn_str_skip(path, i);
  return path;
}

qn_str qn_path_extension(qn_str path) {
  const qn_str name = qn_path_name(path);
  for (size_t i = name.size; i > 1; --i) // ".name" has no extension
    if (name.data[i - 1] == '.')
      return qn_str_skip(name, i - 1);
  return (qn_str){name.data ? name.data + name.size : NULL, 0};
}

qn_str qn_path_stem(qn_str path) {
  const qn_str name = qn_path_name(path);
  return (qn_str){name.data, name.size - qn_path_extension(path).size};
}

bool qn_path_absolute(const char *path, char *out_path) {
  char whole[PATH_MAX], folder[PATH_MAX];
  if (path[0] != '/' && !getcwd(folder, sizeof(folder)))
    return false;
  if (snprintf(whole, PATH_MAX, "%s%s%s", path[0] == '/' ? "" : folder,
               path[0] == '/' ? "" : "/", path) >= PATH_MAX)
    return false;
  size_t size = 0;
  qn_str rest = qn_str_from(whole), part;
  while (rest.size && qn_str_split(&rest, '/', &part)) {
    if (!part.size || qn_str_equal(part, QN_STR(".")))
      continue;
    if (qn_str_equal(part, QN_STR(".."))) {
      do
        size -= size != 0;
      while (size && out_path[size] != '/');
      continue;
    }
    out_path[size++] = '/';
    memcpy(out_path + size, part.data, part.size);
    size += part.size;
  }
  out_path[size] = '\0';
  return size != 0;
}
