//===- Markdown.h - Markdown from texts of a document -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_MARKDOWN_H
#define NOISY_SERVER_FEATURES_HOVER_MARKDOWN_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// Escape a text of a document so that Markdown shows it unchanged: within a
/// sentence, as code within a sentence, and as a block of MLIR.
std::string escapeMarkdown(llvm::StringRef Text);
std::string markdownCode(llvm::StringRef Text);
std::string markdownBlock(llvm::StringRef Text);

/// Returns the beginning of a text in Markdown: whole paragraphs with at most
/// `MaxLines` lines and `MaxBytes` bytes; if the first paragraph is longer, its
/// first whole lines, at least one. A block of code that is cut is closed. A
/// last line "..." marks the cut.
std::string cutMarkdown(llvm::StringRef Text, size_t MaxLines, size_t MaxBytes);

/// Escapes each < of a text in Markdown that is not in code: MLIR's types are
/// no tags of HTML.
std::string escapeTags(llvm::StringRef Markdown);

/// Removes the fences around blocks of code, for clients that show plain text.
std::string dropFences(llvm::StringRef Markdown);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_MARKDOWN_H
