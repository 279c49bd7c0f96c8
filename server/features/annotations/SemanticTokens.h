//===- SemanticTokens.h - Semantic tokens of a text -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_SEMANTICTOKENS_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_SEMANTICTOKENS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// The type of a word, in the order of semanticTokenTypes.
enum class WordType : uint8_t {
  Operation,
  Value,
  Argument,
  Function,
  /// A symbol that is a symbol table, such as a module.
  Scope,
  /// Any other symbol.
  Symbol,
  Block,
  Type,
  /// An attribute with a #, or its alias.
  Attribute,
  Number,
  String,
  Comment
};

/// The names of these types that editors know.
inline constexpr const char *semanticTokenTypes[] = {
    "keyword", "variable", "parameter", "function", "namespace", "class",
    "label",   "type",     "macro",     "number",   "string",    "comment"};

/// A modifier of a word; each is a bit, in the order of semanticTokenModifiers.
enum WordModifier : uint8_t {
  Definition = 1,
  /// Few bits are left.
  NoiseNearLimit = 2,
  NoiseOverLimit = 4,
  /// The noise is unknown, rests on unknown noise, or dates from before an
  /// edit.
  NoiseUnknown = 8
};
inline constexpr const char *semanticTokenModifiers[] = {
    "definition", "noiseNearLimit", "noiseOverLimit", "noiseUnknown"};

/// A word of a text, on one line.
struct SemanticToken {
  ByteRange Range;
  WordType Type = WordType::Operation;
  /// A sum of WordModifier.
  uint8_t Modifiers = 0;

  friend bool operator==(const SemanticToken &,
                         const SemanticToken &) = default;
};

/// Returns the words that touch `Visible`, in the order of the text, without
/// overlaps. Names in text that parses have the type of their target; the type
/// of all other words follows from their letters. The time depends on the
/// visible range.
std::vector<SemanticToken> findSemanticTokens(const Snapshot &State,
                                              ByteRange Visible,
                                              uint32_t NearLimit);

/// The lines of a text, as much of them as tells whose words have changed. A
/// line ends with a line feed here, because no word contains one; carriage
/// returns are inside of lines.
struct TokenLines {
  /// For each line a digest of its letters, and of the types and modifiers of
  /// its names: lines with the same digest have the same words in the same
  /// columns.
  std::vector<uint64_t> Digests;
  /// The bytes at which the lines begin.
  std::vector<size_t> Begins;
};

/// Returns the lines of a text. Takes about a tenth of the time in which
/// findSemanticTokens finds all their words.
TokenLines digestTokenLines(const Snapshot &State, uint32_t NearLimit);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_SEMANTICTOKENS_H
