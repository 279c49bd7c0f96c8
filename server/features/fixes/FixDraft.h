//===- FixDraft.h - A fix before it is checked ------------------*- C++ -*-===//
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
#include "server/parse/Chunk.h"
#include <functional>
#include <optional>

namespace mlir::noisy::lsp {

/// A fix of a chunk that is worked out, but not checked: the change of the
/// text, and the same change of the IR, which are made by different code and
/// have to agree.
struct FixDraft {
  /// In bytes of the chunk. Empty when there is no such fix.
  std::vector<ByteEdit> Edits;
  /// What is done, or why it is not: a sentence without capital and full stop.
  std::string Message;
  /// Makes the change in a copy of the program, to which the mapping leads.
  std::function<void(IRMapping &)> Change;
  /// A value that has to be within its limit afterwards; may be null.
  Value MustHold;

  static FixDraft refuse(std::string Why) {
    FixDraft Refused;
    Refused.Message = std::move(Why);
    return Refused;
  }
};

/// Why a draft cannot be offered; nothing when it can. The changed text is
/// parsed, verified and analysed, has to be the changed IR and nothing else,
/// and
/// - no noise is reported of what was within its limit before;
/// - no value has a larger integer range, and no error or warning about
///   integers is new.
/// Costs about three parses and analyses. Makes attributes in the context of
/// `Before`, which nobody else may use meanwhile.
std::optional<std::string> findObjection(const DialectRegistry &Registry,
                                         const Chunk &Before,
                                         const FixDraft &Draft);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIXDRAFT_H
