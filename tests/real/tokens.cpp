// SPDX-License-Identifier: Apache-2.0
// Generates tokens by llama.cpp's library, always the likeliest next one, by
// its CPU back end alone or with all layers on the first device of another.
//
//   tokens MODEL cpu|device COUNT LOGITS [TOKEN...]
//
// With tokens those follow one another, whatever is the likeliest.
// One line for each token on standard output, its number; the logits of each go
// to the file LOGITS as floats, one row behind another. What llama.cpp logs
// goes to standard error, and how many milliseconds a token took behind the
// prompt: "per token 1.5 ms".
#include "ggml-backend.h"
#include "llama.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static bool generate(llama_context *context, int vocabulary, int count,
                     std::FILE *out, char **forced) {
  std::vector<llama_token> next;
  for (int i = 0; i < 37; ++i) // a prompt that fills no tile evenly
    next.push_back((i * 7919 + 13) % vocabulary);
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) {
    if (i == 1)
      start = std::chrono::steady_clock::now();
    const llama_batch batch =
        llama_batch_get_one(next.data(), int32_t(next.size()));
    if (llama_decode(context, batch) != 0)
      return false;
    const float *logits = llama_get_logits_ith(context, -1);
    const llama_token best =
        llama_token(std::max_element(logits, logits + vocabulary) - logits);
    if (std::fwrite(logits, sizeof(float), size_t(vocabulary), out) !=
        size_t(vocabulary))
      return false;
    std::printf("%d\n", best);
    next.assign(1, forced ? std::atoi(forced[i]) : best);
  }
  const std::chrono::duration<double, std::milli> spent =
      std::chrono::steady_clock::now() - start;
  std::fprintf(stderr, "per token %.3f ms\n", spent.count() / (count - 1));
  return true;
}

int main(int argc, char **argv) {
  if (argc < 5 || (argc > 5 && argc != 5 + std::atoi(argv[3])))
    return 2;
  const bool on_device = std::strcmp(argv[2], "device") == 0;
  ggml_backend_load_all(); // GGML_BACKEND_PATH
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
  std::FILE *out = std::fopen(argv[4], "wb");
  bool good = context && out &&
              generate(context, vocabulary, std::atoi(argv[3]), out,
                       argc > 5 ? argv + 5 : nullptr);
  good = out && std::fclose(out) == 0 && good;
  llama_free(context);
  llama_model_free(model);
  return good ? 0 : 1;
}
