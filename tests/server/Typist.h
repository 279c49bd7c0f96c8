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
    Edits.edit({Old, New.size()});
  }
  /// Replaces the first `Old` of the text, as far as that is not `New` already.
  void replace(llvm::StringRef Old, llvm::StringRef New) {
    size_t Offset = Contents.find(Old.str());
    REQUIRE(Offset != std::string::npos);
    TextChange Change = TextChange::diff(Old, New);
    edit(Change.Old.shift(Offset),
         New.substr(Change.Old.Begin, Change.NewSize));
  }
  /// Edits as little as makes it `New`.
  void become(const std::string &New) {
    TextChange Change = TextChange::diff(Contents, New);
    edit(Change.Old,
         llvm::StringRef(New).substr(Change.Old.Begin, Change.NewSize));
  }

  /// The snapshot of what the text is now. Null when `ShouldStop` says so.
  SnapshotPtr build(Effort MaxEffort = Effort::Full,
                    const std::function<bool()> &ShouldStop = nullptr) {
    SnapshotPtr NewSnapshot;
    onLargeStack([&] {
      NewSnapshot = Builder.build(Text(Contents), ++Version, Edits, MaxEffort,
                                  ShouldStop);
    });
    if (NewSnapshot)
      Edits = OffsetMap();
    return NewSnapshot;
  }
  /// The snapshot that was built last with all its details.
  SnapshotPtr complete(const SnapshotPtr &Last,
                       const std::function<bool()> &ShouldStop = nullptr) {
    if (Last->isComplete())
      return Last;
    SnapshotPtr CompleteSnapshot;
    onLargeStack(
        [&] { CompleteSnapshot = Builder.complete(*Last, ShouldStop); });
    return CompleteSnapshot;
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
  const OffsetMap &edits() const { return Edits; }

private:
  std::string Contents;
  int64_t Version = 0;
  OffsetMap Edits;
  SnapshotBuilder Builder;
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_TYPIST_H
