//===- NoiseContractsTest.cpp - Where what is stated is checked -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseReport.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A function that states 13 bits and [0, 2], and one that calls it somehow
/// with too much of both, %m and %n. %k is what is stated, %b almost.
static std::string withCallee(llvm::StringRef body) {
  return (R"(
    func.func private @g(%i: index {noisy.range = [0, 2]},
                         %v: !noisy.i32 {noisy.bound = 13 : i64}) { return }
    func.func private @out((index, !noisy.i32) -> (), !noisy.i32, index)
    func.func private @take(!noisy.i32, index)
    func.func @f(%x: i5, %k: index {noisy.range = [0, 2]}, %p: i1) {
      %n = arith.constant 100 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %b = noisy.add %a, %a : !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      )" + body +
          R"(
      return
    })")
      .str();
}

static std::string findingsOf(llvm::StringRef body) {
  Program program(withCallee(body));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  return program.findings();
}

TEST_CASE("integers that calls pass are held against what is stated",
          "[contracts]") {
  Program program(R"(
    func.func private @g(%x: i8 {noisy.range = [0, 63]},
                         %y: i8 {noisy.range = [-5, 5]}) { return }
    func.func private @high(i8 {noisy.range = [100, 200]})
    func.func @f(%any: i8, %in: i8 {noisy.range = [1, 4]},
                 %part: i8 {noisy.range = [3, 70]},
                 %out: i8 {noisy.range = [64, 99]},
                 %below: i8 {noisy.range = [-9, -6]}) {
      func.call @g(%in, %in) : (i8, i8) -> ()
      func.call @g(%any, %part) : (i8, i8) -> ()
      func.call @g(%part, %below) : (i8, i8) -> ()
      func.call @g(%out, %in) : (i8, i8) -> ()
      func.call @high(%any) : (i8) -> ()
      %c150 = arith.constant 150 : i8
      func.call @high(%c150) : (i8) -> ()
      func.call @high(%out) : (i8) -> ()
      %false = arith.constant false
      scf.if %false {
        func.call @g(%out, %out) : (i8, i8) -> ()
      }
      return
    })");
  CHECK(program.findings() ==
        "stated-range %any warning\nstated-range %part warning\n"
        "stated-range %part warning\nstated-range %below error\n"
        "stated-range %out error\nstated-range %any warning\n"
        "stated-range %out error");
}

TEST_CASE("what is stated is checked at direct calls", "[contracts]") {
  CHECK(findingsOf("call @g(%n, %m) : (index, !noisy.i32) -> ()") ==
        "contract %m 24 of 13\nstated-range %n error");
  CHECK(findingsOf("call @g(%k, %b) : (index, !noisy.i32) -> ()") == "");
}

TEST_CASE("what is stated is checked at calls of a value", "[contracts]") {
  std::string address = "%f = func.constant @g : (index, !noisy.i32) -> ()\n";
  CHECK(findingsOf(address + "call_indirect %f(%n, %m) "
                             ": (index, !noisy.i32) -> ()") ==
        "contract %m 24 of 13\nstated-range %n error");
  CHECK(findingsOf(address + "call_indirect %f(%k, %b) "
                             ": (index, !noisy.i32) -> ()") == "");
}

TEST_CASE("it is not certain which function is called by a value",
          "[contracts]") {
  auto findings = [](const std::string &called) {
    return findingsOf(R"(
      %same = arith.cmpi eq, %n, %k : index
      %f = func.constant @g : (index, !noisy.i32) -> ()
      %h = func.constant @other : (index, !noisy.i32) -> ()
      %s = arith.select %same, %f, %h : (index, !noisy.i32) -> ()
      call_indirect )" +
                      called + R"((%n, %b) : (index, !noisy.i32) -> ()
      return
    }
    func.func private @other(%i: index, %v: !noisy.i32) {)");
  };
  CHECK(findings("%s") == "stated-range %n warning");
  CHECK(findings("%h") == "");
}

TEST_CASE("what is stated is checked where a call hands a function on",
          "[contracts]") {
  std::string address = "%f = func.constant @g : (index, !noisy.i32) -> ()\n";
  std::string type = ": ((index, !noisy.i32) -> (), !noisy.i32, index) -> ()";
  CHECK(findingsOf(address + "call @out(%f, %m, %n) " + type) ==
        "contract %m 24 of 13\nstated-range %n warning");
  CHECK(findingsOf(address + "call @out(%f, %b, %k) " + type) == "");
  std::string namedCallback = "{callback = @g} : (!noisy.i32, index) -> ()";
  CHECK(findingsOf("call @take(%m, %n) " + namedCallback) ==
        "contract %m 24 of 13\nstated-range %n warning");
  CHECK(findingsOf("call @take(%b, %k) " + namedCallback) == "");
}

TEST_CASE("what is stated is checked at launches, argument by argument",
          "[contracts]") {
  auto findings = [](llvm::StringRef arguments) {
    Program program((R"(
      module attributes {gpu.container_module} {
        gpu.module @kernels {
          gpu.func @k(%i: index {noisy.range = [0, 2]},
                      %v: !noisy.i32 {noisy.bound = 13 : i64}) kernel {
            gpu.return
          }
        }
        func.func @host(%x: i5) {
          %c1 = arith.constant 1 : index
          %n = arith.constant 100 : index
          %a = noisy.encode %x : i5 -> !noisy.i32
          %m = noisy.mul %a, %a : !noisy.i32
          gpu.launch_func @kernels::@k blocks in (%n, %n, %n)
              threads in (%n, %n, %n) args()" +
                     arguments + R"()
          return
        }
      })")
                        .str());
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    return program.findings();
  };
  CHECK(findings("%n : index, %m : !noisy.i32") ==
        "contract %m 24 of 13\nstated-range %n error");
  CHECK(findings("%c1 : index, %a : !noisy.i32") == "");
}

TEST_CASE("an integer out of sight is not what is stated", "[contracts]") {
  Program program(R"(
    func.func private @g(%i: index {noisy.range = [0, 2]}) { return }
    func.func @f(%n: index) {
      call @g(%n) : (index) -> ()
      return
    })");
  CHECK(program.findings() == "stated-range %n warning");
  const NoiseFinding &finding = program.facts().getFindings()[0];
  CHECK(describeFinding(program.facts(), finding,
                        [&](Value value) { return program.name(value); }) ==
        "%n is unknown, but argument 0 of @g is stated to be in "
        "[0, 2]");
}

TEST_CASE("broken ranges in words", "[contracts]") {
  Program program(withCallee(R"(
      %l = arith.addi %k, %k : index
      call @g(%n, %a) : (index, !noisy.i32) -> ()
      call @g(%l, %a) : (index, !noisy.i32) -> ()
      call @take(%m, %n) {callback = @g} : (!noisy.i32, index) -> ())"));
  std::vector<std::string> descriptions;
  for (const NoiseFinding &finding : program.facts().getFindings())
    descriptions.push_back(
        describeFinding(program.facts(), finding,
                        [&](Value value) { return program.name(value); }));
  CHECK(descriptions ==
        std::vector<std::string>{
            "broken contract: %m can have 24 = 12 + 12 bits of noise, but an "
            "argument of @g, which may get it, is declared to have at most 13 "
            "('noisy.bound')",
            "outside of the stated range: %n is 100, but argument 0 of @g is "
            "stated to be in [0, 2]",
            "may be outside of the stated range: %l is in [0, 4], but argument "
            "0 of @g is stated to be in [0, 2]",
            "may be outside of the stated range: %n is 100, but an argument of "
            "@g, which may get it, is stated to be in [0, 2]"});
}

TEST_CASE("what is never called breaks nothing", "[contracts]") {
  CHECK(findingsOf(R"(
      %false = arith.constant false
      scf.if %false {
        func.call @g(%n, %m) : (index, !noisy.i32) -> ()
      })") == "");
}

TEST_CASE("ranges are looked at without noise too", "[contracts]") {
  Program program(R"(
    func.func private @g(%i: index {noisy.range = [0, 2]}) { return }
    func.func @f() {
      %n = arith.constant 3 : index
      call @g(%n) : (index) -> ()
      return
    })");
  CHECK(program.findings() == "stated-range %n error");
}

/// A function that states 14 bits of its result, ended by `end`, and a caller.
static std::string withEnd(llvm::StringRef end) {
  return (R"(
    func.func private @out(%x: i5, %p: i1) -> (!noisy.i32 {noisy.bound = 14 : i64}) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %m = noisy.mul %a, %a : !noisy.i32
      )" + end +
          R"(
    }
    func.func @f(%x: i5, %p: i1) {
      %r = call @out(%x, %p) : (i5, i1) -> !noisy.i32
      return
    })")
      .str();
}

TEST_CASE("what is stated of results is relied on behind known returns alone",
          "[contracts]") {
  auto findings = [](llvm::StringRef end) {
    Program program(withEnd(end));
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    return program.findings();
  };
  CHECK(findings("return %a : !noisy.i32") == "");
  // Any operand may be the result, or none.
  CHECK(findings("\"my.ret\"(%x, %m) : (i5, !noisy.i32) -> ()") ==
        "contract %m 24 of 14\nunknown %r");
  CHECK(findings("\"my.ret\"(%a) : (!noisy.i32) -> ()") == "unknown %r");
  CHECK(findings("\"my.ret\"() : () -> ()") == "unknown %r");
  // Of one that is never executed nothing has to be known.
  std::string branches = R"(cf.cond_br %p, ^left, ^right
    ^left:
      return %a : !noisy.i32
    ^right:
      )";
  std::string dead = R"(%false = arith.constant false
      cf.cond_br %false, ^left, ^right
    ^left:
      "my.ret"(%x) : (i5) -> ()
    ^right:
      return %a : !noisy.i32)";
  CHECK(findings(branches + "\"my.ret\"(%x) : (i5) -> ()") == "unknown %r");
  CHECK(findings(dead) == "");
  // These never get to the caller.
  CHECK(findings(branches + "ub.unreachable") == "");
  CHECK(findings(branches + "llvm.unreachable") == "");
}

TEST_CASE("a result that may be broken in words", "[contracts]") {
  Program program(withEnd("\"my.ret\"(%x, %m) : (i5, !noisy.i32) -> ()"));
  REQUIRE(program.isParsed());
  const NoiseFinding &finding = program.facts().getFindings()[0];
  CHECK(describeFinding(program.facts(), finding,
                        [&](Value value) { return program.name(value); }) ==
        "broken contract: %m can have 24 = 12 + 12 bits of noise, but a result "
        "of @out, which may be it, is declared to have at most 14 "
        "('noisy.bound')");
}

TEST_CASE("what goes out of sight keeps what is stated where a function "
          "escapes",
          "[contracts]") {
  std::string escape = "%f = func.constant @g : (index, !noisy.i32) -> ()\n"
                       "\"my.register\"(%f) : ((index, !noisy.i32) -> ()) -> "
                       "()\n";
  auto bounds = [&](const std::string &body) {
    return findingsOf(escape + body);
  };
  CHECK(bounds("") == "");
  CHECK(bounds("call @take(%m, %k) : (!noisy.i32, index) -> ()") ==
        "contract %m 24 of 13");
  CHECK(bounds("call @take(%b, %n) : (!noisy.i32, index) -> ()") ==
        "stated-range %n warning");
  CHECK(bounds("call @take(%b, %k) : (!noisy.i32, index) -> ()") == "");
  CHECK(bounds("\"my.raise\"(%m) : (!noisy.i32) -> ()") ==
        "contract %m 24 of 13");
  // Memory is out of sight.
  CHECK(bounds("%r = memref.alloc() : memref<!noisy.i32>\n"
               "memref.store %m, %r[] : memref<!noisy.i32>") ==
        "contract %m 24 of 13");
  CHECK(bounds("%i = builtin.unrealized_conversion_cast %m : !noisy.i32 to "
               "i64") == "contract %m 24 of 13");
  // Values, and functions in sight, are not.
  CHECK(bounds(R"(
      %s = arith.select %p, %m, %a : !noisy.i32
      %t = tensor.from_elements %s, %a : tensor<2x!noisy.i32>
      %w = scf.if %p -> !noisy.i32 {
        scf.yield %m : !noisy.i32
      } else {
        scf.yield %a : !noisy.i32
      }
      %d = noisy.decode %w : !noisy.i32 -> i5
      call @inner(%m) : (!noisy.i32) -> ()
      return
    }
    func.func private @inner(%v: !noisy.i32) {)") == "");
  // What a function that escapes returns, it returns to anyone.
  CHECK(bounds(R"(
      %h = func.constant @make : (i5) -> !noisy.i32
      "my.register"(%h) : ((i5) -> !noisy.i32) -> ()
      return
    }
    func.func private @make(%y: i5) -> !noisy.i32 {
      %c = noisy.encode %y : i5 -> !noisy.i32
      %e = noisy.mul %c, %c : !noisy.i32
      return %e : !noisy.i32
    }
    func.func private @inner() {)") == "contract %e 24 of 13");
}

TEST_CASE("what the regions of a holder yield is held against ranges",
          "[contracts]") {
  CHECK(findingsOf(R"("my.call"(%a) ({
        "my.yield"(%n) : (index) -> ()
      }) {callee = @g} : (!noisy.i32) -> ())") == "stated-range %n warning");
  CHECK(findingsOf(R"("my.call"(%a) ({
        "my.yield"(%k) : (index) -> ()
      }) {callee = @g} : (!noisy.i32) -> ())") == "");
}

TEST_CASE("the limit of a function without a body holds for its holders",
          "[contracts]") {
  auto findings =
      [](llvm::StringRef value) {
        Program program((R"(
      func.func private @e(!noisy.i32) attributes
          {noisy.model = #noisy.model<initial = 12, max = 20>}
      func.func @f(%x: i5) {
        %a = noisy.encode %x : i5 -> !noisy.i32
        %m = noisy.mul %a, %a : !noisy.i32
        "my.call"()" + value +
                         R"() {callee = @e} : (!noisy.i32) -> ()
        return
      })")
                            .str());
        REQUIRE(program.isParsed());
        return program.findings();
      };
  CHECK(findings("%m") == "contract %m 24 of 20");
  CHECK(findings("%a") == "");
}

TEST_CASE("what a kernel states of its sizes is checked at launches",
          "[contracts]") {
  auto findings = [](llvm::StringRef attributes, llvm::StringRef readOp,
                     llvm::StringRef threads) {
    Program program((R"(
      module attributes {gpu.container_module} {
        gpu.module @kernels {
          gpu.func @k(%v: !noisy.i32 {noisy.bound = 12 : i64}) kernel )" +
                     attributes + R"( {
            %n = gpu.)" +
                     readOp + R"(
            gpu.return
          }
        }
        func.func @host(%x: i5, %any: index) {
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %c100 = arith.constant 100 : index
          %a = noisy.encode %x : i5 -> !noisy.i32
          gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1)
              threads in ()" +
                     threads + R"(, %c1, %c1) args(%a : !noisy.i32)
          return
        }
      })")
                        .str());
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    return program.findings();
  };
  std::string knownSizes =
      "attributes {known_block_size = array<i32: 2, 1, 1>}";
  CHECK(findings(knownSizes, "thread_id x", "%c100") ==
        "stated-range %c100 error");
  CHECK(findings(knownSizes, "thread_id x", "%any") ==
        "stated-range %any warning");
  CHECK(findings(knownSizes, "thread_id x", "%c2") == "");
  CHECK(findings("", "thread_id x upper_bound 2", "%c100") ==
        "stated-range %c100 error");
  CHECK(findings("", "block_dim x upper_bound 2", "%c100") ==
        "stated-range %c100 error");
  CHECK(findings("", "thread_id x upper_bound 2", "%c2") == "");
  // There is one block.
  CHECK(findings("", "global_id x upper_bound 2", "%c100") ==
        "stated-range %c100 error");
  CHECK(findings("", "global_id x upper_bound 2", "%any") ==
        "stated-range %any warning");
  CHECK(findings("", "global_id x upper_bound 2", "%c2") == "");
  CHECK(findings("", "global_id y upper_bound 2", "%c100") == "");
  // There are no more clusters than blocks, and without clusters no more than
  // one block in each.
  CHECK(findings("", "cluster_id x upper_bound 1", "%c100") == "");
  CHECK(findings("", "cluster_dim_blocks x upper_bound 1", "%c100") == "");
  // The hardware has these: what is stated says so (IntegerFacts).
  CHECK(findings("", "lane_id upper_bound 2", "%c100") == "");
  // These are other sizes.
  CHECK(findings("", "thread_id y upper_bound 2", "%c100") == "");
  CHECK(findings("", "block_id x upper_bound 2", "%c100") == "");
  CHECK(findings("", "thread_id x", "%c100") == "");
}

TEST_CASE(
    "what is stated of all threads and of clusters is checked at launches",
    "[contracts]") {
  auto findings = [](llvm::StringRef readOp) {
    Program program((R"(
      func.func @f(%x: i5, %any: index) {
        %c2 = arith.constant 2 : index
        %c4 = arith.constant 4 : index
        %c8 = arith.constant 8 : index
        %a = noisy.encode %x : i5 -> !noisy.i32
        gpu.launch clusters(%cx, %cy, %cz) in (%dx = %c2, %dy = %any, %dz = %c4)
            blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %c8)
            threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %any, %sz = %c8) {
          %n = gpu.)" +
                     readOp +
                     R"(
          gpu.terminator
        }
        return
      })")
                        .str());
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    std::string text;
    for (const NoiseFinding &finding : program.facts().getFindings())
      text += describeFinding(program.facts(), finding,
                              [&](Value value) { return program.name(value); });
    return text;
  };
  CHECK(findings("global_id x upper_bound 32") == "");
  CHECK(findings("global_id x upper_bound 31") ==
        "outside of the stated range: %c4 * %c8 is 32, but the number of "
        "threads of all blocks in x of the launch is stated to be in [0, 31]");
  CHECK(findings("global_id y upper_bound 1000") ==
        "%c4 * %any is unknown, but the number of threads of all "
        "blocks in y of the launch is stated to be in [0, 1000]");
  CHECK(findings("cluster_block_id x upper_bound 2") == "");
  CHECK(findings("cluster_dim_blocks z upper_bound 2") ==
        "outside of the stated range: %c4 is 4, but the number of blocks of a "
        "cluster in z of the launch is stated to be in [0, 2]");
  CHECK(findings("cluster_id x upper_bound 4") == "");
  CHECK(findings("cluster_dim x upper_bound 3") ==
        "outside of the stated range: %c4 is 4, but the number of blocks in x "
        "of the launch is stated to be in [0, 3]");
}

TEST_CASE("sizes that are not what is stated in words", "[contracts]") {
  Program program(R"(
    func.func @f(%x: i5) {
      %c1 = arith.constant 1 : index
      %c100 = arith.constant 100 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c100, %sz = %c1) {
        %n = gpu.thread_id y upper_bound 2
        gpu.terminator
      }
      return
    })");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  REQUIRE(program.findings() == "stated-range %c100 error");
  const NoiseFinding &finding = program.facts().getFindings()[0];
  CHECK(describeFinding(program.facts(), finding,
                        [&](Value value) { return program.name(value); }) ==
        "outside of the stated range: %c100 is 100, but the number of threads "
        "in y of the launch is stated to be in [0, 2]");
}

//===----------------------------------------------------------------------===//
// What operations state
//===----------------------------------------------------------------------===//

TEST_CASE("an operation states the noise of its results", "[contracts]") {
  Program program(R"(
    func.func @f(%m: memref<8x!noisy.i32>, %i: index) -> !noisy.i32 {
      %a = memref.load %m[%i] {noisy.bound = 20 : i64} : memref<8x!noisy.i32>
      %b = noisy.reduce_noise %a : !noisy.i32
      %c = noisy.add %a, %a : !noisy.i32
      %d:2 = "other.op"() {noisy.bound = [14 : i64, unit]}
        : () -> (!noisy.i32, !noisy.i32)
      %e = noisy.add %d#0, %c : !noisy.i32
      %t = "other.op"() {noisy.bound = 22 : i64} : () -> tensor<4x!noisy.i32>
      %u = tensor.extract %t[%i] : tensor<4x!noisy.i32>
      return %e : !noisy.i32
    })");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%a") == 20);
  CHECK(program.bound("%b") == 12);
  CHECK(program.bound("%c") == 21);
  CHECK(program.bound("%e") == 22);
  CHECK(program.bound("%u") == 22);
  // Nothing is stated of the second result.
  CHECK(program.findings() == "unknown %d#1");
}

TEST_CASE("what an operation states is held against what flows in",
          "[contracts]") {
  auto findings = [](const std::string &stored, const std::string &stated) {
    Program program(R"(
      func.func @f(%x: !noisy.i32, %p: i1) -> !noisy.i32 {
        %c0 = arith.constant 0 : index
        %m = memref.alloca() : memref<8x!noisy.i32>
        %y = noisy.mul %x, %x : !noisy.i32
        memref.store %)" +
                    stored + R"(, %m[%c0] : memref<8x!noisy.i32>
        scf.if %p {
          memref.store %x, %m[%c0] : memref<8x!noisy.i32>
        }
        %r = memref.load %m[%c0] {noisy.bound = )" +
                    stated + R"( : i64} : memref<8x!noisy.i32>
        return %r : !noisy.i32
      })");
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK(program.bound("%r") == NoiseBound::bits(std::stoi(stated)));
    return program.findings();
  };
  CHECK(findings("x", "20") == "");
  CHECK(findings("y", "24") == "");
  CHECK(findings("y", "20") == "contract %y 24 of 20");
}
