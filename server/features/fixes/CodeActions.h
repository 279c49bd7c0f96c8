//===- CodeActions.h - All kinds of fixes, and which are offered -*- C++
//-*-===//
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

/// The kind with this id (FixKind::id); null when there is none.
const FixKind *findFixKind(llvm::StringRef Id);

/// The fixes at a cursor or a selection. What is in the function there comes
/// before what is in the whole document. Takes some milliseconds in large
/// documents, most of them to see whether something else is broken.
std::vector<OfferedFix> listFixes(const Snapshot &State, ByteRange Selection,
                                  const FixFilter &Filter);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_CODEACTIONS_H
