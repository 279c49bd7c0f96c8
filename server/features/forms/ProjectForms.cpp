//===- ProjectForms.cpp - Formats of the project's operations -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/ProjectForms.h"
#include "server/ods/OdsCatalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {

/// Turns the elements of a format into the parts of a form.
class FormMaker {
public:
  FormMaker(const OdsOperation &Operation, std::vector<FormPart> &Parts)
      : Operation(Operation), Parts(Parts) {}

  void add(llvm::ArrayRef<OdsElement> Elements) {
    for (const OdsElement &Element : Elements)
      add(Element);
  }

private:
  using Kind = OdsElement::Kind;

  FormPart &add(FormPart::Type Type, StringRef Name) {
    FormPart &New = Parts.emplace_back();
    New.Kind = Type;
    New.Name = Name;
    New.HasSpace = !IsGlued;
    IsGlued = false;
    return New;
  }
  void add(const OdsElement &Element);
  void addLiteral(StringRef Text);
  void addMember(const OdsMember &Member);
  void addTypes(StringRef Source);
  void addType(const OdsMember &Member);
  void addAll(OdsMember::Kind MemberKind,
              void (FormMaker::*AddMember)(const OdsMember &));

  const OdsOperation &Operation;
  std::vector<FormPart> &Parts;
  /// No space comes before the next part.
  bool IsGlued = false;
};

} // namespace

static char countOf(const OdsMember &Member) {
  switch (Member.Number) {
  case OdsMember::Count::One:
    return 0;
  case OdsMember::Count::Optional:
    return '?';
  case OdsMember::Count::Any:
    return '*';
  }
  return 0;
}

/// Punctuation that no space precedes, or follows.
void FormMaker::addLiteral(StringRef Text) {
  FormPart &New = add(FormPart::Type::Literal, Text);
  bool IsClose = Text == ")" || Text == "]" || Text == ">" || Text == ",";
  bool IsOpen = Text == "(" || Text == "[" || Text == "<";
  if (IsClose || (IsOpen && Parts.size() > 1))
    New.HasSpace = false;
  IsGlued = IsOpen;
}

void FormMaker::addMember(const OdsMember &Member) {
  FormPart::Type Type = FormPart::Type::Operand;
  switch (Member.Of) {
  case OdsMember::Kind::Operand:
    break;
  case OdsMember::Kind::Attribute:
    Type = Member.Class == "SymbolNameAttr"     ? FormPart::Type::SymbolName
           : Member.Class.contains("SymbolRef") ? FormPart::Type::Symbol
                                                : FormPart::Type::Attribute;
    break;
  case OdsMember::Kind::Region:
    Type = FormPart::Type::Region;
    break;
  case OdsMember::Kind::Successor:
    Type = FormPart::Type::Successor;
    break;
  case OdsMember::Kind::Result:
    return;
  }
  FormPart &New = add(Type, Member.Name.ltrim('#'));
  New.Count = countOf(Member);
  if (Type == FormPart::Type::Operand)
    New.OnlyType = Member.OnlyType;
  if (Type == FormPart::Type::Attribute && Member.OnlyType.starts_with("i"))
    New.AttributeKind = "int";
}

void FormMaker::addType(const OdsMember &Member) {
  FormPart &New = add(FormPart::Type::ValueType, Member.Name.ltrim('#'));
  New.Count = countOf(Member);
  New.OnlyType = Member.OnlyType;
}

void FormMaker::addTypes(StringRef Source) {
  if (const OdsMember *Member = Operation.find(Source))
    return addType(*Member);
  addAll(Source == "operands" ? OdsMember::Kind::Operand
                              : OdsMember::Kind::Result,
         &FormMaker::addType);
}

/// Adds all members of a kind by `AddMember`, with commas between them.
void FormMaker::addAll(OdsMember::Kind MemberKind,
                       void (FormMaker::*AddMember)(const OdsMember &)) {
  bool IsFirst = true;
  for (const OdsMember &Member : Operation.Members) {
    if (Member.Of != MemberKind)
      continue;
    if (!std::exchange(IsFirst, false))
      addLiteral(",");
    (this->*AddMember)(Member);
  }
}

void FormMaker::add(const OdsElement &Element) {
  switch (Element.Of) {
  case Kind::Literal:
    return addLiteral(Element.Text);
  case Kind::Variable:
    if (const OdsMember *Member = Operation.find(Element.Text))
      addMember(*Member);
    return;
  case Kind::AllOperands:
    return addAll(OdsMember::Kind::Operand, &FormMaker::addMember);
  case Kind::AllRegions:
    return addAll(OdsMember::Kind::Region, &FormMaker::addMember);
  case Kind::AllSuccessors:
    return addAll(OdsMember::Kind::Successor, &FormMaker::addMember);
  case Kind::Dictionary:
    add(FormPart::Type::Dictionary, "");
    return;
  case Kind::KeywordDictionary:
    add(FormPart::Type::Dictionary, "attributes");
    return;
  case Kind::TypeOf:
    return addTypes(Element.Arguments[0]);
  case Kind::FunctionType:
    addLiteral("(");
    addTypes(Element.Arguments[0]);
    addLiteral(")");
    addLiteral("->");
    return addTypes(Element.Arguments[1]);
  case Kind::Group:
    add(FormPart::Type::Group, "");
    add(Element.Inner);
    add(FormPart::Type::GroupEnd, "");
    return;
  }
}

OperationForm mlir::noisy::lsp::makeForm(const OdsOperation &Operation) {
  OperationForm Form;
  Form.Name = Operation.Name;
  unsigned Count = 0;
  bool IsFixed = true;
  for (const OdsMember &Member : Operation.Members) {
    if (Member.Of == OdsMember::Kind::Result) {
      ++Count;
      IsFixed &= Member.Number == OdsMember::Count::One;
    }
    Form.DefinesSymbol |= Member.Class == "SymbolNameAttr";
  }
  if (IsFixed)
    Form.ResultCount = Count;
  Form.IsTerminator =
      Operation.hasTrait("Terminator") || Operation.hasTrait("ReturnLike");
  Form.IsSymbolTable = Operation.hasTrait("SymbolTable");
  if (Operation.Format) {
    Form.HasFormat = true;
    FormMaker(Operation, Form.Parts).add(Operation.Format->Elements);
  }
  return Form;
}

std::optional<OperationForm> mlir::noisy::lsp::findProjectForm(StringRef Name) {
  if (const OdsOperation *Found = currentOds()->findOperation(Name))
    return makeForm(*Found);
  return std::nullopt;
}
