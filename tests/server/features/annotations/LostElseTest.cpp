//===- LostElseTest.cpp - A second region without its else ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/Diagnostics.h"
#include "tests/server/Typist.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// Line and column from 0 and the message of each problem in the body of a
/// function.
static std::string tell(const std::string &Body) {
  SnapshotPtr State =
      Typist("func.func @f(%c: i1, %i: index, %a: i32) -> i32 {\n" + Body +
             "  return %a : i32\n}\n")
          .build();
  std::string Result;
  for (const mlir::noisy::lsp::Diagnostic &Item :
       getDiagnostics(*State, "file:///a.mlir", /*SupportsRelated=*/true,
                      PositionEncoding::UTF16, {}))
    Result += (Result.empty() ? "" : "; ") +
              std::to_string(Item.Range.Start.Line) + ":" +
              std::to_string(Item.Range.Start.Character) + " " + Item.Message;
  return Result;
}

TEST_CASE("LostElse: the brace of the second region is told, once",
          "[missing]") {
  const std::string Message = " expected 'else' before this '{'";
  const std::string Use = "    \"d.use\"(%a) : (i32) -> ()\n";
  CHECK(tell("  scf.if %c {\n" + Use + "  } {\n" + Use + "  }\n") ==
        "3:4" + Message);
  CHECK(tell("  %r = scf.if %c -> i32 {\n    scf.yield %a : i32\n  } {\n"
             "    scf.yield %a : i32\n  }\n") == "3:4" + Message);
  CHECK(tell("  %r = scf.if %c -> i32 {\n    scf.yield %a : i32\n  } {\n"
             "    %b = arith.addi %a, %a : i32\n    scf.yield %b : i32\n"
             "  }\n") == "3:4" + Message);
  // With nested regions and a comment.
  CHECK(tell("  scf.if %c {\n    scf.if %c {\n    }\n\n  // c\n" + Use +
             "  } {\n" + Use + "  }\n") == "7:4" + Message);
  CHECK(tell("  scf.if %c { " + Use + "  } {\n" + Use + "  }\n") ==
        "2:4" + Message);
}

TEST_CASE("LostElse: other dictionaries are none", "[missing]") {
  CHECK(tell("  scf.for %j = %i to %i step %i {\n  } {\n    %b\n  }\n")
            .find("else") == std::string::npos);
  CHECK(tell("  scf.if %c {\n  } {d.a = 1 : i32}\n") == "");
  CHECK(
      tell("  scf.if %c {\n  } else {\n  } {\n    %b\n  }\n").find("'else'") ==
      std::string::npos);
  CHECK(tell("  scf.if %c {\n  } {note 3}\n").find("else") ==
        std::string::npos);
  CHECK(tell("  scf.if %c {\n  } {\n    note: 3\n  }\n").find("else") ==
        std::string::npos);
  CHECK(tell("  scf.if %c { scf.yield } else { scf.yield } {note 3}\n")
            .find("else") == std::string::npos);
  CHECK(tell("  \"d.op\"() {\n    %b\n  } : () -> ()\n").find("else") ==
        std::string::npos);
}
