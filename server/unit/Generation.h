//===- Generation.h - A context that units share ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UNIT_GENERATION_H
#define NOISY_SERVER_UNIT_GENERATION_H

#include "mlir/IR/MLIRContext.h"
#include <atomic>
#include <memory>

namespace mlir::noisy::lsp {

class KnownPatterns;

/// A context that the units of a document share, to save memory. It never frees
/// its objects, so it is replaced from time to time; and after a crash, when
/// its state is unknown and nothing in it may even be destroyed.
struct Generation {
  explicit Generation(const DialectRegistry &Registry);
  ~Generation();
  /// Destroys an object of the context, or leaks it after a crash.
  template <typename T> void destroy(T &Owner) {
    if (HasCrashed)
      (void)Owner.release();
    Owner = nullptr;
  }

  const DialectRegistry &Registry;
  std::unique_ptr<MLIRContext> Context;
  /// What was parsed in it, by the patterns of lines.
  std::unique_ptr<KnownPatterns> Patterns;
  /// The bytes of all texts that were parsed in it.
  size_t ParsedBytes = 0;
  /// Set after a crash; read by the thread that destroys its IR.
  std::atomic<bool> HasCrashed = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UNIT_GENERATION_H
