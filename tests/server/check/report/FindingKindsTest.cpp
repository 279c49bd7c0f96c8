//===- FindingKindsTest.cpp - What the codes of findings mean -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/FindingKinds.h"
#include "analysis/integers/IntegerReport.h"
#include "analysis/noise/NoiseReport.h"
#include "analysis/noise/UncheckedStatements.h"
#include "server/parse/NoiseProblems.h"
#include "server/parse/OperationNames.h"
#include "server/parse/TypeNames.h"
#include "server/snapshot/ForeignDialectCode.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/ProblemCodes.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

TEST_CASE("FindingKinds: all codes that the server sends are explained",
          "[check]") {
  std::vector<std::string> Codes = {
      "int-out-of-bounds",
      "unused-value",
      "unused-function",
      "never-executed",
      "",
      InternalErrorCode.str(),
  };
  for (NoiseFindingKind Kind :
       {NoiseFindingKind::Overflow, NoiseFindingKind::Unbounded,
        NoiseFindingKind::Unknown, NoiseFindingKind::Contract,
        NoiseFindingKind::StatedRange})
    Codes.push_back(getFindingCode(Kind).str());
  for (llvm::StringRef Code :
       {llvm::StringRef(uncheckedStatementCode),
        llvm::StringRef(idleReductionCode), llvm::StringRef(LessNoiseCode),
        llvm::StringRef(UnknownOperationCode), llvm::StringRef(UnknownTypeCode),
        llvm::StringRef(UnknownNameCode), llvm::StringRef(UnclosedBracketCode),
        llvm::StringRef(foreignDialectCode), llvm::StringRef("int-constant"),
        llvm::StringRef("int-comparison"),
        llvm::StringRef("int-division-by-zero"),
        llvm::StringRef("int-unsigned")})
    Codes.push_back(Code.str());
  for (const std::string &Code : Codes) {
    INFO(Code);
    CHECK(findKind(Code));
  }
  // And nothing else is.
  CHECK(Codes.size() == findingKinds().size());
  CHECK_FALSE(findKind("noise"));
}
