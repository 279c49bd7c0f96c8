//===- BraceRepair.cpp - Braces that are missing or too many --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/BraceRepair.h"
#include "server/syntax/LineStart.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir::noisy::lsp;

/// The most braces that are guessed.
static constexpr size_t MaxEdits = 8;

namespace {
/// A line with code. Its braces are those from `FirstBrace` to the next line.
struct Line {
  size_t Indentation;
  MlirToken First;
  /// The end of its last token that is no comment.
  size_t End;
  size_t FirstBrace;
  /// The number of braces that are open at its end.
  size_t Depth = 0;
};

class BraceRepairer {
public:
  explicit BraceRepairer(llvm::StringRef Text) : Text(Text) { readLines(); }

  std::vector<ByteEdit> run();
  /// After run(): where the } of a brace was added.
  std::optional<size_t> endOf(size_t Brace) const {
    auto Added = llvm::find_if(
        AddedEnds, [&](const auto &Each) { return Each.first == Brace; });
    return Added == AddedEnds.end() ? std::nullopt
                                    : std::optional(Added->second);
  }

private:
  struct OpenBrace {
    size_t Offset;
    size_t LineNumber;
    /// That of the operation.
    size_t Indentation;
    /// True if it ends its line.
    bool BeginsBlock;
    /// True if it is that of `({`.
    bool IsInBrackets;
  };

  bool hasOpenBrace() const;
  void readLines();
  void settleFirstLine();
  size_t endOfBraces(size_t LineNumber) const {
    return LineNumber + 1 < Lines.size() ? Lines[LineNumber + 1].FirstBrace
                                         : Braces.size();
  }
  bool isFirstOfOperation(size_t LineNumber) const;
  size_t indentationOfOperation(size_t LineNumber) const;
  bool endsBefore(const OpenBrace &Brace, const Line &L) const;
  std::optional<size_t> findHeader(size_t LineNumber) const;
  bool goesOn(size_t Brace, size_t LineNumber) const;
  bool isBeforeLabel(size_t Brace, size_t LineNumber) const;
  bool isBeforeBlock(const OpenBrace &Brace) const;
  void close(size_t Brace, size_t LineNumber);

  llvm::StringRef Text;
  std::vector<Line> Lines;
  /// The offsets of all braces.
  std::vector<size_t> Braces;
  /// The numbers of those that are closed without being open, and of those that
  /// are never closed, as far as they are not repaired.
  size_t Stray = 0, Unclosed = 0;
  llvm::SmallVector<OpenBrace> Open;
  std::vector<ByteEdit> Edits;
  /// Of the } that are added: the { and the place.
  std::vector<std::pair<size_t, size_t>> AddedEnds;
};
} // namespace

/// True for a string that is not closed and takes the { of a block, or the
/// colon of a label, at the end of its line.
static bool takesEnd(llvm::StringRef String) {
  return String.rtrim().ends_with("{") || String.rtrim().ends_with(":");
}

/// True if the last line has a { that it does not close.
bool BraceRepairer::hasOpenBrace() const {
  if (Lines.empty())
    return false;
  int Depth = 0;
  for (size_t Brace : llvm::drop_begin(Braces, Lines.back().FirstBrace))
    Depth = std::max(0, Depth + (Text[Brace] == '{' ? 1 : -1));
  return Depth > 0;
}

void BraceRepairer::readLines() {
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    size_t Begin = Token->Range.Begin;
    // What is added at the end of the line would be a part of the string.
    if (Token->Kind == TokenKind::String && !lex::isClosedString(Token->Text) &&
        (takesEnd(Token->Text) ||
         (hasOpenBrace() && lineBeginAt(Text, Lines.back().End - 1) ==
                                lineBeginAt(Text, Begin)))) {
      Edits.push_back({{Begin, Begin + 1}, " "});
      Tokens = Lexer(Text, Begin + 1);
      continue;
    }
    if (Lines.empty() ||
        Text.slice(Lines.back().End, Begin).find_first_of("\r\n") !=
            llvm::StringRef::npos)
      Lines.push_back(
          {Begin - lineBeginAt(Text, Begin), *Token, Begin, Braces.size()});
    Lines.back().End = Token->Range.End;
    if (Token->is("{"))
      ++Unclosed;
    else if (Token->is("}") && Unclosed > 0)
      --Unclosed;
    else if (Token->is("}"))
      ++Stray;
    else
      continue;
    Braces.push_back(Begin);
  }
  settleFirstLine();
}

/// The blanks before the first line are not in the text: its indentation is
/// that of the last brace or label of its own, which has the least.
void BraceRepairer::settleFirstLine() {
  if (Lines.size() < 2)
    return;
  auto Least = llvm::min_element(llvm::drop_begin(Lines),
                                 [](const Line &A, const Line &B) {
                                   return A.Indentation < B.Indentation;
                                 });
  if (Least->First.is("}") || Least->First.Kind == TokenKind::Block)
    Lines.front().Indentation =
        std::max(Lines.front().Indentation, Least->Indentation);
}

/// False for a line that goes on with the one before.
bool BraceRepairer::isFirstOfOperation(size_t LineNumber) const {
  const MlirToken &First = Lines[LineNumber].First;
  return First.Kind == TokenKind::Block || First.is("}") ||
         mustBeginOperation(Text, First.Range.Begin);
}

/// The indentation of the operation that a line belongs to.
size_t BraceRepairer::indentationOfOperation(size_t LineNumber) const {
  size_t Result = Lines[LineNumber].Indentation;
  for (size_t I = LineNumber;
       I > 0 && !isFirstOfOperation(I) && Lines[I - 1].Depth == Open.size() &&
       Text[Lines[I - 1].End - 1] != '{';
       --I)
    Result = std::min(Result, Lines[I - 1].Indentation);
  return Result;
}

/// True if a block, or a dictionary, is over before a line begins.
bool BraceRepairer::endsBefore(const OpenBrace &Brace, const Line &L) const {
  size_t Indentation = Brace.Indentation;
  if (L.First.is("}"))
    return L.Indentation < Indentation &&
           llvm::any_of(
               llvm::drop_end(Open),
               [&](const OpenBrace &Outer) {
                 return Outer.Indentation == L.Indentation;
               });
  // What followed the brace may have kept the blank between both.
  if (L.First.is("else") || L.First.is("do"))
    return Brace.BeginsBlock && L.Indentation <= Indentation + 1;
  // A dictionary may go on over several lines; but a word of the operation may
  // begin a block, such as `case 1 {`.
  if (!Brace.BeginsBlock && !mustBeginOperation(Text, L.First.Range.Begin))
    return L.First.Kind == TokenKind::Word && Text[L.End - 1] == '{' &&
           L.Indentation <= Indentation;
  // The labels of a block may be indented like the operation around it.
  if (L.First.Kind == TokenKind::Block)
    return L.Indentation < Indentation;
  return L.Indentation <= Indentation;
}

/// The line at whose end the { is missing for a } that a line begins with.
std::optional<size_t> BraceRepairer::findHeader(size_t LineNumber) const {
  size_t Indentation = Lines[LineNumber].Indentation;
  size_t First = Open.empty() ? 0 : Open.back().LineNumber + 1;
  for (size_t I = LineNumber; I-- > First;) {
    if (Lines[I].Depth != Open.size() || Lines[I].Indentation != Indentation ||
        Lines[I].First.Kind == TokenKind::Block)
      continue;
    if (Lines[I + 1].Indentation <= Indentation &&
        Lines[I + 1].First.Kind != TokenKind::Block)
      return std::nullopt;
    // Lines may go on with the header.
    while (I + 2 < LineNumber && !isFirstOfOperation(I + 1))
      ++I;
    return I;
  }
  return std::nullopt;
}

/// True if what is around a } in a line goes on after it: something of the same
/// operation follows, or the next line is indented like a part of the block.
bool BraceRepairer::goesOn(size_t Brace, size_t LineNumber) const {
  // Nothing ends behind such a sign.
  llvm::StringRef Before = Text.take_front(Brace).rtrim();
  if (!Before.empty() && llvm::StringRef(":,(=[").contains(Before.back()))
    return true;
  Lexer Tokens(Text, Brace + 1, Lines[LineNumber].End);
  std::optional<MlirToken> Next = nextCode(Tokens);
  bool BlockGoesOn =
      LineNumber + 1 < Lines.size() &&
      Lines[LineNumber + 1].Indentation > Open.back().Indentation;
  if (!Next)
    return BlockGoesOn;
  // These are words of the operation around, `} else {`: of that whose block
  // ends with the first brace of the line.
  bool IsOfAround = Next->is("else") || Next->is("do") ||
                    Next->is("attributes") || Next->is("loc");
  if (Next->Kind == TokenKind::Word)
    return BlockGoesOn && (!IsOfAround || (Lines[LineNumber].First.is("}") &&
                                           Lines[LineNumber].Indentation >
                                               Open.back().Indentation));
  // Another region may follow.
  if (Next->is(",")) {
    Lexer Rest(Text, Next->Range.End);
    std::optional<MlirToken> Behind = nextCode(Rest);
    return Behind && !Behind->is("{");
  }
  return !(Next->is(")") && Open.back().IsInBrackets) && !Next->is("}");
}

/// True if a label follows a } in its line: nothing ends before one.
bool BraceRepairer::isBeforeLabel(size_t Brace, size_t LineNumber) const {
  Lexer Tokens(Text, Brace + 1, Lines[LineNumber].End);
  std::optional<MlirToken> Next = nextCode(Tokens);
  return Next && Next->Kind == TokenKind::Block;
}

/// True for a { that is too many in the header of an operation: its line ends
/// with the one of a block.
bool BraceRepairer::isBeforeBlock(const OpenBrace &Brace) const {
  size_t Last = Braces[endOfBraces(Brace.LineNumber) - 1];
  return Last > Brace.Offset && Text[Last] == '{' &&
         Last + 1 == Lines[Brace.LineNumber].End;
}

/// Reads a } in a line.
void BraceRepairer::close(size_t Brace, size_t LineNumber) {
  const Line &L = Lines[LineNumber];
  if (!Open.empty() && Open.back().LineNumber == LineNumber)
    return Open.pop_back();
  bool BeginsLine = Brace == L.First.Range.Begin;
  bool IsTooDeep =
      BeginsLine && (Open.empty() || (Open.back().BeginsBlock &&
                                      L.Indentation > Open.back().Indentation));
  bool IsWithin = !Open.empty() && Open.back().BeginsBlock &&
                  (BeginsLine ? isBeforeLabel(Brace, LineNumber)
                              : goesOn(Brace, LineNumber));
  if (!Open.empty() && (Stray == 0 || (!IsTooDeep && !IsWithin)))
    return Open.pop_back();
  if (Stray > 0)
    --Stray;
  if (IsTooDeep)
    if (std::optional<size_t> Header = findHeader(LineNumber)) {
      Edits.push_back({{Lines[*Header].End, Lines[*Header].End}, " {"});
      return;
    }
  Edits.push_back({{Brace, Brace + 1}, " "});
}

std::vector<ByteEdit> BraceRepairer::run() {
  if (Lines.empty() || Stray + Unclosed > MaxEdits)
    return {};
  // Where no line is indented, that tells nothing.
  bool IsFlat = llvm::all_of(llvm::drop_begin(Lines), [&](const Line &L) {
    return L.Indentation == Lines.front().Indentation;
  });
  if ((Stray == 0 && Unclosed == 0) || IsFlat)
    return std::move(Edits);
  for (size_t I = 0; I < Lines.size(); ++I) {
    while (Unclosed > 0 && !Open.empty() && endsBefore(Open.back(), Lines[I])) {
      OpenBrace Brace = Open.pop_back_val();
      --Unclosed;
      if (isBeforeBlock(Brace)) {
        Edits.push_back({{Brace.Offset, Brace.Offset + 1}, " "});
        continue;
      }
      AddedEnds.push_back({Brace.Offset, Lines[I - 1].End});
      Edits.push_back({{Lines[I - 1].End, Lines[I - 1].End}, " }"});
    }
    for (size_t J = Lines[I].FirstBrace; J < endOfBraces(I); ++J) {
      if (Text[Braces[J]] == '{')
        Open.push_back({Braces[J], I, indentationOfOperation(I),
                        Braces[J] + 1 == Lines[I].End,
                        Text.take_front(Braces[J]).rtrim().ends_with("(")});
      else
        close(Braces[J], I);
    }
    Lines[I].Depth = Open.size();
  }
  if (Edits.size() > MaxEdits)
    return {};
  llvm::stable_sort(Edits, [](const ByteEdit &A, const ByteEdit &B) {
    return A.Range.Begin < B.Range.Begin;
  });
  return std::move(Edits);
}

std::vector<ByteEdit> mlir::noisy::lsp::findBraceEdits(llvm::StringRef Text) {
  return BraceRepairer(Text).run();
}

std::optional<size_t> mlir::noisy::lsp::findMissingEnd(llvm::StringRef Text,
                                                       size_t Brace) {
  BraceRepairer Repairer(Text);
  if (Repairer.run().empty())
    return std::nullopt;
  return Repairer.endOf(Brace);
}
