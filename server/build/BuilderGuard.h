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

/// A SnapshotBuilder whose crashes end nothing. It survives those of MLIR by
/// itself; where it crashes all the same, nobody knows what state it is in, and
/// another one builds the text from nothing. Where that crashes as well the
/// snapshot is empty, until the text changes.
///
/// As SnapshotBuilder otherwise.
class BuilderGuard {
public:
  /// `OnCrash` is told in a sentence for users, when a text is given up.
  BuilderGuard(const DialectRegistry &Registry, std::string FileName,
               std::function<void(const std::string &)> OnCrash);

  void useRegistry(const DialectRegistry &New);
  std::shared_ptr<const Snapshot> build(Text Contents, int64_t Version,
                                        const OffsetMap &Since, Effort Allowed,
                                        const std::function<bool()> &Stopped);
  std::shared_ptr<const Snapshot>
  complete(const Snapshot &Last, const std::function<bool()> &Stopped);

private:
  void replaceBuilder();

  const DialectRegistry *Registry;
  const std::string FileName;
  const std::function<void(const std::string &)> OnCrash;
  std::unique_ptr<SnapshotBuilder> Builder;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_BUILDERGUARD_H
