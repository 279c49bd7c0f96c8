//===- Recovery.h - Parsing without broken operations -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_RECOVERY_H
#define NOISY_SERVER_RECOVERY_RECOVERY_H

#include "server/parse/PatternedText.h"
#include "server/syntax/InnerOperations.h"
#include "server/text/OffsetMap.h"

namespace mlir::noisy::lsp {

/// A buffer with one operation that does not parse, for example because
/// somebody is typing in it.
struct BrokenText {
  llvm::StringRef Prefix;
  /// The operation, or the operations.
  llvm::StringRef Text;
  llvm::StringRef Suffix;
  TextForm Form;
  /// What MLIR says of the buffer, and what that uses without a definition.
  llvm::ArrayRef<Problem> Problems;
  llvm::ArrayRef<UndefinedUse> UndefinedUses;
};

/// The result of parsing a text without the operations in it that are broken.
///
/// MLIR's parser stops at the first error. So the innermost operation with the
/// error is replaced by a *stub*, an unregistered operation with the same
/// results, and the text is parsed again, until it parses. The stub keeps the
/// regions of the operation, if the error is around them; what its header gives
/// to their first block are arguments of that. A stub names the symbols that
/// the broken operation names. At the end of a block it branches to the blocks
/// that the operation names, and to those that nothing else names; and it may
/// return, so that the analyses, which know nothing of it, assume the worst. A
/// result of a stub has the type of its first use.
///
/// Braces that do not match are repaired first (BraceRepair), then a header of
/// a function that does not parse (HeaderRepair). Brackets that are never
/// closed are closed at the end.
///
/// An operation that is only wrong in that it uses names that nothing defines,
/// or that are defined with another type, is not replaced: another stub, right
/// before it, defines them.
struct Recovery {
  /// The parsed buffer with stubs.
  std::shared_ptr<ParsedText> Source;
  /// The map from `Source` to the buffer as it is; both with the prefix.
  OffsetMap Offsets;
  /// The lines that MLIR's parser has not read, and their map to the text as it
  /// is; null if it has read all.
  std::shared_ptr<PatternedText> Patterned;
  OffsetMap LineOffsets;
  /// The errors of the broken operations, in the order of the text; in offsets
  /// of the buffer as it is.
  std::vector<Problem> Problems;
  /// True if brackets were repaired, or are closed at the end.
  bool RepairsBrackets = false;
  /// True if a broken operation has regions that are parsed.
  bool KeepsRegions = false;
  /// True if the header of the function was repaired: what callers see of it is
  /// a guess.
  bool RepairsHeader = false;
  /// True if the header states bounds of results that nobody can read.
  bool LosesBounds = false;
  /// The place of the only brace that is closed at the end, in the buffer as it
  /// is, if nothing else was repaired.
  std::optional<size_t> UnendedBrace;
  /// The ranges of the broken operations, of undefined names in others, and of
  /// repairs, in the buffer as it is, in order; empty where a sign is missing.
  std::vector<ByteRange> BrokenRanges;

  /// Adds a problem, unless it is the second error of a place: the first one
  /// tells what is wrong there.
  void add(Problem New);
  /// Puts problems before those that are there, which are added to them.
  void addBehind(llvm::ArrayRef<Problem> Earlier);
  /// The problems of a text up to its first error. What MLIR says after that,
  /// other than of undefined values, is about the same operation.
  static std::vector<Problem> upToError(llvm::ArrayRef<Problem> Problems);
  /// Brings the problems and the broken ranges into the order of the text.
  void sort();
};

/// The size of texts, in bytes, up to which headers are repaired and stubs keep
/// regions: edits of such a text are not patched, and each key parses it anew.
inline constexpr size_t MaxRepairedBytes = 256u << 10;

/// Parses a broken text. Nothing if an error is in no operation in a region or
/// list, if `ShouldStop` returns true, or after too many attempts (their number
/// shrinks with the size of the text). `Patterns` are those of the context;
/// null to have MLIR's parser read all lines.
std::optional<Recovery> recover(MLIRContext &Context, KnownPatterns *Patterns,
                                const BrokenText &Broken,
                                const std::string &FileName,
                                llvm::function_ref<bool()> ShouldStop);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_RECOVERY_H
