//===- Hover.cpp - The noise of the value under the cursor ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/Hover.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

std::optional<NoiseHover> mlir::noisy::lsp::getNoiseHover(const Snapshot &State,
                                                          size_t Offset) {
  Snapshot::Found At = State.tokenAt(Offset);
  if (!At || !At.Section->Facts)
    return std::nullopt;
  // The name of an operation stands for its first result.
  const Section &Data = At.data();
  Section::Index V = Section::None;
  if (At.Token->Of == Section::Kind::Value)
    V = At.Token->What;
  else if (At.Token->Of == Section::Kind::Operation &&
           Data.operations()[At.Token->What].ResultCount > 0)
    V = Data.operations()[At.Token->What].FirstResult;
  const NoiseInfo *Info =
      V == Section::None ? nullptr : At.Section->Facts->find(V);
  std::optional<ByteRange> Where = At.Section->toText(At.Token->Where);
  if (!Info || !Where)
    return std::nullopt;
  NoiseHover Result;
  Result.Where = *Where;
  Result.Name = Data.nameOf(V);
  Result.Bound = Info->Bound;
  Result.Limit = Info->Limit;
  Result.Equation = Info->Equation;
  Result.Remarks = Info->Remarks;
  Result.Spoiled = Info->IsSpoiled;
  Result.Stale = At.Section->FactsAreStale || At.Section->Facts->RestsOnStale;
  return Result;
}

std::string mlir::noisy::lsp::escapeMarkdown(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (llvm::StringRef("\\`*_{}[]()#+-.!|<>~&").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

std::string NoiseHover::render(MarkupKind Kind) const {
  bool Markdown = Kind == MarkupKind::Markdown;
  auto escaped = [&](const std::string &Text) {
    return Markdown ? escapeMarkdown(Text) : Text;
  };
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  const char *Bold = Markdown ? "**" : "";
  OS << Bold << "Noise: ";
  if (Bound.isBits()) {
    OS << Bound << " of " << Limit << " bits" << Bold << ", ";
    if (Bound.exceeds(Limit))
      OS << Bound.getBits() - Limit << " over the limit";
    else
      OS << Limit - Bound.getBits() << " left";
    if (Spoiled)
      OS << ", spoiled";
  } else if (Bound.isMoreThanCap()) {
    OS << Bound << " bits" << Bold << ", far over the limit of " << Limit;
  } else if (Bound.isUnreachable()) {
    OS << "none" << Bold;
  } else {
    OS << Bound << Bold << ", the limit is " << Limit << " bits";
  }
  OS << "\n";
  if (llvm::StringRef(Equation).contains('=')) {
    if (Markdown)
      OS << "\n`" << Equation << "`\n";
    else
      OS << "\n" << Equation << "\n";
  }
  if (!Remarks.empty() || Stale)
    OS << "\n";
  for (const std::string &Remark : Remarks)
    OS << "- " << escaped(Remark) << "\n";
  if (Stale)
    OS << "- as of before the last edit\n";
  return Result;
}
