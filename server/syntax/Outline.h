//===- Outline.h - Where the sections of a text are -------------*- C++ -*-===//
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

enum class PieceKind : uint8_t {
  /// One operation at top level or directly inside a container.
  Operation,
  /// A run of alias definitions at top level with nothing else between.
  Aliases,
  /// What opens a container (`module`, `gpu.module`, custom or generic): its
  /// operation up to the bracket that begins its body, that included. An
  /// unbalanced one may end without it: then a line with a section, indented
  /// deeper, is what shows the body.
  Header,
  /// From the bracket that ends the body to the end of the operation. A
  /// container that is never closed has none.
  Footer,
  /// `{-# ... #-}`.
  Metadata,
  /// `// -----` (lex::isSplitMarker): what is before and behind it is
  /// parsed apart.
  Separator,
};

/// What the text of one piece says, as far as its letters tell. Offsets are
/// from the beginning of the piece.
struct PieceInfo {
  /// An alias definition: `Name` with its # or !, `Range` all of it.
  struct AliasDefinition {
    std::string Name;
    ByteRange Range;

    friend bool operator==(const AliasDefinition &,
                           const AliasDefinition &) = default;
  };

  /// Of the bytes of the piece.
  uint64_t Hash = 0;
  /// The operation's name, without quotes; empty where none is found.
  std::string Operation;
  /// The first `@name` outside of brackets, with the @: most likely the symbol
  /// that the operation defines. Empty range when there is none. It is there
  /// also when the rest of the piece is broken.
  ByteRange Symbol;
  /// What a run of aliases defines, in order.
  std::vector<AliasDefinition> Aliases;
  /// The names that are written like aliases, with # or !; sorted, each once.
  std::vector<std::string> AliasUses;
  /// The operation is in generic form: its name is in quotes.
  bool Generic = false;
  /// Something is assigned to a %name outside of all brackets.
  bool DefinesValues = false;
  /// A %name is used outside of all regions, as by `"test.op"(%0) : ...`; the
  /// arguments of functions do not count.
  bool UsesValues = false;
  /// Something is named that `{-# ... #-}` may define: dense_resource<...>.
  bool UsesResources = false;
  /// `{-# ... #-}` is in it.
  bool DefinesResources = false;
  /// Its brackets do not match: it ends where its indentation says so, or has
  /// a closing bracket too many.
  bool IsUnbalanced = false;

  friend bool operator==(const PieceInfo &, const PieceInfo &) = default;
};

/// A part of a text. Between pieces there are only white space and comments.
struct Piece {
  static constexpr uint32_t None = ~uint32_t(0);

  PieceKind Kind = PieceKind::Operation;
  /// Where it ends, or a later piece begins, may depend on the names of the
  /// operations that the chunk began with before: a line in its open brackets
  /// is indented like it and begins with a name that is none of those that
  /// begin a section wherever they stand.
  bool AsksForNames = false;
  /// How many blanks and tabs begin its line; but of a piece that is not
  /// indented as it should be, those of the piece before.
  uint32_t Indentation = 0;
  /// In the bytes of the whole text.
  ByteRange Range;
  /// The Header of the container that it is in; of a Footer, its own. An index
  /// into the pieces of the outline, or None.
  uint32_t Container = None;
  /// Shared by all outlines in which the piece did not change; never null.
  std::shared_ptr<const PieceInfo> Info;
};

/// Where the sections of a text are, by its brackets and its indentation: a
/// guess that parsing confirms. An immutable value.
///
/// Outside of all brackets a line begins a piece when it starts like an
/// operation or an alias (`func.func`, `module`, "test.op", %0, `#a =`); other
/// lines (`attributes {`, `loc(...)`, `-> i32`) go on with the one before, and
/// so do all behind a < that is not closed, or a `=`, `,`, `:` or `->`. On the
/// same line a piece begins only behind the end of another.
///
/// Brackets in strings and comments do not count, and < and > only outside of
/// all others. Where brackets do not match,
/// indentation decides, so that a bracket too many or too few spoils only the
/// piece it is in:
/// - A line that is indented like its piece, or less, and starts with what
///   defines symbols (`func.func`, `module`, `memref.global`), begins a piece
///   even in open brackets. So does one that is indented like it and starts
///   with the name of an operation that began a piece of the chunk before, or
///   is an alias or metadata at top level. The same holds in an open <.
/// - Behind a `=`, `,`, `:` or `->` what starts like any operation begins a
///   piece, but for that of `%0 =`.
/// - Outside of brackets, lines that are indented deeper belong to the piece,
///   whatever they start with, unless it is over: its last line is a closing
///   bracket, indented like its first. Then they are a piece together.
/// - A closing bracket ends a container only as the first token of a line that
///   is indented like the header's, with nothing else behind it and nothing
///   deeper on the next line; or on the header's last line. There it does so
///   even when the last piece has open brackets.
/// - A bracket too many belongs to the piece; to none when that was over, or is
///   indented deeper.
/// - What is not a word of the piece before, such as `fun` while somebody is
///   typing it, is a piece.
///
/// The time is linear in the text, whatever that is, and nothing recurses.
class Outline {
public:
  /// How to read brackets that indentation contradicts.
  enum class Mode {
    /// As above.
    Tolerant,
    /// Brackets alone decide, and what lines start with. For text in which
    /// brackets match although its indentation is unusual.
    Strict
  };

  Outline() = default;

  /// The outline of `Text`, in one pass over all of it.
  static Outline scan(llvm::StringRef Text, Mode ScanMode = Mode::Tolerant);

  /// The outline of `Text`, which is the text of `OldOutline` but for the bytes
  /// `Old` of that, which are the bytes [Old.Begin, Old.Begin + NewSize) now.
  /// The same as scan(Text, Before.mode()), but looks only at what is
  /// near the edit, and pieces with the same text share their `Info`.
  static Outline rescan(const Outline &OldOutline, llvm::StringRef Text,
                        ByteRange Old, size_t NewSize);

  Mode mode() const { return ScanMode; }
  llvm::ArrayRef<Piece> pieces() const { return Pieces; }
  /// The first piece that ends behind `Offset`; pieces().size() if none does.
  size_t findPiece(size_t Offset) const;

private:
  Mode ScanMode = Mode::Tolerant;
  std::vector<Piece> Pieces;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_OUTLINE_H
