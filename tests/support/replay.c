// SPDX-License-Identifier: Apache-2.0
// Stands in for libFuzzer in normal builds: runs the fuzz target on the empty
// input and on every file of the folders (or files) named as arguments.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replayed;

static void replay_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  struct stat about;
  const int failed = fstat(fileno(file), &about);
  const size_t size = failed ? 0 : (size_t)about.st_size;
  // An exact-size heap block, so that a sanitizer sees any read beyond it.
  uint8_t *bytes = malloc(size ? size : 1);
  if (failed || !bytes || fread(bytes, 1, size, file) != size) {
    perror(path);
    exit(1);
  }
  fclose(file);
  // The name goes first: it is what a crash leaves behind.
  fprintf(stderr, "%s\n", path);
  (void)LLVMFuzzerTestOneInput(bytes, size);
  free(bytes);
  ++replayed;
}

static int is_visible(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

static void replay(const char *path) {
  struct dirent **entries;
  const int count = scandir(path, &entries, is_visible, alphasort);
  if (count < 0) {
    struct stat about;
    if (stat(path, &about) == 0)
      replay_file(path);
    return; // a target without a corpus is not an error
  }
  for (int i = 0; i < count; ++i) {
    char inside[4096];
    snprintf(inside, sizeof(inside), "%s/%s", path, entries[i]->d_name);
    replay_file(inside);
    free(entries[i]);
  }
  free(entries);
}

int main(int argc, char **argv) {
  uint8_t *none = calloc(1, 1);
  (void)LLVMFuzzerTestOneInput(none, 0);
  free(none);
  for (int i = 1; i < argc; ++i)
    replay(argv[i]);
  printf("replayed %d inputs\n", replayed);
  return 0;
}
