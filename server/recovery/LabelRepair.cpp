//===- LabelRepair.cpp - Labels that do not parse -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/LabelRepair.h"
#include "server/recovery/KeptParts.h"
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
  LabelReader(StringRef Text, size_t Begin);

  /// Returns false if it is none.
  bool read();

  struct Argument {
    MlirToken Name;
    /// The type with its location; empty if there is none.
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
    return Text.slice(Tokens[I - 1].Range.End, Tokens[I].Range.Begin)
        .contains('\n');
  }
  size_t findType(size_t Begin) const;
  bool isNextArgument(size_t I) const;
  size_t readArgument(size_t I);

  StringRef Text;
  std::vector<MlirToken> Tokens;
};
} // namespace

LabelReader::LabelReader(StringRef Text, size_t Begin) : Text(Text) {
  Lexer Source(Text, Begin);
  unsigned Lines = 0;
  while (std::optional<MlirToken> Token = nextCode(Source)) {
    Tokens.push_back(*Token);
    if (Tokens.size() > 1 && beginsLine(Tokens.size() - 1) &&
        ++Lines > MaxLines)
      break;
  }
}

/// The number of the token after a type; `Begin` if none begins there.
size_t LabelReader::findType(size_t Begin) const {
  bool IsType = Begin < Tokens.size() &&
                (Tokens[Begin].Kind == TokenKind::Type || is(Begin, "none") ||
                 isBuiltinType(Tokens[Begin].Text, is(Begin + 1, "<")));
  return IsType ? findTypeEnd(Tokens, Begin) : Begin;
}

/// True if an argument begins the line of a token, rather than an operation.
bool LabelReader::isNextArgument(size_t I) const {
  return (is(I - 1, ",") || is(I - 1, "(")) &&
         Tokens[I].Kind == TokenKind::Value &&
         findType(I + 1 + is(I + 1, ":")) > I + 1 + is(I + 1, ":");
}

/// Reads an argument. Returns the number of the token after it.
size_t LabelReader::readArgument(size_t I) {
  size_t Begin = I + 1 + is(I + 1, ":"), End = findType(Begin);
  if (End == Begin || beginsLine(Begin)) {
    Arguments.push_back({Tokens[I], {}});
    return Begin;
  }
  if (is(End, "loc") && is(End + 1, "("))
    for (size_t Close = End + 2; Close < Tokens.size(); ++Close)
      if (is(Close, ")")) {
        End = Close + 1;
        break;
      }
  Arguments.push_back(
      {Tokens[I], {Tokens[Begin].Range.Begin, Tokens[End - 1].Range.End}});
  return End;
}

bool LabelReader::read() {
  if (Tokens.empty())
    return false;
  Name = Tokens.front();
  bool IsBare = Name.Kind == TokenKind::Word;
  if (!IsBare && Name.Kind != TokenKind::Block && !Name.is("^"))
    return false;
  size_t I = 1;
  for (bool IsEnd = false; I < Tokens.size() && !IsEnd;) {
    const MlirToken &Token = Tokens[I];
    if (beginsLine(I) && !isNextArgument(I))
      break;
    bool EndsLine = I + 1 == Tokens.size() || beginsLine(I + 1);
    bool IsBareName = Token.Kind == TokenKind::Word && is(I + 1, ":") &&
                      (is(I - 1, "(") || is(I - 1, ","));
    HasParentheses |= Token.is("(") || Token.is(")");
    if (Token.Kind == TokenKind::Value || IsBareName) {
      I = readArgument(I);
      continue;
    }
    LosesArguments |=
        Token.Kind == TokenKind::Word || Token.Kind == TokenKind::Type;
    // The colon behind the last type ends it, too.
    IsEnd = Token.is(")") || (Token.is(":") && (EndsLine || I == 1));
    I += Token.is(")") && !EndsLine && is(I + 1, ":") ? 2 : 1;
  }
  Range = {Name.Range.Begin, Tokens[I - 1].Range.End};
  IsOpen = HasParentheses && !is(I - 1, ")") && !is(I - 1, ":");
  if (!IsBare)
    return true;
  // An operation may look like that, but for its end.
  return is(1, "(") && is(I - 1, ":") &&
         (I == Tokens.size() || beginsLine(I)) && !Name.Text.contains('.') &&
         !Arguments.empty() &&
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
static StringRef findMissingLabel(StringRef Text) {
  llvm::StringSet<> Labels, Named;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind != TokenKind::Block)
      continue;
    StringRef Line = Text.take_front(Token->Range.Begin);
    bool IsLabel = Line.drop_front(Line.rfind('\n') + 1).trim().empty();
    (IsLabel ? Labels : Named).insert(Token->Text);
  }
  StringRef Result;
  for (const auto &Entry : Named) {
    if (Labels.contains(Entry.getKey()))
      continue;
    if (!Result.empty())
      return StringRef();
    Result = Text.substr(Text.find(Entry.getKey()), Entry.getKey().size());
  }
  return Result;
}

std::optional<LabelRepair>
mlir::noisy::lsp::findLabelRepair(StringRef Text, size_t Offset,
                                  llvm::ArrayRef<size_t> Wrong) {
  std::optional<LabelReader> Label = findLabel(Text, Offset);
  if (!Label)
    return std::nullopt;
  LabelRepair Result;
  Result.Range = Label->Range;
  std::vector<KeptPart> Parts;
  std::string Signs;
  auto add = [&](ByteRange Range) {
    Parts.push_back({Range, std::exchange(Signs, "")});
  };
  if (Label->Name.is("^")) {
    StringRef Missing = findMissingLabel(Text);
    if (Missing.empty())
      return std::nullopt;
    Signs = Missing;
  } else {
    Signs = Label->Name.Kind == TokenKind::Word ? "^" : "";
    add(Label->Name.Range);
  }
  Signs += "(";
  bool HasArguments = false;
  for (const LabelReader::Argument &Argument : Label->Arguments) {
    bool HasSign = Argument.Name.Kind == TokenKind::Value;
    if (Argument.Type.empty() ||
        llvm::is_contained(Wrong, Argument.Name.Range.Begin)) {
      Result.LostNames.push_back((HasSign ? "" : "%") +
                                 Argument.Name.groupName().str());
      continue;
    }
    Signs += HasSign ? "" : "%";
    add(Argument.Name.Range);
    Signs = ":";
    add(Argument.Type);
    Signs = ",";
    HasArguments = true;
  }
  if (HasArguments)
    Signs = "):";
  else if (Label->HasParentheses)
    Signs += "):";
  else
    Signs = StringRef(Signs).drop_back().str() + ":";
  Result.LosesArguments = Label->LosesArguments || !Result.LostNames.empty() ||
                          (Label->HasParentheses && !HasArguments);
  size_t End = Label->Range.End;
  add({End, End});
  Result.Edits = keepParts(Text, Label->Range.Begin, Parts);
  Lexer Behind(Text, End);
  std::optional<MlirToken> Next = nextCode(Behind);
  Result.IsEmpty = !Next || Next->is("}") || Next->Kind == TokenKind::Block;
  return Result;
}

std::optional<size_t> mlir::noisy::lsp::findLabelArgument(StringRef Text,
                                                          size_t Offset) {
  std::optional<LabelReader> Label = findLabel(Text, Offset);
  if (Label)
    for (const LabelReader::Argument &Argument : Label->Arguments)
      // MLIR tells that a type has no meaning where the next token is.
      if (Argument.Name.Range.Begin <= Offset &&
          Text.slice(Argument.Type.End, Offset).trim().empty())
        return Argument.Name.Range.Begin;
  return std::nullopt;
}
