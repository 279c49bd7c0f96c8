//===- MeantNames.h - Names that were most likely meant ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_MEANTNAMES_H
#define NOISY_SERVER_SYNTAX_MEANTNAMES_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// A name that nothing defines, without the number of a result, and the one
/// that was most likely meant. Both begin with %, ^ or @.
struct MeantName {
  ByteRange Range;
  std::string Name;
};

/// Finds the first value, block or symbol from the byte `Offset` of `Text` on,
/// in its line, and what was most likely meant by it: a value of its function
/// that is defined before, a block of it, or a function. A name with other
/// digits is another one; so is a short one. By letters, within some 100,000
/// bytes around. Any thread.
std::optional<MeantName> findMeantName(llvm::StringRef Text, size_t Offset);

/// Finds the definition of the value at the byte `Offset` of `Text` in a region
/// of its function that ends before: nothing behind sees it there. By letters,
/// as above. Any thread.
std::optional<ByteRange> findHiddenDefinition(llvm::StringRef Text,
                                              size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_MEANTNAMES_H
