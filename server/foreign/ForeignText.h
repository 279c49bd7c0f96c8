//===- ForeignText.h - What stands at a place of a text ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_FOREIGNTEXT_H
#define NOISY_SERVER_FOREIGN_FOREIGNTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <cstring>

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
  /// The last byte before it that is no blank, where MLIR tells what is
  /// missing.
  llvm::SMLoc lastBefore() const;
  /// The word here, with dots; and what stands right behind it.
  llvm::StringRef word() const;
  char behindWord() const { return word().end()[0]; }

  /// The text in the brackets here, with them.
  llvm::StringRef brackets() const {
    return llvm::StringRef(Place, skipBrackets(Place) - Place);
  }

  /// True before `%a =` and `%a:2, %b =`.
  bool isDefinition() const { return skipResults(); }
  /// True before a word with a dot, such as the name of an operation.
  bool isOperationName() const;
  /// True before the results of an operation and its name.
  bool isNextOperation() const;
  /// True before `a =`, where a is a word; and before `#a =` and `!a =`.
  bool isAssignment() const;
  bool isAliasDefinition() const;
  /// True before `cond {`, but not before a module.
  bool isNamedRegion() const;
  /// True before `(a: i32` and `(%a: i32`: no list of types.
  bool isNamedList() const;
  /// True before `"a.b"(`.
  bool isGenericName() const;
  /// True before `%i =` and `%i : index =`, where a loop defines %i.
  bool isLoopArgument() const;
  /// True before `a : i32` and `%a : i32`.
  bool isTypedName() const;
  /// True before `^bb1(%a : i32, %b : i32)`, in which a type is followed by
  /// another value.
  bool passesTypedValues() const;
  /// True before `word(` where the word has no dot.
  bool isGroupName() const;
  /// The brace of the region whose header this place is in; null if there is
  /// none.
  const char *findBody() const;
  /// True if such a region has no label, which would name its arguments.
  bool isInHeader() const;
  /// True if the value here is defined before in `Text`, which this place is
  /// in, in a region around it; or if that is not known.
  bool isDefinedBefore(llvm::StringRef Text) const;
  /// True before a bracket with the arguments of a function. Those of one
  /// without a body look like values, unless `IsDefinition`.
  bool isArgumentList(bool IsDefinition) const;
  /// True before a brace that begins a region rather than a dictionary. An
  /// empty one is a region where something follows that no operation begins
  /// with.
  bool isRegion() const;
  /// True before a bracket with nothing in it.
  bool isEmpty() const { return std::strchr(")]}", *skipBlanks(Place + 1)); }
  /// True before a brace and a label.
  bool isLabeledRegion() const { return *skipBlanks(Place + 1) == '^'; }
  /// True before a brace that begins a dictionary of attributes, as MLIR reads
  /// it: a word that is no value makes it something else.
  bool isDictionary() const;
  /// True before values in braces, as the sizes behind a type have them.
  bool isValueGroup() const;
  /// True before a type; and before an attribute of MLIR that begins with a
  /// word.
  bool isType() const;
  bool isAttribute() const;
  /// True before a number with a point.
  bool isFloat() const;

private:
  static const char *lastBefore(const char *At);
  const char *skipResults() const;
  const char *skipName(const char *At) const;
  const char *skipType(const char *At) const;
  const char *skipBlanks(const char *At) const;
  const char *skipString(const char *At) const;
  const char *skipBrackets(const char *At) const;
  bool isAttributeValue() const;

  const char *Place;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_FOREIGNTEXT_H
