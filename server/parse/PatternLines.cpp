//===- PatternLines.cpp - The lines of a function by their patterns -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/PatternLines.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/SmallString.h"

using namespace mlir::noisy::lsp;

/// The most operands of a known line, so that their numbers are one byte.
static constexpr uint32_t MaxUses = 100;
/// The longest known line: patterns are kept.
static constexpr uint32_t MaxLineBytes = 512;

/// True if a line ends somewhere with a carriage return alone, which MLIR takes
/// for a blank, but for the end of a comment.
static bool hasOtherLineEnds(llvm::StringRef Text) {
  for (size_t I = 0; (I = Text.find('\r', I)) != llvm::StringRef::npos; ++I)
    if (!Text.substr(I + 1).starts_with("\n"))
      return true;
  return false;
}

namespace {

/// Cuts the body of a function into lines.
class LineFinder {
public:
  LineFinder(llvm::StringRef Text,
             llvm::function_ref<int32_t(llvm::StringRef)> Find)
      : Text(Text), Find(Find) {}

  std::optional<PatternLines> run();

private:
  bool findBody();
  char followerAt(size_t Begin, size_t LineEnd) const;
  void startLine(size_t Begin, size_t LineEnd);
  void finishLine(char Follower);
  void addRest(size_t Begin, size_t LineEnd);

  llvm::StringRef Text;
  llvm::function_ref<int32_t(llvm::StringRef)> Find;
  PatternLines Result;
  /// The brackets that are open at the end of the lines so far.
  int Depth = 0;
  /// The number of known lines up to the last part of the rest.
  size_t KnownAtRest = 0;
  /// The line whose follower is not known yet, its pattern, and the end of its
  /// line.
  std::optional<PatternLine> Pending;
  llvm::SmallString<256> Pattern;
  size_t PendingEnd = 0;
};

} // namespace

/// The change of depth by a token of `Text`.
static int depthOf(llvm::StringRef Text, const MlirToken &Token) {
  if (Token.Kind != TokenKind::Sign || Token.Text.size() != 1)
    return 0;
  char C = Token.Text.front();
  // The comparisons of an affine set.
  if (Text.substr(Token.Range.End).starts_with("="))
    return 0;
  return lex::isOpening(C) || C == '<'   ? 1
         : lex::isClosing(C) || C == '>' ? -1
                                         : 0;
}

/// Finds the brace that ends a line outside of all brackets: the body begins
/// behind it.
bool LineFinder::findBody() {
  Lexer Tokens(Text);
  std::optional<MlirToken> Last;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    bool IsNewLine =
        Last && Text.slice(Last->Range.End, Token->Range.Begin).contains('\n');
    if (IsNewLine && Last->is("{") && Depth == 1) {
      Result.BodyBegin = uint32_t(Text.find('\n', Last->Range.End) + 1);
      Depth = 0;
      return true;
    }
    Depth += depthOf(Text, *Token);
    if (Token->isComment())
      continue;
    Last = Token;
  }
  return false;
}

/// The kind of token that follows a line: the first one of the next. Blank if
/// the line may go on with it.
char LineFinder::followerAt(size_t Begin, size_t LineEnd) const {
  char C = Text[Begin];
  if (C == '%' || C == '}' || C == '"')
    return C;
  if (!lex::isWordStart(C))
    return ' ';
  const char *P = Text.begin() + Begin;
  llvm::StringRef Word(
      P, lex::skipWhile(P, Text.begin() + LineEnd, lex::WordChar) - P);
  return Word.contains('.') || Word == "return" ? 'w' : ' ';
}

/// Adds lines that are no operation of a known pattern, and follows their
/// brackets.
void LineFinder::addRest(size_t Begin, size_t LineEnd) {
  Lexer Tokens(Text, Begin, LineEnd);
  while (std::optional<MlirToken> Token = Tokens.next())
    Depth += depthOf(Text, *Token);
  // Whole lines, with comments between, so that an operation is in one part.
  size_t LineBegin = Text.take_front(Begin).rfind('\n') + 1;
  uint32_t End = uint32_t(std::min(LineEnd + 1, Text.size()));
  if (!Result.Rest.empty() && KnownAtRest == Result.KnownCount)
    Result.Rest.back().End = End;
  else
    Result.Rest.push_back({uint32_t(LineBegin), End});
  KnownAtRest = Result.KnownCount;
}

/// Reads a line that begins with the name of a value.
void LineFinder::startLine(size_t Begin, size_t LineEnd) {
  PatternLine &Line = Pending.emplace();
  PendingEnd = LineEnd;
  const char *Base = Text.data(), *End = Base + LineEnd;
  while (End != Base + Begin && (lex::isBlank(End[-1]) || End[-1] == '\r'))
    --End;
  Line.Begin = uint32_t(Begin);
  Line.End = uint32_t(End - Base);
  const char *P = lex::skipName(Base + Begin, End);
  Line.NameEnd = uint32_t(P - Base);
  Line.FirstUse = uint32_t(Result.Uses.size());
  Pattern.clear();
  while (P != End) {
    const char *Next = static_cast<const char *>(std::memchr(P, '%', End - P));
    if (!Next)
      Next = End;
    Pattern.append(P, Next);
    if (Next == End)
      break;
    P = lex::skipName(Next, End);
    PatternLines::Part New = {uint32_t(Next - Base), uint32_t(P - Base)};
    // Equal names stay equal: an operation may count its different operands.
    llvm::StringRef Name = Text.slice(New.Begin, New.End);
    uint32_t Number = 0,
             Count = std::min(uint32_t(Result.Uses.size()) - Line.FirstUse,
                              MaxUses);
    while (Number < Count) {
      const PatternLines::Part &Other = Result.Uses[Line.FirstUse + Number];
      if (Text.slice(Other.Begin, Other.End) == Name)
        break;
      ++Number;
    }
    Pattern.push_back(Name.contains('#') ? '#' : '%');
    Pattern.push_back(char(1 + std::min<uint32_t>(Number, MaxUses)));
    Result.Uses.push_back(New);
    if (P == Next) // A sign without a name.
      Pattern.push_back(*P++);
  }
  Line.UseCount = uint32_t(Result.Uses.size()) - Line.FirstUse;
}

void LineFinder::finishLine(char Follower) {
  if (!Pending)
    return;
  PatternLine Line = *Pending;
  Pending.reset();
  llvm::StringRef Rest = Text.slice(Line.NameEnd, Line.End);
  size_t Equals = Rest.find_first_not_of(" \t");
  bool IsAssigned = Equals != llvm::StringRef::npos && Rest[Equals] == '=' &&
                    Line.NameEnd > Line.Begin + 1 &&
                    !Text.slice(Line.Begin, Line.NameEnd).contains('#') &&
                    Line.UseCount < MaxUses && Follower != ' ' &&
                    Line.End - Line.Begin <= MaxLineBytes;
  if (IsAssigned) {
    size_t Name = Rest.find_first_not_of(" \t", Equals + 1);
    if (Name != llvm::StringRef::npos) {
      const char *P = Rest.begin() + Name;
      Line.OperationBegin = uint32_t(P - Text.begin());
      Line.OperationEnd =
          uint32_t(lex::skipWhile(P, Rest.end(), lex::WordChar) - Text.begin());
      Pattern.push_back(Follower);
      Line.Pattern = Find(Pattern);
    }
  }
  if (Line.Pattern < 0)
    addRest(Line.Begin, PendingEnd);
  else
    ++Result.KnownCount;
  Result.Lines.push_back(Line);
}

std::optional<PatternLines> LineFinder::run() {
  if (Text.size() >= UINT32_MAX || hasOtherLineEnds(Text) || !findBody())
    return std::nullopt;
  // Mostly a line has some thirty bytes.
  Result.Lines.reserve(Text.size() / 32);
  Result.Uses.reserve(Text.size() / 16);
  size_t Begin = Result.BodyBegin;
  while (Begin < Text.size()) {
    size_t LineEnd = std::min(Text.find('\n', Begin), Text.size());
    const char *First =
        lex::skipBlanks(Text.begin() + Begin, Text.begin() + LineEnd);
    size_t Start = First - Text.begin();
    bool IsEmpty = Start == LineEnd || *First == '\r' ||
                   lex::isComment(First, Text.begin() + LineEnd);
    if (!IsEmpty) {
      finishLine(followerAt(Start, LineEnd));
      if (Depth == 0 && *First == '}') {
        Result.BodyEnd = uint32_t(Begin);
        return std::move(Result);
      }
      if (Depth == 0 && *First == '%')
        startLine(Start, LineEnd);
      else
        addRest(Start, LineEnd);
      if (Depth < 0)
        return std::nullopt;
    }
    Begin = LineEnd + 1;
  }
  return std::nullopt;
}

std::optional<PatternLines> mlir::noisy::lsp::findPatternLines(
    llvm::StringRef Text,
    llvm::function_ref<int32_t(llvm::StringRef Pattern)> Find) {
  return LineFinder(Text, Find).run();
}
