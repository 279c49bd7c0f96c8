//===- DiagnosticDataTest.cpp - What clients can take of diagnostics ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/CodeActions.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/handlers/DiagnosticRequests.h"
#include "server/handlers/FixRequest.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

/// What a client gets as the data of a diagnostic with this code.
static json dataOf(const std::string &Code, bool IsSupported,
                   const std::string &Source = "noisy") {
  ClientCapabilities Client;
  Client.DiagnosticData = IsSupported;
  std::vector<Diagnostic> Items(1);
  Items[0].Code = Code;
  Items[0].Source = Source;
  adaptToClient(Items, Client);
  return Items[0].Data;
}

TEST_CASE("Diagnostic data: the fixes there are", "[diagnostics]") {
  json Reduce = {{"fixes",
                  {"reduceFunction", "reduceChunk", "reduceDocument",
                   "rewriteFunction", "rewriteChunk", "rewriteDocument"}}};
  CHECK(dataOf("noise-overflow", true) == Reduce);
  CHECK(dataOf("noise-unbounded", true) == Reduce);
  CHECK(dataOf("noise-contract", true) == Reduce);
  CHECK(dataOf("int-constant", true) ==
        json{{"fixes", json::array({"replaceByConstant"})}});
  CHECK(dataOf("int-comparison", true) ==
        json{{"fixes", json::array({"replaceByConstant"})}});
  CHECK(dataOf("int-unsigned", true) ==
        json{{"fixes", json::array({"useUnsigned"})}});
  CHECK(dataOf("less-noise", true) ==
        json{{"fixes", json::array({"rewriteForNoise"})}});
  // Nothing for what cannot be mended, is another's, or would not come back.
  CHECK(dataOf("noise-unknown", true).is_null());
  CHECK(dataOf("", true).is_null());
  CHECK(dataOf("noise-overflow", true, "mlir").is_null());
  CHECK(dataOf("noise-overflow", false).is_null());
}

TEST_CASE("Diagnostic data: tags for those who show them", "[diagnostics]") {
  for (bool IsSupported : {true, false}) {
    ClientCapabilities Client;
    Client.DiagnosticTags = IsSupported;
    Client.DiagnosticData = true;
    std::vector<Diagnostic> Items(1);
    Items[0].Source = "noisy";
    Items[0].Code = "noise-no-effect";
    Items[0].Tags = {DiagnosticTag::Unnecessary};
    adaptToClient(Items, Client);
    CHECK(Items[0].Tags.size() == (IsSupported ? 1 : 0));
    CHECK(Items[0].Data == json{{"fixes", json::array({"removeReduction"})}});
  }
}

TEST_CASE("Fix requests: there and back", "[diagnostics]") {
  CHECK(allFixKinds().size() == 14);
  for (const FixKind *Kind : allFixKinds())
    for (bool IsQuiet : {true, false}) {
      FixRequest Request = {Kind, "file:///a", 7, {3, 4}, IsQuiet};
      CHECK(json(Request).get<FixRequest>() == Request);
    }
  json Unknown = FixRequest{&fixes::ReduceChunk, "file:///a", 7, {3, 4}};
  Unknown["fix"] = "none";
  CHECK_THROWS_AS(Unknown.get<FixRequest>(), json::exception);
}

TEST_CASE("Diagnostic data: a code leads to its page for those who follow it",
          "[diagnostics]") {
  for (bool IsSupported : {true, false}) {
    ClientCapabilities Client;
    Client.CodeDescriptions = IsSupported;
    std::vector<Diagnostic> Items(2);
    Items[0].Code = "noise-overflow";
    adaptToClient(Items, Client);
    // The tests are in the build folder of a checkout, beside docs/.
    CHECK(llvm::StringRef(Items[0].CodeDescription)
              .ends_with("/docs/diagnostics.md#noise-overflow") == IsSupported);
    CHECK(json(Items[0]).contains("codeDescription") == IsSupported);
    // MLIR's have no code that could be shown.
    CHECK(Items[1].CodeDescription.empty());
  }
}
