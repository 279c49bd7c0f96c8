//===- ProgramReport.cpp - What a program says of a text ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/ProgramReport.h"
#include "server/snapshot/ForeignDialectCode.h"
#include "server/syntax/Lexer.h"
#include "server/text/OffsetMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <numeric>
#include <optional>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// The lines of a text in another one: those before the first change, and those
/// behind the last.
class LineMap {
public:
  LineMap(const Text &From, const Text &To);
  bool isIdentity() const { return IsSame; }
  /// The line in the other text; nothing if it has changed.
  std::optional<uint32_t> map(uint32_t Line) const {
    if (IsSame || Line < SameBefore)
      return Line;
    if (Line >= SameFrom)
      return uint32_t(Line + Shift);
    return std::nullopt;
  }
  /// The range in the other text; nothing if its first line has changed.
  std::optional<Range> map(Range Place) const {
    std::optional<uint32_t> First = map(Place.Start.Line);
    std::optional<uint32_t> Last = map(Place.End.Line);
    if (!First)
      return std::nullopt;
    Place.Start.Line = *First;
    if (Last)
      Place.End.Line = *Last;
    else
      Place.End = Place.Start;
    return Place;
  }

private:
  bool IsSame;
  size_t SameBefore = 0, SameFrom = 0;
  ptrdiff_t Shift = 0;
};
} // namespace

LineMap::LineMap(const Text &From, const Text &To) : IsSame(From == To) {
  if (IsSame)
    return;
  StringRef Old = From.bytes(), New = To.bytes();
  TextChange Change = TextChange::diff(Old, New);
  SameBefore = From.lineAt(Change.Old.Begin);
  // The first line that begins within what is the same at the end.
  auto BeginsLine = [](StringRef Bytes, size_t Begin) {
    return Begin == 0 || Bytes[Begin - 1] == '\n';
  };
  size_t End = Change.Old.End;
  bool IsLine = BeginsLine(Old, End) &&
                BeginsLine(New, Change.Old.Begin + Change.NewSize);
  SameFrom = From.lineAt(End) + (IsLine ? 0 : 1);
  Shift = ptrdiff_t(To.lineCount()) - ptrdiff_t(From.lineCount());
}

std::string mlir::noisy::lsp::programName(StringRef Path) {
  return llvm::sys::path::filename(Path).str();
}

ProgramAnswer ProgramAnswer::of(const std::string &Name,
                                std::vector<Diagnostic> Items) {
  for (const Diagnostic &Item : Items) {
    StringRef Message = Item.Message;
    if (Message.contains("noisy") &&
        (Message.contains("unregistered dialect") ||
         Message.contains("not found for custom op")))
      return failure(
          Name,
          Name +
              " does not check this text: it does not know the dialect noisy",
          DiagnosticSeverity::Information);
  }
  return {std::move(Items)};
}

ProgramAnswer ProgramAnswer::failure(const std::string &Name,
                                     std::string Reason,
                                     DiagnosticSeverity Severity) {
  Diagnostic Item;
  Item.Severity = Severity;
  Item.Source = Name;
  Item.Message = std::move(Reason);
  return {{std::move(Item)}, /*HasChecked=*/false};
}

static bool isError(const Diagnostic &Item) {
  return Item.Severity == DiagnosticSeverity::Error;
}
/// Errors of MLIR, among ours.
static bool isMlirError(const Diagnostic &Item) {
  return isError(Item) && Item.Source == "mlir";
}

/// The number of the chunk of each line.
static std::vector<uint32_t> chunksOf(const Text &Contents) {
  std::vector<uint32_t> Result(Contents.lineCount(), 0);
  for (size_t Place = 0;
       (Place = lex::findSplitMarker(Contents.bytes(), Place)) !=
       StringRef::npos;
       ++Place)
    ++Result[Contents.lineAt(Place)];
  std::partial_sum(Result.begin(), Result.end(), Result.begin());
  return Result;
}

void ProgramReport::learn(const std::vector<Diagnostic> &Ours) {
  std::vector<uint32_t> Chunks = chunksOf(Contents);
  std::set<uint32_t> WrongChunks;
  for (const Diagnostic &Item : Answer.Items)
    if (uint32_t Line = Item.Range.Start.Line;
        isError(Item) && Line < Chunks.size())
      WrongChunks.insert(Chunks[Line]);
  for (const Diagnostic &Item : Ours)
    if (uint32_t Line = Item.Range.Start.Line;
        isMlirError(Item) && Line < Chunks.size() &&
        !WrongChunks.contains(Chunks[Line]))
      Refuted.insert({Line, Item.Message});
}

void ProgramReport::correct(std::vector<Diagnostic> &Ours,
                            const Text &Current) {
  LineMap Lines(Contents, Current);
  if (Answer.HasChecked && Answer.HasAllPlaces && Lines.isIdentity())
    learn(Ours);
  std::set<LineMessage> Here;
  for (const auto &[Line, Message] : Refuted)
    if (std::optional<uint32_t> Now = Lines.map(Line))
      Here.insert({*Now, Message});
  llvm::erase_if(Ours, [&](const Diagnostic &Item) {
    return isMlirError(Item) &&
           Here.contains({Item.Range.Start.Line, Item.Message});
  });
  if (Answer.HasChecked)
    llvm::erase_if(Ours, [](const Diagnostic &Item) {
      return Item.Code == foreignDialectCode;
    });

  std::set<uint32_t> FixedLines, TheirLines;
  std::set<LineMessage> Said;
  for (const Diagnostic &Item : Ours) {
    Said.insert({Item.Range.Start.Line, Item.Message});
    if (isMlirError(Item) && StringRef(Item.Message).contains("did you mean"))
      FixedLines.insert(Item.Range.Start.Line);
  }
  std::vector<Diagnostic> Theirs;
  std::set<LineMessage> SaidByBoth;
  for (Diagnostic Item : Answer.Items) {
    std::optional<Range> Place = Lines.map(Item.Range);
    if (Place && Said.contains({Place->Start.Line, Item.Message}))
      SaidByBoth.insert({Place->Start.Line, Item.Message});
    if (!Place || Said.contains({Place->Start.Line, Item.Message}) ||
        (isError(Item) && FixedLines.contains(Place->Start.Line)))
      continue;
    Item.Range = *Place;
    llvm::erase_if(Item.RelatedInformation, [&](auto &Note) {
      std::optional<Range> NotePlace = Lines.map(Note.Location.Range);
      if (NotePlace)
        Note.Location.Range = *NotePlace;
      return !NotePlace;
    });
    if (isError(Item))
      TheirLines.insert(Item.Range.Start.Line);
    Theirs.push_back(std::move(Item));
  }
  llvm::erase_if(Ours, [&](const Diagnostic &Item) {
    return isMlirError(Item) && TheirLines.contains(Item.Range.Start.Line) &&
           !SaidByBoth.contains({Item.Range.Start.Line, Item.Message});
  });
  llvm::append_range(Ours, Theirs);
}
