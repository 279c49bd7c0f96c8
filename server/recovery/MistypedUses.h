//===- MistypedUses.h - Uses that need another type -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_MISTYPEDUSES_H
#define NOISY_SERVER_RECOVERY_MISTYPEDUSES_H

#include "server/parse/UndefinedUse.h"
#include "server/recovery/StubbedText.h"

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
/// MLIR stops at the first such use. From the second one of a definition on, or
/// the first one where several are wrong, all of its uses have names of their
/// own in an attempt, which nothing defines: then MLIR tells all of their
/// types.
class MistypedUses {
public:
  /// `Text` is what the attempt is made of.
  MistypedUses(StubbedText &Attempt, llvm::StringRef Text, TextForm Form)
      : Attempt(Attempt), Text(Text), Form(Form) {}

  /// Gives the use of an error its own value. Returns false if the error is
  /// another one, or if no operation can be put before the one of the use.
  bool add(const Problem &Issue);
  /// The same for an error of a definition that MLIR took an earlier use of
  /// another type for one of: the use is wrong, because it does not see that.
  bool addEarly(const Problem &Issue);
  /// True if an error is about a use that has a name of its own now.
  bool isOfRenamed(const Problem &Issue) const;
  /// Gives values to the uses that have names of their own, as far as an
  /// attempt that lacks only definitions tells that they are wrong, and takes
  /// these names from them. Returns false if there are none.
  bool learn(llvm::ArrayRef<UndefinedUse> Uses);

private:
  /// A name without its number, and that.
  using ResultName = std::pair<llvm::StringRef, size_t>;
  /// A definition with a wrong use.
  struct Definition {
    ByteRange Place;
    ResultName Name;
    std::string Type;
    /// The error about its first use.
    Problem Issue;
    bool IsRenamed = false;
  };
  bool addUse(ByteRange Name, llvm::StringRef UsedType,
              std::optional<Problem> Issue);
  std::optional<ByteRange> findScope(ByteRange Definer) const;
  ByteRange findRegion(ByteRange Definer) const;
  void renameUses(const Definition &Origin, ByteRange Scope);
  ResultName readName(ByteRange Name) const;
  std::optional<ByteRange> findName(size_t OffsetInBuffer) const;

  StubbedText &Attempt;
  llvm::StringRef Text;
  TextForm Form;
  std::vector<Definition> Definitions;
  /// The definitions of the renamed uses, by the beginnings of these.
  std::map<size_t, size_t> DefinitionOf;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_MISTYPEDUSES_H
