// SPDX-License-Identifier: Apache-2.0
// A pass of LLVM for a target's own metadata: an analysis of functions gives
// the record, a handler (metadata/handler/generic_metadata.h) writes it, and
// the container becomes the module's section "notes".
//
//   PM.addPass(compiler::utils::AddMetadataPass<TargetXmetadataAnalysis,
//                                               TargetXmetadataHandler>());
//
// It needs the headers of the program's own LLVM. The container is read back by
// a handler whose hooks.map gives that section; `quern metadata show` and
// `quern inspect` read it, too.
#ifndef METADATA_HANDLER_ADD_METADATA_PASS_H
#define METADATA_HANDLER_ADD_METADATA_PASS_H

#include <string>

#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include "metadata/metadata.h"

namespace compiler {
namespace utils {

constexpr const char MD_NOTES_SECTION[] = "notes";

// The functions that Quern's own pass describes: docs/metadata.md.
inline bool isMetadataKernel(const llvm::Function &F) {
  if (F.isDeclaration())
    return false;
  switch (F.getCallingConv()) {
  case llvm::CallingConv::PTX_Kernel:
  case llvm::CallingConv::SPIR_KERNEL:
  case llvm::CallingConv::AMDGPU_KERNEL:
    return true;
  case llvm::CallingConv::C:
    break;
  default:
    return false;
  }
  if (F.getName().starts_with("__clang_ocl_kern_imp_"))
    return false;
  if (const llvm::MDNode *Mark = F.getMetadata("codeplay_ca_kernel")) {
    const auto *Value =
        Mark->getNumOperands()
            ? llvm::dyn_cast<llvm::ConstantAsMetadata>(Mark->getOperand(0))
            : nullptr;
    return !Value || !Value->getValue()->isNullValue();
  }
  return F.hasFnAttribute("mux-kernel") ||
         F.getMetadata("kernel_arg_base_type");
}

template <typename AnalysisTy, typename HandlerTy>
class AddMetadataPass
    : public llvm::PassInfoMixin<AddMetadataPass<AnalysisTy, HandlerTy>> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &AM) {
    std::string Bytes;
    md_hooks Hooks{};
    Hooks.write = keep;
    Hooks.finalize = done;
    HandlerTy Handler;
    if (!Handler.init(&Hooks, &Bytes))
      return fail(M, "cannot begin the metadata");
    auto &FAM =
        AM.getResult<llvm::FunctionAnalysisManagerModuleProxy>(M).getManager();
    bool Found = false;
    for (llvm::Function &F : M) {
      if (!isMetadataKernel(F))
        continue;
      Found = true;
      if (!Handler.write(FAM.getResult<AnalysisTy>(F)))
        return fail(M, "cannot write the metadata of " + F.getName().str());
    }
    if (!Found) {
      warn(M, "the module has no kernel: no function with a kernel's calling "
              "convention, the attribute mux-kernel, or the metadata "
              "codeplay_ca_kernel or kernel_arg_base_type");
      return llvm::PreservedAnalyses::all();
    }
    if (!Handler.finalize())
      return fail(M, "cannot end the metadata");
    add(M, Bytes);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; } // at -O0, too

private:
  static md_err keep(void *User, const void *Bytes, size_t Size) {
    static_cast<std::string *>(User)->append(static_cast<const char *>(Bytes),
                                             Size);
    return md_err::MD_SUCCESS;
  }
  static void done(void *) {}

  static void add(llvm::Module &M, llvm::StringRef Bytes) {
    auto *Value =
        llvm::ConstantDataArray::getString(M.getContext(), Bytes, false);
    auto *Global = new llvm::GlobalVariable(M, Value->getType(), true,
                                            llvm::GlobalValue::InternalLinkage,
                                            Value, "notes_global");
    Global->setSection(MD_NOTES_SECTION);
    Global->setAlignment(llvm::Align(8));
    llvm::appendToUsed(M, {Global});
  }
  static void warn(llvm::Module &M, const std::string &Why) {
    M.getContext().diagnose(llvm::DiagnosticInfoGeneric(
        "AddMetadataPass: " + Why, llvm::DS_Warning));
  }
  static llvm::PreservedAnalyses fail(llvm::Module &M, const std::string &Why) {
    M.getContext().diagnose(
        llvm::DiagnosticInfoGeneric("AddMetadataPass: " + Why, llvm::DS_Error));
    return llvm::PreservedAnalyses::all();
  }
};

} // namespace utils
} // namespace compiler

#endif // METADATA_HANDLER_ADD_METADATA_PASS_H
