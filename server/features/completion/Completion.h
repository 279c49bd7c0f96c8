//===- Completion.h - Completions at a place --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_COMPLETION_H
#define NOISY_SERVER_FEATURES_COMPLETION_COMPLETION_H

#include "mlir/IR/DialectRegistry.h"
#include "server/protocol/LspCompletion.h"
#include "server/snapshot/SectionFacts.h"
#include "server/syntax/Outline.h"
#include "server/text/ByteRange.h"
#include "server/text/Text.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The completions for a typed word.
struct Completions {
  /// The typed word, up to the cursor, which the items replace.
  ByteRange ReplacedRange;
  /// A change of text after the cursor.
  struct FollowingEdit {
    ByteRange Range;
    std::string NewText;

    friend bool operator==(const FollowingEdit &,
                           const FollowingEdit &) = default;
  };
  /// A completion. `NewText` replaces `ReplacedRange`.
  struct Item {
    std::string Label;
    CompletionItemKind Kind = CompletionItemKind::Field;
    std::string Detail;
    std::string SortText;
    std::string NewText;
    /// The full name of the operation, if the item is one.
    std::string Operation = "";
    /// In place of `NewText`; or empty.
    std::string Snippet = "";
    /// What the typed word is compared with, if that is not the label.
    std::string FilterText = "";
    /// The type of a value and its noise, for the row of a list: "24/26", and
    /// "24/26 -> 48/26 !" where the result would pass the limit.
    std::string Type = "";
    std::string Noise = "";
    /// The number of bytes after the cursor that `NewText` replaces, too.
    size_t ReplacedAfter = 0;
    /// Gives the operation the type of the value.
    std::vector<FollowingEdit> Following = {};
    /// As CompletionItem::IsWhole, which see.
    bool IsWhole = false;

    friend bool operator==(const Item &, const Item &) = default;
  };
  /// The items, sorted by sort text and label.
  std::vector<Item> Items;
  /// The list is cut, and typing more may bring other items.
  bool IsIncomplete = false;
  /// Code follows on the line: Enter takes what is typed already, too, as it
  /// would break the line otherwise. Only for clients that know snippets.
  bool IsInLine = false;
};

/// The maximum number of items in a list.
inline constexpr size_t MaxCompletions = 1000;

/// The number of bytes that are searched for types, to either side of a cursor.
inline constexpr size_t MaxTypeBytes = 1u << 16;

/// The detail of the type that the operands tell.
inline constexpr const char *ExpectedTypeDetail = "expected type";

/// Finds the noise of the values at a place, as the last analysis has it, by
/// their names with %; null if it is not known.
using NoiseLookup = std::function<const NoiseInfo *(llvm::StringRef Name)>;

/// A request for completions.
struct CompletionQuery {
  /// The byte of the cursor.
  size_t Offset = 0;
  /// The character that asked for the list, or 0.
  char Trigger = 0;
  /// The client knows snippets: operations are written as a whole. Otherwise
  /// words are completed as LLVM's server does, from the last dot.
  bool HasSnippets = true;
  NoiseLookup Noise = nullptr;
  /// The operations around that do not parse, as far as this is known: their
  /// types do not count as those of the text.
  std::vector<ByteRange> Broken = {};
  /// Polled; may be empty.
  std::function<bool()> IsStopped = nullptr;
};

/// Returns the completions at a place of `Text`, whose pieces are
/// `Pieces` (none: chunks are read as a whole). Text after the cursor does not
/// matter, and lines before it that do not parse are skipped if possible.
///
/// MLIR reads the text up to the cursor in a context of its own, with a large
/// stack; its crashes are survived. This takes about as long as parsing that
/// text. Any thread. The answer is empty once `Query.IsStopped` returns true.
Completions getCompletions(const DialectRegistry &Registry,
                           llvm::StringRef Text, llvm::ArrayRef<Piece> Pieces,
                           const CompletionQuery &Query);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETION_H
