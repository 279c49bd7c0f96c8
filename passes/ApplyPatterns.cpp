//===- ApplyPatterns.cpp - Rewrites by patterns of the user ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/patterns/PatternRewriting.h"
#include "passes/Interrupt.h"
#include "passes/Passes.h"
#include "passes/RewriteRemarks.h"

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_APPLYPATTERNS
#include "passes/Passes.h.inc"
} // namespace mlir::noisy

namespace {

struct ApplyPatterns : public noisy::impl::ApplyPatternsBase<ApplyPatterns> {
  using ApplyPatternsBase::ApplyPatternsBase;

  /// `--noisy-patterns=FILE` is short for `--noisy-patterns=file=FILE`.
  LogicalResult
  initializeOptions(StringRef options,
                    function_ref<LogicalResult(const Twine &)> onError) final {
    std::string text = options.trim().str();
    if (!text.empty() && !StringRef(text).contains('='))
      text = "file=" + text;
    return Pass::initializeOptions(text, onError);
  }

  void getDependentDialects(DialectRegistry &registry) const final {
    ApplyPatternsBase::getDependentDialects(registry);
    registerPatternDialects(registry);
  }

  LogicalResult initialize(MLIRContext *context) final {
    auto refuse = [&](const Twine &reason) {
      return emitError(UnknownLoc::get(context), "noisy-patterns: " + reason);
    };
    if (file.empty())
      return refuse("say which file has the patterns: "
                    "--noisy-patterns=FILE.pdll");
    std::vector<std::string> errors;
    auto loaded =
        std::make_shared<UserPatterns>(loadPatterns(context, file, errors));
    if (errors.empty()) {
      patterns = std::move(loaded);
      return success();
    }
    std::string text = errors.front();
    for (const std::string &error : ArrayRef(errors).drop_front())
      text += "\n" + error;
    return refuse(text);
  }

  void runOnOperation() final {
    InterruptCatcher catcher;
    PatternOptions options;
    options.explains = seesRemarks(&getContext());
    options.isCancelled = InterruptCatcher::isInterrupted;
    std::vector<RewriteNote> notes =
        applyPatterns(getOperation(), *patterns, options);
    emitRewriteRemarks(notes);
    if (llvm::none_of(notes,
                      [](const RewriteNote &note) { return note.isDone; }))
      markAllAnalysesPreserved();
  }

  /// Shared by the copies of the pass.
  std::shared_ptr<const UserPatterns> patterns;
};

} // namespace
