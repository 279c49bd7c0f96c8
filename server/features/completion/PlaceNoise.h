//===- PlaceNoise.h - The noise of the values at a cursor -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_PLACENOISE_H
#define NOISY_SERVER_FEATURES_COMPLETION_PLACENOISE_H

#include "server/features/completion/Completion.h"
#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Finds the noise of the values before the byte `Offset` of a snapshot, those
/// nearest to it and the arguments of the function around. Keeps the snapshot.
NoiseLookup findPlaceNoise(std::shared_ptr<const Snapshot> State,
                           size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_PLACENOISE_H
