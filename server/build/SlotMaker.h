//===- SlotMaker.h - Pieces that are parsed together ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SLOTMAKER_H
#define NOISY_SERVER_BUILD_SLOTMAKER_H

#include "server/build/AliasCut.h"

namespace mlir::noisy::lsp {

/// Makes a slot without a unit for each piece of a text, and one for several
/// that must be parsed together: operations that share values outside of
/// functions with all between, and containers that cannot be split. Runs of
/// aliases are cut as in `Runs`. `Text` is the whole text.
std::vector<Slot> makeSlots(llvm::ArrayRef<Piece> Pieces, llvm::StringRef Text,
                            const AliasCut &Runs = {});

/// Joins the infos of several pieces, which are the whole `Text`.
std::shared_ptr<PieceInfo> joinInfos(llvm::ArrayRef<Piece> Pieces,
                                     llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SLOTMAKER_H
