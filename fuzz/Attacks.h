//===- Attacks.h - Attacks on a server --------------------------*- C++ -*-===//
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

/// The context of an attack. One thread.
struct AttackContext {
  lsp::ServerStart Server;
  std::mt19937 Random;
  /// The number of the job, so that no two concurrent attacks share a user.
  unsigned Job = 0;
  size_t Messages = 0;

  unsigned randomBelow(unsigned N) { return Random() % N; }
};

/// A test that a server has to survive, or to end from in order. Throws
/// SessionError if it does not.
struct Attack {
  const char *Name;
  void (*Run)(AttackContext &);
};

/// Thrown by an attack that is not possible on this system.
class NotPossible : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Attacks with malformed messages.
llvm::ArrayRef<Attack> getMessageAttacks();
/// Attacks with messages at the wrong time.
llvm::ArrayRef<Attack> getOrderAttacks();
/// Attacks with large messages, many, and all at once.
llvm::ArrayRef<Attack> getLoadAttacks();
/// Attacks that kill children, set limits and close pipes.
llvm::ArrayRef<Attack> getFaultAttacks();

/// Makes any request or notification that a client may send about a document,
/// with valid parameters. No `initialize`, `shutdown` or `exit`.
lsp::json makeMessage(std::mt19937 &Random, const std::string &Uri);
/// Puts an error into a message.
lsp::json mutate(lsp::json Message, std::mt19937 &Random);

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_ATTACKS_H
