//===- Spacing.h - The blanks between two tokens ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMATTING_SPACING_H
#define NOISY_SERVER_FEATURES_FORMATTING_SPACING_H

#include "server/syntax/Lexer.h"

namespace mlir::noisy::lsp {

/// What a token is to the blanks around it.
enum class SpacingRole : uint8_t {
  Other,
  Opening,
  Closing,
  /// `{`: a blank before it, unless it follows another opening bracket.
  OpeningBrace,
  /// `}`: a blank before a word that follows.
  ClosingBrace,
  /// `->` and a single `=`: a blank on both sides.
  Arrow,
  Equals,
  /// Before the types of an operation, and between a number or a string and its
  /// type: a blank on both sides.
  Colon,
  /// In brackets otherwise, as in `(%a: i32)`, and after a word, as in
  /// `sizes: [4]`: a blank after it, and one or none before it, as it stands.
  InnerColon,
  /// Outside of `<`: a blank after it at least.
  Comma,
};

/// What the role of a sign depends on beside the text.
struct SpacingContext {
  /// The innermost open bracket; 0 directly in a region or at top level.
  char Bracket = 0;
  /// True in `%a, %b:2 =`, and in the label of a block outside of its brackets.
  bool IsInNames = false;
  /// The token before, and whether it is a `>` that closes a bracket.
  MlirToken Last;
  bool FollowsAngle = false;
};

SpacingRole findSpacingRole(llvm::StringRef Text, const MlirToken &Token,
                            const SpacingContext &Context);

/// True if there has to be one blank between two tokens of a line, between
/// which there are `Blanks` now; false if they may stay. `IsWord`: the right
/// one is a word.
bool needsOneBlank(SpacingRole Left, SpacingRole Right, size_t Blanks,
                   bool IsWord);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMATTING_SPACING_H
