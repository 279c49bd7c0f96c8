//===- UnknownNoiseTest.cpp - Advice that is of use -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/UnknownNoise.h"
#include "tests/support/Program.h"

using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A program in which the noise of something is unknown, the advice on it, and
/// the program in which that is followed.
struct Case {
  const char *text, *advice, *fixedText;
};
} // namespace

// Calls of functions without a body, or that end in an unknown way.
static const Case callCases[] = {
    {R"(
       func.func private @g(i5) -> (i5, !noisy.i32)
       func.func @f(%x: i5) -> !noisy.i32 {
         %q, %r = func.call @g(%x) : (i5) -> (i5, !noisy.i32)
         return %r : !noisy.i32
       })",
     "declare its noise: 'noisy.bound' on result 1 of @g", R"(
       func.func private @g(i5) -> (i5, !noisy.i32 {noisy.bound = 20 : i64})
       func.func @f(%x: i5) -> !noisy.i32 {
         %q, %r = func.call @g(%x) : (i5) -> (i5, !noisy.i32)
         return %r : !noisy.i32
       })"},
    {R"(
       func.func private @g(!noisy.i32) -> tensor<2x!noisy.i32>
       func.func @f(%x: !noisy.i32) -> tensor<2x!noisy.i32> {
         %r = func.call @g(%x) : (!noisy.i32) -> tensor<2x!noisy.i32>
         return %r : tensor<2x!noisy.i32>
       })",
     "give @g a body", R"(
       func.func private @g(%x: !noisy.i32) -> tensor<2x!noisy.i32> {
         %t = tensor.from_elements %x, %x : tensor<2x!noisy.i32>
         return %t : tensor<2x!noisy.i32>
       }
       func.func @f(%x: !noisy.i32) -> tensor<2x!noisy.i32> {
         %r = func.call @g(%x) : (!noisy.i32) -> tensor<2x!noisy.i32>
         return %r : tensor<2x!noisy.i32>
       })"},
    {R"(
       func.func private @g(%x: i5) -> (!noisy.i32 {noisy.bound = 20 : i64}) {
         %a = noisy.encode %x : i5 -> !noisy.i32
         "my.ret"(%x, %a) : (i5, !noisy.i32) -> ()
       }
       func.func @f(%x: i5) -> !noisy.i32 {
         %r = func.call @g(%x) : (i5) -> !noisy.i32
         return %r : !noisy.i32
       })",
     "end @g with an operation that is known to return its operands, such as "
     "'func.return', in place of 'my.ret'",
     R"(
       func.func private @g(%x: i5) -> (!noisy.i32 {noisy.bound = 20 : i64}) {
         %a = noisy.encode %x : i5 -> !noisy.i32
         return %a : !noisy.i32
       }
       func.func @f(%x: i5) -> !noisy.i32 {
         %r = func.call @g(%x) : (i5) -> !noisy.i32
         return %r : !noisy.i32
       })"},
};

// Other results: declare the noise, or encode.
static const Case resultCases[] = {
    {R"(
       func.func @f(%m: memref<2x!noisy.i32>, %i: index) -> !noisy.i32 {
         %r = memref.load %m[%i] : memref<2x!noisy.i32>
         return %r : !noisy.i32
       })",
     "state its noise: 'noisy.bound' on the operation", R"(
       func.func @f(%m: memref<2x!noisy.i32>, %i: index) -> !noisy.i32 {
         %r = memref.load %m[%i] {noisy.bound = 20 : i64} : memref<2x!noisy.i32>
         return %r : !noisy.i32
       })"},
    {R"(
       func.func @f(%x: i5) -> !noisy.i32 {
         %r = "strange.operation"(%x) : (i5) -> !noisy.i32
         return %r : !noisy.i32
       })",
     "state its noise: 'noisy.bound' on the operation", R"(
       func.func @f(%x: i5) -> !noisy.i32 {
         %r = "strange.operation"(%x) {noisy.bound = 20 : i64}
           : (i5) -> !noisy.i32
         return %r : !noisy.i32
       })"},
    {R"(
       func.func @f(%g: (i5) -> !noisy.i32, %x: i5) -> !noisy.i32 {
         %r = func.call_indirect %g(%x) : (i5) -> !noisy.i32
         return %r : !noisy.i32
       })",
     "get it from a function without a body whose result has 'noisy.bound', or "
     "encode it here",
     R"(
       func.func private @g(i5) -> (!noisy.i32 {noisy.bound = 20 : i64})
       func.func @f(%x: i5) -> !noisy.i32 {
         %r = func.call @g(%x) : (i5) -> !noisy.i32
         return %r : !noisy.i32
       })"},
};

// Tensors, and values inside of operations.
static const Case regionCases[] = {
    {R"(
       #id = affine_map<(d0) -> (d0)>
       func.func @f(%a: memref<2x!noisy.i32>, %o: memref<2x!noisy.i32>) {
         linalg.generic {indexing_maps = [#id, #id],
                         iterator_types = ["parallel"]}
             ins(%a : memref<2x!noisy.i32>) outs(%o : memref<2x!noisy.i32>) {
         ^bb0(%e: !noisy.i32, %g: !noisy.i32):
           %s = noisy.add %e, %g : !noisy.i32
           linalg.yield %s : !noisy.i32
         }
         return
       })",
     "replace 'linalg.generic' with operations of known noise, such as loops "
     "over the elements",
     R"(
       #id = affine_map<(d0) -> (d0)>
       func.func @f(%a: tensor<2x!noisy.i32>, %o: tensor<2x!noisy.i32>)
           -> tensor<2x!noisy.i32> {
         %r = linalg.generic {indexing_maps = [#id, #id],
                              iterator_types = ["parallel"]}
             ins(%a : tensor<2x!noisy.i32>) outs(%o : tensor<2x!noisy.i32>) {
         ^bb0(%e: !noisy.i32, %g: !noisy.i32):
           %s = noisy.add %e, %g : !noisy.i32
           linalg.yield %s : !noisy.i32
         } -> tensor<2x!noisy.i32>
         return %r : tensor<2x!noisy.i32>
       })"},
    {R"(
       func.func @f(%x: !noisy.i32) {
         "strange.region"() ({
         ^bb0(%r: !noisy.i32):
           %s = noisy.add %r, %x : !noisy.i32
           "strange.end"() : () -> ()
         }) : () -> ()
         return
       })",
     "replace 'strange.region' with operations of known noise, such as loops "
     "over the elements",
     R"(
       func.func @f(%x: !noisy.i32) {
         %s = noisy.add %x, %x : !noisy.i32
         return
       })"},
    {R"(
       func.func @f(%x: !noisy.i32) {
         "strange.branch"(%x)[^bb1] : (!noisy.i32) -> ()
       ^bb1(%r: !noisy.i32):
         return
       })",
     "replace 'strange.branch' with operations of known noise, such as loops "
     "over the elements",
     R"(
       func.func @f(%x: !noisy.i32) {
         cf.br ^bb1(%x : !noisy.i32)
       ^bb1(%r: !noisy.i32):
         return
       })"},
};

// Arguments of functions that are not started by calls.
static const Case kernelCases[] = {
    {R"(
       module attributes {gpu.container_module} {
         gpu.module @kernels {
           gpu.func @g(%v: !noisy.i32) kernel {
             gpu.return
           }
         }
         func.func @f(%a: !noisy.i32, %t: tensor<2x!noisy.i32>) {
           "my.call"(%a) {callee = @kernels::@g} : (!noisy.i32) -> ()
           return
         }
       })",
     "declare its noise: 'noisy.bound' on the argument", R"(
       module attributes {gpu.container_module} {
         gpu.module @kernels {
           gpu.func @g(%v: !noisy.i32 {noisy.bound = 20 : i64}) kernel {
             gpu.return
           }
         }
         func.func @f(%a: !noisy.i32, %t: tensor<2x!noisy.i32>) {
           "my.call"(%a) {callee = @kernels::@g} : (!noisy.i32) -> ()
           return
         }
       })"},
    {R"(
       module attributes {gpu.container_module} {
         gpu.module @kernels {
           gpu.func @g(%v: tensor<2x!noisy.i32>) kernel {
             gpu.return
           }
         }
         func.func @f(%a: !noisy.i32, %t: tensor<2x!noisy.i32>) {
           "my.call"(%t) {callee = @kernels::@g} : (tensor<2x!noisy.i32>) -> ()
           return
         }
       })",
     "pass its elements as arguments that have 'noisy.bound'", R"(
       module attributes {gpu.container_module} {
         gpu.module @kernels {
           gpu.func @g(%v: !noisy.i32 {noisy.bound = 20 : i64},
                       %w: !noisy.i32 {noisy.bound = 20 : i64}) kernel {
             gpu.return
           }
         }
         func.func @f(%a: !noisy.i32, %t: tensor<2x!noisy.i32>) {
           "my.call"(%a, %a) {callee = @kernels::@g} : (!noisy.i32, !noisy.i32) -> ()
           return
         }
       })"},
};

static void checkAdvice(llvm::ArrayRef<Case> cases) {
  for (const Case &testCase : cases) {
    CAPTURE(testCase.text);
    Program program(testCase.text);
    REQUIRE(program.isParsed());
    const auto &findings = program.facts().getFindings();
    REQUIRE_FALSE(findings.empty());
    CHECK(findings.front().kind == NoiseFindingKind::Unknown);
    for (const NoiseFinding &finding : findings)
      CHECK(adviseOnUnknown(finding.value) == testCase.advice);

    Program fixedProgram(testCase.fixedText);
    INFO(fixedProgram.diagnostics());
    REQUIRE(fixedProgram.isParsed());
    CHECK(fixedProgram.findings() == "");
  }
}

TEST_CASE("advice on unknown noise is accepted, and makes it known") {
  checkAdvice(callCases);
  checkAdvice(resultCases);
  checkAdvice(regionCases);
  checkAdvice(kernelCases);
}
