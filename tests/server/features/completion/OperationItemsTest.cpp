//===- OperationItemsTest.cpp - Operations in a list ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

static const std::string Begin =
    "func.func @f(%n: index, %c: i1, %i: i32) {\n  ";

static std::string firstOf(const std::string &TypedText) {
  CAPTURE(TypedText);
  Offer Names(TypedText + "|\n}\n");
  REQUIRE_FALSE(Names.labels().empty());
  return Names.labels().front();
}

TEST_CASE("OperationItems: the operation that is meant comes first",
          "[completion]") {
  for (const auto &[TypedText, Label] :
       std::vector<std::pair<std::string, std::string>>{
           {"%q = if", "scf.if"},
           {"%q = for", "scf.for"},
           {"%q = add", "noisy.add"},
           {"%q = mul", "noisy.mul"},
           {"%q = sub", "noisy.sub"},
           {"%q = cmp", "arith.cmpi"},
           {"%q = con", "arith.constant"},
           {"%q = select", "arith.select"},
           {"%q = alloc", "memref.alloc"},
           {"%q = cast", "memref.cast"},
           {"%q = call", "call"},
           {"%q = get_g", "memref.get_global"},
           {"load", "memref.load"},
           {"store", "memref.store"},
           {"ret", "return"},
           // A dialect before its operations.
           {"ari", "arith"}})
    CHECK(TypedText + ": " + firstOf(Begin + TypedText) ==
          TypedText + ": " + Label);
}

TEST_CASE("OperationItems: dialects that are used before come first",
          "[completion]") {
  const std::string Affine =
      Begin + "%z = affine.apply affine_map<(d0) -> (d0)>(%n)\n  ";
  CHECK(firstOf(Affine + "%q = load") == "affine.load");
  CHECK(firstOf(Begin + "%z = arith.addi %i, %i : i32\n  %q = add") ==
        "arith.addi");
  // Also in types.
  CHECK(firstOf("func.func @f(%a: !noisy.i32) {\n  %z = arith.constant 1 : "
                "i32\n  %q = add") == "noisy.add");
}

TEST_CASE("OperationItems: the dialect of the parent needs no name",
          "[completion]") {
  CHECK(Offer("|").has("unrealized_conversion_cast"));
  CHECK(firstOf("llvm.func @f() {\n  unreach") == "llvm.unreachable");
  CHECK(Offer("gpu.module @m {\n  |").has("gpu.func"));
}

TEST_CASE("OperationItems: a function comes before its dialect",
          "[completion]") {
  Offer Names("func|");
  REQUIRE(Names.has("func"));
  CHECK(Names.labels().front() == "func.func");
  // Editors rate what is equal to the letters higher, whatever the order.
  CHECK(Names.find("func")->FilterText == "func.");
}

TEST_CASE("OperationItems: there is one func.func, however it is typed",
          "[completion]") {
  Offer Word("fun|");
  REQUIRE(Word.has("func.func"));
  std::string Snippet = Word.find("func.func")->Snippet;
  CHECK_THAT(Snippet, Catch::StartsWith("func.func @${1:name}("));
  for (const char *Typed : {"|", "func.|", "func.f|", "module {\n  func.fu|"}) {
    CAPTURE(Typed);
    Offer Names(Typed);
    REQUIRE(Names.has("func.func"));
    CHECK(Names.find("func.func")->Snippet == Snippet);
    CHECK(llvm::count(Names.labels(), "func.func") == 1);
  }
  // Only what begins with the dialect.
  CHECK_FALSE(Offer("func.|").has("module"));
}

TEST_CASE("OperationItems: the list stays while letters are typed",
          "[completion]") {
  CHECK(Offer(Begin + "%q = a|").List.IsIncomplete);
  CHECK_FALSE(Offer(Begin + "%q = ad|").List.IsIncomplete);
  // It has what more letters find.
  Offer Two(Begin + "%q = lo|");
  for (const std::string &Label : Offer(Begin + "%q = load|").labels()) {
    CAPTURE(Label);
    CHECK(Two.has(Label));
  }
}

TEST_CASE("OperationItems: regions end with their own operation",
          "[completion]") {
  CHECK(Offer(Begin + "yield|").labels() == Strings());
  CHECK(Offer(Begin + "yi|").labels() == Strings());
  CHECK(firstOf(Begin + "scf.if %c {\n    yi") == "scf.yield");
  CHECK(firstOf(Begin + "affine.for %k = 0 to 4 {\n    yi") == "affine.yield");
  CHECK_FALSE(
      Offer(Begin + "affine.for %k = 0 to 4 {\n    yi|").has("tosa.yield"));
  // Where Enter comes next, nothing is in its way.
  CHECK(Offer(Begin + "return|").labels() == Strings());
}

TEST_CASE("OperationItems: letters begin a name or a word in it",
          "[completion]") {
  Offer If(Begin + "%q = if|");
  CHECK(If.labels() == Strings{"scf.if", "affine.if"});
  Offer Cast(Begin + "%q = cast|");
  CHECK(Cast.has("arith.index_cast"));
  CHECK_FALSE(Cast.has("arith.bitcast"));
  CHECK_FALSE(Offer(Begin + "%q = cmp|").has("complex"));
  // Editors rate all alike, so that they keep this order.
  for (const Completions::Item &I : Cast.List.Items) {
    CAPTURE(I.Label, I.FilterText);
    CHECK(llvm::StringRef(I.FilterText).starts_with("cast"));
    CHECK(I.FilterText.size() > 4);
  }
}

TEST_CASE("OperationItems: names with several dots", "[completion]") {
  for (const auto &[TypedText, Label, Other] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"%q = llvm.mlir.", "llvm.mlir.constant", "llvm.add"},
           {"%q = llvm.mlir.c", "llvm.mlir.constant", "llvm.intr.cos"},
           {"%q = llvm.intr.a", "llvm.intr.abs", "llvm.mlir.constant"},
           {"transform.structured.", "transform.structured.tile_using_for",
            "transform.yield"},
           {"%q = spirv.GL.", "spirv.GL.Cos", "spirv.CL.cos"},
           {"%q = \"llvm.mlir.", "llvm.mlir.zero", "llvm.add"}}) {
    CAPTURE(TypedText);
    Offer Names(Begin + TypedText + "|");
    CHECK(Names.has(Label));
    CHECK_FALSE(Names.has(Other));
    CHECK_THAT(Names.acceptedText(Label), Catch::EndsWith(Label));
    CHECK_THAT(Names.acceptedText(Label), !Catch::Contains("llvm.mlir.llvm"));
  }
  // Clients without snippets replace what follows the last dot.
  std::string Text = Begin + "%q = llvm.mlir.";
  CompletionQuery Query{Text.size()};
  Query.HasSnippets = false;
  Completions List =
      getCompletions(allDialects(), Text, Outline::scan(Text).pieces(), Query);
  REQUIRE_FALSE(List.Items.empty());
  CHECK(List.Items.front().NewText == "addressof");
  CHECK(List.ReplacedRange == ByteRange{Text.size(), Text.size()});
}

TEST_CASE("OperationItems: what the file uses comes first, then what people "
          "write most",
          "[completion]") {
  auto firstThree = [](const std::string &TypedText) {
    Strings Labels = Offer(TypedText + "|\n}\n").labels();
    Labels.resize(std::min<size_t>(Labels.size(), 3));
    return Labels;
  };
  CHECK(firstThree(Begin + "%q = c") ==
        Strings{"arith.constant", "call", "arith.cmpi"});
  CHECK(firstThree(Begin + "scf.") ==
        Strings{"scf.for", "scf.if", "scf.while"});
  CHECK(firstThree(Begin + "cf.") ==
        Strings{"cf.br", "cf.cond_br", "cf.switch"});
  CHECK(firstThree(Begin + "%q = arith.") ==
        Strings{"arith.constant", "arith.addi", "arith.subi"});
  // Also in another function, and after the place.
  const std::string Other =
      "func.func @g(%i: index) {\n  scf.parallel (%p) = (%i) to (%i) step (%i) "
      "{\n  }\n  return\n}\n";
  CHECK(firstThree(Other + Begin + "scf.") ==
        Strings{"scf.parallel", "scf.for", "scf.if"});
  CHECK(Offer(Begin + "scf.|\n  return\n}\n" + Other).labels().front() ==
        "scf.parallel");
  // A letter stands for a dialect, too.
  Strings Noisy = firstThree("func.func @f(%a: !noisy.i32) {\n  %q = n");
  CHECK(Noisy == Strings{"noisy", "noisy.add", "noisy.mul"});
}

TEST_CASE("OperationItems: what stands at top level is offered there only",
          "[completion]") {
  for (std::string Name :
       {"llvm.module_flags", "llvm.mlir.global_ctors", "emitc.include",
        "acc.routine", "spirv.EntryPoint", "spirv.ExecutionMode"}) {
    CAPTURE(Name);
    // A name that is all there needs no list.
    const std::string Typed = Name.substr(0, Name.size() - 1);
    auto isOffered = [&](const std::string &Text) {
      const Strings Labels = Offer(Text).labels();
      return llvm::is_contained(Labels, Name);
    };
    CHECK_FALSE(isOffered(Begin + Typed + "|\n}\n"));
    CHECK(isOffered("module {\n  " + Typed + "|\n}\n"));
  }
}
