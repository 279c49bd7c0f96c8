//===- MeantNamesTest.cpp - Names that were most likely meant -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/MeantNames.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// What was meant at the place, and the name that it replaces.
static std::string meantIn(const std::string &MarkedText) {
  AnnotatedText T(MarkedText);
  std::optional<MeantName> Meant = findMeantName(T.Text, T.Places.at(0));
  return Meant ? T.Text.substr(Meant->Range.Begin, Meant->Range.size()) + " " +
                     Meant->Name
               : "";
}

static std::string meantAt(const std::string &Line) {
  return meantIn("func.func private @square(%v: i32) -> i32\n"
                 "func.func @other(%gamma: i32) {\n  return\n}\n"
                 "func.func @f(%alpha: i32, %c: i1) -> i32 {\n"
                 "  %beta = arith.addi %alpha, %alpha : i32\n"
                 "  %sum:2, %one = \"a.b\"() : () -> (i32, i32, i32)\n"
                 "  scf.for %iter = %alpha to %beta step %beta {\n"
                 "    %inner = arith.addi %alpha, %beta : i32\n  }\n  " +
                 Line +
                 "\n^bbx1(%arg1: i32):\n  return %arg1 : i32\n"
                 "^end:\n  return %beta : i32\n}\n"
                 "func.func @behind() {\n  return\n}\n");
}

TEST_CASE("MeantNames: a value that is defined before", "[meant]") {
  CHECK(meantAt("%x = arith.addi |%alpah, %beta : i32") == "%alpah %alpha");
  CHECK(meantAt("%x = arith.addi %alpha, |%bta : i32") == "%bta %beta");
  CHECK(meantAt("%x = arith.addi |%Alpha, %beta : i32") == "%Alpha %alpha");
  CHECK(meantAt("%x = arith.addi |%sun#1, %beta : i32") == "%sun %sum");
  CHECK(meantAt("%x = arith.addi |%ond, %beta : i32") == "%ond %one");
  // In a region that is closed, or its header; of another function; below.
  CHECK(meantAt("%x = arith.addi |%itr, %beta : i32") == "");
  CHECK(meantAt("%x = arith.addi |%inne, %beta : i32") == "");
  CHECK(meantAt("%x = arith.addi |%gama, %beta : i32") == "");
  CHECK(meantAt("%x = arith.addi |%agr1, %beta : i32") == "");
  CHECK(meantIn("func.func @f(%n: index) {\n  %res = scf.for %iter = %n to %n "
                "step %n iter_args(%acc = %n) -> (index) {\n    scf.yield "
                "|%itr : index\n  }\n}\n") == "%itr %iter");
  CHECK(meantIn("func.func @f(%n: index) {\n  %res = scf.for %iter = %n to %n "
                "step %n iter_args(%acc = %n) -> (index) {\n    scf.yield "
                "%acc : index\n  }\n  return |%re : index\n}\n") == "");
  CHECK(meantIn("func.func @f(%n: index) {\n  %result = scf.for %iter = %n to "
                "%n step %n iter_args(%acc = %n) -> (index) {\n    scf.yield "
                "%acc : index\n  }\n  return |%reslt : index\n}\n") ==
        "%reslt %result");
  CHECK(meantIn("func.func @f(%alpha: i32) { return |%alpah : i32 }\n") ==
        "%alpah %alpha");
  // What the line itself defines; what only a comment has.
  CHECK(meantAt("%gammb = arith.addi |%gammc, %beta : i32") == "");
  CHECK(meantAt("// As func.func @old(%delta: i32) did.\n  %x = arith.addi "
                "|%delt, %beta : i32") == "");
  CHECK(meantAt("// As func.func @old(%delta: i32) did.\n  %x = arith.addi "
                "|%alpah, %beta : i32") == "%alpah %alpha");
  // Too short, another number, too far.
  CHECK(meantAt("%x = arith.addi |%d, %beta : i32") == "");
  CHECK(meantIn("func.func @f(%arg0: i32) {\n  \"a.b\"(|%arg1) : (i32) -> ()"
                "\n}\n") == "");
  CHECK(meantAt("%x = arith.addi |%alfabet, %beta : i32") == "");
}

TEST_CASE("MeantNames: a block of the function", "[meant]") {
  CHECK(meantAt("cf.br |^bx1(%beta : i32)") == "^bx1 ^bbx1");
  CHECK(meantAt("cf.cond_br %c, |^edn, ^bbx1") == "^edn ^end");
  CHECK(meantAt("cf.br |^bbx2") == "");
}

TEST_CASE("MeantNames: a function", "[meant]") {
  CHECK(meantAt("%x = |call @sqare(%beta) : (i32) -> i32") == "@sqare @square");
  CHECK(meantAt("%x = call |@sqaure(%beta) : (i32) -> i32") ==
        "@sqaure @square");
  CHECK(meantAt("call |@behin() : () -> ()") == "@behin @behind");
  CHECK(meantAt("call |@none() : () -> ()") == "");
  // Not from a later line.
  CHECK(meantAt("|return\n  call @behin() : () -> ()") == "");
}

TEST_CASE("MeantNames: a value of a region that has ended", "[meant-names]") {
  auto hidden = [](const std::string &Text) {
    std::optional<ByteRange> Range =
        findHiddenDefinition(Text, Text.rfind("%q"));
    return Range ? int(Range->Begin) : -1;
  };
  CHECK(
      hidden("func.func @f() {\n  scf.if %p {\n    %q = a.b\n  }\n  a.c %q") ==
      35);
  CHECK(hidden("func.func @f() {\n  %q = a.b\n  a.c %q") == -1);
  // Those of another function are no business of this one.
  CHECK(hidden("llvm.func @a() {\n  %q = a.b\n}\nllvm.func @b() {\n  a.c %q") ==
        -1);
}
