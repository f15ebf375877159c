// SPDX-License-Identifier: Apache-2.0
// What rocSPARSE's functions keep of their analyses, each made at its first
// use.
#ifndef QN_LIBS_SPARSE_ROC_INFO_H
#define QN_LIBS_SPARSE_ROC_INFO_H

#include "hipsparse/hipsparse_older.h"

struct _rocsparse_mat_info {
  csrsv2Info_t csrsv;
  csrsm2Info_t csrsm;
  csrilu02Info_t csrilu0;
  csric02Info_t csric0;
  csrgemm2Info_t csrgemm;
};

#endif // QN_LIBS_SPARSE_ROC_INFO_H
