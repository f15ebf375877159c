// SPDX-License-Identifier: Apache-2.0
// nvJitLink's functions by the names that CUDA's own headers give them, with
// the release in them: of CUDA 12.0 to 12.9 and 13.0 to 13.3.
#include "cuda/nvJitLink.h"

#define EXPORT __attribute__((visibility("default")))
#define NAME_(function, release) __nvJitLink##function##_##release
#define NAME(function, release) NAME_(function, release)
#define RELEASE 12_0
#include "nvjitlink_names.h"
#define RELEASE 12_1
#include "nvjitlink_names.h"
#define RELEASE 12_2
#include "nvjitlink_names.h"
#define RELEASE 12_3
#include "nvjitlink_names.h"
#define RELEASE 12_4
#include "nvjitlink_names.h"
#define RELEASE 12_5
#include "nvjitlink_names.h"
#define RELEASE 12_6
#include "nvjitlink_names.h"
#define RELEASE 12_7
#include "nvjitlink_names.h"
#define RELEASE 12_8
#include "nvjitlink_names.h"
#define RELEASE 12_9
#include "nvjitlink_names.h"
#define RELEASE 13_0
#include "nvjitlink_names.h"
#define RELEASE 13_1
#include "nvjitlink_names.h"
#define RELEASE 13_2
#include "nvjitlink_names.h"
#define RELEASE 13_3
#include "nvjitlink_names.h"
