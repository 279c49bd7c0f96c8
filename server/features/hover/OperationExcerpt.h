//===- OperationExcerpt.h - A text of one operation -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_OPERATIONEXCERPT_H
#define NOISY_SERVER_FEATURES_HOVER_OPERATIONEXCERPT_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Where the body of an operation stands in its text (Section::Operation::
/// Where): from the bracket before the first operation inside to the one behind
/// the last, both included, however many regions that is. Nothing where there
/// is no operation inside, or no brackets around.
std::optional<ByteRange> findBody(const Section &Data,
                                  Section::Index Operation);

/// A text in which one operation of a section stands alone, so that MLIR can
/// parse it: an operation "excerpt.scope" with a region, in which operations
/// "excerpt.value" define what the operation uses from outside, and behind it
/// the blocks that it leads to are empty. Before that come the aliases that it
/// uses. Its own body is replaced by an operation "excerpt.body".
struct OperationExcerpt {
  std::string Text;
  /// The name, as the section has it, of each result group of the operations
  /// "excerpt.value", in their order.
  std::vector<std::string> Values;
  /// The labels of the blocks behind the operation, in their order.
  std::vector<std::string> Blocks;
  /// What stands before the `=` of the operation; empty when it has no results.
  std::string Results;
};

/// Nothing where the text would be longer than `MaxBytes`.
std::optional<OperationExcerpt>
makeOperationExcerpt(const Snapshot &State, const Snapshot::Placed &In,
                     uint32_t Chunk, Section::Index Operation,
                     size_t MaxBytes = 64u << 10);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_OPERATIONEXCERPT_H
