//===- IntegerFixAll.cpp - All integers of a document, simpler ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/IntegerFixAll.h"
#include "analysis/bounds/DecidedComparisons.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include "dialect/units/NumberText.h"
#include "server/build/Limits.h"
#include "server/features/fixes/BrokenParts.h"
#include "server/features/fixes/ConstantFix.h"
#include "server/features/fixes/FixOffers.h"
#include "server/features/fixes/UnsignedFix.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
class IntegerFixAll final : public FixKind {
public:
  IntegerFixAll()
      : FixKind("simplifyIntegers", "Simplify all integers by their ranges") {}

  bool isOfDocument() const override { return true; }
  void offerFixAll(FixOffers &Offers) const override;
  llvm::Expected<Fix> compute(const FixTask &Task,
                              const FixTools &Tools) const override;
};

/// The edits of one chunk after the other.
class IntegerFixer {
public:
  IntegerFixer(const DialectRegistry &Registry, const FixTask &Task)
      : Registry(Registry), Contents(Task.Contents),
        UsesUnsigned(Task.Options.ShowUnsignedFindings) {}

  void fix(ByteRange Range);
  llvm::Expected<Fix> take();

private:
  std::string describe() const;
  FixDraft draft(const Chunk &Program);
  void refusePart(size_t Begin, std::string Reason);

  const DialectRegistry &Registry;
  const Text &Contents;
  const bool UsesUnsigned;
  Fix Repair;
  size_t ConstantCount = 0, UnsignedCount = 0;
  /// The counts of the chunk that is being fixed.
  size_t NewConstants = 0, NewForms = 0;
  size_t RefusedCount = 0;
  /// The first chunk that is not fixed, and why.
  std::string Refusal;
};
} // namespace

static const IntegerFixAll Kind;
const FixKind &fixes::SimplifyIntegers = Kind;

void IntegerFixAll::offerFixAll(FixOffers &Offers) const {
  if (Offers.isAnywhere([](llvm::StringRef Code) {
        return fixes::ReplaceByConstant.fixes(Code) ||
               fixes::UseUnsigned.fixes(Code);
      }))
    Offers.add(FixGroup::SimplifyAll, *this, title(), 0);
}

/// The fix of a chunk; without edits if there is nothing to fix. What cannot be
/// written in its text stays as it is.
FixDraft IntegerFixer::draft(const Chunk &Program) {
  NewConstants = NewForms = 0;
  ProgramFlow Flow(Program.module());
  IntegerFacts Facts = IntegerFacts::compute(Flow);
  FixDraft Sum;
  std::vector<std::function<void(IRMapping &)>> Changes;
  llvm::DenseSet<Operation *> Changed;
  auto add = [&](Operation *Op, llvm::Expected<FixDraft> Draft, size_t &Count) {
    if (!Draft)
      return llvm::consumeError(Draft.takeError());
    Changed.insert(Op);
    ++Count;
    llvm::move(Draft->Edits, std::back_inserter(Sum.Edits));
    Changes.push_back(std::move(Draft->Change));
  };
  for (const IntegerFinding &Finding : Facts.getFindings())
    if (Finding.kind == IntegerFindingKind::Constant ||
        Finding.kind == IntegerFindingKind::Comparison)
      if (std::optional<IntegerFact> Fact = Facts.find(Finding.value);
          Fact && Fact->range.getConstantValue())
        add(Finding.op,
            draftConstant(Program, Finding.op, *Fact->range.getConstantValue()),
            NewConstants);
  for (const ComparisonFinding &Finding : findDecidedComparisons(Flow, Facts))
    add(Finding.op,
        draftConstant(Program, Finding.op, APInt(1, Finding.result)),
        NewConstants);
  if (UsesUnsigned)
    for (const IntegerFinding &Finding : Facts.getFindings())
      if (Finding.kind == IntegerFindingKind::Unsigned &&
          !Changed.contains(Finding.op))
        add(Finding.op, draftUnsignedForm(Program, Finding.op), NewForms);
  llvm::sort(Sum.Edits, [](const ByteEdit &A, const ByteEdit &B) {
    return A.Range.Begin < B.Range.Begin;
  });
  Sum.Change = [Changes = std::move(Changes)](IRMapping &Map) {
    for (const auto &Change : Changes)
      Change(Map);
  };
  return Sum;
}

void IntegerFixer::refusePart(size_t Begin, std::string Reason) {
  if (RefusedCount++ == 0)
    Refusal = "the part at line " + std::to_string(Contents.lineAt(Begin) + 1) +
              " (" + std::move(Reason) + ")";
}

void IntegerFixer::fix(ByteRange Range) {
  llvm::StringRef Bytes = Contents.bytes().slice(Range.Begin, Range.End);
  size_t First = Range.Begin + (Bytes.size() - Bytes.ltrim().size());
  std::unique_ptr<const Chunk> Program =
      Chunk::build(Registry, Bytes, "integers.mlir");
  if (!Program->isValid())
    return refusePart(First, FixErrorsFirst);
  FixDraft Draft = draft(*Program);
  if (Draft.Edits.empty())
    return;
  if (llvm::Error Problem = checkDraft(Registry, *Program, Draft))
    return refusePart(First, llvm::toString(std::move(Problem)));
  ConstantCount += NewConstants;
  UnsignedCount += NewForms;
  for (ByteEdit &Edit : Draft.Edits) {
    Edit.Range = Edit.Range.shift(Range.Begin);
    Repair.Edits.push_back(std::move(Edit));
  }
}

/// "2 constants and 1 unsigned form; not changed: the part at line 7 (...)".
std::string IntegerFixer::describe() const {
  std::string Parts;
  if (ConstantCount)
    Parts += formatCount(ConstantCount, "constant");
  if (ConstantCount && UnsignedCount)
    Parts += " and ";
  if (UnsignedCount)
    Parts += formatCount(UnsignedCount, "unsigned form");
  if (RefusedCount)
    Parts += "; not changed: " + Refusal;
  if (RefusedCount > 1)
    Parts += " and " + formatNumber(RefusedCount - 1) + " more";
  return Parts;
}

llvm::Expected<Fix> IntegerFixer::take() {
  if (Repair.Edits.empty())
    return refuse(RefusedCount ? "nothing was changed: " + Refusal
                               : "no integer here can be simpler");
  Repair.Proposal = describe();
  Repair.Message = "wrote " + Repair.Proposal;
  Repair.IsNotable = RefusedCount > 0;
  return std::move(Repair);
}

llvm::Expected<Fix> IntegerFixAll::compute(const FixTask &Task,
                                           const FixTools &Tools) const {
  if (Limits().effortFor(Task.Contents.size()) != Effort::Full)
    return refuse("the text is too large to be analysed");
  return computeSafely(
      Task, [&](const DialectRegistry &Registry) -> llvm::Expected<Fix> {
        IntegerFixer Fixer(Registry, Task);
        for (ByteRange Range : findChunks(Task.Contents.bytes())) {
          if (Tools.Control.isCancelled())
            return refuse("it was cancelled");
          Fixer.fix(Range);
        }
        return Fixer.take();
      });
}
