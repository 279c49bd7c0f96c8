//===- LessNoiseFix.cpp - One computation in another order ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/LessNoiseFix.h"
#include "optimizer/rewrites/NoiseSavings.h"
#include "server/features/fixes/FixPlace.h"
#include "server/features/fixes/RewriteWriter.h"
#include "server/snapshot/ProblemCodes.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
class LessNoiseFix final : public SmallFixKind {
public:
  LessNoiseFix()
      : SmallFixKind("rewriteForNoise", "Rewrite this with less noise") {}

  bool fixes(llvm::StringRef Code) const override {
    return Code == LessNoiseCode;
  }
  /// Where noise is over its limit, an insertion of reductions is.
  bool isPreferred() const override { return false; }
  llvm::Expected<FixDraft> draft(const Chunk &Program,
                                 size_t Offset) const override;
};
} // namespace

static const LessNoiseFix Kind;
const SmallFixKind &fixes::RewriteForNoise = Kind;

/// The value of the computation that an operation is a part of.
static Operation *findRoot(Operation *Op) {
  while (Op && isInner(Op))
    Op = *Op->user_begin();
  return Op && isRewritable(Op) ? Op : nullptr;
}

/// Rewrites the copy of `Root` that a mapping leads to. Returns the new value.
static Value rewriteCopy(const Chunk &Program, Operation *Root,
                         const IRMapping &Copies, RewriteObserver Observer) {
  llvm::DenseMap<Value, Value> Originals;
  for (auto [Original, Copy] : Copies.getValueMap())
    Originals[Copy] = Original;
  return rewriteForNoise(
      Copies.lookup(Root),
      [&](Value V) {
        return getKnownNoise(Program.facts(), Originals.lookup(V));
      },
      Observer);
}

llvm::Expected<FixDraft> LessNoiseFix::draft(const Chunk &Program,
                                             size_t Offset) const {
  Operation *Root = findRoot(findOperationAt(Program, Offset));
  if (!Root)
    if (Value NamedValue = findValueAt(Program, Offset))
      Root = findRoot(NamedValue.getDefiningOp());
  if (!Root)
    return refuse("there is no sum and no product here");
  std::optional<NoiseSaving> Saving = findNoiseSaving(
      Root, [&](Value V) { return getKnownNoise(Program.facts(), V); });
  if (!Saving)
    return refuse("no other order of what is computed here has much less "
                  "noise");

  RewriteOrigins Origins;
  IRMapping Copies;
  OwningOpRef<Operation *> Rewritten = Program.module()->clone(Copies);
  rewriteCopy(Program, Root, Copies, Origins.follow(Copies));
  std::optional<std::vector<ByteEdit>> Edits =
      writeRewriting(Program, Rewritten.get(), Origins);
  if (!Edits)
    return refuse("what would be rewritten is inside a short form that leaves "
                  "out values; write it out first");
  FixDraft Draft;
  Draft.Edits = std::move(*Edits);
  Draft.Change = [&Program, Root](IRMapping &Map) {
    llvm::DenseMap<Operation *, Operation *> Originals;
    for (auto [Original, Copy] : Map.getOperationMap())
      Originals[Copy] = Original;
    RewriteObserver Observer;
    SmallVector<Operation *> Erased;
    Observer.onErased = [&](Operation *Op) {
      Erased.push_back(Originals.lookup(Op));
    };
    Value New = rewriteCopy(Program, Root, Map, Observer);
    for (Operation *Op : Erased) {
      for (Value Result : Op->getResults())
        Map.erase(Result);
      Map.erase(Op);
    }
    Map.map(Root->getResult(0), New);
  };
  Draft.MustHold = Root->getResult(0);
  Draft.MostNoise = Saving->after;
  Draft.Message =
      "rewrote " + Program.nameOf(Root->getResult(0)) + ": " + Saving->text;
  return Draft;
}
