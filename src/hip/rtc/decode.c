// SPDX-License-Identifier: Apache-2.0
// CUDA's demangler, over the one that reads kernels' names.
#include "cuda/nv_decode.h"

#include <stdlib.h>
#include <string.h>

#include "metadata/debug/demangle.h"

enum { DONE = 0, NO_MEMORY = -1, NO_NAME = -2, WRONG_ARGUMENT = -3 };

// The caller's memory is malloc's, so what is returned is, too.
static char *store(qn_str text, char *buffer, size_t *length, int *status) {
  const size_t size = text.size + 1;
  char *to = buffer && *length >= size ? buffer : realloc(buffer, size);
  if (!to) {
    *status = NO_MEMORY;
    return NULL;
  }
  memcpy(to, text.data, text.size);
  to[text.size] = 0;
  if (length && (to != buffer || !buffer || *length < size))
    *length = size;
  return to;
}

char *__cu_demangle(const char *id, char *output_buffer, size_t *length,
                    int *status) {
  int ignored;
  int *told = status ? status : &ignored;
  *told = WRONG_ARGUMENT;
  if (!id || (output_buffer && !length))
    return NULL;
  qn_arena arena = {0};
  const qn_demangled name = qn_demangle(&arena, qn_str_from(id));
  *told = name.text.size ? DONE : NO_NAME;
  char *made =
      name.text.size ? store(name.text, output_buffer, length, told) : NULL;
  qn_arena_finish(&arena);
  return made;
}
