// SPDX-License-Identifier: Apache-2.0
// Memory that the ranks of several processes share: who is there, an error of
// all, and lanes from each rank to each other one, first in, first out.
#ifndef QN_LIBS_COMM_SEGMENT_H
#define QN_LIBS_COMM_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QN_SEGMENT_RANKS_MAX = 128, QN_SEGMENT_SPLITS_MAX = 64 };

typedef struct qn_segment qn_segment;

typedef enum qn_lane {
  QN_LANE_PARTS,   // what a reduction takes
  QN_LANE_RESULTS, // of a collective operation
  QN_LANE_PAIRS,   // of one rank to another
  QN_LANE_COUNT
} qn_lane;

// A piece of an operation, at the beginning of its slot.
typedef struct qn_piece {
  uint32_t kind, type, op, root;
  uint64_t count; // of the operation
  uint64_t size;  // bytes of this piece
  double factor;
} qn_piece;

// Opens it, and makes it if it is not there; NULL: out of memory, or no place.
qn_segment *qn_segment_open(const char *name, int ranks);
void qn_segment_close(qn_segment **segment);

// Enters a rank of this process; false: it is there already.
bool qn_segment_join(qn_segment *segment, int rank);
void qn_segment_leave(qn_segment *segment, int rank);
// Whether all ranks have entered, and whether all are of this process.
bool qn_segment_is_full(const qn_segment *segment);
bool qn_segment_is_own(const qn_segment *segment);
// Whether the rank has entered, and left or died.
bool qn_segment_is_gone(const qn_segment *segment, int rank);
// Whether one has died that did not leave.
bool qn_segment_has_dead(const qn_segment *segment);

// The first error stays; 0: none.
void qn_segment_fail(qn_segment *segment, int error);
int qn_segment_error(const qn_segment *segment);

// What ranks say of the n-th division; false: not all have said it.
void qn_segment_say(qn_segment *segment, int n, int rank, int64_t value);
bool qn_segment_hear(const qn_segment *segment, int n, int64_t *values);

size_t qn_segment_piece_max(const qn_segment *segment); // bytes
// The slot to write next, NULL while there is none; then what is behind it.
qn_piece *qn_segment_slot(qn_segment *segment, qn_lane lane, int from, int to);
void qn_segment_send(qn_segment *segment, qn_lane lane, int from, int to);
// The piece that came first, NULL while there is none.
const qn_piece *qn_segment_first(qn_segment *segment, qn_lane lane, int from,
                                 int to);
void qn_segment_drop(qn_segment *segment, qn_lane lane, int from, int to);

#endif // QN_LIBS_COMM_SEGMENT_H
