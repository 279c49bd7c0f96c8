//===- TypedOperation.cpp - The operation at a cursor ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/TypedOperation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// Follows the brackets of a text, and notes where operations begin.
class Scanner {
public:
  explicit Scanner(StringRef Text) : Text(Text) {}
  TypedOperation scan();

private:
  /// A region that is open, or the top level.
  struct Level {
    /// The token that the last operation begins with.
    std::optional<size_t> Operation;
    /// The brackets that are open in it.
    unsigned Depth = 0;
    /// The token of the region's bracket.
    size_t Bracket = 0;
  };
  /// The parts of an operation: the tokens of its name, and after it.
  struct Start {
    size_t Name = 0;
    bool HasResults = false;
    unsigned ResultCount = 0;
    bool IsNamed = false;
  };

  void take(size_t I);
  bool beginsLine(size_t I) const;
  /// True if an operation begins with the token; `IsSure`: also in brackets.
  bool beginsOperation(size_t I, bool IsSure) const;
  bool opensRegion(size_t I) const;
  Start readStart(size_t Begin, size_t End) const;
  std::string fullName(StringRef Written, size_t Depth) const;
  std::string nameOfLevel(size_t Depth) const;
  const MlirToken *at(size_t I) const {
    return I < Tokens.size() ? &Tokens[I] : nullptr;
  }
  bool is(size_t I, StringRef Spelling) const {
    return I < Tokens.size() && Tokens[I].is(Spelling);
  }
  bool isKind(size_t I, TokenKind Kind) const {
    return I < Tokens.size() && Tokens[I].Kind == Kind;
  }

  StringRef Text;
  std::vector<MlirToken> Tokens;
  std::vector<Level> Levels{Level()};
};
} // namespace

bool Scanner::beginsLine(size_t I) const {
  return I == 0 || Text.slice(Tokens[I - 1].Range.End, Tokens[I].Range.Begin)
                       .contains('\n');
}

Scanner::Start Scanner::readStart(size_t Begin, size_t End) const {
  Start Result;
  size_t I = Begin;
  if (I < End && isKind(I, TokenKind::Value)) {
    // %a, %b:2 =
    while (I < End && !is(I, "=")) {
      unsigned Size = 0;
      if (isKind(I, TokenKind::Value))
        ++Result.ResultCount;
      else if (isKind(I, TokenKind::Number) && is(I - 1, ":") &&
               !Tokens[I].Text.getAsInteger(10, Size))
        Result.ResultCount += Size - 1;
      ++I;
    }
    Result.HasResults = I < End;
    I += Result.HasResults;
  }
  Result.Name = I;
  Result.IsNamed = I < End;
  return Result;
}

std::string Scanner::nameOfLevel(size_t Depth) const {
  // The operation around the region.
  if (Depth == 0)
    return "builtin.module";
  const Level &Outer = Levels[Depth - 1];
  if (!Outer.Operation)
    return "";
  Start Header = readStart(*Outer.Operation, Levels[Depth].Bracket);
  return Header.IsNamed ? fullName(Tokens[Header.Name].Text, Depth - 1) : "";
}

std::string Scanner::fullName(StringRef Written, size_t Depth) const {
  if (Written.contains('.') || Written.starts_with("\""))
    return Written.trim('"').str();
  if (auto Form = findOperationForm(nameOfLevel(Depth));
      Form && !Form->DefaultDialect.empty())
    if (std::string Name =
            (llvm::Twine(Form->DefaultDialect) + "." + Written).str();
        findOperationForm(Name))
      return Name;
  std::string Name = (llvm::Twine("builtin.") + Written).str();
  return findOperationForm(Name) ? Name : "";
}

bool Scanner::beginsOperation(size_t I, bool IsSure) const {
  const MlirToken &Token = Tokens[I];
  if (Token.Kind == TokenKind::Value) {
    // %a:2, %b = name
    size_t J = I;
    while (isKind(J, TokenKind::Value) || isKind(J, TokenKind::Number) ||
           is(J, ",") || is(J, ":"))
      ++J;
    if (IsSure)
      return is(J, "=") && (isKind(J + 1, TokenKind::Word) ||
                            isKind(J + 1, TokenKind::String));
    return is(J, "=") || J == Tokens.size();
  }
  if (Token.Kind == TokenKind::Block)
    return !IsSure || is(I + 1, ":");
  if (Token.Kind == TokenKind::String)
    return is(I + 1, "(");
  if (Token.Kind != TokenKind::Word || is(I + 1, "="))
    return false;
  if (!IsSure && Token.Text.contains('.'))
    return true;
  return findOperationForm(fullName(Token.Text, Levels.size() - 1)).has_value();
}

bool Scanner::opensRegion(size_t I) const {
  const Level &Inner = Levels.back();
  if (!Inner.Operation || (I > 0 && is(I - 1, "attributes")) ||
      (I > 0 && is(I - 1, "=")))
    return false;
  Start Header = readStart(*Inner.Operation, I);
  if (!Header.IsNamed)
    return false;
  std::optional<OperationForm> Form =
      findOperationForm(fullName(Tokens[Header.Name].Text, Levels.size() - 1));
  if (Form && Form->HasFormat && !Form->hasRegions())
    return false;
  // Brackets of the format itself: linalg.generic {indexing_maps = ...}.
  if (Form && !Form->Parts.empty() && Form->Parts.front().isLiteral("{") &&
      I == Header.Name + 1)
    return false;
  bool IsKnown = Form && Form->HasFormat;
  const MlirToken *Next = at(I + 1);
  if (!Next)
    return (IsKnown && Inner.Depth == 0) ||
           Text.drop_front(Tokens[I].Range.End).contains('\n');
  if (is(I + 2, "=") && Next->Kind != TokenKind::Value)
    return false;
  if (Next->Kind == TokenKind::Value || Next->Kind == TokenKind::Block)
    return true;
  if (Next->is("}"))
    return IsKnown && Inner.Depth == 0;
  // A single word is an attribute, unless it is an operation.
  if (is(I + 2, ",") || is(I + 2, "}"))
    return Next->Kind == TokenKind::Word && Form &&
           findOperationForm(
               (llvm::Twine(Form->DefaultDialect) + "." + Next->Text).str());
  return Next->Kind == TokenKind::Word || Next->Kind == TokenKind::String;
}

void Scanner::take(size_t I) {
  const MlirToken &Token = Tokens[I];
  Level *Inner = &Levels.back();
  bool IsFirst =
      beginsLine(I) || (Levels.size() > 1 && I == Inner->Bracket + 1);
  // A line that is plainly an operation ends brackets that were left open.
  if (IsFirst && beginsOperation(I, /*IsSure=*/Inner->Depth > 0)) {
    Inner->Operation = I;
    Inner->Depth = 0;
  }
  char C = Token.Text.front();
  if (lex::isOpening(C)) {
    if (C == '{' && opensRegion(I)) {
      Level Region;
      Region.Bracket = I;
      Levels.push_back(Region);
    } else {
      ++Inner->Depth;
    }
  } else if (lex::isClosing(C)) {
    if (Inner->Depth > 0)
      --Inner->Depth;
    else if (C == '}' && Levels.size() > 1)
      Levels.pop_back();
  }
}

/// True if an operation does not end with the token.
static bool continues(const MlirToken &Token) {
  return StringRef(",=:(<[").contains(Token.Text) || Token.is("->");
}

TypedOperation Scanner::scan() {
  Lexer Source(Text);
  while (std::optional<MlirToken> Token = Source.next()) {
    if (Token->Kind == TokenKind::SplitMarker)
      Tokens.clear();
    else if (!Token->isComment())
      Tokens.push_back(*Token);
  }
  for (size_t I = 0; I < Tokens.size(); ++I)
    take(I);

  TypedOperation Result;
  for (size_t Depth = 1; Depth < Levels.size(); ++Depth) {
    StringRef Header;
    if (std::optional<size_t> Begin = Levels[Depth - 1].Operation)
      Header = Text.slice(Tokens[*Begin].Range.Begin,
                          Tokens[Levels[Depth].Bracket].Range.Begin);
    Result.Parents.push_back({nameOfLevel(Depth), Header});
  }
  const Level &Inner = Levels.back();
  if (!Inner.Operation || Tokens.empty())
    return Result;
  bool IsOnNewLine = Text.drop_front(Tokens.back().Range.End).contains('\n');
  bool IsLabel = isKind(*Inner.Operation, TokenKind::Block);
  if (IsOnNewLine && Inner.Depth == 0 && (IsLabel || !continues(Tokens.back())))
    return Result;
  if (IsLabel) {
    Result.IsInLabel = true;
    Result.IsAtName = false;
    return Result;
  }
  Start Typed = readStart(*Inner.Operation, Tokens.size());
  Result.HasResults = Typed.HasResults;
  Result.ResultCount = Typed.ResultCount;
  Result.IsInResults =
      !Typed.HasResults && isKind(*Inner.Operation, TokenKind::Value);
  Result.IsAtName = !Typed.IsNamed && !Result.IsInResults;
  if (!Typed.IsNamed)
    return Result;
  Result.WrittenName = Tokens[Typed.Name].Text;
  Result.Name = fullName(Result.WrittenName, Levels.size() - 1);
  Result.Operands.assign(Tokens.begin() + Typed.Name + 1, Tokens.end());
  return Result;
}

TypedOperation mlir::noisy::lsp::findTypedOperation(StringRef Text) {
  return Scanner(Text).scan();
}
