//===- QuietText.h - Strings and comments -----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_QUIETTEXT_H
#define NOISY_SERVER_SYNTAX_QUIETTEXT_H

#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace mlir::noisy::lsp {

/// Where the strings and comments that begin at the byte `Offset` end, so that
/// brackets in them do not count; `Offset` when none begins there. A string
/// ends with its line.
inline size_t skipQuiet(llvm::StringRef Text, size_t Offset) {
  while (Offset < Text.size()) {
    if (Text[Offset] == '"') {
      for (++Offset;
           Offset < Text.size() && Text[Offset] != '"' && Text[Offset] != '\n';
           ++Offset)
        if (Text[Offset] == '\\')
          ++Offset;
      if (Offset < Text.size() && Text[Offset] == '"')
        ++Offset;
      Offset = std::min(Offset, Text.size());
    } else if (Text[Offset] == '/' && Text.substr(Offset).starts_with("//")) {
      Offset = std::min(Text.find('\n', Offset), Text.size());
    } else {
      return Offset;
    }
  }
  return Offset;
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_QUIETTEXT_H
