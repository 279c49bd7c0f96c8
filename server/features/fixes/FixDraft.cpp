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
#include "dialect/units/NoiseUnit.h"
#include "dialect/units/NumberText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

std::string mlir::noisy::lsp::printGeneric(Operation *Root) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Root->print(OS, OpPrintingFlags().printGenericOpForm().assumeVerified());
  return Text;
}

void mlir::noisy::lsp::mapAlike(Operation *Source, Operation *Target,
                                IRMapping &Map) {
  Map.map(Source, Target);
  for (auto [A, B] :
       llvm::zip_equal(Source->getResults(), Target->getResults()))
    Map.map(A, B);
  for (auto [A, B] :
       llvm::zip_equal(Source->getRegions(), Target->getRegions()))
    for (auto [BlockA, BlockB] : llvm::zip_equal(A, B)) {
      Map.map(&BlockA, &BlockB);
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
  const Chunk &OldProgram, &NewProgram;
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
  llvm::DenseSet<std::pair<Operation *, unsigned>> BrokenUses;
  for (auto [V, Fact] : llvm::zip_equal(OldProgram.facts().getValues(),
                                        OldProgram.facts().getFacts()))
    if (!Fact.isSafe(Fact.model.max))
      Unsafe.insert(find(V));
  for (const NoiseFinding &Finding : OldProgram.facts().getFindings()) {
    if (Finding.use)
      BrokenUses.insert({find(Finding.use), Finding.operand});
    else
      Unsafe.insert(find(Finding.value));
  }
  std::string First;
  unsigned Count = 0;
  for (const NoiseFinding &Finding : NewProgram.facts().getFindings()) {
    if (Unsafe.contains(Finding.value) ||
        (Finding.use && BrokenUses.contains({Finding.use, Finding.operand})))
      continue;
    if (Count++ == 0)
      First = describeFinding(NewProgram.facts(), Finding,
                              [&](Value V) { return NewProgram.nameOf(V); });
  }
  if (Count > 1)
    First += ", and " + formatNumber(Count - 1) + " more";
  return Count ? std::optional(First) : std::nullopt;
}

/// Returns an integer problem that is new after the change.
std::optional<std::string> Comparison::findIntegers() const {
  ProgramFlow FlowBefore(OldProgram.module()), FlowAfter(NewProgram.module());
  IntegerFacts Old = IntegerFacts::compute(FlowBefore);
  IntegerFacts New = IntegerFacts::compute(FlowAfter);
  auto isSerious = [](const IntegerFinding &Finding) {
    return Finding.severity == IntegerSeverity::Warning;
  };
  llvm::DenseSet<Operation *> OldOperations;
  for (const IntegerFinding &Finding : Old.getFindings())
    if (isSerious(Finding))
      OldOperations.insert(find(Finding.op));
  for (const IntegerFinding &Finding : New.getFindings())
    if (isSerious(Finding) && !OldOperations.contains(Finding.op))
      return describeIntegerFinding(
          New, Finding, [&](Value V) { return NewProgram.nameOf(V); });
  std::optional<std::string> Wider;
  auto compare = [&](Value V) {
    std::optional<IntegerFact> Was = Old.find(V);
    Value NewValue = find(V);
    if (!Was || Was->isUnreached || !NewValue)
      return;
    std::optional<IntegerFact> Is = New.find(NewValue);
    if (Is && Is->isUnreached)
      return;
    if (!Is || !(Was->range.rangeUnion(Is->range) == Was->range))
      Wider = "less would be known about " + NewProgram.nameOf(NewValue);
  };
  OldProgram.module()->walk([&](Operation *Op) {
    llvm::for_each(Op->getResults(), compare);
    for (Region &R : Op->getRegions())
      for (Block &B : R)
        llvm::for_each(B.getArguments(), compare);
  });
  return Wider;
}

llvm::Error mlir::noisy::lsp::checkDraft(const DialectRegistry &Registry,
                                         const Chunk &OldProgram,
                                         const FixDraft &Draft) {
  std::unique_ptr<const Chunk> NewProgram = Chunk::build(
      Registry, applyEdits(OldProgram.text(), Draft.Edits), "changed.mlir");
  Comparison Diff{OldProgram, *NewProgram, {}, {}};
  OwningOpRef<Operation *> Copy = OldProgram.module()->clone(Diff.ToCopy);
  Draft.Change(Diff.ToCopy);
  if (!NewProgram->isValid() ||
      printGeneric(Copy.get()) != printGeneric(NewProgram->module()))
    return refuse("the analysis does not confirm the changed text, so nothing "
                  "was changed; please report this with the text");
  mapAlike(Copy.get(), NewProgram->module(), Diff.FromCopy);

  std::optional<std::string> Finding = Diff.findNoise();
  if (!Finding)
    Finding = Diff.findIntegers();
  if (Finding)
    return refuse("not done, because the result would have this problem: " +
                  *Finding);
  if (!Draft.MustHold)
    return llvm::Error::success();
  Value NewValue = Diff.find(Draft.MustHold);
  const NoiseFact *Fact =
      NewValue ? NewProgram->facts().find(NewValue) : nullptr;
  if (Fact && !Fact->bound.exceeds(Fact->model.max)) {
    if (Draft.MostNoise == 0 || !Fact->bound.exceeds(Draft.MostNoise))
      return llvm::Error::success();
    return refuse("the analysis does not confirm that there is less noise, so "
                  "nothing was changed; please report this with the text");
  }
  std::string Name = OldProgram.nameOf(Draft.MustHold);
  if (!Fact || Fact->bound.isUnknown())
    return refuse("the noise of " + Name +
                  " is unknown, and a reduction after it does not fix that");
  return refuse(
      Name + " itself has too much noise (" +
      describeBound(NewProgram->facts(), NewValue) + " bits, limit " +
      formatBits(Fact->model.max, Fact->model.unit, Rounding::Down) +
      "), and a reduction after it does not fix that; reduce its operands");
}
