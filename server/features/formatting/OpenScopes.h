//===- OpenScopes.h - The open brackets of a text being laid out -*- C++ -*-==//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMATTING_OPENSCOPES_H
#define NOISY_SERVER_FEATURES_FORMATTING_OPENSCOPES_H

#include "server/features/formatting/Spacing.h"
#include <optional>
#include <vector>

namespace mlir::noisy::lsp {

/// The indentation of a line, as it is and as it will be.
struct LineColumns {
  unsigned Old = 0;
  unsigned New = 0;
};

/// The brackets that are open at a token, with the operation that each region
/// is in. Decides the indentation of lines. Tokens are added in order, without
/// comments; a token that begins a line is announced first.
///
/// A bracket that is never closed does no harm beyond the braces around it.
class OpenScopes {
public:
  explicit OpenScopes(llvm::StringRef Text = {});

  /// True in the body of a type or an attribute of a dialect, and in
  /// `{-# ... #-}`: nothing may change there.
  bool isFrozen() const { return Stack.back().IsFrozen; }
  /// Forgets each open `<` if `Token`, the first one of a line, certainly
  /// begins something: it was no bracket, or is not closed yet.
  void dropAngles(const MlirToken &Token);
  /// True if `Token` closes an open bracket.
  bool closesScope(const MlirToken &Token) const;

  /// True if `Token` begins the label of a block: `^bb0:`, `^bb0(...):`.
  bool beginsLabel(const MlirToken &Token) const;

  /// The indentation of a line that begins with `Token` in column `Column`. If
  /// it is not edited, that stays, and the operations that follow in its region
  /// are indented like it.
  LineColumns beginLine(const MlirToken &Token, unsigned Column, bool IsEdited);
  /// The column of the last line that was begun, as it was.
  unsigned lastColumn() const { return Line.Old; }
  /// Adds `Token`; its role depends on what is open.
  SpacingRole add(const MlirToken &Token);

  /// The indentation of a line that is still empty; nothing if what it has is
  /// as good.
  std::optional<unsigned> nextIndentation() const;
  /// The indentation of operations, if the last bracket that is open opens a
  /// region, or none is open.
  std::optional<unsigned> innerColumn() const;
  /// The line with the last operation of the innermost region; that of the
  /// bracket if there is none.
  LineColumns lastLine() const;

private:
  /// How far an operation was read.
  enum class Progress : uint8_t {
    /// None has begun in the region, or the last one has certainly ended.
    None,
    /// `%a, %b:2`
    Names,
    /// `%a, %b:2 =`
    Assignment,
    Label,
    Body
  };
  struct Scope {
    /// One of ( [ { <; 0 for the whole text.
    char Bracket = 0;
    bool IsRegion = false;
    bool IsFrozen = false;
    /// True for a < right behind a word.
    bool IsBehindWord = false;
    ArgumentsKind Arguments = ArgumentsKind::None;
    /// True if the line ends after the bracket.
    bool EndsLine = false;
    /// The line of the bracket.
    LineColumns Line;
    /// The innermost region, an index into the stack; the scope itself if it is
    /// one.
    size_t Region = 0;
    // Of a region:
    /// The indentations of its end and labels, and of its operations.
    unsigned OuterColumn = 0, InnerColumn = 0;
    Progress OperationProgress = Progress::None;
    /// True if that is a function, such as `func.func`.
    bool IsFunction = false;
    /// The first line of the last operation.
    std::optional<LineColumns> Operation;
  };

  Scope &region() { return Stack[Stack.back().Region]; }
  const Scope &region() const { return Stack[Stack.back().Region]; }
  std::optional<size_t> findClosed(const MlirToken &Token) const;
  bool beginsOperation(const MlirToken &Token, unsigned Column) const;
  unsigned continuationColumn(const MlirToken &Token, unsigned Column) const;
  void open(const MlirToken &Token);
  ArgumentsKind findArguments(const MlirToken &Opening) const;
  void progress(const MlirToken &Token);

  llvm::StringRef Text;
  std::vector<Scope> Stack;
  /// The line that is being read.
  LineColumns Line;
  /// The token before.
  MlirToken Last;
  /// True if it is a `>` that closes a bracket.
  bool LastClosesAngle = false;
  bool BeginsLine = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMATTING_OPENSCOPES_H
