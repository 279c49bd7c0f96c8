//===- MeantOperationFixTest.cpp - The operation that was meant -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/MeantOperationFix.h"
#include "server/features/fixes/CodeActions.h"
#include "server/features/fixes/Fix.h"
#include "server/features/fixes/FixOffers.h"
#include "server/text/ByteEdit.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The title of the first fix that is offered for the word `Name`, and the text
/// after it.
static std::pair<std::string, std::string> fixName(const std::string &Text,
                                                   const std::string &Name) {
  size_t Offset = Text.find(Name);
  auto State = snapshotOf(Text);
  std::vector<OfferedFix> Offers =
      listFixes(*State, {Offset, Offset}, FixFilter());
  if (Offers.empty())
    return {"none", ""};
  FixTask Task;
  Task.Kind = Offers[0].Kind;
  Task.Contents = State->text();
  Task.Offset = Offers[0].Place;
  Task.Registry = &allDialects();
  llvm::Expected<Fix> Repair = Task.Kind->compute(Task, FixTools());
  if (!Repair)
    return {Offers[0].Title, llvm::toString(Repair.takeError())};
  return {Offers[0].Title, applyEdits(Text, Repair->Edits)};
}

TEST_CASE("Meant operation: the name is changed", "[small-fix]") {
  using Fixed = std::pair<std::string, std::string>;
  auto inFunction = [](const std::string &Line) {
    return "func.func @f(%a: i32) {\n  " + Line + "\n  return\n}\n";
  };
  CHECK(fixName(inFunction("%0 = arith.adi %a, %a : i32"), "arith.adi") ==
        Fixed{"Change to 'arith.addi'",
              inFunction("%0 = arith.addi %a, %a : i32")});
  CHECK(fixName(inFunction("%0 = addi %a, %a : i32"), "addi") ==
        Fixed{"Change to 'arith.addi'",
              inFunction("%0 = arith.addi %a, %a : i32")});
  CHECK(fixName(inFunction("%0 = \"arith.adi\"(%a, %a) : (i32, i32) -> i32"),
                "\"arith")
            .second ==
        inFunction("%0 = \"arith.addi\"(%a, %a) : (i32, i32) -> i32"));
  CHECK(fixName(inFunction("foo.circuit"), "foo.circuit").first == "none");
  // A dialect that is taken for one that is not known.
  CHECK(fixName(inFunction("%0 = arh.addi %a, %a : i32"), "arh.addi") ==
        Fixed{"Change to 'arith.addi'",
              inFunction("%0 = arith.addi %a, %a : i32")});
  // A type.
  CHECK(fixName(inFunction("%0 = noisy.encode %a : i32 -> !noisyi32"),
                "!noisyi32") ==
        Fixed{"Change to '!noisy.i32'",
              inFunction("%0 = noisy.encode %a : i32 -> !noisy.i32")});
  CHECK(fixName(inFunction("%0 = tensor.empty() : tensr<4xi32>"), "tensr") ==
        Fixed{"Change to 'tensor'",
              inFunction("%0 = tensor.empty() : tensor<4xi32>")});
  // An attribute of an argument.
  CHECK(fixName("func.func @f(%a: !noisy.i32 {noisy.bond = 20 : i64}) {\n"
                "  return\n}\n",
                "noisy.bond") ==
        Fixed{"Change to 'noisy.bound'",
              "func.func @f(%a: !noisy.i32 {noisy.bound = 20 : i64}) {\n"
              "  return\n}\n"});
  CHECK(fixName(inFunction("%0 = constant 3 : i32"), "constant") ==
        Fixed{"Change to 'arith.constant'",
              inFunction("%0 = arith.constant 3 : i32")});
  CHECK(fixName("func.func private @f(!nosy.i32)\n", "!nosy.i32") ==
        Fixed{"Change to '!noisy.i32'", "func.func private @f(!noisy.i32)\n"});
  CHECK(fixName("func.func private @f(!llvmm.ptr)\n", "!llvmm.ptr") ==
        Fixed{"Change to '!llvm.ptr'", "func.func private @f(!llvm.ptr)\n"});
  CHECK(
      fixName("module attributes {noisy.model = #noisy.modl<max = 20>} {\n}\n",
              "#noisy.modl")
          .second ==
      "module attributes {noisy.model = #noisy.model<max = 20>} {\n}\n");
  // A name that nothing defines; the value in the line is not meant here.
  CHECK(
      fixName("func.func @f(%alpha: i32) -> i32 {\n  return %alpah : "
              "i32\n}\n",
              "%alpah") ==
      Fixed{"Change to '%alpha'",
            "func.func @f(%alpha: i32) -> i32 {\n  return %alpha : i32\n}\n"});
  CHECK(fixName("func.func @square() {\n  return\n}\nfunc.func @f() {\n  "
                "call @sqare() : () -> ()\n  return\n}\n",
                "call")
            .second == "func.func @square() {\n  return\n}\nfunc.func @f() "
                       "{\n  call @square() : () -> ()\n  return\n}\n");
  CHECK(
      fixName("func.func @f() {\n  cf.br ^ned\n^end:\n  return\n}\n", "^ned") ==
      Fixed{"Change to '^end'",
            "func.func @f() {\n  cf.br ^end\n^end:\n  return\n}\n"});
  CHECK(fixName("func.func @f(%alpha: i32) {\n  %alphb = "
                "\"arith.adi\"(%alpha, %alpha) : (i32, i32) -> i32\n  "
                "return\n}\n",
                "\"arith")
            .first == "Change to 'arith.addi'");
}
