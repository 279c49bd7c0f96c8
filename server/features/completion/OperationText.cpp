//===- OperationText.cpp - Operations by their formats --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/OperationText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;
using Type = FormPart::Type;

//===----------------------------------------------------------------------===//
// Snippets
//===----------------------------------------------------------------------===//

std::string mlir::noisy::lsp::escapeSnippet(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (StringRef("\\$}").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

std::string mlir::noisy::lsp::expandSnippet(StringRef Text) {
  std::string Result;
  llvm::StringMap<std::string> Defaults;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\\' && I + 1 < Text.size()) {
      Result += Text[++I];
      continue;
    }
    if (Text[I] != '$') {
      Result += Text[I];
      continue;
    }
    bool IsBraced = Text.substr(I + 1).starts_with("{");
    StringRef Number = Text.substr(I + 1 + IsBraced).take_while(llvm::isDigit);
    I += IsBraced + Number.size();
    if (IsBraced) {
      // ${1:text} or ${1|one,two|}
      bool IsChoice = Text.substr(I + 1).starts_with("|");
      std::string Default;
      bool IsFirst = true;
      for (I += 2; I < Text.size() && Text[I] != '}'; ++I) {
        if (IsChoice && StringRef(",|").contains(Text[I]))
          IsFirst = false;
        else if (IsFirst)
          Default += Text[I] == '\\' ? Text[++I] : Text[I];
      }
      Defaults[Number] = Default;
    }
    Result += Defaults.lookup(Number);
  }
  return Result;
}

StringRef mlir::noisy::lsp::exampleAttribute(const FormPart &Part) {
  return llvm::StringSwitch<StringRef>(Part.AttributeKind)
      .Case("float", "0.0")
      .Case("string", "\"text\"")
      .Case("type", "i32")
      .Case("array", "[]")
      .Case("dict", "{}")
      .Case("map", "affine_map<(d0) -> (d0)>")
      .Case("bool", "true")
      .Default("0");
}

StringRef mlir::noisy::lsp::exampleType(const FormPart &Part) {
  if (!Part.OnlyType.empty())
    return Part.OnlyType;
  if (Part.TypeKinds.starts_with("!"))
    return Part.TypeKinds;
  // An integer with a width is its own example.
  if (Part.TypeKinds.empty())
    return "i32";
  if (Part.TypeKinds.size() > 1 && llvm::isDigit(Part.TypeKinds[1]))
    return Part.TypeKinds;
  switch (Part.TypeKinds.front()) {
  case 'x':
    return "index";
  case 'f':
    return "f32";
  case 'm':
    return "memref<?xi32>";
  case 't':
    return "tensor<?xi32>";
  case 'v':
    return "vector<4xi32>";
  case 'c':
    return "complex<f32>";
  default:
    return "i32";
  }
}

namespace {
class SnippetWriter {
public:
  SnippetWriter(const OperationForm &Form, bool HasResults)
      : Form(Form), HasResults(HasResults) {}
  Snippet write(StringRef WrittenName, StringRef NewName);

private:
  void stop(const llvm::Twine &Default);
  void type(const FormPart &Part);
  void functionType(const FormPart &Part);
  void region();
  void part(const FormPart &Part);

  const OperationForm &Form;
  bool HasResults;
  std::string Text;
  unsigned Stops = 0;
  /// The tab stops of types, by the operand that has the type first.
  llvm::StringMap<unsigned> TypeStops;
};
} // namespace

void SnippetWriter::stop(const llvm::Twine &Default) {
  Text +=
      "${" + std::to_string(++Stops) + ":" + escapeSnippet(Default.str()) + "}";
}

void SnippetWriter::type(const FormPart &Part) {
  if (!Part.OnlyType.empty()) {
    Text += escapeSnippet(Part.OnlyType);
    return;
  }
  // Types that are equal change together.
  auto [It, IsNew] =
      TypeStops.try_emplace(Part.SameAs.empty() ? Part.Name : Part.SameAs, 0);
  if (!IsNew) {
    Text += "$" + std::to_string(It->second);
    return;
  }
  stop(exampleType(Part));
  It->second = Stops;
}

void SnippetWriter::functionType(const FormPart &Part) {
  llvm::SmallVector<StringRef> Sources, Results;
  Part.Sources.split(Sources, ',', -1, /*KeepEmpty=*/false);
  Part.Results.split(Results, ',', -1, /*KeepEmpty=*/false);
  Text += "(";
  for (auto [I, Source] : llvm::enumerate(Sources)) {
    Text += I ? ", " : "";
    FormPart Operand;
    for (const FormPart &Other : Form.Parts)
      if (Other.Kind == Type::Operand && Other.Name == Source)
        Operand = Other;
    Operand.Name = Source;
    type(Operand);
  }
  Text += ") -> ";
  if (Results.size() != 1)
    Text += "(";
  for (auto [I, Result] : llvm::enumerate(Results)) {
    Text += I ? ", " : "";
    type(readTypePart(Result));
  }
  if (Results.size() != 1)
    Text += ")";
}

void SnippetWriter::region() {
  Text += "{\n\t";
  Text += "$" + std::to_string(++Stops);
  std::optional<OperationForm> Terminator = findOperationForm(Form.Terminator);
  bool HasTerminator = HasResults && Terminator && yieldsValues(*Terminator);
  if (HasTerminator) {
    Text += "\n\t" + Form.Terminator.str() + " ";
    stop("%value");
    Text += " : ";
    FormPart Result;
    Result.Name = "results";
    type(Result);
  }
  Text += "\n}";
}

void SnippetWriter::part(const FormPart &Part) {
  if (Part.Kind == Type::Dictionary)
    return;
  if (Part.HasSpace)
    Text += " ";
  switch (Part.Kind) {
  case Type::Literal:
    Text += escapeSnippet(Part.Name);
    break;
  case Type::Operand:
    // There need not be any.
    if (Part.Count && !HasResults)
      Text += "$" + std::to_string(++Stops);
    else
      stop("%" + Part.Name);
    break;
  case Type::Attribute:
    if (!Part.Cases.empty()) {
      std::string Choices = Part.Cases.str();
      std::replace(Choices.begin(), Choices.end(), '|', ',');
      Choices = "${" + std::to_string(++Stops) + "|" + Choices + "|}";
      Text += Part.enclose(Choices);
      break;
    }
    stop(exampleAttribute(Part));
    break;
  case Type::Symbol:
  case Type::SymbolName:
    stop("@" + Part.Name);
    break;
  case Type::ValueType:
    type(Part);
    break;
  case Type::FunctionType:
    functionType(Part);
    break;
  case Type::Region:
    region();
    break;
  case Type::Successor:
    stop("^" + Part.Name);
    break;
  case Type::NewValue:
    Text += "%";
    stop(Part.Name);
    break;
  default:
    stop(Part.Name);
    break;
  }
}

Snippet SnippetWriter::write(StringRef WrittenName, StringRef NewName) {
  bool AddsResult = !HasResults && Form.ResultCount.value_or(0) > 0;
  if (AddsResult) {
    Text += "%";
    stop(NewName);
    if (*Form.ResultCount > 1)
      Text += ":" + std::to_string(*Form.ResultCount);
    Text += " = ";
  }
  Text += WrittenName;
  for (size_t I = 0; I < Form.Parts.size(); ++I) {
    const FormPart &Part = Form.Parts[I];
    if (Part.Kind == Type::Group && !(Part.IsForResults && HasResults))
      I = Form.groupEnd(I);
    else if (Part.Kind != Type::Group && Part.Kind != Type::GroupEnd)
      part(Part);
  }
  if (Stops == 0)
    return {expandSnippet(Text), false};
  return {std::move(Text), true};
}

Snippet mlir::noisy::lsp::writeOperation(const OperationForm &Form,
                                         StringRef WrittenName, bool HasResults,
                                         StringRef NewName) {
  if (!Form.HasFormat)
    return {WrittenName.str(), false};
  return SnippetWriter(Form, HasResults).write(WrittenName, NewName);
}

//===----------------------------------------------------------------------===//
// Formats for readers
//===----------------------------------------------------------------------===//

static std::string describeType(const FormPart &Part) {
  if (!Part.OnlyType.empty())
    return Part.OnlyType.str();
  return "type(%" + Part.Name.str() + (Part.Count == '*' ? "..." : "") + ")";
}

static std::string describe(const FormPart &Part) {
  std::string Name = Part.Name.str() + (Part.Count == '*' ? "..." : "");
  switch (Part.Kind) {
  case Type::Operand:
  case Type::NewValue:
    return "%" + Name;
  case Type::Symbol:
  case Type::SymbolName:
    return "@" + Name;
  case Type::ValueType:
    return describeType(Part);
  case Type::Successor:
    return "^" + Name;
  case Type::Region:
    return "{ " + Name + " }";
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
    return Name;
  default:
    return Name;
  }
}

FormText mlir::noisy::lsp::printForm(const OperationForm &Form) {
  using Type = FormPart::Type; // not that of MLIR
  FormText Result;
  Result.Text = Form.Name.str();
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
