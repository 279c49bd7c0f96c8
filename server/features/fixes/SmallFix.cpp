//===- SmallFix.cpp - Fixes of one value or one operation -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/SmallFix.h"
#include "server/features/fixes/BrokenParts.h"
#include "server/threads/Thread.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static llvm::Expected<Fix> computeInChunk(const DialectRegistry &Registry,
                                          const Text &Contents, size_t Offset,
                                          const SmallFixKind &Kind) {
  auto [Begin, End] = findChunkAt(Contents.bytes(), Offset);
  std::unique_ptr<const Chunk> Program = Chunk::build(
      Registry, Contents.bytes().slice(Begin, End), "small-fix.mlir");
  if (!Program->isValid())
    return refuse(FixErrorsFirst);
  llvm::Expected<FixDraft> Draft = Kind.draft(*Program, Offset - Begin);
  if (!Draft)
    return Draft.takeError();
  if (llvm::Error Refusal = checkDraft(Registry, *Program, *Draft))
    return Refusal;
  for (ByteEdit &Edit : Draft->Edits)
    Edit.Range = Edit.Range.shift(Begin);
  Fix Repair{std::move(Draft->Edits), std::move(Draft->Message)};
  Repair.IsNotable = Draft->IsNotable;
  return Repair;
}

llvm::Expected<Fix> mlir::noisy::lsp::computeSafely(
    const FixTask &Task,
    llvm::function_ref<llvm::Expected<Fix>(const DialectRegistry &)> Compute) {
  // The analyses recurse as deep as the text nests and may crash like the
  // parser.
  Task.Contents.bytes();
  auto Result = surviveOnLargeStack([&] {
    // The first declaration of the model is the valid one.
    DialectRegistry WithModel;
    if (Task.Options.Model)
      registerDefaultModel(WithModel, *Task.Options.Model);
    Task.Registry->appendTo(WithModel);
    return Compute(WithModel);
  });
  if (!Result)
    return refuse("MLIR crashed on this text, so nothing was changed");
  return std::move(*Result);
}

llvm::Expected<Fix> SmallFixKind::compute(const FixTask &Task,
                                          const FixTools &) const {
  return computeSafely(Task, [&](const DialectRegistry &Registry) {
    return computeInChunk(Registry, Task.Contents, Task.Offset, *this);
  });
}
