//===- Generation.cpp - A context that units share ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/unit/Generation.h"
#include "server/parse/KnownPatterns.h"
#include "server/parse/ParsedText.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

Generation::Generation(const DialectRegistry &Registry)
    : Registry(Registry), Context(makeContext(Registry)),
      Patterns(std::make_unique<KnownPatterns>()) {}

Generation::~Generation() {
  destroy(Patterns);
  destroy(Context);
}
