#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""For build files that run the metadata generator by Python: becomes the
hip_metadata_gen beside it."""

import os
import sys

tool = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                    "hip_metadata_gen")
os.execv(tool, [tool, *sys.argv[1:]])
