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
  std::vector<std::string> Errors;
  ScopedDiagnosticHandler Handler(&Context, [&](Diagnostic &Diag) {
    Errors.push_back(Diag.str());
    return success();
  });
  // The verifier of its end asks for the type of the first argument.
  auto parse = [&](const std::string &Label) {
    return parseSourceString<ModuleOp>(
        "func.func @f(%n: index, %x: f32) {\n"
        "  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {\n"
        "    scf.reduce(%x : f32) {\n" +
            Label +
            "      %y = arith.addf %x, %x : f32\n"
            "      scf.reduce.return %y : f32\n    }\n  }\n  return\n}",
        ParserConfig(&Context, /*verifyAfterParse=*/false));
  };
  OwningOpRef<ModuleOp> Right = parse("    ^bb0(%a: f32, %b: f32):\n");
  REQUIRE(Right);
  CHECK(verifySafely(*Right) == true);
  CHECK(findCrashingVerifier(*Right) == nullptr);

  OwningOpRef<ModuleOp> Wrong = parse("");
  REQUIRE(Wrong);
  CHECK(verifySafely(*Wrong) == std::nullopt);
  Operation *Crashing = findCrashingVerifier(*Wrong);
  REQUIRE(Crashing);
  CHECK(Crashing->getName().getStringRef() == "scf.reduce.return");
  // Nothing else hears of errors meanwhile, and all hear of them afterwards.
  CHECK(Errors.empty());
  Wrong->emitError("heard");
  CHECK(Errors == std::vector<std::string>{"heard"});
}
