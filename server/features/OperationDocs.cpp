//===- OperationDocs.cpp - What ODS says of operations --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/OperationDocs.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// Of a description that is shown.
static constexpr size_t MaxLines = 60;
static constexpr size_t MaxBytes = 4000;

/// Where an operation stands in the texts: its name, its summary, and its
/// description, which ends where the next operation begins. Sizes in bytes.
/// Numbers rather than pointers: nothing is to be done when the program starts.
namespace {
struct Entry {
  uint32_t Begin;
  uint16_t NameSize;
  uint16_t SummarySize;
};
} // namespace

// By name; the last entry is the end of the texts.
#include "server/OperationDocs.inc"

static OperationDoc docAt(const Entry &At) {
  StringRef All(Texts, sizeof(Texts) - 1);
  StringRef Whole = All.slice(At.Begin, (&At + 1)->Begin);
  return {Whole.take_front(At.NameSize),
          Whole.substr(At.NameSize, At.SummarySize),
          Whole.drop_front(At.NameSize + At.SummarySize)};
}

std::optional<OperationDoc> mlir::noisy::lsp::findOperationDoc(StringRef Name) {
  const Entry *Last = std::end(Entries) - 1;
  const Entry *Found =
      std::partition_point(std::begin(Entries), Last, [&](const Entry &One) {
        return docAt(One).Name < Name;
      });
  if (Found == Last || docAt(*Found).Name != Name)
    return std::nullopt;
  return docAt(*Found);
}

static bool isFence(StringRef Line) { return Line.ltrim().starts_with("```"); }

std::string mlir::noisy::lsp::cutMarkdown(StringRef Text, size_t MaxLines,
                                          size_t MaxBytes) {
  size_t Lines = 0;
  // Where the last whole line ended that fits, and the last whole paragraph.
  size_t Line = 0, Paragraph = 0;
  bool IsCode = false, LineIsCode = false;
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    StringRef Read = Text.slice(At, End);
    if (Read.trim().empty() && !IsCode)
      Paragraph = At;
    if (isFence(Read))
      IsCode = !IsCode;
    ++Lines;
    if (Line != 0 && (Lines > MaxLines || End > MaxBytes)) {
      size_t Size = Paragraph != 0 ? Paragraph : Line;
      std::string Result = Text.take_front(Size).rtrim().str();
      if (Paragraph == 0 && LineIsCode)
        Result += "\n```";
      return Result + "\n\n...";
    }
    Line = End;
    LineIsCode = IsCode;
    At = End + 1;
  }
  return Text.str();
}

std::string mlir::noisy::lsp::dropFences(StringRef Markdown) {
  std::string Result;
  while (!Markdown.empty()) {
    auto [Line, Rest] = Markdown.split('\n');
    if (!isFence(Line)) {
      Result += Line;
      Result += '\n';
    }
    Markdown = Rest;
  }
  return Result;
}

std::string OperationDoc::render(MarkupKind Kind) const {
  std::string Result = Summary.str();
  if (!Result.empty())
    Result += "\n\n";
  std::string Shown = cutMarkdown(Description, MaxLines, MaxBytes);
  if (Kind == MarkupKind::Markdown)
    return Result + Shown + "\n";
  return Result + dropFences(Shown);
}
