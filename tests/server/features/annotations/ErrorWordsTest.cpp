//===- ErrorWordsTest.cpp - Errors in words for users --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/ErrorWords.h"
#include "server/features/annotations/Diagnostics.h"
#include "server/snapshot/NotCheckedWords.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Lines = std::vector<std::string>;

/// The errors of a function with this body: "LINE:COLUMN message", with lines
/// of the body from 1, and its notes behind ";".
static Lines errorsOf(const std::string &Body) {
  std::string Text = "func.func @f(%a: i32, %b: i64, %m: memref<4xi32>, %c: "
                     "i1, %i: index) -> i32 {\n" +
                     Body + "  return %a : i32\n}\n";
  Lines Result;
  for (const lsp::Diagnostic &Item : getDiagnostics(
           *snapshotOf(Text), "file:///a.mlir", true, PositionEncoding::UTF8)) {
    if (Item.Source != "mlir")
      continue;
    std::string &Line = Result.emplace_back(
        std::to_string(Item.Range.Start.Line) + ":" +
        std::to_string(Item.Range.Start.Character) + " " + Item.Message);
    for (const DiagnosticRelatedInformation &Note : Item.RelatedInformation)
      Line += "; " + Note.Message;
  }
  return Result;
}

TEST_CASE("ErrorWords: words for messages of MLIR", "[problems]") {
  CHECK(putIntoWords("use of value '%b' expects different type than prior "
                     "uses: 'i32' vs 'i64'") ==
        "'%b' has type 'i64', but 'i32' is needed here");
  CHECK(putIntoWords("custom op 'scf.for' expected 'step'") ==
        "'scf.for': expected 'step'");
  CHECK(putIntoWords("custom op 'memref.load' invalid kind of type specified: "
                     "expected builtin.memref, but found 'i32'") ==
        "'memref.load': expected a memref type, but found 'i32'");
  CHECK(putIntoWords("'arith.addf' op operand #0 must be floating-point-like, "
                     "but got 'i32'") ==
        "operand #0 of 'arith.addf' must be a floating point number, or a "
        "vector or tensor of such, but is 'i32'");
  // Others stay.
  for (llvm::StringRef Message :
       {"expected ','", "", "custom op 'x' is unknown", "custom op '"})
    CHECK(putIntoWords(Message) == Message);
}

TEST_CASE("ErrorWords: no word of C++ or of MLIR's own code", "[problems]") {
  CHECK(putIntoWords("custom op 'vector.reduction' expected "
                     "::mlir::vector::CombiningKind to be one of: add, mul") ==
        "'vector.reduction': expected one of add, mul");
  CHECK(
      putIntoWords("'func.func' op entry block must have 1 arguments to match "
                   "function signature") ==
      "the arguments of a function with a body need names, such as '%arg0: "
      "i32'");
  CHECK(putIntoWords("'func.func' op symbol's parent must have the SymbolTable "
                     "trait") ==
        "'func.func' cannot stand here; it belongs directly into a module");
  CHECK(putIntoWords("inferred shape of elements literal ([3]) does not match "
                     "type ([2])") ==
        "the elements have the shape [3], but the type has [2]");
}

TEST_CASE("ErrorWords: what stands where nothing can", "[problems]") {
  CHECK(errorsOf("%c0 = arith.constant 0 : index : i32\n") ==
        Lines{"1:31 expected an operation; 'arith.constant' is complete before "
              "this ':'"});
  CHECK(errorsOf("%s = arith.addi %a, %a : i32, i32\n") ==
        Lines{"1:28 expected an operation; 'arith.addi' is complete before "
              "this ','"});
  CHECK(errorsOf("%s := arith.addi %a, %a : i32\n") ==
        Lines{"1:3 expected '=' instead of ':='"});
  CHECK(errorsOf("%s = \"a.b\"(%a) : (i32) -> vector<?xf32>\n") ==
        Lines{"1:33 expected a type; the sizes of a vector are numbers"});
  CHECK(errorsOf("%s = scf.for %j = %i to %i step %i iter_args(%q = %a) {\n"
                 "  scf.yield %q : i32\n}\n")
            .front() == "1:53 expected '->' and the types of the results, such "
                        "as '-> (i32)'");
  // A block that ends too early does not lack its end.
  CHECK(errorsOf("return %a : i32\n%s = arith.addi %a, %a : i32\n").size() ==
        1);
}

TEST_CASE("ErrorWords: a value of a region that has ended", "[problems]") {
  CHECK(errorsOf("scf.if %c {\n  %s = arith.addi %a, %a : i32\n}\n"
                 "%t = arith.addi %s, %a : i32\n") ==
        Lines{"4:16 undefined value '%s'; it is defined here, inside of an "
              "operation that has ended: behind that only its results are "
              "seen"});
  CHECK(errorsOf("%t = arith.addi %s, %a : i32\n") ==
        Lines{"1:16 undefined value '%s'"});
}

TEST_CASE("ErrorWords: the missing end of a block is told at every key",
          "[problems]") {
  const std::string Line = "%0 = arith.addi(%a, {x} %a : (i32";
  auto endOf = [](const std::string &Body) {
    std::string Text = "func.func @f(%a: i32) {\n" + Body + "\n}\n";
    Lines Result;
    for (const lsp::Diagnostic &Item : getDiagnostics(
             *snapshotOf(Text), "file:///a.mlir", true, PositionEncoding::UTF8))
      if (llvm::StringRef(Item.Message).starts_with("the block does not end"))
        Result.push_back(std::to_string(Item.Range.Start.Line));
    return Result;
  };
  for (size_t Size = 1; Size <= Line.size(); ++Size) {
    CAPTURE(Size);
    // Braces are guessed.
    if (llvm::StringRef(Line).take_front(Size).ends_with("{") ||
        llvm::StringRef(Line).take_front(Size).ends_with("{x"))
      continue;
    CHECK(endOf("  %1 = arith.addi %a, %a : i32\n  " + Line.substr(0, Size)) ==
          Lines{"3"});
  }
  // What may become a terminator is none yet.
  CHECK(endOf("  %1 = arith.addi %a, %a : i32\n  re").empty());
  // The return belongs to what is unfinished.
  CHECK(endOf("  %1 =\n  return").empty());
  // Loops end without a word.
  CHECK(endOf("  affine.for %i = 0 to 4 {\n    %1 =\n  }\n  return").empty());
}

TEST_CASE("ErrorWords: an unknown alias is marked itself", "[problems]") {
  CHECK(errorsOf("  %0 = arith.constant 1 : !x\n") ==
        Lines{"1:26 undefined alias 'x'"});
  CHECK(errorsOf("  %0 = arith.constant 1 : !x // y\n") ==
        Lines{"1:26 undefined alias 'x'"});
}

TEST_CASE("ErrorWords: a name without its sign", "[problems]") {
  const std::string Name =
                        "expected a value, such as '%0'; names of values begin "
                        "with '%'",
                    Hint = "; names of values begin with '%'";
  CHECK(errorsOf("  return a : i32\n").front() == "1:9 " + Name);
  CHECK(errorsOf("  %0 = scf.if %c -> i32 {\n    scf.yield a : i32\n  } else {"
                 "\n    scf.yield %a : i32\n  }\n") == Lines{"2:14 " + Name});
  CHECK(errorsOf("  memref.store %a, %m[i] : memref<4xi32>\n") ==
        Lines{"1:22 expected ']'" + Hint});
  CHECK(errorsOf("  %0 = call @f(a) : (i32) -> i32\n") ==
        Lines{"1:15 expected ')'" + Hint});
  CHECK(errorsOf("  return 2 : i32\n").front() ==
        "1:9 expected a value, such as '%0'; a number is a value only by an "
        "operation, such as '%c = arith.constant 2 : index'");
  // Another operation in the same line.
  CHECK(errorsOf("  %0 = arith.constant 1 : i32 foo\n").front() ==
        "1:30 unknown operation 'foo'");
}

TEST_CASE("ErrorWords: what an operation has too much, or lacks",
          "[problems]") {
  CHECK(errorsOf("  %0 = arith.addi %a, %a, %a : i32\n") ==
        Lines{"1:24 expected ':' and a type; 'arith.addi' takes no more "
              "values"});
  CHECK(errorsOf("  %0 = call f(%a) : (i32) -> i32\n") ==
        Lines{"1:11 expected a function; its name begins with '@'"});
  CHECK(errorsOf("  %0 = call @f(%a) : i32 -> i32\n") ==
        Lines{"1:21 'func.call': expected a function type, but found 'i32'; "
              "types of operands stand in parentheses: '(i32) -> i32'"});
  CHECK(errorsOf("  %0 = noisy.encode %a : i32\n") ==
        Lines{"1:28 expected '->' and a type"});
}

TEST_CASE("ErrorWords: results that are not stated", "[problems]") {
  const std::string Said = "1:2 this operation has no result that could have a "
                           "name";
  CHECK(errorsOf("  %0 = scf.if %c {\n  }\n") ==
        Lines{Said + "; their types stand before the region, such as '-> "
                     "i32'"});
  CHECK(errorsOf("  %0 = scf.for %k = %i to %i step %i {\n  }\n") ==
        Lines{Said + "; a loop has results if it carries values, such as "
                     "'iter_args(%x = %a) -> (i32)'"});
}

TEST_CASE("ErrorWords: the results of a function without their arrow",
          "[problems]") {
  auto State =
      snapshotOf("func.func @g(%x: !t.t) !t.t {\n  return %x : !t.t\n}\n"
                 "func.func @g2(%x: i32) i32 {\n  return %x : i32\n}\n"
                 "func.func @h(%x: i32) - i32 {\n  return %x : i32\n}\n");
  Lines Messages;
  for (const lsp::Diagnostic &Item :
       getDiagnostics(*State, "file:///a.mlir", true, PositionEncoding::UTF8))
    if (Item.Source == "mlir")
      Messages.push_back(Item.Message);
  CHECK(Messages ==
        Lines{"expected '->' before the types of the results",
              "expected '->' before the types of the results",
              "expected an operation; the types of results stand after '->'"});
}

TEST_CASE("ErrorWords: what the text shows is said behind", "[problems]") {
  CHECK(errorsOf("  %0 = arith.addi %x, %a : i32\n") ==
        Lines{"1:18 undefined value '%x'"});
  CHECK(errorsOf("  %0 = arith.addi %a, %b : i32\n") ==
        Lines{"1:22 '%b' has type 'i64', but 'i32' is needed here; it has its "
              "type from here"});
  CHECK(errorsOf("  %0 = arith.addi %a, %a\n") ==
        Lines{"1:24 expected ':' and a type"});
  CHECK(errorsOf("  %0 = arith.addi a, %a : i32\n") ==
        Lines{"1:17 expected a value, such as '%0'; names of values begin "
              "with '%'"});
  CHECK(errorsOf("  x = arith.addi %a, %a : i32\n") ==
        Lines{"1:2 unknown operation 'x'; names of values begin with '%'"});
  CHECK(errorsOf("  %0 = arith.addi %a, %a : int\n") ==
        Lines{"1:27 expected a type; did you mean 'i32'?"});
  CHECK(errorsOf("  %0 = memref.load %m[0] : memref<4xi32>\n") ==
        Lines{"1:22 expected ']'; a number is a value only by an operation, "
              "such as '%c = arith.constant 0 : index'"});
  CHECK(errorsOf("  %0 = arith.constant 1.5 : i32\n") ==
        Lines{"1:22 a number with a point needs a floating point type, such "
              "as f32"});
  CHECK(errorsOf("  %0 = @g(%a) : (i32) -> i32\n") ==
        Lines{"1:6 expected an operation before '@g', such as 'call'"});
  CHECK(errorsOf("  0 = arith.addi %a, %a : i32\n") ==
        Lines{"1:2 expected an operation; names of values begin with '%'"});
  CHECK(errorsOf("  cf.br ^bb1\nbb1:\n") ==
        Lines{"1:8 undefined block '^bb1'",
              "2:0 unknown operation 'bb1'; names of blocks begin with '^'"});
  CHECK(errorsOf("  %0 = \"arith.addi\"(%a, %a) : i32\n") ==
        Lines{"1:30 expected function type, such as '(i32, i32) -> i32': the "
              "types of the operands and of the results"});
  CHECK(errorsOf("  %0 =\n") ==
        Lines{"1:2 this operation has no result that could have a name: an "
              "operation is missing after '='"});
  CHECK(errorsOf("  }\n").front() ==
        "1:2 this '}' ends the function: it is one too many, or a '{' before "
        "it is missing; 'return' can stand only directly in a function");
  CHECK(errorsOf("  cf.br ^bb1\n^bb1: // a comment\n^bb2(%x: i32):\n") ==
        Lines{"2:0 empty block: it has to end with a return, a yield or a "
              "branch"});
}

TEST_CASE("ErrorWords: loops and conditions that are half finished",
          "[problems]") {
  CHECK(errorsOf("  %r = affine.for %j = 0 to 10 iter_args(%x = %a) -> (i32) "
                 "{\n  }\n") ==
        Lines{"2:2 'affine.yield' does not have a value for each result of the "
              "operation around it: it is missing at the end"});
  CHECK(errorsOf("  affine.for %j = 0 to 10 {\n    affine.yield %a : i32\n"
                 "  }\n") ==
        Lines{"2:4 'affine.yield' does not have a value for each result of the "
              "operation around it"});
  CHECK(errorsOf("  %r = affine.for %j = 0 to 10 iter_args(%x = %a) -> (i32, "
                 "i32) {\n  }\n") ==
        Lines{"1:7 'affine.for': the number of values in 'iter_args(...)' is "
              "not that of the types after '->'"});
  CHECK(errorsOf("  %r = scf.for %j = %i to %i step %i iter_args(%x = %a) -> "
                 "(i32, i32) {\n  }\n") ==
        Lines{"1:7 'scf.for': the number of values in 'iter_args(...)' is not "
              "that of the types after '->'"});
  CHECK(errorsOf("  %r = scf.for %j = %i to %i step %i iter_args(%x = %a) -> "
                 "(i32) {\n  }\n") ==
        Lines{"2:2 'scf.yield' in 'scf.for' has 0 values, but needs 1: it is "
              "missing at the end"});
  // At the brace of the region that it is missing in.
  const std::string Yield = "    scf.yield %a : i32\n",
                    Inner = "    scf.for %j = %i to %i step %i {\n"
                            "      scf.yield\n    }\n";
  const std::string Missing =
      " 'scf.yield' in 'scf.if' has 0 values, but needs "
      "1: it is missing at the end";
  auto both = [&](const std::string &Then, const std::string &Else) {
    return errorsOf("  %r = scf.if %c -> i32 {\n" + Then + "  } else {\n" +
                    Else + "  }\n");
  };
  CHECK(both(Inner + Yield, Inner) == Lines{"10:2" + Missing});
  CHECK(both(Inner, Inner + Yield) == Lines{"5:2" + Missing});
  CHECK(errorsOf("  %r = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> i32 {\n"
                 "    affine.yield %a : i32\n  }\n") ==
        Lines{"1:7 'affine.if' with results needs an else"});
  CHECK(errorsOf("  affine.for %j = 0 to\n") ==
        Lines{"1:22 expected a bound of the loop, such as 10, '%n' or a map"});
  CHECK(errorsOf("  affine.for %j = 0 to 9 step %i {\n  }\n") ==
        Lines{"1:29 expected the step, a number such as 2"});
  CHECK(errorsOf("  affine.if %c {\n  }\n")
            .front()
            .find("1:11 expected a set, such as 'affine_set") == 0);
  CHECK(errorsOf("  scf.for %j = %i to %i step %i {\n    llvm.unreachable\n"
                 "  }\n") ==
        Lines{"1:2 'scf.for' has to end with 'scf.yield', not with "
              "'llvm.unreachable'; where nothing else is written, it ends with "
              "'scf.yield'"});
  CHECK(errorsOf("  %r = scf.parallel (%j) = (%i) to (%i) step (%i) init (%a) "
                 "-> i32 {\n  }\n") ==
        Lines{"1:7 'scf.parallel' has 1 result, but 0 reductions: it has to "
              "end with 'scf.reduce', which has a value and a region for each "
              "result"});
  CHECK(errorsOf("  %0 = affine.load %m[%i, %i] : memref<4xi32>\n") ==
        Lines{"1:7 'affine.load' needs an index for each dimension of the "
              "memref"});
}

TEST_CASE("ErrorWords: what a region passes on is marked at its end",
          "[problems]") {
  // Of an scf.while with these parts.
  auto While = [](const char *Before, const char *Label, const char *After) {
    return errorsOf(std::string("  %r = scf.while (%x = %a) : (i32) -> i32 {\n"
                                "    ") +
                    Before + "\n  } do {\n" + Label + "    " + After +
                    "\n  }\n");
  };
  const char *Good = "scf.condition(%c) %x : i32",
             *Yield = "scf.yield %a : i32", *Label = "  ^bb0(%y: i32):\n";
  CHECK(While(Good, Label, Yield).empty());
  CHECK(While(Yield, Label, Yield) ==
        Lines{"2:4 the block before 'do' has to end with 'scf.condition', such "
              "as 'scf.condition(%c) %x : i32'"});
  CHECK(While(Good, Label, "scf.condition(%c) %y : i32") ==
        Lines{"5:4 the block after 'do' has to end with 'scf.yield'"});
  CHECK(While("scf.condition(%c)", Label, Yield) ==
        Lines{"2:4 'scf.condition' in 'scf.while' has 0 values, but needs 1"});
  CHECK(While(Good, "", Yield) ==
        Lines{"2:4 'scf.condition' passes on 1 value, but the block after "
              "'do' takes none: it has to begin with a label such as "
              "'^bb0(%x: i32):'"});
  CHECK(While(Good, "  ^bb0(%y: i64):\n", Yield) ==
        Lines{"2:4 'scf.condition' passes on 'i32' as value #0, but the block "
              "after 'do' takes 'i64'"});
  CHECK(While(Good, Label, "scf.yield %b : i64") ==
        Lines{"5:4 'scf.yield' passes on 'i64' as value #0, but the loop began "
              "with 'i32'"});
  CHECK(While(Good, Label, "scf.yield") ==
        Lines{"5:4 'scf.yield' passes on 0 values, but the loop began with "
              "1"});
  CHECK(While("scf.condition(%c) %b : i64", Label, Yield) ==
        Lines{"2:4 'scf.condition' in 'scf.while' passes on 'i64' as value #0, "
              "but 'i32' is needed"});
  CHECK(While(Good, Label, "") ==
        Lines{"4:2 empty block in 'scf.while': it has to end with a yield"});
  CHECK(While(Good, "", "") ==
        Lines{"1:7 the region after 'do' has to be one block, which ends with "
              "'scf.yield'"});
  // The second of two regions.
  CHECK(errorsOf("  %r = scf.if %c -> (i32) {\n    scf.yield %a : i32\n"
                 "  } else {\n    scf.yield %a, %a : i32, i32\n  }\n") ==
        Lines{"4:4 'scf.yield' in 'scf.if' has 2 values, but needs 1"});
}

TEST_CASE("ErrorWords: the yields of linalg", "[problems]") {
  auto Generic = [](const char *Yield, const char *Label) {
    return errorsOf(
        std::string("  linalg.generic {indexing_maps = [affine_map<(d0) -> "
                    "(d0)>, affine_map<(d0) -> (d0)>], iterator_types = "
                    "[\"parallel\"]} ins(%m : memref<4xi32>) outs(%m : "
                    "memref<4xi32>) {\n") +
        Label + "    " + Yield + "\n  }\n");
  };
  const char *Label = "  ^bb0(%x: i32, %y: i32):\n";
  CHECK(Generic("linalg.yield %x : i32", Label).empty());
  CHECK(Generic("linalg.yield %x, %y : i32, i32", Label) ==
        Lines{"3:4 'linalg.yield' has 2 values, but the operation around it "
              "has 1 output"});
  CHECK(Generic("linalg.yield %b : i64", Label) ==
        Lines{"3:4 value no. 1 of 'linalg.yield' has type 'i64', but the "
              "elements of its output have 'i32'"});
  CHECK(Generic("", Label) ==
        Lines{"2:2 empty block in 'linalg.generic': it has to end with a "
              "yield"});
  CHECK(Generic("linalg.yield %x : i32", "  ^bb0(%x: i32):\n") ==
        Lines{"1:2 the block of 'linalg.generic' needs an argument for each "
              "input and output"});
}

TEST_CASE("ErrorWords: functions that are half finished", "[problems]") {
  auto ErrorsOf = [](const std::string &Text) {
    Lines Result;
    for (const lsp::Diagnostic &Item : getDiagnostics(
             *snapshotOf(Text), "file:///a.mlir", true, PositionEncoding::UTF8))
      if (Item.Source == "mlir")
        Result.push_back(Item.Message);
    return Result;
  };
  CHECK(ErrorsOf("func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : "
                 "i32\n}\n") ==
        Lines{"the block does not end: a return, a yield or a branch is "
              "missing there"});
  CHECK(ErrorsOf("func.func @f() {\n}\n") ==
        Lines{"'func.func': the body is empty: it has to end with 'return'"});
  CHECK(ErrorsOf("func.func @f(%a: i32) -> i32\n") ==
        Lines{"'func.func' without a body in '{ ... }' has to be private, such "
              "as 'func.func private @f()'"});
  CHECK(ErrorsOf("func.func @f(a: i32) {\n  return\n}\n").front() ==
        "expected a type; names of arguments begin with '%'");
  CHECK(ErrorsOf("func.func @f(%a: i32) : i32 {\n  return %a : i32\n}\n")
            .front() ==
        "expected an operation; the types of results stand after '->'");
  CHECK_THAT(ErrorsOf("func.func @f() {\n  %0 = }\n").front(),
             !Catch::Contains("no bracket"));
  CHECK(ErrorsOf("func.func @f() {\n  return\n  }\n}\n") ==
        Lines{"expected an operation; no bracket is open that this '}' "
              "closes"});
  CHECK(ErrorsOf("func.func @f(%a: i32) {\n  return %a : i32\n}\n") ==
        Lines{"'func.return' has 1 value, but @f returns 0"});
  CHECK(ErrorsOf("func.func @f(%a: !").front() ==
        "expected the name of a type after '!'");
}

TEST_CASE("ErrorWords: aliases and names that are half finished",
          "[problems]") {
  // What is said of other text that an error keeps from being checked.
  Lines Said;
  for (const lsp::Diagnostic &Item : getDiagnostics(
           *snapshotOf(
               "#map = affine_map<() -> (d0)>\nfunc.func @f(%i: index) {\n"
               "  %0 = affine.apply #map(%i)\n  return\n}\n"),
           "file:///a.mlir", true, PositionEncoding::UTF8))
    Said.push_back(Item.Message);
  const std::string Words = "this is none of the dimensions and symbols";
  CHECK(llvm::is_contained(Said, Words));
  CHECK(llvm::is_contained(Said, NotCheckedWords.str() + Words));

  CHECK(errorsOf("  %0 : i32\n") ==
        Lines{"1:6 expected the number of results, such as '%0:2 = ...'"});
  CHECK(errorsOf("  affine.for %j =\n") ==
        Lines{"1:17 expected a bound of the loop, such as 10, '%n' or a map"});
  CHECK(errorsOf("  %0 = arith.select, %a, %a : i32\n") ==
        Lines{"1:19 expected a value, such as '%0'"});
  CHECK(errorsOf("  cf.br bb1\n") ==
        Lines{"1:7 expected the label of a block, such as '^bb1'"});
  CHECK(errorsOf("  scf.for %a = %i to %i step %i {\n  }\n") ==
        Lines{"1:10 '%a' is already defined; used here"});
}

TEST_CASE("ErrorWords: what is meant is said", "[problems]") {
  CHECK(errorsOf("  %x = arith.addi(%a, %a) : i32\n") ==
        Lines{"1:17 expected a value, such as '%0'; the values of 'arith.addi' "
              "stand without parentheses"});
  CHECK(llvm::is_contained(
      errorsOf("  %x = noisy.scale %a by : !noisy.i32\n"),
      std::string("1:24 expected the factor, a number such as 2")));
  CHECK(putIntoWords("'scf.yield' op expects parent op to be one of 'scf.for, "
                     "scf.if, scf.while'") ==
        "'scf.yield' can stand only directly in 'scf.for', 'scf.if' or "
        "'scf.while'");
}
