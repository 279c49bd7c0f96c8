//===- UnsignedFix.cpp - The unsigned form of an operation ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/UnsignedFix.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "optimizer/integers/IntegerRewrites.h"
#include "server/features/fixes/FixPlace.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// Returns the edit that changes the predicate of a comparison in the text to
/// `Predicate`; an empty range if the predicate is not found.
static ByteEdit changePredicate(const OperationText &Parts,
                                arith::CmpIPredicate Predicate) {
  const MlirTokens &Tokens = Parts.Tokens;
  if (!Parts.isGeneric()) {
    size_t Index = Tokens.skipComments(Parts.Name + 1);
    if (Index >= Parts.End)
      return {};
    std::string Word = stringifyCmpIPredicate(Predicate).str();
    bool IsQuoted = Tokens[Index].Kind == TokenKind::String;
    return {Tokens[Index].Range, IsQuoted ? "\"" + Word + "\"" : Word};
  }
  // The generic form has predicate = 2 : i64 in properties or attributes.
  for (size_t I = Parts.Name; I < Parts.End; ++I) {
    if (!Tokens[I].is("predicate") && !Tokens[I].is("\"predicate\""))
      continue;
    size_t Sign = Tokens.skipComments(I + 1);
    size_t Index = Tokens.skipComments(Sign + 1);
    if (Index < Parts.End && Tokens[Sign].is("=") &&
        Tokens[Index].Kind == TokenKind::Number)
      return {Tokens[Index].Range, std::to_string(unsigned(Predicate))};
  }
  return {};
}

namespace {
class UnsignedFix final : public SmallFixKind {
public:
  UnsignedFix() : SmallFixKind("useUnsigned", "Use the unsigned form") {}

  bool fixes(llvm::StringRef Code) const override {
    return Code == "int-unsigned";
  }
  llvm::Expected<FixDraft> draft(const Chunk &Program,
                                 size_t Offset) const override;
};
} // namespace

static const UnsignedFix Kind;
const SmallFixKind &fixes::UseUnsigned = Kind;

llvm::Expected<FixDraft>
mlir::noisy::lsp::draftUnsignedForm(const Chunk &Program, Operation *Op) {
  llvm::StringRef New = getUnsignedEquivalent(Op);
  OperationText Parts(Program, Op);
  auto [NewName, Predicate] = New.split(' ');
  ByteEdit Edit;
  if (!Predicate.empty()) {
    Edit = changePredicate(Parts, *arith::symbolizeCmpIPredicate(Predicate));
  } else if (Parts.Name < Parts.End) {
    Edit = {Parts.Tokens[Parts.Name].Range,
            Parts.isGeneric() ? "\"" + NewName.str() + "\"" : NewName.str()};
  }
  if (Edit.Range.empty())
    return refuse("the text has no name to change: it is in a short form; "
                  "write it out first");

  FixDraft Draft;
  Draft.Message = "wrote '" + New.str() + "' for '" +
                  Op->getName().getStringRef().str() + "'";
  Draft.Edits.push_back(std::move(Edit));
  Draft.Change = [Op](IRMapping &Map) {
    Operation *Form = useUnsignedForm(Map.lookup(Op));
    Map.map(Op->getResult(0), Form->getResult(0));
    Map.map(Op, Form);
  };
  return Draft;
}

llvm::Expected<FixDraft> UnsignedFix::draft(const Chunk &Program,
                                            size_t Offset) const {
  Operation *Op = findOperationAt(Program, Offset);
  if (!Op || getUnsignedEquivalent(Op).empty())
    if (Value NamedValue = findValueAt(Program, Offset))
      Op = NamedValue.getDefiningOp();
  llvm::StringRef New = Op ? getUnsignedEquivalent(Op) : "";
  if (New.empty())
    return refuse("no operation here has an unsigned form");
  ProgramFlow Flow(Program.module());
  IntegerFacts Facts = IntegerFacts::compute(Flow);
  if (llvm::none_of(Facts.getFindings(), [&](const IntegerFinding &Finding) {
        return Finding.op == Op && Finding.kind == IntegerFindingKind::Unsigned;
      }))
    return refuse("an operand may be negative, or all of them are constant");
  return draftUnsignedForm(Program, Op);
}
