//===- OperationFormTest.cpp - The assembly formats of operations ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/OperationForm.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using PartKind = FormPart::Type;

TEST_CASE("OperationForm: what a definition says", "[form]") {
  auto Add = findOperationForm("arith.addi");
  REQUIRE(Add);
  CHECK(Add->ResultCount == 1u);
  CHECK_FALSE(Add->IsTerminator);
  REQUIRE(Add->Parts.size() == 10);
  CHECK(Add->Parts[0].Kind == PartKind::Operand);
  CHECK(Add->Parts[0].Name == "lhs");
  CHECK(Add->Parts[0].TypeKinds == "i");
  CHECK(Add->Parts[1].Kind == PartKind::Literal);
  CHECK_FALSE(Add->Parts[1].HasSpace);
  CHECK(Add->Parts[2].SameAs == "lhs");
  CHECK(Add->Parts[3].Kind == PartKind::Group);
  CHECK(Add->groupEnd(3) == 6);
  CHECK(Add->Parts[5].Cases == "none|nsw|nuw");
  CHECK(Add->Parts[9].Name == "result");
  CHECK(Add->Parts[9].SameAs == "lhs");

  auto Function = findOperationForm("func.func");
  REQUIRE(Function);
  CHECK(Function->DefinesSymbol);
  CHECK(Function->DefaultDialect == "func");
  CHECK(Function->hasRegions());
  auto Yield = findOperationForm("scf.yield");
  REQUIRE(Yield);
  CHECK(Yield->IsTerminator);
  CHECK(llvm::is_contained(Yield->Parents, "scf.for"));
  CHECK(yieldsValues(*Yield));
  CHECK_FALSE(yieldsValues(*findOperationForm("cf.br")));
  auto Loop = findOperationForm("scf.for");
  REQUIRE(Loop);
  CHECK(Loop->Terminator == "scf.yield");
  CHECK_FALSE(Loop->ResultCount);
  CHECK(findOperationForm("builtin.module")->IsSymbolTable);
  CHECK(findOperationForm("noisy.mul")->Parts.back().OnlyType == "!noisy.i32");
  for (const char *Unknown : {"", "a", "arith", "arith.add", "arith.addi2"})
    CHECK_FALSE(findOperationForm(Unknown));
}

TEST_CASE("OperationForm: terminators are what MLIR says they are", "[form]") {
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  Context.loadAllAvailableDialects();
  size_t Count = 0, Missing = 0;
  for (RegisteredOperationName Name : Context.getRegisteredOperations()) {
    auto Form = findOperationForm(Name.getStringRef());
    ++Count;
    if (!Form) {
      ++Missing;
      continue;
    }
    CAPTURE(Name.getStringRef().str());
    CHECK(Form->IsTerminator == Name.hasTrait<OpTrait::IsTerminator>());
    if (Name.hasTrait<OpTrait::ZeroResults>())
      CHECK(Form->ResultCount == 0u);
    if (Name.hasTrait<OpTrait::OneResult>())
      CHECK(Form->ResultCount == 1u);
    CHECK(Form->IsSymbolTable == Name.hasTrait<OpTrait::SymbolTable>());
  }
  CHECK(Count > 2000);
  CHECK(Missing < Count / 50);
}

TEST_CASE("OperationForm: the table is sorted", "[form]") {
  std::string Previous;
  size_t Count = 0;
  forEachOperationName([&](llvm::StringRef Name) {
    CHECK(Previous < Name.str());
    CHECK(findOperationForm(Name)->Name == Name);
    Previous = Name.str();
    ++Count;
  });
  CHECK(Count > 2000);
}
