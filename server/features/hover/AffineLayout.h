//===- AffineLayout.h - The layout of a buffer by a map ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_AFFINELAYOUT_H
#define NOISY_SERVER_FEATURES_HOVER_AFFINELAYOUT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// The names of indices in the formula of a place; types with more dimensions
/// have none.
inline constexpr llvm::StringLiteral IndexNames = "ijklmn";

/// Says where a layout such as `affine_map<(d0, d1) -> (d1, d0)>` puts an
/// element of a buffer with `Rank` dimensions, in a sentence. A map with one
/// result gives the place; with several, indices of memory in row-major order
/// (BuiltinTypes: MemRefType, layout). Empty if the text is no such map.
std::string describeAffineLayout(llvm::StringRef Map, size_t Rank);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_AFFINELAYOUT_H
