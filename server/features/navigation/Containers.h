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

/// A container (`module { ... }`). A snapshot has its header, its contents and
/// its footer as consecutive parts.
struct Container {
  bool Exists = false;
  /// The whole operation, and the range between its brackets. A container that
  /// is never closed ends with its last part.
  ByteRange Whole, Body;
};

/// Returns the container of each part that is a header, and an empty one for
/// all other parts.
std::vector<Container> findContainers(const Snapshot &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_CONTAINERS_H
