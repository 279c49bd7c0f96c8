//===- MendedGraph.h - How noise flows after a fix --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_MENDEDGRAPH_H
#define NOISY_SERVER_FEATURES_FIXES_MENDEDGRAPH_H

#include "mlir/IR/DialectRegistry.h"
#include "server/features/fixes/Fix.h"
#include "server/features/noise/NoiseGraph.h"
#include <functional>

namespace mlir::noisy::lsp {

/// The graph (getNoiseGraph) of the function around `Offset` as it is once the
/// edits of `Mended` are made. Its ranges are those of `Before`, where what the
/// edits insert is an empty range at the place for it; reductions among that
/// are marked. Nothing where there is no function that parses, or when
/// `Cancelled` says so.
///
/// Parses and analyses the text around `Offset` between two `// -----`. A crash
/// of MLIR is survived. Any thread.
std::optional<NoiseGraph>
getMendedGraph(const DialectRegistry &Registry, const Text &Before,
               size_t Offset, const Fix &Mended, uint32_t NearLimit,
               size_t MaxNodes, const std::function<bool()> &Cancelled);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_MENDEDGRAPH_H
