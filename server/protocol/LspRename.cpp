//===- LspRename.cpp - What LSP says of names -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspRename.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

void lsp::to_json(json &Value, const PreparedRename &Place) {
  Value = {{"range", Place.Range}, {"placeholder", Place.Placeholder}};
}
