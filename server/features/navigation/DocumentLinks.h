//===- DocumentLinks.h - Parts of the text that lead elsewhere --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTLINKS_H
#define NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTLINKS_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A part of a text that leads to a file, or to another part of the text.
struct TextLink {
  ByteRange Range;
  /// The absolute path of a file that exists; empty for the text itself.
  std::string File;
  /// The place in the file, from 1, the column in bytes; 0 if none is named.
  uint32_t Line = 0;
  uint32_t Column = 0;
  /// In the text itself: the name of the alias at its definition.
  ByteRange Definition;

  friend bool operator==(const TextLink &, const TextLink &) = default;
};

/// In longer texts, in bytes, no links are looked for: clients ask for all
/// links of a text after each edit.
inline constexpr size_t MaxLinkedText = 8 << 20;
/// Links after so many are left out.
inline constexpr size_t MaxLinks = 5000;

/// The links of a text, in its order: the files of source locations
/// (`loc("file":3:4)`) and of RUN lines, and uses of aliases. `Folder` is that
/// of the text's file, empty if it has none; names of files are relative to it,
/// those of locations also to the folders around it, since compilers write
/// names as they were given. A file that does not exist is no link.
std::vector<TextLink> findLinks(llvm::StringRef Text, llvm::StringRef Folder);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTLINKS_H
