//===- UnitComparison.cpp - Units that must be the same -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/unit/UnitComparison.h"
#include "mlir/IR/Verifier.h"
#include "tests/server/SnapshotText.h"
#include "llvm/Support/raw_ostream.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

std::string test::print(const Unit &U) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  U.module()->print(OS);
  return Result;
}

std::string test::describeProblems(const Unit &U) {
  std::string Result;
  if (U.Problems)
    for (const Problem &Issue : *U.Problems)
      Result += describe(Issue) + "\n";
  return Result;
}

static std::vector<Section::Index> findSymbolUsers(const Unit &U) {
  std::vector<Section::Index> Result;
  for (Operation *User : U.SymbolUsers)
    Result.push_back(U.indexOf(User));
  return Result;
}

static std::vector<std::vector<std::string>> findUsedSymbols(const Unit &U) {
  std::vector<std::vector<std::string>> Result;
  U.forEachSymbolUse(
      [&](llvm::ArrayRef<std::string> Path) { Result.push_back(Path.vec()); });
  return Result;
}

static std::string describeHidden(const HiddenValues &Values) {
  std::string Result = Values.hasNoise ? "noise" : "";
  llvm::raw_string_ostream OS(Result);
  for (Type T : Values.numbers)
    OS << " " << T;
  return Result;
}

static std::string describeHidden(const HiddenFlow &Flow) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  for (SymbolRefAttr Name : Flow.names)
    OS << Name << " ";
  OS << Flow.launches << Flow.declares << Flow.setsModel
     << " statements: " << describeHidden(Flow.statements)
     << " exits: " << describeHidden(Flow.exits)
     << " arguments: " << describeHidden(Flow.callArguments)
     << " functions: " << Flow.functions.size()
     << " calls: " << Flow.valueCalls.size();
  return Result;
}

void test::compare(const Unit &New, const Unit &Fresh) {
  REQUIRE(Fresh.isParsed());
  CHECK(New.isIntact() == Fresh.isIntact());
  CHECK(New.isValid() == Fresh.isValid());
  CHECK(describeProblems(New) == describeProblems(Fresh));
  CHECK(print(New) == print(Fresh));
  CHECK(describe(*New.Data) == describe(*Fresh.Data));
  CHECK(New.TextKey == Fresh.TextKey);
  REQUIRE(New.values().size() == Fresh.values().size());
  for (Section::Index I = 0; I < New.values().size(); ++I)
    CHECK(New.indexOf(New.values()[I]) == I);
  for (Section::Index I = 0; I < New.Data->operations().size(); ++I)
    CHECK(New.indexOf(New.operations()[I]) == I);
  CHECK(describeHidden(New.hiddenFlow()) == describeHidden(Fresh.hiddenFlow()));
  CHECK(findSymbolUsers(New) == findSymbolUsers(Fresh));
  CHECK(findUsedSymbols(New) == findUsedSymbols(Fresh));
  for (Operation *Root : New.roots())
    CHECK(succeeded(mlir::verify(Root)));
}
