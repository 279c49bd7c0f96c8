//===- BuilderGuard.h - Builds that survive crashes -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_BUILDERGUARD_H
#define NOISY_SERVER_BUILD_BUILDERGUARD_H

#include "server/build/SnapshotBuilder.h"

namespace mlir::noisy::lsp {

/// A SnapshotBuilder whose crashes are survived. The builder itself survives
/// crashes of MLIR; if it crashes anyway, its state is unknown, and a new one
/// builds the text from scratch. If that crashes as well, the snapshot is empty
/// until the text changes.
///
/// Otherwise it behaves as SnapshotBuilder.
class BuilderGuard {
public:
  /// `OnCrash` gets a sentence for users when a text is given up.
  BuilderGuard(const DialectRegistry &Registry, std::string FileName,
               std::function<void(const std::string &)> OnCrash);

  void useRegistry(const DialectRegistry &New);
  /// Forgets everything: the dialects of the project are others now.
  void restart();
  std::shared_ptr<const Snapshot>
  build(Text Contents, int64_t Version, const OffsetMap &Edits,
        Effort MaxEffort, const std::function<bool()> &ShouldStop);
  std::shared_ptr<const Snapshot>
  complete(const Snapshot &Last, const std::function<bool()> &ShouldStop);

private:
  /// Calls `Work` with the builder, and replaces that if it crashed.
  template <typename Function>
  std::optional<std::shared_ptr<const Snapshot>> attempt(Function Work);

  const DialectRegistry *Registry;
  const std::string FileName;
  const std::function<void(const std::string &)> OnCrash;
  std::unique_ptr<SnapshotBuilder> Builder;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_BUILDERGUARD_H
