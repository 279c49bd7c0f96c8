//===- Attacks.h - What is done to a server ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_ATTACKS_H
#define NOISY_FUZZ_ATTACKS_H

#include "fuzz/AttackedServer.h"
#include "llvm/ADT/ArrayRef.h"
#include <random>

namespace mlir::noisy::fuzz {

/// What an attack is given. One thread.
struct AttackContext {
  AttackedOptions Server;
  std::mt19937 Random;
  /// So that no two that run at the same time share a user.
  unsigned Job = 0;
  size_t Messages = 0;

  unsigned below(unsigned N) { return Random() % N; }
};

/// Something that a server has to survive, or to end from in order. Throws
/// SessionError where it does not.
struct Attack {
  const char *Name;
  void (*Run)(AttackContext &);
};

/// Thrown by an attack that this system does not admit.
class NotPossible : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Messages that make no sense.
llvm::ArrayRef<Attack> getMessageAttacks();
/// Messages at the wrong time.
llvm::ArrayRef<Attack> getOrderAttacks();
/// Large messages, many, and all at once.
llvm::ArrayRef<Attack> getLoadAttacks();
/// Children that are killed, limits, pipes that are closed.
llvm::ArrayRef<Attack> getFaultAttacks();

/// Any request or notification that a client may send about a document, with
/// parameters that make sense. No `initialize`, `shutdown` or `exit`.
lsp::json makeMessage(std::mt19937 &Random, const std::string &Uri);
/// The same with something in it that is wrong.
lsp::json mutate(lsp::json Message, std::mt19937 &Random);

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_ATTACKS_H
