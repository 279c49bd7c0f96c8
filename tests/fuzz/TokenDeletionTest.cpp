//===- TokenDeletionTest.cpp - Texts without one of their tokens ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever token of a text is deleted: all operations outside of the one that
// it was in are known as they are now.
//
//===----------------------------------------------------------------------===//

#include "fuzz/TokenDeletion.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/CrashRecovery.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Program =
    R"(func.func private @relu(%x: !noisy.i32) -> !noisy.i32 {
  %d = noisy.add %x, %x : !noisy.i32
  return %d : !noisy.i32
}

func.func @main(%a: !noisy.i32, %n: index, %c: i1, %m: memref<8xi32>) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = noisy.mul %a, %a : !noisy.i32
  %q = func.call @relu(%p) : (!noisy.i32) -> !noisy.i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %q) -> (!noisy.i32) {
    %t = noisy.reduce_noise %s : !noisy.i32
    %u = noisy.add %t, %a : !noisy.i32
    scf.yield %u : !noisy.i32
  }
  %v = scf.if %c -> (i32) {
    %w = arith.constant 3 : i32
    %x = arith.addi %w, %w : i32
    scf.yield %x : i32
  } else {
    %y = arith.constant 4 : i32
    scf.yield %y : i32
  }
  memref.store %v, %m[%c0] : memref<8xi32>
  %two:2 = "t.two"(%v) {kind = "none"} : (i32) -> (i32, i32)
  %z = arith.muli %two#0, %two#1 : i32
  cf.cond_br %c, ^bb1(%z : i32), ^bb2
^bb1(%k: i32):
  %l = arith.subi %k, %z : i32
  memref.store %l, %m[%c1] : memref<8xi32>
  cf.br ^bb2
^bb2:
  %o = noisy.add %r, %a : !noisy.i32
  return %o : !noisy.i32
}

func.func @last(%b: i32) -> i32 {
  %e = arith.addi %b, %b : i32
  return %e : i32
}
)";

/// True for a brace of a region, not of a dictionary.
static bool isOfRegion(const MlirToken &Token) {
  llvm::StringRef Dictionary = "{kind = \"none\"}";
  size_t Begin = llvm::StringRef(Program).find(Dictionary);
  return (Token.is("{") || Token.is("}")) &&
         !ByteRange{Begin, Begin + Dictionary.size()}.contains(Token.Range);
}

TEST_CASE("TokenDeletion: only the operation with the token is lost",
          "[recovery]") {
  CrashRecovery Recovery;
  TokenDeletion Deletion(allDialects(), Program);
  REQUIRE(Deletion.countOperations() == 30);
  Lexer Tokens(Program);
  std::vector<std::string> Losses;
  size_t Deleted = 0, Asked = 0;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    ++Deleted;
    // With a brace of a region, nothing is lost: indentation shows where it
    // was.
    ByteRange Broken =
        isOfRegion(*Token) ? Token->Range : Deletion.findAround(Token->Range);
    TokenDeletion::Outcome Result = Deletion.without(Token->Range, Broken);
    Asked += Result.ExpectedCount;
    for (const std::string &Lost : Result.LostOperations)
      Losses.push_back("without '" + Token->Text.str() + "' at " +
                       std::to_string(Token->Range.Begin) + ": " + Lost);
  }
  CHECK(Deleted == 290);
  CHECK(Asked > 5000);
  CHECK(llvm::join(Losses, "\n") == "");
}
