//===- UnitPatterns.cpp - Units of which most lines are known -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/PatternedText.h"
#include "server/syntax/SymbolName.h"
#include "server/unit/Unit.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// True for the header of a module without attributes.
static bool isPlainModule(llvm::StringRef Header) {
  Header = Header.trim();
  (void)Header.consume_front("builtin.");
  return Header.consume_front("module") && Header.consume_back("{") &&
         (Header.trim().empty() ||
          symbolLength(Header.trim()) == Header.trim().size());
}

/// True if it is a function whose lines are worth to be looked up. What is
/// around it must not find errors by locations.
bool Unit::mayHavePatterns() const {
  return Kind == PieceKind::Operation && Info->Operation == "func.func" &&
         !Info->Generic && !Info->IsUnbalanced && !Info->UsesResources &&
         !Info->DefinesResources && IdentifiedTypes.empty() &&
         (SurroundingText->Containers == 0 ||
          (SurroundingText->Containers == 1 &&
           isPlainModule(llvm::StringRef(SurroundingText->Prefix)
                             .drop_front(SurroundingText->AliasBytes))));
}

/// Parses a function of which most lines are of known patterns. Returns false,
/// and leaves the unit as it is, if it is no such function, or has any errors.
bool Unit::readPatterned(llvm::StringRef Text, const std::string &FileName,
                         TaskQueue &Later) {
  if (!mayHavePatterns())
    return false;
  // On the heap, as in read().
  std::shared_ptr<PatternedText> Patterned = PatternedText::parse(
      *OwnGeneration->Context, *OwnGeneration->Patterns,
      SurroundingText->Prefix, Text, SurroundingText->Suffix, FileName);
  bool IsRead = Patterned && adopt(Patterned->source(), Patterned->offsets(),
                                   {}, Text, FileName, Patterned.get());
  HasOldPlaces = IsRead;
  if (IsRead)
    setProblems(Text, {});
  if (Patterned && Text.size() >= LargeBytes) {
    Patterned->dropStubs();
    Later.post([Patterned = std::move(Patterned)] {});
  }
  return IsRead;
}
