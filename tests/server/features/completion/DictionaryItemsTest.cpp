//===- DictionaryItemsTest.cpp - Attributes in completions ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using Strings = std::vector<std::string>;

static const std::string Begin =
    "func.func @f(%a: !noisy.i32, %c: i1, %n: index) {\n  ";

TEST_CASE("DictionaryItems: a bracket that opens a dictionary asks",
          "[completion]") {
  const Strings OfScope{"arg_attrs",     "function_type", "noisy.model",
                        "no_inline",     "res_attrs",     "sym_name",
                        "sym_visibility"};
  const Strings OfValue{"noisy.bound", "noisy.metadata", "noisy.range"};
  for (const auto &[TypedText, Labels] :
       std::vector<std::pair<std::string, Strings>>{
           {"module attributes {|", {"noisy.model", "sym_name"}},
           {"func.func @f(%a: i32 {|", OfValue},
           // As editors close it.
           {"func.func @f(%a: i32 {|})", OfValue},
           {"func.func @f() -> (i32 {|", OfValue},
           {Begin + "%x = noisy.mul %a, %a {|} : !noisy.i32",
            {"metadata", "noisy.cost"}},
           {Begin + "%m = memref.alloc() {|", {"alignment", "metadata"}},
           {Begin + "%x = \"noisy.mul\"(%a, %a) {|", {"noisy.cost"}},
           {Begin + "%m = \"memref.alloc\"() <{|", {"alignment"}},
           {"func.func @f() attributes {|", {"noisy.model"}}}) {
    CAPTURE(TypedText);
    Offer Names(TypedText, '{');
    for (const std::string &Label : Labels)
      CHECK(Names.has(Label));
    CHECK(Names.List.ReplacedRange.size() == 0);
  }
  // Properties are those that the operation defines.
  CHECK_FALSE(
      Offer(Begin + "%m = \"memref.alloc\"() <{|", '{').has("noisy.cost"));
}

TEST_CASE("DictionaryItems: other brackets do not ask", "[completion]") {
  for (const std::string &TypedText : Strings{
           // Regions, after which Enter comes next.
           "func.func @f() {|", "func.func @f() {|}",
           "func.func @f() -> i32 {|", "func.func @f() attributes {a} {|",
           "module {|", "module @m {|", Begin + "scf.if %c {|",
           Begin + "scf.if %c {\n  } else {|",
           Begin + "scf.for %i = %n to %n step %n {|",
           Begin + "%r = scf.for %i = %n to %n step %n iter_args(%b = %a) -> "
                   "(!noisy.i32) {|",
           Begin + "omp.parallel {|", Begin + "affine.for %i = 0 to 4 {|",
           Begin + "%r = scf.index_switch %n -> i32\n  case 1 {|",
           Begin + "linalg.generic {|", Begin + "\"scf.if\"(%c) ({|",
           Begin + "\"scf.if\"(%c) ({\n  }, {|",
           // Dictionaries in others.
           "func.func @f(%a: i32 {noisy.metadata = {|",
           "func.func @f() attributes {a = {|", "#a = {|",
           "func.func private @g()\n#a = {|",
           // Parameters of attributes and types.
           Begin + "%z = arith.constant dense<1> : tensor<4xi32, "
                   "#sparse_tensor.encoding<{|",
           "func.func @f(%x: tensor<4xf32, #sparse_tensor.encoding<{|",
           // Where the format has none.
           Begin + "%x = arith.addi %n {|",
           // Nothing can stand there, as far as is known.
           Begin + "return {|", Begin + "a.b %a {|", Begin + "\"a.b\"() {|",
           "|{", "{|", Begin + "{|", Begin + "// {|",
           Begin + "\"a.b\"() {x = \"{|"}) {
    CAPTURE(TypedText);
    CHECK(Offer(TypedText, '{').labels() == Strings());
  }
  // On request it is no name of an operation's attribute either.
  CHECK_FALSE(
      Offer("func.func @f(%a: i32 {noisy.metadata = {|").has("noisy.bound"));
  CHECK_FALSE(Offer("func.func private @g()\n#a = {|").has("noisy.model"));
}
