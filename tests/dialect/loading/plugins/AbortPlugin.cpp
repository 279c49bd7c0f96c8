//===- AbortPlugin.cpp - A plugin that ends its process ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include <cstdio>
#include <cstdlib>

using namespace mlir;

namespace {
struct Global {
  Global() {
    std::fputs("AbortPlugin: no license\n", stderr);
    std::abort();
  }
} object;
} // namespace

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "abort", "1.0", [](DialectRegistry *) {}};
}
