//===- CodeActions.h - The kinds of fixes and their offers ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_CODEACTIONS_H
#define NOISY_SERVER_FEATURES_FIXES_CODEACTIONS_H

#include "server/features/fixes/FixOffers.h"

namespace mlir::noisy::lsp {

/// All kinds of fixes, in the order of menus.
llvm::ArrayRef<const FixKind *> allFixKinds();

/// Returns the kind with this id (FixKind::id); null if there is none.
const FixKind *findFixKind(llvm::StringRef Id);

/// Returns the fixes at a cursor or a selection: those for the function there
/// come before those for the whole document. Takes some milliseconds in large
/// documents, mostly to check whether other code is broken.
std::vector<OfferedFix> listFixes(const Snapshot &State, ByteRange Selection,
                                  const FixFilter &Filter);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_CODEACTIONS_H
