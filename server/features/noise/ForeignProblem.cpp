//===- ForeignProblem.cpp - Noise of other dialects -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/ForeignProblem.h"
#include "server/features/noise/NoiseLevel.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static bool isForeign(const PlacedSection &Placement, Section::Index Number) {
  ValueRef Value(Placement, Number);
  return Value.isEncrypted() && !Value.type().contains("!noisy.i32");
}

bool mlir::noisy::lsp::canReduce(const PlacedSection &Placement,
                                 const Problem &Issue) {
  if (!isReducible(Issue.Code))
    return false;
  const Section &Data = *Placement.Data;
  // The value that the problem is at.
  if (const Section::Token *Token = Data.tokenAt(Issue.Range.Begin);
      Token && Token->TargetKind == Section::Kind::Value)
    return !isForeign(Placement, Token->Target);
  // One without a name is told at its operation.
  Section::Index Op = Data.operationAt(Issue.Range.Begin);
  if (Op == Section::None)
    return true;
  for (ValueRef Result : OperationRef(Placement, Op).results())
    if (Result.isEncrypted())
      return !isForeign(Placement, Result.number());
  return true;
}
