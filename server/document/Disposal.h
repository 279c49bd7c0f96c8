//===- Disposal.h - Frees on a thread of its own ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_DISPOSAL_H
#define NOISY_SERVER_DOCUMENT_DISPOSAL_H

#include "llvm/Support/thread.h"
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace mlir::noisy::lsp {

/// Destroys what is given to it on a thread of its own, in order: freeing the
/// IR of a large text takes a good part of the time that parsing it takes, and
/// nobody needs to wait for that. Destroying operations does not touch their
/// context.
///
/// The thread starts with the first thing to destroy; the destructor waits
/// until all are. Any thread.
class Disposal {
public:
  Disposal() = default;
  ~Disposal();
  Disposal(const Disposal &) = delete;
  Disposal &operator=(const Disposal &) = delete;

  void add(std::shared_ptr<void> Garbage);

private:
  void work();

  std::mutex Mutex;
  std::condition_variable Changed;
  std::vector<std::shared_ptr<void>> Waiting;
  bool Ending = false;
  llvm::thread Worker;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_DISPOSAL_H
