//===- SemanticTokenAnswers.cpp - Semantic tokens as numbers --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/SemanticTokenAnswers.h"
#include "server/text/ForwardPositions.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// The numbers of one word.
static constexpr size_t Width = 5;

/// So many equal lines between two changes are sent again, rather than two
/// edits with their members.
static constexpr size_t MaxGap = 4;

std::vector<uint32_t>
mlir::noisy::lsp::encodeTokens(llvm::ArrayRef<SemanticToken> Words,
                               const Text &Contents, PositionEncoding Encoding,
                               Position Previous) {
  std::vector<uint32_t> Result;
  Result.reserve(Words.size() * Width);
  ForwardPositions Places(Contents, Encoding);
  for (const SemanticToken &Word : Words) {
    Position Begin = Places.positionAt(Word.Range.Begin);
    Position End = Places.positionAt(Word.Range.End);
    bool SameLine = Begin.Line == Previous.Line;
    Result.insert(Result.end(),
                  {Begin.Line - Previous.Line,
                   Begin.Character - (SameLine ? Previous.Character : 0),
                   End.Character - Begin.Character, uint32_t(Word.Type),
                   uint32_t(Word.Modifiers)});
    Previous = Begin;
  }
  return Result;
}

std::vector<LineChange>
mlir::noisy::lsp::compareLines(llvm::ArrayRef<uint64_t> OldLines,
                               llvm::ArrayRef<uint64_t> NewLines) {
  size_t Common = std::min(OldLines.size(), NewLines.size());
  size_t Front = std::mismatch(OldLines.begin(), OldLines.begin() + Common,
                               NewLines.begin())
                     .first -
                 OldLines.begin();
  size_t Back =
      std::mismatch(OldLines.rbegin(), OldLines.rbegin() + (Common - Front),
                    NewLines.rbegin())
          .first -
      OldLines.rbegin();
  size_t OldEnd = OldLines.size() - Back, NewEnd = NewLines.size() - Back;
  if (OldEnd != NewEnd)
    return {{Front, OldEnd, Front, NewEnd}};
  std::vector<LineChange> Changes;
  for (size_t I = Front; I < NewEnd; ++I) {
    if (OldLines[I] == NewLines[I])
      continue;
    if (Changes.empty() || I - Changes.back().NewEnd > MaxGap)
      Changes.push_back({I, I, I, I});
    Changes.back().OldEnd = Changes.back().NewEnd = I + 1;
  }
  return Changes;
}

namespace {
/// The words of the lines of a text.
class LineReader {
public:
  LineReader(const Snapshot &State, const TokenLines &Lines, uint32_t NearLimit)
      : State(State), Lines(Lines), NearLimit(NearLimit) {}

  /// The words of the lines from `Begin` to before `End`.
  std::vector<SemanticToken> wordsIn(size_t Begin, size_t End) const {
    if (Begin == End)
      return {};
    size_t TextEnd = State.text().size();
    // The line feed is not part of the range: the next line would touch it.
    return findSemanticTokens(State,
                              {Lines.Begins[Begin], End < Lines.Begins.size()
                                                        ? Lines.Begins[End] - 1
                                                        : TextEnd},
                              NearLimit);
  }

  /// Appends the numbers of words of the lines from `Begin` to before `End`,
  /// which have the words `Words`.
  void count(llvm::ArrayRef<SemanticToken> Words, size_t Begin, size_t End,
             std::vector<uint32_t> &Counts) const {
    const SemanticToken *Next = Words.begin();
    for (size_t Line = Begin; Line < End; ++Line) {
      const SemanticToken *First = Next;
      while (Next != Words.end() &&
             (Line + 1 == End || Next->Range.Begin < Lines.Begins[Line + 1]))
        ++Next;
      Counts.push_back(Next - First);
    }
  }

private:
  const Snapshot &State;
  const TokenLines &Lines;
  const uint32_t NearLimit;
};
} // namespace

/// Compares the last answer with a new text.
class SemanticTokenAnswers::Comparison {
public:
  Comparison(const Answer &Last, const Snapshot &State, const TokenLines &Lines,
             bool HasEditorLines, uint32_t NearLimit, PositionEncoding Encoding)
      : Last(Last), Contents(State.text()), Lines(Lines),
        HasEditorLines(HasEditorLines && Last.HasEditorLines),
        Reader(State, Lines, NearLimit), Encoding(Encoding) {}

  /// Returns the changes of the encoded words.
  std::vector<SemanticTokensEdit> run();
  /// The number of words in each of the new lines, after run().
  std::vector<uint32_t> WordCounts;

private:
  void keepTo(size_t OldEnd);
  SemanticTokensEdit replace(const LineChange &Change, size_t NextChange);
  bool isMoved(size_t OldLine, size_t NewLine) const;

  const Answer &Last;
  const Text Contents;
  const TokenLines &Lines;
  const bool HasEditorLines;
  const LineReader Reader;
  const PositionEncoding Encoding;
  /// The old lines that are done, and their words.
  size_t OldLine = 0, OldWords = 0;
  /// The last lines with words among those that are done.
  size_t OldWordLine = 0, NewWordLine = 0;
};

/// Takes over the lines before the old line `OldEnd`, which did not change.
void SemanticTokenAnswers::Comparison::keepTo(size_t OldEnd) {
  for (; OldLine < OldEnd; ++OldLine) {
    uint32_t Count = Last.WordCounts[OldLine];
    if (Count) {
      OldWordLine = OldLine;
      NewWordLine = WordCounts.size();
    }
    OldWords += Count;
    WordCounts.push_back(Count);
  }
}

/// True if the first word of a line that did not change may have another
/// distance to the word before it.
bool SemanticTokenAnswers::Comparison::isMoved(size_t OldLine,
                                               size_t NewLine) const {
  return !HasEditorLines || OldLine - OldWordLine != NewLine - NewWordLine;
}

/// Encodes the lines of a change, and the first word after them if it moved;
/// `NextChange` is the old line at which the next change begins.
SemanticTokensEdit
SemanticTokenAnswers::Comparison::replace(const LineChange &Change,
                                          size_t NextChange) {
  SemanticTokensEdit Edit;
  Edit.Start = uint32_t(OldWords * Width);
  Position Previous;
  if (NewWordLine < Change.NewBegin && WordCounts[NewWordLine])
    Previous = Contents.positionAt(
        Reader.wordsIn(NewWordLine, NewWordLine + 1).back().Range.Begin,
        Encoding);
  std::vector<SemanticToken> Words =
      Reader.wordsIn(Change.NewBegin, Change.NewEnd);
  Reader.count(Words, Change.NewBegin, Change.NewEnd, WordCounts);
  for (size_t Line = Change.NewBegin; Line < Change.NewEnd; ++Line)
    if (WordCounts[Line])
      NewWordLine = Line;
  size_t Deleted = 0;
  for (; OldLine < Change.OldEnd; ++OldLine) {
    if (Last.WordCounts[OldLine])
      OldWordLine = OldLine;
    Deleted += Last.WordCounts[OldLine];
  }
  OldWords += Deleted;
  size_t OldNext = OldLine;
  while (OldNext < NextChange && !Last.WordCounts[OldNext])
    ++OldNext;
  size_t NewNext = Change.NewEnd + (OldNext - OldLine);
  if (OldNext < NextChange && isMoved(OldNext, NewNext)) {
    Words.push_back(Reader.wordsIn(NewNext, NewNext + 1).front());
    ++Deleted;
  }
  Edit.DeleteCount = uint32_t(Deleted * Width);
  Edit.Data = encodeTokens(Words, Contents, Encoding, Previous);
  return Edit;
}

std::vector<SemanticTokensEdit> SemanticTokenAnswers::Comparison::run() {
  std::vector<LineChange> Changes = compareLines(Last.Digests, Lines.Digests);
  std::vector<SemanticTokensEdit> Edits;
  WordCounts.reserve(Lines.Digests.size());
  for (size_t I = 0; I < Changes.size(); ++I) {
    keepTo(Changes[I].OldBegin);
    SemanticTokensEdit Edit =
        replace(Changes[I], I + 1 < Changes.size() ? Changes[I + 1].OldBegin
                                                   : Last.Digests.size());
    if (Edit.DeleteCount != 0 || !Edit.Data.empty())
      Edits.push_back(std::move(Edit));
  }
  keepTo(Last.Digests.size());
  return Edits;
}

std::variant<SemanticTokens, SemanticTokensDelta>
SemanticTokenAnswers::answer(const std::string &Uri,
                             const std::string &Previous, const Snapshot &State,
                             uint32_t NearLimit, PositionEncoding Encoding) {
  TokenLines Lines = digestTokenLines(State, NearLimit);
  Answer New;
  New.Uri = Uri;
  New.ResultId = std::to_string(++LastId);
  New.HasEditorLines = Lines.Digests.size() == State.text().lineCount();
  std::variant<SemanticTokens, SemanticTokensDelta> Result;
  auto Last = llvm::find_if(
      Answers, [&](const Answer &Candidate) { return Candidate.Uri == Uri; });
  if (Last != Answers.end() && !Previous.empty() &&
      Last->ResultId == Previous) {
    Comparison Changes(*Last, State, Lines, New.HasEditorLines, NearLimit,
                       Encoding);
    Result = SemanticTokensDelta{New.ResultId, Changes.run()};
    New.WordCounts = std::move(Changes.WordCounts);
  } else {
    LineReader Reader(State, Lines, NearLimit);
    std::vector<SemanticToken> Words = Reader.wordsIn(0, Lines.Digests.size());
    New.WordCounts.reserve(Lines.Digests.size());
    Reader.count(Words, 0, Lines.Digests.size(), New.WordCounts);
    Result = SemanticTokens{New.ResultId,
                            encodeTokens(Words, State.text(), Encoding)};
  }
  New.Digests = std::move(Lines.Digests);
  if (Last != Answers.end()) {
    Size -= Last->Digests.size();
    Answers.erase(Last);
  }
  Size += New.Digests.size();
  Answers.push_front(std::move(New));
  while (Size > Capacity) {
    Size -= Answers.back().Digests.size();
    Answers.pop_back();
  }
  return Result;
}
