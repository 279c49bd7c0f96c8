//===- InnerOperations.h - Operations in regions, by letters ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_INNEROPERATIONS_H
#define NOISY_SERVER_SYNTAX_INNEROPERATIONS_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// What a text is: one operation with its regions, or several, one after the
/// other.
enum class TextForm { Operation, List };

/// An operation inside of a region or a list, or the label of a block. A guess
/// by letters alone, so that it works where MLIR's parser does not.
struct InnerOperation {
  ByteRange Range;
  /// True for the label of a block: `^bb0(%a: i32):`.
  bool IsLabel = false;
  /// True for the last operation of its block.
  bool EndsBlock = false;
  /// The inside of the region that it is in; in a list, all of the text.
  ByteRange Region = {};

  friend bool operator==(const InnerOperation &,
                         const InnerOperation &) = default;
};

/// The innermost operation in a region of `Text`, or in its list, that contains
/// the byte at `Offset`, or else the last one before it in the same region. The
/// levels are found as those of a module are (Outline): by brackets, and by
/// indentation where brackets do not match. Nothing if `Offset` is in no
/// region.
std::optional<InnerOperation>
findInnerOperation(llvm::StringRef Text, size_t Offset,
                   TextForm Form = TextForm::Operation);

/// The operation right before the one at `Range` in the same block; nothing if
/// that is the first.
std::optional<InnerOperation>
findOperationBefore(llvm::StringRef Text, ByteRange Range,
                    TextForm Form = TextForm::Operation);

/// The operation at `Range` with all that follows it in its block; nothing if
/// there is none.
std::optional<InnerOperation>
findRestOfBlock(llvm::StringRef Text, ByteRange Range,
                TextForm Form = TextForm::Operation);

/// The operation around the region with the operation at `Range`; nothing if
/// that is all of `Text`.
std::optional<InnerOperation>
findOperationAround(llvm::StringRef Text, ByteRange Range,
                    TextForm Form = TextForm::Operation);

/// The insides of the regions of the operation at `Range`, in order. The end of
/// a region whose brace is not closed is that of the operation.
std::vector<ByteRange> findRegions(llvm::StringRef Text, ByteRange Range);

/// The places of the names that the header of an operation, up to its first
/// region, gives to the values of that: `%i = ` of a loop, `(%i, %j) in ` of a
/// `scf.forall`, `%a: ` of a function.
std::vector<ByteRange> findArgumentNames(llvm::StringRef Text,
                                         ByteRange Header);

/// The labels of the blocks to which `Operation`, the last one of its block,
/// may branch as far as its region tells: those that it names, and those that
/// nothing else names.
std::vector<std::string> findSuccessors(llvm::StringRef Text,
                                        const InnerOperation &Operation);

/// The names that an operation gives its results, in order: `%a, %b:2 = `.
struct ResultNames {
  struct Group {
    /// The name with its %.
    std::string Name;
    unsigned Count = 1;
  };
  std::vector<Group> Groups;
  /// The bytes up to and with the `=`; empty if that is missing.
  size_t Size = 0;
};

/// Reads the names of the results of the operation that `Text` begins with.
ResultNames readResultNames(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_INNEROPERATIONS_H
