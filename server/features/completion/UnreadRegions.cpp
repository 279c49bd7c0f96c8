//===- UnreadRegions.cpp - Regions behind broken headers ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/UnreadRegions.h"
#include "server/features/forms/FunctionTypes.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/TypeTokens.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The tokens of a header: more take too long, and are none.
static constexpr size_t MaxHeaderTokens = 512;

namespace {
/// The header of an operation, up to the brace of its region.
struct UnreadHeader {
  /// The text that it is in, and its tokens, without results and the brace.
  StringRef Text;
  std::vector<MlirToken> Tokens;
  /// The results, as they are written: `%r:2`.
  StringRef Results;
  /// The bytes of the last region that begins before the end of the text, with
  /// its braces; it may not be closed.
  ByteRange Region;
  bool IsClosed = false;

  bool isFunction() const {
    return Tokens.front().Text.starts_with("func") &&
           llvm::any_of(Tokens, [](const MlirToken &Token) {
             return Token.Kind == TokenKind::Symbol;
           });
  }
  /// The text from one token to the end of another one.
  StringRef textOf(size_t First, size_t Last) const {
    return Text.slice(Tokens[First].Range.Begin, Tokens[Last].Range.End);
  }
  /// The types of its results, as far as it states them.
  std::vector<std::string> resultTypes() const {
    return readFunctionTypes(textOf(0, Tokens.size() - 1)).Results;
  }
};
} // namespace

/// True if nothing follows `Offset` in its line but a comment.
static bool endsLine(StringRef Text, size_t Offset) {
  StringRef Rest = Text.substr(Offset).ltrim(" \t\r");
  return Rest.starts_with("\n") || Rest.starts_with("//");
}

/// True if another region follows the brace that ends before `Offset`, in its
/// line: `} else {`.
static bool beginsRegionBehind(StringRef Text, size_t Offset) {
  Lexer Tokens(Text, Offset, std::min(Text.find('\n', Offset), Text.size()));
  std::optional<MlirToken> Last;
  while (std::optional<MlirToken> Token = Tokens.next())
    if (!Token->isComment())
      Last = Token;
  return Last && Last->is("{");
}

/// Finds the region behind the header whose brace `Tokens` has read, and those
/// that follow it.
static void findRegion(UnreadHeader &Header, StringRef Text, Lexer &Tokens) {
  unsigned Depth = 1;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Depth == 0 && Token->is("{"))
      Header.Region.Begin = Token->Range.Begin;
    Depth += Token->is("{");
    Depth -= Token->is("}") && Depth > 0;
    if (Depth > 0 || !Token->is("}") ||
        beginsRegionBehind(Text, Token->Range.End))
      continue;
    Header.IsClosed = true;
    Header.Region.End = Token->Range.End;
    return;
  }
  Header.Region.End = Text.size();
}

/// Reads the header at `Begin`, and its regions.
static std::optional<UnreadHeader> readHeader(StringRef Text, size_t Begin) {
  UnreadHeader Header;
  Header.Text = Text;
  Lexer Tokens(Text, Begin, Text.size());
  size_t LastEnd = Begin;
  std::optional<MlirToken> Token;
  while ((Token = nextCode(Tokens))) {
    bool BeginsLine = Text.slice(LastEnd, Token->Range.Begin).contains('\n');
    LastEnd = Token->Range.End;
    if (BeginsLine && mustBeginOperation(Text, Token->Range.Begin))
      return std::nullopt;
    if (Token->is("{") && endsLine(Text, LastEnd))
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
  if (!Token || Header.Tokens.empty())
    return std::nullopt;
  Header.Region.Begin = Token->Range.Begin;
  findRegion(Header, Text, Tokens);
  return Header;
}

static std::string define(StringRef Names, StringRef Types) {
  return (Names + " = \"unread.value\"() : () -> " + Types + "\n").str();
}

/// The arguments of a function, also without the colon before a type.
static std::string defineArguments(const UnreadHeader &Header) {
  std::string Result;
  const std::vector<MlirToken> &Tokens = Header.Tokens;
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    if (Tokens[I].Kind != TokenKind::Value)
      continue;
    size_t First = I + 1 + Tokens[I + 1].is(":");
    size_t End = findCertainTypeEnd(Tokens, First);
    StringRef Type =
        End > First ? Header.textOf(First, End - 1) : StringRef(UnreadType);
    Result += define(Tokens[I].Text, Type);
  }
  return Result;
}

/// The variables of a loop, and what it carries: `%i =` behind the name,
/// `(%i, %j) =` and `(%i) in`; `%s =` in brackets.
static std::string defineVariables(const UnreadHeader &Header) {
  std::string Result;
  std::vector<std::string> Types = Header.resultTypes();
  const std::vector<MlirToken> &Tokens = Header.Tokens;
  auto is = [&](size_t I, StringRef Text) {
    return I < Tokens.size() && Tokens[I].is(Text);
  };
  size_t Close = 1;
  while (is(1, "(") && Close < Tokens.size() && !is(Close, ")"))
    ++Close;
  bool HasList = is(1, "(") && (is(Close + 1, "=") || is(Close + 1, "in"));
  size_t NextCarried = 0;
  for (size_t I = 1; I < Tokens.size(); ++I) {
    if (Tokens[I].Kind != TokenKind::Value)
      continue;
    if (HasList && I < Close) {
      Result += define(Tokens[I].Text, "index");
    } else if (is(I + 1, "=") && I == 1) {
      Result += define(Tokens[I].Text, "index");
    } else if (is(I + 1, "=") && (is(I - 1, "(") || is(I - 1, ","))) {
      Result += define(Tokens[I].Text, NextCarried < Types.size()
                                           ? StringRef(Types[NextCarried])
                                           : StringRef(UnreadType));
      ++NextCarried;
    }
  }
  return Result;
}

/// The results of an operation.
static std::string defineResults(const UnreadHeader &Header) {
  if (Header.Results.empty())
    return "";
  llvm::SmallVector<StringRef> Groups;
  Header.Results.split(Groups, ',');
  size_t Count = 0;
  for (StringRef Group : Groups) {
    unsigned Size = 1;
    if ((Group.contains(':') &&
         Group.split(':').second.trim().getAsInteger(10, Size)) ||
        Size > MaxHeaderTokens)
      return "";
    Count += Size;
  }
  std::vector<std::string> Types = Header.resultTypes();
  if (Types.size() != Count)
    Types.assign(Count, UnreadType.str());
  return define(Header.Results, "(" + llvm::join(Types, ", ") + ")");
}

bool mlir::noisy::lsp::replaceUnread(std::string &Text, size_t Begin) {
  std::optional<UnreadHeader> Header = readHeader(Text, Begin);
  if (!Header)
    return false;
  ByteRange Replaced = {Begin, Header->Region.Begin + 1};
  std::string New;
  if (Header->IsClosed) {
    New = defineResults(*Header);
    // What follows on the line belongs to it, unless the cursor is there.
    size_t End = Text.find('\n', Header->Region.End);
    Replaced.End = End == std::string::npos ? Header->Region.End : End;
  } else if (Header->isFunction()) {
    New = "func.func @unread() {\n" + defineArguments(*Header);
  } else {
    New = defineVariables(*Header);
  }
  Text.replace(Replaced.Begin, Replaced.size(), New);
  return true;
}
