// SPDX-License-Identifier: Apache-2.0
// NVTX's ranges and marks are in the trace, with their names as they are, inside
// of one another, and domains apart; without a trace nothing is kept.
// FLAGS: -lnvToolsExt -std=c++17
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "program.h"

__global__ void work(int *x) { *x += 1; }

static nvtxEventAttributes_t event_of(const char *name) {
  nvtxEventAttributes_t e = {};
  e.version = NVTX_VERSION;
  e.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;
  e.message.ascii = name;
  return e;
}

static int traced() {
  int *x;
  nvtxMark("before \"all\"\n");
  CHECK(nvtxRangePush("outer") == 0);
  CHECK(nvtxRangePushW(L"inn\u00e9r") == 1);
  OK(cudaMalloc(&x, sizeof(*x)));
  OK(cudaMemset(x, 0, sizeof(*x)));
  work<<<1, 1>>>(x);
  OK(cudaDeviceSynchronize());
  nvtxDomainHandle_t domain = nvtxDomainCreate("mine");
  CHECK(domain);
  nvtxEventAttributes_t e = event_of("apart");
  CHECK(nvtxDomainRangePushEx(domain, &e) == 0);
  CHECK(nvtxRangePop() == 1);
  CHECK(nvtxDomainRangePop(domain) == 0);
  CHECK(nvtxRangePop() == 0);
  CHECK(nvtxRangePop() == -1);
  const nvtxRangeId_t across = nvtxRangeStart("across threads");
  std::thread([across] { nvtxRangeEnd(across); }).join();
  e.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  e.message.registered = nvtxDomainRegisterString(domain, "registered");
  nvtxDomainMarkEx(domain, &e);
  nvtxDomainDestroy(domain);
  OK(cudaFree(x));
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1)
    return traced();
  CHECK(nvtxRangePush("nowhere") == NVTX_NO_PUSH_POP_TRACKING);
  CHECK(nvtxRangePop() == NVTX_NO_PUSH_POP_TRACKING);
  CHECK(nvtxRangeStart("nowhere") == 0);
  char path[] = "/tmp/nvtxXXXXXX";
  const int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  const pid_t child = fork();
  if (child == 0) {
    setenv("QUERN_TRACE", path, 1);
    execl(argv[0], argv[0], "traced", (char *)nullptr);
    _exit(9);
  }
  int status = 1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  const std::string trace = text.str();
  unlink(path);
  for (const char *wanted :
       {"\"name\":\"before \\\"all\\\"\\u000a\"", "\"name\":\"outer\"",
        "\"name\":\"inn\xc3\xa9r\"", "\"name\":\"apart\"",
        "\"name\":\"across threads\"", "\"name\":\"registered\"",
        "\"ph\":\"i\""})
    if (trace.find(wanted) == std::string::npos) {
      fprintf(stderr, "no %s in %s\n", wanted, trace.c_str());
      return 1;
    }
  CHECK(trace.substr(trace.size() - 3) == "\n]\n");
  return 0;
}
