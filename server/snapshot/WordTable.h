//===- WordTable.h - The words of facts that change -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_WORDTABLE_H
#define NOISY_SERVER_SNAPSHOT_WORDTABLE_H

#include "server/snapshot/SectionFacts.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::noisy::lsp {

/// The words of facts with new ones. Equal texts get the same number.
class WordTable {
public:
  explicit WordTable(std::shared_ptr<const NoiseWords> Old)
      : Words(std::move(Old)) {}

  uint32_t addEquation(const std::string &Text);
  uint32_t addRemarks(const std::vector<std::string> &Sentences);
  std::shared_ptr<const NoiseWords> take() { return std::move(Words); }

private:
  template <typename T>
  uint32_t add(llvm::StringMap<uint32_t> &Numbers,
               std::vector<T> NoiseWords::*List, const T &Text);

  std::shared_ptr<const NoiseWords> Words;
  /// The words, once there are new ones.
  std::shared_ptr<NoiseWords> Own;
  llvm::StringMap<uint32_t> Equations, Remarks;
};

/// True if facts have far more words than they need: those of other sections,
/// or of texts of before.
bool hasNeedlessWords(const SectionFacts &Facts);
/// The same facts with the words that they need.
SectionFacts dropNeedlessWords(const SectionFacts &Facts);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_WORDTABLE_H
