// SPDX-License-Identifier: Apache-2.0
// NVTX for C++: ranges of scopes and functions, in domains, with messages,
// colours, categories and payloads, are in the trace under their names.
// FLAGS: -std=c++17
#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "program.h"

struct mine {
  static constexpr char const *name{"mine"};
};
struct text {
  static constexpr char const *message{"registered once"};
};
struct kind {
  static constexpr char const *name{"kind"};
  static constexpr uint32_t id{7};
};

static int in_function() {
  NVTX3_FUNC_RANGE();
  return nvtxRangePush("deeper") + nvtxRangePop();
}
static void in_domain() { NVTX3_FUNC_RANGE_IN(mine); }
static void sometimes(bool is_on) { NVTX3_FUNC_RANGE_IF(is_on); }

static int traced() {
  const nvtx3::color green{nvtx3::rgb{0, 127, 0}};
  const nvtx3::event_attributes both{nvtx3::message{"both"}, green,
                                     nvtx3::payload{int32_t(3)}};
  CHECK(both.get()->color == 0xff007f00u && both.get()->payload.iValue == 3);
  CHECK(both.get()->messageType == NVTX_MESSAGE_TYPE_ASCII);
  {
    nvtx3::scoped_range outer{"outer", green};
    nvtx3::scoped_range_in<mine> inner{both};
    CHECK(in_function() == 1 + 1 + 1 + 1);
    in_domain();
    sometimes(false);
    sometimes(true);
  }
  CHECK(nvtxRangePush("level") == 0 && nvtxRangePop() == 0);
  nvtx3::mark_in<mine>(nvtx3::registered_string_in<mine>::get<text>(),
                       nvtx3::named_category_in<mine>::get<kind>());
  nvtx3::mark(std::string("a mark").c_str(), nvtx3::payload{2.5});
  const nvtx3::range_handle across = nvtx3::start_range("across threads");
  std::thread([across] { nvtx3::end_range(across); }).join();
  nvtx3::unique_range first{"moved"};
  nvtx3::unique_range second{std::move(first)};
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  nvtxNameCudaStreamA(stream, "a stream");
  nvtxNameCuStreamW(stream, L"a stream");
  OK(cudaStreamDestroy(stream));
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1)
    return traced();
  nvtx3::scoped_range nowhere{"nowhere"};
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
  std::stringstream all;
  all << in.rdbuf();
  const std::string trace = all.str();
  unlink(path);
  for (const char *wanted : {"both", "outer", "in_function", "in_domain",
                             "sometimes", "registered once", "a mark",
                             "across threads", "moved"})
    if (trace.find("\"name\":\"" + std::string(wanted) + "\"") ==
        std::string::npos) {
      fprintf(stderr, "no %s in %s\n", wanted, trace.c_str());
      return 1;
    }
  CHECK(trace.find("sometimes") == trace.rfind("sometimes"));
  return 0;
}
