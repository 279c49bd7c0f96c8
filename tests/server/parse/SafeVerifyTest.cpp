//===- SafeVerifyTest.cpp - MLIR's verifiers on IR that is broken ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/SafeVerify.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "tests/server/CrashRecovery.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace mlir::noisy::lsp;

TEST_CASE("SafeVerify: a verifier that crashes", "[safeparse]") {
  test::CrashRecovery Recovery;
  DialectRegistry Registry;
  noisy::registerAllDialects(Registry);
  MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects();
  std::vector<std::string> Errors;
  ScopedDiagnosticHandler Handler(&Context, [&](Diagnostic &Diag) {
    Errors.push_back(Diag.str());
    return success();
  });
  auto parse = [&](const std::string &Mapped) {
    return parseSourceString<ModuleOp>(
        "func.func @f(%m: memref<i32>) {\n  %p = " + Mapped +
            "\n  omp.target map_entries(%p -> %q : memref<i32>) {\n"
            "    omp.terminator\n  }\n  return\n}",
        ParserConfig(&Context, /*verifyAfterParse=*/false));
  };
  OwningOpRef<ModuleOp> Right =
      parse("omp.map.info var_ptr(%m : memref<i32>, i32) map_clauses(tofrom) "
            "capture(ByRef) -> memref<i32>");
  REQUIRE(Right);
  CHECK(verifySafely(*Right) == true);
  CHECK(findCrashingVerifier(*Right) == nullptr);

  OwningOpRef<ModuleOp> Wrong =
      parse("\"a.b\"(%m) : (memref<i32>) -> memref<i32>");
  REQUIRE(Wrong);
  CHECK(verifySafely(*Wrong) == std::nullopt);
  Operation *Crashing = findCrashingVerifier(*Wrong);
  REQUIRE(Crashing);
  CHECK(Crashing->getName().getStringRef() == "omp.target");
  // Nothing else hears of errors meanwhile, and all hear of them afterwards.
  CHECK(Errors.empty());
  Wrong->emitError("heard");
  CHECK(Errors == std::vector<std::string>{"heard"});
}
