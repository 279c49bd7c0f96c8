//===- EditBatch.h - Many edits of a text at once ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_EDITBATCH_H
#define NOISY_SERVER_TEXT_EDITBATCH_H

#include "server/text/Text.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// Edits of a text, each of the text after the one before: the result of
/// Text::applyChange for each. Many edits that go through the text in one
/// direction are made in one pass.
class EditBatch {
public:
  /// `Count` is the number of edits that will come.
  EditBatch(Text Contents, PositionEncoding Encoding, size_t Count);

  void apply(const std::optional<Range> &OldRange, std::string_view NewText);

  /// The text after all of the edits.
  Text finish() &&;
  /// The bytes that changed, for each edit.
  const std::vector<TextChange> &changes() const { return Changes; }

private:
  /// An edit of `Contents` that is not made yet.
  struct Edit {
    ByteRange Old;
    std::string New;
  };
  enum class Direction { Unknown, Down, Up };

  bool append(const Range &OldRange, std::string_view NewText);
  std::optional<Position> toContents(Position Pos, Direction Way) const;
  void flush();

  Text Contents;
  const PositionEncoding Encoding;
  /// The edits, in the direction in which they go through the text.
  std::vector<Edit> Edits;
  Direction Way = Direction::Unknown;
  /// The beginning of the first edit and the end of the last one, in
  /// `Contents`; and that end in the text after the edits.
  Position Begin, End, NewEnd;
  /// The growth by the edits, modulo 2^64.
  size_t Growth = 0;
  std::vector<TextChange> Changes;
  /// True if the edits are made in passes.
  bool HasPasses;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_EDITBATCH_H
