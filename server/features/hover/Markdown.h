//===- Markdown.h - Texts that are shown as Markdown ------------*- C++ -*-===//
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

/// Text from a document, so that Markdown shows it as it is: in a sentence, as
/// code in a sentence, and as a block of MLIR.
std::string escapeMarkdown(llvm::StringRef Text);
std::string markdownCode(llvm::StringRef Text);
std::string markdownBlock(llvm::StringRef Text);

/// The beginning of a text in Markdown: whole paragraphs with at most so many
/// lines and bytes; of a first paragraph that is longer, whole lines, at least
/// one. A block of code that is cut ends there. Says with a last line "..."
/// that something is missing.
std::string cutMarkdown(llvm::StringRef Text, size_t MaxLines, size_t MaxBytes);

/// Without the fences around blocks of code, for those who show plain text.
std::string dropFences(llvm::StringRef Markdown);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_MARKDOWN_H
