// SPDX-License-Identifier: Apache-2.0
// The older place of rocFFT's header.
#include <rocfft/rocfft.h>
