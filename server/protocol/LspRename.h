//===- LspRename.h - What LSP says of names ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_LSPRENAME_H
#define NOISY_SERVER_PROTOCOL_LSPRENAME_H

#include "server/protocol/Lsp.h"

namespace mlir::noisy::lsp {

/// The answer to textDocument/prepareRename.
struct PreparedRename {
  /// What is to be edited.
  lsp::Range Range;
  /// What the editor offers to edit.
  std::string Placeholder;
};
void to_json(json &Value, const PreparedRename &Place);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_LSPRENAME_H
