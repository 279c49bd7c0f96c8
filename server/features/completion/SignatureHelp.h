//===- SignatureHelp.h - The format of the typed operation ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_SIGNATUREHELP_H
#define NOISY_SERVER_FEATURES_COMPLETION_SIGNATUREHELP_H

#include "server/syntax/Outline.h"
#include "server/text/ByteRange.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The assembly format of an operation that is being typed; of a call, what it
/// calls.
struct OperationSignature {
  /// The format, in ASCII; or `@f(%a: i32) -> i32`.
  std::string Label;
  /// The ranges of its parts in the label.
  std::vector<ByteRange> Parameters;
  /// The one that is typed, or comes next.
  size_t ActiveParameter = 0;
};

/// Returns the format of the operation at the byte `Offset` of `Text`, or where
/// a call has its values the function, if that is known; nothing if all of the
/// operation is there, or its text does not follow the format. By letters:
/// nothing is parsed. What ends a region with values, as `return`
/// does, has one only if it `IsAskedFor`: the list of values tells more, and
/// editors show the format above the line, over others. Any thread.
std::optional<OperationSignature> getSignature(llvm::StringRef Text,
                                               llvm::ArrayRef<Piece> Pieces,
                                               size_t Offset, bool IsAskedFor);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_SIGNATUREHELP_H
