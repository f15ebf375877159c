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
  uint32_t bytes; /* of the 4, those that are accessed: bits */
  uint32_t code;
} qn_cpu_noter;

/* Those about memory of the heap. */
static inline qn_cpu_notes qn_cpu_heap_notes(uintptr_t address) {
  const uintptr_t granule =
      address / QN_CPU_CHECK_GRANULE * QN_CPU_CHECK_GRANULE;
  qn_cpu_notes notes = {(char *)(granule - (uintptr_t)QN_CPU_CHECK_HEAP +
                                 (uintptr_t)QN_CPU_CHECK_NOTE(0)),
                        QN_CPU_CHECK_NOTE_STRIDE};
  return notes;
}

enum {
  QN_CPU_NOTE_CODE_OF = 1,
  QN_CPU_NOTE_EPOCH_OF,
  QN_CPU_NOTE_BYTES_OF,
  QN_CPU_NOTE_NEXT
};
enum { QN_CPU_ALL_BYTES = 15 };

/* Most are for each lane, whose noter is then in registers. What is seldom
 * called from these gets copies: what is passed by address is not. */
#define QN_CPU_ALWAYS static inline __attribute__((always_inline))
#define QN_CPU_SELDOM static __attribute__((noinline, cold, unused))

QN_CPU_ALWAYS uint32_t *qn_cpu_note_word(const qn_cpu_notes *n,
                                         unsigned which) {
  return (uint32_t *)(void *)(n->at + which * n->stride);
}

QN_CPU_ALWAYS uint32_t qn_cpu_number_in(uint32_t note) {
  return note & ~(uint32_t)(QN_CPU_NUMBER_STEP - 1);
}

/* Of an access from an address on: which of the first granule's bytes it is
 * of. */
QN_CPU_ALWAYS uint32_t qn_cpu_bytes_of(uint64_t address, uint64_t size) {
  const uint32_t first = (uint32_t)(address % QN_CPU_CHECK_GRANULE);
  return size >= QN_CPU_CHECK_GRANULE
             ? (uint32_t)QN_CPU_ALL_BYTES << first & QN_CPU_ALL_BYTES
             : ((1u << size) - 1) << first & QN_CPU_ALL_BYTES;
}

/* Whose a byte is by the note `which`: a number; 0: nobody's. */
QN_CPU_ALWAYS uint32_t qn_cpu_number_of_byte(const qn_cpu_notes *n,
                                             unsigned which, unsigned byte) {
  const uint32_t note = *qn_cpu_note_word(n, which);
  const uint32_t how = note & QN_CPU_BYTES_HOW;
  const uint32_t behind = how == QN_CPU_BYTES_HALVES ? byte / 2
                          : how == QN_CPU_BYTES_EACH ? byte
                                                     : 0;
  return how == QN_CPU_BYTES_WHOLE ||
                 *qn_cpu_note_word(n, which + QN_CPU_NOTE_BYTES_OF) >> byte & 1
             ? qn_cpu_number_in(note) + behind * QN_CPU_NUMBER_STEP
             : 0;
}

/* Whether a number, of the note `which`, is of no matter: of before the launch,
 * or in order with the access. */
QN_CPU_ALWAYS int qn_cpu_note_is_past(const qn_cpu_noter *now,
                                      const qn_cpu_notes *n, unsigned which,
                                      uint32_t number) {
  return number < now->first || number - now->group < now->phase - now->group ||
         (now->warps &&
          number - now->warp < QN_CPU_NUMBER_STEP * QN_CPU_WARP_SIZE &&
          *qn_cpu_note_word(n, which + QN_CPU_NOTE_EPOCH_OF) != now->epoch);
}

QN_CPU_SELDOM uint32_t qn_cpu_note_other_of_bytes(const qn_cpu_noter *now,
                                                  const qn_cpu_notes *n,
                                                  unsigned which) {
  for (unsigned byte = 0; byte < QN_CPU_CHECK_GRANULE; ++byte) {
    const uint32_t number =
        now->bytes >> byte & 1 ? qn_cpu_number_of_byte(n, which, byte) : 0;
    if (number && number != now->own &&
        !qn_cpu_note_is_past(now, n, which, number))
      return number;
  }
  return 0;
}

/* Somebody else's number, of the note `which`, who accessed a byte that is
 * accessed now; 0: there is nobody. */
QN_CPU_ALWAYS uint32_t qn_cpu_note_other(const qn_cpu_noter *now,
                                         const qn_cpu_notes *n,
                                         unsigned which) {
  const uint32_t note = *qn_cpu_note_word(n, which);
  const uint32_t number = qn_cpu_number_in(note);
  if (note & QN_CPU_BYTES_HOW) {
    const qn_cpu_noter own = *now;
    const qn_cpu_notes at = *n;
    return qn_cpu_note_other_of_bytes(&own, &at, which);
  }
  return number != now->own && !qn_cpu_note_is_past(now, n, which, number)
             ? number
             : 0;
}

QN_CPU_ALWAYS int qn_cpu_note_is_others(const qn_cpu_noter *now,
                                        const qn_cpu_notes *n, unsigned which) {
  return qn_cpu_note_other(now, n, which) != 0;
}

/* The note, of a pair that begins with `which`, of another's access; else
 * QN_CPU_NOTE_COUNT. */
QN_CPU_ALWAYS unsigned qn_cpu_note_of_pair(const qn_cpu_noter *now,
                                           const qn_cpu_notes *n,
                                           unsigned which) {
  if (qn_cpu_note_is_others(now, n, which))
    return which;
  if (*qn_cpu_note_word(n, which) & QN_CPU_NUMBER_ANOTHER &&
      qn_cpu_note_is_others(now, n, which + QN_CPU_NOTE_NEXT))
    return which + QN_CPU_NOTE_NEXT;
  return QN_CPU_NOTE_COUNT;
}

/* The note of an access by another that stands against this one; else
 * QN_CPU_NOTE_COUNT. */
QN_CPU_ALWAYS unsigned qn_cpu_note_against(const qn_cpu_noter *now,
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

/* What is noted of `own` for these bytes, which are its own: its number, or
 * that of the work-item before it that may share them out with it. */
QN_CPU_ALWAYS uint32_t qn_cpu_note_of_bytes(const qn_cpu_noter *now,
                                            uint32_t bytes) {
  uint32_t behind = 0, how = QN_CPU_BYTES_SOME;
  if (bytes == QN_CPU_ALL_BYTES)
    return now->own | QN_CPU_BYTES_WHOLE;
  if (bytes == 3 || bytes == 12) {
    how = QN_CPU_BYTES_HALVES;
    behind = bytes == 12;
  } else if (!(bytes & (bytes - 1))) {
    how = QN_CPU_BYTES_EACH;
    behind = (uint32_t)((bytes > 1) + (bytes > 2) + (bytes > 4));
  }
  behind *= QN_CPU_NUMBER_STEP;
  return behind > now->own - now->phase ? now->own | QN_CPU_BYTES_SOME
                                        : (now->own - behind) | how;
}

/* Whether the access can be noted with what others did, whose bytes they share
 * out. */
QN_CPU_SELDOM int qn_cpu_note_joins(const qn_cpu_noter *now,
                                    const qn_cpu_notes *n, unsigned which) {
  const uint32_t note = *qn_cpu_note_word(n, which);
  const uint32_t how = note & QN_CPU_BYTES_HOW;
  return (how == QN_CPU_BYTES_HALVES || how == QN_CPU_BYTES_EACH) &&
         (note & ~(uint32_t)QN_CPU_NUMBER_ANOTHER) ==
             qn_cpu_note_of_bytes(now, now->bytes) &&
         !qn_cpu_note_is_past(now, n, which, qn_cpu_number_in(note));
}

/* Of some bytes: what is noted, and which bytes that is about. Of what the same
 * work-item did at the same time to other bytes, nothing is lost. */
QN_CPU_SELDOM uint32_t qn_cpu_note_with_bytes(const qn_cpu_noter *now,
                                              const qn_cpu_notes *n,
                                              unsigned which) {
  uint32_t *noted = qn_cpu_note_word(n, which + QN_CPU_NOTE_BYTES_OF);
  uint32_t bytes = now->bytes, note = qn_cpu_note_of_bytes(now, bytes);
  if (qn_cpu_note_joins(now, n, which)) {
    bytes |= *noted;
  } else if (!qn_cpu_note_is_past(now, n, which, now->own)) {
    for (unsigned byte = 0; byte < QN_CPU_CHECK_GRANULE; ++byte)
      bytes |= (uint32_t)(qn_cpu_number_of_byte(n, which, byte) == now->own)
               << byte;
    note = qn_cpu_note_of_bytes(now, bytes);
  }
  *noted = bytes;
  return note;
}

QN_CPU_ALWAYS void qn_cpu_note_put(const qn_cpu_noter *now,
                                   const qn_cpu_notes *n, unsigned which,
                                   uint32_t odd) {
  *qn_cpu_note_word(n, which) =
      odd |
      (now->bytes == QN_CPU_ALL_BYTES ? now->own
                                      : qn_cpu_note_with_bytes(now, n, which));
  *qn_cpu_note_word(n, which + QN_CPU_NOTE_CODE_OF) = now->code;
  if (now->warps)
    *qn_cpu_note_word(n, which + QN_CPU_NOTE_EPOCH_OF) = now->epoch;
}

QN_CPU_SELDOM int qn_cpu_note_of_bytes_gives_way(const qn_cpu_noter *now,
                                                 const qn_cpu_notes *n,
                                                 unsigned which) {
  if (qn_cpu_note_joins(now, n, which))
    return 1;
  for (unsigned byte = 0; byte < QN_CPU_CHECK_GRANULE; ++byte) {
    const uint32_t number = qn_cpu_number_of_byte(n, which, byte);
    if (number && number != now->own)
      return 0;
  }
  return 1;
}

/* Whether a note may give way to this access: it says nothing more, or goes
 * on to be said. */
QN_CPU_ALWAYS int qn_cpu_note_gives_way(const qn_cpu_noter *now,
                                        const qn_cpu_notes *n, unsigned which) {
  const uint32_t note = *qn_cpu_note_word(n, which);
  const uint32_t number = qn_cpu_number_in(note);
  if (!(note & QN_CPU_BYTES_HOW))
    return number == now->own || qn_cpu_note_is_past(now, n, which, number);
  const qn_cpu_noter own = *now;
  const qn_cpu_notes at = *n;
  return qn_cpu_note_is_past(now, n, which, number) ||
         qn_cpu_note_of_bytes_gives_way(&own, &at, which);
}

QN_CPU_ALWAYS void qn_cpu_note_in_pair(const qn_cpu_noter *now,
                                       const qn_cpu_notes *n, unsigned which) {
  uint32_t *first = qn_cpu_note_word(n, which);
  const unsigned other = which + QN_CPU_NOTE_NEXT;
  const uint32_t two = *first & QN_CPU_NUMBER_ANOTHER;
  const int free = !two || qn_cpu_note_gives_way(now, n, other);
  if (qn_cpu_note_gives_way(now, n, which)) {
    qn_cpu_note_put(now, n, which, (uint32_t)!free);
  } else if (free) {
    qn_cpu_note_put(now, n, other, 0);
    *first |= QN_CPU_NUMBER_ANOTHER;
  }
}

/* Notes the access. */
QN_CPU_ALWAYS void qn_cpu_note(const qn_cpu_noter *now, const qn_cpu_notes *n) {
  if (now->how & QN_CPU_ACCESS_ATOMIC)
    qn_cpu_note_in_pair(now, n, QN_CPU_NOTE_ATOMIC);
  else if (now->how & QN_CPU_ACCESS_WRITE)
    qn_cpu_note_put(now, n, QN_CPU_NOTE_WRITER, 0);
  else
    qn_cpu_note_in_pair(now, n, QN_CPU_NOTE_READER);
}

#endif /* QUERN_CPU_NOTES_H */
