//===- OperationSnippet.cpp - Operations that are written at once ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/OperationSnippet.h"
#include "server/text/SnippetText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;
using Type = FormPart::Type;

StringRef mlir::noisy::lsp::exampleAttribute(const FormPart &Part) {
  // Of `noisy.assume`: the only list that must not be empty.
  if (Part.Name == "range" && Part.AttributeKind == "array")
    return "[0, 8]";
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
  SnippetWriter(const OperationForm &Form, bool HasResults,
                const llvm::StringSet<> &UsedNames, StringRef ResultType)
      : Form(Form), HasResults(HasResults), UsedNames(UsedNames),
        ResultType(ResultType) {}
  Snippet write(StringRef WrittenName, StringRef NewName);
  Snippet writeRest(size_t Begin);

private:
  bool isWritten(const FormPart &Group) const {
    return Group.IsForResults && HasResults;
  }
  void parts(size_t Begin);
  Snippet finish();
  void stop(const llvm::Twine &Default);
  void emptyStop() { Text += "$" + std::to_string(++Stops); }
  void symbol(StringRef Example);
  void values(StringRef Example);
  void types(const FormPart &Part);
  void type(const FormPart &Part);
  void functionType(const FormPart &Part);
  void attribute(const FormPart &Part);
  void region(const FormPart &Part);
  void line(StringRef Line);
  void part(const FormPart &Part);
  std::string typeExample(StringRef Example) const;
  std::string freeName(StringRef Name);
  /// What the form says of a type; of the results, if there is no such name.
  FormPart typeNamed(StringRef Name) const;
  /// What it says of the type of the results.
  FormPart typeOfResults() const;
  /// What a type is at first.
  std::string defaultType(const FormPart &Part) const;

  const OperationForm &Form;
  bool HasResults;
  const llvm::StringSet<> &UsedNames;
  StringRef ResultType;
  std::string Text;
  unsigned Stops = 0;
  /// The tab stops of types, by the operand that has the type first.
  llvm::StringMap<unsigned> TypeStops;
  /// The names of new values, where those of the form are used already.
  llvm::StringMap<std::string> FreeNames;
};
} // namespace

/// The sigil of a symbol stays before the tab stop.
void SnippetWriter::stop(const llvm::Twine &Default) {
  std::string Example = Default.str();
  StringRef Rest = Example;
  if (Rest.consume_front("@"))
    Text += "@";
  Text += "${" + std::to_string(++Stops) + ":" + escapeSnippet(Rest) + "}";
}

/// A tab stop for each name of `@a::@b`.
void SnippetWriter::symbol(StringRef Example) {
  llvm::SmallVector<StringRef> Names;
  Example.split(Names, "::");
  for (auto [I, Name] : llvm::enumerate(Names)) {
    Text += I ? "::" : "";
    stop("@" + Name.ltrim('@'));
  }
}

/// A tab stop for each value.
void SnippetWriter::values(StringRef Example) {
  if (Example.empty())
    return emptyStop();
  llvm::SmallVector<StringRef> Values;
  Example.split(Values, '|');
  for (auto [I, Value] : llvm::enumerate(Values)) {
    Text += I ? ", " : "";
    stop(Value);
  }
}

/// `shaped<4xi32>` is a tensor if there are results, or else a memref.
std::string SnippetWriter::typeExample(StringRef Example) const {
  if (Example.consume_front("shaped<"))
    return ((HasResults ? "tensor<" : "memref<") + Example).str();
  return Example.str();
}

std::string SnippetWriter::defaultType(const FormPart &Part) const {
  bool IsAny = Part.TypeKinds.empty() && !Part.Example;
  bool PassesOn = llvm::any_of(
      Form.Parts, [](const FormPart &Other) { return Other.IsForResults; });
  if (IsAny && PassesOn && !ResultType.empty() &&
      Part.Name == typeOfResults().Name)
    return ResultType.str();
  return typeExample(Part.Example.value_or(exampleType(Part)));
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
  stop(defaultType(Part));
  It->second = Stops;
}

/// One type, or as many as there are examples.
void SnippetWriter::types(const FormPart &Part) {
  llvm::SmallVector<StringRef> Examples;
  Part.Example.value_or("").split(Examples, '|');
  for (auto [I, Example] : llvm::enumerate(Examples)) {
    if (I == 0) {
      FormPart First = Part;
      if (Part.Example)
        First.Example = Example;
      type(First);
      continue;
    }
    Text += ", ";
    stop(typeExample(Example));
  }
}

void SnippetWriter::functionType(const FormPart &Part) {
  if (Part.Example)
    return stop(*Part.Example);
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
    Operand.Example.reset();
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

FormPart SnippetWriter::typeNamed(StringRef Name) const {
  for (const FormPart &Part : Form.Parts) {
    if (Part.Kind == Type::ValueType && Part.Name == Name)
      return Part;
    llvm::SmallVector<StringRef> Results;
    Part.Results.split(Results, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Result : Results)
      if (FormPart ResultType = readTypePart(Result); ResultType.Name == Name)
        return ResultType;
  }
  FormPart Result;
  Result.Name = Name;
  return Result;
}

FormPart SnippetWriter::typeOfResults() const {
  const FormPart *Last = nullptr;
  for (size_t I = 0; I < Form.Parts.size(); ++I)
    if (Form.Parts[I].IsForResults)
      for (const FormPart &Inner :
           llvm::ArrayRef(Form.Parts).slice(I, Form.groupEnd(I) - I))
        if (Inner.Kind == Type::ValueType)
          Last = &Inner;
  return Last ? *Last : typeNamed("results");
}

std::string SnippetWriter::freeName(StringRef Name) {
  std::string &Free = FreeNames[Name];
  if (Free.empty())
    Free = Name.str();
  for (unsigned Number = 0; UsedNames.contains(Free); ++Number)
    // Loops are over %i, %j and %k.
    Free = Name == "i" && Number < 2 ? std::string(1, "jk"[Number])
                                     : Name.str() + std::to_string(Number);
  return Free;
}

/// Writes a line of a region.
void SnippetWriter::line(StringRef Line) {
  bool IsLabel = Line.starts_with("^");
  while (!Line.empty()) {
    if (Line.consume_front("type($")) {
      StringRef Name;
      std::tie(Name, Line) = Line.split(')');
      type(typeNamed(Name));
    } else if (Line.consume_front("%")) {
      StringRef Name =
          Line.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
      Line = Line.drop_front(Name.size());
      if (IsLabel)
        Text += "%" + freeName(Name);
      else if (auto Free = FreeNames.find(Name); Free != FreeNames.end())
        stop("%" + Free->second);
      else
        stop("%" + Name);
    } else {
      Text += escapeSnippet(Line.take_front());
      Line = Line.drop_front();
    }
  }
}

void SnippetWriter::region(const FormPart &Part) {
  std::optional<OperationForm> Terminator = findOperationForm(Form.Terminator);
  llvm::SmallVector<StringRef> Lines;
  if (Part.Example)
    Part.Example->split(Lines, '|');
  else
    Lines.push_back("");
  if (!Part.Example && HasResults && Terminator && yieldsValues(*Terminator))
    Lines.push_back(Form.Terminator);
  Text += "{";
  unsigned Depth = 1;
  for (StringRef Line : Lines) {
    if (Line.consume_front("?") && !HasResults)
      continue;
    bool IsOutside = Line.starts_with("^") || Line.starts_with("}");
    Text += "\n" + std::string(Depth - IsOutside, '\t');
    Depth += Line.ends_with("{");
    Depth -= Line.starts_with("}");
    if (Line.empty())
      emptyStop();
    line(Line);
    // What the region ends with has the values of the results.
    std::optional<OperationForm> Last = findOperationForm(Line);
    if (!Last || !yieldsValues(*Last) || !HasResults)
      continue;
    Text += " ";
    stop("%value");
    Text += " : ";
    type(typeOfResults());
  }
  Text += "\n}";
}

void SnippetWriter::attribute(const FormPart &Part) {
  if (Part.Cases.empty())
    return stop(Part.Example.value_or(exampleAttribute(Part)));
  llvm::SmallVector<StringRef> Words;
  Part.Cases.split(Words, '|');
  if (Part.Example) {
    llvm::erase(Words, *Part.Example);
    Words.insert(Words.begin(), *Part.Example);
  }
  std::string Choices = llvm::join(Words, ",");
  Choices = "${" + std::to_string(++Stops) + "|" + Choices + "|}";
  Text += Part.enclose(Choices);
}

void SnippetWriter::part(const FormPart &Part) {
  if (Part.Kind == Type::Dictionary && !Part.Example)
    return;
  if (Part.HasSpace || Part.Kind == Type::Dictionary)
    Text += " ";
  switch (Part.Kind) {
  case Type::Literal:
    Text += escapeSnippet(Part.Name);
    break;
  case Type::Operand:
    values(Part.Example.value_or(("%" + Part.Name).str()));
    break;
  case Type::Attribute:
    attribute(Part);
    break;
  case Type::Symbol:
  case Type::SymbolName:
    symbol(Part.Example.value_or(Part.Name));
    break;
  case Type::ValueType:
    types(Part);
    break;
  case Type::FunctionType:
    functionType(Part);
    break;
  case Type::Region:
    region(Part);
    break;
  case Type::Successor:
    stop("^" + Part.Name);
    break;
  case Type::NewValue:
    stop("%" + freeName(Part.Name));
    break;
  default:
    stop(Part.Example.value_or(Part.Name));
    break;
  }
}

void SnippetWriter::parts(size_t Begin) {
  for (size_t I = Begin; I < Form.Parts.size(); ++I) {
    const FormPart &Part = Form.Parts[I];
    if (Part.Kind == Type::Group && !isWritten(Part))
      I = Form.groupEnd(I);
    else if (Part.Kind != Type::Group && Part.Kind != Type::GroupEnd)
      part(Part);
  }
}

Snippet SnippetWriter::finish() {
  if (Stops == 0)
    return {readSnippet(Text).Text, false};
  return {std::move(Text), true};
}

Snippet SnippetWriter::write(StringRef WrittenName, StringRef NewName) {
  bool AddsResult = !HasResults && Form.ResultCount.value_or(0) > 0;
  if (AddsResult) {
    stop("%" + NewName);
    if (*Form.ResultCount > 1)
      Text += ":" + std::to_string(*Form.ResultCount);
    Text += " = ";
  }
  Text += Form.IsGeneric ? "\"" + Form.Name.str() + "\"" : WrittenName.str();
  parts(0);
  return finish();
}

Snippet SnippetWriter::writeRest(size_t Begin) {
  for (size_t I = 0; I < Begin; ++I)
    if (Form.Parts[I].Kind == Type::Group && !isWritten(Form.Parts[I]) &&
        Form.groupEnd(I) >= Begin)
      return {};
  parts(Begin);
  // The space is there.
  Text = StringRef(Text).ltrim(' ').str();
  return finish();
}

Snippet mlir::noisy::lsp::writeRestOfOperation(
    const OperationForm &Form, size_t Begin, bool HasResults,
    const llvm::StringSet<> &UsedNames, StringRef ResultType) {
  return SnippetWriter(Form, HasResults, UsedNames, ResultType)
      .writeRest(Begin);
}

Snippet mlir::noisy::lsp::writeOperation(const OperationForm &Form,
                                         StringRef WrittenName, bool HasResults,
                                         StringRef NewName,
                                         const llvm::StringSet<> &UsedNames,
                                         StringRef ResultType) {
  if (!Form.HasFormat)
    return {WrittenName.str(), false};
  return SnippetWriter(Form, HasResults, UsedNames, ResultType)
      .write(WrittenName, NewName);
}
