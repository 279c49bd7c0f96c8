//===- Positions.h - Between a client and a snapshot ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_POSITIONS_H
#define NOISY_SERVER_DOCUMENT_POSITIONS_H

#include "server/document/Document.h"

namespace mlir::noisy::lsp {

/// Between what a client means by places in a document and the bytes of the
/// snapshot that it is answered from. The snapshot may be older than the text
/// that the client has; what was edited since is nowhere in it. An immutable
/// value, for any thread.
class Positions {
public:
  /// `From.State` is not null.
  Positions(Reading From, PositionEncoding Encoding)
      : From(std::move(From)), Encoding(Encoding) {}

  const Snapshot &state() const { return *From.State; }
  /// The newest text, that of the positions that go to the client.
  const Text &now() const { return From.Now; }
  /// The version of it.
  int64_t nowVersion() const { return From.NowVersion; }
  PositionEncoding encoding() const { return Encoding; }
  /// Whether the snapshot is older than the text.
  bool isBehind() const { return !From.Moved.isIdentity(); }

  /// Where the snapshot has the byte at `Asked` of the text at the time of the
  /// question; nothing in what was edited since.
  std::optional<size_t> toSnapshot(size_t Asked) const;
  /// The same; where that was edited since, a place near before it, or behind
  /// it, that was not. `AskedText` is the text at the time of the question.
  enum class Nearest { Before, Behind };
  size_t toSnapshot(size_t Asked, const Text &AskedText, Nearest Else) const;

  /// A range of the snapshot's text, as the client has it; nothing when
  /// something in it was edited.
  std::optional<Range> toClient(ByteRange Where) const;
  /// What is left of it, or the place where it was.
  Range toClientClamped(ByteRange Where) const;
  /// The same, in bytes of now().
  ByteRange toNowClamped(ByteRange Where) const {
    return From.Moved.toTargetClamped(Where);
  }

private:
  Reading From;
  PositionEncoding Encoding;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_POSITIONS_H
