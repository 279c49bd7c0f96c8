//===- SmallFix.cpp - Fixes of one value or one operation -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/SmallFix.h"
#include "server/document/Snapshot.h"
#include "server/features/ConstantFix.h"
#include "server/features/DeclareBoundFix.h"
#include "server/features/ReduceValueFix.h"
#include "server/features/RemoveReductionFix.h"
#include "server/features/UnsignedFix.h"
#include "server/threads/Thread.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Drafter = FixDraft (*)(const Chunk &, size_t);

/// What works out a fix of this kind; null where it is no small one.
static Drafter findDrafter(FixKind Kind) {
  switch (Kind) {
  case FixKind::ReduceFunction:
  case FixKind::ReduceChunk:
  case FixKind::ReduceDocument:
    return nullptr;
  case FixKind::ReduceValue:
    return draftReduceValue;
  case FixKind::RemoveReduction:
    return draftRemoveReduction;
  case FixKind::DeclareBound:
    return draftDeclareBound;
  case FixKind::ReplaceByConstant:
    return draftConstant;
  case FixKind::UseUnsigned:
    return draftUnsigned;
  }
  llvm_unreachable("all kinds are handled");
}

bool mlir::noisy::lsp::isSmallFix(FixKind Kind) {
  return findDrafter(Kind) != nullptr;
}

static Fix compute(const DialectRegistry &Registry, const Text &Contents,
                   size_t Offset, Drafter Draw) {
  Fix Given;
  auto [Begin, End] = findChunkAt(Contents.bytes(), Offset);
  std::unique_ptr<const Chunk> Built = Chunk::build(
      Registry, Contents.bytes().slice(Begin, End), "small-fix.mlir");
  if (!Built->isValid()) {
    Given.Message = "the text has errors; mend these first";
    return Given;
  }
  FixDraft Draft = Draw(*Built, Offset - Begin);
  Given.Message = std::move(Draft.Message);
  if (Draft.Edits.empty())
    return Given;
  if (std::optional<std::string> Why = findObjection(Registry, *Built, Draft)) {
    Given.Message = std::move(*Why);
    return Given;
  }
  for (ByteEdit &Edit : Draft.Edits)
    Edit.Where = Edit.Where.shifted(Begin);
  Given.Edits = std::move(Draft.Edits);
  return Given;
}

Fix mlir::noisy::lsp::computeSmallFix(const DialectRegistry &Registry,
                                      const Text &Contents, size_t Offset,
                                      FixKind Kind, const Settings &Asked) {
  Fix Given;
  Drafter Draw = findDrafter(Kind);
  if (!Draw) {
    Given.Message = "this fix is not about one place";
    return Given;
  }
  // The analyses recurse as deep as the text nests, and may crash as the parser
  // may.
  Contents.bytes();
  bool Survived = surviveOnLargeStack([&] {
    // What was said first of the model holds.
    DialectRegistry WithModel;
    if (Asked.Model)
      registerDefaultModel(WithModel, *Asked.Model);
    Registry.appendTo(WithModel);
    Given = compute(WithModel, Contents, Offset, Draw);
  });
  if (!Survived)
    Given = {{}, "MLIR crashed on this text, so nothing was changed"};
  return Given;
}
