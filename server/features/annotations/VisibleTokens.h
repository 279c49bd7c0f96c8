//===- VisibleTokens.h - The names in a part of a text ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_VISIBLETOKENS_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_VISIBLETOKENS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// The parts of a snapshot that touch a range of its text. Logarithmic.
llvm::ArrayRef<Snapshot::Part> partsIn(const Snapshot &State,
                                       ByteRange Visible);

/// The tokens of a section that touch a range of the snapshot's text, and
/// those at either end that were edited away. Logarithmic.
llvm::ArrayRef<Section::Token> tokensIn(const Snapshot::Placed &Section,
                                        ByteRange Visible);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_VISIBLETOKENS_H
