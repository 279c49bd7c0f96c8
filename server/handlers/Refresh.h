//===- Refresh.h - Refresh requests to the client ---------------*- C++ -*-===//
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

/// Kinds of answers that a client shows and can be told to request again; bits.
enum RefreshKind : unsigned {
  ShownHints = 1,
  ShownLenses = 2,
  ShownTokens = 4,
  /// Diagnostics that the client requests; others are pushed.
  ShownDiagnostics = 8,
  ShownAll = 15
};

/// Tells the client to request answers again when they changed without an edit:
/// a setting was changed, or details of a text became known after its snapshot.
/// After an edit clients request by themselves, and are answered from the
/// snapshot of the new text.
///
/// Kinds that the client does not support are left out. At most one refresh of
/// a kind is under way: all changes before the client's reply are one further
/// refresh.
class Refresh {
public:
  /// `Client` is read at each change.
  Refresh(Dispatcher &Peer, const ClientCapabilities &Client)
      : Peer(Peer), Client(Client) {}

  /// Notes that the answers for `Changes` (bits of RefreshKind) have changed.
  /// To be called after the change: the client may ask at once. Any thread.
  void noteChange(unsigned Changes);

private:
  /// The state of one kind.
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
