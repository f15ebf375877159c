// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/narrow_names.h"

#include <ctype.h>
#include <string.h>

#include "metadata/debug/demangle.h"
#include "runtime/contract/arguments.h"

// ---- Types

typedef struct pair {
  const char *host, *device;
  bool as_wide; // they have as many bits
} pair;

static const pair pairs[] = {{"unsigned long", "unsigned long long", true},
                             {"long", "long long", true},
                             {"unsigned long", "unsigned int", false},
                             {"long", "int", false}};
enum { PAIRS = sizeof(pairs) / sizeof(pairs[0]) };

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Whether the type's name starts there, and no longer one of which it is a
// part.
static bool has_type(qn_str text, size_t at, const char *type) {
  static const char *const longer[] = {" long", " double"};
  const qn_str rest = qn_str_skip(text, at);
  const qn_str name = qn_str_from(type);
  if ((at && is_word(text.data[at - 1])) || !qn_str_starts(rest, name))
    return false;
  const qn_str behind = qn_str_skip(rest, name.size);
  for (int i = 0; i < 2; ++i)
    if (qn_str_starts(behind, qn_str_from(longer[i])))
      return false;
  return !behind.size || !is_word(behind.data[0]);
}

// ---- Text with types and numbers in it

// Where the comparison is.
typedef struct both {
  qn_str host, device;
  size_t h, d;
  bool other_widths; // types of other widths may stand for each other
} both;

static bool step_type(both *b) {
  for (int i = 0; i < PAIRS; ++i)
    if ((pairs[i].as_wide || b->other_widths) &&
        has_type(b->host, b->h, pairs[i].host) &&
        has_type(b->device, b->d, pairs[i].device)) {
      b->h += strlen(pairs[i].host);
      b->d += strlen(pairs[i].device);
      return true;
    }
  return false;
}

// Moves behind the letters of a number's type, "ul" of "5ul".
static void read_suffix(qn_str text, size_t *at, bool *is_unsigned,
                        unsigned *longs) {
  *is_unsigned = *at < text.size && text.data[*at] == 'u';
  *at += *is_unsigned;
  for (*longs = 0; *at < text.size && text.data[*at] == 'l'; ++*at)
    ++*longs;
}

// The same number, of a long on the host.
static bool step_number(both *b) {
  size_t h = b->h;
  size_t d = b->d;
  if (h && is_word(b->host.data[h - 1]))
    return false;
  while (h < b->host.size && d < b->device.size &&
         isdigit((unsigned char)b->host.data[h]) &&
         b->host.data[h] == b->device.data[d])
    ++h, ++d;
  bool host_unsigned, device_unsigned;
  unsigned host_longs, device_longs;
  if (h == b->h)
    return false;
  read_suffix(b->host, &h, &host_unsigned, &host_longs);
  read_suffix(b->device, &d, &device_unsigned, &device_longs);
  if (host_unsigned != device_unsigned || host_longs != 1 || device_longs > 2)
    return false;
  b->h = h;
  b->d = d;
  return true;
}

static bool texts_agree(qn_str host, qn_str device, bool other_widths) {
  both b = {.host = host, .device = device, .other_widths = other_widths};
  while (b.h < host.size && b.d < device.size) {
    if (step_type(&b) || step_number(&b))
      continue;
    if (host.data[b.h++] != device.data[b.d++])
      return false;
  }
  return b.h == host.size && b.d == device.size;
}

// ---- Names

// What is before the list of parameters.
static qn_str head_of(const qn_demangled *name) {
  size_t size = 2;
  for (size_t i = 0; i < name->parameter_count; ++i)
    size += name->parameters[i].size + (i ? 2 : 0);
  return (qn_str){name->text.data,
                  size < name->text.size ? name->text.size - size : 0};
}

static bool parameter_agrees(qn_str host, qn_str device,
                             const qn_argument *argument) {
  for (int i = 0; i < PAIRS; ++i)
    if (!pairs[i].as_wide && qn_str_equal(host, qn_str_from(pairs[i].host)) &&
        qn_str_equal(device, qn_str_from(pairs[i].device)))
      return qn_argument_host_size(argument) == 8;
  return texts_agree(host, device, false);
}

static bool names_agree(const qn_demangled *host, const qn_demangled *device,
                        const qn_kernel *kernel) {
  const qn_str head = head_of(host);
  if (!host->is_function || !device->is_function ||
      host->parameter_count != device->parameter_count ||
      kernel->argument_count != host->parameter_count || !head.size ||
      !texts_agree(head, head_of(device), true))
    return false;
  for (size_t i = 0; i < host->parameter_count; ++i)
    if (!parameter_agrees(host->parameters[i], device->parameters[i],
                          &kernel->arguments[i]))
      return false;
  return true;
}

bool qn_narrow_name_agrees(qn_str host, const qn_kernel *kernel) {
  qn_arena arena = {0};
  const qn_demangled of_host = qn_demangle(&arena, host);
  const qn_demangled of_device = qn_demangle(&arena, kernel->name);
  const bool agrees = of_host.text.size && of_device.text.size &&
                      names_agree(&of_host, &of_device, kernel);
  qn_arena_finish(&arena);
  return agrees;
}
