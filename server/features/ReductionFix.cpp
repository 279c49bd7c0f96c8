//===- ReductionFix.cpp - Insert optimal reduce_noise ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/ReductionFix.h"
#include "optimizer/OptimizerReport.h"
#include "server/document/Snapshot.h"
#include "server/features/ReductionWriter.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

bool mlir::noisy::lsp::isFixable(const Problem &Found) {
  return Found.Code == "noise-overflow" || Found.Code == "noise-unbounded" ||
         Found.Code == "noise-contract";
}

Fix mlir::noisy::lsp::computeReductionFix(const DialectRegistry &Registry,
                                          const Text &Contents, size_t Offset,
                                          const OptimizerOptions &Options) {
  Fix Given;
  std::vector<ByteRange> Chunks = findChunks(Contents.bytes());
  auto After = llvm::upper_bound(
      Chunks, Offset, [](size_t O, const ByteRange &C) { return O < C.Begin; });
  auto [Begin, End] = *std::prev(After);

  // A parse of its own: this runs beside the worker of the document.
  std::unique_ptr<const Chunk> Built = Chunk::build(
      Registry, Contents.bytes().slice(Begin, End), "reduction-fix.mlir");
  if (!Built->isValid()) {
    Given.Message = "the text has errors; mend these first";
    return Given;
  }
  OptimizerResult Result = optimizeReductions(Built->module(), Options);
  Given.Message =
      describeResult(Result, [&](Value V) { return Built->nameOf(V); });
  if (!Result.isLegal())
    return Given;
  std::optional<std::vector<ByteEdit>> Edits =
      writeReductions(*Built, Result.reductions, Result.removed);
  if (!Edits) {
    Given.Message =
        "a reduction would stand where the text has no room for it, in "
        "a short form that leaves out values; write that out first";
    return Given;
  }

  std::unique_ptr<const Chunk> Mended = Chunk::build(
      Registry, applyEdits(Built->text(), *Edits), "reduction-fix.mlir");
  if (!Mended->isValid() || !Mended->facts().getFindings().empty()) {
    Given.Message = "the mended text does not hold up to a new analysis, so "
                    "nothing was changed; please report this with the text";
    return Given;
  }
  for (ByteEdit &Edit : *Edits) {
    Edit.Where.Begin += Begin;
    Edit.Where.End += Begin;
  }
  Given.Edits = std::move(*Edits);
  return Given;
}
