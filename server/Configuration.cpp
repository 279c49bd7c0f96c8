//===- Configuration.cpp - Where settings come from -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/Configuration.h"

using namespace mlir::noisy::lsp;

Settings Configuration::of(const std::string &Uri) const { return {}; }
