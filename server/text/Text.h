//===- Text.h - An immutable text and its lines -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_TEXT_H
#define NOISY_SERVER_TEXT_TEXT_H

#include "server/text/OffsetMap.h"
#include "server/text/Position.h"
#include "server/text/PositionEncoding.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mlir::noisy::lsp {

/// The text of a document at one version: its bytes (UTF-8 is expected, nothing
/// depends on it) and the starts of its lines. It knows neither its document
/// nor JSON.
///
/// A Text is an immutable value: copies are cheap, and any thread may use any
/// copy without locks. After an edit it shares all bytes with the text before,
/// except some 32 KB around the edit: so an edit costs some ten microseconds,
/// and hardly more in a text of 50 MB.
///
/// Lines end with \n, \r\n or \r, as in LSP; the last line may be empty. A byte
/// that is not part of well-formed UTF-8 counts one unit in every encoding.
class Text {
public:
  explicit Text(std::string Bytes = std::string());

  /// All bytes in one piece, valid as long as any copy of this text. Made on
  /// the first call, on its thread, in the time of a copy; no other function
  /// here takes that long.
  llvm::StringRef bytes() const;
  size_t size() const;
  /// What keeps bytes() valid without a copy of this text.
  std::shared_ptr<const void> owner() const { return Storage; }

  /// The number of lines, at least 1, also for the empty text.
  size_t lineCount() const;
  /// The byte offsets of the start of line `Line`, and of its end without the
  /// line end. `Line` is below lineCount().
  size_t lineStart(size_t Line) const;
  size_t lineEnd(size_t Line) const;
  /// The line of the byte at `Offset`; a line end belongs to its line. An
  /// offset past the end is on the last line.
  size_t lineAt(size_t Offset) const;

  /// The byte offset of `Pos`. Any position has one: past a line's end it is
  /// the line's end, past the last line the end of the text, and inside a
  /// surrogate pair or a multi-byte sequence its start.
  size_t offsetAt(Position Pos, PositionEncoding Encoding) const;

  /// The position of a byte offset, clamped to the end of the text and the
  /// start of a character; between \r and \n it is the line's end.
  Position positionAt(size_t Offset, PositionEncoding Encoding) const;

  /// The range between two byte offsets.
  Range rangeAt(size_t Begin, size_t End, PositionEncoding Encoding) const {
    return {positionAt(Begin, Encoding), positionAt(End, Encoding)};
  }

  /// Returns the text after an edit that replaces `OldRange`, or everything if
  /// there is no range. The ends of a range may be swapped. `Change`, if not
  /// null, is set to the bytes that changed: only those from the first to the
  /// last that differ, however much was replaced.
  [[nodiscard]] Text applyChange(const std::optional<Range> &OldRange,
                                 std::string_view NewText,
                                 PositionEncoding Encoding,
                                 TextChange *Change = nullptr) const;

  /// Returns the text after an edit of bytes, `Begin <= End <= size()`.
  [[nodiscard]] Text replace(size_t Begin, size_t End,
                             std::string_view NewText) const;

  /// True if both have the same bytes; takes no time if one is a copy of the
  /// other.
  bool operator==(const Text &OtherText) const;

private:
  struct Contents;
  explicit Text(std::shared_ptr<const Contents> Storage)
      : Storage(std::move(Storage)) {}

  std::shared_ptr<const Contents> Storage;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_TEXT_H
