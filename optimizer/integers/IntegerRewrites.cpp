//===- IntegerRewrites.cpp - Simpler integers by their ranges -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/integers/IntegerRewrites.h"
#include "analysis/bounds/DecidedComparisons.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/ProgramFlow.h"
#include "dialect/StatedRange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;
using llvm::APInt;

TypedAttr mlir::noisy::makeConstantAttr(Type type, const APInt &number) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isSignlessInteger() && !element.isIndex())
    return nullptr;
  if (ConstantIntRanges::getStorageBitwidth(element) != number.getBitWidth())
    return nullptr;
  if (auto shape = dyn_cast<ShapedType>(type)) {
    if (!isa<VectorType, RankedTensorType>(type) || !shape.hasStaticShape())
      return nullptr;
    return DenseElementsAttr::get(shape, number);
  }
  return IntegerAttr::get(type, number);
}

Operation *mlir::noisy::useUnsignedForm(Operation *op) {
  auto [name, predicate] = getUnsignedEquivalent(op).split(' ');
  if (!predicate.empty()) {
    cast<arith::CmpIOp>(op).setPredicate(
        *arith::symbolizeCmpIPredicate(predicate));
    return op;
  }
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name, op->getOperands(),
                       op->getResultTypes(), op->getAttrs());
  Operation *form = builder.create(state);
  op->replaceAllUsesWith(form);
  op->erase();
  return form;
}

namespace {

/// Rewrites the code below an operation by its facts, which are collected
/// before anything changes.
class Rewriter {
public:
  explicit Rewriter(const IntegerFacts &facts) : facts(facts) {}

  void collect(Operation *root);
  void collectDecided(ProgramFlow &flow);
  void collectUnsigned();
  IntegerRewriteCounts apply();

private:
  void collect(Value value);
  void replace(Value value, TypedAttr number);
  void eraseUnused();

  const IntegerFacts &facts;
  struct Constant {
    Value value;
    TypedAttr number;
  };
  struct Copy {
    Operation *op;
    unsigned operand;
  };
  std::vector<Constant> constants;
  std::vector<Copy> copies;
  std::vector<Operation *> signedForms;
  /// Operations that may be erased.
  llvm::SetVector<Operation *> unused;
  IntegerRewriteCounts counts;
};

} // namespace

void Rewriter::collect(Value value) {
  std::optional<IntegerFact> fact = facts.find(value);
  if (!fact || fact->isUnreached || value.use_empty())
    return;
  if (std::optional<APInt> number = fact->range.getConstantValue())
    if (TypedAttr attribute = makeConstantAttr(value.getType(), *number))
      constants.push_back({value, attribute});
}

void Rewriter::collect(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          collect(argument);
    if (op == root || op->hasTrait<OpTrait::ConstantLike>())
      return;
    size_t count = constants.size();
    for (Value result : op->getResults())
      collect(result);
    if (constants.size() > count || op->use_empty())
      return;
    // What is stated of the result is not of the operand, but others rest on
    // it.
    if (statesResultRange(op))
      return;
    if (std::optional<unsigned> operand = findEqualOperand(facts, op))
      copies.push_back({op, *operand});
  });
}

/// Adds the comparisons that only bounds decide.
void Rewriter::collectDecided(ProgramFlow &flow) {
  for (const ComparisonFinding &finding : findDecidedComparisons(flow, facts)) {
    Value result = finding.op->getResult(0);
    if (!result.use_empty())
      constants.push_back({result, makeConstantAttr(result.getType(),
                                                    APInt(1, finding.result))});
  }
}

void Rewriter::collectUnsigned() {
  for (const IntegerFinding &finding : facts.getFindings())
    if (finding.kind == IntegerFindingKind::Unsigned)
      signedForms.push_back(finding.op);
}

/// A constant of the dialect that `neighbour` is from, or of arith.
static Value buildConstant(OpBuilder &builder, Operation *neighbour,
                           TypedAttr number, Location location) {
  Type type = number.getType();
  if (Dialect *dialect = neighbour->getDialect())
    if (Operation *constant =
            dialect->materializeConstant(builder, number, type, location))
      return constant->getResult(0);
  return arith::ConstantOp::create(builder, location, number);
}

/// True if verifiers refuse `number` there: a loop that steps by nothing, or
/// backwards, is undefined only if it is executed.
static bool isRefusedAt(OpOperand &use, TypedAttr number) {
  auto integer = dyn_cast<IntegerAttr>(number);
  auto loop = dyn_cast<LoopLikeOpInterface>(use.getOwner());
  if (!loop || !integer || integer.getValue().isStrictlyPositive())
    return false;
  std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
  return !steps || llvm::is_contained(*steps, OpFoldResult(use.get()));
}

void Rewriter::replace(Value value, TypedAttr number) {
  if (llvm::all_of(value.getUses(),
                   [&](OpOperand &use) { return isRefusedAt(use, number); }))
    return;
  Operation *op = value.getDefiningOp();
  OpBuilder builder(value.getContext());
  if (op)
    builder.setInsertionPoint(op);
  else
    builder.setInsertionPointToStart(value.getParentBlock());
  Value constant =
      buildConstant(builder, op ? op : value.getParentBlock()->getParentOp(),
                    number, value.getLoc());
  value.replaceUsesWithIf(
      constant, [&](OpOperand &use) { return !isRefusedAt(use, number); });
  ++counts.constants;
  if (op)
    unused.insert(op);
}

void Rewriter::eraseUnused() {
  while (!unused.empty()) {
    Operation *op = unused.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        unused.insert(definition);
    op->walk([&](Operation *inner) { unused.remove(inner); });
    op->erase();
    ++counts.erasedOperations;
  }
}

IntegerRewriteCounts Rewriter::apply() {
  for (const Constant &constant : constants)
    replace(constant.value, constant.number);
  for (const Copy &copy : copies) {
    Value operand = copy.op->getOperand(copy.operand);
    // In a region without order, an operation may use its own result.
    if (operand.getDefiningOp() == copy.op)
      continue;
    copy.op->getResult(0).replaceAllUsesWith(operand);
    ++counts.operands;
    unused.insert(copy.op);
  }
  for (Operation *op : signedForms) {
    if (unused.contains(op))
      continue;
    useUnsignedForm(op);
    ++counts.unsignedForms;
  }
  eraseUnused();
  return counts;
}

static IntegerRewriteCounts rewrite(Operation *root, bool usesUnsignedForms) {
  ProgramFlow flow(root);
  IntegerFacts facts = IntegerFacts::compute(flow);
  Rewriter rewriter(facts);
  rewriter.collect(root);
  rewriter.collectDecided(flow);
  if (usesUnsignedForms)
    rewriter.collectUnsigned();
  return rewriter.apply();
}

IntegerRewriteCounts mlir::noisy::rewriteIntegers(Operation *root,
                                                  bool usesUnsignedForms) {
  if (!root->getParentOp())
    return rewrite(root, usesUnsignedForms);
  // The analyses follow calls by name, but other threads may be changing the
  // code around `root`. A copy in a module of its own has nothing around it.
  OwningOpRef<ModuleOp> shell = ModuleOp::create(root->getLoc());
  Operation *copy = root->clone();
  shell->push_back(copy);
  IntegerRewriteCounts counts = rewrite(copy, usesUnsignedForms);
  if (!counts.isEmpty())
    for (auto [region, newRegion] :
         llvm::zip_equal(root->getRegions(), copy->getRegions()))
      region.takeBody(newRegion);
  return counts;
}
