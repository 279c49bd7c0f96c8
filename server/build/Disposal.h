//===- Disposal.h - Destruction in the background ---------------*- C++ -*-===//
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

/// Destroys objects in the background, in order: freeing the IR of a large text
/// takes a good part of the time of parsing it, and nothing depends on that.
/// Destroying operations does not touch their context.
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
  std::vector<std::shared_ptr<void>> Queue; // guarded
  // Destruction recurses over nested operations, as parsing does.
  Strand Work{WorkKind::Disposal, [this] {
                destroyAll();
                return std::nullopt;
              }};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_DISPOSAL_H
