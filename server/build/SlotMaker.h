//===- SlotMaker.h - Which pieces are parsed together -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SLOTMAKER_H
#define NOISY_SERVER_BUILD_SLOTMAKER_H

#include "server/build/AliasCut.h"

namespace mlir::noisy::lsp {

/// A slot without a unit for each piece of a text, and one for several that
/// have to be parsed together: operations that share values outside of
/// functions with all between, and containers that cannot be taken apart. Runs
/// of aliases are cut as `Runs` says. `Text` is all of it.
std::vector<Slot> makeSlots(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text,
                            const AliasCut &Runs = {});

/// What several pieces, which are all of `Text`, say together.
std::shared_ptr<const PieceInfo> joinInfos(llvm::ArrayRef<Piece> Pieces,
                                           llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SLOTMAKER_H
