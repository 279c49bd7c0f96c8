//===- SymbolUsersTest.cpp - Attributes that check symbols ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "tests/server/Typist.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
/// Any reference to a symbol wants there to be one.
struct CheckedReference
    : SymbolUserAttrInterface::ExternalModel<CheckedReference, SymbolRefAttr> {
  LogicalResult verifySymbolUses(Attribute Attr, Operation *Op,
                                 SymbolTableCollection &Symbols) const {
    if (Symbols.lookupNearestSymbolFrom(Op, cast<SymbolRefAttr>(Attr)))
      return success();
    return Op->emitError() << "no symbol " << Attr;
  }
};
} // namespace

static const DialectRegistry &registry() {
  static const DialectRegistry *Registry = [] {
    auto *New = new DialectRegistry();
    registerAllDialects(*New);
    New->addExtension(+[](MLIRContext *Context, BuiltinDialect *) {
      SymbolRefAttr::attachInterface<CheckedReference>(*Context);
    });
    return New;
  }();
  return *Registry;
}

static std::vector<std::string> problemsOf(const std::string &Text) {
  std::vector<std::string> Result;
  auto State = Typist(Text, registry()).build();
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Finding) {
    Result.push_back(Finding.Message);
  });
  return Result;
}
using Lines = std::vector<std::string>;

TEST_CASE("attributes of operations check symbols as MLIR has them do") {
  const std::string User = "func.func @f() attributes {a.b = @g} {\n"
                           "  \"a.op\"() {a.c = @g} : () -> ()\n"
                           "  return\n}\n";
  CHECK(problemsOf(User) == Lines{"no symbol @g", "no symbol @g"});
  CHECK(problemsOf(User + "func.func private @g()\n").empty());
  CHECK(
      problemsOf("module {\n" + User + "}\nfunc.func private @g()\n").size() ==
      2);
  // One that means something only to the operation is not asked.
  CHECK(problemsOf("func.func private @h()\n"
                   "func.func @f() {\n  call @h() : () -> ()\n  return\n}\n")
            .empty());
}
