//===- ConstantFix.cpp - Replacement by a constant ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/ConstantFix.h"
#include "analysis/bounds/DecidedComparisons.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/ProgramFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "optimizer/integers/IntegerRewrites.h"
#include "server/features/fixes/FixPlace.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
class ConstantFix final : public SmallFixKind {
public:
  ConstantFix()
      : SmallFixKind("replaceByConstant", "Replace with the constant") {}

  bool fixes(llvm::StringRef Code) const override {
    return Code == "int-constant" || Code == "int-comparison";
  }
  llvm::Expected<FixDraft> draft(const Chunk &Program,
                                 size_t Offset) const override;
};
} // namespace

static const ConstantFix Kind;
const SmallFixKind &fixes::ReplaceByConstant = Kind;

/// True if the operation does nothing but compute an integer.
static bool computesOneInteger(Operation *Op) {
  return Op->getNumResults() == 1 && Op->getNumRegions() == 0 &&
         hasRange(Op->getResult(0)) && isMemoryEffectFree(Op);
}

llvm::Expected<FixDraft>
mlir::noisy::lsp::draftConstant(const Chunk &Program, Operation *Op,
                                const llvm::APInt &Number) {
  if (!computesOneInteger(Op))
    return refuse("the operation does more than compute one integer");
  Value Result = Op->getResult(0);
  std::string Name = Program.nameOf(Result);
  TypedAttr Constant = makeConstantAttr(Result.getType(), Number);
  if (!Constant)
    return refuse("'arith.constant' cannot have the type of " + Name);
  OperationText Parts(Program, Op);
  if (Parts.Name >= Parts.End)
    return refuse("the operation is not in the text");

  // Printed like MLIR does, except for the name of the result.
  DictionaryAttr Attributes = Op->getDiscardableAttrDictionary();
  std::string NewText = "arith.constant ";
  llvm::raw_string_ostream OS(NewText);
  if (!Attributes.empty())
    OS << Attributes << " ";
  if (Result.getType().isInteger(1))
    OS << (Number.isZero() ? "false" : "true");
  else
    OS << Constant;

  FixDraft Draft;
  Draft.Edits = replaceTokens(Program.text(), Parts.Tokens, Parts.Name,
                              Parts.End, NewText);
  Draft.Change = [Op, Constant, Attributes](IRMapping &Map) {
    Operation *Old = Map.lookup(Op);
    OpBuilder Builder(Old);
    auto New = arith::ConstantOp::create(Builder, Old->getLoc(), Constant);
    New->setDiscardableAttrs(Attributes);
    Old->getResult(0).replaceAllUsesWith(New.getResult());
    Map.map(Op->getResult(0), New.getResult());
    Map.map(Op, New.getOperation());
    Old->erase();
  };
  Draft.Message = "replaced " + Name + " with the constant";
  return Draft;
}

llvm::Expected<FixDraft> ConstantFix::draft(const Chunk &Program,
                                            size_t Offset) const {
  Operation *Op = findOperationAt(Program, Offset);
  if (!Op || !computesOneInteger(Op))
    if (Value NamedValue = findValueAt(Program, Offset))
      Op = NamedValue.getDefiningOp();
  if (!Op || !computesOneInteger(Op))
    return refuse("no operation here only computes one integer");
  Value Result = Op->getResult(0);
  std::string Name = Program.nameOf(Result);
  if (Op->hasTrait<OpTrait::ConstantLike>())
    return refuse(Name + " is a constant already");
  ProgramFlow Flow(Program.module());
  std::optional<IntegerFact> Fact = IntegerFacts::compute(Flow).find(Result);
  std::optional<APInt> Number;
  if (Fact && !Fact->isUnreached)
    Number = Fact->range.getConstantValue();
  if (Fact && !Fact->isUnreached && !Number && Flow.isLive(Op->getBlock()))
    if (std::optional<bool> Decided = findDecidedResult(Op))
      Number = APInt(1, *Decided);
  if (!Number)
    return refuse(Name + " is not known to be constant");
  return draftConstant(Program, Op, *Number);
}
