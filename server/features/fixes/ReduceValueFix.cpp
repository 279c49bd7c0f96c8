//===- ReduceValueFix.cpp - Reduction of one value ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/ReduceValueFix.h"
#include "analysis/noise/NoiseReport.h"
#include "dialect/ReducingOperations.h"
#include "dialect/RuledDialects.h"
#include "optimizer/ReductionCosts.h"
#include "server/features/fixes/FixOffers.h"
#include "server/features/fixes/FixPlace.h"
#include "server/features/fixes/ReductionWriter.h"
#include "server/features/noise/ForeignProblem.h"
#include "server/features/noise/NoiseLevel.h"
#include "server/settings/ProjectRules.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// Returns the encrypted value at `Offset`.
static llvm::Expected<Value> findCipher(const Chunk &Program, size_t Offset) {
  bool IsGroup = false;
  Value NamedValue = findValueAt(Program, Offset, &IsGroup);
  Operation *Op = IsGroup ? NamedValue.getDefiningOp() : nullptr;
  if (!NamedValue)
    Op = findOperationAt(Program, Offset);
  if (Op) {
    SmallVector<Value, 1> Ciphers(
        llvm::make_filter_range(Op->getResults(), [](Value V) {
          return isEncryptedScalar(V.getType());
        }));
    if (Ciphers.size() == 1)
      return Ciphers.front();
    if (!Ciphers.empty())
      return refuse("several encrypted values have this name; put the cursor "
                    "on a use of one of them");
  }
  if (Op || !NamedValue)
    return refuse("there is no encrypted value here");
  if (isEncryptedScalar(NamedValue.getType()))
    return NamedValue;
  return refuse(Program.nameOf(NamedValue) +
                (isNoisyType(NamedValue.getType())
                     ? " is not reduced as a whole, only its elements"
                     : " is not encrypted"));
}

namespace {
class ReduceValueFix final : public SmallFixKind {
public:
  ReduceValueFix() : SmallFixKind("reduceValue", "Reduce here") {}

  void offerRewrites(FixOffers &Offers) const override;
  llvm::Expected<FixDraft> draft(const Chunk &Program,
                                 size_t Offset) const override;
};
} // namespace

static const ReduceValueFix Kind;
const SmallFixKind &fixes::ReduceValue = Kind;

void ReduceValueFix::offerRewrites(FixOffers &Offers) const {
  Snapshot::TokenPlace Name = Offers.state().tokenAt(Offers.selection().Begin);
  if (!Name || (Name.Token->TargetKind != Section::Kind::Value &&
                Name.Token->TargetKind != Section::Kind::Operation))
    return;
  const bool IsOperation = Name.Token->TargetKind == Section::Kind::Operation;
  if (IsOperation && Name.operation()->ResultCount != 1)
    return;
  const ValueRef Value =
      IsOperation ? *Name.operation().results().begin() : Name.value();
  // At its definition the name of a group stands for all its values.
  if (!IsOperation && Name.Token->IsDefinition && Value->GroupSize > 1)
    return;
  const NoiseInfo *Noise = Value.noise();
  if (!Noise || Value->Name.empty() ||
      Value->Kind != Section::ValueKind::Cipher || Noise->Bound.isUnreachable())
    return;
  // The operation that reduces values of other dialects is theirs; it may not
  // be known.
  if (findReducer(Value.type(), currentRules().get()).empty())
    return;
  // The results of these operations are fresh.
  if (!Value->IsArgument &&
      (Value.operation().kind() == Section::OperationKind::Encode ||
       Value.operation().kind() == Section::OperationKind::Reduction))
    return;
  // It would leave no less.
  const NoiseModel Model = Noise->Model ? *Noise->Model : NoiseModel();
  if (Noise->Bound.isBits() && Noise->Bound.getBits() <= Model.getReduced())
    return;
  std::string Refusal = Offers.refusalIn(Name.OwnerPart->Chunk);
  if (Refusal.empty()) {
    NoiseLevel Level = getNoiseLevel(*Noise, /*NearLimit=*/0);
    if (Level == NoiseLevel::Unknown)
      Refusal = "its noise is unknown, and a reduction does not fix that";
    else if (Level == NoiseLevel::OverLimit)
      Refusal = "its noise is over the limit already; reduce its operands";
  }
  std::optional<ByteRange> Range =
      Name.Section->toText(IsOperation ? Value->Name : Name.Token->Range);
  if (!Range)
    return;
  Offers.add(FixGroup::Rewrite, *this, "Reduce " + Value.name() + " here",
             Range->Begin, std::move(Refusal));
}

llvm::Expected<FixDraft> ReduceValueFix::draft(const Chunk &Program,
                                               size_t Offset) const {
  llvm::Expected<Value> Cipher = findCipher(Program, Offset);
  if (!Cipher)
    return Cipher.takeError();
  Value V = *Cipher;
  std::string Name = Program.nameOf(V);
  if (isReducedAlready(V))
    return refuse(Name + " is fresh already");
  ProgramFlow Flow(Program.module());
  NoiseFlows Flows(Flow);
  NoiseModel Model = NoiseModel::get(V.getParentBlock()->getParentOp());
  if (std::optional<std::string> Reason = explainNoReduction(V, Model))
    return refuse(Name + ": " + *Reason);
  if (isBeforeRelinearization(V))
    return refuse(Name +
                  " is relinearized; reduce it after the relinearization");
  if (isBeforeRescaling(V))
    return refuse(Name + " is rescaled; reduce it after the rescaling");
  if (!ReductionCosts(Flow, Flows, /*assumedIterations=*/1).getCandidate(V))
    return refuse("no reduction is possible after the definition of " + Name);
  Reduction Place = {V};
  std::optional<std::vector<ByteEdit>> Edits =
      writeReductions(Program, {Place});
  if (!Edits)
    return refuse("the text has no place for a reduction of " + Name +
                  ": its short form leaves out values");
  FixDraft Draft;
  Draft.Edits = std::move(*Edits);
  Draft.Change = [Place](IRMapping &Copy) {
    applyReductions({{Copy.lookup(Place.value)}});
  };
  Draft.MustHold = V;
  Draft.Message = "reduced " + Name;
  NoiseBound Bound = Program.facts().getBound(V);
  if (Bound.isBits())
    Draft.Message += " of " + describeBound(Program.facts(), V) + " bits";
  return Draft;
}
