// SPDX-License-Identifier: Apache-2.0
// Generates tokens by llama.cpp's library, always the likeliest next one, by
// its CPU back end alone or with all layers on the first device of another.
//
//   tokens MODEL cpu|device COUNT
//
// One line for each token on standard output: its number, how far its logit is
// above the next one's, and the largest logit's size. What llama.cpp logs goes
// to standard error.
#include "llama.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Choice {
  llama_token token;
  float gap, size;
};

static Choice likeliest(const float *logits, int count) {
  Choice best = {0, 0, 0};
  float second = -INFINITY;
  for (int i = 1; i < count; ++i) {
    if (logits[i] > logits[best.token]) {
      second = logits[best.token];
      best.token = i;
    } else if (logits[i] > second) {
      second = logits[i];
    }
  }
  for (int i = 0; i < count; ++i)
    best.size = std::fmax(best.size, std::fabs(logits[i]));
  best.gap = logits[best.token] - second;
  return best;
}

static bool generate(llama_context *context, int vocabulary, int count) {
  std::vector<llama_token> next;
  for (int i = 0; i < 37; ++i) // a prompt that fills no tile evenly
    next.push_back((i * 7919 + 13) % vocabulary);
  for (int i = 0; i < count; ++i) {
    const llama_batch batch =
        llama_batch_get_one(next.data(), int32_t(next.size()));
    if (llama_decode(context, batch) != 0)
      return false;
    const Choice choice =
        likeliest(llama_get_logits_ith(context, -1), vocabulary);
    std::printf("%d %g %g\n", choice.token, choice.gap, choice.size);
    next.assign(1, choice.token);
  }
  return true;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  const bool on_device = std::strcmp(argv[2], "device") == 0;
  llama_backend_init();
  ggml_backend_dev_t none[] = {nullptr};
  llama_model_params how = llama_model_default_params();
  how.n_gpu_layers = on_device ? 999 : 0;
  if (!on_device)
    how.devices = none;
  llama_model *model = llama_model_load_from_file(argv[1], how);
  if (!model)
    return 1;
  llama_context_params in = llama_context_default_params();
  in.n_ctx = 512;
  in.n_threads = in.n_threads_batch = 2;
  in.op_offload = on_device;
  llama_context *context = llama_init_from_model(model, in);
  const int vocabulary = llama_vocab_n_tokens(llama_model_get_vocab(model));
  const bool good =
      context && generate(context, vocabulary, std::atoi(argv[3]));
  llama_free(context);
  llama_model_free(model);
  return good ? 0 : 1;
}
