//===- Histories.h - Snapshots of texts that were edited --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_HISTORIES_H
#define NOISY_TESTS_SERVER_HISTORIES_H

#include "tests/server/AnnotatedText.h"

namespace mlir::noisy::lsp::test {

/// The snapshot of a document that had each of these texts, one after the
/// other.
inline std::shared_ptr<const Snapshot>
snapshotAfter(const std::vector<std::string> &Texts) {
  std::shared_ptr<const Snapshot> Result;
  onLargeStack([&] {
    SnapshotBuilder Builder(allDialects(), TestUri);
    std::string OldText;
    for (const std::string &Next : Texts) {
      OffsetMap Edits;
      if (Result)
        Edits.edit(TextChange::diff(OldText, Next));
      Result = Builder.build(Text(Next), 1, Edits, Effort::Full, nullptr);
      OldText = Next;
    }
  });
  REQUIRE(Result);
  return Result;
}

/// The header of a function that does not parse, and that is too long to be
/// repaired.
inline const std::string unreadableFunction =
    "func.func x" + std::string(20000, ' ');

/// The text with the first `Old` replaced.
inline std::string replaceOnce(std::string Source, const std::string &Old,
                               const std::string &New) {
  size_t Offset = Source.find(Old);
  REQUIRE(Offset != std::string::npos);
  return Source.replace(Offset, Old.size(), New);
}

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_HISTORIES_H
