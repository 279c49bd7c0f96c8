//===- FoldingRanges.cpp - Folding ranges ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/FoldingRanges.h"
#include "server/features/navigation/Containers.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/Lexer.h"
#include <algorithm>
#include <tuple>

using namespace mlir::noisy::lsp;

namespace {
class Collector {
public:
  explicit Collector(const Snapshot &State)
      : State(State), Contents(State.text()) {}

  std::vector<Fold> run();

private:
  void add(Fold::Class Kind, ByteRange Range) {
    if (Range.Begin < Range.End &&
        Contents.lineAt(Range.Begin) != Contents.lineAt(Range.End))
      Result.push_back({Kind, Range});
  }
  void addText(ByteRange Range);
  void addComment(ByteRange Range);
  void endComments();
  void addContainers();
  void addChunks();
  void addRun(ByteRange Range);

  const Snapshot &State;
  const Text &Contents;
  std::vector<Fold> Result;
  /// Consecutive lines of comments.
  ByteRange Comments;
};
} // namespace

void Collector::addText(ByteRange Range) {
  Brackets Scan = scanBrackets(Contents.bytes(), Range);
  for (ByteRange Comment : Scan.Comments)
    addComment(Comment);
  // The pair opened by a header ends with the header's line here; the container
  // adds its body.
  for (const BracketPair &Pair : Scan.Pairs)
    add(Fold::Class::Brackets, Pair.InnerRange);
}

void Collector::addComment(ByteRange Range) {
  size_t Line = Contents.lineAt(Range.Begin);
  size_t LineStart = Contents.lineStart(Line);
  llvm::StringRef Bytes = Contents.bytes();
  if (!Bytes.slice(LineStart, Range.Begin).trim().empty())
    return;
  if (lex::isSplitMarker(Bytes.data() + Range.Begin, Bytes.end()))
    return endComments();
  if (!Comments.empty() && Contents.lineAt(Comments.End) + 1 == Line) {
    Comments.End = Range.End;
    return;
  }
  endComments();
  Comments = Range;
}

void Collector::endComments() {
  if (!Comments.empty())
    add(Fold::Class::Comment, {Comments.Begin + 2, Comments.End});
  Comments = {};
}

void Collector::addContainers() {
  for (const Container &One : findContainers(State))
    if (One.Exists)
      add(Fold::Class::Brackets, One.Body);
}

void Collector::addChunks() {
  std::vector<ByteRange> Chunks = findChunks(Contents.bytes());
  for (size_t I = 1; I < Chunks.size(); ++I) {
    // The range ends with the line before the next chunk's line.
    size_t End = Chunks[I].End;
    if (I + 1 != Chunks.size())
      End = Contents.lineStart(Contents.lineAt(Chunks[I + 1].Begin));
    llvm::StringRef Body = Contents.bytes().slice(Chunks[I].Begin, End).rtrim();
    add(Fold::Class::Chunk, {Chunks[I].Begin, Chunks[I].Begin + Body.size()});
  }
}

void Collector::addRun(ByteRange Range) {
  if (Range.empty())
    return;
  size_t FirstEnd = Contents.lineEnd(Contents.lineAt(Range.Begin));
  add(Fold::Class::Aliases, {FirstEnd, Range.End});
}

std::vector<Fold> Collector::run() {
  size_t LastEnd = 0;
  ByteRange Run;
  for (const Snapshot::Part &Part : State.parts()) {
    addText({LastEnd, Part.Range.Begin});
    addText(Part.Range);
    LastEnd = Part.Range.End;
    // A run of aliases with broken ones among them is several parts.
    if (Part.Kind != PieceKind::Aliases) {
      addRun(Run);
      Run = {};
    } else if (Run.empty()) {
      Run = Part.Range;
    } else {
      Run.End = Part.Range.End;
    }
  }
  addRun(Run);
  addText({LastEnd, Contents.size()});
  endComments();
  addContainers();
  addChunks();

  auto lineOf = [&](const Fold &One) {
    return Contents.lineAt(One.Range.Begin);
  };
  std::sort(Result.begin(), Result.end(), [&](const Fold &A, const Fold &B) {
    return std::tuple(lineOf(A), B.Range.End, A.Range.Begin) <
           std::tuple(lineOf(B), A.Range.End, B.Range.Begin);
  });
  Result.erase(std::unique(Result.begin(), Result.end(),
                           [&](const Fold &A, const Fold &B) {
                             return lineOf(A) == lineOf(B);
                           }),
               Result.end());
  return std::move(Result);
}

std::vector<Fold> mlir::noisy::lsp::findFolds(const Snapshot &State) {
  return Collector(State).run();
}
