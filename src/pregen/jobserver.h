// SPDX-License-Identifier: Apache-2.0
// GNU make's jobserver: under `make -jN` all programs of a build together run N
// jobs. One job is always ours; each further one needs a token. Belongs to one
// thread. A process that is killed loses its tokens, as with any client of
// make.
#ifndef QN_PREGEN_JOBSERVER_H
#define QN_PREGEN_JOBSERVER_H

#include <stdbool.h>

enum { QN_JOBSERVER_TOKENS_MAX = 1024 };

typedef struct qn_jobserver {
  int read_fd, write_fd;                // -1: there is no jobserver
  char tokens[QN_JOBSERVER_TOKENS_MAX]; // held; each is returned unchanged
  unsigned held;
} qn_jobserver;

// Finds the jobserver in MAKEFLAGS: "--jobserver-auth=R,W" or "=fifo:PATH".
void qn_jobserver_open(qn_jobserver *out_server);
// Gives all tokens back.
void qn_jobserver_close(qn_jobserver *server);
bool qn_jobserver_is_there(const qn_jobserver *server);
// Takes a token if one is available now; `read_fd` can be polled for one.
bool qn_jobserver_take(qn_jobserver *server);
void qn_jobserver_give(qn_jobserver *server);

#endif // QN_PREGEN_JOBSERVER_H
