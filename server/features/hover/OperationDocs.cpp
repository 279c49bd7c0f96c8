//===- OperationDocs.cpp - What ODS says of operations --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/OperationDocs.h"
#include "server/features/hover/Markdown.h"
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
#include "server/features/hover/OperationDocs.inc"

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

std::string OperationDoc::render(MarkupKind Kind) const {
  std::string Result = Summary.str();
  if (!Result.empty())
    Result += "\n\n";
  std::string Shown = cutMarkdown(Description, MaxLines, MaxBytes);
  if (Kind == MarkupKind::Markdown)
    return Result + Shown + "\n";
  return Result + dropFences(Shown);
}
