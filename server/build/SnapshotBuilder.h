//===- SnapshotBuilder.h - Makes snapshots, each from the last --*- C++ -*-===//
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

/// Makes the snapshots of one document, each from the one before: only what an
/// edit touched is parsed again, and only what depends on it is analysed again.
/// What it makes depends on the text alone, and for sections that do not parse
/// on the text that last did (Snapshot::Placed).
///
/// Not thread-safe. To be called on a thread with a large stack
/// (Document's worker): MLIR recurses over what nests.
class SnapshotBuilder {
public:
  /// `FileName` is what locations name the text; any name does.
  SnapshotBuilder(const DialectRegistry &Registry, std::string FileName);
  ~SnapshotBuilder();

  /// Has the next builds make contexts of another registry. Everything is
  /// parsed and analysed again then, and what is stale has no facts any more.
  /// The registry has to outlive this.
  void useRegistry(const DialectRegistry &Registry);

  /// The snapshot of `Contents`, where `Since` is the way to it from the text
  /// of the last snapshot that was built; from the empty text at first. Never
  /// fails: what is wrong with the text is among its problems, and so is a
  /// crash of MLIR, which is survived. Asks `Stopped` between sections, and
  /// gives null when it says so; nothing is lost then. Does no more than
  /// `Allowed`.
  std::shared_ptr<const Snapshot> build(Text Contents, int64_t Version,
                                        const OffsetMap &Since, Effort Allowed,
                                        const std::function<bool()> &Stopped);

  /// `Last`, which was built last, with the details that were left for later
  /// (Snapshot::isComplete). Asks `Stopped` now and then, and gives null when
  /// it says so; what was made until then is kept. Null when there is nothing
  /// to add.
  std::shared_ptr<const Snapshot>
  complete(const Snapshot &Last, const std::function<bool()> &Stopped);

private:
  class Impl;
  std::unique_ptr<Impl> State;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SNAPSHOTBUILDER_H
