//===- SmallFix.cpp - Fixes of one value or one operation -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/SmallFix.h"
#include "server/features/fixes/IntactText.h"
#include "server/threads/Thread.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static Fix computeInChunk(const DialectRegistry &Registry, const Text &Contents,
                          size_t Offset, const SmallFixKind &Kind) {
  Fix Result;
  auto [Begin, End] = findChunkAt(Contents.bytes(), Offset);
  std::unique_ptr<const Chunk> Program = Chunk::build(
      Registry, Contents.bytes().slice(Begin, End), "small-fix.mlir");
  if (!Program->isValid()) {
    Result.Message = FixErrorsFirst;
    return Result;
  }
  FixDraft Draft = Kind.draft(*Program, Offset - Begin);
  Result.Message = std::move(Draft.Message);
  if (Draft.Edits.empty())
    return Result;
  if (std::optional<std::string> Objection =
          findObjection(Registry, *Program, Draft)) {
    Result.Message = std::move(*Objection);
    return Result;
  }
  for (ByteEdit &Edit : Draft.Edits)
    Edit.Range = Edit.Range.shift(Begin);
  Result.Edits = std::move(Draft.Edits);
  return Result;
}

Fix SmallFixKind::compute(const FixTask &Task, const FixTools &) const {
  Fix Result;
  // The analyses recurse as deep as the text nests and may crash like the
  // parser.
  Task.Contents.bytes();
  bool HasSurvived = surviveOnLargeStack([&] {
    // The first declaration of the model is the valid one.
    DialectRegistry WithModel;
    if (Task.Options.Model)
      registerDefaultModel(WithModel, *Task.Options.Model);
    Task.Registry->appendTo(WithModel);
    Result = computeInChunk(WithModel, Task.Contents, Task.Offset, *this);
  });
  if (!HasSurvived)
    Result = {{}, "MLIR crashed on this text, so nothing was changed"};
  return Result;
}
