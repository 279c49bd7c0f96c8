//===- FunctionUsesTest.cpp - Ways into functions -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/FunctionUses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tests/support/Program.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A private function `@sq` of one encrypted value, and one that does something
/// with it and with %m, which has 24 bits.
struct Uses {
  explicit Uses(llvm::StringRef body, llvm::StringRef otherFunctions = "")
      : program((R"(
          func.func private @sq(%v: !noisy.i32) { return }
          func.func private @out(!noisy.i32)
          func.func private @keep((!noisy.i32) -> ())
          func.func private @apply((!noisy.i32) -> (), !noisy.i32)
          )" + otherFunctions +
                 R"(
          func.func @f(%x: i5, %p: i1, %mem: !llvm.ptr) {
            %a = noisy.encode %x : i5 -> !noisy.i32
            %m = noisy.mul %a, %a : !noisy.i32
            )" + body +
                 R"(
            return
          })")
                    .str()) {
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
  }

  /// What is said of the argument of `@sq`: "12 assumed", "24", "unknown".
  std::string argument() {
    const NoiseFact &fact = program.fact("%v");
    std::string text;
    llvm::raw_string_ostream os(text);
    os << fact.bound << (fact.isAssumed ? " assumed" : "");
    return text;
  }

  /// The operations that hold `@sq`, by name.
  std::string holders() {
    SymbolTableCollection symbols;
    FunctionUses uses(program.module(), symbols);
    std::vector<std::string> names;
    for (Operation *holder :
         uses.getHolders(program.module().lookupSymbol("sq")))
      names.push_back(holder->getName().getStringRef().str());
    return llvm::join(names, " ");
  }

  Program program;
};
} // namespace

static const std::string address =
    "%f = func.constant @sq : (!noisy.i32) -> ()\n";

TEST_CASE("functions: calls in sight give what they pass", "[uses]") {
  Uses uses("call @sq(%m) : (!noisy.i32) -> ()");
  CHECK(uses.argument() == "24");
  CHECK(uses.holders() == "");
}

TEST_CASE("functions: an address that is only called", "[uses]") {
  Uses uses(address + R"(
    %g = scf.if %p -> ((!noisy.i32) -> ()) {
      scf.yield %f : (!noisy.i32) -> ()
    } else {
      scf.yield %f : (!noisy.i32) -> ()
    }
    %h = arith.select %p, %f, %g : (!noisy.i32) -> ()
    call_indirect %h(%m) : (!noisy.i32) -> ())");
  CHECK(uses.argument() == "24");
  CHECK(uses.holders() == "");
}

TEST_CASE("functions: an address that is handed out of sight", "[uses]") {
  std::string apply =
      "call @apply(%f, %m) : ((!noisy.i32) -> (), !noisy.i32) -> ()";
  Uses uses(address + apply);
  CHECK(uses.argument() == "unknown");
  CHECK(uses.holders() == "func.call");
  // With no encrypted value: it may get one from somebody else.
  Uses keptUses(address + "call @keep(%f) : ((!noisy.i32) -> ()) -> ()");
  CHECK(keptUses.argument() == "unknown");
  CHECK(keptUses.holders() == "func.call");
}

TEST_CASE("functions: who has the address gets a value later", "[uses]") {
  Uses uses(address + R"(
    %g = func.constant @other : (!noisy.i32) -> ()
    call @apply(%g, %m) : ((!noisy.i32) -> (), !noisy.i32) -> ()
    call @through(%f) : ((!noisy.i32) -> ()) -> ())",
            R"(
    func.func private @other(%w: !noisy.i32) { return }
    func.func private @through(%t: (!noisy.i32) -> ()) {
      %d = ub.poison : !noisy.i32
      call @apply(%t, %d) : ((!noisy.i32) -> (), !noisy.i32) -> ()
      return
    })");
  CHECK(uses.argument() == "unknown");
  CHECK(uses.holders() == "func.call func.call");
}

TEST_CASE("functions: an address in memory", "[uses]") {
  Uses uses(address + R"(
    "my.store"(%f, %mem) : ((!noisy.i32) -> (), !llvm.ptr) -> ()
    %g = "my.load"(%mem) : (!llvm.ptr) -> ((!noisy.i32) -> ())
    "my.apply"(%g, %m) : ((!noisy.i32) -> (), !noisy.i32) -> ())");
  CHECK(uses.argument() == "unknown");
  CHECK(uses.holders() == "my.store my.load my.apply");
}

TEST_CASE("functions: an address that is made something else", "[uses]") {
  Uses uses(address + R"(
    %g = builtin.unrealized_conversion_cast %f
        : (!noisy.i32) -> () to (!noisy.i32, i5) -> ()
    call_indirect %g(%m, %x) : (!noisy.i32, i5) -> ())");
  CHECK(uses.argument() == "unknown");
}

TEST_CASE("functions: an address that a function returns", "[uses]") {
  Uses uses(R"(
    %g = call @make() : () -> ((!noisy.i32) -> ())
    "my.apply"(%g, %m) : ((!noisy.i32) -> (), !noisy.i32) -> ())",
            R"(
    func.func private @make() -> ((!noisy.i32) -> ()) {
      %f = func.constant @sq : (!noisy.i32) -> ()
      return %f : (!noisy.i32) -> ()
    })");
  CHECK(uses.argument() == "unknown");
}

TEST_CASE("functions: names in attributes", "[uses]") {
  CHECK(
      Uses("call @out(%m) {callback = @sq} : (!noisy.i32) -> ()").argument() ==
      "unknown");
  CHECK(Uses("\"my.call\"(%m) {callee = [@sq]} : (!noisy.i32) -> ()")
            .argument() == "unknown");
  CHECK(Uses("\"my.mark\"(%x) {callee = @sq} : (i5) -> ()").argument() ==
        "unknown");
  CHECK(Uses("\"my.mark\"() {callee = @sq} : () -> ()").argument() ==
        "unknown");
  // Only the operation's own attributes tell what it makes.
  CHECK(Uses("%c = arith.constant {callee = @sq} 1 : i5").argument() ==
        "unknown");
}

TEST_CASE("functions: names out of which others call", "[uses]") {
  auto argument = [](llvm::StringRef body, llvm::StringRef otherFunctions) {
    return Uses(body, otherFunctions).argument();
  };
  // What is declared of a function, or of an argument of one.
  CHECK(argument("call @other(%m) : (!noisy.i32) -> ()",
                 "func.func private @other(!noisy.i32) "
                 "attributes {my.callback = @sq}") == "unknown");
  CHECK(argument("call @other(%m) : (!noisy.i32) -> ()",
                 "func.func private @other(!noisy.i32 {my.callback = @sq})") ==
        "unknown");
  CHECK(argument("\"my.raise\"(%m) : (!noisy.i32) -> ()",
                 "func.func private @g() attributes {my.handler = @sq}") ==
        "unknown");
  // Tables.
  CHECK(argument("\"my.run\"(%m) {fp = @fp} : (!noisy.i32) -> ()",
                 "\"my.global\"() {sym_name = \"fp\", init = @sq} "
                 ": () -> ()") == "unknown");
  CHECK(argument("\"my.dispatch\"(%m) {table = @table} : (!noisy.i32) -> ()",
                 "\"my.table\"() ({ \"my.entry\"() {proc = @sq} : () -> () }) "
                 "{sym_name = \"table\"} : () -> ()") == "unknown");
  // Memory.
  CHECK(argument("%c0 = arith.constant 0 : index\n"
                 "%b = memref.get_global @buf : memref<1x!noisy.i32>\n"
                 "memref.store %m, %b[%c0] : memref<1x!noisy.i32>\n"
                 "\"my.call\"() {callee = @sq, buffer = @buf} : () -> ()",
                 "memref.global \"private\" @buf : memref<1x!noisy.i32>") ==
        "unknown");
}

TEST_CASE("functions: an address that one gets and another calls", "[uses]") {
  std::string register_ = "call @register(%f) : ((!noisy.i32) -> ()) -> ()\n";
  CHECK(Uses(address + register_ + "call @out(%m) : (!noisy.i32) -> ()",
             "func.func private @register((!noisy.i32) -> ())")
            .argument() == "unknown");
  CHECK(Uses(address + R"(
    %h = call @bind(%f) : ((!noisy.i32) -> ()) -> i64
    call @fire(%h, %m) : (i64, !noisy.i32) -> ())",
             R"(
    func.func private @bind((!noisy.i32) -> ()) -> i64
    func.func private @fire(i64, !noisy.i32))")
            .argument() == "unknown");
}

TEST_CASE("functions: an address that only changes its type", "[uses]") {
  CHECK(Uses(address + R"(
    %p2 = builtin.unrealized_conversion_cast %f
        : (!noisy.i32) -> () to !llvm.ptr
    call @sq(%a) : (!noisy.i32) -> ())")
            .argument() == "12 assumed");
}

TEST_CASE("functions: encrypted values in something else", "[uses]") {
  CHECK(Uses(R"(
    %t = builtin.unrealized_conversion_cast %m : !noisy.i32 to tuple<!noisy.i32>
    "my.call"(%t) {callee = @sq} : (tuple<!noisy.i32>) -> ())")
            .argument() == "unknown");
  CHECK(Uses(R"(
    "my.call"() ({ "my.yield"(%m) : (!noisy.i32) -> () }) {callee = @sq}
        : () -> ())")
            .argument() == "unknown");
  CHECK(Uses(R"(
    %t = builtin.unrealized_conversion_cast %m : !noisy.i32 to i64
    "my.call"(%t) {callee = @sq} : (i64) -> ())")
            .argument() == "unknown");
}

TEST_CASE("functions: what is around one is named", "[uses]") {
  auto argument = [](llvm::StringRef name) {
    Program program((R"(
      module @inner {
        func.func private @sq(%v: !noisy.i32) { return }
      }
      func.func private @other(%w: !noisy.i32) { return }
      func.func @f(%x: i5) {
        %a = noisy.encode %x : i5 -> !noisy.i32
        %m = noisy.mul %a, %a : !noisy.i32
        "my.call"(%m) {f = )" +
                     name + R"(} : (!noisy.i32) -> ()
        return
      })")
                        .str());
    REQUIRE(program.isParsed());
    return program.bound("%v");
  };
  CHECK(argument("@inner") == unknown);
  CHECK(argument("@inner::@sq") == unknown);
  CHECK(argument("@other") == 12);
}

TEST_CASE("functions: a name in what is not known", "[uses]") {
  Program program(R"(
    "my.container"() ({
      func.func private @sq(%v: !noisy.i32) { return }
      func.func @f(%x: i5) {
        %a = noisy.encode %x : i5 -> !noisy.i32
        "my.call"(%a) {f = @sq} : (!noisy.i32) -> ()
        return
      }
    }) : () -> ())");
  REQUIRE(program.isParsed());
  CHECK(program.bound("%v") == unknown);
}

TEST_CASE("functions: a launch passes its arguments one by one", "[uses]") {
  Program program(R"(
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @k(%v: !noisy.i32, %w: !noisy.i32) kernel { gpu.return }
      }
      func.func @host(%x: i5) {
        %c1 = arith.constant 1 : index
        %a = noisy.encode %x : i5 -> !noisy.i32
        %m = noisy.mul %a, %a : !noisy.i32
        gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1)
            threads in (%c1, %c1, %c1) args(%m : !noisy.i32, %a : !noisy.i32)
        return
      }
    })");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%v") == 24);
  CHECK(program.bound("%w") == 12);
}

TEST_CASE("functions: holders that are never executed hold nothing", "[uses]") {
  Uses uses(R"(
    %false = arith.constant false
    scf.if %false {
      "my.call"(%m) {callee = @sq} : (!noisy.i32) -> ()
    }
    call @sq(%a) : (!noisy.i32) -> ())");
  CHECK(uses.argument() == "12");
}
