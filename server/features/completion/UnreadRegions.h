//===- UnreadRegions.h - Regions behind broken headers ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_UNREADREGIONS_H
#define NOISY_SERVER_FEATURES_COMPLETION_UNREADREGIONS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// The type of values of which a broken header does not state it.
inline constexpr llvm::StringLiteral UnreadType = "!unread.type";

/// Replaces an operation with a region at the end of a line, whose header does
/// not parse, in a text that ends at a cursor. `Begin` is the byte where it
/// begins.
///
/// If the cursor is in the region, the values that the header names are defined
/// by operations of their own, and what is in the region follows these; in a
/// function, if it is one. Otherwise the results are defined, and the rest
/// goes. Returns false if there is no such operation; then the text is as
/// before.
bool replaceUnread(std::string &Text, size_t Begin);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_UNREADREGIONS_H
