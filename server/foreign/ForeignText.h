//===- ForeignText.h - What stands at a place of a text ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_FOREIGNTEXT_H
#define NOISY_SERVER_FOREIGN_FOREIGNTEXT_H

#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// A place in a text that ends with a null byte, and begins with a line break
/// or a token that is no blank. Looks at letters only; for the decisions that
/// MLIR's parser offers no way to make. That parser gives a pointer and no
/// text, which a `Lexer` would need.
class ForeignText {
public:
  explicit ForeignText(const char *Place) : Place(Place) {}

  char first() const { return *Place; }
  bool startsWith(llvm::StringRef Text) const;
  /// True if nothing but blanks is before it in its line.
  bool startsLine() const;
  /// The word here, with dots; and what stands right behind it.
  llvm::StringRef word() const;
  char behindWord() const { return word().end()[0]; }

  /// True before `%a =` and `%a:2, %b =`.
  bool isDefinition() const;
  /// True before `a =`, where a is a word.
  bool isAssignment() const;
  /// True before `(a: i32` and `(%a: i32`: no list of types.
  bool isNamedList() const;
  /// True before `"a.b"(`.
  bool isGenericName() const;
  /// True before a bracket with the arguments of a function with a body.
  bool isArgumentList() const;
  /// True before a brace that begins a region rather than a dictionary. An
  /// empty one is a region where something follows that no operation begins
  /// with.
  bool isRegion() const;
  /// True before a type; and before an attribute of MLIR that begins with a
  /// word.
  bool isType() const;
  bool isAttribute() const;
  /// True before a number with a point.
  bool isFloat() const;

private:
  const char *skipBlanks(const char *At) const;
  const char *skipString(const char *At) const;
  const char *skipBrackets(const char *At) const;

  const char *Place;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_FOREIGNTEXT_H
