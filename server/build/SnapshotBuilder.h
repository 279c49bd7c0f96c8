//===- SnapshotBuilder.h - Incremental builds of snapshots ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SNAPSHOTBUILDER_H
#define NOISY_SERVER_BUILD_SNAPSHOTBUILDER_H

#include "mlir/IR/DialectRegistry.h"
#include "server/build/Limits.h"
#include "server/snapshot/Snapshot.h"
#include <functional>

namespace mlir::noisy::lsp {

/// Makes the snapshots of one document, each from the one before: only edited
/// text is parsed again, and only its dependents are analysed again. The result
/// depends on the text alone, and for sections that do not parse on the text
/// that last did (PlacedSection).
///
/// Not thread-safe. To be called on a thread with a large stack (Document's
/// worker): MLIR recurses over nested text.
class SnapshotBuilder {
public:
  /// `FileName` is the name of the text in locations; any name will do.
  SnapshotBuilder(const DialectRegistry &Registry, std::string FileName);
  ~SnapshotBuilder();

  /// Uses contexts of another registry in the next builds. Everything is parsed
  /// and analysed again then, and stale sections lose their facts. The registry
  /// must outlive this.
  void useRegistry(const DialectRegistry &Registry);

  /// Builds the snapshot of `Contents`. `Edits` maps the text of the last
  /// snapshot to it; the empty text at first. Never fails: errors in the text
  /// are among the problems, and so is a crash of MLIR, which is survived.
  /// Calls `ShouldStop` between sections, and returns null if it returns true;
  /// nothing is lost then. `MaxEffort` limits the work.
  std::shared_ptr<const Snapshot>
  build(Text Contents, int64_t Version, const OffsetMap &Edits,
        Effort MaxEffort, const std::function<bool()> &ShouldStop);

  /// Returns `Last`, which was built last, with the postponed details
  /// (Snapshot::isComplete). Calls `ShouldStop` now and then, and returns null
  /// if it returns true; details made until then are kept. Null if there is
  /// nothing to add.
  std::shared_ptr<const Snapshot>
  complete(const Snapshot &Last, const std::function<bool()> &ShouldStop);

private:
  class Impl;
  std::unique_ptr<Impl> State;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SNAPSHOTBUILDER_H
