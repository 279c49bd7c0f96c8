//===- FormMatch.cpp - Typed text in an assembly format -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/FormMatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;
using Type = FormPart::Type;

llvm::ArrayRef<StringRef> FormMatch::valuesOf(StringRef Name) const {
  auto It = llvm::find_if(
      Operands, [&](const Operand &Each) { return Each.Name == Name; });
  return It == Operands.end() ? llvm::ArrayRef<StringRef>() : It->Values;
}

namespace {
class Matcher {
public:
  Matcher(const OperationForm &Form, llvm::ArrayRef<MlirToken> Tokens,
          bool HasResults)
      : Form(Form), Tokens(Tokens), HasResults(HasResults) {}
  FormMatch match();

private:
  bool atEnd() const { return T == Tokens.size(); }
  bool is(StringRef Spelling) const {
    return !atEnd() && Tokens[T].is(Spelling);
  }
  bool isKind(TokenKind Kind) const {
    return !atEnd() && Tokens[T].Kind == Kind;
  }
  /// True if the next token can begin a part.
  bool begins(const FormPart &Part) const;
  /// The parts that can come after the part `P`: the next one, and what follows
  /// groups that may be left out.
  llvm::SmallVector<size_t> followers(size_t P) const;
  /// Each takes a part; false if the text ends in it, or does not match.
  bool takeOperands(const FormPart &Part);
  bool takeText(size_t P);
  bool takeWord();
  /// True if the part is a comma before the type of an operand that was left
  /// out, which has none.
  bool isLeftOut(size_t P) const;
  /// True if text in balanced brackets can be all of a part.
  bool isWhole(size_t P, llvm::ArrayRef<MlirToken> Typed) const;
  bool takeBrackets();
  bool takeList();
  /// The end of a list of new values that is empty, or has their types alone;
  /// 0 if the part begins no such list. Its tokens are taken.
  size_t skipUnnamed(size_t P);
  /// The text from a token to the end.
  StringRef textFrom(size_t Begin) const {
    return StringRef(Tokens[Begin].Text.begin(),
                     Tokens.back().Text.end() - Tokens[Begin].Text.begin());
  }
  bool take(size_t P);

  const OperationForm &Form;
  llvm::ArrayRef<MlirToken> Tokens;
  bool HasResults;
  size_t T = 0;
  /// The text ends in the present part, rather than failing to match.
  bool Ends = false;
  FormMatch Result;
};
} // namespace

/// True if a token can begin an attribute, as far as is known of it.
static bool beginsAttribute(const FormPart &Part, const MlirToken &Token) {
  if (!Part.Cases.empty()) {
    llvm::SmallVector<StringRef> Cases;
    Part.Cases.split(Cases, '|');
    return Token.is("<") || llvm::is_contained(Cases, Token.Text);
  }
  if (Part.AttributeKind == "int" || Part.AttributeKind == "float")
    return Token.Kind == TokenKind::Number || Token.is("-");
  if (Part.AttributeKind == "string")
    return Token.Kind == TokenKind::String;
  return Token.Kind == TokenKind::Word;
}

bool Matcher::begins(const FormPart &Part) const {
  if (atEnd())
    return false;
  const MlirToken &Token = Tokens[T];
  switch (Part.Kind) {
  case Type::Literal:
    return Token.is(Part.Name);
  case Type::Operand:
  case Type::NewValue:
    return Token.Kind == TokenKind::Value;
  case Type::Symbol:
  case Type::SymbolName:
    return Token.Kind == TokenKind::Symbol;
  case Type::Successor:
    return Token.Kind == TokenKind::Block;
  case Type::Region:
    return Token.is("{");
  case Type::Dictionary:
    return Part.Name.empty() ? Token.is("{") : Token.is(Part.Name);
  case Type::Attribute:
    return beginsAttribute(Part, Token);
  default:
    return false;
  }
}

llvm::SmallVector<size_t> Matcher::followers(size_t P) const {
  llvm::SmallVector<size_t> Result;
  for (size_t I = P + 1; I < Form.Parts.size(); ++I) {
    const FormPart &Part = Form.Parts[I];
    if (Part.Kind == Type::GroupEnd)
      continue;
    if (Part.Kind == Type::Group) {
      if (I + 1 < Form.Parts.size())
        Result.push_back(I + 1);
      I = Form.groupEnd(I);
      continue;
    }
    Result.push_back(I);
    if (Part.Kind != Type::Dictionary)
      break;
  }
  return Result;
}

bool Matcher::takeBrackets() {
  unsigned Depth = 0;
  do {
    char C = Tokens[T++].Text.front();
    Depth += lex::isOpening(C);
    Depth -= lex::isClosing(C);
  } while (Depth != 0 && !atEnd());
  return Depth == 0;
}

bool Matcher::takeOperands(const FormPart &Part) {
  FormMatch::Operand Operands{Part.Name, {}};
  bool IsMany = Part.Count == '*';
  // Lists of sizes and the like have numbers, too.
  while (isKind(TokenKind::Value) || (IsMany && isKind(TokenKind::Number))) {
    Operands.Values.push_back(Tokens[T++].Text);
    // An argument of the region and what it is at first: %a = %b.
    if (IsMany && is("=")) {
      ++T;
      Ends = atEnd();
      Operands.Values.pop_back();
      continue;
    }
    if (!IsMany || !is(","))
      break;
    ++T;
    Ends = atEnd();
  }
  Result.Index = Operands.Values.size();
  // What begins a list comes next at its end, too.
  bool IsMissing = Operands.Values.empty() && atEnd();
  Ends |= IsMissing;
  bool IsThere = IsMany || Part.Count || !Operands.Values.empty();
  Result.Operands.push_back(std::move(Operands));
  return !Ends && IsThere;
}

bool Matcher::isWhole(size_t P, llvm::ArrayRef<MlirToken> Typed) const {
  auto isArrow = [](const MlirToken &Token) { return Token.is("->"); };
  if (isArrow(Typed.back()) || StringRef(",:=").contains(Typed.back().Text))
    return false;
  return Form.Parts[P].Kind != Type::FunctionType ||
         llvm::any_of(Typed, isArrow);
}

bool Matcher::takeText(size_t P) {
  llvm::SmallVector<size_t> Stops = followers(P);
  int Depth = 0;
  size_t Begin = T;
  for (; !atEnd(); ++T) {
    StringRef Token = Tokens[T].Text;
    if (Depth == 0 && T > Begin && llvm::any_of(Stops, [&](size_t I) {
          return Form.Parts[I].Kind != Type::Attribute && begins(Form.Parts[I]);
        }))
      return true;
    Depth += Token == "<" || lex::isOpening(Token.front());
    Depth -= Token == ">" || lex::isClosing(Token.front());
    // A bracket that the format has not opened.
    if (Depth < 0)
      return T > Begin;
  }
  // A space follows what is there.
  if (T > Begin && Depth == 0 && isWhole(P, Tokens.slice(Begin)))
    return true;
  Ends = true;
  Result.IsBegun = T > Begin;
  if (Result.IsBegun)
    Result.Begun = textFrom(Begin);
  return false;
}

/// Takes an attribute that another one follows: a token, or angle brackets.
bool Matcher::takeWord() {
  Ends = atEnd();
  if (Ends)
    return false;
  if (!is("<")) {
    ++T;
    return true;
  }
  size_t Begin = T;
  while (!atEnd() && !is(">"))
    ++T;
  if (!atEnd()) {
    ++T;
    return true;
  }
  Ends = Result.IsBegun = true;
  Result.Begun = Tokens[Begin].Text;
  return false;
}

/// Takes a list in brackets.
bool Matcher::takeList() {
  size_t Begin = T;
  if (takeBrackets())
    return true;
  Ends = Result.IsBegun = true;
  Result.Begun = textFrom(Begin);
  return false;
}

bool Matcher::take(size_t P) {
  const FormPart &Part = Form.Parts[P];
  switch (Part.Kind) {
  case Type::Literal:
    Ends = atEnd();
    if (!is(Part.Name))
      return false;
    ++T;
    return true;
  case Type::Operand:
    return takeOperands(Part);
  case Type::NewValue:
  case Type::Successor:
  case Type::SymbolName:
    Ends = atEnd();
    if (!begins(Part))
      return false;
    ++T;
    while (Part.Kind != Type::SymbolName && is(",") && T + 1 < Tokens.size() &&
           Tokens[T + 1].Kind == Tokens[T - 1].Kind && Part.Count == '*')
      T += 2;
    return true;
  case Type::Symbol:
    Ends = atEnd();
    if (!begins(Part))
      return false;
    Result.Symbol = Tokens[T++].Text;
    while (is("::") || (isKind(TokenKind::Symbol) && Tokens[T - 1].is("::")))
      ++T;
    return true;
  case Type::Region:
    Ends = atEnd();
    return is("{") && takeBrackets();
  case Type::Dictionary:
    if (!begins(Part))
      return true;
    if (!Part.Name.empty())
      ++T;
    if (is("{") && !takeBrackets()) {
      Result.IsInDictionary = Ends = true;
      return false;
    }
    return true;
  case Type::Attribute:
    if (P + 1 < Form.Parts.size() && Form.Parts[P + 1].Kind == Type::Attribute)
      return takeWord();
    return takeText(P);
  case Type::Custom:
    // Lists side by side: [0, 0] [4, 4] [1, 1].
    if (P + 1 < Form.Parts.size() && Form.Parts[P + 1].Kind == Type::Custom &&
        is("["))
      return takeList();
    return takeText(P);
  default:
    return takeText(P);
  }
}

bool Matcher::isLeftOut(size_t P) const {
  if (P + 1 >= Form.Parts.size() || !Form.Parts[P].isLiteral(",") ||
      Form.Parts[P + 1].Kind != Type::ValueType || !Form.Parts[P + 1].Count)
    return false;
  StringRef Name = Form.Parts[P + 1].Name;
  return Result.valuesOf(Name).empty() &&
         llvm::any_of(Form.Parts, [&](const FormPart &Part) {
           return Part.Kind == Type::Operand && Part.Name == Name;
         });
}

size_t Matcher::skipUnnamed(size_t P) {
  if (P == 0 || Form.Parts[P].Kind != Type::NewValue ||
      !Form.Parts[P - 1].isLiteral("(") || atEnd() || begins(Form.Parts[P]))
    return 0;
  size_t Close = P;
  while (Close < Form.Parts.size() && !Form.Parts[Close].isLiteral(")"))
    ++Close;
  size_t Begin = T--;
  if (Close < Form.Parts.size() && takeBrackets())
    return Close;
  T = Begin;
  return 0;
}

FormMatch Matcher::match() {
  for (size_t P = 0; P < Form.Parts.size(); ++P) {
    if (size_t Close = skipUnnamed(P)) {
      P = Close;
      continue;
    }
    const FormPart &Part = Form.Parts[P];
    if (Part.Kind == Type::GroupEnd)
      continue;
    if (Part.Kind == Type::Group) {
      const FormPart &First = Form.Parts[P + 1];
      bool IsNext = atEnd() && Part.IsForResults && HasResults;
      if (!IsNext && !begins(First)) {
        if (atEnd() && First.Kind == Type::Literal)
          Result.OptionalWords.push_back(First.Name);
        // Operands in a group may be typed next.
        if (atEnd() && First.Kind == Type::Operand &&
            Result.Part == FormMatch::None) {
          Result.Part = P + 1;
          Result.Index = 0;
        }
        P = Form.groupEnd(P);
      }
      continue;
    }
    if (isLeftOut(P)) {
      ++P;
      continue;
    }
    if (take(P))
      continue;
    if (!Ends)
      Result.Part = FormMatch::None;
    else if (Result.Part == FormMatch::None)
      Result.Part = P;
    return Result;
  }
  if (!atEnd())
    Result.Part = FormMatch::None;
  else if (Result.Part == FormMatch::None)
    Result.Part = Form.Parts.size();
  return Result;
}

FormMatch mlir::noisy::lsp::matchForm(const OperationForm &Form,
                                      llvm::ArrayRef<MlirToken> Tokens,
                                      bool HasResults) {
  if (!Form.HasFormat)
    return {};
  return Matcher(Form, Tokens, HasResults).match();
}
