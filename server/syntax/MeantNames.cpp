//===- MeantNames.cpp - Names that were most likely meant -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/MeantNames.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/NearNames.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The bytes that are searched before a name, and behind it.
static constexpr size_t MaxSearched = 1u << 16;
/// With fewer letters too many names are near each other.
static constexpr size_t MinLetters = 3;

/// True if a name that there is was most likely meant by another.
static bool isMeant(StringRef Candidate, StringRef Written) {
  auto digitsOf = [](StringRef Name) {
    std::string Digits;
    llvm::copy_if(Name, std::back_inserter(Digits), llvm::isDigit);
    return Digits;
  };
  size_t Letters = 1 + MinLetters;
  return Candidate != Written && Candidate.size() >= Letters &&
         Written.size() >= Letters && isNear(Candidate, Written) &&
         digitsOf(Candidate) == digitsOf(Written);
}

/// Where the function around `Offset` begins, or the text that is searched.
static size_t findFunctionBegin(StringRef Text, size_t Offset) {
  size_t First = Offset > MaxSearched ? Offset - MaxSearched : 0;
  StringRef Before = Text.slice(First, Offset);
  for (size_t Function = Before.rfind("func.func"); Function != StringRef::npos;
       Function = Before.take_front(Function).rfind("func.func")) {
    // Not in a comment.
    size_t Line = Before.take_front(Function).rfind('\n') + 1;
    if (Before.slice(Line, Function).trim().empty())
      return First + Line;
  }
  size_t Line = First == 0 ? 0 : Text.find('\n', First);
  return std::min(Line, Offset);
}

namespace {
/// The values that a function defines before a place.
struct DefinedValues {
  /// Those that are seen there, in order.
  llvm::SmallVector<MlirToken> Seen;
  /// Of a name that is looked for, the last one that is not.
  std::optional<MlirToken> Hidden;
};
} // namespace

static DefinedValues findDefined(StringRef Text, const MlirToken &Written) {
  // Behind a region its values are not seen, nor those of its header, apart
  // from the results. What the line of the name defines is not seen in it.
  DefinedValues Values;
  llvm::SmallVector<MlirToken> &Defined = Values.Seen;
  struct OpenRegion {
    size_t Begin;
    /// It is that of a function, or another symbol.
    bool IsOfSymbol;
  };
  llvm::SmallVector<OpenRegion> Regions;
  size_t LineBegin = 0, ResultsEnd = 0, PreviousEnd = 0;
  bool AreResults = false, HasSymbol = false;
  Lexer Tokens(Text, findFunctionBegin(Text, Written.Range.Begin),
               Written.Range.Begin);
  for (std::optional<MlirToken> Token = Tokens.next(); Token;) {
    std::optional<MlirToken> Next = Tokens.next();
    bool BeginsLine =
        Text.slice(PreviousEnd, Token->Range.Begin).contains('\n');
    PreviousEnd = Token->Range.End;
    if (BeginsLine) {
      LineBegin = ResultsEnd = Defined.size();
      AreResults = Token->Kind == TokenKind::Value;
      HasSymbol = false;
    }
    HasSymbol |= Token->Kind == TokenKind::Symbol;
    if (Token->is("{")) {
      Regions.push_back({ResultsEnd, HasSymbol});
      LineBegin = ResultsEnd = Defined.size();
    } else if (Token->is("}") && !Regions.empty()) {
      auto [Begin, IsOfSymbol] = Regions.pop_back_val();
      for (const MlirToken &Left : llvm::ArrayRef(Defined).drop_front(Begin))
        if (Left.groupName() == Written.groupName())
          Values.Hidden = Left;
      if (IsOfSymbol)
        Values.Hidden = std::nullopt;
      Defined.truncate(Begin);
      LineBegin = ResultsEnd = Defined.size();
    } else if (Token->is("=")) {
      AreResults = false;
    } else if (Token->Kind == TokenKind::Value &&
               (AreResults || (Next && (Next->is("=") || Next->is(":"))))) {
      Defined.push_back(*Token);
      if (AreResults)
        ResultsEnd = Defined.size();
    }
    Token = Next;
  }
  Defined.truncate(LineBegin);
  return Values;
}

static std::string findValue(StringRef Text, const MlirToken &Written) {
  // It has to live as long as the loop.
  const DefinedValues Defined = findDefined(Text, Written);
  for (const MlirToken &Value : llvm::reverse(Defined.Seen))
    if (isMeant(Value.groupName(), Written.groupName()))
      return Value.groupName().str();
  return "";
}

std::optional<ByteRange> mlir::noisy::lsp::findHiddenDefinition(StringRef Text,
                                                                size_t Offset) {
  std::optional<MlirToken> Written =
      Lexer(Text, std::min(Offset, Text.size())).next();
  if (!Written || Written->Kind != TokenKind::Value)
    return std::nullopt;
  std::optional<MlirToken> Hidden = findDefined(Text, *Written).Hidden;
  return Hidden ? std::optional(Hidden->Range) : std::nullopt;
}

static std::string findBlock(StringRef Text, const MlirToken &Written) {
  size_t Begin = findFunctionBegin(Text, Written.Range.Begin);
  size_t End = std::min(Text.find("\nfunc.func", Written.Range.End),
                        Written.Range.End + MaxSearched);
  for (StringRef Rest = Text.slice(Begin, End); !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    std::optional<MlirToken> Label = Lexer(Line).next();
    if (Label && Label->Kind == TokenKind::Block &&
        isMeant(Label->Text, Written.Text))
      return Label->Text.str();
  }
  return "";
}

static std::string findFunction(StringRef Text, const MlirToken &Written) {
  size_t First =
      Written.Range.Begin > MaxSearched ? Written.Range.Begin - MaxSearched : 0;
  for (StringRef Rest = Text.slice(First, Written.Range.End + MaxSearched);
       !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    size_t At = Line.find('@');
    if (At == StringRef::npos || !Line.ltrim().starts_with("func.func"))
      continue;
    std::optional<MlirToken> Name = Lexer(Line, At).next();
    if (Name && Name->Kind == TokenKind::Symbol &&
        isMeant(Name->Text, Written.Text))
      return Name->Text.str();
  }
  return "";
}

std::optional<MeantName> mlir::noisy::lsp::findMeantName(StringRef Text,
                                                         size_t Offset) {
  Lexer Tokens(Text, std::min(Offset, Text.size()), Text.find('\n', Offset));
  while (std::optional<MlirToken> Token = Tokens.next()) {
    std::string Name;
    if (Token->Kind == TokenKind::Value)
      Name = findValue(Text, *Token);
    else if (Token->Kind == TokenKind::Block)
      Name = findBlock(Text, *Token);
    else if (Token->Kind == TokenKind::Symbol)
      Name = findFunction(Text, *Token);
    else
      continue;
    if (Name.empty())
      return std::nullopt;
    size_t Begin = Token->Range.Begin;
    return MeantName{{Begin, Begin + Token->groupName().size()},
                     std::move(Name)};
  }
  return std::nullopt;
}
