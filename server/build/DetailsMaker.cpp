//===- DetailsMaker.cpp - Integer and other details of values -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/DetailsMaker.h"
#include "analysis/bounds/SymbolicBounds.h"
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

DetailsMaker::DetailsMaker(Operation *Root)
    : Flow(Root), Integers(IntegerFacts::compute(Flow)),
      Metadata(MetadataFacts::compute(Flow)) {}

static void addRange(const IntegerFacts &Integers, Value V,
                     ValueDetails &Known) {
  // The value of a constant is visible in the text.
  Operation *Op = V.getDefiningOp();
  if (Op && Op->hasTrait<OpTrait::ConstantLike>())
    return;
  std::optional<IntegerFact> Fact = Integers.find(V);
  if (!Fact || !saysMoreThanType(*Fact))
    return;
  if (Fact->isUnreached) {
    Known.RangeBasis = "never executed";
    return;
  }
  Known.Range = describeRange(Fact->range, V.getType());
  if (isa<ShapedType>(V.getType()))
    Known.Range += " in each element";
  Known.RangeBasis = describeBasis(Fact->basis);
}

static void addMetadata(const MetadataFacts &Metadata, Value V,
                        ValueDetails &Known) {
  MetadataFact Fact = Metadata.get(V);
  if (Fact.value.isUnknown() || Fact.value.isUninitialized())
    return;
  Known.Metadata = printShort(Attribute(Fact.value.getDictionary()));
  Known.MetadataOrigin = describeOrigin(Fact.origin).str();
}

/// True if an analysis may find bounds of the value in terms of others.
static bool mayHaveBounds(Value V) {
  if (V.getType().isIndex())
    return !V.getDefiningOp() ||
           !V.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
  auto Shaped = dyn_cast<ShapedType>(V.getType());
  return isa<RankedTensorType, MemRefType>(V.getType()) &&
         !Shaped.hasStaticShape();
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

bool DetailsMaker::mayTakeLong(const Unit &Of) {
  return llvm::any_of(Of.values(), mayHaveBounds);
}

std::optional<SectionDetails>
DetailsMaker::describe(const Unit &Of, ValueNamer Name,
                       llvm::function_ref<bool()> Stopped) const {
  SectionDetails Result;
  size_t Bounded = 0;
  for (auto [I, V] : llvm::enumerate(Of.values())) {
    ValueDetails Known;
    addRange(Integers, V, Known);
    if (Metadata.hasAny())
      addMetadata(Metadata, V, Known);
    if (mayHaveBounds(V) && Bounded++ < MaxBoundedValues) {
      if (Stopped())
        return std::nullopt;
      for (const SymbolicBound &Bound :
           getSymbolicBounds(V, /*withConstants=*/false))
        Known.Bounds.push_back(noisy::describe(Bound, V, Name));
    }
    if (Known == ValueDetails())
      continue;
    Known.Value = Section::Index(I);
    Result.Values.push_back(std::move(Known));
  }
  return Result;
}

Problem DetailsMaker::describe(const IntegerFinding &Finding, const Unit &Of,
                               ValueNamer Name) const {
  Problem Found;
  Found.Severity = toLevel(Finding.severity);
  Found.Source = "noisy";
  Found.Code = getFindingCode(Finding.kind).str();
  Found.Message = describeIntegerFinding(Integers, Finding, Name);
  Found.Where = Of.rangeOfName(Finding.op);
  return Found;
}
