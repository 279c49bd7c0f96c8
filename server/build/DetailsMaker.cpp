//===- DetailsMaker.cpp - Integer and other details of values -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/DetailsMaker.h"
#include "analysis/bounds/ShownBounds.h"
#include "analysis/integers/IntegerReport.h"
#include "dialect/NoisyDialect.h"
#include "server/parse/PrintedText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The most values of a unit that get bounds, from the first one on: the cost
/// grows with the size of a value's computation.
static constexpr size_t MaxBoundedValues = 1000;

DetailsMaker::DetailsMaker(Operation *Root,
                           llvm::function_ref<bool()> ShouldStop)
    : Flow(Root, ShouldStop), Integers(IntegerFacts::compute(Flow)),
      Metadata(MetadataFacts::compute(Flow)) {}

static void addRange(const IntegerFacts &Integers, Value V,
                     ValueDetails &Details) {
  // The value of a constant is visible in the text.
  Operation *Op = V.getDefiningOp();
  if (Op && Op->hasTrait<OpTrait::ConstantLike>())
    return;
  std::optional<IntegerFact> Fact = Integers.find(V);
  if (!Fact || !saysMoreThanType(*Fact))
    return;
  if (Fact->isUnreached) {
    Details.RangeBasis = "never executed";
    return;
  }
  Details.Range = describeRange(Fact->range, V.getType());
  if (isa<ShapedType>(V.getType()))
    Details.Range += " in each element";
  Details.RangeBasis = describeBasis(Fact->basis);
}

static void addMetadata(const MetadataFacts &Metadata, Value V,
                        ValueDetails &Details) {
  MetadataFact Fact = Metadata.get(V);
  if (!Fact.value.getDictionary()) {
    Details.Metadata = Fact.value.isUnknown() ? "unknown" : "never executed";
    return;
  }
  Details.Metadata = printShort(Attribute(Fact.value.getDictionary()));
  Details.MetadataOrigin = describeOrigin(Fact.origin).str();
}

static Problem::Level toLevel(IntegerSeverity Severity) {
  switch (Severity) {
  case IntegerSeverity::Warning:
    return Problem::Level::Warning;
  case IntegerSeverity::Information:
  case IntegerSeverity::Hint:
    break;
  }
  return Problem::Level::Hint;
}

bool DetailsMaker::mayTakeLong(const Unit &Target) {
  return llvm::any_of(Target.values(),
                      [](Value V) { return V && mayHaveBounds(V); });
}

std::optional<SectionDetails> DetailsMaker::describe(const Unit &Target,
                                                     ValueNamer Name) {
  StopCheck &Stop = Flow.getStop();
  // What was stopped before is unfinished.
  if (Stop.now())
    return std::nullopt;
  SectionDetails Result;
  size_t BoundedCount = 0;
  for (auto [I, V] : llvm::enumerate(Target.values())) {
    if (Stop())
      return std::nullopt;
    if (!V)
      continue;
    ValueDetails Details;
    addRange(Integers, V, Details);
    if (Metadata.hasAny())
      addMetadata(Metadata, V, Details);
    if (mayHaveBounds(V) && BoundedCount++ < MaxBoundedValues) {
      // These may take milliseconds each.
      if (Stop.now())
        return std::nullopt;
      Details.Bounds = describeShownBounds(V, Integers, Name);
    }
    if (Details == ValueDetails())
      continue;
    Details.Value = Section::Index(I);
    Result.Values.push_back(std::move(Details));
  }
  return Result;
}

Problem DetailsMaker::describe(const IntegerFinding &Finding,
                               const Unit &Target, ValueNamer Name) const {
  Problem Result;
  Result.Severity = toLevel(Finding.severity);
  Result.Source = "noisy";
  Result.Code = getFindingCode(Finding.kind).str();
  Result.Message = describeIntegerFinding(Integers, Finding, Name);
  Result.Range = Target.rangeOfName(Finding.op);
  return Result;
}

/// Returns the use of an index in the text of its operation: the last one of
/// the value, or, where it is several indices, that of the dimension. The
/// operation's name if the text has none.
static ByteRange findIndex(const Unit &Target, const IndexFinding &Finding) {
  Operation *Op = Finding.op;
  ByteRange Name = Target.rangeOfName(Op), Range = Target.rangeOf(Op);
  Section::Index Number =
      Finding.index ? Target.indexOf(Finding.index) : Section::None;
  if (Number == Section::None)
    return Name;
  auto First = llvm::partition_point(Target.Data->tokens(),
                                     [&](const Section::Token &Token) {
                                       return Token.Range.Begin < Range.Begin;
                                     });
  std::vector<ByteRange> Uses;
  for (const Section::Token &Token :
       llvm::make_range(First, Target.Data->tokens().end())) {
    if (Token.Range.End > Range.End)
      break;
    if (Token.TargetKind == Section::Kind::Value && Token.Target == Number &&
        !Token.IsDefinition)
      Uses.push_back(Token.Range);
  }
  if (Uses.empty())
    return Name;
  // The indices are the last operands, one for each dimension of the first
  // shape.
  auto Shaped = llvm::find_if(Op->getOperandTypes(), [](Type T) {
    auto Shape = dyn_cast<ShapedType>(T);
    return Shape && Shape.hasRank();
  });
  if (Shaped == Op->getOperandTypes().end())
    return Uses.back();
  size_t Rank = size_t(cast<ShapedType>(*Shaped).getRank()),
         Count = Op->getNumOperands();
  if (Rank > Count || Finding.dimension >= Rank)
    return Uses.back();
  size_t Place = Count - Rank + Finding.dimension;
  size_t Use = llvm::count(Op->getOperands().take_front(Place), Finding.index);
  bool IsIndex = Op->getOperand(unsigned(Place)) == Finding.index;
  return IsIndex && Use < Uses.size() ? Uses[Use] : Uses.back();
}

/// Returns the label of the block whose operations begin at an offset; an empty
/// range if the text has none.
static ByteRange findLabel(const Unit &Target, Block &Labelled,
                           size_t Operations) {
  Section::Index Around = Target.indexOf(Labelled.getParentOp());
  auto Place = Section::Index(std::distance(Labelled.getParent()->begin(),
                                            Region::iterator(&Labelled)));
  ByteRange Result;
  if (Around == Section::None)
    return Result;
  // Another region may have a block of the same number, further up.
  for (const Section::Block &Entry : Target.Data->blocks())
    if (Entry.Parent == Around && Entry.Number == Place &&
        Entry.Name.End <= Operations)
      Result = Entry.Name;
  return Result;
}

Problem DetailsMaker::describe(const IndexFinding &Finding, const Unit &Target,
                               ValueNamer Name) const {
  Problem Result;
  Result.Severity = Problem::Level::Warning;
  Result.Source = "noisy";
  Result.Code = kIndexFindingCode.str();
  Result.Message = describeIndexFinding(Finding, Name);
  Result.Range = findIndex(Target, Finding);
  return Result;
}

std::vector<ComparisonFinding> DetailsMaker::findComparisons() {
  return findDecidedComparisons(Flow, Integers);
}

Problem DetailsMaker::describe(const ComparisonFinding &Finding,
                               const Unit &Target, ValueNamer Name) const {
  Problem Result;
  Result.Severity = Problem::Level::Hint;
  Result.Source = "noisy";
  Result.Code = getFindingCode(Finding).str();
  Result.Message = describeComparisonFinding(Finding, Name);
  Result.Range = Target.rangeOfName(Finding.op);
  return Result;
}

Problem DetailsMaker::describe(const IdleCode &Code, const Unit &Target,
                               ValueNamer Name) const {
  Problem Result;
  Result.Severity = Problem::Level::Hint;
  Result.Source = "noisy";
  Result.IsUnnecessary = true;
  Result.Range = Target.rangeOf(Code.first);
  // The text may omit the last one.
  for (Operation *Last = Code.last; Last != Code.first;
       Last = Last->getPrevNode())
    if (ByteRange Range = Target.rangeOf(Last); Range.End > Result.Range.End) {
      Result.Range.End = Range.End;
      break;
    }
  switch (Code.kind) {
  case IdleCode::Kind::UnusedResult:
    Result.Code = "unused-value";
    Result.Message = Code.first->getNumResults() == 1
                         ? Name(Code.first->getResult(0)) + " is never used"
                         : "these results are never used";
    break;
  case IdleCode::Kind::NeverExecuted:
    Result.Code = "never-executed";
    Result.Message = "this is never executed";
    if (ByteRange Label =
            findLabel(Target, *Code.first->getBlock(), Result.Range.Begin);
        !Label.empty())
      Result.Range.Begin = Label.Begin;
    break;
  }
  return Result;
}
