//===- UnknownDialects.cpp - One error for each unknown dialect -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/UnknownDialects.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy::lsp;

/// The dialect that MLIR does not know; empty for other messages. If MLIR's
/// wording changes, each error stays.
static llvm::StringRef unknownDialect(const Problem &Found) {
  llvm::StringRef Message = Found.Message;
  if (Found.Source != "mlir" || !Message.consume_front("Dialect `"))
    return "";
  auto [Name, Rest] = Message.split('\'');
  return Rest.starts_with(" not found for custom op") ? Name : "";
}

namespace {
/// The errors about one dialect in a chunk.
struct Group {
  /// The parts of the first two.
  size_t First = 0, Second = 0;
  ByteRange SecondPlace;
  size_t Others = 0;
};
} // namespace

static void addNotes(std::vector<Snapshot::Part> &Parts,
                     const llvm::StringMap<Group> &Groups) {
  for (const auto &[Dialect, All] : Groups) {
    if (All.Others == 0)
      continue;
    Snapshot::Part &P = Parts[All.First];
    auto Noted = std::make_shared<std::vector<Problem>>(*P.Problems);
    for (Problem &Each : *Noted) {
      if (unknownDialect(Each) != Dialect)
        continue;
      std::string Places = All.Others == 1
                               ? "1 more place"
                               : std::to_string(All.Others) + " more places";
      uint64_t Part = All.Second == All.First ? 0 : Parts[All.Second].Id;
      Each.Notes.insert(Each.Notes.begin(),
                        {All.SecondPlace,
                         "the same in " + Places + "; the next is here", Part});
      break;
    }
    P.Problems = std::move(Noted);
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
    std::vector<Problem> Kept;
    for (const Problem &Each : *P.Problems) {
      llvm::StringRef Dialect = unknownDialect(Each);
      if (!Dialect.empty()) {
        auto [Known, IsNew] = Groups.try_emplace(Dialect);
        Group &All = Known->second;
        if (IsNew) {
          All.First = I;
        } else {
          if (All.Others++ == 0) {
            All.Second = I;
            All.SecondPlace = Each.Where;
          }
          continue;
        }
      }
      Kept.push_back(Each);
    }
    if (Kept.size() == P.Problems->size())
      continue;
    P.Problems =
        Kept.empty()
            ? nullptr
            : std::make_shared<const std::vector<Problem>>(std::move(Kept));
  }
  addNotes(Parts, Groups);
}
