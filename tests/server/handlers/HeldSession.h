//===- HeldSession.h - A document whose builds may wait ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_HANDLERS_HELDSESSION_H
#define NOISY_TESTS_SERVER_HANDLERS_HELDSESSION_H

#include "server/build/SnapshotBuilder.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/handlers/RequestSession.h"
#include <semaphore>

namespace mlir::noisy::lsp::test {

/// A client with one document that is edited, whose builds may be held up.
class HeldSession : public RequestSession {
public:
  /// Builds wait for this, once they are held.
  struct Gate {
    std::atomic<bool> IsHeld = false;
    std::counting_semaphore<> MayBuild{0};
  };

  HeldSession(const std::string &Uri, const std::string &Contents)
      : Uri(Uri), Contents(Contents) {
    start();
    auto Builder = std::make_shared<SnapshotBuilder>(allDialects(), Uri);
    open(Uri, Contents,
         [Held = BuildGate, Builder](Text NewContents, int64_t Version,
                                     const OffsetMap &Edits, Effort MaxEffort,
                                     const std::function<bool()> &ShouldStop) {
           if (Held->IsHeld)
             Held->MayBuild.acquire();
           return Builder->build(std::move(NewContents), Version, Edits,
                                 MaxEffort, ShouldStop);
         });
  }

  /// Puts `New` in the place of `Size` bytes.
  void replace(size_t Offset, size_t Size, const std::string &New) {
    Contents.replace(Offset, Size, New);
    Documents[Uri]->update(Text(Contents),
                           {{{Offset, Offset + Size}, New.size()}}, ++Version);
  }

  const std::string Uri;
  std::string Contents;
  int64_t Version = 1;
  const std::shared_ptr<Gate> BuildGate = std::make_shared<Gate>();
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_HANDLERS_HELDSESSION_H
