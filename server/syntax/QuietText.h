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

/// Where the strings and comments that begin at the byte `At` end, so that
/// brackets in them do not count; `At` when none begins there. A string ends
/// with its line.
inline size_t skipQuiet(llvm::StringRef Text, size_t At) {
  while (At < Text.size()) {
    if (Text[At] == '"') {
      for (++At; At < Text.size() && Text[At] != '"' && Text[At] != '\n'; ++At)
        if (Text[At] == '\\')
          ++At;
      if (At < Text.size() && Text[At] == '"')
        ++At;
      At = std::min(At, Text.size());
    } else if (Text[At] == '/' && Text.substr(At).starts_with("//")) {
      At = std::min(Text.find('\n', At), Text.size());
    } else {
      return At;
    }
  }
  return At;
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_QUIETTEXT_H
