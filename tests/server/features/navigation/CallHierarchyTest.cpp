//===- CallHierarchyTest.cpp - Who calls whom -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/CallHierarchy.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Lines = std::vector<std::string>;

/// "name: detail", or only the name.
static std::string show(const CallItem &Item) {
  return Item.Detail.empty() ? Item.Name : Item.Name + ": " + Item.Detail;
}

/// The functions meant at the first `Anchor` of the text.
static std::vector<CallItem> itemsAt(const Snapshot &State,
                                     llvm::StringRef Anchor) {
  size_t Offset = State.text().bytes().find(Anchor);
  REQUIRE(Offset != llvm::StringRef::npos);
  return prepareCallHierarchy(State, Offset);
}

static Lines show(const Snapshot &State, const std::vector<CallGroup> &Groups) {
  Lines Result;
  for (const CallGroup &Group : Groups) {
    CHECK(Group.Item.Range.contains(Group.Item.Head));
    std::string Line = show(Group.Item) + " at";
    for (ByteRange Range : Group.Calls)
      Line += " " + std::to_string(State.text().lineAt(Range.Begin) + 1) +
              State.text().bytes().slice(Range.Begin, Range.End).str();
    Result.push_back(Line);
  }
  return Result;
}

/// The calls of the one function that is meant at the first `Anchor`, with the
/// lines they are in.
static Lines incomingCalls(const Snapshot &State, llvm::StringRef Anchor) {
  std::vector<CallItem> Items = itemsAt(State, Anchor);
  REQUIRE(Items.size() == 1);
  REQUIRE(Items[0].Key);
  return show(State, findIncomingCalls(State, *Items[0].Key));
}
static Lines outgoingCalls(const Snapshot &State, llvm::StringRef Anchor) {
  std::vector<CallItem> Items = itemsAt(State, Anchor);
  REQUIRE(Items.size() == 1);
  REQUIRE(Items[0].Key);
  return show(State, findOutgoingCalls(State, *Items[0].Key));
}

static const char Program[] =
    R"(func.func private @square(%a: !noisy.i32) -> !noisy.i32 {
  %0 = noisy.mul %a, %a : !noisy.i32
  return %0 : !noisy.i32
}
func.func @main(%x: i5, %n: i32) {
  %e = noisy.encode %x : i5 -> !noisy.i32
  %p = call @square(%e) : (!noisy.i32) -> !noisy.i32
  %d = noisy.add %e, %e : !noisy.i32
  %q = func.call @square(%d) : (!noisy.i32) -> !noisy.i32
  call @log(%n) : (i32) -> ()
  return
}
func.func private @log(i32)
)";

TEST_CASE("Call hierarchy: what is meant", "[calls]") {
  auto State = snapshotOf(Program);
  for (const char *Anchor :
       {"@square", "func.func private @square", "@square(%e)",
        "call @square(%e)", "func.call @square"}) {
    CAPTURE(Anchor);
    std::vector<CallItem> Items = itemsAt(*State, Anchor);
    REQUIRE(Items.size() == 1);
    CHECK(Items[0].Name == "square");
    CHECK(Items[0].Class == SymbolClass::Function);
    CHECK(Items[0].Range ==
          ByteRange{0, State->text().bytes().find("\nfunc.func @main")});
    CHECK(Items[0].Head == ByteRange{18, 25});
    CHECK(Items[0].Key == SymbolKey{0, {"square"}, 0});
  }
  for (const char *Anchor : {"%a", "noisy.mul", "i32", "return"})
    CHECK(itemsAt(*State, Anchor).empty());
}

TEST_CASE("Call hierarchy: calls and the noise they pass", "[calls]") {
  auto State = snapshotOf(Program);
  CHECK(show(itemsAt(*State, "@square")[0]) ==
        "square: noise at most 26 bits, limit 26");
  CHECK(incomingCalls(*State, "@square") ==
        Lines{"main: noise at most 26 bits, limit 26; passes %e: 12 bits, "
              "limit 26 | passes %d: 13 bits, limit 26 at 7@square 9@square"});
  CHECK(outgoingCalls(*State, "@main") ==
        Lines{"square: noise at most 26 bits, limit 26; passes %e: 12 bits, "
              "limit 26 | passes %d: 13 bits, limit 26 at 7@square 9@square",
              "log at 10@log"});
  CHECK(incomingCalls(*State, "@log") ==
        Lines{"main: noise at most 26 bits, limit 26 at 10@log"});
  CHECK(incomingCalls(*State, "@main").empty());
  CHECK(outgoingCalls(*State, "@log").empty());
}

TEST_CASE("Call hierarchy: many calls are counted", "[calls]") {
  std::string Text = "func.func private @f(!noisy.i32)\n"
                     "func.func private @g(%a: !noisy.i32) {\n";
  for (unsigned I = 0; I < 6; ++I)
    Text += "  call @f(%a) : (!noisy.i32) -> ()\n";
  auto State = snapshotOf(Text + "  return\n}\n");
  std::vector<CallGroup> Groups =
      findIncomingCalls(*State, SymbolKey{0, {"f"}, 0});
  REQUIRE(Groups.size() == 1);
  CHECK(Groups[0].Calls.size() == 6);
  CHECK(llvm::StringRef(Groups[0].Item.Detail).ends_with("| and 2 more"));
}

TEST_CASE("Call hierarchy: who calls itself", "[calls]") {
  auto State = snapshotOf(R"(func.func private @f(%c: i1) {
  scf.if %c {
    func.call @f(%c) : (i1) -> ()
  }
  call @g(%c) : (i1) -> ()
  return
}
func.func private @g(%c: i1) {
  call @f(%c) : (i1) -> ()
  return
})");
  CHECK(incomingCalls(*State, "@f") == Lines{"f at 3@f", "g at 9@f"});
  CHECK(outgoingCalls(*State, "@f") == Lines{"f at 3@f", "g at 5@g"});
}

TEST_CASE("Call hierarchy: other ways to name a function", "[calls]") {
  auto State = snapshotOf(R"(module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: i32) kernel { gpu.return }
  }
  func.func @f(%n: index, %a: i32) attributes {a.other = @g} {
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n)
        threads in (%n, %n, %n) args(%a : i32)
    %g = func.constant @g : () -> ()
    call @g() {a.other = @f} : () -> ()
    "a.call"() {callee = @g} : () -> ()
    return
  }
  func.func private @g()
})");
  CHECK(outgoingCalls(*State, "@f") ==
        Lines{"k at 6@k", "g: by func.constant at 8@g 9@g 10@g"});
  CHECK(incomingCalls(*State, "@k ") == Lines{"f at 6@k"});
  CHECK(itemsAt(*State, "@k ")[0].Key == SymbolKey{0, {"", "kernels", "k"}, 0});
  // Of the path, each part means what it is.
  CHECK(itemsAt(*State, "@kernels::").empty());
}

TEST_CASE("Call hierarchy: calls outside of functions", "[calls]") {
  auto State = snapshotOf(R"(module @m {
  func.func private @f()
  func.call @f() : () -> ()
}
func.func private @f()
func.call @f() : () -> ()
module {
  func.func private @f()
  func.call @f() : () -> ()
})");
  CHECK(show(*State, findIncomingCalls(*State, {0, {"m", "f"}, 0})) ==
        Lines{"m at 3@f"});
  CHECK(show(*State, findIncomingCalls(*State, {0, {"f"}, 0})) ==
        Lines{"<top level> at 6@f"});
  CHECK(show(*State, findIncomingCalls(*State, {0, {"", "f"}, 0})) ==
        Lines{"<builtin.module> at 9@f"});
  CHECK(show(*State, findOutgoingCalls(*State, {0, {"m"}, 0})) ==
        Lines{"f at 3@f"});
}

TEST_CASE("Call hierarchy: several definitions", "[calls]") {
  auto State = snapshotOf(R"(func.func private @f()
func.func private @f()
func.func @g() {
  call @f() : () -> ()
  return
})");
  std::vector<CallItem> Items = itemsAt(*State, "@f() : ");
  REQUIRE(Items.size() == 2);
  CHECK(Items[0].Key == SymbolKey{0, {"f"}, 0});
  CHECK(Items[1].Key == SymbolKey{0, {"f"}, 1});
  CHECK(Items[1].Head.Begin == 23 + 18);
  CHECK(outgoingCalls(*State, "@g") == Lines{"f at 4@f", "f at 4@f"});
}

TEST_CASE("Call hierarchy: symbols that are strings", "[calls]") {
  auto State =
      snapshotOf(R"("func.func"() <{function_type = () -> (), sym_name = "f",
               sym_visibility = "private"}> ({}) : () -> ()
func.func @g() {
  "func.call"() <{callee = @f}> : () -> ()
  return
})");
  CHECK(incomingCalls(*State, "f\",") == Lines{"g at 4@f"});
  CHECK(State->text().bytes().slice(itemsAt(*State, "@f")[0].Head.Begin,
                                    itemsAt(*State, "@f")[0].Head.End) ==
        "\"f\"");
}

TEST_CASE("Call hierarchy: chunks are apart", "[calls]") {
  auto State = snapshotOf("func.func private @f()\n"
                          "func.func @g() { call @f() : () -> () return }\n"
                          "// -----\n"
                          "func.func private @f()\n"
                          "func.func @h() { call @f() : () -> () return }\n");
  CHECK(show(*State, findIncomingCalls(*State, {1, {"f"}, 0})) ==
        Lines{"h at 5@f"});
  CHECK(findIncomingCalls(*State, {2, {"f"}, 0}).empty());
  CHECK(findIncomingCalls(*State, {0, {"f"}, 1}).empty());
  CHECK(findIncomingCalls(*State, {0, {}, 0}).empty());
}

TEST_CASE("Call hierarchy: what does not parse is as it was", "[calls]") {
  std::string BrokenText =
      replaceOnce(Program, "func.func @main", "define @main");
  auto State = snapshotAfter({Program, BrokenText});
  CHECK(incomingCalls(*State, "@square") ==
        Lines{"main: noise at most 26 bits, limit 26, from before the "
              "error; passes %e: 12 bits, limit 26 from before the error "
              "| passes %d: 13 bits, limit 26 from before the error at "
              "7@square 9@square"});
  // What the calls rest on is stale, too.
  CHECK(outgoingCalls(*State, "@main")[0] ==
        "square: noise at most 26 bits, limit 26, from before the error; "
        "passes %e: 12 bits, limit 26 from before the error | passes %d: "
        "13 bits, limit 26 from before the error at 7@square 9@square");
}
