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
  const Strings OfInteger{"noisy.metadata", "noisy.range"};
  for (const auto &[TypedText, Labels] :
       std::vector<std::pair<std::string, Strings>>{
           {"module attributes {|", {"noisy.model"}},
           {"func.func @f(%a: i32 {|", OfInteger},
           // As editors close it.
           {"func.func @f(%a: i32 {|})", OfInteger},
           {"func.func @f() -> (!noisy.i32 {|", {"noisy.bound"}},
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

TEST_CASE("DictionaryItems: only what can stand there", "[completion]") {
  // What the text of a function says elsewhere.
  CHECK(Offer("func.func @f() attributes {|").labels() ==
        Strings{"no_inline", "noisy.model"});
  CHECK_FALSE(Offer("module attributes {|").has("sym_name"));
  CHECK_FALSE(Offer(Begin + "%x = noisy.scale %a by 2 {|", '{').has("factor"));
  CHECK(Offer(Begin + "%x = \"noisy.scale\"(%a) <{|").has("factor"));
  // What is loaded may be anything.
  CHECK(Offer(Begin + "%x = memref.load %m[%n] {|", '{').has("noisy.bound"));
  CHECK_FALSE(
      Offer(Begin + "%x = noisy.add %a, %a {|", '{').has("noisy.bound"));
  // By the type of the argument or the result.
  for (const auto &[TypedText, Labels] :
       std::vector<std::pair<std::string, Strings>>{
           {"func.func @f(%a: i32 {|", {"noisy.metadata", "noisy.range"}},
           {"func.func @f(%a: index {|", {"noisy.metadata", "noisy.range"}},
           {"func.func private @f(i1 {|", {"noisy.metadata", "noisy.range"}},
           {"func.func @f(%a: !noisy.i32 {|",
            {"noisy.bound", "noisy.metadata"}},
           {"func.func @f(%a: f32 {|", {"noisy.metadata"}},
           {"func.func @f(%a: tensor<4xi32> {|",
            {"noisy.bound", "noisy.metadata", "noisy.range"}},
           {"func.func @f() -> (!noisy.i32 {|",
            {"noisy.bound", "noisy.metadata"}},
           {"func.func @f(%a: i32) -> (i32 {|", {"noisy.metadata"}},
           {"!c = !noisy.i32\nfunc.func @f(%a: !c {|",
            {"noisy.bound", "noisy.metadata", "noisy.range"}}}) {
    CAPTURE(TypedText);
    CHECK(Offer(TypedText).labels() == Labels);
  }
}

TEST_CASE("DictionaryItems: the brackets of a format", "[completion]") {
  Strings First = Offer(Begin + "linalg.generic {|").labels();
  REQUIRE(First.size() > 2);
  CHECK(First[0] == "indexing_maps");
  CHECK(First[1] == "iterator_types");
  CHECK(
      Offer(Begin + "linalg.generic {indexing_maps = [], |").labels().front() ==
      "iterator_types");
  CHECK_FALSE(Offer(Begin + "linalg.generic {|").has("operandSegmentSizes"));
  const Strings Quoted{"\"parallel\"", "\"reduction\"", "\"window\""};
  const Strings Plain{"parallel", "reduction", "window"};
  const std::string Generic = Begin + "linalg.generic {indexing_maps = [], ";
  CHECK(Offer(Generic + "iterator_types = [ |").labels() == Quoted);
  CHECK(Offer(Generic + "iterator_types = [\"parallel\", |").labels() ==
        Quoted);
  CHECK(Offer(Generic + "iterator_types = [\"|").labels() == Plain);
  CHECK(Offer(Generic + "iterator_types = [\"window\", \"re|").labels() ==
        Plain);
  CHECK(Offer(Generic + "doc = [\"|").labels() == Strings());
}

TEST_CASE("DictionaryItems: values of our attributes", "[completion]") {
  CHECK(Offer("module attributes {noisy.model = |").labels() ==
        Strings{"#noisy.model<initial = 12, max = 26>"});
  Offer Model("module attributes {noisy.model = #no|");
  REQUIRE(Model.List.Items.size() == 1);
  CHECK(Model.List.Items.front().Snippet ==
        "#noisy.model<initial = ${1:12}, max = ${2:26}>");
  CHECK(Offer("func.func @f(%a: !noisy.i32 {noisy.bound = |").labels() ==
        Strings{"20 : i64"});
  CHECK(Offer("func.func @f(%a: index {noisy.range = |").labels() ==
        Strings{"[0, 8]"});
  CHECK(Offer("func.func @f(%a: index {\"noisy.range\" = |").labels() ==
        Strings{"[0, 8]"});
  CHECK(Offer("module attributes {my.noisy.model = |").labels() !=
        Strings{"#noisy.model<initial = 12, max = 26>"});
}
