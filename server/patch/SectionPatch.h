//===- SectionPatch.h - Sections with other operations ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_SECTIONPATCH_H
#define NOISY_SERVER_PATCH_SECTIONPATCH_H

#include "server/snapshot/Section.h"
#include "server/text/OffsetMap.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::noisy::lsp {

/// A change of a section of a function: operations of one block, without
/// regions, became those of another section.
struct SectionChange {
  /// The numbers of the old operations: the first, and the one after the last.
  Section::Index FirstOperation, EndOperation;
  /// Their block, and all around it.
  llvm::ArrayRef<Section::Index> BlocksAround;
  /// The text of them, and of those that they became; it covers whole lines of
  /// operations, so that no name touches its ends.
  TextChange Text;
  /// The whole text after the change, and what keeps it valid; without that,
  /// the section has a copy.
  llvm::StringRef NewText;
  std::shared_ptr<const void> TextOwner;
  /// What they became: an operation that stands for the definitions of values
  /// from outside, which are its results, and then the others
  /// (OperationRun::data).
  const Section &Run;
  /// The number of each value from outside in the old section.
  llvm::ArrayRef<Section::Index> OuterValues;
};

/// The number after the last result of an operation. The next operation may be
/// in a block whose arguments have numbers between both.
Section::Index endOfResults(const Section &Data, Section::Index Operation);

/// True if the section is that of a function without other symbols inside of
/// it, whose operations are in the order of the text.
bool isPlainFunction(const Section &Data);

/// True if a section for which `isPlainFunction` is true has one block, and its
/// operations no regions.
bool isStraightLine(const Section &Data);

/// True if each use of a symbol has a token.
bool hasTokensOfUses(const Section &Data);

/// Makes the section after a change of one for which `isPlainFunction` is true.
/// Values that the old operations defined and the others use must be defined by
/// the new ones, under the same name. Takes the time to copy the section.
std::shared_ptr<const Section> patchSection(const Section &Old,
                                            const SectionChange &Change);

/// Makes the section of a function whose closing brace came or went, and
/// nothing else: `NewText` is all that its text is now; it is copied if it has
/// no owner.
std::shared_ptr<const Section>
patchSectionEnd(const Section &Old, llvm::StringRef NewText,
                std::shared_ptr<const void> TextOwner, bool IsClosed);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_SECTIONPATCH_H
