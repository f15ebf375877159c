// SPDX-License-Identifier: Apache-2.0
// The passes of Quern for stock opt and clang: the one file that needs LLVM's
// C++ interface, for registration alone. The passes are C (src/compiler).
//
//   opt-22 -load-pass-plugin=quern-plugin.so
//   -passes='default<O2>,quern-metadata' clang-22 -fpass-plugin=quern-plugin.so
//   ...
//
// As a plug-in of clang, quern-metadata runs at the end of every pipeline, -O0
// included. `quern-metadata<stack>` adds the blocks of further handlers,
// separated by ';', and with `section=notes` among them the container is that
// section.
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
// Where the interface to plug-ins is, by LLVM's version.
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include <string>
#include <vector>

#include "plugin.h"

namespace {

class AddMetadata : public llvm::PassInfoMixin<AddMetadata> {
public:
  explicit AddMetadata(std::vector<std::string> Handlers = {},
                       bool Bare = false)
      : Handlers(std::move(Handlers)), Bare(Bare) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    std::vector<const char *> Names;
    Names.reserve(Handlers.size() + 1);
    for (const std::string &Handler : Handlers)
      Names.push_back(Handler.c_str());
    Names.push_back(nullptr);
    char Why[QUERN_PLUGIN_WHY] = "";
    const int Result =
        quern_plugin_metadata(llvm::wrap(&M), Names.data(), Bare, Why);
    if (Result == QUERN_PLUGIN_FAILED || Result == QUERN_PLUGIN_NO_KERNEL)
      M.getContext().diagnose(llvm::DiagnosticInfoGeneric(
          "quern-metadata: " + std::string(Why), llvm::DS_Warning));
    return Result == QUERN_PLUGIN_CHANGED ? llvm::PreservedAnalyses::none()
                                          : llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; } // at -O0 and for optnone, too

private:
  std::vector<std::string> Handlers;
  bool Bare;
};

bool parsePipeline(llvm::StringRef Name, llvm::ModulePassManager &PM,
                   llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
  if (!Name.consume_front("quern-metadata"))
    return false;
  std::vector<std::string> Handlers;
  bool Bare = false;
  if (Name.consume_front("<")) {
    if (!Name.consume_back(">"))
      return false;
    llvm::SmallVector<llvm::StringRef, 4> Parts;
    Name.split(Parts, ';', -1, false);
    for (llvm::StringRef Part : Parts)
      if (Part == "section=notes")
        Bare = true;
      else
        Handlers.push_back(Part.str());
  } else if (!Name.empty()) {
    return false;
  }
  PM.addPass(AddMetadata(std::move(Handlers), Bare));
  return true;
}

void registerPasses(llvm::PassBuilder &PB) {
  PB.registerPipelineParsingCallback(parsePipeline);
  PB.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager &PM, llvm::OptimizationLevel,
         llvm::ThinOrFullLTOPhase) { PM.addPass(AddMetadata()); });
}

} // namespace

extern "C" LLVM_EXTERNAL_VISIBILITY
    LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "quern", QUERN_PLUGIN_VERSION,
          registerPasses};
}
