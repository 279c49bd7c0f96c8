//===- FixDraft.cpp - A fix before its check ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/FixDraft.h"
#include "analysis/integers/IntegerReport.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/noise/NoiseReport.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static std::string print(Operation *Root) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Root->print(OS, OpPrintingFlags().printGenericOpForm().assumeVerified());
  return Text;
}

/// Maps the operations and values of `From` to those of `To`, which prints the
/// same.
static void mapAlike(Operation *From, Operation *To, IRMapping &Map) {
  Map.map(From, To);
  for (auto [A, B] : llvm::zip_equal(From->getResults(), To->getResults()))
    Map.map(A, B);
  for (auto [A, B] : llvm::zip_equal(From->getRegions(), To->getRegions()))
    for (auto [BlockA, BlockB] : llvm::zip_equal(A, B)) {
      for (auto [ArgA, ArgB] :
           llvm::zip_equal(BlockA.getArguments(), BlockB.getArguments()))
        Map.map(ArgA, ArgB);
      for (auto [OpA, OpB] : llvm::zip_equal(BlockA, BlockB))
        mapAlike(&OpA, &OpB, Map);
    }
}

namespace {
/// The programs before and after a change, and the mapping between them.
struct Comparison {
  const Chunk &Before, &After;
  /// Maps from the program before to its changed copy, and from that to the
  /// program after.
  IRMapping ToCopy, FromCopy;

  Value find(Value V) const {
    Value Copy = ToCopy.lookupOrNull(V);
    return Copy ? FromCopy.lookupOrNull(Copy) : nullptr;
  }
  Operation *find(Operation *Op) const {
    Operation *Copy = ToCopy.lookupOrNull(Op);
    return Copy ? FromCopy.lookupOrNull(Copy) : nullptr;
  }
  std::optional<std::string> findNoise() const;
  std::optional<std::string> findIntegers() const;
};
} // namespace

/// Returns a noise problem that is new after the change.
std::optional<std::string> Comparison::findNoise() const {
  // Values that were unreliable before, by their new names; problems with them
  // are not new.
  llvm::DenseSet<Value> Unsafe;
  llvm::DenseSet<std::pair<Operation *, unsigned>> Broken;
  for (auto [V, Fact] :
       llvm::zip_equal(Before.facts().getValues(), Before.facts().getFacts()))
    if (!Fact.isSafe(Fact.model.max))
      Unsafe.insert(find(V));
  for (const NoiseFinding &Found : Before.facts().getFindings()) {
    if (Found.use)
      Broken.insert({find(Found.use), Found.operand});
    else
      Unsafe.insert(find(Found.value));
  }
  std::string First;
  unsigned Count = 0;
  for (const NoiseFinding &Found : After.facts().getFindings()) {
    if (Unsafe.contains(Found.value) ||
        (Found.use && Broken.contains({Found.use, Found.operand})))
      continue;
    if (Count++ == 0)
      First = describeFinding(After.facts(), Found,
                              [&](Value V) { return After.nameOf(V); });
  }
  if (Count > 1)
    First += ", and " + std::to_string(Count - 1) + " more";
  return Count ? std::optional(First) : std::nullopt;
}

/// Returns an integer problem that is new after the change.
std::optional<std::string> Comparison::findIntegers() const {
  ProgramFlow FlowBefore(Before.module()), FlowAfter(After.module());
  IntegerFacts Old = IntegerFacts::compute(FlowBefore);
  IntegerFacts New = IntegerFacts::compute(FlowAfter);
  auto isSerious = [](const IntegerFinding &Found) {
    return Found.severity == IntegerSeverity::Warning;
  };
  llvm::DenseSet<Operation *> Known;
  for (const IntegerFinding &Found : Old.getFindings())
    if (isSerious(Found))
      Known.insert(find(Found.op));
  for (const IntegerFinding &Found : New.getFindings())
    if (isSerious(Found) && !Known.contains(Found.op))
      return describeIntegerFinding(New, Found,
                                    [&](Value V) { return After.nameOf(V); });
  std::optional<std::string> Wider;
  auto compare = [&](Value V) {
    std::optional<IntegerFact> Was = Old.find(V);
    Value Then = find(V);
    if (!Was || Was->isUnreached || !Then)
      return;
    std::optional<IntegerFact> Is = New.find(Then);
    if (Is && Is->isUnreached)
      return;
    if (!Is || !(Was->range.rangeUnion(Is->range) == Was->range))
      Wider = "less would be known of " + After.nameOf(Then);
  };
  Before.module()->walk([&](Operation *Op) {
    llvm::for_each(Op->getResults(), compare);
    for (Region &R : Op->getRegions())
      for (Block &B : R)
        llvm::for_each(B.getArguments(), compare);
  });
  return Wider;
}

std::optional<std::string>
mlir::noisy::lsp::findObjection(const DialectRegistry &Registry,
                                const Chunk &Before, const FixDraft &Draft) {
  std::unique_ptr<const Chunk> After = Chunk::build(
      Registry, applyEdits(Before.text(), Draft.Edits), "changed.mlir");
  Comparison Both{Before, *After, {}, {}};
  OwningOpRef<Operation *> Copy = Before.module()->clone(Both.ToCopy);
  Draft.Change(Both.ToCopy);
  if (!After->isValid() || print(Copy.get()) != print(After->module()))
    return "the changed text does not hold up to a new analysis, so nothing "
           "was changed; please report this with the text";
  mapAlike(Copy.get(), After->module(), Both.FromCopy);

  const std::string Refusal =
      "not done, because the result has this to report: ";
  if (std::optional<std::string> Found = Both.findNoise())
    return Refusal + *Found;
  if (std::optional<std::string> Found = Both.findIntegers())
    return Refusal + *Found;
  if (!Draft.MustHold)
    return std::nullopt;
  Value Held = Both.find(Draft.MustHold);
  const NoiseFact *Fact = Held ? After->facts().find(Held) : nullptr;
  if (Fact && !Fact->bound.exceeds(Fact->model.max))
    return std::nullopt;
  std::string Name = Before.nameOf(Draft.MustHold);
  if (!Fact || Fact->bound.isUnknown())
    return "nothing is known of the noise of " + Name +
           ", and a reduction behind it does not make that good";
  return Name + " itself has too much noise (" +
         describeBound(After->facts(), Held) + " bits, limit " +
         std::to_string(Fact->model.max) +
         "), and a reduction behind it does not repair that; reduce what it "
         "is made from";
}
