//===- Snapshot.h - What is known of a document at one version --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_SNAPSHOT_H
#define NOISY_SERVER_DOCUMENT_SNAPSHOT_H

#include "server/document/Chunk.h"
#include "server/document/Text.h"
#include <functional>

namespace mlir::noisy::lsp {

/// A document at one version: its text, and its chunks in order. An immutable
/// value; any thread may read it. Features are functions of it.
class Snapshot {
public:
  struct Part {
    /// Where the chunk begins in the text.
    size_t Begin;
    std::shared_ptr<const Chunk> Built;

    size_t end() const { return Begin + Built->text().size(); }
  };

  /// Builds all chunks; asks `Stopped` between them, and gives null when it
  /// says so. Any thread.
  static std::shared_ptr<const Snapshot>
  build(const DialectRegistry &Registry, Text Contents, int64_t Version,
        const std::string &FileName, const std::function<bool()> &Stopped);

  const Text &text() const { return Contents; }
  int64_t version() const { return Version; }
  const std::vector<Part> &parts() const { return Parts; }
  /// The part that the byte `Offset` is in, or before it when it is between
  /// two.
  const Part &partAt(size_t Offset) const;

private:
  Snapshot(Text Contents, int64_t Version)
      : Contents(std::move(Contents)), Version(Version) {}

  Text Contents;
  int64_t Version;
  std::vector<Part> Parts;
};

/// The chunks of a text: what is between its `// -----`, wherever these stand.
/// LLVM's tools cut in the same places; what follows on such a line belongs to
/// the next chunk. At least one.
std::vector<ByteRange> findChunks(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_SNAPSHOT_H
