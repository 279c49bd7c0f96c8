//===- FixDraft.h - A fix before its check ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_FIXDRAFT_H
#define NOISY_SERVER_FEATURES_FIXES_FIXDRAFT_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/IRMapping.h"
#include "server/features/fixes/Fix.h"
#include "server/text/Refusal.h"
#include "server/unit/Chunk.h"
#include <functional>
#include <optional>

namespace mlir::noisy::lsp {

/// An unchecked fix of a chunk: a change of the text and the same change of the
/// IR. Different code makes the two, and they have to agree.
struct FixDraft {
  /// The edits in bytes of the chunk.
  std::vector<ByteEdit> Edits;
  /// The change: a sentence without capital and full stop.
  std::string Message;
  /// Makes the change in a copy of the program, which the mapping leads to.
  std::function<void(IRMapping &)> Change;
  /// A value that must be within its limit afterwards; may be null.
  Value MustHold;
  /// The most noise that this value may have then, in units of its model; 0 for
  /// the limit.
  uint32_t MostNoise = 0;
  /// As that of a Fix.
  bool IsNotable = false;
};

/// Refuses a draft that cannot be offered. The changed text is parsed, verified
/// and analysed. It must be the changed IR and nothing else, and
/// - no value that was within its limit has a noise problem now;
/// - no value has a larger integer range, and no error or warning about
///   integers is new.
/// Costs about three parses and analyses. Makes attributes in the context of
/// `OldProgram`, which no other thread may use meanwhile.
llvm::Error checkDraft(const DialectRegistry &Registry, const Chunk &OldProgram,
                       const FixDraft &Draft);

/// A program in generic form, without locations: what has to agree.
std::string printGeneric(Operation *Root);

/// Maps the operations, blocks and values of `Source` to those of
/// `Target`, which prints the same.
void mapAlike(Operation *Source, Operation *Target, IRMapping &Map);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIXDRAFT_H
