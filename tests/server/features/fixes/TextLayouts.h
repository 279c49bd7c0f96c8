//===- TextLayouts.h - The same program, written in another way -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_FEATURES_FIXES_TEXTLAYOUTS_H
#define NOISY_TESTS_SERVER_FEATURES_FIXES_TEXTLAYOUTS_H

#include <random>
#include <string>
#include <vector>

namespace mlir::noisy::lsp::test {

/// A token or a comment, and the white space before it. What is between < and >
/// behind a word or name is one token with it.
struct Lexeme {
  std::string Gap, Text;

  bool isComment() const { return Text.starts_with("//"); }
};

/// A text in tokens, by a lexer of its own, which shares nothing with the
/// server. The last has no text, only the white space at the end.
std::vector<Lexeme> lex(const std::string &Text);
std::string join(const std::vector<Lexeme> &Tokens);

/// Writes a program that `RandomProgram` or `makeIntegerProgram` has made in
/// another way: as MLIR prints it, custom or generic, with some operations in
/// generic form, other names, groups of results, aliases, locations.
std::string rewrite(const std::string &Text, std::mt19937 &Random);

/// Other white space between the same tokens: joined and split lines, tabs,
/// line ends of all kinds, comments.
std::string layOut(const std::string &Text, std::mt19937 &Random);

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_FEATURES_FIXES_TEXTLAYOUTS_H
