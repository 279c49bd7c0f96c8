//===- LabelRepair.h - Labels that do not parse -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_LABELREPAIR_H
#define NOISY_SERVER_RECOVERY_LABELREPAIR_H

#include "server/text/ByteEdit.h"
#include <optional>
#include <vector>

namespace mlir::noisy::lsp {

/// A label of a block, `^bb1(%a: i32):`, and what makes it parse. Signs that
/// are missing or too many are put right.
struct LabelRepair {
  ByteRange Range, Name;
  std::vector<ByteEdit> Edits;
  /// The beginning of the name of the argument at the offset, if there is one.
  std::optional<size_t> ArgumentAt;
  /// The arguments that are left out, with their %, because nobody can tell
  /// their types.
  std::vector<std::string> LostNames;
  /// True if any argument may be left out, so that branches to it seem wrong.
  bool LosesArguments = false;
  /// True if no operation follows in its block.
  bool IsEmpty = false;
};

/// Reads the label with the byte at `Offset`, or right before it, whether or
/// not it parses; nothing if there is none. Leaves the arguments out whose
/// names begin at one of `WrongArguments`.
std::optional<LabelRepair>
findLabelRepair(llvm::StringRef Text, size_t Offset,
                llvm::ArrayRef<size_t> WrongArguments);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_LABELREPAIR_H
