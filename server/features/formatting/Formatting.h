//===- Formatting.h - The layout of a text ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of MLIR's own printer: two blanks for each region, labels of
// blocks like the operation around them, one blank around `=`, `:` and `->`,
// before `{` and behind commas, none before commas and just inside of ( ), [ ]
// and the < > of types, nowhere two between tokens, no blanks at line ends, and
// no two blank lines. Comments in lines of their own are indented like the code
// that follows. Tokens and the breaks of lines stay, and so does what stands
// before a comment at the end of a line; so do bodies of types and attributes
// of dialects, `#a.b<...>`, whose bytes can matter, and `{-# ... #-}`.
//
// By letters alone (Layout.h), so that it works on unfinished text. Where
// brackets do not match, a piece of the outline that has all of its own is
// formatted relative to its first line, and the others keep their layout.
//
// All functions are pure, take time linear in the text, and return edits in
// order, without those that change nothing; none overlap.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMATTING_FORMATTING_H
#define NOISY_SERVER_FEATURES_FORMATTING_FORMATTING_H

#include "server/text/ByteEdit.h"
#include <vector>

namespace mlir::noisy::lsp {

/// Formats the whole text.
std::vector<ByteEdit> formatText(llvm::StringRef Text);

/// Formats the lines of `Text` that contain bytes of `Range`; the others are
/// taken as right: what stands in one region with them is indented like them.
std::vector<ByteEdit> formatLines(llvm::StringRef Text, ByteRange Range);

/// Formats while somebody types: after a line feed before `Offset` the line
/// that it ends, and the indentation of the one that it begins; after a `}`
/// that its line begins with, this line; an @ right behind another one goes: a
/// name is typed over that of a snippet, which has the @ already. Nothing after
/// other letters. The
/// brackets behind `Offset` need not exist yet.
std::vector<ByteEdit> formatTyped(llvm::StringRef Text, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMATTING_FORMATTING_H
