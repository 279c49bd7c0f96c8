//===- OperandTrial.cpp - Which types an operand can have -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/trials/OperandTrial.h"
#include "server/features/forms/FunctionTypes.h"
#include "server/features/forms/OperationSnippet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;
using PartKind = FormPart::Type;
using Strings = std::vector<std::string>;

/// The name by which the operation refers to the operand that is tried, where
/// it is not written yet.
static constexpr StringRef NewValue = "%_tried";

OperandTrial::OperandTrial(const OperationForm &Form, const FormMatch &Match,
                           StringRef Written,
                           const llvm::StringMap<std::string> &Types)
    : Form(Form), Match(Match), Written(Written), Types(Types) {
  if (Match.Part >= Form.Parts.size() || Match.IsBegun || Match.IsInDictionary)
    return;
  const FormPart &Part = Form.Parts[Match.Part];
  if (Part.Kind == PartKind::Operand) {
    Operand = &Part;
    return;
  }
  if (Part.Kind != PartKind::ValueType || Part.Count ||
      Match.valuesOf(Part.Name).size() != 1)
    return;
  auto Named = llvm::find_if(Form.Parts, [&](const FormPart &Other) {
    return Other.Kind == PartKind::Operand && Other.Name == Part.Name;
  });
  if (Named != Form.Parts.end())
    Operand = &*Named;
}

namespace {
/// Writes an operation from an operand, or from its type, to its end.
class RestWriter {
public:
  RestWriter(const OperationForm &Form, TrialText &Text, StringRef Operand,
             StringRef Type)
      : Form(Form), Text(Text), Operand(Operand), Type(Type) {}

  /// What is there: the types of an operand's values.
  llvm::StringMap<Strings> Known;

  /// Writes the parts from `Begin` on; false if one is of a kind that cannot
  /// be made up.
  bool write(size_t Begin);

private:
  bool writePart(const FormPart &Part);
  void addOperand(const FormPart &Part);
  void addTypes(const Strings &All) { Text.append(llvm::join(All, ", ")); }
  Strings typesOf(const FormPart &Part) const;
  /// An operand that was left out, and its type.
  bool isLeftOut(const FormPart &Part) const {
    return Part.Count && !Known.contains(Part.Name) &&
           llvm::any_of(Form.Parts, [&](const FormPart &Other) {
             return Other.Kind == PartKind::Operand && Other.Name == Part.Name;
           });
  }

  const OperationForm &Form;
  TrialText &Text;
  StringRef Operand, Type;
};
} // namespace

/// The types of a part that a value has, or one that fits the format.
Strings RestWriter::typesOf(const FormPart &Part) const {
  if (auto It = Known.find(Part.Name); It != Known.end())
    return It->second;
  if (auto It = Known.find(Part.SameAs);
      It != Known.end() && !It->second.empty()) {
    if (Part.Wrapper.empty())
      return Part.Count == '*' ? It->second : Strings{It->second.front()};
    return {(Part.Wrapper + "<" + It->second.front() + ">").str()};
  }
  if (Part.IsShared)
    return {Type.str()};
  return {exampleType(Part).str()};
}

void RestWriter::addOperand(const FormPart &Part) {
  std::string OneType = typesOf(Part).front();
  Text.append(Text.define(OneType));
  Known[Part.Name] = {OneType};
}

bool RestWriter::writePart(const FormPart &Part) {
  if (Part.Kind == PartKind::Dictionary)
    return true;
  if (isLeftOut(Part))
    return true;
  if (Part.HasSpace)
    Text.append(" ");
  switch (Part.Kind) {
  case PartKind::Literal:
    Text.append(Part.Name);
    return true;
  case PartKind::Operand:
    addOperand(Part);
    return true;
  case PartKind::ValueType:
    addTypes(typesOf(Part));
    return true;
  case PartKind::FunctionType: {
    Strings Inputs, Results;
    llvm::SmallVector<StringRef> Names, Outputs;
    Part.Sources.split(Names, ',', -1, /*KeepEmpty=*/false);
    Part.Results.split(Outputs, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Name : Names)
      if (auto It = Known.find(Name); It != Known.end())
        llvm::append_range(Inputs, It->second);
    for (StringRef Output : Outputs)
      llvm::append_range(Results, typesOf(readTypePart(Output)));
    Text.append(printFunctionType(Inputs, Results));
    return true;
  }
  case PartKind::Attribute:
    Text.append(Part.Cases.empty()
                    ? Part.Example.value_or(exampleAttribute(Part)).str()
                    : Part.enclose(Part.Cases.split('|').first));
    return true;
  default:
    return false;
  }
}

bool RestWriter::write(size_t Begin) {
  for (size_t I = Begin; I < Form.Parts.size(); ++I) {
    const FormPart &Part = Form.Parts[I];
    if (Part.Kind == PartKind::Group) {
      I = Form.groupEnd(I);
      continue;
    }
    // The type of an operand that was left out is left out with its comma.
    if (Part.isLiteral(",") && I + 1 < Form.Parts.size() &&
        Form.Parts[I + 1].Kind == PartKind::ValueType &&
        isLeftOut(Form.Parts[I + 1])) {
      ++I;
      continue;
    }
    if (Part.Kind != PartKind::GroupEnd && !writePart(Part))
      return false;
  }
  return true;
}

TrialResult OperandTrial::attempt(MLIRContext &Context, StringRef Type) const {
  const FormPart &Part = Form.Parts[Match.Part];
  bool IsAtOperand = &Part == Operand;
  std::string Begin = Written.str();
  if (IsAtOperand)
    Begin += NewValue;
  StringRef Tried = IsAtOperand ? NewValue : Match.valuesOf(Part.Name).front();
  std::optional<TrialText> Text = TrialText::make(Begin, Types, {Tried, Type});
  if (!Text)
    return TrialResult::Unread;
  RestWriter Writer(Form, *Text, Operand->Name, Type);
  for (const FormMatch::Operand &Other : Match.Operands)
    for (StringRef Value : Other.Values)
      Writer.Known[Other.Name].push_back(Value == Tried ? Type.str()
                                                        : Types.lookup(Value));
  if (IsAtOperand)
    Writer.Known[Operand->Name].push_back(Type.str());
  else
    Text->append(" " + Type.str());
  if (!Writer.write(Match.Part + 1))
    return TrialResult::Unread;
  bool IsRefused = false;
  TrialResult Result =
      tryText(Context, Text->text(), [&](StringRef Error, Operation *Op) {
        // 'arith.extsi' op operand #0 must be ..., but got 'index'
        StringRef Rest = Error.split("operand #").second;
        unsigned Index = 0;
        if (Op)
          IsRefused |= !Rest.consumeInteger(10, Index) &&
                       Rest.starts_with(" must be ") && isTried(*Op, Index);
        else
          IsRefused |=
              Error.contains(("'" + Operand->Name + "' must be ").str());
      });
  // An error elsewhere says nothing of the operand.
  if (Result == TrialResult::Invalid)
    Result = TrialResult::Valid;
  return IsRefused ? TrialResult::Invalid : Result;
}
