//===- MistypedUses.h - Uses that need another type -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_MISTYPEDUSES_H
#define NOISY_SERVER_PARSE_MISTYPEDUSES_H

#include "server/parse/StubbedText.h"
#include "server/parse/UndefinedUse.h"

namespace mlir::noisy::lsp {

/// The value that an error about the type of a use names; empty if it is
/// another error.
llvm::StringRef valueOfOtherType(llvm::StringRef Message);
/// The type that such a use needs, and the one that the value has.
std::pair<llvm::StringRef, llvm::StringRef>
readUseTypes(llvm::StringRef Message);

/// Uses of values that are defined with another type. Each gets a value of its
/// own, of the type that it needs, so that its operation is read although it is
/// wrong.
///
/// MLIR stops at the first such use. From the second one of a definition on,
/// that is hidden in an attempt: then MLIR tells the types of all of its uses,
/// as it does where nothing defines a name.
class MistypedUses {
public:
  /// `Text` is what the attempt is made of.
  MistypedUses(StubbedText &Attempt, llvm::StringRef Text, TextForm Form)
      : Attempt(Attempt), Text(Text), Form(Form) {}

  /// Gives the use of an error its own value. Returns false if the error is
  /// another one, or if no operation can be put before the one of the use.
  bool add(const Problem &Issue);
  /// Gives values to the uses of the hidden definition by an attempt in which
  /// only definitions are missing, and shows it again. Returns false if none is
  /// hidden.
  bool addHidden(llvm::ArrayRef<UndefinedUse> Uses);
  /// Shows the hidden definition again for an error that is due to that:
  /// another region defines the same name. Returns false if the error is
  /// another one.
  bool showHidden(const Problem &Issue);
  /// True if an error is about the hidden definition only.
  bool isOfHidden(const Problem &Issue) const;

private:
  using ResultName = std::pair<llvm::StringRef, size_t>;
  /// A definition with a wrong use.
  struct Definition {
    ByteRange Place;
    ResultName Name;
    std::string Type;
    /// The error about its first use.
    Problem Issue;
    /// False if hiding it told nothing.
    bool MayHide = true;
  };
  bool addUse(ByteRange Name, llvm::StringRef UsedType,
              std::optional<Problem> Issue);
  void removeRightUses();
  bool isOnlyDefinition(ByteRange Definer) const;
  void show(bool MayHide);
  bool isOfHidden(ByteRange Name) const;
  ResultName readName(ByteRange Name) const;
  std::optional<ByteRange> findName(size_t OffsetInBuffer) const;

  StubbedText &Attempt;
  llvm::StringRef Text;
  TextForm Form;
  std::vector<Definition> Definitions;
  /// The one that is hidden.
  std::optional<Definition> Hidden;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_MISTYPEDUSES_H
