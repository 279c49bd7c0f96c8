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
    std::string Before;
    for (const std::string &Next : Texts) {
      OffsetMap Since;
      if (Result)
        Since.edit(TextChange::between(Before, Next));
      Result = Builder.build(Text(Next), 1, Since, Effort::Everything, nullptr);
      Before = Next;
    }
  });
  REQUIRE(Result);
  return Result;
}

/// The text with the first `Old` replaced.
inline std::string replaced(std::string In, const std::string &Old,
                            const std::string &New) {
  size_t At = In.find(Old);
  REQUIRE(At != std::string::npos);
  return In.replace(At, Old.size(), New);
}

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_HISTORIES_H
