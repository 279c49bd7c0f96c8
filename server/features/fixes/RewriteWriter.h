//===- RewriteWriter.h - A rewritten program as edits --------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_REWRITEWRITER_H
#define NOISY_SERVER_FEATURES_FIXES_REWRITEWRITER_H

#include "optimizer/choice/RewriteChoice.h"
#include "server/features/fixes/Fix.h"
#include "server/unit/Chunk.h"
#include <optional>

namespace mlir::noisy::lsp {

/// Returns the edits that turn the text of `Program` into that of `Rewritten`,
/// a rewritten copy without new reductions.
///   - Operations that are gone are taken out of the text, with their lines
///     where these become empty. Their comments stay at their places.
///   - New operations stand in place of the operation whose value they compute,
///     in its form (generic or not), with its spelling of the type and its
///     indentation, each on a line of its own if that operation is. The last
///     one keeps its name, so that uses stay as they are. The others take the
///     numbers of operations that are gone, or free names.
///   - Locations that the text states (`loc(...)`) of what was replaced become
///     the location of what replaces it.
/// Every other byte stays. Nothing if an operation or a value has no place in
/// the text, as in a short form.
std::optional<std::vector<ByteEdit>>
writeRewriting(const Chunk &Program, Operation *Rewritten,
               const RewriteOrigins &Origins);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_REWRITEWRITER_H
