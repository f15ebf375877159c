// SPDX-License-Identifier: Apache-2.0
// The folder that kernels are generated into.
#ifndef QN_PREGEN_OUTPUT_H
#define QN_PREGEN_OUTPUT_H

#include "package/store/manifest.h"
#include "pregen/make.h"

typedef struct qn_output {
  const char *folder;
  bool images; // the plain image beside each bundle
  qn_arena arena;
  qn_manifest_kernel *kernels; // written
  size_t count, capacity;      // private
  uint64_t next_progress;      // private: ns, when to write the manifest again
} qn_output;

// Writes the files of a finished job, leaves existing ones as they are, and
// notes them for the manifest, which is written every now and then: what a run
// that is killed has made is found.
qn_status qn_output_write(qn_output *output, const qn_pregen_job *job,
                          const qn_made *made, qn_diag *diag);
// Notes a job whose files another process wrote; they are checked.
// QN_E_NOT_FOUND when they do not exist, QN_E_MALFORMED when they are damaged.
qn_status qn_output_adopt(qn_output *output, const qn_pregen_job *job,
                          qn_diag *diag);
// Writes the manifest: the noted kernels, those of the old manifest that still
// exist, and those of the folder that neither has. Two processes do so one
// after the other.
qn_status qn_output_finish(qn_output *output, qn_diag *diag);
void qn_output_destroy(qn_output *output);

#endif // QN_PREGEN_OUTPUT_H
