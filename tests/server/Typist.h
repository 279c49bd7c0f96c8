//===- Typist.h - A text that is edited and built -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_TYPIST_H
#define NOISY_TESTS_SERVER_TYPIST_H

#include "tests/server/AnnotatedText.h"

namespace mlir::noisy::lsp::test {

/// A document and its builder without threads of their own: edits, and a build
/// whenever it is asked for.
class Typist {
public:
  using SnapshotPtr = std::shared_ptr<const Snapshot>;

  explicit Typist(std::string Contents = "",
                  const DialectRegistry &Registry = allDialects())
      : Contents(std::move(Contents)), Builder(Registry, TestUri) {}

  const std::string &text() const { return Contents; }

  /// Edits without building.
  void edit(ByteRange Old, llvm::StringRef New) {
    Contents.replace(Old.Begin, Old.size(), New.str());
    Since.edit({Old, New.size()});
  }
  /// Replaces the first `Old` of the text, as far as that is not `New` already.
  void replace(llvm::StringRef Old, llvm::StringRef New) {
    size_t At = Contents.find(Old.str());
    REQUIRE(At != std::string::npos);
    TextChange Change = TextChange::between(Old, New);
    edit(Change.Old.shifted(At), New.substr(Change.Old.Begin, Change.NewSize));
  }
  /// Edits as little as makes it `New`.
  void become(const std::string &New) {
    TextChange Change = TextChange::between(Contents, New);
    edit(Change.Old,
         llvm::StringRef(New).substr(Change.Old.Begin, Change.NewSize));
  }

  /// The snapshot of what the text is now. Null when `Stopped` says so.
  SnapshotPtr build(Effort Allowed = Effort::Everything,
                    const std::function<bool()> &Stopped = nullptr) {
    SnapshotPtr Built;
    onLargeStack([&] {
      Built = Builder.build(Text(Contents), ++Version, Since, Allowed, Stopped);
    });
    if (Built)
      Since = OffsetMap();
    return Built;
  }
  /// The snapshot that was built last with all its details.
  SnapshotPtr complete(const SnapshotPtr &Last,
                       const std::function<bool()> &Stopped = nullptr) {
    if (Last->isComplete())
      return Last;
    SnapshotPtr Completed;
    onLargeStack([&] { Completed = Builder.complete(*Last, Stopped); });
    return Completed;
  }
  /// Replaces the first `Old` of the text, and builds.
  SnapshotPtr type(llvm::StringRef Old, llvm::StringRef New) {
    replace(Old, New);
    return build();
  }

  /// See SnapshotBuilder::useRegistry.
  void useRegistry(const DialectRegistry &Registry) {
    Builder.useRegistry(Registry);
  }

  /// The way from the last text that was built.
  const OffsetMap &since() const { return Since; }

private:
  std::string Contents;
  int64_t Version = 0;
  OffsetMap Since;
  SnapshotBuilder Builder;
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_TYPIST_H
