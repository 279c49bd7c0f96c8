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

/// The text of a document at one version: bytes (UTF-8 is expected, nothing
/// depends on it) and where its lines start. It knows neither which document
/// it is of nor JSON.
///
/// A Text is an immutable value: copies are cheap, and any thread may use any
/// copy without locks. It shares its bytes with the text that it was made from
/// by an edit, all but some 32 KB around the edit: so an edit costs some ten
/// microseconds, and hardly more in a text of 50 MB.
///
/// Lines end with \n, \r\n or \r, as LSP has it; the last line may be empty. A
/// byte that is not part of well-formed UTF-8 counts one unit in every
/// encoding.
class Text {
public:
  explicit Text(std::string Bytes = std::string());

  /// All bytes in one piece, which live as long as any copy of this text. Made
  /// when they are first asked for, on that thread; this takes the time of a
  /// copy, which nothing else here does.
  llvm::StringRef bytes() const;
  size_t size() const;

  /// At least 1, also for the empty text.
  size_t lineCount() const;
  /// The byte offsets where line `Line` starts, and where it ends without its
  /// line end. `Line` is below lineCount().
  size_t lineStart(size_t Line) const;
  size_t lineEnd(size_t Line) const;
  /// The line that the byte at `Offset` is on, its line end included. An
  /// offset past the end is on the last line.
  size_t lineAt(size_t Offset) const;

  /// The byte offset of `Where`. Any position has one: past a line's end it is
  /// the line's end, past the last line the end of the text, and inside a
  /// surrogate pair or a multi-byte sequence the start of that.
  size_t offsetAt(Position Where, PositionEncoding Encoding) const;

  /// The position of a byte offset, clamped in the same way; between \r and \n
  /// it is the line's end.
  Position positionAt(size_t Offset, PositionEncoding Encoding) const;

  /// The range between two byte offsets.
  Range rangeAt(size_t Begin, size_t End, PositionEncoding Encoding) const {
    return {positionAt(Begin, Encoding), positionAt(End, Encoding)};
  }

  /// The text after an edit: what `Where` covers is replaced, or all of it
  /// where there is no range. A range whose ends are swapped means the same.
  /// `Change`, if not null, is told which bytes became others: only those from
  /// the first to the last that differ, however much was replaced.
  [[nodiscard]] Text applyChange(const std::optional<Range> &Where,
                                 std::string_view NewText,
                                 PositionEncoding Encoding,
                                 TextChange *Change = nullptr) const;

  /// The same with byte offsets, `Begin <= End <= size()`.
  [[nodiscard]] Text replace(size_t Begin, size_t End,
                             std::string_view NewText) const;

  /// Whether both have the same bytes; at once when one is a copy of the other.
  bool operator==(const Text &Other) const;

private:
  struct Contents;
  explicit Text(std::shared_ptr<const Contents> Shared)
      : Shared(std::move(Shared)) {}

  std::shared_ptr<const Contents> Shared;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_TEXT_H
