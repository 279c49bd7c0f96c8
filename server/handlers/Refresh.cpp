//===- Refresh.cpp - Refresh requests to the client -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/Refresh.h"

using namespace mlir::noisy::lsp;

/// The requests of a refresh, in the order of the bits of Shown.
static constexpr const char *Methods[] = {
    "workspace/inlayHint/refresh", "workspace/codeLens/refresh",
    "workspace/semanticTokens/refresh", "workspace/diagnostic/refresh"};

bool Refresh::canAsk(size_t Number) const {
  switch (RefreshKind(1 << Number)) {
  case ShownHints:
    return Client.InlayHintRefresh;
  case ShownLenses:
    return Client.CodeLensRefresh;
  case ShownTokens:
    return Client.SemanticTokensRefresh;
  case ShownDiagnostics:
    return Client.DiagnosticRefresh;
  case ShownAll:
    break;
  }
  return false;
}

void Refresh::noteChange(unsigned Changes) {
  for (size_t I = 0; I < KindCount; ++I) {
    if (!(Changes & (1 << I)) || !canAsk(I))
      continue;
    {
      std::lock_guard Lock(Mutex);
      // The client's answers may be older than this change.
      Kinds[I].ChangedSince = Kinds[I].IsRequested;
      if (std::exchange(Kinds[I].IsRequested, true))
        continue;
    }
    ask(I);
  }
}

void Refresh::ask(size_t Number) {
  Peer.call(Methods[Number], nullptr, [this, Number](Outcome) {
    {
      std::lock_guard Lock(Mutex);
      Kinds[Number].IsRequested =
          std::exchange(Kinds[Number].ChangedSince, false);
      if (!Kinds[Number].IsRequested)
        return;
    }
    ask(Number);
  });
}
