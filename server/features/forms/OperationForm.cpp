//===- OperationForm.cpp - The assembly formats of operations -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/OperationForm.h"
#include "server/features/forms/ProjectForms.h"
#include "server/ods/OdsCatalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdint>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

// A line for each operation, sorted, of words with a tab between:
//
//   NAME RESULTS FLAGS DIALECT PARENTS TERMINATOR PART...
//
// RESULTS is a number or *; FLAGS are t (terminator), s (defines a symbol), T
// (symbol table), g (generic form); - stands for nothing. A single ? is a
// format that nothing is known of. A part is the letter of its kind and a name,
// after a _ if no space precedes it; then *, ? (counts), ~OPERAND (the same
// type; ~OPERAND@complex is complex<> of it), ^ (the type of all operands if
// they share one), =TYPE or =WORD|WORD, and /KINDS; last, after a `, an
// example. Words that are written in angle brackets or quotes have one before
// the first.
#include "server/features/forms/OperationForms.inc"

static StringRef lineAt(const uint32_t &Begin) {
  return StringRef(Lines, sizeof(Lines) - 1)
      .slice(Begin, *(&Begin + 1))
      .rtrim('\n');
}

static StringRef nameAt(const uint32_t &Begin) {
  return lineAt(Begin).take_until([](char C) { return C == '\t'; });
}

/// Reads the name of a part and what follows it.
static void readName(StringRef Text, FormPart &Part) {
  std::tie(Text, Part.TypeKinds) = Text.split('/');
  StringRef Exact;
  std::tie(Text, Exact) = Text.split('=');
  std::tie(Text, Part.SameAs) = Text.split('~');
  std::tie(Part.SameAs, Part.Wrapper) = Part.SameAs.split('@');
  Part.IsShared = Text.consume_back("^");
  if (Text.ends_with("*") || Text.ends_with("?")) {
    Part.Count = Text.back();
    Text = Text.drop_back();
  }
  Part.Name = Text;
  if (Part.Kind == FormPart::Type::Attribute) {
    Part.HasBrackets = Exact.consume_front("<");
    Part.HasQuotes = Exact.consume_front("\"");
    Part.Cases = Exact;
    Part.AttributeKind = std::exchange(Part.TypeKinds, {});
  } else {
    Part.OnlyType = Exact;
  }
}

FormPart mlir::noisy::lsp::readFormPart(StringRef Text) {
  FormPart Part;
  Part.HasSpace = !Text.consume_front("_");
  if (size_t Mark = Text.find('`'); Mark != StringRef::npos) {
    Part.Example = Text.drop_front(Mark + 1);
    Text = Text.take_front(Mark);
  }
  Part.Kind = FormPart::Type(Text.front());
  Text = Text.drop_front();
  switch (Part.Kind) {
  case FormPart::Type::Literal:
  case FormPart::Type::Dictionary:
    Part.Name = Text;
    return Part;
  case FormPart::Type::Group:
    Part.IsForResults = Text == "results";
    return Part;
  case FormPart::Type::FunctionType:
    std::tie(Part.Sources, Part.Results) = Text.split('>');
    return Part;
  default:
    readName(Text, Part);
    return Part;
  }
}
FormPart mlir::noisy::lsp::readTypePart(StringRef Text) {
  FormPart Part;
  Part.Kind = FormPart::Type::ValueType;
  readName(Text, Part);
  return Part;
}

bool OperationForm::hasRegions() const {
  return llvm::any_of(Parts, [](const FormPart &Part) {
    return Part.Kind == FormPart::Type::Region;
  });
}

size_t OperationForm::groupEnd(size_t Begin) const {
  unsigned Depth = 0;
  for (size_t I = Begin; I < Parts.size(); ++I) {
    Depth += Parts[I].Kind == FormPart::Type::Group;
    if (Parts[I].Kind == FormPart::Type::GroupEnd && --Depth == 0)
      return I;
  }
  return Parts.size();
}

static OperationForm readForm(StringRef Line) {
  llvm::SmallVector<StringRef> Words;
  Line.split(Words, '\t');
  auto valueOf = [](StringRef Word) {
    return Word == "-" ? StringRef() : Word;
  };
  OperationForm Form;
  Form.Name = Words[0];
  unsigned Count = 0;
  if (!Words[1].getAsInteger(10, Count))
    Form.ResultCount = Count;
  Form.IsTerminator = Words[2].contains('t');
  Form.DefinesSymbol = Words[2].contains('s');
  Form.IsOfTopLevel = Words[2].contains('m');
  Form.IsSymbolTable = Words[2].contains('T');
  Form.IsGeneric = Words[2].contains('g');
  Form.DefaultDialect = valueOf(Words[3]);
  if (StringRef Parents = valueOf(Words[4]); !Parents.empty()) {
    llvm::SmallVector<StringRef> Names;
    Parents.split(Names, ',');
    Form.Parents.assign(Names.begin(), Names.end());
  }
  Form.Terminator = valueOf(Words[5]);
  llvm::ArrayRef<StringRef> Parts = llvm::ArrayRef(Words).drop_front(6);
  Form.HasFormat = Parts.empty() || Parts.front() != "?";
  if (Form.HasFormat)
    for (StringRef Part : Parts)
      Form.Parts.push_back(readFormPart(Part));
  return Form;
}

std::optional<OperationForm>
mlir::noisy::lsp::findOperationForm(StringRef Name) {
  const uint32_t *Last = std::end(Begins) - 1;
  const uint32_t *Match = std::partition_point(
      std::begin(Begins), Last,
      [&](const uint32_t &Begin) { return nameAt(Begin) < Name; });
  if (Match == Last || nameAt(*Match) != Name)
    return findProjectForm(Name);
  return readForm(lineAt(*Match));
}

void mlir::noisy::lsp::forEachOperationName(
    llvm::function_ref<void(StringRef)> Visit) {
  for (const uint32_t &Begin : llvm::ArrayRef(Begins).drop_back())
    Visit(nameAt(Begin));
  OdsCatalogPtr Project = currentOds();
  for (const auto &[DialectName, Dialect] : Project->dialects())
    for (const auto &Entry : Dialect.Operations)
      Visit(Entry.second.Name);
}

bool mlir::noisy::lsp::yieldsValues(const OperationForm &Form) {
  return Form.IsTerminator &&
         llvm::count_if(Form.Parts,
                        [](const FormPart &Part) {
                          return Part.Kind == FormPart::Type::Operand;
                        }) == 1 &&
         llvm::none_of(Form.Parts, [](const FormPart &Part) {
           return Part.Kind == FormPart::Type::Successor ||
                  (Part.Kind == FormPart::Type::Operand && Part.Count != '*');
         });
}
