//===- noisy-opt.cpp - MLIR's optimizer driver, with noise ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with every upstream dialect and pass, the noisy dialect and its
// passes.
//
//===----------------------------------------------------------------------===//

#include "Version.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "optimizer/Passes.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::noisy::registerAllDialects(registry);
  mlir::registerAllPasses();
  mlir::noisy::registerNoisyPasses();
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "noisy-opt " NOISY_VERSION " (LLVM " NOISY_LLVM_VERSION ")\n";
  });
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "noisy optimizer driver\n", registry));
}
