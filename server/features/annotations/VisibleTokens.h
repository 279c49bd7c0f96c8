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

/// Returns the parts of a snapshot that touch a range of its text. Logarithmic.
llvm::ArrayRef<Snapshot::Part> partsIn(const Snapshot &State,
                                       ByteRange Visible);

/// Returns the tokens of a section that touch a range of the snapshot's text,
/// and the edited ones at either end. Logarithmic.
llvm::ArrayRef<Section::Token> tokensIn(const PlacedSection &Section,
                                        ByteRange Visible);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_VISIBLETOKENS_H
