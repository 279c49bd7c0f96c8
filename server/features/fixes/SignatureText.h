//===- SignatureText.h - Attributes of a function's signature ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_SIGNATURETEXT_H
#define NOISY_SERVER_FEATURES_FIXES_SIGNATURETEXT_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/features/fixes/Fix.h"
#include "server/features/fixes/FixPlace.h"
#include <optional>

namespace mlir::noisy::lsp {

/// An argument or a result of a function.
struct SignatureItem {
  bool IsResult = false;
  unsigned Number = 0;

  friend bool operator==(const SignatureItem &,
                         const SignatureItem &) = default;
};

/// The places of a function's arguments and results in its text: in the custom
/// syntax that functions of MLIR's dialects share, `@f(%a: t {...}) -> (t
/// {...})`, or as attributes of the generic form.
class SignatureText {
public:
  SignatureText(const Chunk &Program, FunctionOpInterface Function);

  /// Returns the item that contains `Offset` or ends there. Nothing in generic
  /// form, where items have no place of their own.
  std::optional<SignatureItem> findItem(size_t Offset) const;
  /// True if `Offset` is before the function's body.
  bool isInHeader(size_t Offset) const;

  /// Returns the edits that add an attribute to an item, `AttributeText` as in
  /// a dictionary; empty if the form of the text is unknown.
  std::vector<ByteEdit> addAttribute(SignatureItem Item,
                                     const std::string &AttributeText) const;

private:
  /// A range of tokens, from the first to the one after the last.
  struct Span {
    size_t Begin = 0, End = 0;
  };
  void readCustom(bool HasBody);
  std::vector<Span> split(size_t Open, size_t Close) const;
  ByteEdit addToDictionary(size_t Open, const std::string &AttributeText) const;
  std::vector<ByteEdit> addToGeneric(SignatureItem Item,
                                     const std::string &AttributeText) const;

  OperationText Parts;
  const MlirTokens &Tokens;
  unsigned NumArguments, NumResults;
  std::vector<Span> Arguments, Results;
  /// The only result has no brackets.
  bool IsBareResult = false;
  /// The opening bracket of the body; the number of tokens if there is none.
  size_t Body;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_SIGNATURETEXT_H
