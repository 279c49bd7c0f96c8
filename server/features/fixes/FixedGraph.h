//===- FixedGraph.h - The graph of noise after a fix ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_FIXEDGRAPH_H
#define NOISY_SERVER_FEATURES_FIXES_FIXEDGRAPH_H

#include "mlir/IR/DialectRegistry.h"
#include "server/features/fixes/Fix.h"
#include "server/features/noise/NoiseGraph.h"
#include <functional>

namespace mlir::noisy::lsp {

/// Returns the graph (getNoiseGraph) of the function around `Offset` after the
/// edits of `Repair`. Its ranges are those of `OldText`; inserted text is an
/// empty range at its place, and inserted reductions are marked. Nothing if no
/// function parses there, or if `IsCancelled` returns true.
///
/// Parses and analyses the text around `Offset` between two `// -----`.
/// Survives crashes of MLIR. Any thread.
std::optional<NoiseGraph>
getFixedGraph(const DialectRegistry &Registry, const Text &OldText,
              size_t Offset, const Fix &Repair, uint32_t NearLimit,
              const GraphPart &DrawnPart,
              const std::function<bool()> &IsCancelled);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIXEDGRAPH_H
