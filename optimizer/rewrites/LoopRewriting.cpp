//===- LoopRewriting.cpp - Loops whose turns are grouped anew -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/LoopRewriting.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyOps.h"
#include "dialect/Patterns.h"
#include "dialect/RuledDialects.h"
#include "dialect/units/NumberText.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "optimizer/rewrites/LoopNest.h"
#include "optimizer/rewrites/NoiseEstimate.h"

using namespace mlir;
using namespace mlir::noisy;

/// The most operations of a body with joined turns, and of these turns.
static constexpr int64_t kMostOperations = 96;
static constexpr int64_t kMostJoined = 8;
/// The most turns after which a value that still has little noise counts as one
/// that stays so.
static constexpr int64_t kMostFreeTurns = 4096;

namespace {

class LoopRewriter {
public:
  LoopRewriter(const NoiseFacts &facts, const RewriteOptions &options)
      : facts(facts), options(options) {}

  void visit(Operation *op);
  std::vector<RewriteNote> takeNotes() { return std::move(notes); }

private:
  void rewrite(Operation *op);
  CarriedValue read(const CountedLoop &loop, unsigned index) const;
  bool isPartOfOuter(const CountedLoop &loop, unsigned index) const;
  int64_t countFreeTurns(const CountedLoop &loop,
                         ArrayRef<CarriedValue> carried) const;
  LoopSum measure(const CountedLoop &loop, unsigned index,
                  const CarriedValue &value) const;
  void replace(const CountedLoop &loop, ArrayRef<CarriedValue> carried,
               const LoopSchedule &schedule);
  uint32_t getNoise(Value value) const {
    return noise.get(value, facts, model);
  }
  void note(Operation *op, bool isDone, std::string text) {
    if (isDone || options.explains)
      notes.push_back({op->getLoc(), isDone, std::move(text)});
  }

  const NoiseFacts &facts;
  const RewriteOptions &options;
  NoiseModel model;
  /// Of what was made.
  NoiseEstimate noise;
  std::vector<RewriteNote> notes;
};

} // namespace

//===----------------------------------------------------------------------===//
// What loops carry
//===----------------------------------------------------------------------===//

/// The operation that joins a term to `value`, which nothing else uses, or
/// null.
static Operation *findJoin(Value value, const NoiseModel &model,
                           bool &isProduct) {
  if (!value.hasOneUse())
    return nullptr;
  OpOperand &use = *value.use_begin();
  Operation *op = use.getOwner();
  if (!isRewritable(op) || op->getBlock() != value.getParentBlock())
    return nullptr;
  isProduct = isa<MulOp>(op);
  bool isFirst = use.getOperandNumber() == 0;
  if (!isa<AddOp, MulOp>(op) && !(isa<SubOp>(op) && isFirst))
    return nullptr;
  auto isMax = [](NoiseTransfer transfer) {
    return transfer.form == NoiseTransfer::Form::Max;
  };
  return (isProduct ? isMax(model.mul) : isMax(model.add) && isMax(model.sub))
             ? op
             : nullptr;
}

CarriedValue LoopRewriter::read(const CountedLoop &loop, unsigned index) const {
  CarriedValue result;
  Operation *end = loop.getBody().getTerminator();
  for (Value value = loop.getCarried()[index];;) {
    bool isProduct = false;
    if (value.hasOneUse() && *value.user_begin() == end)
      return value == loop.getYielded()[index] ? result : CarriedValue();
    Operation *op = findJoin(value, model, isProduct);
    if (!op || (result.isSum() && isProduct != result.isProduct))
      return {};
    result.isProduct = isProduct;
    result.joins.push_back(op);
    value = op->getResult(0);
  }
}

/// True if a sum goes on in a loop around this one, in which it gets too noisy.
bool LoopRewriter::isPartOfOuter(const CountedLoop &loop,
                                 unsigned index) const {
  Operation *op = loop.getOperation(), *parent = op->getParentOp();
  auto init = dyn_cast<BlockArgument>(loop.getInits()[index]);
  const char *reason = nullptr;
  std::optional<CountedLoop> outer = CountedLoop::read(parent, reason);
  if (!outer || !init || init.getOwner() != op->getBlock() ||
      !init.hasOneUse() || init == outer->getCounter() ||
      !op->getResult(index).hasOneUse())
    return false;
  unsigned outerIndex = init.getArgNumber() - 1;
  const NoiseFact *fact = facts.find(outer->getYielded()[outerIndex]);
  return fact && fact->bound.exceeds(model.max);
}

/// True if the operation, or one inside of it, uses one of the values.
static bool usesAny(Operation *op,
                    const llvm::DenseMap<Value, uint32_t> &values) {
  return op
      ->walk([&](Operation *inner) {
        return llvm::any_of(
                   inner->getOperands(),
                   [&](Value operand) { return values.contains(operand); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// How many turns need no reduction of the values that are no sums, if all of
/// them are reduced before.
int64_t LoopRewriter::countFreeTurns(const CountedLoop &loop,
                                     ArrayRef<CarriedValue> carried) const {
  llvm::DenseMap<Value, uint32_t> bits;
  llvm::DenseSet<Operation *> passed;
  for (auto [value, argument] : llvm::zip_equal(carried, loop.getCarried())) {
    passed.insert(value.joins.begin(), value.joins.end());
    if (carriesNoise(argument) && !value.isSum())
      bits[argument] = model.getReduced();
  }
  auto getBits = [&](Value value) {
    auto it = bits.find(value);
    return it == bits.end() ? getNoise(value) : it->second;
  };
  SmallVector<Operation *> dependents;
  llvm::DenseMap<Value, uint32_t> dependent = bits;
  for (Operation &op : loop.getBody().without_terminator()) {
    if (passed.contains(&op) || !usesAny(&op, dependent) ||
        llvm::none_of(op.getResults(), carriesNoise))
      continue;
    if (!isa<NoiseOpInterface>(op))
      return 0;
    dependents.push_back(&op);
    for (Value result : op.getResults())
      dependent[result] = 0;
  }
  int64_t most = std::min(loop.getTurns(), kMostFreeTurns);
  for (int64_t turn = 0; turn < most; ++turn) {
    for (Operation *op : dependents) {
      SmallVector<NoiseBound> operands;
      forEachCounted(op, [&](Value operand) {
        operands.push_back(NoiseBound::bits(getBits(operand)));
      });
      NoiseBound bound = cast<NoiseOpInterface>(op).inferNoise(model, operands);
      if (bound.exceeds(model.max))
        return turn;
      for (Value result : op->getResults())
        bits[result] = bound.getBits();
    }
    SmallVector<std::pair<Value, uint32_t>> next;
    for (auto [argument, yielded] :
         llvm::zip_equal(loop.getCarried(), loop.getYielded()))
      if (bits.contains(argument))
        next.emplace_back(argument, getBits(yielded));
    bool isSame = true;
    for (auto [argument, nextBits] : next) {
      isSame &= bits[argument] >= nextBits;
      bits[argument] = nextBits;
    }
    if (isSame)
      break;
  }
  return loop.getTurns();
}

LoopSum LoopRewriter::measure(const CountedLoop &loop, unsigned index,
                              const CarriedValue &value) const {
  LoopSum sum;
  sum.join =
      value.isProduct
          ? model.mul
          : NoiseTransfer::max(std::max(model.add.added, model.sub.added));
  sum.init = std::min(getNoise(loop.getInits()[index]), model.max);
  sum.isApart = value.isApart;
  Value before = loop.getCarried()[index];
  for (Operation *op : value.joins) {
    bool isFirst = op->getOperand(0) == before;
    sum.terms.push_back(
        std::min(getNoise(op->getOperand(isFirst ? 1 : 0)), model.max));
    before = op->getResult(0);
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// What is done
//===----------------------------------------------------------------------===//

/// "computed its 256 turns as 4 x 4 x 4 with 4 turns each: about 64 reductions
/// in place of 256".
static std::string describe(const LoopSchedule &schedule, int64_t turns,
                            uint64_t simple) {
  std::string text = "computed its " + formatNumber(turns) + " turns";
  for (auto [i, inner] : llvm::enumerate(schedule.turns))
    text += (i == 0 ? " as " : " x ") + formatNumber(inner);
  if (schedule.turns.empty())
    text += " without a loop";
  else if (schedule.joined > 1)
    text += " with " + formatNumber(schedule.joined) + " turns each";
  if (schedule.rest > 0)
    text += ", and " + formatNumber(schedule.rest) + " more";
  return text + ": about " +
         formatCount(int64_t(schedule.reductions), "reduction") +
         " in place of " + formatNumber(int64_t(simple));
}

void LoopRewriter::replace(const CountedLoop &loop,
                           ArrayRef<CarriedValue> carried,
                           const LoopSchedule &schedule) {
  Operation *op = loop.getOperation();
  MadeListener listener(options.observer, op);
  OpBuilder builder(op, &listener);
  SmallVector<Value> values = makeNest(loop, carried, schedule, builder);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    result.replaceAllUsesWith(value);
  // Constants of the original are perhaps not needed any more.
  SmallVector<Value> operands(op->getOperands());
  if (options.observer.onErased)
    op->walk(options.observer.onErased);
  op->erase();
  for (auto [i, operand] : llvm::enumerate(operands))
    if (Operation *source = operand.getDefiningOp();
        source &&
        !llvm::is_contained(ArrayRef(operands).take_front(i), operand) &&
        source->hasTrait<OpTrait::ConstantLike>() && source->use_empty() &&
        source->getDiscardableAttrDictionary().empty())
      eraseUnused(source, options.observer);
  // What loops around this one see of it.
  for (auto [value, how] : llvm::zip_equal(values, carried)) {
    if (!carriesNoise(value))
      continue;
    noise.set(value, std::max(schedule.bits, model.getReduced()));
    if (how.isApart)
      noise.set(value.getDefiningOp()->getOperand(1), schedule.bits);
  }
}

/// The turns joined as far as that goes.
static LoopSchedule joinTurns(const LoopNoise &noise) {
  LoopSchedule schedule;
  schedule.joined = std::min(noise.mostJoined, noise.turns);
  schedule.rest = noise.turns % schedule.joined;
  if (int64_t turns = noise.turns / schedule.joined; turns > 1)
    schedule.turns = {turns};
  return schedule;
}

void LoopRewriter::rewrite(Operation *op) {
  const char *reason = nullptr;
  std::optional<CountedLoop> loop = CountedLoop::read(op, reason);
  // What nothing uses is perhaps being written.
  if (op->use_empty() || llvm::none_of(op->getResults(), carriesNoise))
    return;
  if (!loop) {
    if (reason)
      note(op, false, std::string("left as it is: ") + reason);
    return;
  }
  model = NoiseModel::get(op);
  if (!model.hasPlainTransfers())
    return;
  LoopNoise loopNoise;
  loopNoise.turns = loop->getTurns();
  SmallVector<CarriedValue> carried;
  for (auto [i, argument] : llvm::enumerate(loop->getCarried())) {
    CarriedValue &value = carried.emplace_back();
    if (!carriesNoise(argument))
      continue;
    value = read(*loop, i);
    if (!value.isSum()) {
      ++loopNoise.others;
      continue;
    }
    value.isApart = isPartOfOuter(*loop, i);
    loopNoise.sums.push_back(measure(*loop, i, value));
  }
  loopNoise.freeTurns = countFreeTurns(*loop, carried);
  int64_t size = 0;
  loop->getBody().walk([&](Operation *) { ++size; });
  loopNoise.mostJoined =
      std::clamp(kMostOperations / size, int64_t(1), kMostJoined);
  const uint64_t simple = countSimpleReductions(model, loopNoise);
  LoopSchedule schedule = findSchedule(model, loopNoise);
  bool joinsOthers = options.loops == RewriteLoops::Joined &&
                     loopNoise.sums.empty() && loopNoise.mostJoined > 1 &&
                     loopNoise.turns > 1;
  if (joinsOthers && simple > 0 && !schedule.isChanged()) {
    schedule = joinTurns(loopNoise);
    note(op, true,
         "joined " + formatNumber(schedule.joined) + " of its " +
             formatNumber(loopNoise.turns) + " turns each");
    replace(*loop, carried, schedule);
    return;
  }
  bool isApart = llvm::any_of(
      carried, [](const CarriedValue &value) { return value.isApart; });
  // (As one loop it may still be better: terms are joined with each other.)
  if (!schedule.isChanged() && !isApart && schedule.reductions >= simple) {
    note(op, false,
         simple == 0 ? "what it carries needs no reductions"
                     : "no other order of its " +
                           formatCount(loop->getTurns(), "turn") +
                           " needs fewer reductions");
    return;
  }
  note(op, true,
       schedule.isChanged() ? describe(schedule, loop->getTurns(), simple)
                            : "added up apart from the loop around it");
  replace(*loop, carried, schedule);
}

void LoopRewriter::visit(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : llvm::make_early_inc_range(block)) {
        if (options.isCancelled && options.isCancelled())
          return;
        visit(&inner);
        rewrite(&inner);
      }
}

std::vector<RewriteNote>
mlir::noisy::rewriteLoops(Operation *top, const NoiseFacts &facts,
                          const RewriteOptions &options) {
  LoopRewriter rewriter(facts, options);
  rewriter.visit(top);
  return rewriter.takeNotes();
}

unsigned mlir::noisy::moveInvariants(Operation *top) {
  unsigned count = 0;
  // Inner loops first: what leaves them may leave the outer ones, too.
  top->walk([&](LoopLikeOpInterface loop) {
    count += moveLoopInvariantCode(
        loop.getLoopRegions(),
        [&](Value value, Region *) {
          return loop.isDefinedOutsideOfLoop(value);
        },
        [](Operation *op, Region *) {
          bool isCipher =
              isa<AddOp, SubOp, MulOp, ScaleOp, EncodeOp, ReduceNoiseOp>(op);
          return (isCipher || op->hasTrait<OpTrait::ConstantLike>()) &&
                 op->getDiscardableAttrDictionary().empty() && !op->use_empty();
        },
        [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
  });
  return count;
}
