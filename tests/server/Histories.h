//===- Histories.h - Snapshots of texts that were edited --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_HISTORIES_H
#define NOISY_TESTS_SERVER_HISTORIES_H

#include "server/document/SnapshotBuilder.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/Support/CrashRecoveryContext.h"

namespace mlir::noisy::lsp::test {

/// The snapshot of a document that had each of these texts, one after the
/// other.
inline std::shared_ptr<const Snapshot>
snapshotAfter(const std::vector<std::string> &Texts) {
  std::shared_ptr<const Snapshot> Result;
  llvm::CrashRecoveryContext Recovery;
  bool Survived = Recovery.RunSafelyOnThread(
      [&] {
        SnapshotBuilder Builder(allDialects(), TestUri);
        std::string Before;
        for (const std::string &Next : Texts) {
          OffsetMap Since;
          if (Result)
            Since.edit(TextChange::between(Before, Next));
          Result = Builder.build(Text(Next), 1, Since, [] { return false; });
          Before = Next;
        }
      },
      256u << 20);
  REQUIRE(Survived);
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
