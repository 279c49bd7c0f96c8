//===- UnknownDialects.cpp - One error for each unknown dialect -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/UnknownDialects.h"
#include "dialect/units/NumberText.h"
#include "server/parse/OperationNames.h"
#include "server/snapshot/ForeignDialectCode.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// What is told once: the dialect that MLIR does not know, or the message that
/// an operation of one is not read; empty for other problems.
static llvm::StringRef unknownDialect(const Problem &Issue) {
  llvm::StringRef Message = Issue.Message;
  if (Issue.Code == foreignDialectCode &&
      Message.ends_with(unreadShortNameMessage))
    return unreadShortNameMessage;
  if (Issue.Code == foreignDialectCode && Message.ends_with(unreadFormMessage))
    return Message;
  bool NamesDialect = (Issue.Code == UnknownOperationCode &&
                       Message.consume_front("unknown dialect '")) ||
                      (Issue.Code == foreignDialectCode &&
                       Message.consume_front(foreignDialectMessage));
  return NamesDialect ? Message.split('\'').first : "";
}

namespace {
/// The errors about one dialect in a chunk.
struct Group {
  /// The parts of the first two.
  size_t First = 0, Second = 0;
  ByteRange SecondPlace;
  size_t OtherCount = 0;
};
} // namespace

static void addNotes(std::vector<Snapshot::Part> &Parts,
                     const llvm::StringMap<Group> &Groups) {
  for (const auto &[Dialect, DialectGroup] : Groups) {
    if (DialectGroup.OtherCount == 0)
      continue;
    Snapshot::Part &P = Parts[DialectGroup.First];
    auto NewProblems = std::make_shared<std::vector<Problem>>(*P.Problems);
    for (Problem &Issue : *NewProblems) {
      if (unknownDialect(Issue) != Dialect)
        continue;
      std::string Places =
          DialectGroup.OtherCount == 1
              ? "1 more place"
              : formatNumber(int64_t(DialectGroup.OtherCount)) + " more places";
      uint64_t Part = DialectGroup.Second == DialectGroup.First
                          ? 0
                          : Parts[DialectGroup.Second].Id;
      Issue.Notes.insert(Issue.Notes.begin(),
                         {DialectGroup.SecondPlace,
                          "the same in " + Places + "; the next is here",
                          Part});
      break;
    }
    P.Problems = std::move(NewProblems);
  }
}

void mlir::noisy::lsp::foldUnknownDialects(std::vector<Snapshot::Part> &Parts) {
  llvm::StringMap<Group> Groups;
  for (size_t I = 0; I < Parts.size(); ++I) {
    Snapshot::Part &P = Parts[I];
    if (P.Kind == PieceKind::Separator) {
      addNotes(Parts, Groups);
      Groups.clear();
    }
    if (!P.Problems)
      continue;
    std::vector<Problem> KeptProblems;
    for (const Problem &Issue : *P.Problems) {
      llvm::StringRef Dialect = unknownDialect(Issue);
      if (!Dialect.empty()) {
        auto [Entry, IsNew] = Groups.try_emplace(Dialect);
        Group &DialectGroup = Entry->second;
        if (IsNew) {
          DialectGroup.First = I;
        } else {
          if (DialectGroup.OtherCount++ == 0) {
            DialectGroup.Second = I;
            DialectGroup.SecondPlace = Issue.Range;
          }
          continue;
        }
      }
      KeptProblems.push_back(Issue);
    }
    if (KeptProblems.size() == P.Problems->size())
      continue;
    P.Problems = KeptProblems.empty()
                     ? nullptr
                     : std::make_shared<const std::vector<Problem>>(
                           std::move(KeptProblems));
  }
  addNotes(Parts, Groups);
}
