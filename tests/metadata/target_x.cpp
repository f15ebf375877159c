// SPDX-License-Identifier: Apache-2.0
// A target's own metadata as the tutorial of the oneAPI Construction Kit adds
// it: a struct, a handler, an analysis, and AddMetadataPass with both, here in
// a plug-in of opt. X is the number of a kernel's basic blocks.
#include "llvm/Passes/PassBuilder.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include <metadata/handler/add_metadata_pass.h>
#include <metadata/handler/generic_metadata.h>

using namespace llvm;
using handler::GenericMetadata;
using handler::GenericMetadataHandler;

struct TargetXmetadata : GenericMetadata {
  TargetXmetadata() = default;
  TargetXmetadata(std::string kernel_name, uint64_t local_memory_usage,
                  uint64_t propX)
      : GenericMetadata(kernel_name, local_memory_usage), propX(propX) {}
  uint64_t propX = 0;
};

class TargetXmetadataHandler : GenericMetadataHandler {
public:
  bool init(md_hooks *hooks, void *userdata) override {
    if (!GenericMetadataHandler::init(hooks, userdata))
      return false;
    block = md_create_block(ctx, "TargetX");
    return block &&
           md_set_out_fmt(block, md_fmt::MD_FMT_MSGPACK) == md_err::MD_SUCCESS;
  }
  bool finalize() override { return GenericMetadataHandler::finalize(); }
  bool write(const TargetXmetadata &md) {
    return GenericMetadataHandler::write(md) &&
           !MD_CHECK_ERR(md_push_uint(block, md.propX));
  }

private:
  md_stack block = nullptr;
};

class TargetXmetadataAnalysis
    : public AnalysisInfoMixin<TargetXmetadataAnalysis> {
  friend AnalysisInfoMixin<TargetXmetadataAnalysis>;

public:
  using Result = TargetXmetadata;
  TargetXmetadataAnalysis() = default;
  Result run(Function &Fn, FunctionAnalysisManager &) {
    return Result(Fn.getName().str(), 0, Fn.size());
  }
  static StringRef name() { return "TargetX metadata analysis"; }

private:
  static AnalysisKey Key;
};
AnalysisKey TargetXmetadataAnalysis::Key;

static bool parse(StringRef Name, ModulePassManager &PM,
                  ArrayRef<PassBuilder::PipelineElement>) {
  if (Name != "add-targetx-metadata")
    return false;
  PM.addPass(compiler::utils::AddMetadataPass<TargetXmetadataAnalysis,
                                              TargetXmetadataHandler>());
  return true;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "target-x", "1", [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(parse);
            PB.registerAnalysisRegistrationCallback(
                [](FunctionAnalysisManager &FAM) {
                  FAM.registerPass([] { return TargetXmetadataAnalysis(); });
                });
          }};
}
