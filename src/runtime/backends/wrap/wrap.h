// SPDX-License-Identifier: Apache-2.0
// Back ends around another, as the environment asks for them: validate
// (QUERN_VALIDATE) and trace (QUERN_TRACE).
#ifndef QN_RUNTIME_BACKENDS_WRAP_WRAP_H
#define QN_RUNTIME_BACKENDS_WRAP_WRAP_H

#include "runtime/contract/backend.h"

// `backend` itself when nothing is asked for, or a trace cannot be written (the
// log says so). The same result every time.
const qn_backend *qn_wrap(const qn_backend *backend);

#endif // QN_RUNTIME_BACKENDS_WRAP_WRAP_H
