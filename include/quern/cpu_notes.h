/* SPDX-License-Identifier: Apache-2.0
 *
 * What the notes of QN_CPU_CHECK_NOTES say about an access, for images and for
 * the program that launches them (quern/cpu_abi.h). Of each 4 bytes the last
 * writer is noted, and of those who read them, and of those who change them by
 * atomic operations, two each: who comes later is not both of them.
 */
#ifndef QUERN_CPU_NOTES_H
#define QUERN_CPU_NOTES_H

#include "quern/cpu_abi.h"

/* The notes about 4 bytes: where the first is, and how far apart they are. */
typedef struct qn_cpu_notes {
  char *at;
  uint64_t stride; /* bytes */
} qn_cpu_notes;

/* Who accesses memory now. */
typedef struct qn_cpu_noter {
  uint32_t own;   /* number */
  uint32_t first; /* smaller numbers are of what came before */
  /* Those from `group` on that are less than `phase` are of its own group, and
   * a barrier came between. Equal where there are none. */
  uint32_t group, phase;
  uint32_t warp;  /* the number of its warp's first lane */
  uint32_t epoch; /* operations of the warp that came before */
  uint32_t warps; /* 0: these are not noted */
  uint32_t how;   /* QN_CPU_ACCESS_... */
  uint32_t code;
} qn_cpu_noter;

enum { QN_CPU_NOTE_CODE_OF = 1, QN_CPU_NOTE_EPOCH_OF, QN_CPU_NOTE_NEXT };

static inline uint32_t *qn_cpu_note_word(const qn_cpu_notes *n,
                                         unsigned which) {
  return (uint32_t *)(void *)(n->at + which * n->stride);
}

/* Whether a number, of the note `which`, is of no matter: of before the launch,
 * or in order with the access. */
static inline int qn_cpu_note_is_past(const qn_cpu_noter *now,
                                      const qn_cpu_notes *n, unsigned which,
                                      uint32_t number) {
  return number < now->first || number - now->group < now->phase - now->group ||
         (now->warps && number - now->warp < 2 * QN_CPU_WARP_SIZE &&
          *qn_cpu_note_word(n, which + QN_CPU_NOTE_EPOCH_OF) != now->epoch);
}

static inline int qn_cpu_note_is_others(const qn_cpu_noter *now,
                                        const qn_cpu_notes *n, unsigned which) {
  const uint32_t number = *qn_cpu_note_word(n, which) & ~1u;
  return number != now->own && !qn_cpu_note_is_past(now, n, which, number);
}

/* The note, of a pair that begins with `which`, of another's access; else
 * QN_CPU_NOTE_COUNT. */
static inline unsigned qn_cpu_note_of_pair(const qn_cpu_noter *now,
                                           const qn_cpu_notes *n,
                                           unsigned which) {
  if (qn_cpu_note_is_others(now, n, which))
    return which;
  if (*qn_cpu_note_word(n, which) & 1 &&
      qn_cpu_note_is_others(now, n, which + QN_CPU_NOTE_NEXT))
    return which + QN_CPU_NOTE_NEXT;
  return QN_CPU_NOTE_COUNT;
}

/* The note of an access by another that stands against this one; else
 * QN_CPU_NOTE_COUNT. */
static inline unsigned qn_cpu_note_against(const qn_cpu_noter *now,
                                           const qn_cpu_notes *n) {
  unsigned found = QN_CPU_NOTE_COUNT;
  if (!(now->how & QN_CPU_ACCESS_ATOMIC))
    found = qn_cpu_note_of_pair(now, n, QN_CPU_NOTE_ATOMIC);
  if (found == QN_CPU_NOTE_COUNT &&
      qn_cpu_note_is_others(now, n, QN_CPU_NOTE_WRITER))
    found = QN_CPU_NOTE_WRITER;
  if (found == QN_CPU_NOTE_COUNT && now->how & QN_CPU_ACCESS_WRITE)
    found = qn_cpu_note_of_pair(now, n, QN_CPU_NOTE_READER);
  return found;
}

static inline void qn_cpu_note_put(const qn_cpu_noter *now,
                                   const qn_cpu_notes *n, unsigned which,
                                   uint32_t odd) {
  *qn_cpu_note_word(n, which) = now->own | odd;
  *qn_cpu_note_word(n, which + QN_CPU_NOTE_CODE_OF) = now->code;
  if (now->warps)
    *qn_cpu_note_word(n, which + QN_CPU_NOTE_EPOCH_OF) = now->epoch;
}

/* Whether a note may give way to this access: it says nothing more. */
static inline int qn_cpu_note_gives_way(const qn_cpu_noter *now,
                                        const qn_cpu_notes *n, unsigned which) {
  return !qn_cpu_note_is_others(now, n, which);
}

static inline void qn_cpu_note_in_pair(const qn_cpu_noter *now,
                                       const qn_cpu_notes *n, unsigned which) {
  uint32_t *first = qn_cpu_note_word(n, which);
  const unsigned other = which + QN_CPU_NOTE_NEXT;
  const uint32_t two = *first & 1;
  const int free = !two || qn_cpu_note_gives_way(now, n, other);
  if (qn_cpu_note_gives_way(now, n, which)) {
    qn_cpu_note_put(now, n, which, (uint32_t)!free);
  } else if (free) {
    qn_cpu_note_put(now, n, other, 0);
    *first |= 1;
  }
}

/* Notes the access. */
static inline void qn_cpu_note(const qn_cpu_noter *now, const qn_cpu_notes *n) {
  if (now->how & QN_CPU_ACCESS_ATOMIC)
    qn_cpu_note_in_pair(now, n, QN_CPU_NOTE_ATOMIC);
  else if (now->how & QN_CPU_ACCESS_WRITE)
    qn_cpu_note_put(now, n, QN_CPU_NOTE_WRITER, 0);
  else
    qn_cpu_note_in_pair(now, n, QN_CPU_NOTE_READER);
}

#endif /* QUERN_CPU_NOTES_H */
