//===- Configuration.h - Where settings come from ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CONFIGURATION_H
#define NOISY_SERVER_CONFIGURATION_H

#include "server/Settings.h"
#include "server/protocol/JsonRpc.h"
#include <string>

namespace mlir::noisy::lsp {

/// The settings of all documents. Belongs to the thread of Dispatcher::run.
class Configuration {
public:
  /// Those of a document.
  Settings of(const std::string &Uri) const;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CONFIGURATION_H
