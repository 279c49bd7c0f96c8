//===- Layout.h - The blanks of a text, token by token ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMATTING_LAYOUT_H
#define NOISY_SERVER_FEATURES_FORMATTING_LAYOUT_H

#include "server/features/formatting/Spacing.h"
#include "server/text/ByteEdit.h"
#include <optional>
#include <vector>

namespace mlir::noisy::lsp {

/// A part of a text with brackets of its own, up to the next part.
struct LayoutPart {
  enum class Kind : uint8_t {
    /// Operations at top level.
    TopLevel,
    /// An operation that stays in its column; its other lines follow it.
    InPlace,
    /// Brackets do not tell what belongs to what: only blanks at line ends and
    /// blank lines go.
    Unclear
  };
  size_t Begin = 0;
  Kind PartKind = Kind::TopLevel;
};

struct LayoutOptions {
  /// Only lines that begin and end in this range change. It begins and ends
  /// with lines.
  ByteRange Lines;
  /// Keeps blank lines.
  bool KeepsBlankLines = false;
  /// The line where the user types: any offset in it. If it has no tokens, it
  /// gets the indentation of what will be typed there. Of the line before, only
  /// a label moves: its indentation was chosen.
  std::optional<size_t> TypedLine;
};

/// The edits of blanks that give a text its layout (Formatting.h). `Parts` are
/// in order; the first begins at 0.
///
/// A line begins an operation, the label of a block, or a part of a region's
/// end; any other line goes on with the operation before. Such lines move with
/// the first line of their operation, so that what was aligned stays so; only
/// where they are not indented deeper than that, they get an indentation of
/// their own. Comments in their own lines move with the code that follows.
std::vector<ByteEdit> layOut(llvm::StringRef Text,
                             const std::vector<LayoutPart> &Parts,
                             const LayoutOptions &Options);

/// Adds the edit that replaces `Range` by `NewText`, without what stays at its
/// ends, so that cursors and marks stay there; none if nothing changes.
void addMinimalEdit(llvm::StringRef Text, ByteRange Range,
                    llvm::StringRef NewText, std::vector<ByteEdit> &Edits);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMATTING_LAYOUT_H
