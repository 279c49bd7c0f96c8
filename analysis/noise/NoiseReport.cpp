//===- NoiseReport.cpp - The texts on noise -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/integers/IntegerReport.h"
#include "analysis/memory/OverwrittenValues.h"
#include "analysis/noise/LaunchSizes.h"
#include "analysis/noise/UnknownNoise.h"
#include "dialect/NoisyOps.h"
#include "dialect/RuledDialects.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

llvm::StringRef mlir::noisy::getFindingCode(NoiseFindingKind kind) {
  switch (kind) {
  case NoiseFindingKind::Overflow:
  case NoiseFindingKind::Call:
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

/// The units in a bit where `value` is.
static unsigned getUnit(const NoiseFactSource &facts, Value value) {
  const NoiseFact *fact = facts.find(value);
  return fact ? fact->model.unit : 1;
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
  if (fact->perRun && op.inferNoise(fact->model, bounds) != fact->bound)
    return false;
  std::string sum;
  llvm::raw_string_ostream sumStream(sum);
  op.describeNoise(sumStream, fact->model, bounds);
  os << sum;
  return !sum.empty();
}

std::string mlir::noisy::describeBound(const NoiseFactSource &facts,
                                       Value value) {
  std::string text, sum;
  llvm::raw_string_ostream os(text), sumStream(sum);
  os << formatBound(facts.getBound(value), getUnit(facts, value));
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
  } else if (finding.function && finding.function == finding.use) {
    os << "an operand of '" << finding.use->getName().getStringRef() << "'";
  } else if (finding.function) {
    os << "argument "
       << finding.operand -
              FunctionUses::getPassed(finding.use).getBeginOperandIndex()
       << " of ";
    if (SymbolRefAttr symbol = FunctionUses::getCalleeName(finding.use))
      os << symbol;
    else
      os << name;
  } else if (isRegionEnd(finding.use)) {
    os << "result " << finding.operand << " of " << name;
  } else {
    os << "the result of '" << finding.use->getName().getStringRef()
       << "', which may be it,";
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

/// The operation that runs what a value is in for each element, if no loop is
/// in it around the value.
static Operation *findElementBody(Value value) {
  Operation *op = value.getParentBlock()->getParentOp();
  while (op &&
         !isa<LoopLikeOpInterface, linalg::LinalgOp, CallableOpInterface>(op))
    op = op->getParentOp();
  return isa_and_nonnull<linalg::LinalgOp>(op) ? op : nullptr;
}

std::string mlir::noisy::describeFinding(const NoiseFactSource &facts,
                                         const NoiseFinding &finding,
                                         ValueNamer name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Value value = finding.value;
  const unsigned unit = getUnit(facts, value);
  auto limit = [&] { return formatBits(finding.limit, unit, Rounding::Down); };
  switch (finding.kind) {
  case NoiseFindingKind::Overflow:
    os << "noise overflow: " << name(value) << " can have "
       << describeBound(facts, value) << " bits of noise, limit " << limit();
    return text;
  case NoiseFindingKind::Unbounded: {
    os << "unbounded noise: " << name(value) << " grows";
    if (finding.growth)
      os << " by " << formatBitsInWords(finding.growth, unit);
    if (!finding.circle.empty()) {
      os << " with each call in the recursion ";
      for (Operation *op : finding.circle)
        os << "@" << cast<FunctionOpInterface>(op).getName() << " -> ";
      os << "@" << cast<FunctionOpInterface>(finding.circle.front()).getName()
         << "; reduce it inside the recursion";
    } else if (finding.isByCalls && finding.isByLoops) {
      os << " with each call, or with each iteration of a loop around one; "
            "reduce it in the function";
    } else if (!finding.isByLoops) {
      os << " with each call, because the calls are not told apart (a function "
            "is called by its address, or has too many different calls); "
            "reduce it in the function";
    } else if (Operation *op = findElementBody(value)) {
      os << " with each element; reduce it in the body of '" << op->getName()
         << "'";
    } else {
      os << " with each iteration; reduce it inside the loop";
    }
    return text;
  }
  case NoiseFindingKind::Unknown: {
    Operation *op = value.getDefiningOp();
    bool isOne = finding.others.empty();
    if (!op && !isOne)
      op = value.getParentBlock()->getParentOp();
    std::string opName =
        op ? "'" + op->getName().getStringRef().str() + "'" : "";
    // A value without a name is described by its operation.
    std::string valueName = name(value);
    bool isDescribed = !opName.empty() && StringRef(valueName).contains(opName);
    os << "unknown noise: " << valueName;
    if (size_t more = finding.others.size(); more == 1 && !isDescribed)
      os << " and " << name(finding.others.front());
    else if (more > 0)
      os << " and " << more << (more == 1 ? " other" : " others");
    if (!opName.empty() && !isDescribed)
      os << (isOne ? ", a result of " : " of ") << opName;
    if (finding.reason) {
      os << ": " << describeReason(*finding.reason, name);
      if (isOverwritten(*finding.reason) && finding.reason->buffer != value)
        os << ", and it may be the same object";
    } else if (std::optional<std::string> missing = explainMissingRule(value)) {
      os << ": " << *missing;
    } else if (auto result = dyn_cast<OpResult>(value)) {
      if (std::string reason = explainUndeclared(result); !reason.empty())
        os << ": " << reason;
    }
    os << "; values that depend on " << (isOne ? "it" : "them")
       << " cannot be checked";
    return text;
  }
  case NoiseFindingKind::Call: {
    std::string callee =
        "@" + cast<FunctionOpInterface>(finding.function).getName().str();
    os << "noise overflow in " << callee << ": this call passes ";
    if (finding.integer) {
      const PassedInteger &integer = *finding.integer;
      std::string range =
          describeRange(integer.passed, integer.argument.getType());
      if (StringRef(range).starts_with("any "))
        range = "an unknown integer";
      else if (range[0] == '[')
        range = "an integer in " + range;
      os << range << " for " << name(integer.argument) << ", " << callee
         << " takes at most " << integer.limit;
      return text;
    }
    os << formatBound(finding.bound, unit) << " bits (" << name(value) << "), ";
    if (finding.limit > 0)
      os << callee << " takes at most " << limit();
    else
      os << "too much with its other operands";
    return text;
  }
  case NoiseFindingKind::Contract:
    os << "broken contract: " << name(value) << " can have "
       << describeBound(facts, value) << " bits of noise, but "
       << describeContractPlace(finding);
    if (finding.isLimit && finding.function == finding.use)
      os << " can have at most " << limit() << ", by its rule";
    else if (finding.isLimit)
      os << " can have at most " << limit() << ", the limit there";
    else
      os << " is declared to have at most " << limit() << " ('"
         << NoisyDialect::kBoundAttrName << "')";
    return text;
  case NoiseFindingKind::StatedRange:
    return describeBrokenRange(finding, name);
  }
  llvm_unreachable("all kinds are handled");
}

std::string mlir::noisy::placeByLocation(Operation *call) {
  auto location = call->getLoc()->findInstanceOf<FileLineColLoc>();
  return location ? " at line " + std::to_string(location.getLine()) : "";
}

/// "the most of all calls: 13 from the call at line 12 (%1 in @main), ...".
static std::string describeCalls(ArrayRef<CallNoise> byCall, unsigned unit,
                                 ValueNamer name, CallPlacer place) {
  constexpr unsigned most = 6;
  std::string text = "the most of all calls: ";
  llvm::raw_string_ostream os(text);
  const bool isCut = byCall.size() > most || byCall.size() == 1;
  for (auto [i, entry] : llvm::enumerate(byCall.take_back(most))) {
    auto [bound, call, isOuter] = entry;
    os << (i > 0 ? ", " : "");
    if (bound.isUnreachable())
      os << "not executed in ";
    else
      os << formatBound(bound, unit) << (isOuter ? " through " : " from ");
    if (!call) {
      os << "calls out of sight";
      continue;
    }
    os << "the call" << place(call);
    auto caller = call->getParentOfType<FunctionOpInterface>();
    if (call->getNumResults() > 0)
      os << " (" << name(call->getResult(0));
    if (caller)
      os << (call->getNumResults() > 0 ? " in @" : " (in @")
         << caller.getName();
    if (caller || call->getNumResults() > 0)
      os << ")";
  }
  if (isCut)
    os << ", others no more";
  return text;
}

/// What the result of a call is, with the limits of what is known of a value
/// that is called.
static llvm::StringRef describeCallee(CallOpInterface call) {
  auto callee =
      call ? dyn_cast_if_present<Value>(call.getCallableForCallee()) : Value();
  Operation *address = callee ? callee.getDefiningOp() : nullptr;
  if (!callee || (address && address->hasTrait<OpTrait::ConstantLike>()))
    return "what the function returns for this call";
  auto argument = dyn_cast<BlockArgument>(callee);
  if (argument && isa<CallableOpInterface>(argument.getOwner()->getParentOp()))
    return "the most of what all functions return for it whose address any "
           "caller passes";
  return "the most of what all functions return for it that may be called";
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
  if (fact.source == NoiseFlowKind::Contract &&
      isa_and_nonnull<linalg::LinalgOp>(value.getParentBlock()->getParentOp()))
    return "never read";
  if (fact.source == NoiseFlowKind::Contract)
    return isa_and_nonnull<tensor::EmptyOp>(value.getDefiningOp())
               ? "empty: each element is written before it is read"
               : llvm::StringRef(stated);
  if (fact.source == NoiseFlowKind::Counted &&
      isa_and_nonnull<memref::LoadOp, affine::AffineLoadOp>(
          value.getDefiningOp()))
    return "the most that is stored there by then";
  if (fact.source == NoiseFlowKind::Counted &&
      isa_and_nonnull<tensor::ExtractOp>(value.getDefiningOp()))
    return "the most that is in this element by then";
  bool isCombined = fact.source == NoiseFlowKind::Counted &&
                    isa_and_nonnull<scf::ParallelOp>(value.getDefiningOp());
  if (fact.source == NoiseFlowKind::Counted && !isCombined)
    return isa<BlockArgument>(value)
               ? "the maximum over all iterations of the loop"
               : "after the last iteration of the loop";
  if (fact.source == NoiseFlowKind::Call)
    return describeCallee(value.getDefiningOp<CallOpInterface>());
  if (fact.source == NoiseFlowKind::Reduction || isCombined)
    return "the maximum over all orders of the reduction";
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<EncodeOp>(op))
    return "fresh encryption";
  if (auto reduction = dyn_cast_or_null<ReduceNoiseOp>(op))
    return fact.model.reduced || reduction.getTo() ? "set by the reduction"
                                                   : "fresh, by the reduction";
  if (const NoiseRule *rule = op ? getNoiseRule(op) : nullptr) {
    bool isStated = !rule->leftName.empty();
    if (rule->kind == NoiseRule::Kind::Fresh)
      return isStated ? "set by the operation" : "fresh encryption";
    if (rule->kind == NoiseRule::Kind::Reduce)
      return fact.model.reduced || isStated ? "set by the reduction"
                                            : "fresh, by the reduction";
  }
  for (auto [name, member] : kModelTransfers)
    if ((fact.model.*member).getReset() && op &&
        op->getName().getStringRef() == (Twine("noisy.") + name).str())
      return "set by the operation, whatever comes in";
  return "";
}

static llvm::StringRef describeLimit(NoiseLimit limit) {
  switch (limit) {
  case NoiseLimit::None:
    return "";
  case NoiseLimit::Calls:
    return "the most of all calls, which are too many to be followed one by "
           "one";
  case NoiseLimit::Iterations:
    return "the most after any number of iterations, which are too many to be "
           "followed one by one";
  case NoiseLimit::Conditions:
    return "the most as if each condition in the loop could hold whatever the "
           "others are: they are too many to be told apart";
  }
  llvm_unreachable("all limits are handled");
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
  origin.byCall = fact.byCall;
  if (!origin.byCall.empty())
    origin.unit = fact.model.unit;
  origin.limit = fact.limit;
  return origin;
}

std::vector<std::string>
mlir::noisy::describeOrigin(const NoiseFactSource &facts,
                            const NoiseOrigin &origin, ValueNamer name,
                            CallPlacer place) {
  std::vector<std::string> sentences;
  if (!origin.source.empty())
    sentences.push_back(origin.source.str());
  if (!origin.byCall.empty())
    sentences.push_back(describeCalls(origin.byCall, origin.unit, name, place));
  if (origin.limit != NoiseLimit::None)
    sentences.push_back(describeLimit(origin.limit).str());
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
                            ValueNamer name, CallPlacer place) {
  const NoiseFact *fact = facts.find(value);
  return fact ? describeOrigin(facts, getOrigin(*fact, value), name, place)
              : std::vector<std::string>();
}

/// A call that passes `passed` to an argument of a function, the noisiest of
/// those that are told apart; null if `argument` is none, or if it is only
/// called by values.
static Operation *findPassingCall(const NoiseFactSource &facts, Value argument,
                                  Value passed) {
  auto blockArgument = dyn_cast<BlockArgument>(argument);
  if (!blockArgument || !blockArgument.getOwner()->isEntryBlock())
    return nullptr;
  auto function =
      dyn_cast<FunctionOpInterface>(blockArgument.getOwner()->getParentOp());
  if (!function)
    return nullptr;
  Operation *found = nullptr;
  // Uses have no order that depends on the text alone.
  bool isClear = true;
  const NoiseFact *fact = facts.find(argument);
  for (OpOperand &use : passed.getUses()) {
    Operation *op = use.getOwner();
    SymbolRefAttr callee = FunctionUses::getCalleeName(op);
    if (!callee || callee.getLeafReference() != function.getNameAttr() ||
        use.getOperandNumber() !=
            FunctionUses::getPassed(op).getBeginOperandIndex() +
                blockArgument.getArgNumber())
      continue;
    if (fact && !fact->byCall.empty() && fact->byCall.back().call == op)
      return op;
    if (!found) {
      found = op;
    } else if (found->getBlock() != op->getBlock()) {
      isClear = false;
    } else if (op->isBeforeInBlock(found)) {
      found = op;
    }
  }
  return isClear ? found : nullptr;
}

std::vector<NoiseNote> mlir::noisy::explainFinding(const NoiseFactSource &facts,
                                                   const NoiseFinding &finding,
                                                   ValueNamer name,
                                                   unsigned limit) {
  std::vector<NoiseNote> notes;
  llvm::SetVector<Value> chain;
  if (finding.overflow) {
    std::string message;
    llvm::raw_string_ostream os(message);
    const NoiseModel &model = facts.find(finding.overflow)->model;
    os << "here " << name(finding.overflow) << " passes the limit of "
       << formatBits(model.max, model.unit, Rounding::Down) << " bits";
    notes.push_back({finding.overflow, message});
  }
  bool isPassed = finding.kind == NoiseFindingKind::Contract ||
                  finding.kind == NoiseFindingKind::Call;
  if (isPassed)
    chain.insert(finding.value);
  else
    for (Value cause : facts.getCauses(finding.value))
      chain.insert(cause);
  for (size_t i = 0; i < chain.size() && notes.size() < limit; ++i) {
    Value value = chain[i];
    SmallVector<Value, 2> causes = facts.getCauses(value);
    chain.insert_range(causes);
    if (value == finding.value && !isPassed)
      continue;
    std::string message;
    llvm::raw_string_ostream os(message);
    if (facts.getBound(value).isBits())
      os << name(value) << " has " << describeBound(facts, value);
    else
      os << "the noise of " << name(value) << " is "
         << formatBound(facts.getBound(value), getUnit(facts, value));
    // The noise for each call would be too much here.
    NoiseOrigin origin = getOrigin(*facts.find(value), value);
    origin.byCall.clear();
    std::vector<std::string> sentences = describeOrigin(facts, origin, name);
    if (!sentences.empty())
      os << " (" << sentences.front() << ")";
    notes.push_back({value, message});
    for (Value cause : causes)
      if (Operation *call = findPassingCall(facts, value, cause);
          call && notes.size() < limit)
        notes.push_back({cause, "this call passes " + name(cause), call});
  }
  return notes;
}
