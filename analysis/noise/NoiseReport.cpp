//===- NoiseReport.cpp - The texts on noise -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "analysis/integers/IntegerReport.h"
#include "analysis/noise/LaunchSizes.h"
#include "dialect/NoisyOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

llvm::StringRef mlir::noisy::getFindingCode(NoiseFindingKind kind) {
  switch (kind) {
  case NoiseFindingKind::Overflow:
    return "noise-overflow";
  case NoiseFindingKind::Unbounded:
    return "noise-unbounded";
  case NoiseFindingKind::Unknown:
    return "noise-unknown";
  case NoiseFindingKind::Contract:
    return "noise-contract";
  case NoiseFindingKind::StatedRange:
    return "int-stated-range";
  }
  llvm_unreachable("all kinds are handled");
}

bool mlir::noisy::isError(const NoiseFinding &finding) {
  if (finding.kind == NoiseFindingKind::StatedRange)
    return finding.brokenRange->isOutside;
  return finding.kind != NoiseFindingKind::Unknown;
}

static std::string bits(uint64_t n) {
  return std::to_string(n) + (n == 1 ? " bit" : " bits");
}

/// Writes the sum that gives the bound of a value; returns false if there is
/// none.
static bool writeSum(llvm::raw_ostream &os, const NoiseFactSource &facts,
                     Value value) {
  const NoiseFact *fact = facts.find(value);
  if (!fact || fact->source != NoiseFlowKind::Transfer)
    return false;
  SmallVector<NoiseBound, 2> bounds;
  for (Value input : fact->inputs)
    bounds.push_back(facts.getBound(input));
  auto op = cast<NoiseOpInterface>(value.getDefiningOp());
  if (fact->perIteration && op.inferNoise(bounds) != fact->bound)
    return false;
  std::string sum;
  llvm::raw_string_ostream sumStream(sum);
  op.describeNoise(sumStream, bounds);
  os << sum;
  return !sum.empty();
}

std::string mlir::noisy::describeBound(const NoiseFactSource &facts,
                                       Value value) {
  std::string text, sum;
  llvm::raw_string_ostream os(text), sumStream(sum);
  os << facts.getBound(value);
  if (facts.getBound(value).isBits() && writeSum(sumStream, facts, value))
    os << " = " << sum;
  return text;
}

/// "argument 0 of @f", "result 1 of @f": the place whose contract a finding
/// is about.
static std::string describeContractPlace(const NoiseFinding &finding) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      finding.function ? finding.function : finding.use->getParentOp());
  std::string name = function ? "@" + function.getName().str() : "the function";
  if (finding.launchSize) {
    os << describeLaunchSize(*finding.launchSize) << " of "
       << (finding.function ? name : "the launch");
  } else if (finding.isHeld) {
    os << (finding.function ? "an argument" : "a result") << " of " << name
       << ", which may " << (finding.function ? "get" : "be") << " it,";
  } else if (finding.function) {
    os << "argument "
       << finding.operand -
              FunctionUses::getPassed(finding.use).getBeginOperandIndex()
       << " of ";
    if (SymbolRefAttr symbol = FunctionUses::getCalleeName(finding.use))
      os << symbol;
    else
      os << name;
  } else {
    os << "result " << finding.operand << " of " << name;
  }
  return text;
}

static std::string describeBrokenRange(const NoiseFinding &finding,
                                       ValueNamer name) {
  const BrokenRange &brokenRange = *finding.brokenRange;
  Type type = finding.value.getType();
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string range = describeRange(brokenRange.range, type);
  std::string subject = (finding.factor ? name(finding.factor) + " * " : "") +
                        name(finding.value);
  if (llvm::StringRef(range).starts_with("any "))
    os << subject << " is unknown";
  else
    os << (brokenRange.isOutside ? "" : "may be ")
       << "outside of the stated range: " << subject << " is "
       << (range[0] == '[' ? "in " : "") << range;
  std::string statedText = describeRange(brokenRange.statedRange, type);
  os << ", but " << describeContractPlace(finding) << " is stated to be "
     << (statedText[0] == '[' ? "in " : "") << statedText;
  return text;
}

std::string mlir::noisy::describeFinding(const NoiseFactSource &facts,
                                         const NoiseFinding &finding,
                                         ValueNamer name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Value value = finding.value;
  switch (finding.kind) {
  case NoiseFindingKind::Overflow:
    os << "noise overflow: " << name(value) << " can have "
       << describeBound(facts, value) << " bits of noise, limit "
       << finding.limit;
    return text;
  case NoiseFindingKind::Unbounded: {
    bool inFunction =
        isa<BlockArgument>(value) &&
        isa<FunctionOpInterface>(value.getParentBlock()->getParentOp()) &&
        value.getParentBlock()->isEntryBlock();
    bool inRecursion = inFunction || isa<OpResult>(value);
    os << "unbounded noise: " << name(value) << " grows";
    if (finding.growth)
      os << " by " << bits(finding.growth);
    os << " with each " << (inRecursion ? "call" : "iteration")
       << "; reduce it inside the " << (inRecursion ? "recursion" : "loop");
    return text;
  }
  case NoiseFindingKind::Unknown: {
    Operation *op = value.getDefiningOp();
    std::string opName =
        op ? "'" + op->getName().getStringRef().str() + "'" : "";
    // A value without a name is described by its operation.
    std::string valueName = name(value);
    os << "unknown noise: " << valueName;
    if (!opName.empty() && !StringRef(valueName).contains(opName))
      os << ", a result of " << opName;
    os << "; values that depend on it cannot be checked";
    return text;
  }
  case NoiseFindingKind::Contract:
    os << "broken contract: " << name(value) << " can have "
       << describeBound(facts, value) << " bits of noise, but "
       << describeContractPlace(finding);
    if (finding.isLimit)
      os << " can have at most " << finding.limit << ", the limit there";
    else
      os << " is declared to have at most " << finding.limit << " ('"
         << NoisyDialect::kBoundAttrName << "')";
    return text;
  case NoiseFindingKind::StatedRange:
    return describeBrokenRange(finding, name);
  }
  llvm_unreachable("all kinds are handled");
}

/// The first sentence on the origin of a bound; empty if there is none.
static llvm::StringRef describeSource(const NoiseFact &fact, Value value) {
  static const std::string stated =
      "stated by '" + NoisyDialect::kBoundAttrName.str() + "'";
  if (fact.bound.isUnreachable())
    return "never executed";
  if (fact.bound.isUnbounded())
    return "grows without bound";
  if (fact.bound.isUnknown() && fact.unknown)
    return "its origin is unknown";
  if (fact.source == NoiseFlowKind::Contract)
    return stated;
  if (fact.source == NoiseFlowKind::Counted)
    return isa<BlockArgument>(value)
               ? "the maximum over all iterations of the loop"
               : "after the last iteration of the loop";
  if (fact.source == NoiseFlowKind::Reduction)
    return "the maximum over all orders of the reduction";
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<EncodeOp>(op))
    return "fresh encryption";
  if (isa_and_nonnull<ReduceNoiseOp>(op))
    return "fresh, by the reduction";
  return "";
}

NoiseOrigin mlir::noisy::getOrigin(const NoiseFact &fact, Value value) {
  NoiseOrigin origin;
  origin.source = describeSource(fact, value);
  origin.isAssumed = fact.isAssumed;
  if (fact.isAssumed)
    origin.hasKnownCalls = !fact.inputs.empty();
  else
    origin.restsOn = fact.restsOn;
  origin.unreliableCause = fact.unreliableCause;
  return origin;
}

std::vector<std::string>
mlir::noisy::describeOrigin(const NoiseFactSource &facts,
                            const NoiseOrigin &origin, ValueNamer name) {
  std::vector<std::string> sentences;
  if (!origin.source.empty())
    sentences.push_back(origin.source.str());
  if (origin.isAssumed) {
    std::string text = "assumed: unknown callers pass fresh values";
    if (origin.hasKnownCalls)
      text += "; known calls are included";
    sentences.push_back(std::move(text));
  } else if (origin.restsOn) {
    sentences.push_back("assumes that " + name(origin.restsOn) + " is fresh");
  }
  if (origin.unreliableCause)
    sentences.push_back("unreliable: depends on " +
                        name(origin.unreliableCause) +
                        (facts.getBound(origin.unreliableCause).isUnknown()
                             ? ", whose noise is unknown"
                             : ", which overflows"));
  return sentences;
}

std::vector<std::string>
mlir::noisy::describeOrigin(const NoiseFactSource &facts, Value value,
                            ValueNamer name) {
  const NoiseFact *fact = facts.find(value);
  return fact ? describeOrigin(facts, getOrigin(*fact, value), name)
              : std::vector<std::string>();
}

std::vector<NoiseNote> mlir::noisy::explainFinding(const NoiseFactSource &facts,
                                                   const NoiseFinding &finding,
                                                   ValueNamer name,
                                                   unsigned limit) {
  std::vector<NoiseNote> notes;
  llvm::SetVector<Value> chain;
  if (finding.kind == NoiseFindingKind::Contract)
    chain.insert(finding.value);
  else
    for (Value cause : facts.getCauses(finding.value))
      chain.insert(cause);
  for (size_t i = 0; i < chain.size() && notes.size() < limit; ++i) {
    Value value = chain[i];
    for (Value cause : facts.getCauses(value))
      chain.insert(cause);
    if (value == finding.value && finding.kind != NoiseFindingKind::Contract)
      continue;
    std::string message;
    llvm::raw_string_ostream os(message);
    if (facts.getBound(value).isBits())
      os << name(value) << " has " << describeBound(facts, value);
    else
      os << "the noise of " << name(value) << " is " << facts.getBound(value);
    std::vector<std::string> origin = describeOrigin(facts, value, name);
    if (!origin.empty())
      os << " (" << origin.front() << ")";
    notes.push_back({value, message});
  }
  return notes;
}
