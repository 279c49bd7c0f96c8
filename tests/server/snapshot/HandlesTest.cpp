//===- HandlesTest.cpp - Operations, values and blocks of a snapshot ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/Handles.h"
#include "tests/server/Typist.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const char Program[] = R"(
!c = !noisy.i32
func.func @f(%x: i5, %m: memref<?x!c, 1>, %t: tensor<4x!c>, %v: vector<2x!c>,
             %u: tensor<4xi32>, %i: index) -> !c {
  %a = noisy.encode %x : i5 -> !c
  %k = arith.constant 3 : index
  %r:2 = "test.pair"(%a) ({
  ^bb0(%arg: !c):
    %z = noisy.reduce_noise %arg : !c
    "test.end"(%z) : (!c) -> ()
  }) : (!c) -> (!c, i32)
  %w = func.call @f(%x, %m, %t, %v, %u, %i)
      : (i5, memref<?x!c, 1>, tensor<4x!c>, vector<2x!c>, tensor<4xi32>, index)
      -> !c
  return %r#0 : !c
}
)";

static const PlacedSection &sectionOf(const Snapshot &State,
                                      llvm::StringRef Symbol) {
  for (const Snapshot::Part &Part : State.parts())
    for (const PlacedSection &Section : Part.Sections)
      for (const Section::Symbol &Entry : Section.Data->symbols())
        if (Entry.Name == Symbol)
          return Section;
  FAIL("no symbol " << Symbol.str());
  std::abort();
}

static OperationRef operationNamed(const PlacedSection &Section,
                                   llvm::StringRef Name) {
  for (OperationRef Operation : operationsOf(Section))
    if (Operation.name() == Name)
      return Operation;
  FAIL("no operation " << Name.str());
  return {};
}

TEST_CASE("Handles: the kinds of values and operations", "[snapshot]") {
  auto State = snapshotOf(Program);
  const PlacedSection &Section = sectionOf(*State, "f");
  OperationRef Function = operationNamed(Section, "func.func");
  CHECK(Function->HasEncryptedSignature);
  std::string Kinds;
  for (ValueRef Argument : (*blocksOf(Section).begin()).arguments())
    Kinds += Argument.name() + (Argument.isEncrypted() ? " encrypted" : "") +
             (Argument.isInMemory() ? " in memory" : "") + "\n";
  CHECK(Kinds == "%x\n%m encrypted in memory\n%t encrypted\n%v encrypted\n"
                 "%u\n%i\n");
  using Kind = Section::OperationKind;
  CHECK(operationNamed(Section, "noisy.encode").kind() == Kind::Encode);
  CHECK(operationNamed(Section, "noisy.reduce_noise").kind() ==
        Kind::Reduction);
  CHECK(operationNamed(Section, "arith.constant").kind() == Kind::Constant);
  CHECK(operationNamed(Section, "func.call").kind() == Kind::Call);
  CHECK(operationNamed(Section, "test.pair").kind() == Kind::Other);
}

TEST_CASE("Handles: what belongs to what", "[snapshot]") {
  auto State = snapshotOf(Program);
  const PlacedSection &Section = sectionOf(*State, "f");
  OperationRef Function = operationNamed(Section, "func.func");
  OperationRef Pair = operationNamed(Section, "test.pair");
  OperationRef Reduction = operationNamed(Section, "noisy.reduce_noise");
  CHECK_FALSE(OperationRef());
  CHECK_FALSE(Function.parent());
  CHECK(Function.symbol()->Name == "f");
  CHECK(Pair.symbol() == nullptr);
  CHECK(Reduction.parent() == Pair);
  CHECK(Reduction.function() == Function);
  CHECK(Function.function() == Function);

  std::vector<std::string> Names;
  for (ValueRef Value : Pair.valuesInside())
    Names.push_back(Value.name());
  CHECK(Names == std::vector<std::string>{"%arg", "%z"});
  Names.clear();
  for (ValueRef Value : Pair.results())
    Names.push_back(Value.name() + ": " + Value.type().str());
  CHECK(Names == std::vector<std::string>{"%r#0: !noisy.i32", "%r#1: i32"});

  ValueRef Argument = *Pair.valuesInside().begin();
  CHECK(Argument.operation() == Pair);
  CHECK(Argument.block().operation() == Pair);
  CHECK((*Reduction.results().begin()).operation() == Reduction);
  CHECK(Section.Data->textOf(Argument.place()) == "%arg");
}

TEST_CASE("Handles: noise and details are those of the section", "[snapshot]") {
  Typist Session(R"(
func.func @g(%x: i5, %i: index) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %k = arith.constant 3 : index
  %n = arith.andi %i, %k : index
  return %a : !noisy.i32
}
)");
  auto State = Session.complete(Session.build());
  const PlacedSection &Section = sectionOf(*State, "g");
  ValueRef EncodedValue =
      *operationNamed(Section, "noisy.encode").results().begin();
  REQUIRE(EncodedValue.noise());
  CHECK(EncodedValue.noise()->Value == EncodedValue.number());
  ValueRef Integer = *operationNamed(Section, "arith.andi").results().begin();
  CHECK_FALSE(Integer.noise());
  REQUIRE(Integer.details());
  CHECK(Integer.details()->Range == "[0, 3]");

  PlacedSection Unknown = Section;
  Unknown.Facts = nullptr;
  Unknown.Details = nullptr;
  CHECK_FALSE(ValueRef(Unknown, EncodedValue.number()).noise());
  CHECK_FALSE(ValueRef(Unknown, Integer.number()).details());
}

TEST_CASE("Handles: a function without a type has no crash", "[snapshot]") {
  auto State =
      snapshotOf("\"llvm.func\"() ({\n}) {sym_name = \"f\"} : () -> ()\n"
                 "func.func @g(%a: tensor<4x!noisy.i32>) {\n"
                 "  return\n}\n");
  std::string Problems;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    Problems += Issue.Message;
  });
  CHECK_THAT(Problems, Catch::Contains("requires attribute 'function_type'"));
  CHECK_THAT(Problems, !Catch::Contains("crash"));
  CHECK(operationNamed(sectionOf(*State, "g"), "func.func")
            ->HasEncryptedSignature);
}
