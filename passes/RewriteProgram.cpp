//===- RewriteProgram.cpp - Rewrites programs for less noise --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Rewriter.h"
#include "passes/CanonicalRewriting.h"
#include "passes/Passes.h"
#include "passes/RewriteRemarks.h"

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_REWRITEPROGRAM
#include "passes/Passes.h.inc"
} // namespace mlir::noisy

namespace {

struct RewriteProgram : public noisy::impl::RewriteProgramBase<RewriteProgram> {
  using RewriteProgramBase::RewriteProgramBase;

  void runOnOperation() override {
    RewriteOptions options;
    options.goal = fewerProducts ? RewriteGoal::Products : RewriteGoal::Noise;
    options.functions = functions;
    options.explains = seesRemarks(&getContext());
    std::vector<RewriteNote> notes =
        applyCanonicalPatterns(getOperation(), options.explains);
    llvm::append_range(notes, rewriteProgram(getOperation(), options));
    emitRewriteRemarks(notes);
    if (llvm::none_of(notes,
                      [](const RewriteNote &note) { return note.isDone; }))
      markAllAnalysesPreserved();
  }
};

} // namespace
