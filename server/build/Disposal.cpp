//===- Disposal.cpp - Destruction in the background -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/Disposal.h"

using namespace mlir::noisy::lsp;

Disposal::~Disposal() {
  Work.stop();
  // The thread that destroys a document has a large enough stack, too.
  destroyAll();
}

void Disposal::add(std::shared_ptr<void> Garbage) {
  {
    std::lock_guard Lock(Mutex);
    Queue.push_back(std::move(Garbage));
  }
  Work.wake();
}

void Disposal::destroyAll() {
  std::vector<std::shared_ptr<void>> Garbage;
  {
    std::lock_guard Lock(Mutex);
    Garbage.swap(Queue);
  }
  for (std::shared_ptr<void> &One : Garbage)
    One.reset();
}
