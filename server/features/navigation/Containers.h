//===- Containers.h - The modules of a text ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_CONTAINERS_H
#define NOISY_SERVER_FEATURES_NAVIGATION_CONTAINERS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// A container (`module { ... }`), of which a snapshot has the header, what is
/// inside, and the footer as parts one after the other.
struct Container {
  bool Exists = false;
  /// All of its operation, and what is between its brackets. One that is never
  /// closed ends with the last part inside.
  ByteRange Whole, Body;
};

/// For each part that is a header its container; for others none exists.
std::vector<Container> findContainers(const Snapshot &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_CONTAINERS_H
