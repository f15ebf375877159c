// SPDX-License-Identifier: Apache-2.0
#ifndef QN_LIBS_FFT_CALLBACKS_H
#define QN_LIBS_FFT_CALLBACKS_H

#include "libs/fft/fft.h"
#include "runtime/contract/result.h"

typedef struct qn_fft_callbacks {
  void *load, *load_info, *store, *store_info; // of the device; NULL: none
  void *dense[2]; // what is loaded, and what is to be stored
  qn_fftw *fftw;  // between them
} qn_fft_callbacks;

// c z r d: what a plan of that type loads, or stores.
char qn_fft_letter(int type, bool stores);
// Memory and plans, once; refuses where no kernel can call the functions.
qn_fft_status qn_fft_callbacks_make(qn_fft_callbacks *callbacks, int device,
                                    const qn_fft_shape *shape);
void qn_fft_callbacks_finish(qn_fft_callbacks *callbacks);
// Loads, or stores, all elements, on the stream.
hipError_t qn_fft_callbacks_run(const qn_fft_callbacks *callbacks,
                                const qn_fft_launch *launch, bool stores);

#endif // QN_LIBS_FFT_CALLBACKS_H
