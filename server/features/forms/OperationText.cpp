//===- OperationText.cpp - Formats for readers ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/OperationText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;
using Type = FormPart::Type;

static std::string describeType(const FormPart &Part) {
  if (!Part.OnlyType.empty())
    return Part.OnlyType.str();
  return "type(%" + Part.Name.str() + (Part.Count == '*' ? "..." : "") + ")";
}

/// What a region is for: `body` for `bodyRegion`, `then` for `thenRegion`.
static StringRef describeRegion(StringRef Name) {
  if (Name == "region")
    return "body";
  if (!Name.consume_back("Regions"))
    Name.consume_back("Region");
  return Name;
}

static std::string describe(const FormPart &Part) {
  std::string Name = Part.Name.str() + (Part.Count == '*' ? "..." : "");
  switch (Part.Kind) {
  case Type::Operand:
  case Type::NewValue:
    return "%" + Name;
  case Type::Symbol:
    return "@" + Name;
  case Type::SymbolName:
    // Definitions all call it the same.
    return Part.Name == "sym_name" ? "@name" : "@" + Name;
  case Type::ValueType:
    return describeType(Part);
  case Type::Successor:
    return "^" + Name;
  case Type::Region:
    return "{ " + describeRegion(Part.Name).str() +
           (Part.Count == '*' ? "..." : "") + " }";
  case Type::FunctionType: {
    llvm::SmallVector<StringRef> Sources, Results;
    Part.Sources.split(Sources, ',', -1, /*KeepEmpty=*/false);
    Part.Results.split(Results, ',', -1, /*KeepEmpty=*/false);
    auto join = [](llvm::ArrayRef<StringRef> Names) {
      std::string List;
      for (StringRef Each : Names)
        List += (List.empty() ? "" : ", ") + describeType(readTypePart(Each));
      return List;
    };
    return "(" + join(Sources) + ") -> " +
           (Results.size() == 1 ? join(Results) : "(" + join(Results) + ")");
  }
  case Type::Attribute:
    // Short lists are shown as they are.
    if (!Part.Cases.empty() && Part.Cases.count('|') < 3)
      return Part.Cases.str();
    // The dictionary after the keyword `attributes`.
    return Part.Name == "attributes" ? "{...}" : Name;
  default:
    return Name;
  }
}

FormText mlir::noisy::lsp::printForm(const OperationForm &Form) {
  using Type = FormPart::Type; // not that of MLIR
  FormText Result;
  Result.Text =
      Form.IsGeneric ? "\"" + Form.Name.str() + "\"" : Form.Name.str();
  Result.Parts.resize(Form.Parts.size());
  // A bracket stands right before what it opens.
  bool AfterBracket = false;
  for (auto [I, Part] : llvm::enumerate(Form.Parts)) {
    if (Part.Kind == Type::Dictionary)
      continue;
    if (Part.Kind == Type::GroupEnd) {
      Result.Text += ")?";
      continue;
    }
    if (Part.Kind == Type::Group) {
      Result.Text += " (";
      AfterBracket = true;
      continue;
    }
    if (Part.HasSpace && !AfterBracket)
      Result.Text += " ";
    AfterBracket = false;
    Result.Parts[I].Begin = Result.Text.size();
    Result.Text += Part.enclose(describe(Part));
    Result.Parts[I].End = Result.Text.size();
  }
  return Result;
}
