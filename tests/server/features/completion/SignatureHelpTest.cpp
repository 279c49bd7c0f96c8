//===- SignatureHelpTest.cpp - The format of the typed operation ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/SignatureHelp.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The format at the place, or at that in a function, with the current part in
/// <<>>.
static std::string signatureIn(const std::string &MarkedText,
                               bool IsAskedFor = false) {
  AnnotatedText T(MarkedText);
  auto Signature = getSignature(T.Text, Outline::scan(T.Text).pieces(),
                                T.Places.at(0), IsAskedFor);
  if (!Signature)
    return "";
  ByteRange Active = Signature->Parameters.at(Signature->ActiveParameter);
  return Signature->Label.substr(0, Active.Begin) + "<<" +
         Signature->Label.substr(Active.Begin, Active.size()) + ">>" +
         Signature->Label.substr(Active.End);
}

static std::string signatureAt(const std::string &TypedText,
                               bool IsAskedFor = false) {
  return signatureIn("func.func @f(%a: i32) -> i32 {\n  " + TypedText + "\n}\n",
                     IsAskedFor);
}

TEST_CASE("SignatureHelp: the part that is typed is marked", "[signature]") {
  CHECK(signatureAt("%x = noisy.mul |") ==
        "noisy.mul <<%lhs>>, %rhs : !noisy.i32");
  CHECK(signatureAt("%x = noisy.mul %a|") ==
        "noisy.mul <<%lhs>>, %rhs : !noisy.i32");
  // What follows a part leads to the next.
  CHECK(signatureAt("%x = noisy.mul %a |") ==
        "noisy.mul %lhs, <<%rhs>> : !noisy.i32");
  CHECK(signatureAt("%x = noisy.mul %a, |") ==
        "noisy.mul %lhs, <<%rhs>> : !noisy.i32");
  CHECK(signatureAt("%x = noisy.mul %a, %b : |") ==
        "noisy.mul %lhs, %rhs : <<!noisy.i32>>");
  CHECK(signatureAt("%x = noisy.mul %a, %b : !noisy.i|") ==
        "noisy.mul %lhs, %rhs : <<!noisy.i32>>");
  CHECK(signatureAt("%x = noisy.encode %a : i5 -> |") ==
        "noisy.encode %input : type(%input) -> <<!noisy.i32>>");
  CHECK(signatureAt("%x = memref.load %a[%a, |") ==
        "memref.load %memref[<<%indices...>>] : type(%memref)");
  // A list of sizes has numbers, too.
  CHECK(signatureAt("%x = tensor.extract_slice %a[0, %a] [4, |") ==
        "tensor.extract_slice %source[%offsets...] [<<%sizes...>>] "
        "[%strides...] : type(%source) to type(%result)");
  CHECK(signatureAt("%x = arith.cmpi slt, |") ==
        "arith.cmpi predicate, <<%lhs>>, %rhs : type(%lhs)");
  CHECK(signatureAt("%x = arith.addi %a, |%a : i32") ==
        "arith.addi %lhs, <<%rhs>> (overflow<none|nsw|nuw>)? : type(%result)");
  // Brackets of the format open no region.
  CHECK_THAT(signatureAt("linalg.generic {|"),
             Catch::Contains("<<indexing_maps>>"));
  // Lists side by side.
  CHECK_THAT(signatureAt("%x = memref.subview %a[0] [1] [ |"),
             Catch::Contains("<<%strides...>>"));
}

TEST_CASE("SignatureHelp: of what ends a region only when it is asked for",
          "[signature]") {
  CHECK(signatureAt("return |") == "");
  CHECK(signatureAt("return %a : |") == "");
  CHECK(signatureAt("scf.yield |") == "");
  CHECK(signatureAt("return |", /*IsAskedFor=*/true) ==
        "func.return (<<%operands...>> : type(%operands...))?");
}

TEST_CASE("SignatureHelp: a function", "[signature]") {
  const std::string End = " (-> type)? (attributes {...})? { body }";
  CHECK(signatureIn("func.func |") ==
        "func.func (private)? <<@name>>(%arg: type)" + End);
  CHECK(signatureIn("func.func private |") ==
        "func.func (private)? <<@name>>(%arg: type)" + End);
  for (const char *Begin : {"func.func @f(", "func.func private @f("}) {
    CHECK(signatureIn(std::string(Begin) + "|)") ==
          "func.func (private)? @name(<<%arg>>: type)" + End);
    CHECK(signatureIn(std::string(Begin) + "%a: |)") ==
          "func.func (private)? @name(%arg: <<type>>)" + End);
    CHECK(signatureIn(std::string(Begin) + "%a: i32, |)") ==
          "func.func (private)? @name(<<%arg>>: type)" + End);
    CHECK(signatureIn(std::string(Begin) + "%a: i32, %b: |)") ==
          "func.func (private)? @name(%arg: <<type>>)" + End);
    CHECK(signatureIn(std::string(Begin) + "%a: i32) -> |") ==
          "func.func (private)? @name(%arg: type) (-> <<type>>)? "
          "(attributes {...})? { body }");
  }
}

TEST_CASE("SignatureHelp: a call shows what it calls", "[signature]") {
  const std::string Callees =
      "func.func private @g(%v: i5, %w: !noisy.i32 {a.b = 1}) -> !noisy.i32\n"
      "func.func private @h(i32) -> (i32, f32)\nfunc.func private @k()\n"
      "func.func @f(%a: i32) -> i32 {\n  ";
  CHECK(signatureIn(Callees + "%p = call @g(|") ==
        "@g(<<%v: i5>>, %w: !noisy.i32) -> !noisy.i32");
  CHECK(signatureIn(Callees + "%p = call @g(%a, |") ==
        "@g(%v: i5, <<%w: !noisy.i32>>) -> !noisy.i32");
  CHECK(signatureIn(Callees + "%p = call @g(%a, %a, |") ==
        "@g(%v: i5, <<%w: !noisy.i32>>) -> !noisy.i32");
  CHECK(signatureIn(Callees + "%p:2 = func.call @h(|") ==
        "@h(<<i32>>) -> (i32, f32)");
  // The types follow the format.
  CHECK_THAT(signatureIn(Callees + "%p = call @g(%a, %a) : |"),
             Catch::Contains("@callee"));
  CHECK_THAT(signatureIn(Callees + "call @k(|"), Catch::Contains("@callee"));
  CHECK_THAT(signatureIn(Callees + "call @none(|"), Catch::Contains("@callee"));
}

TEST_CASE("SignatureHelp: it stays while an arrow is typed", "[signature]") {
  CHECK(signatureIn("func.func @f() -|") ==
        "func.func (private)? @name(%arg: type) (-> <<type>>)? (attributes "
        "{...})? { body }");
  CHECK_THAT(signatureAt("%x = scf.if %a -|"),
             Catch::Contains("<<type(%results...)>>"));
  CHECK_THAT(
      signatureAt("%x = scf.for %i = %a to %a step %a iter_args(%b = %a) -|"),
      Catch::Contains("<<type(%results...)>>"));
  for (const char *Begin :
       {"func.func @f() -> |", "func.func private @f(i32, f32) -> |"})
    CHECK_THAT(signatureIn(Begin), Catch::Contains("(-> <<type>>)?"));
  // The sign of a number.
  CHECK_THAT(signatureAt("%x = arith.constant -|"),
             Catch::Contains("<<value>>"));
}

TEST_CASE("SignatureHelp: it ends with the operation", "[signature]") {
  for (const char *Line :
       {"%x = noisy.mul %a, %a : !noisy.i32|", "%x = arith.addi %a, %a : i32|",
        "%x = arith.extsi %a : i32 to i64|", "return %a : i32|",
        "%x = arith.constant 5 : index|",
        "%x = memref.load %a[%a] : memref<i32>|",
        "%x = call @f(%a) : (i32) -> i32|"}) {
    CAPTURE(Line);
    CHECK(signatureAt(Line) == "");
  }
  // Not with a type in the middle, or one that goes on.
  CHECK(signatureAt("%x = arith.extsi %a : i32|") != "");
  CHECK(signatureAt("%x = memref.load %a[%a] : memref|") != "");
  CHECK(signatureAt("%x = noisy.mul %a, %a : !noisy|") != "");
  CHECK(signatureAt("%x = noisy.mul %a, %a : i|") != "");
}

TEST_CASE("SignatureHelp: where there is none", "[signature]") {
  CHECK(signatureAt("|") == "");
  CHECK(signatureAt("%x = |") == "");
  CHECK(signatureAt("%x = noisy.mul %a, %b : !noisy.i32 |") == "");
  CHECK(signatureAt("%x = noisy.mul %a, %b : !noisy.i32\n  |") == "");
  CHECK(signatureAt("%x = noisy.mul what |") == "");
  CHECK(signatureAt("%x = no.such %a, |") == "");
  CHECK(signatureAt("%x = \"noisy.mul\"(%a, |") == "");
  CHECK(signatureAt("// noisy.mul |") == "");
  CHECK(signatureAt("scf.if %a {\n    |") == "");
}
