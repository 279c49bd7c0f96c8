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
  /// ( and [, and a < right behind a word: no blank after it.
  Opening,
  /// What closes such a bracket: no blank before it.
  Closing,
  /// Another < or >: it may be no bracket, and blanks stay.
  Less,
  Greater,
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
  /// Behind the name of an argument of a function or a block: a blank after it,
  /// and none before it.
  ArgumentColon,
  /// The same.
  Comma,
};

/// Arguments in brackets whose types are behind a colon.
enum class ArgumentsKind : uint8_t {
  None,
  /// Those of a function, and of a block's label: `(%a: i32)`.
  Defined,
  /// What a branch passes, and what a word is followed by: `^bb1(%a : i32)`,
  /// `ins(%a : i32)`.
  Passed
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
  /// Directly in the brackets of arguments.
  ArgumentsKind Arguments = ArgumentsKind::None;
  /// True for a `>` that closes a `<` right behind a word.
  bool ClosesWord = false;
};

/// True for a `<` right behind a word or the name of a type or an attribute,
/// `Last`, which is a bracket.
bool isBehindWord(const MlirToken &Less, const MlirToken &Last);

SpacingRole findSpacingRole(llvm::StringRef Text, const MlirToken &Token,
                            const SpacingContext &Context);

/// The blanks between two tokens of a line.
enum class Spacing : uint8_t { None, One, AsBefore };

/// The blanks that there have to be between two tokens, between which there are
/// `Blanks` now. `LeftRole` and `RightRole` are the roles of the tokens.
Spacing findSpacing(const MlirToken &Left, SpacingRole LeftRole,
                    const MlirToken &Right, SpacingRole RightRole,
                    size_t Blanks);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMATTING_SPACING_H
