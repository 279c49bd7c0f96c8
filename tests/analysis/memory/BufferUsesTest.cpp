//===- BufferUsesTest.cpp - The uses of a buffer --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/BufferUses.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// Maps of one dimension, for `linalg.generic`.
static const std::string maps = "#id = affine_map<(d) -> (d)>\n"
                                "#all = affine_map<(d) -> ()>\n"
                                "#back = affine_map<(d) -> (3 - d)>\n"
                                "#fixed = affine_map<(d) -> (0)>\n";

/// A buffer %m of four elements with 12 bits, and one, %t, that nobody wrote;
/// %z has one element with 12 bits.
static std::string withBuffers(const std::string &body) {
  return maps + withFresh(R"(
    %m = memref.alloc() : memref<4x!noisy.i32>
    %t = memref.alloc() : memref<4x!noisy.i32>
    %z = memref.alloc() : memref<!noisy.i32>
    linalg.fill ins(%a : !noisy.i32) outs(%m : memref<4x!noisy.i32>)
    memref.store %a, %z[] : memref<!noisy.i32>
)" + body);
}

/// `linalg.generic` from `from` to `to`, with these maps.
static std::string generic(const std::string &from, const std::string &fromMap,
                           const std::string &to, const std::string &toMap,
                           const std::string &body) {
  auto typeOf = [](const std::string &memref) {
    return memref == "%z" ? "memref<!noisy.i32>" : "memref<4x!noisy.i32>";
  };
  return "linalg.generic {indexing_maps = [" + fromMap + ", " + toMap +
         "], iterator_types = [\"" +
         (toMap == "#id" ? "parallel" : "reduction") + "\"]} ins(" + from +
         " : " + typeOf(from) + ") outs(" + to + " : " + typeOf(to) +
         ") {\n^bb0(%in: !noisy.i32, %out: !noisy.i32):\n" + body +
         "\nlinalg.yield %s : !noisy.i32\n}\n";
}

static const std::string loadT =
    "%l = memref.load %t[%c0] : memref<4x!noisy.i32>\n";
static const std::string loadM =
    "%l = memref.load %m[%c0] : memref<4x!noisy.i32>\n";
static const std::string loadZ = "%l = memref.load %z[] : memref<!noisy.i32>\n";
static const std::string addIn = "%s = noisy.add %in, %in : !noisy.i32";
static const std::string addBoth = "%s = noisy.add %in, %out : !noisy.i32";

TEST_CASE("a body of linalg reads buffers and writes them", "[buffers]") {
  // What is not read need not be written.
  Program one(withBuffers(generic("%m", "#id", "%t", "#id", addIn) + loadT));
  INFO(one.diagnostics());
  CHECK(one.bound("%in") == 12);
  CHECK(one.bound("%l") == 13);
  CHECK(one.findings() == "");
  Program map(withBuffers("linalg.map { noisy.mul } ins(%m, %m : "
                          "memref<4x!noisy.i32>, memref<4x!noisy.i32>) "
                          "outs(%t : memref<4x!noisy.i32>)\n" +
                          loadT));
  CHECK(map.bound("%l") == 24);
  CHECK(map.findings() == "");
  // The output is read, and was not written before.
  Program unwritten(
      withBuffers(generic("%m", "#id", "%t", "#id", addBoth) + loadT));
  CHECK(unwritten.bound("%out") == unknown);
  CHECK(unwritten.bound("%l") == unknown);
  // The element that was there before is part of the new one.
  Program both(withBuffers("linalg.fill ins(%b : !noisy.i32) outs(%t : "
                           "memref<4x!noisy.i32>)\n" +
                           generic("%m", "#id", "%t", "#id", addBoth) + loadT));
  CHECK(both.bound("%out") == 12);
  CHECK(both.bound("%l") == 13);
}

TEST_CASE("a reduction into a buffer is a loop", "[buffers]") {
  // 12 + 4, for four elements.
  Program reduced(
      withBuffers(generic("%m", "#id", "%z", "#all", addBoth) + loadZ));
  INFO(reduced.diagnostics());
  CHECK(reduced.bound("%out") == 15);
  CHECK(reduced.bound("%l") == 16);
  CHECK(reduced.findings() == "");
  Program named(withBuffers("linalg.reduce { noisy.add } ins(%m : "
                            "memref<4x!noisy.i32>) outs(%z : "
                            "memref<!noisy.i32>) dimensions = [0]\n" +
                            loadZ));
  CHECK(named.bound("%l") == 16);
  // In a loop that is run, what one leaves is what the next begins with.
  Program again(withBuffers("scf.for %i = %c0 to %c4 step %c1 {\n" +
                            generic("%m", "#id", "%z", "#all", addBoth) +
                            "}\n" + loadZ));
  CHECK(again.bound("%l") == 28);
  // In iterations of unknown order nothing is counted.
  Program parallel(withBuffers("scf.parallel (%i) = (%c0) to (%c4) step (%c1) "
                               "{\n" +
                               generic("%m", "#id", "%z", "#all", addBoth) +
                               "scf.reduce\n}\n" + loadZ));
  CHECK(parallel.bound("%l") == unbounded);
}

TEST_CASE("a body sees what it has written, unless that is at its own point",
          "[buffers]") {
  // In place: each point reads its element before it is written.
  Program inPlace(
      withBuffers(generic("%m", "#id", "%m", "#id", addIn) + loadM));
  INFO(inPlace.diagnostics());
  CHECK(inPlace.bound("%in") == 12);
  CHECK(inPlace.bound("%l") == 13);
  // From the other end: the second half reads what the first has written.
  Program reversed(
      withBuffers(generic("%m", "#back", "%m", "#id", addIn) + loadM));
  CHECK(reversed.bound("%l") == unbounded);
  // The same element again and again.
  Program fixed(
      withBuffers(generic("%m", "#fixed", "%m", "#id", addIn) + loadM));
  CHECK(fixed.bound("%l") == unbounded);
  // In place on a part, whose elements lie apart.
  Program part(withBuffers(
      "%v = memref.subview %m[0] [2] [2] : memref<4x!noisy.i32> to "
      "memref<2x!noisy.i32, strided<[2]>>\n"
      "linalg.generic {indexing_maps = [#id], iterator_types = [\"parallel\"]} "
      "outs(%v : memref<2x!noisy.i32, strided<[2]>>) {\n"
      "^bb0(%out: !noisy.i32):\n"
      "  %s = noisy.add %out, %out : !noisy.i32\n"
      "  linalg.yield %s : !noisy.i32\n}\n" +
      loadM));
  INFO(part.diagnostics());
  CHECK(part.bound("%l") == 13);
  // The same by a cast that says where they lie, and one by which they overlap.
  for (bool overlaps : {false, true}) {
    std::string type = std::string("memref<2x2x!noisy.i32, strided<[") +
                       (overlaps ? "1, 1]>>" : "2, 1]>>");
    Program cast(withBuffers(
        std::string("%v = memref.reinterpret_cast %m to offset: [0], sizes: "
                    "[2, 2], strides: [") +
        (overlaps ? "1, 1" : "2, 1") + "] : memref<4x!noisy.i32> to " + type +
        "\nlinalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], "
        "iterator_types = [\"parallel\", \"parallel\"]} outs(%v : " +
        type +
        ") {\n^bb0(%out: !noisy.i32):\n"
        "  %s = noisy.add %out, %out : !noisy.i32\n"
        "  linalg.yield %s : !noisy.i32\n}\n" +
        loadM));
    INFO(cast.diagnostics());
    CHECK(cast.bound("%l") == (overlaps ? unbounded : NoiseBound::bits(13)));
  }
  // Through a view in which all elements are one.
  Program view(withBuffers(
      "%v = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: "
      "[0] : memref<4x!noisy.i32> to memref<4x!noisy.i32, strided<[0]>>\n"
      "linalg.generic {indexing_maps = [#id], iterator_types = [\"parallel\"]} "
      "outs(%v : memref<4x!noisy.i32, strided<[0]>>) {\n"
      "^bb0(%out: !noisy.i32):\n"
      "  %s = noisy.add %out, %out : !noisy.i32\n"
      "  linalg.yield %s : !noisy.i32\n}\n" +
      loadM));
  INFO(view.diagnostics());
  CHECK(view.bound("%l") == unbounded);
}

TEST_CASE("a body that writes a part of a buffer leaves the rest",
          "[buffers]") {
  const char *part = "%v = memref.subview %m[0] [2] [1] : memref<4x!noisy.i32> "
                     "to memref<2x!noisy.i32, strided<[1]>>\n"
                     "linalg.generic {indexing_maps = [#id], iterator_types = "
                     "[\"parallel\"]} outs(%v : memref<2x!noisy.i32, "
                     "strided<[1]>>) {\n^bb0(%out: !noisy.i32):\n"
                     "  linalg.yield %a : !noisy.i32\n}\n";
  Program rest(withBuffers("%big = noisy.mul %a, %b : !noisy.i32\n"
                           "linalg.fill ins(%big : !noisy.i32) outs(%m : "
                           "memref<4x!noisy.i32>)\n" +
                           std::string(part) + loadM +
                           "%c3 = arith.constant 3 : index\n"
                           "%k = memref.load %m[%c3] : memref<4x!noisy.i32>\n"
                           "%y = arith.index_castui %x : i5 to index\n"
                           "%j = memref.load %m[%y] : memref<4x!noisy.i32>\n"));
  INFO(rest.diagnostics());
  CHECK(rest.bound("%l") == 12);
  CHECK(rest.bound("%k") == 24);
  CHECK(rest.bound("%j") == 24);
  CHECK(rest.findings() == "");
}

TEST_CASE("a body that reads memory from out of sight is unknown",
          "[buffers]") {
  Program program(maps + R"(
    func.func @f(%m: memref<4x!noisy.i32>, %n: memref<4x!noisy.i32>) {
      linalg.generic {indexing_maps = [#id, #id], iterator_types =
          ["parallel"]} ins(%m : memref<4x!noisy.i32>)
          outs(%n : memref<4x!noisy.i32>) {
      ^bb0(%in: !noisy.i32, %out: !noisy.i32):
        %s = noisy.add %in, %in : !noisy.i32
        linalg.yield %s : !noisy.i32
      }
      return
    })");
  INFO(program.diagnostics());
  CHECK(program.bound("%in") == unknown);
  // Nothing reads it.
  CHECK(program.bound("%out") == 1);
}

TEST_CASE("a callee may look beyond the view that it gets", "[buffers]") {
  Program program(R"(
func.func private @cal(%m: memref<2x!noisy.i32, strided<[1], offset: ?>>, %v: !noisy.i32) {
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<2x!noisy.i32, strided<[1], offset: ?>> to memref<4x!noisy.i32>
  %c0 = arith.constant 0 : index
  memref.store %v, %r[%c0] : memref<4x!noisy.i32>
  return
}
func.func @main(%a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %h = noisy.mul %a, %a : !noisy.i32
  %b = memref.alloc() : memref<4x!noisy.i32>
  memref.store %a, %b[%c0] : memref<4x!noisy.i32>
  memref.store %a, %b[%c1] : memref<4x!noisy.i32>
  memref.store %a, %b[%c2] : memref<4x!noisy.i32>
  memref.store %a, %b[%c3] : memref<4x!noisy.i32>
  %s = memref.subview %b[2] [2] [1] : memref<4x!noisy.i32> to memref<2x!noisy.i32, strided<[1], offset: 2>>
  %sc = memref.cast %s : memref<2x!noisy.i32, strided<[1], offset: 2>> to memref<2x!noisy.i32, strided<[1], offset: ?>>
  call @cal(%sc, %h) : (memref<2x!noisy.i32, strided<[1], offset: ?>>, !noisy.i32) -> ()
  %x = memref.load %b[%c0] : memref<4x!noisy.i32>
  return %x : !noisy.i32
}
)");
  INFO(program.diagnostics());
  CHECK(program.bound("%x") == 24);
}
