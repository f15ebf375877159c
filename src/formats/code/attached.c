// SPDX-License-Identifier: Apache-2.0
// In PTX: a line "// quern.images.1 BYTES", then lines "// BASE64". In a cubin:
// a section of our own kind.
#include "formats/code/attached.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/text.h"
#include "formats/code/ptx.h"
#include "formats/object/elf_append.h"

enum {
  LINE_BYTES = 57,           // of the bundle; 76 characters
  SECTION_TYPE = 0x60000000, // SHT_LOOS: unknown to drivers, so passed over
  SECTION_ALIGNMENT = 8,
};

static const char section_name[] = ".quern.images";
static const qn_str header = {"// quern.images.1 ", 18};
static const qn_str comment = {"// ", 3};
static const qn_str label = {"images for other targets", 24};

// ---- PTX

static qn_status attach_to_text(qn_span image, qn_span bundle, qn_buffer *out,
                                qn_diag *diag) {
  qn_str text = qn_span_str(image);
  while (text.size && text.data[text.size - 1] == '\0')
    --text.size; // files of some compilers end so
  qn_buffer_append_str(out, text);
  qn_buffer_printf(out, "\n%.*s%zu\n", QN_STR_ARG(header), bundle.size);
  for (size_t at = 0; at < bundle.size; at += LINE_BYTES) {
    const size_t left = bundle.size - at;
    qn_buffer_append_str(out, comment);
    qn_base64_encode(
        (qn_span){bundle.data + at, left < LINE_BYTES ? left : LINE_BYTES},
        out);
    qn_buffer_u8(out, '\n');
  }
  return qn_buffer_check(out, diag);
}

// Where the header's line begins; the text's size when there is none.
static size_t find_header(qn_str text) {
  for (size_t at = 0; at < text.size;) {
    const qn_str rest = qn_str_skip(text, at);
    const size_t line = qn_str_find(rest, '\n');
    if (qn_str_starts(rest, header))
      return at;
    at += line + (line < rest.size);
  }
  return text.size;
}

static qn_str without_return(qn_str line) {
  if (line.size && line.data[line.size - 1] == '\r')
    --line.size;
  return line;
}

static qn_status fail_damaged(uint64_t at, qn_diag *diag) {
  return qn_fail(diag, QN_E_MALFORMED, (qn_place){at, header.size, NULL},
                 "the images in the comments of this PTX are damaged");
}

// Decodes the lines after the header's into `out`, of `size` bytes.
static bool decode_lines(qn_str text, uint8_t *out, size_t size) {
  size_t done = 0, got;
  qn_str line;
  while (done < size && qn_str_split(&text, '\n', &line)) {
    line = without_return(line);
    if (!qn_str_starts(line, comment))
      return false;
    line = qn_str_skip(line, comment.size);
    if (line.size / 4 * 3 > size - done + 2 ||
        !qn_base64_decode(line, out + done, &got))
      return false;
    done += got;
  }
  return done == size;
}

// Decodes what a text carries, at most `limit` bytes, into memory of its own;
// NULL, and no failure, where it carries nothing.
static qn_status read_text(qn_span bytes, uint64_t origin, uint64_t limit,
                           qn_span *out_bundle, qn_diag *diag) {
  enum { SLACK = 3 }; // bytes that the last line's padding may stand for
  qn_str text = qn_span_str(bytes), line = {0};
  const uint64_t at = find_header(text);
  uint64_t size;
  *out_bundle = (qn_span){0};
  text = qn_str_skip(text, at);
  if (!text.size)
    return qn_ok();
  (void)qn_str_split(&text, '\n', &line);
  if (!qn_text_uint(qn_str_skip(without_return(line), header.size), &size) ||
      size > text.size)
    return fail_damaged(origin + at, diag);
  if (size > limit)
    return qn_fail(diag, QN_E_LIMIT, (qn_place){origin + at, 0, NULL},
                   "the images in comments have %" PRIu64
                   " bytes, at most %" PRIu64 " are allowed",
                   size, limit);
  uint8_t *out = qn_alloc((size_t)size + SLACK);
  if (!out)
    return qn_fail_memory(diag, "the images in comments");
  if (!decode_lines(text, out, (size_t)size)) {
    qn_free(out);
    return fail_damaged(origin + at, diag);
  }
  *out_bundle = (qn_span){out, (size_t)size};
  return qn_ok();
}

qn_status qn_attached_walk_ptx(qn_walk *walk, qn_span bytes, uint64_t origin,
                               qn_diag *diag) {
  qn_span bundle;
  QN_TRY(read_text(bytes, origin, qn_walk_expandable(walk), &bundle, diag));
  return bundle.data ? qn_walk_expanded(walk, bundle, label, diag) : qn_ok();
}

qn_status qn_attached_to_ptx(qn_span ptx, qn_buffer *out, qn_diag *diag) {
  qn_span bundle;
  QN_TRY(read_text(ptx, 0, UINT64_MAX, &bundle, diag));
  qn_buffer_append(out, bundle.data, bundle.size);
  qn_free((void *)(uintptr_t)bundle.data);
  return qn_buffer_check(out, diag);
}

// ---- Cubins

static qn_status attach_to_cubin(qn_span image, qn_span bundle, qn_buffer *out,
                                 qn_diag *diag) {
  const qn_elf_addition addition = {
      .name = section_name,
      .type = SECTION_TYPE,
      .alignment = SECTION_ALIGNMENT,
      .bytes = bundle,
  };
  qn_elf elf;
  QN_TRY(qn_elf_open(image, 0, &elf, diag));
  return qn_elf_append(&elf, &addition, out, diag);
}

qn_status qn_attached_walk_cubin(qn_walk *walk, qn_span bytes, uint64_t origin,
                                 qn_diag *diag) {
  qn_elf elf;
  qn_elf_section section;
  // What is wrong with the cubin itself, its own reader says.
  if (qn_failed(qn_elf_open(bytes, origin, &elf, NULL)) ||
      !qn_elf_find_section(&elf, qn_str_from(section_name), &section))
    return qn_ok();
  return qn_walk_member(walk, section.bytes, origin + section.offset, label,
                        diag);
}

// ---- Either

qn_status qn_attach(qn_span image, qn_span bundle, qn_buffer *out,
                    qn_diag *diag) {
  if (qn_elf_machine(image) == QN_ELF_MACHINE_CUDA)
    return attach_to_cubin(image, bundle, out, diag);
  if (qn_ptx_probe(image))
    return attach_to_text(image, bundle, out, diag);
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "images are attached to PTX and cubins only");
}
