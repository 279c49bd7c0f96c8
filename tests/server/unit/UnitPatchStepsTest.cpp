//===- UnitPatchStepsTest.cpp - Patches of a unit in several places -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edits beside aliases, of which a unit has the definitions around it. Edits
// that take names of values from others are in UnitPatchTest.
//
//===----------------------------------------------------------------------===//

#include "server/build/SlotMaker.h"
#include "server/build/SurroundingsMaker.h"
#include "server/unit/Unit.h"
#include "tests/server/CrashRecovery.h"
#include "tests/server/Histories.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotComparison.h"
#include "tests/server/unit/UnitComparison.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using UnitPtr = std::shared_ptr<Unit>;

namespace {
/// A text at top level with one function, whose unit is patched.
class FunctionPatching {
public:
  UnitPtr parse(const std::string &Text) {
    return withFunction(Text, [&](const Slot &S, llvm::StringRef Bytes) {
      UnitPtr Result = Unit::parse(Shared, S.Kind, S.Info, Bytes,
                                   S.SurroundingText, TestUri, Later);
      Result->recover(Bytes, TestUri, Later, [] { return false; });
      if (Result->isParsed() && !Result->isVerifiedAlone())
        Result->verify(TestUri);
      return Result;
    });
  }
  UnitPtr patch(Unit &Old, const std::string &Text) {
    return withFunction(Text, [&](const Slot &S, llvm::StringRef Bytes) {
      size_t OldBytes = Shared->ParsedBytes;
      Steps = 0;
      UnitPtr Result = Unit::patch(
          Old, {S.Info, Bytes, S.SurroundingText}, TestUri,
          [&](const Unit &, Unit &, const UnitChange &) { ++Steps; });
      ParsedBytes = Shared->ParsedBytes - OldBytes;
      return Result;
    });
  }

  /// Set by `patch`: the steps, and the bytes that were parsed.
  unsigned Steps = 0;
  size_t ParsedBytes = 0;

private:
  static UnitPtr
  withFunction(const std::string &Text,
               llvm::function_ref<UnitPtr(const Slot &, llvm::StringRef)> Use) {
    Outline Pieces = Outline::scan(Text);
    std::vector<Slot> Slots = makeSlots(Pieces.pieces(), Text);
    auto Function = llvm::find_if(
        Slots, [](const Slot &S) { return S.Kind == PieceKind::Operation; });
    REQUIRE(Function != Slots.end());
    Function->SurroundingText =
        SurroundingsMaker(Text, Slots).get(Function - Slots.begin());
    UnitPtr Result;
    onLargeStack([&] {
      Result = Use(*Function, llvm::StringRef(Text).slice(Function->Range.Begin,
                                                          Function->Range.End));
    });
    return Result;
  }

  std::shared_ptr<Generation> Shared =
      std::make_shared<Generation>(allDialects());
  TaskQueue Later{WorkKind::Disposal};
};
} // namespace

/// Checks that the unit after an edit is the one of the new text, made from the
/// old one in as many steps.
static void checkPatch(const std::string &OldText, const std::string &Text,
                       unsigned Steps = 1) {
  INFO(OldText << "\n-----\n" << Text);
  FunctionPatching P;
  UnitPtr Old = P.parse(OldText);
  REQUIRE(Old->isValid());
  UnitPtr New = P.patch(*Old, Text);
  REQUIRE(New);
  CHECK(P.Steps == Steps);
  compare(*New, *P.parse(Text));
  UnitPtr Back = P.patch(*New, OldText);
  REQUIRE(Back);
  compare(*Back, *P.parse(OldText));
}

/// Checks that an edit is left to the parser of the whole text.
static void checkNoPatch(const std::string &OldText, const std::string &Text) {
  INFO(OldText << "\n-----\n" << Text);
  FunctionPatching P;
  UnitPtr Old = P.parse(OldText);
  REQUIRE(Old->isParsed());
  CHECK_FALSE(P.patch(*Old, Text));
}

static const std::string Located =
    "!t = !noisy.i32\n"
    "#three = 3 : i32\n"
    "#list = [#three, 4]\n"
    "func.func @f(%a: !t, %i: i32) -> !noisy.i32 {\n"
    "  %0 = noisy.add %a, %a : !t loc(#loc2)\n"
    "  %c = arith.constant #three loc(#loc3)\n"
    "  %1 = noisy.mul %0, %a : !noisy.i32 loc(#loc4)\n"
    "  %d = arith.muli %i, %c {arith.b = #list} : i32 loc(#loc5)\n"
    "  %e = arith.addi %i, %c : i32 loc(\"i.mlir\":5:6)\n"
    "  %g = arith.subi %i, %c : i32\n"
    "  %2 = noisy.sub %1, %0 : !t loc(#loc6)\n"
    "  return %2 : !noisy.i32 loc(#loc7)\n"
    "} loc(#loc1)\n"
    "#loc1 = loc(\"a.mlir\":1:1)\n"
    "#loc2 = loc(\"a.mlir\":2:1)\n"
    "#loc3 = loc(\"a.mlir\":3:1)\n"
    "#loc4 = loc(callsite(#loc2 at #loc3))\n"
    "#loc5 = loc(fused<\"x\">[#loc4, #loc3])\n"
    "#loc6 = loc(\"n\"(#loc2))\n"
    "#loc7 = loc(unknown)\n"
    "#loc8 = loc(\"b.mlir\":8:1)\n";

static std::string with(const std::string &From, const std::string &To) {
  return replaceOnce(Located, From, To);
}

TEST_CASE("UnitPatchSteps: lines with locations and aliases", "[patch]") {
  checkPatch(Located, with("noisy.mul %0, %a", "noisy.add %0, %a"));
  checkPatch(Located, with("noisy.add %a", "noisy.sub %a"));
  checkPatch(Located, with("%i, %c {arith.b", "%c, %c {arith.b"));
  checkPatch(Located, with("return %2", "return %1"));
  checkPatch(Located, with("  %2 =", "  // A comment.\n  %2 ="));
  checkPatch(Located,
             with("  %2 =", "  %n = noisy.mul %1, %1 : !t loc(#loc3)\n  %2 ="));
  checkPatch(Located, with("  %g = arith.subi %i, %c : i32\n", ""));
  checkPatch(Located, with("  %e = arith.addi %i, %c : i32 "
                           "loc(\"i.mlir\":5:6)\n",
                           ""));
  // One that an operation takes, gives up, or has instead.
  checkPatch(Located, with("%g = arith.subi %i, %c : i32",
                           "%g = arith.subi %i, %c : i32 loc(#loc3)"));
  checkPatch(Located, with("%1, %0 : !t loc(#loc6)", "%1, %0 : !t"));
  checkPatch(Located, with("%1, %0 : !t loc(#loc6)", "%1, %0 : !t loc(#loc8)"));
  checkPatch(Located, with("%1, %0 : !t loc(#loc6)", "%1, %0 : !t loc(#loc2)"));
  checkPatch(Located, with(" {arith.b = #list}", ""));
  checkPatch(Located, with("%1, %0 : !t", "%1, %0 : !noisy.i32"));
  checkPatch(Located, with("arith.constant #three", "arith.constant 5 : i32"));
  checkPatch(Located,
             with("%i, %c {arith.b = #list}", "%i, %c {arith.b = #three}"));
  // Locations in place.
  checkPatch(Located, with("\"i.mlir\":5:6", "\"j.mlir\":5:66"));
  checkPatch(Located, with(" loc(\"i.mlir\":5:6)", ""));
}

TEST_CASE("UnitPatchSteps: locations and aliases that are broken", "[patch]") {
  checkPatch(Located, with("!t loc(#loc6)", "!t loc(#loc66)"));
  checkPatch(Located, with("!t loc(#loc6)", "!t loc(#lo)"));
  checkPatch(Located, with("!t loc(#loc6)", "!t loc(#)"));
  checkPatch(Located, with("!t loc(#loc6)", "!t loc(#loc6"));
  checkPatch(Located, with("!t loc(#loc6)", "!t lo"));
  checkPatch(Located, with("!t loc(#loc6)", "!t loc(#three)"));
  checkPatch(Located, with("%1, %0 : !t", "%1, %0 : !u"));
  checkPatch(Located, with("#list}", "#lis}"));
  checkPatch(Located, with("constant #three", "constant #thre"));
  checkPatch(Located, with("noisy.mul %0", "noisy.mu %0"));
  // What needs the whole text.
  checkNoPatch(Located, with("} loc(#loc1)", "} loc(#loc2)"));
  checkNoPatch(Located, with("%a: !t", "%a: !noisy.i32"));
  checkNoPatch(Located, with("%i, %c {arith.b = #list}",
                             "%i, %c {arith.b = distinct[0]<#list>}"));
}

TEST_CASE("UnitPatchSteps: definitions that change", "[patch]") {
  // Of one user.
  checkPatch(Located, with("#loc7 = loc(unknown)", "#loc7 = loc(\"u\")"));
  checkPatch(Located, with("loc(\"n\"(#loc2))", "loc(\"nn\"(#loc2))"));
  // Of several, and through others.
  checkPatch(Located,
             with("fused<\"x\">[#loc4, #loc3]", "fused<\"y\">[#loc3, #loc4]"));
  checkPatch(Located, with("\"a.mlir\":3:1", "\"c.mlir\":33:1"), 2);
  checkPatch(Located, with("\"a.mlir\":2:1", "\"c.mlir\":22:1"), 3);
  // Beside an edit of the text.
  std::string Both = replaceOnce(with("\"a.mlir\":3:1", "\"c.mlir\":33:1"),
                                 "noisy.sub %1", "noisy.add %1");
  checkPatch(Located, Both, 3);
  // Of an attribute.
  checkPatch(Located, with("[#three, 4]", "[#three, 5]"));
  // They change sides, and names.
  checkPatch(Located, replaceOnce(with("#loc7 = loc(unknown)\n", ""),
                                  "!t =", "#loc7 = loc(unknown)\n!t ="));
  checkPatch(Located, replaceOnce(with("#loc7 =", "#loc77 ="), "loc(#loc7)",
                                  "loc(#loc77)"));
  // It is defined later, while an operation is broken for want of it.
  std::string Missing = with("#loc6 = loc(\"n\"(#loc2))\n", "");
  checkPatch(Missing, Located);
  // Values, the function itself, and integers depend on these.
  checkNoPatch(Located, with("#three = 3 : i32", "#three = 3 : i64"));
  checkNoPatch(Located, with("!t = !noisy.i32", "!t = i32"));
  checkNoPatch(Located, with("\"a.mlir\":1:1", "\"a.mlir\":1:2"));
  // Symbols and types that units keep a list of.
  checkNoPatch(Located, with("[#three, 4]", "[#three, @f]"));
  checkNoPatch(Located, with("[#three, 4]", "[!llvm.struct<\"s\", (i32)>]"));
}

TEST_CASE("UnitPatchSteps: a definition that is broken", "[patch]") {
  CrashRecovery Recovery;
  for (auto [From, To] :
       {std::pair("#loc6 = loc(\"n\"(#loc2))", "#loc6 = loc(\"n\"(#loc2)"),
        std::pair("#loc6 = loc(\"n\"(#loc2))", "#loc6 ="),
        std::pair("#loc6 = loc(\"n\"(#loc2))\n", ""),
        std::pair("#loc3 = loc(\"a.mlir\":3:1)", "#loc3 = loc(\"a.mlir\":3:"),
        std::pair("#loc6 = loc", "#loc2 = loc(\"twice\")\n#loc6 = loc"),
        std::pair("#list = [#three, 4]", "#list = [#three, 4"),
        std::pair("!t = !noisy.i32", "!t = !noisy.i3"),
        std::pair("#loc4 = loc(callsite(#loc2", "#loc4 = loc(callsite(#loc7"),
        std::pair("#loc6 = loc(", "#loc6 = ")}) {
    Typist T(Located);
    T.build();
    for (auto [Old, New] : {std::pair(From, To), std::pair(To, From)}) {
      if (*Old)
        T.replace(Old, New);
      else
        T.become(Located);
      INFO(T.text());
      Typist Scratch(T.text());
      CHECK(compareWithScratch(*T.build(), *Scratch.build()) == "");
    }
  }
}

/// A function with as many operations, each with a location of its own, in a
/// module.
static std::string makeLarge(unsigned Count) {
  std::string Result = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                       "  %v0 = noisy.add %a, %a : !noisy.i32 loc(#loc)\n",
              Definitions = "#loc = loc(unknown)\n";
  for (unsigned I = 1; I < Count; ++I) {
    std::string N = std::to_string(I);
    Result += "  %v" + N + " = noisy." +
              (I % 2 ? "reduce_noise %v" : "add %a, %v") +
              std::to_string(I - 1) + " : !noisy.i32 loc(#loc" + N + ")\n";
    Definitions += "#loc" + N + " = loc(\"dir/of/circuit.mlir\":" + N + ":3)\n";
  }
  return Result + "  return %v" + std::to_string(Count - 1) +
         " : !noisy.i32 loc(#loc)\n} loc(#loc)\n" + Definitions;
}

TEST_CASE("UnitPatchSteps: as little is parsed of a large function with "
          "locations as of another",
          "[patch]") {
  const std::string Text = makeLarge(2000);
  FunctionPatching P;
  UnitPtr Last = P.parse(Text);
  auto edit = [&](const std::string &From, const std::string &To) {
    UnitPtr New = P.patch(*Last, replaceOnce(Text, From, To));
    REQUIRE(New);
    // A few lines and their aliases; the function has 120 KB.
    CHECK(P.ParsedBytes < 1000);
    Last = New;
  };
  edit("add %a, %v999", "sub %a, %v999");
  edit("%v1000 = noisy.add %a, %v999 : !noisy.i32 loc(#loc1000)",
       "%v1000 = noisy.add %a, %v999 : !noisy.i32 loc(#loc1");
  edit("%v1000 = noisy.add %a, %v999 : !noisy.i32 loc(#loc1000)",
       "%v1000 = noisy.add %a, %v999 : !noisy.i32 loc(#loc100)");
  edit("  %v1000 =", "  %new\n  %v1000 =");
  edit("  %v1000 =", "  %new = noisy.add %a, %a : !noisy.i32 loc(#loc5)\n"
                     "  %v1000 =");
  // In the line of an alias.
  edit("circuit.mlir\":1000:3", "circuit.mlir\":1000:44");
  edit("circuit.mlir\":1000:3", "other.mlir\":1000:44");
  compare(*Last, *P.parse(replaceOnce(Text, "circuit.mlir\":1000:3",
                                      "other.mlir\":1000:44")));
}

TEST_CASE("UnitPatchSteps: edits in a module with locations", "[patch]") {
  CrashRecovery Recovery;
  std::string Text = "module {\n";
  Text += Located.substr(Located.find("func.func"));
  size_t End = Text.find("#loc1 =");
  Text.insert(End, "} loc(#loc8)\n");
  Text = Located.substr(0, Located.find("func.func")) + Text;
  Typist T(Text);
  T.build();
  for (auto [From, To] :
       {std::pair("noisy.mul %0", "noisy.add %0"),
        std::pair("%0 : !t loc(#loc6)", "%0 : !t loc(#loc8)"),
        std::pair("\"a.mlir\":3:1", "\"c.mlir\":3:1"),
        std::pair("\"b.mlir\":8:1", "\"d.mlir\":8:1"),
        std::pair("loc(#loc8)\n  return", "loc(#loc\n  return"),
        std::pair("loc(#loc\n  return", "\n  return"),
        std::pair("module {", "module attributes {a.b = #list} {"),
        std::pair("[#three, 4]", "[4]")}) {
    T.replace(From, To);
    INFO(T.text());
    Typist Scratch(T.text());
    CHECK(compareWithScratch(*T.build(), *Scratch.build()) == "");
  }
}
