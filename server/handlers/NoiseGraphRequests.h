//===- NoiseGraphRequests.h - The flow of noise, in JSON --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_NOISEGRAPHREQUESTS_H
#define NOISY_SERVER_HANDLERS_NOISEGRAPHREQUESTS_H

#include "server/features/noise/NoiseGraph.h"
#include "server/handlers/ReadingRequests.h"

namespace mlir::noisy::lsp {

/// Answers noisy/noiseGraph (docs/protocol.md).
void addNoiseGraph(ReadingRequests &Requests);

/// Tells the client that it can ask for that.
void announceNoiseGraph(json &Capabilities);

/// The most nodes that a request wants; throws json::exception where that is no
/// number.
size_t readMaxNodes(const json &Params);

/// A graph as docs/protocol.md has it, for a client with that version of the
/// text; `Place` gives what the graph's ranges are there.
json toJson(const NoiseGraph &Graph, int64_t Version,
            llvm::function_ref<Range(ByteRange)> Place);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_NOISEGRAPHREQUESTS_H
