//===- ShortForm.h - Regions that a text leaves out -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_SHORTFORM_H
#define NOISY_SERVER_FEATURES_SHORTFORM_H

#include "server/document/Chunk.h"
#include "server/features/Fix.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy::lsp {

/// Whether `Op` is written in the short form `linalg.map { noisy.add } ins(...)
/// outs(...)`, or that of `linalg.reduce`, which leaves its region out.
bool isShortForm(const Chunk &Built, Operation *Op);

/// The edits that write its region out, with reductions of `Reduced`, which are
/// values of the region. `makeName` gives a name that is not taken, like its
/// argument ("%in"). Empty where the text is not as expected.
std::vector<ByteEdit> writeShortFormOut(
    const Chunk &Built, Operation *Op, llvm::ArrayRef<Value> Reduced,
    llvm::function_ref<std::string(const std::string &)> makeName);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_SHORTFORM_H
