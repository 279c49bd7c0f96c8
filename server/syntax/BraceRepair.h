//===- BraceRepair.h - Braces that are missing or too many ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_BRACEREPAIR_H
#define NOISY_SERVER_SYNTAX_BRACEREPAIR_H

#include "server/text/ByteEdit.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace mlir::noisy::lsp {

/// Guesses by indentation which braces of `Text`, an operation with its
/// regions, are missing or too many, if they do not match:
///
/// - Before a line that is indented like the line with an open brace at its
///   end, or less, a } is missing. If that brace is another one than the one
///   that ends the line, it is too many.
/// - Where a line begins with a } that is indented deeper than the line with
///   its {, that brace is missing at the end of the last line that is indented
///   like the }, and before deeper ones; if there is none, the } is too many.
/// - A } within a line is too many if its { ends an earlier line, and the
///   operation goes on after it.
/// - A quote that is not closed is too many where it takes the { of a block, or
///   the colon of a label, at the end of its line.
///
/// The edits are in the order of the text. None if nothing is wrong, or too
/// much; only those of quotes if no line is indented. With the edits, none is
/// closed that is not open; some may still be open at the end.
std::vector<ByteEdit> findBraceEdits(llvm::StringRef Text);

/// The end of the last line of the block that the { at `Brace` begins, if its }
/// is missing there by the same guess.
std::optional<size_t> findMissingEnd(llvm::StringRef Text, size_t Brace);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_BRACEREPAIR_H
