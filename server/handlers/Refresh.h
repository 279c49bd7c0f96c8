//===- Refresh.h - Has the client ask again ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_REFRESH_H
#define NOISY_SERVER_HANDLERS_REFRESH_H

#include "server/protocol/Dispatcher.h"
#include "server/protocol/Lsp.h"
#include <array>
#include <mutex>

namespace mlir::noisy::lsp {

/// What a client shows and can be told to ask for again; a sum of bits.
enum RefreshKind : unsigned {
  ShownHints = 1,
  ShownLenses = 2,
  ShownTokens = 4,
  /// Those that the client asks for; others are sent.
  ShownDiagnostics = 8,
  ShownAll = 15
};

/// Has the client ask again for what it shows when that changed without an
/// edit: a setting was changed, or details of a text became known after its
/// snapshot. After an edit clients ask by themselves, and their answers wait
/// for the snapshot of the text as it is then.
///
/// What the client cannot be told is left out. At most one request of a kind is
/// under way: what changes before the client has answered it is one more
/// request then, however often it changed.
class Refresh {
public:
  /// `Client` is read when something changes.
  Refresh(Dispatcher &Peer, const ClientCapabilities &Client)
      : Peer(Peer), Client(Client) {}

  /// Says that the answers to requests for `Changes` (a sum of RefreshKind)
  /// would be others now. Only once they are: the client may ask at once. Any
  /// thread.
  void noteChange(unsigned Changes);

private:
  /// How it stands with one kind.
  struct Kind {
    bool IsRequested = false;
    bool ChangedSince = false;
  };
  static constexpr size_t KindCount = 4;

  bool canAsk(size_t Number) const;
  void ask(size_t Number);

  Dispatcher &Peer;
  const ClientCapabilities &Client;
  std::mutex Mutex;
  std::array<Kind, KindCount> Kinds;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_REFRESH_H
