//===- Disposal.h - Frees when nobody waits for it --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_DISPOSAL_H
#define NOISY_SERVER_BUILD_DISPOSAL_H

#include "server/threads/WorkerPool.h"
#include <vector>

namespace mlir::noisy::lsp {

/// Destroys what is given to it beside everything else, in order: freeing the
/// IR of a large text takes a good part of the time that parsing it takes, and
/// nobody needs to wait for that. Destroying operations does not touch their
/// context.
///
/// The destructor waits until all are destroyed. Any thread.
class Disposal {
public:
  Disposal() = default;
  ~Disposal();
  Disposal(const Disposal &) = delete;
  Disposal &operator=(const Disposal &) = delete;

  void add(std::shared_ptr<void> Garbage);

private:
  void destroyAll();

  std::mutex Mutex;
  std::vector<std::shared_ptr<void>> Waiting; // guarded
  // Destroying recurses over what nests, as parsing does.
  Strand Work{WorkKind::Disposal, [this] {
                destroyAll();
                return std::nullopt;
              }};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_DISPOSAL_H
