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

/// The value that a problem is about; none if it is at no encrypted value.
static ValueRef valueOf(const PlacedSection &Placement, const Problem &Issue) {
  const Section &Data = *Placement.Data;
  // The value that the problem is at.
  if (const Section::Token *Token = Data.tokenAt(Issue.Range.Begin);
      Token && Token->TargetKind == Section::Kind::Value)
    return ValueRef(Placement, Token->Target);
  // One without a name is told at its operation.
  Section::Index Op = Data.operationAt(Issue.Range.Begin);
  if (Op != Section::None)
    for (ValueRef Result : OperationRef(Placement, Op).results())
      if (Result.isEncrypted())
        return Result;
  return {};
}

/// The type of the elements of a tensor or a vector; of any other the type.
static llvm::StringRef elementOf(llvm::StringRef Type) {
  if (Type.starts_with("!"))
    return Type;
  Type = Type.substr(std::min(Type.find('!'), Type.size()));
  // The bracket of the tensor.
  Type.consume_back(">");
  return Type;
}

/// The type that a problem is about, if that is one of another dialect.
static llvm::StringRef foreignTypeOf(const PlacedSection &Placement,
                                     const Problem &Issue) {
  ValueRef Value = valueOf(Placement, Issue);
  return Value && Value.isEncrypted() && !Value.type().contains("!noisy.i32")
             ? elementOf(Value.type())
             : "";
}

std::string mlir::noisy::lsp::findReducer(llvm::StringRef Type,
                                          const NoiseRules *Rules) {
  if (Type == "!noisy.i32")
    return "noisy.reduce_noise";
  const ReductionRule *Rule = Rules ? Rules->findReduction(Type) : nullptr;
  return Rule ? Rule->operation : "";
}

std::string mlir::noisy::lsp::findReducer(const PlacedSection &Placement,
                                          const Problem &Issue,
                                          const NoiseRules *Rules) {
  if (!isReducible(Issue.Code))
    return "";
  llvm::StringRef Type = foreignTypeOf(Placement, Issue);
  return findReducer(Type.empty() ? "!noisy.i32" : Type, Rules);
}

std::string mlir::noisy::lsp::explainNoReducer(const PlacedSection &Placement,
                                               const Problem &Issue,
                                               const NoiseRules *Rules) {
  if (!isReducible(Issue.Code) || !findReducer(Placement, Issue, Rules).empty())
    return "";
  return noisy::explainNoReducer(
      foreignTypeOf(Placement, Issue).split('<').first);
}

std::string
mlir::noisy::lsp::titleOfInsertion(const std::set<std::string> &Reducers) {
  const std::string Title = "Insert optimal ";
  if (Reducers.size() > 1)
    return Title + "reductions";
  // One of our own is called by its name alone.
  llvm::StringRef Name = Reducers.empty()
                             ? llvm::StringRef("noisy.reduce_noise")
                             : llvm::StringRef(*Reducers.begin());
  Name.consume_front("noisy.");
  return Title + Name.str();
}
