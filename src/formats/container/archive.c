// SPDX-License-Identifier: Apache-2.0
// ar archives: a magic, then members, each with a header of 60 bytes of text
// and at an even offset. Names are GNU's or BSD's. The files that a thin
// archive refers to are not opened.
#include <inttypes.h>

#include "base/reader.h"
#include "formats/core/format.h"

enum { MAGIC_SIZE = 8, HEADER_SIZE = 60, SIZE_AT = 48, SIZE_DIGITS = 10 };

static bool probe(qn_span bytes) {
  return bytes.size >= MAGIC_SIZE &&
         (memcmp(bytes.data, "!<arch>\n", MAGIC_SIZE) == 0 ||
          memcmp(bytes.data, "!<thin>\n", MAGIC_SIZE) == 0);
}

// Decimal digits, padded with spaces; at most 13 of them. False for anything
// else.
static bool parse_size(qn_str text, uint64_t *out_size) {
  uint64_t size = 0;
  size_t i = 0;
  while (i < text.size && text.data[i] >= '0' && text.data[i] <= '9')
    size = 10 * size + (uint64_t)(text.data[i++] - '0');
  const bool any = i > 0;
  while (i < text.size && text.data[i] == ' ')
    ++i;
  *out_size = size;
  return any && i == text.size;
}

// A short name ends in '/' or spaces; "/123" is an offset into the member
// called "//", `names`. Symbol tables ("/", "/SYM64/") and "//" have no name.
static qn_str member_name(qn_span header, qn_str names) {
  const qn_str field = {(const char *)header.data, 16};
  if (field.data[0] != '/')
    return (qn_str){field.data, qn_str_find(field, '/')};
  uint64_t offset = 0;
  size_t digits = 1;
  for (; digits < field.size && field.data[digits] >= '0' &&
         field.data[digits] <= '9';
       ++digits)
    offset = 10 * offset + (uint64_t)(field.data[digits] - '0');
  if (digits == 1 || offset >= names.size)
    return (qn_str){0};
  const qn_str rest = qn_str_skip(names, (size_t)offset);
  const qn_str line = {rest.data, qn_str_find(rest, '\n')};
  return (qn_str){line.data, line.size - qn_str_ends(line, QN_STR("/"))};
}

// BSD writes "#1/" and the size of a name that precedes the contents and is
// counted as part of them. False when that size exceeds the member.
static bool take_bsd_name(qn_span header, qn_span *member, qn_str *out_name) {
  const qn_str field = {(const char *)header.data, 16};
  uint64_t size;
  if (!qn_str_starts(field, QN_STR("#1/")) ||
      !parse_size(qn_str_skip(field, 3), &size))
    return true;
  if (size > member->size)
    return false;
  *out_name = (qn_str){(const char *)member->data, (size_t)size};
  out_name->size = qn_str_find(*out_name, '\0');
  *member = (qn_span){member->data + size, member->size - (size_t)size};
  return true;
}

static qn_status walk_archive(qn_walk *walk, qn_span bytes, uint64_t origin,
                              qn_diag *diag) {
  if (bytes.data[2] == 't')
    return qn_fail(diag, QN_E_UNSUPPORTED, (qn_place){origin, MAGIC_SIZE, NULL},
                   "thin archive: its members are files elsewhere");
  qn_reader r = qn_reader_over(bytes, origin);
  (void)qn_read_bytes(&r, MAGIC_SIZE, "magic");
  qn_str names = {0};
  while (r.at < bytes.size) {
    const qn_span header = qn_read_bytes(&r, HEADER_SIZE, "member header");
    QN_TRY(qn_reader_finish(&r, diag));
    uint64_t size;
    if (!parse_size((qn_str){(const char *)header.data + SIZE_AT, SIZE_DIGITS},
                    &size))
      return qn_fail(diag, QN_E_MALFORMED,
                     (qn_place){r.origin + r.at - HEADER_SIZE + SIZE_AT,
                                SIZE_DIGITS, "member size"},
                     "member of the archive has no decimal size");
    const uint64_t end = r.origin + r.at + size; // ten digits cannot overflow
    qn_span member = qn_read_bytes(&r, size, "member");
    QN_TRY(qn_reader_finish(&r, diag));
    r.at += r.at % 2 && r.at < bytes.size;
    qn_str name = member_name(header, names);
    if (!take_bsd_name(header, &member, &name))
      return qn_fail(diag, QN_E_MALFORMED,
                     (qn_place){end - size, 0, "member name"},
                     "the name of an archive's member is longer than it");
    if (memcmp(header.data, "// ", 3) == 0)
      names = qn_span_str(member);
    // Members of other kinds, such as symbol tables, are skipped.
    if (qn_format_detect(member))
      QN_TRY(qn_walk_member(walk, member, end - member.size, name, diag));
  }
  return qn_ok();
}

const qn_format qn_format_archive = {
    .name = "archive",
    .summary = "ar archive",
    .probe = probe,
    .walk = walk_archive,
    .contains_only = true,
};
