// SPDX-License-Identifier: Apache-2.0
// Barriers and operations of warps: functions of the device library that all
// lanes go through together (device/vortex/lanes.h), in the place of those that
// work-items by software have.
#ifndef QN_COMPILER_SIMT_MEETING_H
#define QN_COMPILER_SIMT_MEETING_H

#include "compiler/simt/body.h"

// Whether an instruction is one; what its calls lead to does not count.
bool qn_simt_is_meeting(LLVMValueRef i);

// Removes what keeps work-items in step, and records their paths, for the
// software.
void qn_simt_drop_paths(qn_simt_body *body);

// Replaces those of an analysed body; whether there are any. Sets `reason`
// where not all work-items of a group come to one, or, with `steps`, where
// calls have work-items that go in step.
bool qn_simt_take_meetings(qn_simt_body *body, bool steps);

#endif // QN_COMPILER_SIMT_MEETING_H
