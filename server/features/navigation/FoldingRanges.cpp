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
  void add(Fold::Class What, ByteRange Where) {
    if (Where.Begin < Where.End &&
        Contents.lineAt(Where.Begin) != Contents.lineAt(Where.End))
      Result.push_back({What, Where});
  }
  void addText(ByteRange Where);
  void addComment(ByteRange Where);
  void endComments();
  void addContainers();
  void addChunks();
  void addRun(ByteRange Where);

  const Snapshot &State;
  const Text &Contents;
  std::vector<Fold> Result;
  /// Consecutive lines of comments.
  ByteRange Comments;
};
} // namespace

void Collector::addText(ByteRange Where) {
  Brackets Found = scanBrackets(Contents.bytes(), Where);
  for (ByteRange Comment : Found.Comments)
    addComment(Comment);
  // The pair opened by a header ends with the header's line here; the container
  // adds its body.
  for (const Bracketed &Pair : Found.Pairs)
    add(Fold::Class::Brackets, Pair.Inside);
}

void Collector::addComment(ByteRange Where) {
  size_t Line = Contents.lineAt(Where.Begin);
  size_t LineStart = Contents.lineStart(Line);
  llvm::StringRef Bytes = Contents.bytes();
  if (!Bytes.slice(LineStart, Where.Begin).trim().empty())
    return;
  if (lex::isSplitMarker(Bytes.data() + Where.Begin, Bytes.end()))
    return endComments();
  if (!Comments.empty() && Contents.lineAt(Comments.End) + 1 == Line) {
    Comments.End = Where.End;
    return;
  }
  endComments();
  Comments = Where;
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
    llvm::StringRef Inside =
        Contents.bytes().slice(Chunks[I].Begin, End).rtrim();
    add(Fold::Class::Chunk, {Chunks[I].Begin, Chunks[I].Begin + Inside.size()});
  }
}

void Collector::addRun(ByteRange Where) {
  if (Where.empty())
    return;
  size_t FirstEnd = Contents.lineEnd(Contents.lineAt(Where.Begin));
  add(Fold::Class::Aliases, {FirstEnd, Where.End});
}

std::vector<Fold> Collector::run() {
  size_t Done = 0;
  ByteRange Run;
  for (const Snapshot::Part &Part : State.parts()) {
    addText({Done, Part.Where.Begin});
    addText(Part.Where);
    Done = Part.Where.End;
    // A run of aliases with broken ones among them is several parts.
    if (Part.Kind != PieceKind::Aliases) {
      addRun(Run);
      Run = {};
    } else if (Run.empty()) {
      Run = Part.Where;
    } else {
      Run.End = Part.Where.End;
    }
  }
  addRun(Run);
  addText({Done, Contents.size()});
  endComments();
  addContainers();
  addChunks();

  auto lineOf = [&](const Fold &One) {
    return Contents.lineAt(One.Where.Begin);
  };
  std::sort(Result.begin(), Result.end(), [&](const Fold &A, const Fold &B) {
    return std::tuple(lineOf(A), B.Where.End, A.Where.Begin) <
           std::tuple(lineOf(B), A.Where.End, B.Where.Begin);
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
