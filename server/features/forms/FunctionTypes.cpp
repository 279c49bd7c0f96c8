//===- FunctionTypes.cpp - The types of a function, by letters ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/FunctionTypes.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// Returns the parts of a list that are separated by commas outside of all
/// brackets, each without a name before it and a dictionary after it. `Names`
/// gets these names.
static std::vector<std::string>
readTypes(StringRef List, std::vector<std::string> *Names = nullptr) {
  std::vector<std::string> Types;
  StringRef Name;
  Lexer Tokens(List);
  int Depth = 0;
  size_t Begin = 0, End = 0;
  bool IsNamed = false, IsCut = false;
  auto Finish = [&](size_t Next) {
    if (StringRef Type = List.slice(Begin, End).trim(); !Type.empty()) {
      Types.push_back(Type.str());
      if (Names)
        Names->push_back(Name.str());
    }
    Name = {};
    Begin = End = Next;
    IsNamed = IsCut = false;
  };
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->isComment())
      continue;
    if (Depth == 0 && Token->is(",")) {
      Finish(Token->Range.End);
      continue;
    }
    if (Depth == 0 && Token->Kind == TokenKind::Value) {
      IsNamed = true;
      Name = Token->Text;
      continue;
    }
    if (Depth == 0 && IsNamed && Token->is(":")) {
      Begin = End = Token->Range.End;
      IsNamed = false;
      continue;
    }
    // The attributes of the value, and a location.
    if (Depth == 0 && (Token->is("{") || Token->is("loc")))
      IsCut = true;
    char C = Token->Text.front();
    Depth += Token->is("<") || lex::isOpening(C);
    Depth -= Token->is(">") || lex::isClosing(C);
    if (!IsCut)
      End = Token->Range.End;
  }
  Finish(List.size());
  return Types;
}

FunctionTypes mlir::noisy::lsp::readFunctionTypes(StringRef Header) {
  FunctionTypes Result;
  Lexer Tokens(Header);
  int Depth = 0;
  size_t Inputs = StringRef::npos, Arrow = StringRef::npos, End = Header.size();
  bool HasInputs = false;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->isComment())
      continue;
    char C = Token->Text.front();
    if (Depth == 0 && Token->is("(") && Arrow == StringRef::npos && !HasInputs)
      Inputs = Token->Range.End;
    if (Depth == 0 && Token->is("->")) {
      Arrow = Token->Range.End;
      End = Header.size();
    } else if (Depth == 0 && Arrow != StringRef::npos &&
               (Token->is("{") || Token->is("attributes") ||
                Token->is("loc"))) {
      End = std::min(End, Token->Range.Begin);
    }
    Depth += Token->is("<") || lex::isOpening(C);
    Depth -= Token->is(">") || lex::isClosing(C);
    if (Depth == 0 && Token->is(")") && Inputs != StringRef::npos &&
        !HasInputs) {
      Result.Inputs =
          readTypes(Header.slice(Inputs, Token->Range.Begin), &Result.Names);
      HasInputs = true;
    }
  }
  if (Arrow == StringRef::npos)
    return Result;
  StringRef Results = Header.slice(Arrow, End).trim();
  if (Results.starts_with("(") && Results.ends_with(")"))
    Results = Results.drop_front().drop_back();
  Result.Results = readTypes(Results);
  return Result;
}

std::vector<std::string>
mlir::noisy::lsp::readOutputElements(StringRef Header) {
  std::vector<std::string> Result;
  size_t Begin = Header.find("outs(");
  if (Begin == StringRef::npos)
    return Result;
  StringRef List = Header.drop_front(Begin + StringRef("outs(").size());
  unsigned Depth = 1;
  for (StringRef Type : readTypes(List.take_until([&](char C) {
         Depth += C == '(';
         Depth -= C == ')';
         return Depth == 0;
       }))) {
    // After the sizes: tensor<4x?xf32>.
    if (Type.consume_front("tensor<") || Type.consume_front("memref<")) {
      Type = Type.take_until([](char C) { return C == ',' || C == '>'; });
      for (;;) {
        StringRef Rest = Type.ltrim("?0123456789");
        if (Rest.size() == Type.size() || !Rest.consume_front("x"))
          break;
        Type = Rest;
      }
    }
    Result.push_back(Type.str());
  }
  return Result;
}

/// What follows the first colon outside of brackets.
static StringRef textAfterColon(StringRef Header) {
  // The number of results has one, too: %r:2 =
  if (Header.starts_with("%"))
    Header = Header.split('=').second;
  Lexer Tokens(Header);
  int Depth = 0;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->isComment())
      continue;
    if (Depth == 0 && Token->is(":"))
      return Header.drop_front(Token->Range.End);
    char C = Token->Text.front();
    Depth += lex::isOpening(C);
    Depth -= lex::isClosing(C);
  }
  return {};
}

FunctionTypes mlir::noisy::lsp::readTypesAfterColon(StringRef Header) {
  return readFunctionTypes(textAfterColon(Header));
}

std::string mlir::noisy::lsp::readTypeAfterColon(StringRef Header) {
  std::vector<std::string> Types =
      readTypes(textAfterColon(Header).split('=').first);
  return Types.empty() ? "" : Types.front();
}

std::string
mlir::noisy::lsp::printFunctionType(const std::vector<std::string> &Inputs,
                                    const std::vector<std::string> &Results) {
  std::string Text = "(" + llvm::join(Inputs, ", ") + ") -> ";
  if (Results.size() == 1 && !StringRef(Results.front()).starts_with("("))
    return Text + Results.front();
  return Text + "(" + llvm::join(Results, ", ") + ")";
}
