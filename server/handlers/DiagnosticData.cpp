//===- DiagnosticData.cpp - What clients can take of diagnostics ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/DiagnosticData.h"
#include "server/features/fixes/CodeActions.h"
#include "server/handlers/FixRequest.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void mlir::noisy::lsp::adaptToClient(std::vector<Diagnostic> &Items,
                                     const ClientCapabilities &Client) {
  for (Diagnostic &Item : Items) {
    if (Client.DiagnosticData && Item.Source == "noisy")
      for (const FixKind *Kind : allFixKinds())
        if (Kind->fixes(Item.Code))
          Item.Data["fixes"].push_back(Kind->id());
    if (!Client.DiagnosticTags)
      Item.Tags.clear();
  }
}
