// SPDX-License-Identifier: Apache-2.0
#include "pregen/jobserver.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system/file.h"
#include "support/test.h"

static int ends[2]; // of a pipe, as make creates it

static void set_flags(const char *before, const char *after) {
  char text[128];
  snprintf(text, sizeof(text), "%s--jobserver-auth=%d,%d%s", before, ends[0],
           ends[1], after);
  CHECK(setenv("MAKEFLAGS", text, 1) == 0);
}

static qn_jobserver open_server(void) {
  qn_jobserver server;
  qn_jobserver_open(&server);
  return server;
}

static void test_none(void) {
  static const char *const without[] = {
      "",
      "-j8",
      "--jobserver-auth=",
      "--jobserver-auth=a,b",
      "--jobserver-auth=3",
      "--jobserver-auth=-2,-2", // what make passes to commands it does not
                                // trust
      "--jobserver-auth=900,901",
      "--jobserver-auth=fifo:/no/such/fifo",
      "--jobserver-auths=3,4",
  };
  CHECK(unsetenv("MAKEFLAGS") == 0);
  qn_jobserver server = open_server();
  CHECK(!qn_jobserver_is_there(&server));
  for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); ++i) {
    CHECK(setenv("MAKEFLAGS", without[i], 1) == 0);
    server = open_server();
    CHECK(!qn_jobserver_is_there(&server));
    CHECK(!qn_jobserver_take(&server));
    qn_jobserver_give(&server);
    qn_jobserver_close(&server);
  }
  set_flags("", "x");
  server = open_server();
  CHECK(!qn_jobserver_is_there(&server));
}

// Tokens are returned unchanged, whatever their value.
static void check_tokens(qn_jobserver *server, int give, int take) {
  char back[4] = "";
  CHECK(qn_jobserver_is_there(server));
  CHECK(!qn_jobserver_take(server)); // none left, and this does not block
  CHECK(write(give, "+-", 2) == 2);
  CHECK(qn_jobserver_take(server) && qn_jobserver_take(server));
  CHECK(!qn_jobserver_take(server));
  CHECK_INT(server->held, 2);
  qn_jobserver_give(server);
  CHECK(read(take, back, 1) == 1 && back[0] == '-');
  CHECK_INT(server->held, 1);
  qn_jobserver_close(server);
  CHECK(read(take, back, 1) == 1 && back[0] == '+');
  CHECK(!qn_jobserver_is_there(server));
}

static void test_pipe(void) {
  set_flags("-j4 --jobserver-auth=900,901 -- ", " x=1"); // make appends
  qn_jobserver server = open_server();
  check_tokens(&server, ends[1], ends[0]);
  // Our non-blocking reads do not affect other processes.
  CHECK(!(fcntl(ends[0], F_GETFL) & O_NONBLOCK));
}

static void test_fifo(void) {
  qn_temp temp;
  qn_diag diag = {0};
  char path[300], flags[400];
  CHECK_OK(qn_temp_create(&temp, &diag), &diag);
  snprintf(path, sizeof(path), "%s/fifo", temp.path);
  snprintf(flags, sizeof(flags), "--jobserver-auth=fifo:%s", path);
  CHECK(mkfifo(path, 0600) == 0 && setenv("MAKEFLAGS", flags, 1) == 0);
  qn_jobserver server = open_server();
  const int fd = open(path, O_RDWR);
  CHECK(fd >= 0);
  check_tokens(&server, fd, fd);
  (void)close(fd);
  qn_temp_finish(&temp);
}

int main(void) {
  CHECK(pipe(ends) == 0);
  test_none();
  test_pipe();
  test_fifo();
  return 0;
}
