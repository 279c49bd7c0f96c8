//===- FuncPlugin.cpp - A plugin with a dialect of MLIR's ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

using namespace mlir;

namespace {

/// LLVM ends a process in which two dialects have one name.
class OtherFuncDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OtherFuncDialect)

  explicit OtherFuncDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                TypeID::get<OtherFuncDialect>()) {}
  static StringRef getDialectNamespace() { return "func"; }
};

} // namespace

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {
      MLIR_PLUGIN_API_VERSION, "func", "1.0",
      [](DialectRegistry *registry) { registry->insert<OtherFuncDialect>(); }};
}
