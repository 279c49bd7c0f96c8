//===- SnippetText.h - The text of a snippet --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_SNIPPETTEXT_H
#define NOISY_SERVER_TEXT_SNIPPETTEXT_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// What a snippet of LSP writes: its text with the default values, with a tab
/// for each step of indentation, and the fields in it that the user fills in.
struct SnippetText {
  std::string Text;
  /// The bytes of the fields, in the order of the text. An empty one is a place
  /// where text of any size is written. `$0` is none: the snippet is finished
  /// there.
  std::vector<ByteRange> Fields;
};

/// Reads a snippet in the syntax of LSP: `${1:text}`, `${1|one,two|}`, `$1`.
SnippetText readSnippet(llvm::StringRef Snippet);

/// Escapes a text for a snippet.
std::string escapeSnippet(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_SNIPPETTEXT_H
