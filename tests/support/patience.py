# SPDX-License-Identifier: Apache-2.0
"""How long tests wait for a program before they say that it hangs."""
import os

LOAD_MAX = 16.0  # a machine that is busier than this is not waited for longer


def factor():
    """What a limit is multiplied with: QUERN_TEST_PATIENCE, or by how much the
    work that other processes have for each processor slows a program down."""
    told = os.environ.get("QUERN_TEST_PATIENCE")
    if told:
        number = float(told)
        if not number > 0:
            raise ValueError(f"QUERN_TEST_PATIENCE is '{told}', not a number "
                             "above 0")
        return number
    load = os.getloadavg()[0] / len(os.sched_getaffinity(0))
    return 1.0 + min(load, LOAD_MAX)


def patience(seconds):
    """The limit, now, of what takes far less than so many seconds on a machine
    with nothing else to do."""
    return seconds * factor()
