//===- HeaderRepair.h - Headers of functions that do not parse --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_HEADERREPAIR_H
#define NOISY_SERVER_RECOVERY_HEADERREPAIR_H

#include "server/recovery/Recovery.h"
#include "server/text/ByteEdit.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::noisy::lsp {

/// The edits that make the header of a `func.func` parse, so that its body can
/// be read.
///
/// What can be read of a header stays: arguments with a type, types of results,
/// attributes. Signs that are missing or too many between them are put right.
/// What cannot be read is left out, as is the type of a result that is not
/// stated: the `return` at the end of the body tells it.
struct HeaderRepair {
  /// Edits of `BrokenText::Text`, in order.
  std::vector<ByteEdit> Edits;
  /// MLIR's first error in the header, in offsets of the buffer as it is;
  /// nothing if MLIR tells it in the body.
  std::optional<Problem> Error;
  /// The arguments that are left out, with their %.
  llvm::StringSet<> LostNames;
  /// True if what the header says of the noise of its results is left out.
  bool LosesBounds = false;
};

/// Repairs the header of `Broken`, if it is one operation of `MaxRepairedBytes`
/// at most, a function with a body that begins at the end of a line. Nothing if
/// the header parses, or nobody can tell what it means.
std::optional<HeaderRepair> repairHeader(MLIRContext &Context,
                                         const BrokenText &Broken,
                                         const std::string &FileName);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_HEADERREPAIR_H
