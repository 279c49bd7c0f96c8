//===- DeclareBoundFix.cpp - Declared noise of a signature ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/DeclareBoundFix.h"
#include "analysis/flow/FunctionUses.h"
#include "analysis/noise/NoiseReport.h"
#include "dialect/NoisyDialect.h"
#include "dialect/RuledDialects.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/features/fixes/FixOffers.h"
#include "server/features/fixes/SignatureText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
struct Target {
  FunctionOpInterface Function;
  SignatureItem Item;
};

/// Finds the argument or result that the offset stands for.
class TargetFinder {
public:
  explicit TargetFinder(const Chunk &Program) : Program(Program) {}

  std::optional<Target> find(size_t Offset);

private:
  std::optional<Target> findByValue(Value NamedValue, size_t Offset);
  std::optional<Target> findReturned(Operation *Op, size_t Offset);

  const Chunk &Program;
};
} // namespace

static Type getType(const Target &Subject) {
  FunctionOpInterface Function = Subject.Function;
  return Subject.Item.IsResult
             ? Function.getResultTypes()[Subject.Item.Number]
             : Function.getArgumentTypes()[Subject.Item.Number];
}

static bool isDeclared(const Target &Subject) {
  FunctionOpInterface Function = Subject.Function;
  return bool(Subject.Item.IsResult
                  ? Function.getResultAttr(Subject.Item.Number,
                                           NoisyDialect::kBoundAttrName)
                  : Function.getArgAttr(Subject.Item.Number,
                                        NoisyDialect::kBoundAttrName));
}

/// Returns the function that `Op` returns from; null if it does not return.
static FunctionOpInterface getReturnedFrom(Operation *Op) {
  auto Function = dyn_cast_or_null<FunctionOpInterface>(Op->getParentOp());
  if (!Function || !Op->hasTrait<OpTrait::ReturnLike>() ||
      Op->getNumOperands() != Function.getNumResults())
    return nullptr;
  return Function;
}

std::optional<Target> TargetFinder::findReturned(Operation *Op, size_t Offset) {
  FunctionOpInterface Function = Op ? getReturnedFrom(Op) : nullptr;
  if (!Function)
    return std::nullopt;
  // Operands are in their order; counting finds the index of the name.
  MlirTokens Tokens(Program.text(), Program.rangeOf(Op));
  unsigned Number = 0;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    if (!Tokens[I].Text.starts_with("%"))
      continue;
    if (Number < Op->getNumOperands() && Tokens[I].Range.Begin <= Offset &&
        Offset <= Tokens[I].Range.End)
      return Target{Function, {true, Number}};
    ++Number;
  }
  if (Op->getNumOperands() == 1)
    return Target{Function, {true, 0}};
  return std::nullopt;
}

std::optional<Target> TargetFinder::findByValue(Value NamedValue,
                                                size_t Offset) {
  if (auto Argument = dyn_cast<BlockArgument>(NamedValue)) {
    auto Function =
        dyn_cast<FunctionOpInterface>(Argument.getOwner()->getParentOp());
    if (!Function || !Argument.getOwner()->isEntryBlock() ||
        Argument.getArgNumber() >= Function.getNumArguments())
      return std::nullopt;
    return Target{Function, {false, Argument.getArgNumber()}};
  }
  auto Call = NamedValue.getDefiningOp<CallOpInterface>();
  if (!Call)
    return std::nullopt;
  auto Callee = dyn_cast_or_null<FunctionOpInterface>(Call.resolveCallable());
  unsigned Number = cast<OpResult>(NamedValue).getResultNumber();
  if (!Callee || Callee.getNumResults() != Call->getNumResults())
    return std::nullopt;
  return Target{Callee, {true, Number}};
}

std::optional<Target> TargetFinder::find(size_t Offset) {
  Operation *Op = findOperationAt(Program, Offset);
  if (std::optional<Target> Match = findReturned(Op, Offset))
    return Match;
  if (Value NamedValue = findValueAt(Program, Offset))
    return findByValue(NamedValue, Offset);
  if (auto Call = dyn_cast_or_null<CallOpInterface>(Op);
      Call && Call->getNumResults() == 1)
    return findByValue(Call->getResult(0), Offset);
  auto Function = dyn_cast_or_null<FunctionOpInterface>(Op);
  if (!Function)
    return std::nullopt;
  SignatureText Signature(Program, Function);
  if (std::optional<SignatureItem> Item = Signature.findItem(Offset))
    return Target{Function, *Item};
  if (!Signature.isInHeader(Offset))
    return std::nullopt;
  // The only item without a bound.
  std::optional<Target> OnlyTarget;
  for (bool IsResult : {false, true}) {
    unsigned Count =
        IsResult ? Function.getNumResults() : Function.getNumArguments();
    for (unsigned I = 0; I < Count; ++I) {
      Target Candidate{Function, {IsResult, I}};
      if (!isEncryptedScalar(getType(Candidate)) || isDeclared(Candidate))
        continue;
      if (OnlyTarget)
        return std::nullopt;
      OnlyTarget = Candidate;
    }
  }
  return OnlyTarget;
}

/// Returns the bound found by the analysis: the largest that is passed or
/// returned; nothing if it is unknown.
static std::optional<NoiseBound> findBound(const Chunk &Program,
                                           const Target &Subject) {
  FunctionOpInterface Function = Subject.Function;
  const NoiseFacts &Facts = Program.facts();
  unsigned Number = Subject.Item.Number;
  if (!Subject.Item.IsResult && !Function.isExternal())
    return Facts.getBound(Function.getArgument(Number));
  if (Subject.Item.IsResult && Function.isExternal())
    return std::nullopt;
  NoiseBound Max = NoiseBound::unreachable();
  if (Subject.Item.IsResult) {
    for (Block &B : Function.getFunctionBody())
      if (Operation *Last = B.empty() ? nullptr : &B.back();
          Last && getReturnedFrom(Last))
        Max = NoiseBound::join(Max, Facts.getBound(Last->getOperand(Number)));
    return Max;
  }
  // The largest noise that its calls pass, also those of one of several
  // functions; and where its address goes elsewhere, anything may be passed.
  SymbolTableCollection Symbols;
  FunctionUses Uses(Program.module(), Symbols);
  if ((Function.isPrivate() && Uses.isCallableOutOfSight(Function)) ||
      !Uses.getHolders(Function).empty())
    return NoiseBound::unknown();
  Program.module()->walk([&](Operation *Op) {
    if (!llvm::is_contained(Uses.getCallees(Op), Function.getOperation()))
      return;
    OperandRange Passed = FunctionUses::getPassed(Op);
    if (Number < Passed.size())
      Max = NoiseBound::join(Max, Facts.getBound(Passed[Number]));
  });
  return Max;
}

namespace {
class DeclareBoundFix final : public SmallFixKind {
public:
  DeclareBoundFix() : SmallFixKind("declareBound", "Declare noisy.bound") {}

  void offerQuickFixes(FixOffers &Offers) const override;
  void offerRewrites(FixOffers &Offers) const override;
  llvm::Expected<FixDraft> draft(const Chunk &Program,
                                 size_t Offset) const override;
};
} // namespace

static const DeclareBoundFix Kind;
const SmallFixKind &fixes::DeclareBound = Kind;

/// True if the type that ends at `Offset` has a declared bound: in a dictionary
/// that follows.
static bool hasBound(llvm::StringRef Text, size_t Offset) {
  llvm::StringRef Rest = Text.substr(Offset).ltrim();
  if (!Rest.starts_with("{"))
    return false;
  // Strings may contain brackets; the fix itself detects that.
  return Rest.take_until([](char C) { return C == '}'; })
      .contains("noisy.bound");
}

/// Offers the fix for the argument or result whose name or type is here.
/// True for a call of a function without a body that does not state the noise
/// of what it returns.
static bool callsUndeclared(const FixOffers &Offers, OperationRef Call) {
  if (!Call || Call.kind() != Section::OperationKind::Call)
    return false;
  auto IsUnknown = [](const ValueRef &Result) {
    const NoiseInfo *Noise = Result.noise();
    return Result->Kind == Section::ValueKind::Cipher && Noise &&
           Noise->Bound.isUnknown();
  };
  if (llvm::none_of(Call.results(), IsUnknown))
    return false;
  const Snapshot::Part *Owner =
      Offers.state().partAt(Call.section().toTextClamped(Call->Range).Begin);
  for (const Section::SymbolUse &Use : Call.data().symbolUses()) {
    if (!Owner || Use.User != Call.number())
      continue;
    std::vector<Snapshot::SymbolPlace> Callees =
        Offers.state().findSymbols(*Owner, Call.section(), Use);
    if (Callees.size() != 1)
      continue;
    OperationRef Callee = Callees.front().operation();
    if (Callee->IsFunction &&
        llvm::none_of(Callee.data().blocks(), [&](const Section::Block &B) {
          return B.Parent == Callee.number();
        }))
      return true;
  }
  return false;
}

void DeclareBoundFix::offerQuickFixes(FixOffers &Offers) const {
  Offers.forEachProblem(
      [&](const Snapshot::Part &Part, const Problem &Issue, size_t Rank) {
        size_t Place = Issue.Range.Begin;
        if (Issue.Code != getFindingCode(NoiseFindingKind::Unknown) ||
            !callsUndeclared(Offers, Offers.operationAt(Place)))
          return;
        OfferedFix &New = Offers.add(FixGroup::QuickFix, *this, title(), Place,
                                     Offers.refusalIn(Part.Chunk));
        New.Problems = {Issue};
        New.IsPreferred = true;
        New.Rank = Rank;
      });
}

void DeclareBoundFix::offerRewrites(FixOffers &Offers) const {
  if (Offers.has(*this))
    return;
  size_t Place = Offers.selection().Begin;
  Snapshot::TokenPlace Name = Offers.state().tokenAt(Place);
  // At the call, and wherever its result is used.
  bool IsValue = Name && Name.Token->TargetKind == Section::Kind::Value;
  OperationRef Call = Offers.operationAt(Place);
  if (IsValue)
    Call = Name.value()->IsArgument ? OperationRef() : Name.value().operation();
  if (Call && (IsValue || Call->ResultCount == 1) &&
      callsUndeclared(Offers, Call)) {
    Offers.add(FixGroup::Rewrite, *this, title(), Place,
               Offers.refusalIn(Offers.state().partAt(Place)->Chunk));
    return;
  }
  static constexpr llvm::StringLiteral Type = "!noisy.i32";
  OperationRef Op = Offers.operationAt(Place);
  // A declaration may end with the type of its result.
  if (!Op && Place > 0)
    Op = Offers.operationAt(Place - 1);
  if (!Op)
    return;
  const Section &Data = Op.data();
  std::optional<size_t> SectionOffset = Op.section().toSection(Place);
  if (!SectionOffset)
    return;
  if (Name && Name.Section != &Op.section())
    return;
  if (Name && Name.Token->TargetKind == Section::Kind::Value) {
    const ValueRef Value = Name.value();
    if (!Value->IsArgument || !Name.Token->IsDefinition)
      return;
    Op = Value.operation();
    if (!Op || !Op->IsFunction || Value.block()->Number != 0 ||
        Value->Kind != Section::ValueKind::Cipher)
      return;
    llvm::StringRef Rest =
        Data.text().substr(Value->Name.End).ltrim(" \t\r\n:");
    if (!Rest.consume_front(Type) ||
        hasBound(Data.text(), Rest.data() - Data.text().data()))
      return;
  } else {
    if (!Op->IsFunction)
      return;
    // The offset is inside the word or at either end.
    size_t SearchBegin =
        *SectionOffset < Type.size() ? 0 : *SectionOffset - Type.size();
    size_t Begin = Data.text().find(Type, SearchBegin);
    if (Begin == llvm::StringRef::npos || Begin > *SectionOffset ||
        hasBound(Data.text(), Begin + Type.size()))
      return;
    llvm::StringRef Rest = Data.text().substr(Begin + Type.size());
    if (Rest.starts_with(">")) // of a tensor
      return;
  }
  Offers.add(FixGroup::Rewrite, *this, title(), Place,
             Offers.refusalIn(Offers.state().partAt(Place)->Chunk));
}

llvm::Expected<FixDraft> DeclareBoundFix::draft(const Chunk &Program,
                                                size_t Offset) const {
  std::optional<Target> Match = TargetFinder(Program).find(Offset);
  if (!Match)
    return refuse("put the cursor on an argument or a result of a function");
  FunctionOpInterface Function = Match->Function;
  SignatureItem Item = Match->Item;
  std::string Description = (Item.IsResult ? "result " : "argument ") +
                            std::to_string(Item.Number) + " of @" +
                            Function.getName().str();
  if (!isEncryptedScalar(getType(*Match)))
    return refuse(Description + " is not a single encrypted value");
  if (isDeclared(*Match))
    return refuse(Description + " has a 'noisy.bound' already");

  NoiseModel Model = NoiseModel::get(Function);
  std::optional<NoiseBound> Bound = findBound(Program, *Match);
  FixDraft Draft;
  uint32_t Units = Model.max;
  if (Bound && !Bound->exceeds(Model.max))
    Units = Bound->isBits() ? std::max(Bound->getBits(), Model.initial)
                            : Model.initial;
  std::string Bits = formatExactBits(Units, Model.unit);
  Draft.Message = "declared " + Description + " to have at most " +
                  formatBits(Units, Model.unit) + " bits";
  Draft.IsNotable = !Bound || Bound->exceeds(Model.max);
  if (!Bound)
    Draft.Message +=
        ", the limit: the returned noise is unknown, so check that this holds";
  else if (Bound->exceeds(Model.max) && Item.IsResult)
    return refuse("@" + Function.getName().str() +
                  " can return more than the limit of " +
                  formatBits(Model.max, Model.unit, Rounding::Down) +
                  " bits; fix that first");
  else if (Bound->exceeds(Model.max))
    Draft.Message += ", the limit: passed values can have more";

  SignatureText Signature(Program, Function);
  std::string AttributeText =
      (NoisyDialect::kBoundAttrName + " = " + Bits +
       (llvm::StringRef(Bits).contains('.') ? " : f64" : " : i64"))
          .str();
  Draft.Edits = Signature.addAttribute(Item, AttributeText);
  if (Draft.Edits.empty())
    return refuse("the signature of @" + Function.getName().str() +
                  " has no place for it in this form; write '" + AttributeText +
                  "' by hand");
  Draft.Change = [Function, Item, Units, Model](IRMapping &Copy) mutable {
    auto NewFunction =
        cast<FunctionOpInterface>(Copy.lookup(Function.getOperation()));
    MLIRContext *Context = NewFunction->getContext();
    Attribute Value;
    if (Units % Model.unit == 0)
      Value =
          IntegerAttr::get(IntegerType::get(Context, 64), Units / Model.unit);
    else
      Value =
          FloatAttr::get(Float64Type::get(Context), double(Units) / Model.unit);
    if (Item.IsResult)
      NewFunction.setResultAttr(Item.Number, NoisyDialect::kBoundAttrName,
                                Value);
    else
      NewFunction.setArgAttr(Item.Number, NoisyDialect::kBoundAttrName, Value);
  };
  return Draft;
}
