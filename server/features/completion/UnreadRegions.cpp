//===- UnreadRegions.cpp - Regions behind broken headers ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/UnreadRegions.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The tokens of a header: more take too long, and are none.
static constexpr size_t MaxHeaderTokens = 512;

namespace {
/// The header of an operation, up to the brace of its region.
struct UnreadHeader {
  /// Its tokens, without results and the brace.
  std::vector<MlirToken> Tokens;
  /// The results, as they are written: `%r:2`.
  StringRef Results;
  /// The bytes of the region, with its braces; it may not be closed.
  ByteRange Region;
  bool IsClosed = false;

  bool isFunction() const {
    return llvm::any_of(Tokens, [](const MlirToken &Token) {
      return Token.Kind == TokenKind::Symbol;
    });
  }
  /// The types behind the last arrow, without parentheses.
  StringRef resultTypes(StringRef Text) const;
};
} // namespace

StringRef UnreadHeader::resultTypes(StringRef Text) const {
  for (size_t I = Tokens.size(); I-- > 0;)
    if (Tokens[I].is("->")) {
      StringRef Types = Text.slice(Tokens[I].Range.End, Region.Begin).trim();
      if (Types.consume_front("("))
        Types.consume_back(")");
      return Types.trim();
    }
  return "";
}

/// Reads the header at `Begin`, and its region, with those that follow it:
/// `} else {`.
static std::optional<UnreadHeader> readHeader(StringRef Text, size_t Begin) {
  UnreadHeader Header;
  Lexer Tokens(Text, Begin, Text.size());
  std::optional<MlirToken> Token = Tokens.next();
  auto endsLine = [&](size_t Offset) {
    StringRef Rest = Text.substr(Offset).ltrim(" \t\r");
    return Rest.starts_with("\n") || Rest.starts_with("//");
  };
  for (; Token; Token = Tokens.next()) {
    if (Token->isComment())
      continue;
    if (Token->is("{") && endsLine(Token->Range.End))
      break;
    if (Token->is("=") && !Header.Tokens.empty() && Header.Results.empty() &&
        Header.Tokens.front().Kind == TokenKind::Value) {
      Header.Results =
          Text.slice(Header.Tokens.front().Range.Begin, Token->Range.Begin)
              .trim();
      Header.Tokens.clear();
      continue;
    }
    Header.Tokens.push_back(*Token);
    if (Header.Tokens.size() == MaxHeaderTokens)
      return std::nullopt;
  }
  if (!Token)
    return std::nullopt;
  Header.Region.Begin = Token->Range.Begin;
  unsigned Depth = 1;
  while ((Token = Tokens.next())) {
    Depth += Token->is("{");
    Depth -= Token->is("}");
    if (Depth > 0 || !Token->is("}"))
      continue;
    // Another region may follow on the line.
    StringRef Line = Text.substr(Token->Range.End);
    Line = Line.take_front(Line.find('\n'));
    if (Line.rtrim().ends_with("{"))
      continue;
    Header.IsClosed = true;
    Header.Region.End = Token->Range.End;
    return Header;
  }
  Header.Region.End = Text.size();
  return Header;
}

/// Defines the values that a header names for its region.
static std::string defineNames(const UnreadHeader &Header, StringRef Text) {
  llvm::SmallVector<StringRef> Types;
  Header.resultTypes(Text).split(Types, ',', -1, /*KeepEmpty=*/false);
  std::string Result;
  llvm::StringSet<> Defined;
  size_t NextCarried = 0;
  auto define = [&](StringRef Name, StringRef Type) {
    if (Defined.insert(Name).second)
      Result += (Name + " = \"unread.value\"() : () -> " + Type + "\n").str();
  };
  const std::vector<MlirToken> &Tokens = Header.Tokens;
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    if (Tokens[I].Kind != TokenKind::Value)
      continue;
    const MlirToken &Next = Tokens[I + 1];
    if (Header.isFunction()) {
      // `%a: i32`, perhaps without its colon.
      size_t Begin = Next.is(":") ? Next.Range.End : Next.Range.Begin;
      size_t End = I + 1;
      unsigned Depth = 0;
      for (; End < Tokens.size(); ++End) {
        bool Closes = Tokens[End].is(")") || Tokens[End].is(">");
        if (Depth == 0 &&
            (Closes || Tokens[End].is(",") || Tokens[End].is("{")))
          break;
        Depth += Tokens[End].is("(") || Tokens[End].is("<");
        Depth -= Closes;
      }
      StringRef Type = End < Tokens.size()
                           ? Text.slice(Begin, Tokens[End].Range.Begin).trim()
                           : "";
      define(Tokens[I].Text, Type.empty() ? StringRef(UnreadType) : Type);
    } else if (Next.is("=") && I > 0 &&
               (Tokens[I - 1].is("(") || Tokens[I - 1].is(","))) {
      define(Tokens[I].Text, NextCarried < Types.size()
                                 ? Types[NextCarried].trim()
                                 : StringRef(UnreadType));
      ++NextCarried;
    } else if (Next.is("=") || Next.is(")") || Next.is(",")) {
      // The variable of a loop: `scf.for %i =`, `scf.forall (%i, %j) in`.
      bool IsVariable = Next.is("=") || (I > 0 && I < 6 && Tokens[1].is("("));
      if (IsVariable)
        define(Tokens[I].Text, "index");
    }
  }
  return Result;
}

/// Defines the results of an operation.
static std::string defineResults(const UnreadHeader &Header, StringRef Text) {
  if (Header.Results.empty())
    return "";
  llvm::SmallVector<StringRef> Groups;
  Header.Results.split(Groups, ',');
  size_t Count = 0;
  for (StringRef Group : Groups) {
    unsigned Size = 1;
    if (Group.contains(':') &&
        Group.split(':').second.trim().getAsInteger(10, Size))
      return "";
    Count += Size;
  }
  std::string Types = Header.resultTypes(Text).str();
  if (Count > MaxHeaderTokens)
    return "";
  if (size_t(llvm::count(Types, ',')) + 1 != Count || Types.empty()) {
    Types.clear();
    for (size_t I = 0; I < Count; ++I)
      Types += (I ? ", " : "") + UnreadType.str();
  }
  return (Header.Results + " = \"unread.value\"() : () -> (" + Types + ")\n")
      .str();
}

bool mlir::noisy::lsp::replaceUnread(std::string &Text, size_t Begin) {
  std::optional<UnreadHeader> Header = readHeader(Text, Begin);
  if (!Header)
    return false;
  std::string New;
  if (Header->IsClosed) {
    New = defineResults(*Header, Text);
    // What follows on the line belongs to it, unless the cursor is there.
    size_t End = Text.find('\n', Header->Region.End);
    Header->Region.End = End == std::string::npos ? Header->Region.End : End;
    Text.replace(Begin, Header->Region.End - Begin, New);
    return true;
  }
  if (Header->isFunction())
    New = "func.func @unread() {\n";
  New += defineNames(*Header, Text);
  Text.replace(Begin, Header->Region.Begin + 1 - Begin, New);
  return true;
}
