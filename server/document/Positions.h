//===- Positions.h - Client positions and snapshot bytes --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_POSITIONS_H
#define NOISY_SERVER_DOCUMENT_POSITIONS_H

#include "server/document/Document.h"

namespace mlir::noisy::lsp {

/// Converts between a client's positions in a document and the bytes of the
/// snapshot. The snapshot may be older than the client's text; edits since then
/// have no place in it. An immutable value, for any thread.
class Positions {
public:
  /// `Source.State` is not null.
  Positions(Reading Source, PositionEncoding Encoding)
      : Source(std::move(Source)), Encoding(Encoding) {}

  const Snapshot &state() const { return *Source.State; }
  /// The newest text, to which positions for the client refer.
  const Text &currentText() const { return Source.CurrentText; }
  /// The version of the newest text.
  int64_t nowVersion() const { return Source.NowVersion; }
  PositionEncoding encoding() const { return Encoding; }
  /// True if the snapshot is older than the text.
  bool isBehind() const { return !Source.Offsets.isIdentity(); }

  /// Maps the byte at `Offset` of the text at the time of the request to the
  /// snapshot; nothing in text that was edited since.
  std::optional<size_t> toSnapshot(size_t Offset) const;
  /// Maps `Offset` to the snapshot or, in text that was edited since, to the
  /// nearest unedited place before or after it. `AskedText` is the text at the
  /// time of the request.
  enum class Nearest { Preceding, Following };
  size_t toSnapshot(size_t Offset, const Text &AskedText,
                    Nearest Fallback) const;

  /// Maps a range of the snapshot's text to the client's text; nothing if a
  /// part of it was edited.
  std::optional<Range> toClient(ByteRange SnapshotRange) const;
  /// Maps the unedited part of a range, or the place where it was.
  Range toClientClamped(ByteRange SnapshotRange) const;
  /// Maps the unedited part of a range, or the place where it was, to bytes of
  /// currentText().
  ByteRange toNowClamped(ByteRange SnapshotRange) const {
    return Source.Offsets.toTargetClamped(SnapshotRange);
  }

private:
  Reading Source;
  PositionEncoding Encoding;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_POSITIONS_H
