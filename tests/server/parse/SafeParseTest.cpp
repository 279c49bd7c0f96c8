//===- SafeParseTest.cpp - MLIR's parser on text that is broken -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/SafeParse.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "tests/server/CrashRecovery.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// Uses before the definitions, `%z` and `%x`, in different numbers.
static const std::vector<std::string> Uses = {
    "\"a.use\"(%z) : (f32) -> ()\n",
    "\"a.use\"(%z, %z, %x) : (f32, f32, f32) -> ()\n"
    "  \"a.use\"(%z) : (f32) -> ()\n",
    "\"a.use\"(%x) : (f32) -> ()\n", "\"a.use\"(%never) : (f32) -> ()\n"};

static std::string genericOp(const std::string &Use,
                             const std::string &Mistake) {
  return "func.func @f(%a: tensor<4xf32>, %o: tensor<4xf32>) {\n"
         "  " +
         Use +
         R"mlir(  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    cf.br ^bb1
  ^bb1:
    )mlir" +
         Mistake +
         "\n    linalg.yield %z : f32\n"
         "  } -> tensor<4xf32>\n  return\n}\n";
}

static std::string reduceOp(const std::string &Use,
                            const std::string &Mistake) {
  return "func.func @f(%lb: index, %ub: index, %s: index, %init: f32) {\n"
         "  " +
         Use +
         R"mlir(  %r:2 = scf.parallel (%i) = (%lb) to (%ub) step (%s)
      init (%init, %init) -> (f32, f32) {
    %c = arith.constant 1.0 : f32
    scf.reduce(%c, %c : f32, f32) {
    ^bb0(%x: f32, %b: f32):
      %z = arith.addf %x, %b : f32
      scf.reduce.return %z : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      )mlir" +
         Mistake +
         "\n      scf.reduce.return %a : f32\n"
         "    }\n  }\n  return\n}\n";
}

static std::string alternativesOp(const std::string &FloatUse,
                                  const std::string &Mistake) {
  std::string Use = FloatUse;
  for (size_t I; (I = Use.find("f32")) != std::string::npos;)
    Use.replace(I, 3, "!transform.any_op");
  return "transform.sequence failures(propagate) {\n"
         "^bb0(%root: !transform.any_op):\n"
         "  " +
         Use +
         R"mlir(  transform.alternatives %root : !transform.any_op {
  ^bb1(%x: !transform.any_op):
    %z = transform.get_parent_op %x
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }, {
  ^bb2(%y: !transform.any_op):
    )mlir" +
         Mistake +
         "\n    transform.yield\n  }\n"
         "}\n";
}

namespace {
struct ParseOutcome {
  bool HasSurvived = false;
  bool IsSuccess = false;
  std::vector<std::string> Errors;
};
} // namespace

/// Parses on a thread that ends, as the server does: the allocator looks after
/// the memory of a thread when that ends, and ends the process when something
/// has written to what is free.
static ParseOutcome parse(const std::string &Text) {
  static const DialectRegistry Registry = [] {
    DialectRegistry AllDialects;
    noisy::registerAllDialects(AllDialects);
    return AllDialects;
  }();
  ParseOutcome Result;
  llvm::CrashRecoveryContext Recovery;
  Result.HasSurvived = Recovery.RunSafelyOnThread(
      [&] {
        MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
        Context.allowUnregisteredDialects();
        ScopedDiagnosticHandler Handler(&Context, [&](Diagnostic &Diag) {
          Result.Errors.push_back(Diag.str());
          return success();
        });
        llvm::SourceMgr Sources;
        Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(Text),
                                   llvm::SMLoc());
        OwningOpRef<ModuleOp> Module =
            ModuleOp::create(UnknownLoc::get(&Context));
        AsmParserState State;
        Result.IsSuccess =
            succeeded(parseSafely(Sources, Module->getBody(), &Context, State));
      },
      16u << 20);
  return Result;
}

TEST_CASE("SafeParse: regions that are given up, with values that are used",
          "[safeparse]") {
  for (auto *Program : {genericOp, reduceOp, alternativesOp})
    for (const std::string &Use : Uses)
      for (const char *Mistake :
           {"no.such %x", "%q = arith.nosuch %x, %x : f32", "}", "\"a.b\"(",
            "\"a.b\"(%undefined) : (f32) -> (", "%q = \"a.b\"() : () -> ()"}) {
        CAPTURE(Use, Mistake);
        ParseOutcome Result = parse(Program(Use, Mistake));
        CHECK(Result.HasSurvived);
        CHECK_FALSE(Result.IsSuccess);
        CHECK(Result.Errors.size() == 1);
      }
}

TEST_CASE("SafeParse: what is right is parsed, and not verified",
          "[safeparse]") {
  for (auto *Program : {genericOp, reduceOp, alternativesOp}) {
    ParseOutcome Result = parse(Program("", ""));
    CHECK(Result.HasSurvived);
    CHECK(Result.IsSuccess);
    CHECK(Result.Errors.empty());
  }
  // A function that returns the wrong thing.
  CHECK(parse("func.func @f() -> i32 { return }").IsSuccess);
}

TEST_CASE("SafeParse: a parser that crashes after its error", "[safeparse]") {
  test::CrashRecovery Recovery;
  ParseOutcome Result =
      parse("func.func @f(%a: tensor<3xf32>, %b: tensor<1x3xf32>) {\n"
            "  %c = linalg.broadcast ins(%a : tensor<3xf32>) "
            "outs(%b : tensor<1x3xf32>) dimensions = [0\n  return\n}");
  CHECK(Result.HasSurvived);
  CHECK_FALSE(Result.IsSuccess);
  CHECK(Result.Errors.size() == 1);
}

TEST_CASE("SafeParse: all errors are told, in their order", "[safeparse]") {
  ParseOutcome Result = parse("\"a.b\"(%x, %y) : (i32, i32) -> ()");
  CHECK_FALSE(Result.IsSuccess);
  CHECK(Result.Errors ==
        std::vector<std::string>{"use of undeclared SSA value name",
                                 "use of undeclared SSA value name"});
}
