//===- Completion.h - What can be typed at a place --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_COMPLETION_H
#define NOISY_SERVER_FEATURES_COMPLETION_COMPLETION_H

#include "mlir/IR/DialectRegistry.h"
#include "server/protocol/LspCompletion.h"
#include "server/syntax/Outline.h"
#include "server/text/ByteRange.h"
#include "server/text/Text.h"
#include <functional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// What can stand where a word is typed.
struct Completions {
  /// The typed word, which the items replace: up to the cursor.
  ByteRange Replaced;
  /// Labels, details and kinds are those of LLVM's server. `NewText` is what to
  /// put in place of `Replaced`.
  struct Item {
    std::string Label;
    CompletionItemKind Kind = CompletionItemKind::Field;
    std::string Detail;
    std::string SortText;
    std::string NewText;
    /// The full name of the operation that it is, if it is one.
    std::string Operation = "";

    friend bool operator==(const Item &, const Item &) = default;
  };
  /// By sort text and label.
  std::vector<Item> Items;
  /// There are more than are listed, and other ones may come as more is typed.
  bool IsIncomplete = false;
};

/// As many items as are listed at most.
inline constexpr size_t MaxCompletions = 1000;

/// What can be typed at the byte `Offset` of `Text`, whose pieces are `Pieces`
/// (none: chunks are read as a whole). What is behind the cursor does not
/// matter, and lines before it that do not parse are overlooked where that is
/// possible.
///
/// It has MLIR read the text up to the cursor in a context of its own, with a
/// large stack, and survives its crashes; that takes about as
/// long as parsing that much. Any thread. `Stopped` (may be empty) is asked now
/// and then; the answer is empty once it says so.
Completions getCompletions(const DialectRegistry &Registry,
                           llvm::StringRef Text, llvm::ArrayRef<Piece> Pieces,
                           size_t Offset,
                           const std::function<bool()> &Stopped = nullptr);

/// The same in positions of `Source`, the text that it was made from.
CompletionList toCompletionList(const Completions &Found, const Text &Source,
                                PositionEncoding Encoding);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETION_H
