//===- PartItemsTest.cpp - What a part can be -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/SnippetText.h"
#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The text after a value was taken at the place, with the edit that comes with
/// it.
static std::string taken(const std::string &Marked, llvm::StringRef Value) {
  Offer Values(Marked);
  const Completions::Item *Match = Values.find(Value);
  REQUIRE(Match);
  std::string Text = Values.Source.Text;
  // The last one first.
  for (const auto &[Range, NewText] : llvm::reverse(Match->Following))
    Text.replace(Range.Begin, Range.size(), NewText);
  ByteRange Replaced = Values.List.ReplacedRange;
  return Text.replace(Replaced.Begin, Replaced.size(), Match->NewText);
}

TEST_CASE("PartItems: a file that begins has encrypted integers in sight",
          "[completion]") {
  auto rankOf = [](const std::string &Text) {
    std::vector<std::string> Labels = Offer(Text).labels();
    return llvm::find(Labels, "!noisy.i32") - Labels.begin();
  };
  CHECK(rankOf("func.func @f(%x: |") == 5);
  CHECK(rankOf("func.func @f(%x: !noisy.i32) -> |") == 0);
  // Other dialects have types of their own.
  CHECK(rankOf("func.func @f(%x: !llvm.ptr, %y: |") > 10);
}

TEST_CASE("PartItems: the type follows the value that is taken",
          "[completion]") {
  const std::string Begin = "func.func @f(%m: memref<4x!noisy.i32>, %i: index, "
                            "%l: i64, %v: vector<4xi32>, %n: memref<?xi32>) {"
                            "\n  ";
  auto check = [&](const std::string &Line, llvm::StringRef Value,
                   const std::string &Expected) {
    CAPTURE(Line);
    CHECK(taken(Begin + Line + "\n  return\n}\n", Value) ==
          Begin + Expected + "\n  return\n}\n");
  };
  check("%x = memref.load %memref|[%indices] : memref<?xi32>", "%m",
        "%x = memref.load %m[%indices] : memref<4x!noisy.i32>");
  check("%x = memref.load %memref|[%indices] : memref<?xi32>", "%n",
        "%x = memref.load %n[%indices] : memref<?xi32>");
  check("%x = memref.load %|[%i] : memref<?xi32> // c", "%m",
        "%x = memref.load %m[%i] : memref<4x!noisy.i32> // c");
  check("memref.store %value, %memref|[%indices] : memref<?xi32>", "%m",
        "memref.store %value, %m[%indices] : memref<4x!noisy.i32>");
  check("%x = arith.addi %lhs|, %rhs : i32", "%l",
        "%x = arith.addi %l, %rhs : i64");
  check("%x = arith.addi %lhs|, %rhs : i32", "%v",
        "%x = arith.addi %v, %rhs : vector<4xi32>");
  check("%x = arith.extsi %in| : i32 to i64", "%v",
        "%x = arith.extsi %v : vector<4xi32> to i64");
  check("%x = memref.dim %source|, %index : memref<?xi32>", "%m",
        "%x = memref.dim %m, %index : memref<4x!noisy.i32>");
  // The indices have nothing to do with it.
  check("%x = memref.load %m[%indices| ] : memref<?xi32>", "%i",
        "%x = memref.load %m[%i ] : memref<?xi32>");
  // What goes around a loop, and is passed on at its end.
  check("%x = scf.for %j = %i to %i step %i iter_args(%arg = %initArgs|) -> "
        "(i32) {\n    \n    scf.yield %value : i32\n  }",
        "%l",
        "%x = scf.for %j = %i to %i step %i iter_args(%arg = %l) -> (i64) {\n"
        "    \n    scf.yield %value : i64\n  }");
  check("%x:2 = scf.for %j = %i to %i step %i iter_args(%p = %l, %q = %|) -> "
        "(i64, i32) {\n    scf.yield %p, %q : i64, i32\n  }",
        "%v",
        "%x:2 = scf.for %j = %i to %i step %i iter_args(%p = %l, %q = %v) -> "
        "(i64, vector<4xi32>) {\n    scf.yield %p, %q : i64, i32\n  }");
}

TEST_CASE("PartItems: a value of the user's is no placeholder",
          "[completion]") {
  const std::string Begin = "func.func @f(%i: index, %a: !noisy.i32) {\n  ";
  const std::string Loop = "%x = scf.for %j = %i to %i step %i iter_args(%arg "
                           "= %initArgs|) -> (i32) {\n    ";
  const std::string End = "scf.yield %value : i32\n  }\n  return\n}\n";
  const std::string Taken = "%x = scf.for %j = %i to %i step %i iter_args(%arg "
                            "= %a) -> (!noisy.i32) {\n    ";
  // Defined in the loop, by its header, and before it.
  const std::string Definition = "%value = arith.constant 1 : i32\n    ";
  CHECK(taken(Begin + Loop + Definition + End, "%a") ==
        Begin + Taken + Definition + End);
  CHECK(taken(Begin + Definition + Loop + End, "%a") ==
        Begin + Definition + Taken + End);
  const std::string Named = "%x = scf.for %value = %i to %i step %i "
                            "iter_args(%arg = ";
  CHECK(taken(Begin + Named + "%initArgs|) -> (i32) {\n    " + End, "%a") ==
        Begin + Named + "%a) -> (!noisy.i32) {\n    " + End);
  // Nor does it stand for others in a list.
  Offer Own(Begin + "%value = arith.addi %i, %i : index\n  %q = noisy.add "
                    "%value|\n  return\n}\n");
  for (const Completions::Item &I : Own.List.Items)
    CHECK(I.FilterText != "%value");
}

TEST_CASE("PartItems: the only type that is possible, whatever the operands",
          "[completion]") {
  Offer Types("func.func @f(%a: i32) {\n  %x = noisy.add %a, %a : |\n}\n");
  CHECK(Types.labels().front() == "!noisy.i32");
}

TEST_CASE("PartItems: before an operation is the end of a line",
          "[completion]") {
  const std::string Begin = "func.func @f(%a: !noisy.i32, %i: i32) {\n  "
                            "%x = arith.addi %a, %i : i32|";
  for (const char *Behind : {"%q = noisy.add %a, %a : !noisy.i32",
                             "%q:2 = call @g() : () -> (i32, i32)",
                             "%q, %r = call @g() : () -> (i32, i32)", "}"})
    CHECK_FALSE(Offer(Begin + Behind + "\n}\n").List.IsInLine);
  // The iteration of a loop whose name is typed again.
  for (const char *Behind :
       {", i32", " -> i32", "%q, %r", " %i = %n to %n", " %i = 0 to 4 {"})
    CHECK(Offer(Begin + Behind + "\n}\n").List.IsInLine);
}

TEST_CASE("PartItems: a space offers no optional word alone", "[completion]") {
  auto labels = [&](const std::string &Line, char Trigger) {
    return Offer("func.func @f(%n: index) {\n  " + Line + "\n  return\n}\n",
                 Trigger)
        .labels();
  };
  const std::string Loop = "scf.for %i = %n to %n step %n |";
  CHECK(labels(Loop, ' ').empty());
  CHECK(llvm::is_contained(labels(Loop, 0), "iter_args"));
  CHECK(Offer("func.func private @g(i32) -> i32 |\n", ' ').labels().empty());
}

TEST_CASE("PartItems: where nothing fits, nothing is in the first row",
          "[completion]") {
  const std::string Begin = "func.func @f(%a: !noisy.i32, %i: index) {\n  ";
  auto labels = [&](const std::string &Line, char Trigger = 0) {
    return Offer(Begin + Line + "\n  return\n}\n", Trigger).labels();
  };
  using Strings = std::vector<std::string>;
  CHECK(labels("%x = memref.load %memref|[%indices] : memref<?xi32>") ==
        Strings());
  CHECK(labels("%x = memref.load |", ' ') == Strings());
  // Where it is asked for, and where something fits, all are there.
  CHECK(labels("%x = memref.load %|") == Strings{"%a", "%i"});
  CHECK(labels("%x = memref.load |") == Strings{"%a", "%i"});
  CHECK(labels("%x = arith.addi %lhs|, %rhs : i32") == Strings{"%i", "%a"});
}

using Strings = std::vector<std::string>;

static const std::string Begin =
    "func.func @f(%n: index, %i: i32, %g: f32, %c: i1, %m: memref<8x8xf32>, "
    "%t: tensor<8x8xf32>, %v: vector<4xf32>, %e: !noisy.i32, "
    "%near: !noisy.i32) {\n  ";

static std::string firstOf(const std::string &TypedText) {
  Offer List(Begin + TypedText + "|");
  CAPTURE(TypedText);
  REQUIRE_FALSE(List.labels().empty());
  return List.labels().front();
}

TEST_CASE("PartItems: types that can stand at a place come first",
          "[completion]") {
  for (const auto &[TypedText, Label] :
       std::vector<std::pair<std::string, std::string>>{
           {"%q = memref.alloc() : ", "memref<8x8xf32>"},
           {"%q = memref.cast %m : memref<8x8xf32> to ", "memref"},
           {"%q = vector.broadcast %g : f32 to ", "vector<4xf32>"},
           {"%q = tensor.extract_slice %t[0, 0] [1, 1] [1, 1] : ",
            "tensor<8x8xf32>"},
           {"%q = tensor.extract_slice %t[0, 0] [1, 1] [1, 1] : "
            "tensor<8x8xf32> to ",
            "tensor"},
           {"%q = memref.subview %m[%n, 0] [1, 1] [1, 1] : ",
            "memref<8x8xf32>"},
           {"%q = arith.constant 1 : ", "i32"},
           {"%q = arith.constant -1 : ", "i32"},
           {"%q = arith.constant 1.0 : ", "f32"},
           {"%q = arith.constant -1.0e3 : ", "f32"},
           {"%q = arith.constant dense<1.0> : ", "vector<4xf32>"}})
    CHECK(TypedText + firstOf(TypedText) == TypedText + Label);
  Offer Integer(Begin + "%q = arith.constant 1 : |");
  Strings Labels = Integer.labels();
  REQUIRE(Labels.size() > 4);
  CHECK(Strings(Labels.begin(), Labels.begin() + 4) ==
        Strings{"i32", "index", "i1", "i64"});
}

TEST_CASE("PartItems: values that can stand at a place come first",
          "[completion]") {
  for (const auto &[TypedText, Label] :
       std::vector<std::pair<std::string, std::string>>{
           {"%q = tensor.extract_slice %t[ ", "%n"},
           {"%q = tensor.extract_slice %t[0, 0] [%n, ", "%n"},
           {"%q = memref.subview %m[ ", "%n"},
           {"%q = memref.subview %m[0, ", "%n"},
           {"%q = vector.extract %v[ ", "%n"},
           {"%q = vector.transfer_read %m[%n, %n], ", "%g"},
           {"%q = vector.transfer_read ", "%m"},
           {"linalg.matmul ins(", "%m"},
           {"linalg.matmul ins(%t, %t : tensor<8x8xf32>, tensor<8x8xf32>) "
            "outs(",
            "%t"},
           // A loop's results leave it, and what it begins with goes around.
           {"%q:2 = scf.while (%x = %i) : (i32) -> (f32, i1) {\n    "
            "scf.condition(%c) ",
            "%g"},
           {"%q:2 = scf.while (%x = %i) : (i32) -> (f32, i1) {\n    "
            "scf.condition(%c) %g, %c : f32, i1\n  } do {\n  "
            "^bb0(%y: f32, %z: i1):\n    scf.yield ",
            "%i"}})
    CHECK(TypedText + firstOf(TypedText) == TypedText + Label);
}

TEST_CASE("PartItems: the expected type and brackets that the editor closes",
          "[completion]") {
  const std::string Text = "func.func private @g(i32, f32) -> (i32, f32)\n"
                           "func.func @f(%a: i32, %b: f32) {\n  "
                           "%r:2 = call @g(%a, %b) : ";
  auto accepted = [&](const std::string &TypedText) {
    CAPTURE(TypedText);
    Offer Types(Text + TypedText);
    REQUIRE_FALSE(Types.labels().empty());
    const Completions::Item &First = Types.List.Items.front();
    const std::string &Whole = Types.Source.Text;
    // As an editor applies it.
    CompletionItem Sent =
        toCompletionList(Types.List, mlir::noisy::lsp::Text(Whole),
                         PositionEncoding::UTF8)
            .Items.front();
    CHECK(Sent.Edit.Range.End.Character - Sent.Edit.Range.Start.Character ==
          Types.List.ReplacedRange.size() + First.ReplacedAfter);
    std::string Result =
        Whole.substr(0, Types.List.ReplacedRange.Begin) + First.NewText +
        Whole.substr(Types.List.ReplacedRange.End + First.ReplacedAfter);
    return llvm::StringRef(Result).substr(Text.size()).rtrim("\n}").str();
  };
  const std::string All = "(i32, f32) -> (i32, f32)";
  CHECK(accepted("|\n}\n") == All);
  CHECK(accepted("(|\n}\n") == All);
  CHECK(accepted("(|)\n}\n") == All);
  CHECK(accepted("(i32, |)\n}\n") == All);
  CHECK(accepted("(i32, f3|)\n}\n") == All);
  CHECK(accepted("(i32, f32) -> (|)\n}\n") == All);
  // What follows the bracket stays.
  CHECK(accepted("(|) -> (i32, f32)\n}\n") == All);
}

TEST_CASE("PartItems: nothing after a type that is expected and complete",
          "[completion]") {
  const std::string Text =
      "func.func @f(%a: i1, %b: i32, %e: !noisy.i32) -> !noisy.i32 {\n  ";
  // The editor filters the list until then: if it waited for another one with
  // each letter, Enter would take a row of the old one.
  CHECK_FALSE(Offer(Text + "%x = arith.addi %b, %b : i|").List.IsIncomplete);
  for (const char *TypedText :
       {"%x = arith.addi %b, %b : i32|", "%x = arith.addi %a, %a : i1|",
        "%x = noisy.add %e, %e : !noisy.i32|", "return %e : !noisy.i32|"}) {
    CAPTURE(TypedText);
    CHECK(Offer(Text + TypedText).labels() == Strings());
  }
}

TEST_CASE("PartItems: attributes that can stand at a place", "[completion]") {
  const std::string Text = "#n = 3 : i64\n#map = affine_map<(d0) -> (d0)>\n"
                           "func.func @f(%e: !noisy.i32) {\n  %x = ";
  CHECK(Offer(Text + "noisy.scale %e by |").labels() == Strings{"#n"});
  Strings Constants = Offer(Text + "arith.constant |").labels();
  REQUIRE(Constants.size() > 3);
  CHECK(Strings(Constants.begin(), Constants.begin() + 3) ==
        Strings{"true", "false", "dense"});
  CHECK_FALSE(llvm::is_contained(Constants, "affine_map"));
  CHECK_FALSE(llvm::is_contained(Constants, "#map"));
  CHECK(llvm::is_contained(Constants, "#n"));
  CHECK(Offer(Text + "affine.apply |").labels() ==
        Strings{"affine_map", "#map"});
}

TEST_CASE("PartItems: values in place of what a snippet has", "[completion]") {
  Offer Values(Begin + "%q = noisy.add %lhs|, %rhs : !noisy.i32\n}\n");
  REQUIRE(Values.has("%near"));
  CHECK(Values.find("%e")->FilterText == "%lhs");
  CHECK_THAT(Values.acceptedText("%e"), Catch::EndsWith("noisy.add %e"));
  CHECK(Offer(Begin + "call @g(%value|) : (i32) -> ()\n}\n").has("%i"));
  // A name that somebody types.
  CHECK(Offer(Begin + "%q = noisy.add %n|").find("%near")->FilterText == "");
}

TEST_CASE("PartItems: nothing to pass on where the parent has no results",
          "[completion]") {
  const std::string Text = "func.func @f(%a: i32, %c: i1) {\n  ";
  for (const char *TypedText : {"return |", "scf.if %c {\n    scf.yield |"}) {
    CAPTURE(TypedText);
    CHECK(Offer(Text + TypedText).labels() == Strings());
  }
  // It may become one with results.
  CHECK(Offer(Text + "return %|").has("%a"));
  CHECK(Offer(Text + "%r = scf.if %c -> (i32) {\n    scf.yield |")
            .labels()
            .front() == "%a");
}

TEST_CASE("PartItems: values where MLIR offers none", "[completion]") {
  const std::string Text =
      "func.func @f(%n: index, %m: memref<4xf32>, %g: f32) {\n"
      "  nonsense here\n  ";
  for (const char *TypedText :
       {"%x = affine.load %m[ |", "%x = affine.load %m[ | ] : memref<4xf32>",
        "%x = affine.load %m[%|", "affine.store %g, %m[ |",
        "affine.store %g, %m[%|", "affine.for %k = |",
        "affine.for %k = 0 to |"}) {
    CAPTURE(TypedText);
    Offer Values(Text + TypedText);
    REQUIRE_FALSE(Values.labels().empty());
    CHECK(Values.labels().front() == "%n");
    CHECK_FALSE(Values.has("dense"));
  }
  CHECK(Offer(Text + "affine.for %|").labels() == Strings());
}

/// The first labels that editors show.
static std::vector<std::string> firstOf(const std::string &Marked,
                                        size_t Count) {
  Offer Types(Marked);
  std::vector<Completions::Item> Items = Types.List.Items;
  llvm::stable_sort(Items, [](const auto &A, const auto &B) {
    return A.SortText < B.SortText;
  });
  std::vector<std::string> Labels;
  for (const Completions::Item &I : llvm::ArrayRef(Items).take_front(Count))
    Labels.push_back(I.Label);
  return Labels;
}

TEST_CASE("PartItems: types that the text uses are the first", "[completion]") {
  using Strings = std::vector<std::string>;
  CHECK(firstOf("func.func @f(%a: !noisy.i32, %b: i5, %c: i5) -> |", 4) ==
        Strings{"i5", "!noisy.i32", "i32", "index"});
  CHECK(firstOf("func.func @f(%a: tensor<4xf32>, %b: |)", 3) ==
        Strings{"tensor<4xf32>", "i32", "index"});
  CHECK(firstOf("func.func @f(%a: |", 3) == Strings{"i32", "index", "i1"});
  // Of those that can stand there.
  const std::string Begin = "func.func @f(%a: !noisy.i32, %k: i5) {\n  ";
  CHECK(firstOf(Begin + "%d = noisy.decode %a : !noisy.i32 -> |\n", 3) ==
        Strings{"i5", "i1", "i<N>"});
  // The types of values that are known come before.
  CHECK(firstOf(Begin + "%d = noisy.add %a, %a : |\n", 1) ==
        Strings{"!noisy.i32"});
  // Behind a sigil, too, and once.
  Strings Labels = firstOf("!ct = !noisy.i32\nfunc.func @f(%a: !ct, %b: !ct, "
                           "%c: !noisy.i32, %d: !|",
                           100);
  CHECK(Labels.front() == "!ct");
  CHECK(llvm::count(Labels, "!noisy.i32") == 1);
  // The word that is typed is none, and brackets are there once.
  CHECK(firstOf("func.func @f(%a: !noisy.i32, %b: i3|", 1) ==
        Strings{"!noisy.i32"});
  CHECK_FALSE(
      Offer("func.func @f(%a: tensor<4xi32>, %b: tensor|<4xi32>) {\n}\n")
          .has("tensor<4xi32>"));
  // Types are compared as wholes.
  CHECK(firstOf("func.func @f(%e: !noisy.i32, %x: i32, %y: i32, %z: i5) -> |",
                2) == Strings{"i32", "i5"});
  // Where nothing is known of the type.
  CHECK(firstOf("func.func @f(%q: i1, %c: i5) {\n  %r = scf.if %q -> (|", 1) ==
        Strings{"i5"});
}

TEST_CASE("PartItems: a block takes what branches pass", "[completion]") {
  using Strings = std::vector<std::string>;
  const std::string Begin = "func.func @f(%a: !noisy.i32, %k: i5) {\n"
                            "  cf.br ^next(%k, %a : i5, !noisy.i32)\n";
  CHECK(firstOf(Begin + "^next(%r: |", 1) == Strings{"i5"});
  CHECK(firstOf(Begin + "^next(%r: i5, %s: |", 1) == Strings{"!noisy.i32"});
  CHECK(firstOf(Begin + "^next(%r: i5, %s: |):\n  return\n}\n", 1) ==
        Strings{"!noisy.i32"});
  // None is passed.
  CHECK(firstOf(Begin + "^next(%r: i5, %s: i5, %t: |", 1) == Strings{"i5"});
  CHECK(firstOf(Begin + "^other(%r: |", 2) == Strings{"!noisy.i32", "i5"});
}

/// The text after an item was taken, with the fields of its snippet.
static std::string writtenBy(const std::string &Marked, llvm::StringRef Label) {
  Offer Values(Marked);
  const Completions::Item *Match = Values.find(Label);
  REQUIRE(Match);
  ByteRange Replaced = Values.List.ReplacedRange;
  std::string Text = Values.Source.Text;
  return Text.replace(Replaced.Begin, Replaced.size() + Match->ReplacedAfter,
                      Match->Snippet.empty()
                          ? Match->NewText
                          : readSnippet(Match->Snippet).Text);
}

TEST_CASE("PartItems: the types come with the last value of a return",
          "[completion]") {
  auto check = [](const std::string &Begin, const std::string &TypedText,
                  llvm::StringRef Value, const std::string &Expected) {
    CAPTURE(TypedText);
    CHECK(writtenBy(Begin + TypedText + "|\n}\n", Value) ==
          Begin + Expected + "\n}\n");
  };
  const std::string One =
      "func.func @f(%a: !noisy.i32, %i: i32) -> !noisy.i32 {\n  ";
  check(One, "return ", "%a", "return %a : !noisy.i32");
  check(One, "return %", "%a", "return %a : !noisy.i32");
  check(One, "return %a", "%a", "return %a : !noisy.i32");
  // What does not fit has no type that would be right.
  check(One, "return ", "%i", "return %i");
  check(One + "%r = scf.if %c -> (i32) {\n    ", "scf.yield ", "%i",
        "scf.yield %i : i32");
  const std::string Two =
      "func.func @f(%a: !noisy.i32, %i: i32) -> (i32, !noisy.i32) {\n  ";
  check(Two, "return ", "%i", "return %i, %value : i32, !noisy.i32");
  check(Two, "return %i, ", "%a", "return %i, %a : i32, !noisy.i32");
  check(Two, "return %a, ", "%a", "return %a, %a");
  // The types are there.
  CHECK(writtenBy(Two + "return %i, | : i32, !noisy.i32\n}\n", "%a") ==
        Two + "return %i, %a : i32, !noisy.i32\n}\n");
  CHECK(writtenBy("func.func @f(%i: i32) {\n  return %|\n}\n", "%i") ==
        "func.func @f(%i: i32) {\n  return %i\n}\n");
  // Without snippets there is no field for the other value.
  AnnotatedText Source(Two + "return |\n}\n");
  Completions Plain = getCompletions(
      allDialects(), Source.Text, Outline::scan(Source.Text).pieces(),
      {Source.Places.at(0), 0, /*HasSnippets=*/false});
  for (const Completions::Item &I : Plain.Items)
    CHECK(I.NewText == I.Label);
}

TEST_CASE("PartItems: the types come with the last operand of a call",
          "[completion]") {
  const std::string Begin = "func.func private @g(i32, f32) -> (i32, f32)\n"
                            "func.func @f(%i: i32, %x: f32) {\n  ";
  const std::string Type = " : (i32, f32) -> (i32, f32)\n}\n";
  CHECK(writtenBy(Begin + "%r:2 = call @g(%i, |)\n}\n", "%x") ==
        Begin + "%r:2 = call @g(%i, %x)" + Type);
  CHECK(writtenBy(Begin + "%r:2 = call @g(%i, |\n}\n", "%x") ==
        Begin + "%r:2 = call @g(%i, %x)" + Type);
  CHECK(writtenBy(Begin + "%r:2 = call @g(|)\n}\n", "%i") ==
        Begin + "%r:2 = call @g(%i)\n}\n");
  CHECK(writtenBy(Begin + "%r:2 = call @g(%i, |)" + Type, "%x") ==
        Begin + "%r:2 = call @g(%i, %x)" + Type);
  CHECK(writtenBy(Begin + "%r:2 = call @h(%i, |)\n}\n", "%x") ==
        Begin + "%r:2 = call @h(%i, %x)\n}\n");
}

TEST_CASE("PartItems: keywords in the order in which they are written",
          "[completion]") {
  const std::string Begin = "func.func @f(%a: tensor<4x4xf32>) {\n  ";
  for (const char *Name : {"matmul", "batch_matmul", "transpose", "reduce",
                           "broadcast", "conv_2d", "fill", "map", "add"}) {
    CAPTURE(Name);
    std::vector<std::string> Labels =
        Offer(Begin + "%0 = linalg." + Name + " |\n}\n", ' ').labels();
    REQUIRE(Labels.size() >= 2);
    CHECK(Labels[0] == "ins");
    CHECK(Labels[1] == "outs");
  }
  // The maps are required here.
  CHECK(Offer(Begin + "%0 = linalg.contract |\n}\n", ' ').labels().front() ==
        "indexing_maps");
}

TEST_CASE("PartItems: what linalg.generic begins with", "[completion]") {
  const std::string Begin =
      "#trait = {indexing_maps = [], iterator_types = []}\n"
      "#map = affine_map<(d0) -> (d0)>\n"
      "func.func @f(%a: tensor<4xf32>) {\n  ";
  std::string Marked = Begin + "%0 = linalg.generic |\n}\n";
  CHECK(Offer(Marked, ' ').labels() ==
        std::vector<std::string>{"{indexing_maps = ..., iterator_types = ...}",
                                 "#trait"});
  CHECK(writtenBy(Marked, "{indexing_maps = ..., iterator_types = ...}") ==
        Begin + "%0 = linalg.generic {indexing_maps = [affine_map<(d0) -> "
                "(d0)>, affine_map<(d0) -> (d0)>], iterator_types = "
                "[\"parallel\"]}\n}\n");
}

TEST_CASE(
    "PartItems: a list of indexing maps takes maps, and those of the text "
    "first",
    "[completion]") {
  using Strings = std::vector<std::string>;
  const std::string Aliases = "#map = affine_map<(d0) -> (d0)>\n"
                              "#map1 = affine_map<(d0, d1) -> (d1)>\n"
                              "#set = affine_set<(d0) : (d0 >= 0)>\n"
                              "#seven = 7 : i32\n";
  auto mapsIn = [&](const std::string &Typed) {
    return Offer(Aliases + "func.func @f(%t: tensor<4xi32>) {\n  %0 = " +
                 Typed + "\n  return\n}\n")
        .labels();
  };
  const Strings Maps{"#map", "#map1", "affine_map"};
  CHECK(mapsIn("linalg.generic {indexing_maps = [ | ]}") == Maps);
  CHECK(mapsIn("linalg.generic {indexing_maps = [#map, |") == Maps);
  CHECK(mapsIn("linalg.generic {indexing_maps = [affine_map<(d0)[s0] -> (d0, "
               "s0 * 2)>, | ]}") == Maps);
  CHECK(mapsIn("linalg.generic {indexing_maps = [#| ]}") ==
        Strings{"#map", "#map1"});
  CHECK(mapsIn("vector.contract {indexing_maps = [ |") == Maps);
  CHECK(mapsIn("\"linalg.generic\"(%t, %t) <{indexing_maps = [ | ]}>") == Maps);
  CHECK(Offer(Aliases + "#trait = {\n  indexing_maps = [#map, | ]\n}\n")
            .labels() == Maps);
  // Another list.
  CHECK(llvm::is_contained(
      mapsIn("\"a.b\"() {indexing_maps = [#map], others = [ | ]}"), "dense"));
}

TEST_CASE("PartItems: the types of the generic form", "[completion]") {
  const std::string Begin = "func.func @f(%a: !noisy.i32, %t: tensor<4xf32>, "
                            "%i: i7) {\n  %0 = \"a.b\"(%t, %a) : ";
  for (auto [TypedText, First] :
       {std::pair("", "(tensor<4xf32>, !noisy.i32) -> "),
        std::pair("(", "tensor<4xf32>"),
        std::pair("(tensor<4xf32>, ", "!noisy.i32"),
        std::pair("(tensor<4xf32>, !noisy.i32) -> ", "tensor<4xf32>")}) {
    CAPTURE(TypedText);
    CHECK(Offer(Begin + TypedText + "|\n}\n").labels().front() == First);
  }
  // Then the types nearby, and common ones.
  std::vector<std::string> Labels =
      Offer(Begin + "(tensor<4xf32>, !noisy.i32) -> |\n}\n").labels();
  Labels.resize(4);
  CHECK(Labels[1] == "!noisy.i32");
  CHECK(Labels[2] == "i7");
  CHECK(Labels[3] == "i32");
  // Of values that are not known nothing is known.
  CHECK_FALSE(
      Offer("func.func @f() {\n  %0 = \"a.b\"(%x) : |\n}\n").has("(i32) -> "));
}
