//===- PrintedDiagnostics.cpp - Diagnostics that programs print -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/PrintedDiagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <optional>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// The first line of a diagnostic.
struct Header {
  /// Empty if it has no place in a file.
  StringRef Path;
  /// From 1; 0 if there is none.
  size_t Line = 0, Column = 0;
  StringRef Kind;
  StringRef Message;
};
} // namespace

/// Takes ":12" from the end of a path.
static size_t takeNumber(StringRef &Path) {
  auto [Rest, Digits] = Path.rsplit(':');
  size_t Number = 0;
  if (Rest.size() == Path.size() || Digits.getAsInteger(10, Number))
    return 0;
  Path = Rest;
  return Number;
}

static std::optional<Header> readHeader(StringRef Line) {
  for (StringRef Kind : {"error", "warning", "note", "remark"}) {
    size_t Place = Line.find((Kind + ": ").str());
    if (Place == StringRef::npos)
      continue;
    Header Result;
    Result.Kind = Kind;
    Result.Message = Line.drop_front(Place + Kind.size() + 2);
    Result.Path = Line.take_front(Place);
    if (!Result.Path.empty()) {
      if (!Result.Path.consume_back(": "))
        continue;
      size_t Last = takeNumber(Result.Path);
      size_t First = takeNumber(Result.Path);
      Result.Line = First ? First : Last;
      Result.Column = First ? Last : 0;
      // A line of the text, or of the program's own messages.
      if (Last == 0 && !Result.Path.starts_with("<unknown>"))
        continue;
    }
    return Result;
  }
  return std::nullopt;
}

/// The line of the whole text where LLVM before 19 gives one of a chunk:
/// "within split at FILE:10 offset ".
static void undoSplit(Header &Place) {
  if (!Place.Path.consume_front("within split at ") ||
      !Place.Path.consume_back(" offset "))
    return;
  if (size_t Begin = takeNumber(Place.Path))
    Place.Line += Begin - 1;
}

/// True for the line below a line of the text, which marks places in it.
static bool isCaretLine(StringRef Line) {
  return Line.contains('^') &&
         Line.find_first_not_of(" \t~^") == StringRef::npos;
}

/// The end of the word at a place; at least one character.
static size_t wordEnd(StringRef Bytes, size_t Begin) {
  size_t End = Begin;
  if (End < Bytes.size() && StringRef("%@!#^").contains(Bytes[End]))
    ++End;
  while (End < Bytes.size() &&
         (llvm::isAlnum(Bytes[End]) || StringRef("_.$").contains(Bytes[End])))
    ++End;
  if (End == Begin && End < Bytes.size() && Bytes[End] != '\n')
    ++End;
  return End;
}

static Range rangeOf(const Header &Place, const PrintedFile &File) {
  const Text &Contents = File.Contents;
  if (Place.Line == 0 || Place.Path != File.Path)
    return Contents.rangeAt(0, 0, File.Encoding);
  size_t Line = std::min(Place.Line, Contents.lineCount()) - 1;
  size_t Begin =
      std::min(Contents.lineStart(Line) + std::max<size_t>(Place.Column, 1) - 1,
               Contents.lineEnd(Line));
  size_t End =
      std::min(wordEnd(Contents.bytes(), Begin), Contents.lineEnd(Line));
  return Contents.rangeAt(Begin, End, File.Encoding);
}

/// The message of a diagnostic: of several lines, the last two are a line of
/// the text and the marks below it.
static std::string messageOf(const Header &First,
                             llvm::ArrayRef<StringRef> More) {
  if (!More.empty() && isCaretLine(More.back()))
    More = More.drop_back(std::min<size_t>(2, More.size()));
  std::string Result = First.Message.rtrim().str();
  for (StringRef Line : More)
    if (!Line.trim().empty())
      Result += "\n" + Line.rtrim().str();
  return Result;
}

static bool isUseful(StringRef Note) {
  return !Note.starts_with("see current operation:") &&
         !Note.starts_with("Available dialects:");
}

static DiagnosticSeverity severityOf(StringRef Kind) {
  return Kind == "error"     ? DiagnosticSeverity::Error
         : Kind == "warning" ? DiagnosticSeverity::Warning
                             : DiagnosticSeverity::Information;
}

std::vector<lsp::Diagnostic> mlir::noisy::lsp::readPrintedDiagnostics(
    StringRef Output, const PrintedFile &File, const std::string &Source) {
  std::vector<Diagnostic> Result;
  auto Add = [&](Header First, llvm::ArrayRef<StringRef> More) {
    undoSplit(First);
    std::string Message = messageOf(First, More);
    bool IsElsewhere = !First.Path.empty() && First.Path != File.Path &&
                       !First.Path.starts_with("<unknown>");
    if (IsElsewhere)
      Message = (First.Path + ":" + llvm::Twine(First.Line) + ":" +
                 llvm::Twine(First.Column) + ": " + Message)
                    .str();
    Range Place = rangeOf(First, File);
    if (First.Kind == "note") {
      if (Result.empty() || !isUseful(First.Message))
        return;
      if (File.SupportsRelated)
        Result.back().RelatedInformation.push_back(
            {{File.Uri, Place}, std::move(Message)});
      else
        Result.back().Message += "\n" + Message;
      return;
    }
    Diagnostic New;
    New.Range = Place;
    New.Severity = severityOf(First.Kind);
    New.Source = Source;
    New.Message = std::move(Message);
    Result.push_back(std::move(New));
  };

  std::optional<Header> First;
  llvm::SmallVector<StringRef> More;
  for (StringRef Line : llvm::split(Output, '\n')) {
    if (std::optional<Header> Next = readHeader(Line)) {
      if (First)
        Add(*First, More);
      First = Next;
      More.clear();
    } else if (First) {
      More.push_back(Line);
    }
  }
  // The output ends with a line end.
  while (!More.empty() && More.back().trim().empty())
    More.pop_back();
  if (First)
    Add(*First, More);
  return Result;
}
