//===- OperationExcerpt.h - A text with a single operation ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_OPERATIONEXCERPT_H
#define NOISY_SERVER_FEATURES_HOVER_OPERATIONEXCERPT_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Returns the range of an operation's body in its text
/// (Section::Operation::Range): from the bracket before the first operation
/// inside to the bracket after the last, both included, for any number of
/// regions. Nothing if there is no operation inside, or no brackets around.
std::optional<ByteRange> findBody(const Section &Data,
                                  Section::Index Operation);

/// A text with a single operation of a section, so that MLIR can parse it
/// alone. It starts with the aliases that the operation uses. Then an operation
/// "excerpt.scope" has a region in which operations "excerpt.value" define the
/// values that the operation uses from outside; after the operation follow its
/// successors as empty blocks. An operation "excerpt.body" replaces the body.
struct OperationExcerpt {
  std::string Text;
  /// The names in the section of the result groups of the operations
  /// "excerpt.value", in their order.
  std::vector<std::string> Values;
  /// The labels of the blocks after the operation, in their order.
  std::vector<std::string> Blocks;
  /// The text before the `=` of the operation; empty if it has no results.
  std::string Results;
};

/// Returns nothing if the text would be longer than `MaxBytes`.
std::optional<OperationExcerpt>
makeOperationExcerpt(const Snapshot &State, const PlacedSection &Placement,
                     uint32_t Chunk, Section::Index Operation,
                     size_t MaxBytes = 64u << 10);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_OPERATIONEXCERPT_H
