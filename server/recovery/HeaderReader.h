//===- HeaderReader.h - Headers of functions, by letters --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_HEADERREADER_H
#define NOISY_SERVER_RECOVERY_HEADERREADER_H

#include "server/syntax/Lexer.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// Reads the header of a `func.func` token by token, whether or not it parses,
/// and finds its parts.
class HeaderReader {
public:
  /// `Tokens` are those of the header without comments.
  HeaderReader(llvm::StringRef Text, llvm::ArrayRef<MlirToken> Tokens)
      : Text(Text), Tokens(Tokens) {}

  /// Returns false if it is no function.
  bool read();

  bool IsMisnamed = false;
  struct Argument {
    MlirToken Name;
    /// The type with the attributes and the location behind it; empty if there
    /// is none.
    ByteRange Type;
  };
  std::optional<ByteRange> Visibility;
  /// Empty if there is none.
  ByteRange Name;
  std::vector<Argument> Arguments;
  /// The offset from which on nothing is about arguments.
  size_t ArgumentsEnd = 0;
  std::vector<ByteRange> Results;
  /// Their types alone: `T, U`.
  std::string ResultTypes;
  ByteRange Attributes;
  /// Names of arguments that lack their %, with it.
  std::vector<std::string> BareNames;

private:
  bool is(size_t I, llvm::StringRef Spelling) const {
    return I < Tokens.size() && Tokens[I].is(Spelling);
  }
  size_t findNext(llvm::StringRef Spelling) const;
  size_t findWholeType(size_t Begin) const;
  size_t findDecoratedType(size_t Begin) const;
  ByteRange rangeOf(size_t Begin, size_t End) const {
    return {Tokens[Begin].Range.Begin, Tokens[End - 1].Range.End};
  }
  void readStart();
  void readArguments();
  void readResults();
  void readAttributes();

  llvm::StringRef Text;
  llvm::ArrayRef<MlirToken> Tokens;
  size_t Next = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_HEADERREADER_H
