//===- LabelRepair.cpp - Labels that do not parse -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/LabelRepair.h"
#include "server/recovery/KeptParts.h"
#include "server/syntax/InnerOperations.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/TypeTokens.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The most lines of a label.
static constexpr unsigned MaxLines = 16;

namespace {
/// A label token by token.
class LabelReader {
public:
  LabelReader(StringRef Text, size_t Begin) : Text(Text), Source(Text, Begin) {}

  /// Returns false if it is none.
  bool read();

  struct Argument {
    MlirToken Name;
    /// The type; empty if there is none.
    ByteRange Type;
  };
  /// The sign of the name may be missing, or the name behind it.
  MlirToken Name;
  std::vector<Argument> Arguments;
  /// True if it has types without names.
  bool LosesArguments = false;
  bool HasParentheses = false;
  /// True if it is not closed.
  bool IsOpen = false;
  ByteRange Range;

private:
  bool is(size_t I, StringRef Spelling) const {
    return I < Tokens.size() && Tokens[I].is(Spelling);
  }
  bool beginsLine(size_t I) const {
    return I == Tokens.size() ||
           Text.slice(Tokens[I - 1].Range.End, Tokens[I].Range.Begin)
               .contains('\n');
  }
  bool readTokens();
  std::optional<size_t> findColon() const;
  bool isBareName(size_t I) const;
  bool goesOn(size_t I) const;
  size_t readArgument(size_t I);

  StringRef Text;
  Lexer Source;
  std::vector<MlirToken> Tokens;
};
} // namespace

/// Reads the tokens that may be those of the label. Returns false if there are
/// none.
bool LabelReader::readTokens() {
  unsigned Lines = 0;
  while (std::optional<MlirToken> Token = nextCode(Source)) {
    Tokens.push_back(*Token);
    size_t Last = Tokens.size() - 1;
    if (Last == 0)
      continue;
    // A label begins with its name, or with a sign that is too much.
    auto mayBeName = [](const MlirToken &T) {
      return T.Kind == TokenKind::Word || T.Kind == TokenKind::Block ||
             T.is("^");
    };
    if (Last == 1 && !mayBeName(Tokens[0]) &&
        (beginsLine(1) || Tokens[1].Kind != TokenKind::Block))
      return false;
    Lines += beginsLine(Last);
    if (Lines > MaxLines)
      break;
  }
  return !Tokens.empty();
}

/// The number of the colon that ends the first line; nothing if that is the one
/// of an argument. The label ends there whatever is in it.
std::optional<size_t> LabelReader::findColon() const {
  size_t End = 1;
  while (!beginsLine(End))
    ++End;
  bool IsColon = End > 1 && Tokens[End - 1].is(":") &&
                 Tokens[End - 2].Kind != TokenKind::Value;
  return IsColon ? std::optional(End - 1) : std::nullopt;
}

/// True for the name of an argument without its %.
bool LabelReader::isBareName(size_t I) const {
  return Tokens[I].Kind == TokenKind::Word && is(I + 1, ":") &&
         (is(I - 1, "(") || is(I - 1, ","));
}

/// True if a token that begins a line is one of the label, whose parenthesis is
/// open, rather than of an operation.
bool LabelReader::goesOn(size_t I) const {
  if (!HasParentheses)
    return false;
  bool IsAtArgument = is(I - 1, "(") || is(I - 1, ",");
  if (is(I, ")") || isBareName(I) || (is(I, ":") && IsAtArgument))
    return true;
  if (Tokens[I].Kind != TokenKind::Value ||
      readResultNames(Text.substr(Tokens[I].Range.Begin)).Size > 0)
    return false;
  return IsAtArgument ||
         (is(I + 1, ":") && findCertainTypeEnd(Tokens, I + 2) > I + 2);
}

/// Reads an argument. Returns the number of the token after it.
size_t LabelReader::readArgument(size_t I) {
  size_t Begin = I + 1 + is(I + 1, ":"),
         End = findCertainTypeEnd(Tokens, Begin);
  if (End == Begin || beginsLine(Begin)) {
    Arguments.push_back({Tokens[I], {}});
    return Begin;
  }
  Arguments.push_back(
      {Tokens[I], {Tokens[Begin].Range.Begin, Tokens[End - 1].Range.End}});
  // Its location can be missed.
  if (!is(End, "loc") || !is(End + 1, "("))
    return End;
  size_t Close = findClosingToken(Tokens, End + 1);
  return Close == Tokens.size() ? End + 1 : Close + 1;
}

bool LabelReader::read() {
  if (!readTokens())
    return false;
  size_t Begin = Tokens.front().Range.Begin;
  std::optional<size_t> Colon = findColon();
  // A sign before the name is too much.
  if (Colon && Tokens[0].Kind != TokenKind::Word &&
      Tokens[0].Kind != TokenKind::Block &&
      Tokens[1].Kind == TokenKind::Block) {
    Tokens.erase(Tokens.begin());
    --*Colon;
  }
  Name = Tokens.front();
  if (Name.Kind != TokenKind::Word && Name.Kind != TokenKind::Block &&
      !Name.is("^"))
    return false;
  // An operation with a sign too many.
  if (Name.Kind == TokenKind::Block && Name.Text.contains('.') && !is(1, ":") &&
      !is(1, "("))
    return false;
  size_t I = 1;
  bool IsClosed = false;
  while (I < Tokens.size() && !IsClosed) {
    const MlirToken &Token = Tokens[I];
    if (beginsLine(I) && !goesOn(I))
      break;
    if (Token.Kind == TokenKind::Value || isBareName(I)) {
      I = readArgument(I);
      continue;
    }
    HasParentheses |= Token.is("(") || Token.is(")");
    LosesArguments |=
        Token.Kind == TokenKind::Word || Token.Kind == TokenKind::Type;
    ++I;
    // The colon behind the last type ends it, too.
    IsClosed =
        Colon ? I > *Colon
              : Token.is(")") || (Token.is(":") && (beginsLine(I) || I == 2));
  }
  // Of what follows no operation begins with a sign.
  while (IsClosed && I < Tokens.size() && !beginsLine(I) &&
         Tokens[I].Text.find_first_not_of("):;.,") == StringRef::npos)
    ++I;
  Range = {Begin, Tokens[I - 1].Range.End};
  IsOpen = HasParentheses && !IsClosed;
  if (Name.Kind != TokenKind::Word)
    return true;
  // An operation may look like that, but for its end.
  return is(1, "(") && is(I - 1, ":") && beginsLine(I) &&
         !Name.Text.contains('.') && !Arguments.empty() &&
         llvm::none_of(Arguments,
                       [](const Argument &Each) { return Each.Type.empty(); });
}

static unsigned countTokens(StringRef Text, ByteRange Range) {
  unsigned Result = 0;
  Lexer Tokens(Text, Range.Begin, Range.End);
  while (Range.Begin < Range.End && nextCode(Tokens))
    ++Result;
  return Result;
}

/// The label that `Offset` may be in: it begins in its line, or in one before.
static std::optional<LabelReader> findLabel(StringRef Text, size_t Offset) {
  size_t LineEnd = Text.find('\n', Offset);
  StringRef Before = Text.take_front(std::min(LineEnd, Text.size()));
  for (unsigned I = 0; I < MaxLines && !Before.empty(); ++I) {
    size_t Begin = Before.rfind('\n') + 1;
    LabelReader Label(Text, Begin);
    if (Label.read() && Label.Range.Begin < Before.size()) {
      // MLIR tells what it lacks where the next token is, or, where it takes
      // the next one for an argument, at the one after.
      bool IsHere =
          countTokens(Text, {Label.Range.End, Offset}) <= Label.IsOpen;
      return IsHere ? std::optional(std::move(Label)) : std::nullopt;
    }
    Before = Before.take_front(Begin == 0 ? 0 : Begin - 1);
  }
  return std::nullopt;
}

/// The name of the only block that operations name and no label defines; empty
/// if there is none, or another one.
static std::string findMissingLabel(StringRef Text) {
  llvm::StringSet<> Labels, Named;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind != TokenKind::Block)
      continue;
    StringRef Line = Text.take_front(Token->Range.Begin);
    bool IsLabel = Line.drop_front(Line.rfind('\n') + 1).trim().empty();
    (IsLabel ? Labels : Named).insert(Token->Text);
  }
  std::string Result;
  for (const auto &Entry : Named)
    if (!Labels.contains(Entry.getKey())) {
      if (!Result.empty())
        return "";
      Result = Entry.getKey().str();
    }
  return Result;
}

/// True if an operation defines a value of this name: it may be the beginning
/// of the one that is being typed.
static bool isResult(StringRef Text, StringRef Name) {
  Lexer Tokens(Text);
  std::optional<MlirToken> Last;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->is("=") && Last && Last->Kind == TokenKind::Value &&
        Last->Text == Name)
      return true;
    Last = Token;
  }
  return false;
}

std::optional<LabelRepair>
mlir::noisy::lsp::findLabelRepair(StringRef Text, size_t Offset,
                                  llvm::ArrayRef<size_t> WrongArguments) {
  std::optional<LabelReader> Label = findLabel(Text, Offset);
  if (!Label)
    return std::nullopt;
  LabelRepair Result;
  Result.Range = Label->Range;
  Result.Name = Label->Name.Range;
  std::vector<KeptPart> Parts;
  std::string Signs;
  auto add = [&](ByteRange Range) {
    Parts.push_back({Range, std::exchange(Signs, "")});
  };
  if (Label->Name.is("^")) {
    Signs = findMissingLabel(Text);
    if (Signs.empty())
      return std::nullopt;
  } else {
    Signs = Label->Name.Kind == TokenKind::Word ? "^" : "";
    add(Label->Name.Range);
  }
  bool HasArguments = false;
  for (const LabelReader::Argument &Argument : Label->Arguments) {
    MlirToken Name = Argument.Name;
    bool HasSign = Name.Kind == TokenKind::Value;
    // MLIR tells that a type has no meaning where the next token is.
    if (Name.Range.Begin <= Offset &&
        Text.slice(Argument.Type.End, Offset).trim().empty())
      Result.ArgumentAt = Name.Range.Begin;
    if (Argument.Type.empty() ||
        llvm::is_contained(WrongArguments, Name.Range.Begin)) {
      std::string Lost = (HasSign ? "" : "%") + Name.groupName().str();
      if (!Label->IsOpen || !isResult(Text, Lost))
        Result.LostNames.push_back(std::move(Lost));
      Result.LosesArguments = true;
      continue;
    }
    Signs += HasArguments ? "," : "(";
    Signs += HasSign ? "" : "%";
    add(Name.Range);
    Signs = ":";
    add(Argument.Type);
    HasArguments = true;
  }
  Result.LosesArguments |= Label->LosesArguments || Label->IsOpen ||
                           (Label->HasParentheses && !HasArguments);
  Signs += HasArguments ? "):" : ":";
  size_t End = Label->Range.End;
  add({End, End});
  Result.Edits = keepParts(Text, Label->Range.Begin, Parts);
  Lexer Behind(Text, End);
  std::optional<MlirToken> Next = nextCode(Behind);
  Result.IsEmpty = !Next || Next->is("}") || Next->Kind == TokenKind::Block;
  return Result;
}
