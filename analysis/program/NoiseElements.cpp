//===- NoiseElements.cpp - What loops carry in elements of tensors --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that follows elements of tensors through
// loops that are run iteration by iteration. What is in an element when an
// iteration begins is carried by the loop like a value: it has a slot in the
// loop, and another one behind it. A tensor has the noise of its noisiest
// element; so where an element cannot be followed, it has that of the tensor.
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/TensorFlow.h"
#include "analysis/program/NoiseProgramBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <map>

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

/// The elements that have slots of their own, at most: more take too long.
static constexpr unsigned kMostElements = 1u << 14;

/// True for an operation that passes on what one of its regions does.
static bool isConditional(Operation *op) {
  return isa_and_nonnull<scf::IfOp, affine::AffineIfOp, scf::IndexSwitchOp>(op);
}

static bool isInsert(Operation *op) {
  return isa_and_nonnull<tensor::InsertOp>(op);
}

class NoiseProgram::Builder::Elements {
public:
  explicit Elements(Builder &builder)
      : builder(builder), program(builder.program),
        firstOwn(builder.program.getNumSlots()) {}

  void addRead(Slot slot);
  void finish();

private:
  /// An element of what a loop carries, or of a result of a conditional or of
  /// an insertion, as a number among the operation's results.
  struct Followed {
    Operation *op;
    unsigned number;
    ElementIndices place;
    Slot origin;
    /// The slot within a loop, and that behind the operation.
    Slot inside = 0, behind = 0;
  };

  Loop *getRunLoop(Operation *op) const;
  bool isVisible(Slot slot, Operation *reader) const;
  Slot find(Value tensor, const ElementIndices &place, Operation *reader);
  const Followed &follow(Operation *op, unsigned number,
                         const ElementIndices &place);
  void setLoop(const Followed &element, Loop &loop);
  void setConditional(const Followed &element);
  void setInserted(const Followed &element, tensor::InsertOp insert);

  Builder &builder;
  NoiseProgram &program;
  /// The slots from here on are elements.
  const Slot firstOwn;
  /// What reads the element that is being followed.
  Slot load = 0;
  std::deque<Followed> followed;
  std::map<std::tuple<Operation *, unsigned, std::vector<void *>>, unsigned>
      numberOf;
};

/// The loop that is run for an operation, if that passes tensors on from one
/// iteration to the next; otherwise null.
NoiseProgram::Loop *
NoiseProgram::Builder::Elements::getRunLoop(Operation *op) const {
  if (!isa_and_nonnull<scf::ForOp, affine::AffineForOp>(op))
    return nullptr;
  auto entry = program.loopOfOp.find(op);
  return entry == program.loopOfOp.end() ? nullptr
                                         : program.loops[entry->second].get();
}

/// True if a slot is set in a scope that is around `reader`.
bool NoiseProgram::Builder::Elements::isVisible(Slot slot,
                                                Operation *reader) const {
  int loop = program.loopOfSlot[slot];
  int around = builder.findLoop(reader);
  while (around >= 0 && around != loop)
    around = builder.loopAround[around];
  return around == loop;
}

/// The slot with the noise of an element of `tensor`, an operand of `reader`.
Slot NoiseProgram::Builder::Elements::find(Value tensor,
                                           const ElementIndices &place,
                                           Operation *reader) {
  auto see = [&](Value value) {
    return builder.getSeen(program.getSlot(value), reader->getBlock());
  };
  TensorElement element = followElement({tensor, place});
  Slot slot = see(element.value);
  // Of what is in a loop of blocks, only some has a slot behind that.
  if (!isVisible(slot, reader))
    return see(tensor);
  // An exit has no elements.
  if (!isa<TensorType>(element.value.getType()) ||
      slot != program.getSlot(element.value))
    return slot;
  Operation *op = element.value.getDefiningOp();
  unsigned number = 0;
  bool isResult = op;
  if (isResult) {
    number = cast<OpResult>(element.value).getResultNumber();
  } else {
    op = element.value.getParentBlock()->getParentOp();
    if (!getRunLoop(op))
      return slot;
    // (The induction variable comes first.)
    number = cast<BlockArgument>(element.value).getArgNumber() - 1;
    element = element.inAnyIteration(op);
  }
  bool isFollowed =
      getRunLoop(op) || (isResult && (isConditional(op) || isInsert(op)));
  if (!isFollowed || element.isAny() || followed.size() >= kMostElements)
    return slot;
  const Followed &own = follow(op, number, element.place);
  return isResult ? own.behind : own.inside;
}

const NoiseProgram::Builder::Elements::Followed &
NoiseProgram::Builder::Elements::follow(Operation *op, unsigned number,
                                        const ElementIndices &place) {
  std::vector<void *> indices;
  for (OpFoldResult index : place)
    indices.push_back(index.getOpaqueValue());
  auto [entry, isNew] =
      numberOf.try_emplace({op, number, std::move(indices)}, followed.size());
  if (!isNew)
    return followed[entry->second];
  Followed element{op, number, place, load};
  auto addSlot = [&](const Place &scope, Value tensor) {
    Slot slot = builder.addExtraSlot(load, scope);
    program.storedSlots[slot] = builder.allocate(program.getSlot(tensor));
    return slot;
  };
  if (getRunLoop(op)) {
    int id = program.loopOfOp.lookup(op);
    element.inside =
        addSlot({id, /*isInHeader=*/false, /*callable=*/kNone},
                cast<LoopLikeOpInterface>(op).getRegionIterArgs()[number]);
    element.behind = addSlot(builder.getPlaceAround(id), op->getResult(number));
  } else {
    element.behind = addSlot(builder.getPlaceOf(op), op->getResult(number));
  }
  followed.push_back(std::move(element));
  return followed.back();
}

/// Sets what a loop carries.
void NoiseProgram::Builder::Elements::setLoop(const Followed &element,
                                              Loop &loop) {
  auto op = cast<LoopLikeOpInterface>(element.op);
  Value yielded = op.getYieldedValues()[element.number];
  loop.carriedSlots.push_back(element.inside);
  loop.initialSlots.push_back(
      find(op.getInits()[element.number], element.place, op));
  loop.yieldedSlots.emplace_back(
      1, find(yielded, element.place,
              op.getLoopRegions().front()->front().getTerminator()));
  loop.exitSlots.push_back(element.inside);
  loop.outputs.push_back(element.behind);
}

/// Sets what each branch of a conditional leaves.
void NoiseProgram::Builder::Elements::setConditional(const Followed &element) {
  SmallVector<Slot, 4> branches;
  for (Region &region : element.op->getRegions()) {
    Operation *end = region.front().getTerminator();
    branches.push_back(
        find(end->getOperand(element.number), element.place, end));
  }
  builder.extraJoins[element.behind] = std::move(branches);
  builder.conditionalOf[element.behind] = element.op;
}

/// Sets what is in an element that may be the one that is inserted, or not.
void NoiseProgram::Builder::Elements::setInserted(const Followed &element,
                                                  tensor::InsertOp insert) {
  Slot scalar =
      builder.getSeen(program.getSlot(insert.getScalar()), insert->getBlock());
  builder.extraJoins[element.behind] = {
      scalar, find(insert.getDest(), element.place, insert)};
}

/// Finds what an operation reads that extracts an element.
void NoiseProgram::Builder::Elements::addRead(Slot slot) {
  auto extract = program.values[slot].getDefiningOp<tensor::ExtractOp>();
  const Flow &flow = program.slotFlows[slot];
  if (!extract || !program.live[slot] || flow.unknown)
    return;
  // Most come from straight code.
  Value source = program.values[flow.inputs.front()];
  Operation *op = source.getDefiningOp();
  if (!isa<scf::ForOp, affine::AffineForOp>(
          op ? op : source.getParentBlock()->getParentOp()) &&
      !isConditional(op) && !isInsert(op))
    return;
  load = slot;
  Slot read = find(extract.getTensor(), getElementIndices(extract.getIndices()),
                   extract);
  if (read >= firstOwn)
    program.memoryReads[slot] = {read};
}

/// Sets all that loops and other operations have. That may make others have
/// some.
void NoiseProgram::Builder::Elements::finish() {
  for (size_t i = 0; i < followed.size(); ++i) {
    const Followed &element = followed[i];
    load = element.origin;
    if (Loop *loop = getRunLoop(element.op))
      setLoop(element, *loop);
    else if (auto insert = dyn_cast<tensor::InsertOp>(element.op))
      setInserted(element, insert);
    else
      setConditional(element);
  }
}

void NoiseProgram::Builder::followElements() {
  // Between units nothing is known (`separateUnits`), wherever that is.
  if (hasMixedUnits)
    return;
  Elements elements(*this);
  for (Slot slot = 0; slot < program.size(); ++slot)
    elements.addRead(slot);
  elements.finish();
}
