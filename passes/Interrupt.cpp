//===- Interrupt.cpp - Ctrl-C during a long pass --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Interrupt.h"
#include <csignal>

using namespace mlir::noisy;

static bool mayCatch = false;
static volatile std::sig_atomic_t interruptNoted = 0;

static void noteInterrupt(int) {
  interruptNoted = 1;
  for (int signal : InterruptCatcher::kSignals)
    std::signal(signal, SIG_DFL);
}

void mlir::noisy::allowCatchingInterrupts() { mayCatch = true; }

InterruptCatcher::InterruptCatcher() {
  if (mayCatch)
    for (size_t i = 0; i < std::size(kSignals); ++i)
      previousHandlers[i] = std::signal(kSignals[i], noteInterrupt);
}

InterruptCatcher::~InterruptCatcher() {
  if (mayCatch && !interruptNoted)
    for (size_t i = 0; i < std::size(kSignals); ++i)
      std::signal(kSignals[i], previousHandlers[i]);
}

bool InterruptCatcher::isInterrupted() { return interruptNoted != 0; }
