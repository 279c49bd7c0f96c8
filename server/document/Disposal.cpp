//===- Disposal.cpp - Frees on a thread of its own ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Disposal.h"
#include "server/document/ParsedText.h"

using namespace mlir::noisy::lsp;

Disposal::~Disposal() {
  {
    std::lock_guard Lock(Mutex);
    Ending = true;
  }
  Changed.notify_one();
  if (Worker.joinable())
    Worker.join();
}

void Disposal::add(std::shared_ptr<void> Garbage) {
  {
    std::lock_guard Lock(Mutex);
    Waiting.push_back(std::move(Garbage));
    // Destroying recurses over what nests, as parsing does.
    if (!Worker.joinable())
      Worker = llvm::thread(std::optional<unsigned>(ParserStackBytes),
                            [this] { work(); });
  }
  Changed.notify_one();
}

void Disposal::work() {
  std::unique_lock Lock(Mutex);
  while (true) {
    Changed.wait(Lock, [&] { return Ending || !Waiting.empty(); });
    std::vector<std::shared_ptr<void>> Garbage;
    Garbage.swap(Waiting);
    Lock.unlock();
    for (std::shared_ptr<void> &One : Garbage)
      One.reset();
    Lock.lock();
    if (Ending && Waiting.empty())
      return;
  }
}
