//===- Outline.h - Where the sections of a text are -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_OUTLINE_H
#define NOISY_SERVER_DOCUMENT_OUTLINE_H

#include "server/document/ByteRange.h"
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
  /// What opens a container (`module`, `gpu.module`): its operation up to the
  /// bracket that begins its body, that included.
  Header,
  /// From the bracket that ends the body to the end of the operation. A
  /// container that is never closed has none.
  Footer,
  /// `{-# ... #-}`.
  Metadata,
  /// `// -----`: what is before and behind it is parsed apart.
  Separator,
};

/// What the text of one piece says, as far as its letters tell. Offsets are
/// from the beginning of the piece.
struct PieceInfo {
  /// An alias definition: `Name` with its # or !, `Where` all of it.
  struct AliasDefinition {
    std::string Name;
    ByteRange Where;
    /// `#loc1 = loc(...)`: may be defined behind its use.
    bool IsLocation = false;

    friend bool operator==(const AliasDefinition &,
                           const AliasDefinition &) = default;
  };

  /// Of the bytes of the piece.
  uint64_t Hash = 0;
  /// The operation's name, without quotes; empty where none is found.
  std::string Operation;
  /// The operation is in generic form: its name is in quotes.
  bool Generic = false;
  /// The first `@name` outside of brackets, with the @: most likely the symbol
  /// that the operation defines. Empty range when there is none. It is there
  /// also when the rest of the piece is broken.
  ByteRange Symbol;
  /// What a run of aliases defines, in order.
  std::vector<AliasDefinition> Aliases;
  /// The names that are written like aliases, with # or !; sorted, each once.
  std::vector<std::string> AliasUses;
  /// Something is assigned to a %name outside of all brackets.
  bool DefinesValues = false;
  /// A %name is used outside of all regions, as by `"test.op"(%0) : ...`.
  bool UsesValues = false;
  /// Something is named that `{-# ... #-}` may define: dense_resource<...>.
  bool UsesResources = false;
  /// Its brackets do not match: it ends where its indentation says so, or has
  /// a closing bracket too many.
  bool Unbalanced = false;

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
  ByteRange Where;
  /// The Header of the container that it is in; of a Footer, its own. An index
  /// into the pieces of the outline, or None.
  uint32_t Container = None;
  /// Shared by all outlines in which the piece did not change; never null.
  std::shared_ptr<const PieceInfo> Info;
};

/// Where the sections of a text are, by its brackets and its indentation: a
/// guess that parsing confirms. An immutable value.
///
/// Brackets in strings and comments do not count. Where brackets do not match,
/// indentation decides, so that a bracket too many or too few spoils only the
/// piece it is in: a line that is indented like the other pieces of its
/// container and starts like one (`func.func`, `module`, or what began another
/// piece in that chunk) begins a piece even inside open brackets; and a closing
/// bracket that would end a container but stands elsewhere than its last line
/// should does not end it.
class Outline {
public:
  /// How to read brackets that indentation contradicts.
  enum class Mode {
    /// As above.
    Tolerant,
    /// Brackets alone decide. For text in which they match although its
    /// indentation is unusual.
    Strict
  };

  Outline() = default;

  /// The outline of `Text`, in one pass over all of it.
  static Outline scan(llvm::StringRef Text, Mode How = Mode::Tolerant);

  /// The outline of `Text`, which is the text of `Before` but for the bytes
  /// `Old` of that, which are the bytes [Old.Begin, Old.Begin + NewSize) now.
  /// The same as scan(Text, Before.mode()), but looks only at what is
  /// near the edit, and pieces with the same text share their `Info`.
  static Outline rescan(const Outline &Before, llvm::StringRef Text,
                        ByteRange Old, size_t NewSize);

  Mode mode() const { return How; }
  llvm::ArrayRef<Piece> pieces() const { return Pieces; }
  /// The first piece that ends behind `Offset`; pieces().size() if none does.
  size_t findPiece(size_t Offset) const;

private:
  Mode How = Mode::Tolerant;
  std::vector<Piece> Pieces;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_OUTLINE_H
