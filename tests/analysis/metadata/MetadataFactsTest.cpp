//===- MetadataFactsTest.cpp - What is known of the metadata --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/metadata/MetadataFacts.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {

/// The facts of a program, asked by name.
class Metadata {
public:
  explicit Metadata(llvm::StringRef source) : program(source) {
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    facts = MetadataFacts::compute(program.module());
  }

  /// "{level = 3 : i64} own", "{} joined", "unknown".
  std::string operator[](llvm::StringRef name) {
    MetadataFact fact = facts.get(program.value(name));
    std::string text;
    llvm::raw_string_ostream os(text);
    os << fact.value;
    if (fact.origin != MetadataOrigin::Joined)
      os << " " << describeOrigin(fact.origin);
    return text;
  }

  Program program;
  MetadataFacts facts;
};

} // namespace

TEST_CASE("results of arithmetic have the join of the operands") {
  Metadata metadata(R"(
    func.func @f(%x: i32) {
      %a = "foo.make"() {metadata = {scheme = "bgv", level = 3}} : () -> i32
      %b = "foo.make"() {metadata = {scheme = "bgv", level = 4}} : () -> i32
      %c = "foo.make"() {metadata = {depth = 1}} : () -> i32
      %aa = arith.addi %a, %a : i32
      %ab = arith.addi %a, %b : i32
      %abc = arith.addi %ab, %c : i32
      %ax = arith.addi %a, %x : i32
      return
    })");
  CHECK(metadata["%a"] == "{level = 3 : i64, scheme = \"bgv\"} own");
  CHECK(metadata["%aa"] == "{level = 3 : i64, scheme = \"bgv\"}");
  CHECK(metadata["%ab"] == "{scheme = \"bgv\"}");
  CHECK(metadata["%abc"] == "{}");
  CHECK(metadata["%x"] == "unknown");
  CHECK(metadata["%ax"] == "unknown");
}

TEST_CASE("an operation's own dictionary wins key by key") {
  Metadata metadata(R"(
    func.func @f(%x: i32) {
      %a = "foo.make"() {metadata = {scheme = "bgv", level = 3}} : () -> i32
      %b = arith.addi %a, %a {metadata = {level = 2}} : i32
      %c = arith.addi %a, %x {metadata = {level = 2}} : i32
      %d = arith.addi %c, %x {metadata = {}} : i32
      %e = arith.addi %a, %a {metadata = {}} : i32
      return
    })");
  CHECK(metadata["%b"] == "{level = 2 : i64, scheme = \"bgv\"} own");
  // Over the unknown only its own keys are known.
  CHECK(metadata["%c"] == "{level = 2 : i64} own");
  CHECK(metadata["%d"] == "{} own");
  CHECK(metadata["%e"] == "{level = 3 : i64, scheme = \"bgv\"} own");
}

TEST_CASE("values agree when their attributes are equal, type included") {
  Metadata metadata(R"(
    func.func @f() {
      %a = "foo.make"() {metadata = {level = 3, nested = {a = [1, 2]}}} : () -> i32
      %b = "foo.make"() {metadata = {level = 3 : i32, nested = {a = [1, 2]}}} : () -> i32
      %c = arith.addi %a, %b : i32
      return
    })");
  CHECK(metadata["%c"] == "{nested = {a = [1, 2]}}");
}

TEST_CASE("without operands nothing is known, constants included") {
  Metadata metadata(R"(
    func.func @f() {
      %a = "foo.make"() {metadata = {level = 3}} : () -> i32
      %c = arith.constant 1 : i32
      %d = arith.constant {metadata = {level = 3}} 1 : i32
      %ac = arith.addi %a, %c : i32
      %ad = arith.addi %a, %d : i32
      return
    })");
  CHECK(metadata["%c"] == "unknown");
  CHECK(metadata["%ac"] == "unknown");
  CHECK(metadata["%d"] == "{level = 3 : i64} own");
  CHECK(metadata["%ad"] == "{level = 3 : i64}");
}

TEST_CASE("all results of an operation have the same") {
  Metadata metadata(R"(
    func.func @f() {
      %a = "foo.make"() {metadata = {level = 3}} : () -> i32
      %s, %t = arith.addui_extended %a, %a : i32, i1
      %r:2 = "foo.split"(%a) {metadata = {level = 4}} : (i32) -> (i32, i32)
      return
    })");
  for (const char *name : {"%s", "%t"})
    CHECK(metadata[name] == "{level = 3 : i64}");
  for (const char *name : {"%r#0", "%r#1"})
    CHECK(metadata[name] == "{level = 4 : i64} own");
}

TEST_CASE("arithmetic and casts carry, other operations are unknown") {
  Metadata metadata(R"(
    func.func @f() {
      %a = "foo.make"() {metadata = {level = 3}} : () -> i32
      %v = "foo.make"() {metadata = {level = 3}} : () -> tensor<4xi32>
      %i = "foo.make"() {metadata = {level = 3}} : () -> index
      %x = "foo.make"() {metadata = {level = 3}} : () -> !noisy.i32
      %f = "foo.make"() {metadata = {level = 3}} : () -> f32
      %pl = "foo.make"() {metadata = {level = 3}} : () -> i5
      %s = arith.addi %v, %v : tensor<4xi32>
      %e = arith.extsi %a : i32 to i64
      %u = builtin.unrealized_conversion_cast %a : i32 to !noisy.i32
      %w = tensor.cast %v : tensor<4xi32> to tensor<?xi32>
      %j = index.add %i, %i
      %k = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %m = noisy.mul %x, %x : !noisy.i32
      %r = noisy.reduce_noise %m : !noisy.i32
      %q = math.sqrt %f : f32
      // A cipher text is another thing than its plain text.
      %en = noisy.encode %pl : i5 -> !noisy.i32
      %de = noisy.decode %x : !noisy.i32 -> i5
      %o = "foo.hash"(%a) : (i32) -> i32
      %d = tensor.dim %w, %i : tensor<?xi32>
      %g = linalg.fill ins(%a : i32) outs(%v : tensor<4xi32>) -> tensor<4xi32>
      return
    })");
  for (const char *name :
       {"%s", "%e", "%u", "%w", "%j", "%k", "%m", "%r", "%q"})
    CHECK(metadata[name] == "{level = 3 : i64}");
  for (const char *name : {"%en", "%de", "%o", "%d", "%g"})
    CHECK(metadata[name] == "unknown");
}

//===----------------------------------------------------------------------===//
// Memory and tensors
//===----------------------------------------------------------------------===//

TEST_CASE("a load has what was stored, and nothing of the buffer") {
  Metadata metadata(R"(
    func.func @f(%p: i1, %outside: memref<4xi32> {noisy.metadata = {secret = false}}, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %secret = "foo.make"() {metadata = {secret = true, s}} : () -> i32
      %open = "foo.make"() {metadata = {secret = false, s}} : () -> i32
      %buffer = memref.alloc() {metadata = {secret = false}} : memref<2xi32>
      memref.store %secret, %buffer[%c0] : memref<2xi32>
      %one = memref.load %buffer[%c0] : memref<2xi32>
      memref.store %open, %buffer[%c1] : memref<2xi32>
      %other = memref.load %buffer[%c1] : memref<2xi32>
      scf.if %p {
        memref.store %open, %buffer[%c0] : memref<2xi32>
      }
      %either = memref.load %buffer[%c0] : memref<2xi32>
      %any = memref.load %buffer[%n] : memref<2xi32>
      %junkBuffer = memref.alloc() {metadata = {secret = false}} : memref<2xi32>
      %junk = memref.load %junkBuffer[%c0] : memref<2xi32>
      %leaked = memref.alloc() : memref<1xi32>
      memref.store %open, %leaked[%c0] : memref<1xi32>
      "foo.take"(%leaked) : (memref<1xi32>) -> ()
      %taken = memref.load %leaked[%c0] : memref<1xi32>
      %from = memref.load %outside[%c0] : memref<4xi32>
      %said = memref.load %outside[%c0] {metadata = {secret = true}} : memref<4xi32>
      return
    })");
  CHECK(metadata["%buffer"] == "{secret = false} own");
  CHECK(metadata["%one"] == "{s, secret = true}");
  CHECK(metadata["%other"] == "{s, secret = false}");
  CHECK(metadata["%either"] == "{s}");
  CHECK(metadata["%any"] == "{s}");
  for (const char *name : {"%junk", "%taken", "%from"})
    CHECK(metadata[name] == "unknown");
  CHECK(metadata["%said"] == "{secret = true} own");
}

TEST_CASE("a loop that stores what it has loaded comes to an end") {
  Metadata metadata(R"(
    func.func @f(%n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %a = "foo.make"() {metadata = {s, level = 3}} : () -> i32
      %b = "foo.make"() {metadata = {s, level = 4}} : () -> i32
      %buffer = memref.alloc() : memref<i32>
      memref.store %a, %buffer[] : memref<i32>
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %buffer[] : memref<i32>
        %y = arith.addi %x, %b : i32
        memref.store %y, %buffer[] : memref<i32>
      }
      %r = memref.load %buffer[] : memref<i32>
      return
    })");
  for (const char *name : {"%x", "%y", "%r"})
    CHECK(metadata[name] == "{s}");
}

TEST_CASE("tensors have what all of their elements have") {
  Metadata metadata(R"(
    func.func @f(%n: index) {
      %c0 = arith.constant 0 : index
      %a = "foo.make"() {metadata = {s, level = 3}} : () -> i32
      %b = "foo.make"() {metadata = {s, level = 4}} : () -> i32
      %t = tensor.from_elements %a, %b : tensor<2xi32>
      %u = tensor.splat %a : tensor<2xi32>
      %v = tensor.insert %b into %u[%c0] : tensor<2xi32>
      %x = tensor.extract %t[%n] : tensor<2xi32>
      %y = tensor.extract %v[%c0] : tensor<2xi32>
      %z = tensor.extract %u[%n] : tensor<2xi32>
      %empty = tensor.empty() : tensor<2xi32>
      %w = tensor.insert %b into %empty[%c0] : tensor<2xi32>
      return
    })");
  for (const char *name : {"%t", "%v", "%x"})
    CHECK(metadata[name] == "{s}");
  for (const char *name : {"%u", "%z"})
    CHECK(metadata[name] == "{level = 3 : i64, s}");
  CHECK(metadata["%y"] == "{level = 4 : i64, s}");
  CHECK(metadata["%w"] == "unknown");
}

TEST_CASE("what is no dictionary, or no discardable attribute, is none") {
  Metadata metadata(R"(
    func.func @f() {
      %a = "foo.make"() {metadata = {level = 3}} : () -> i32
      %b = "foo.make"(%a) {metadata = 3} : (i32) -> i32
      %c = "foo.make"(%a) <{metadata = {level = 4}}> : (i32) -> i32
      return
    })");
  CHECK(metadata["%b"] == "unknown");
  CHECK(metadata["%c"] == "unknown");
}

TEST_CASE("a program without metadata is unknown everywhere") {
  Metadata metadata(withFresh(R"(
    %false = arith.constant false
    %m = noisy.mul %a, %b : !noisy.i32
    scf.if %false {
      %dead = noisy.mul %a, %b : !noisy.i32
    })"));
  CHECK_FALSE(metadata.facts.hasAny());
  CHECK(metadata["%m"] == "unknown");
  CHECK(metadata["%dead"] == "unknown");
}

//===----------------------------------------------------------------------===//
// Regions and blocks
//===----------------------------------------------------------------------===//

/// Two values that agree on "s" only, conditions and a bound, around `body`.
static std::string withTwo(llvm::StringRef body) {
  return (R"(func.func @f(%p: i1, %n: index, %flag: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %true = arith.constant true
    %a = "foo.make"() {metadata = {s, level = 3}} : () -> i32
    %b = "foo.make"() {metadata = {s, level = 4}} : () -> i32
    )" + body +
          "\nreturn\n}")
      .str();
}

TEST_CASE("branches join what they yield") {
  Metadata metadata(withTwo(R"(
    %r:2 = scf.if %p -> (i32, i32) {
      scf.yield %a, %b : i32, i32
    } else {
      scf.yield %b, %b : i32, i32
    }
    %o = scf.if %p -> i32 {
      scf.yield %a : i32
    } else {
      scf.yield %b : i32
    } {metadata = {level = 7}}
    %i = scf.index_switch %n -> i32
    case 0 { scf.yield %a : i32 }
    default { scf.yield %a : i32 }
    %e = scf.execute_region -> i32 { scf.yield %b : i32 }
    %select = arith.select %p, %a, %b : i32)"));
  CHECK(metadata["%r#0"] == "{s}");
  CHECK(metadata["%r#1"] == "{level = 4 : i64, s}");
  CHECK(metadata["%o"] == "{level = 7 : i64, s} own");
  CHECK(metadata["%i"] == "{level = 3 : i64, s}");
  CHECK(metadata["%e"] == "{level = 4 : i64, s}");
  // The condition is an operand like any other.
  CHECK(metadata["%select"] == "unknown");
}

TEST_CASE("loops join what comes in with what comes round") {
  Metadata metadata(withTwo(R"(
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) {
      %z = arith.addi %y, %a : i32
      scf.yield %b, %z : i32, i32
    }
    %w:2 = scf.while (%u = %a) : (i32) -> (i32, i32) {
      scf.condition(%p) %u, %b : i32, i32
    } do {
    ^bb0(%v: i32, %t: i32):
      %next = arith.addi %v, %v {metadata = {level = 9}} : i32
      scf.yield %next : i32
    } attributes {metadata = {loop}}
    %q = affine.for %j = 0 to 4 iter_args(%h = %b) -> i32 {
      affine.yield %h : i32
    })"));
  CHECK(metadata["%x"] == "{s}");
  CHECK(metadata["%y"] == "{level = 3 : i64, s}");
  CHECK(metadata["%r#0"] == "{s}");
  CHECK(metadata["%r#1"] == "{level = 3 : i64, s}");
  CHECK(metadata["%i"] == "unknown");
  CHECK(metadata["%u"] == "{s}");
  CHECK(metadata["%v"] == "{s}");
  CHECK(metadata["%t"] == "{level = 4 : i64, s}");
  CHECK(metadata["%next"] == "{level = 9 : i64, s} own");
  CHECK(metadata["%w#0"] == "{loop, s} own");
  CHECK(metadata["%w#1"] == "{level = 4 : i64, loop, s} own");
  CHECK(metadata["%q"] == "{level = 4 : i64, s}");
}

TEST_CASE("block arguments join what branches pass") {
  Metadata metadata(withTwo(R"(
    cf.cond_br %p, ^one(%a : i32), ^two(%a : i32)
  ^one(%x: i32):
    %next = arith.addi %x, %b : i32
    cf.cond_br %p, ^one(%next : i32), ^two(%a : i32)
  ^two(%y: i32):
    cf.switch %flag : i32, [default: ^three(%a : i32), 1: ^three(%y : i32)]
  ^three(%z: i32):)"));
  CHECK(metadata["%x"] == "{s}");
  CHECK(metadata["%y"] == "{level = 3 : i64, s}");
  CHECK(metadata["%z"] == "{level = 3 : i64, s}");
}

TEST_CASE("what is not executed has nothing, and brings nothing") {
  Metadata metadata(withTwo(R"(
    %r = scf.if %true -> i32 {
      scf.yield %a : i32
    } else {
      %dead = arith.addi %a, %b {metadata = {level = 1}} : i32
      scf.yield %dead : i32
    }
    cf.cond_br %true, ^one(%a : i32), ^two(%b : i32)
  ^one(%x: i32):
    cf.br ^two(%x : i32)
  ^two(%y: i32):
    cf.br ^four
  ^three(%z: i32):
    cf.br ^three(%z : i32)
  ^four:)"));
  CHECK(metadata["%dead"] == "not executed own");
  CHECK(metadata["%r"] == "{level = 3 : i64, s}");
  CHECK(metadata["%y"] == "{level = 3 : i64, s}");
  CHECK(metadata["%z"] == "not executed");
}

TEST_CASE("regions of which nothing tells where control goes are unknown") {
  Metadata metadata(withTwo(R"(
    %t = "foo.make"() {metadata = {s}} : () -> tensor<4xi32>
    %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xi32> {
      %inner = arith.addi %a, %a : i32
    }
    %g = tensor.generate %n {
    ^bb0(%j: index):
      tensor.yield %a : i32
    } : tensor<?xi32>
    %u = "foo.region"(%a) ({
    ^bb0(%k: i32):
      "foo.yield"(%k) : (i32) -> ()
    }) : (i32) -> i32
    %v = scf.execute_region -> i32 { "foo.yield"(%a) : (i32) -> () }
    %s = "foo.region"(%a) ({}) {metadata = {level = 1}} : (i32) -> i32
    %sum = scf.parallel (%l) = (%c0) to (%n) step (%c1) init (%a) -> i32 {
      scf.reduce(%a : i32) {
      ^bb0(%lhs: i32, %rhs: i32):
        scf.reduce.return %lhs : i32
      }
    }
    // A condition of which nothing is known, not one that never comes.
    %c = scf.execute_region -> i1 { "foo.yield"(%p) : (i1) -> () }
    %d = scf.parallel (%m) = (%c0) to (%n) step (%c1) init (%p) -> i1 {
      scf.reduce(%p : i1) {
      ^bb0(%lhs: i1, %rhs: i1):
        scf.reduce.return %lhs : i1
      }
    }
    %e = scf.if %c -> i32 { scf.yield %a : i32 } else { scf.yield %b : i32 }
    %f = scf.if %d -> i32 { scf.yield %a : i32 } else { scf.yield %b : i32 })"));
  CHECK(metadata["%r"] == "unknown");
  CHECK(metadata["%o"] == "unknown");
  CHECK(metadata["%inner"] == "{level = 3 : i64, s}");
  CHECK(metadata["%g"] == "unknown");
  CHECK(metadata["%u"] == "unknown");
  CHECK(metadata["%k"] == "unknown");
  CHECK(metadata["%v"] == "unknown");
  CHECK(metadata["%s"] == "{level = 1 : i64} own");
  CHECK(metadata["%sum"] == "unknown");
  CHECK(metadata["%e"] == "{s}");
  CHECK(metadata["%f"] == "{s}");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TEST_CASE("arguments of private functions join the calls") {
  Metadata metadata(withTwo(R"(
    %r = func.call @g(%a) : (i32) -> i32
    %s = func.call @g(%b) {metadata = {level = 5}} : (i32) -> i32
    %dead = scf.if %true -> i32 {
      scf.yield %a : i32
    } else {
      %t = func.call @g(%flag) : (i32) -> i32
      scf.yield %t : i32
    })") + R"(
    func.func private @g(%x: i32) -> i32 { return %x : i32 })");
  CHECK(metadata["%x"] == "{s}");
  CHECK(metadata["%r"] == "{s}");
  CHECK(metadata["%s"] == "{level = 5 : i64, s} own");
  CHECK(metadata["%t"] == "not executed");
}

TEST_CASE("where callers may be out of sight, arguments are unknown") {
  Metadata metadata(withTwo(R"(
    %r = func.call @public(%a) : (i32) -> i32
    %s = func.call @taken(%a) : (i32) -> i32
    %t = func.constant @taken : (i32) -> i32
    %u = func.call_indirect %t(%a) : (i32) -> i32
    func.call @callback(%a) {then = @handler} : (i32) -> ()
    func.call @handler(%a) : (i32) -> ())") +
                    R"(
    func.func @public(%x: i32) -> i32 { return %x : i32 }
    func.func private @taken(%y: i32) -> i32 { return %y : i32 }
    func.func private @uncalled(%z: i32) {
      %inside = "foo.make"() {metadata = {s}} : () -> i32
      return
    }
    func.func private @circle(%v: i32) { call @circle(%v) : (i32) -> () return }
    func.func private @callback(i32)
    func.func private @handler(%w: i32) { return })");
  for (const char *name : {"%x", "%r", "%y", "%s", "%u", "%z", "%v", "%w"})
    CHECK(metadata[name] == "unknown");
  CHECK(metadata["%inside"] == "{s} own");
}

TEST_CASE("a name is looked up where it is used") {
  // Dead code analysis looks for @g in the outer module.
  Metadata metadata(R"(
    module {
      module @inner {
        func.func private @g(%x: i32) -> i32 { return %x : i32 }
        func.func @h() {
          %a = "foo.make"() {metadata = {s}} : () -> i32
          %f = func.constant @g : (i32) -> i32
          %r = func.call @g(%a) : (i32) -> i32
          return
        }
      }
    })");
  CHECK(metadata["%x"] == "unknown");
  CHECK(metadata["%r"] == "unknown");
}

TEST_CASE("what functions return is joined, unless it is out of sight") {
  Metadata metadata(withTwo(R"(
    %r:2 = func.call @two(%p, %a, %b) : (i1, i32, i32) -> (i32, i32)
    %e = func.call @external(%a) : (i32) -> i32
    %g = func.call @foreign(%a) : (i32) -> i32
    %h = func.call @empty() : () -> i1
    %never = func.call @endless() : () -> i32
    %i = scf.if %h -> i32 { scf.yield %a : i32 } else { scf.yield %b : i32 })") +
                    R"(
    func.func private @two(%q: i1, %x: i32, %y: i32) -> (i32, i32) {
      cf.cond_br %q, ^one, ^two
    ^one:
      return %x, %y : i32, i32
    ^two:
      return %y, %y : i32, i32
    }
    func.func private @external(i32) -> i32
    func.func private @foreign(%x: i32) -> i32 {
      "foo.return"(%x) : (i32) -> ()
    }
    func.func private @empty() -> i1 { "foo.return"() : () -> () }
    func.func private @endless() -> i32 {
      cf.br ^loop
    ^loop:
      cf.br ^loop
    })");
  CHECK(metadata["%r#0"] == "{s}");
  CHECK(metadata["%r#1"] == "{level = 4 : i64, s}");
  CHECK(metadata["%e"] == "unknown");
  CHECK(metadata["%g"] == "unknown");
  CHECK(metadata["%h"] == "unknown");
  CHECK(metadata["%i"] == "{s}");
  CHECK(metadata["%never"] == "not executed");
}

TEST_CASE("what functions state wins key by key, and calls win over that") {
  Metadata metadata(withTwo(R"(
    %r = func.call @g(%a) : (i32) -> i32
    %e = func.call @external(%a) : (i32) -> i32
    %o = func.call @external(%a) {metadata = {level = 2}} : (i32) -> i32)") +
                    R"(
    func.func private @g(%x: i32 {noisy.metadata = {level = 6}})
        -> (i32 {noisy.metadata = {result}}) {
      return %x : i32
    }
    func.func private @external(i32) -> (i32 {noisy.metadata = {level = 8, result}})
    func.func @public(%y: i32 {noisy.metadata = {level = 7}}, %z: i32) {
      return
    })");
  CHECK(metadata["%x"] == "{level = 6 : i64, s} stated");
  CHECK(metadata["%r"] == "{level = 6 : i64, result, s} stated");
  CHECK(metadata["%e"] == "{level = 8 : i64, result} stated");
  CHECK(metadata["%o"] == "{level = 2 : i64, result} own");
  CHECK(metadata["%y"] == "{level = 7 : i64} stated");
  CHECK(metadata["%z"] == "unknown");
}

TEST_CASE("recursion comes to an end") {
  Metadata metadata(withTwo(R"(
    %r = func.call @g(%p, %a, %b) : (i1, i32, i32) -> i32)") +
                    R"(
    func.func private @g(%q: i1, %x: i32, %y: i32) -> i32 {
      %z = arith.addi %x, %y {metadata = {level = 1}} : i32
      %c = scf.if %q -> i32 {
        %n = func.call @g(%q, %z, %x) : (i1, i32, i32) -> i32
        scf.yield %n : i32
      } else {
        scf.yield %x : i32
      }
      return %c : i32
    })");
  CHECK(metadata["%x"] == "{s}");
  CHECK(metadata["%y"] == "{s}");
  CHECK(metadata["%z"] == "{level = 1 : i64, s} own");
  CHECK(metadata["%r"] == "{s}");
}

TEST_CASE("functions of other dialects are functions") {
  Metadata metadata(R"(
    llvm.func @main() {
      %a = "foo.make"() {metadata = {s}} : () -> i32
      %r = llvm.call @g(%a) : (i32) -> i32
      llvm.return
    }
    llvm.func internal @g(%x: i32) -> i32 { llvm.return %x : i32 }
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @k(%y: i32) kernel { gpu.return }
      }
      func.func @host(%n: index) {
        %b = "foo.make"() {metadata = {s}} : () -> i32
        gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%b : i32)
        return
      }
    })");
  CHECK(metadata["%y"] == "unknown");
  CHECK(metadata["%r"] == metadata["%x"]);
}
