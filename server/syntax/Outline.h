//===- Outline.h - The sections of a text -----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_OUTLINE_H
#define NOISY_SERVER_SYNTAX_OUTLINE_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

namespace outline {
struct PieceMarks;
}

enum class PieceKind : uint8_t {
  /// An operation at top level or directly inside a container.
  Operation,
  /// A run of alias definitions at top level without anything between.
  Aliases,
  /// The opening of a container (`module`, `gpu.module`, custom or generic):
  /// its operation up to and including the bracket that begins its body. An
  /// unbalanced header may end without it: a line with a section that is
  /// indented deeper then shows the body.
  Header,
  /// The text from the bracket that ends the body to the end of the operation.
  /// A container that is never closed has none.
  Footer,
  /// `{-# ... #-}`.
  Metadata,
  /// `// -----` (lex::isSplitMarker): the text before and after it is parsed
  /// separately.
  Separator,
};

/// The content of one piece, without parsing. Offsets are from the beginning of
/// the piece.
struct PieceInfo {
  /// An alias definition: `Name` with its # or !, `Range` the whole definition.
  struct AliasDefinition {
    std::string Name;
    ByteRange Range;

    friend bool operator==(const AliasDefinition &,
                           const AliasDefinition &) = default;
  };

  /// The hash of the bytes of the piece.
  uint64_t Hash = 0;
  /// The operation's name, without quotes; empty if none is found.
  std::string Operation;
  /// The first `@name` outside of brackets, with the @: most likely the symbol
  /// that the operation defines. Empty if there is none. Known also if the rest
  /// of the piece is broken.
  ByteRange Symbol;
  /// The aliases that a run defines, in order.
  std::vector<AliasDefinition> Aliases;
  /// The names that are written like aliases, with # or !; sorted, unique.
  std::vector<std::string> AliasUses;
  /// True if the operation is in generic form: its name is in quotes.
  bool Generic = false;
  /// True if a %name is assigned to outside of all brackets.
  bool DefinesValues = false;
  /// True if a %name is used outside of all regions, as by `"test.op"(%0) :
  /// ...`; the arguments of functions do not count.
  bool UsesValues = false;
  /// True if a name that `{-# ... #-}` may define is used: dense_resource<...>.
  bool UsesResources = false;
  /// True if it contains `{-# ... #-}`.
  bool DefinesResources = false;
  /// True if its brackets do not match: it ends by its indentation, or has a
  /// closing bracket too many.
  bool IsUnbalanced = false;
  /// True if it is a list of operations, joined from their pieces.
  bool IsList = false;

  friend bool operator==(const PieceInfo &, const PieceInfo &) = default;
};

/// A part of a text. Between pieces there is only white space and comments.
struct Piece {
  static constexpr uint32_t None = ~uint32_t(0);

  PieceKind Kind = PieceKind::Operation;
  /// True if its end, or the beginning of a later piece, may depend on the
  /// operation names of earlier pieces of the chunk: a line in its open
  /// brackets has its indentation and begins with a name that does not begin a
  /// section by itself.
  bool AsksForNames = false;
  /// The count of blanks and tabs at the beginning of its line; for a piece
  /// with unexpected indentation, that of the piece before.
  uint32_t Indentation = 0;
  /// The range in bytes of the whole text.
  ByteRange Range;
  /// The Header of its container; of a Footer, its own Header. An index into
  /// the pieces of the outline, or None.
  uint32_t Container = None;
  /// Shared by all outlines with the same piece; never null.
  std::shared_ptr<const PieceInfo> Info;
  /// For `Outline::rescan`; null for a small piece. Which lines have marks
  /// depends on the edits before.
  std::shared_ptr<const outline::PieceMarks> Marks;
};

/// The sections of a text, by its brackets and its indentation: a guess that
/// parsing confirms. An immutable value.
///
/// Outside of all brackets a line begins a piece if it starts like an operation
/// or an alias (`func.func`, `module`, "test.op", %0, `#a =`); other lines
/// (`attributes {`, `loc(...)`, `-> i32`) continue the line before, and so does
/// any line after an open <, or after a `=`, `,`, `:` or `->`. On the same line
/// a piece begins only after the end of another.
///
/// Brackets in strings and comments are ignored, and < and > matter only
/// outside of all others. If brackets do not match, indentation decides, so
/// that a bracket too many or too few affects only the piece that contains it:
/// - A line that is indented like its piece, or less, and starts with what
///   defines symbols (`func.func`, `module`, `memref.global`), begins a piece
///   even in open brackets. So does one that is indented like it and starts
///   with the name of an operation that began a piece of the chunk before, or
///   is an alias or metadata at top level. The same holds in an open <.
/// - After a `=`, `,`, `:` or `->` what starts like any operation begins a
///   piece, but for that of `%0 =`.
/// - Outside of brackets, lines that are indented deeper belong to the piece,
///   whatever they start with, unless it is over: its last line is a closing
///   bracket, indented like its first. Then they are a piece together.
/// - A closing bracket ends a container only as the first token of a line that
///   is indented like the header's, with nothing else after it and nothing
///   deeper on the next line; or on the header's last line. There it does so
///   even when the last piece has open brackets.
/// - A bracket too many belongs to the piece; to none when that was over, or is
///   indented deeper.
/// - What is not a word of the piece before, such as `fun` while somebody is
///   typing it, is a piece.
///
/// The time is linear in the text, for any text, and nothing recurses.
class Outline {
public:
  /// The treatment of brackets that contradict the indentation.
  enum class Mode {
    /// As described above.
    Tolerant,
    /// Only brackets and the beginnings of lines decide. For text with matching
    /// brackets and unusual indentation.
    Strict
  };

  Outline() = default;

  /// The outline of `Text`, in one pass over the whole text.
  static Outline scan(llvm::StringRef Text, Mode ScanMode = Mode::Tolerant);

  /// The outline of `Text`, which is the text of `OldOutline` with the bytes
  /// `Old` replaced by the bytes [Old.Begin, Old.Begin + NewSize). Equals
  /// scan(Text, OldOutline.mode()), but reads only the surroundings of the
  /// edit, and pieces with the same text share their `Info`.
  static Outline rescan(const Outline &OldOutline, llvm::StringRef Text,
                        ByteRange Old, size_t NewSize);

  Mode mode() const { return ScanMode; }
  llvm::ArrayRef<Piece> pieces() const { return Pieces; }
  /// The first piece that ends after `Offset`; pieces().size() if there is
  /// none.
  size_t findPiece(size_t Offset) const;

private:
  Mode ScanMode = Mode::Tolerant;
  std::vector<Piece> Pieces;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_OUTLINE_H
