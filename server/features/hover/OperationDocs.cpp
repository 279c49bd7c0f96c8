//===- OperationDocs.cpp - ODS documentation of operations ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/OperationDocs.h"
#include "server/features/hover/Markdown.h"
#include "server/ods/OdsCatalog.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The maximum number of lines shown of a description.
static constexpr size_t MaxLines = 60;
static constexpr size_t MaxBytes = 4000;

/// The location of an operation in the texts: the sizes in bytes of its name,
/// its summary, and its description, which ends where the next operation
/// begins. Numbers rather than pointers need no work at program start.
namespace {
struct Entry {
  uint32_t Begin;
  uint16_t NameSize;
  uint16_t SummarySize;
};
} // namespace

// The table is sorted by name; its last entry is the end of the texts.
#include "server/features/hover/OperationDocs.inc"

static OperationDoc docAt(const Entry &DocEntry) {
  StringRef AllTexts(Texts, sizeof(Texts) - 1);
  StringRef Whole = AllTexts.slice(DocEntry.Begin, (&DocEntry + 1)->Begin);
  return {Whole.take_front(DocEntry.NameSize),
          Whole.substr(DocEntry.NameSize, DocEntry.SummarySize),
          Whole.drop_front(DocEntry.NameSize + DocEntry.SummarySize)};
}

/// What the project's own TableGen says.
static std::optional<OperationDoc> findProjectDoc(StringRef Name) {
  OdsCatalogPtr Catalog = currentOds();
  if (const OdsOperation *Found = Catalog->findOperation(Name))
    return OperationDoc{Found->Name, Found->Summary, Found->Description};
  if (const OdsDefinition *Found = Catalog->findDefinition(Name))
    return OperationDoc{Found->Name, Found->Summary, Found->Description};
  return std::nullopt;
}

std::optional<OperationDoc> mlir::noisy::lsp::findOperationDoc(StringRef Name) {
  const Entry *Last = std::end(Entries) - 1;
  const Entry *Match =
      std::partition_point(std::begin(Entries), Last, [&](const Entry &One) {
        return docAt(One).Name < Name;
      });
  if (Match == Last || docAt(*Match).Name != Name)
    return findProjectDoc(Name);
  return docAt(*Match);
}

std::string OperationDoc::render(MarkupKind Kind) const {
  std::string Result = Summary.str();
  if (!Result.empty())
    Result += "\n\n";
  std::string Body = cutMarkdown(Description, MaxLines, MaxBytes);
  if (Kind == MarkupKind::PlainText)
    return Result + dropFences(Body);
  Result += Body + "\n";
  return Kind == MarkupKind::FoldingMarkdown ? escapeTags(Result) : Result;
}
