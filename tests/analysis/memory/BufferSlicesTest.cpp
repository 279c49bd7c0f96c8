//===- BufferSlicesTest.cpp - Buffers that are filled slice by slice ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Program.h"

using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A loop over rows of %m, from `first` on, with `body` for the row %row.
static std::string fillRows(const std::string &first, const std::string &body,
                            const std::string &step = "%c1") {
  return "%m = memref.alloc() : memref<4x8x!noisy.i32>\n"
         "scf.for %i = " +
         first + " to %c4 step " + step + R"( {
      %row = memref.subview %m[%i, 0] [1, 8] [1, 1]
        : memref<4x8x!noisy.i32>
          to memref<8x!noisy.i32, strided<[1], offset: ?>>
)" + body +
         "\n}\n" + "%z = memref.load %m[%n, %n] : memref<4x8x!noisy.i32>\n";
}

static const std::string rowType =
                             "memref<8x!noisy.i32, strided<[1], offset: ?>>",
                         fill =
                             "linalg.fill ins(%a : !noisy.i32) outs(%row : " +
                             rowType + ")";

TEST_CASE("a buffer that is filled row by row", "[buffers]") {
  Program all(withFresh(fillRows("%c0", fill)));
  INFO(all.diagnostics());
  CHECK(all.bound("%z") == 12);
  CHECK(all.findings() == "");
  Program withoutFirst(withFresh(fillRows("%c1", fill)));
  CHECK(withoutFirst.bound("%z") == unknown);
  Program eachOther(withFresh(fillRows("%c0", fill, "%c2")));
  CHECK(eachOther.bound("%z") == unknown);
  // Not in each iteration.
  Program sometimes(withFresh(fillRows("%c0", "scf.if %p {\n" + fill + "\n}")));
  CHECK(sometimes.bound("%z") == unknown);
  Program body(withFresh(fillRows("%c0", R"(
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                      iterator_types = ["parallel"]}
          outs(%row : memref<8x!noisy.i32, strided<[1], offset: ?>>) {
        ^bb0(%old: !noisy.i32):
          %s = noisy.add %a, %b : !noisy.i32
          linalg.yield %s : !noisy.i32
      }
)")));
  CHECK(body.bound("%z") == 13);
}

TEST_CASE("a buffer that is filled by slices of slices", "[buffers]") {
  auto fillParts = [](const std::string &size, const std::string &step) {
    std::string part =
        "memref<" + size + "x!noisy.i32, strided<[1], offset: ?>>";
    return "%c8 = arith.constant 8 : index\n" +
           fillRows("%c0",
                    "scf.for %j = %c0 to %c8 step " + step +
                        " {\n%part = memref.subview %row[%j] [" + size +
                        "] [1] : " + rowType + " to " + part +
                        "\nlinalg.fill ins(%a : !noisy.i32) outs(%part : " +
                        part + ")\n}");
  };
  Program all(withFresh(fillParts("4", "%c4")));
  INFO(all.diagnostics());
  CHECK(all.bound("%z") == 12);
  Program gaps(withFresh(fillParts("2", "%c4")));
  CHECK(gaps.bound("%z") == unknown);
  // Of a matrix that begins in the second row, all rows but the first.
  auto fillRest = [](const std::string &inner, const std::string &outer) {
    return "%m = memref.alloc() : memref<4x8x!noisy.i32>\n"
           "%rest = memref.subview %m[" +
           outer +
           ", 0] [3, 8] [1, 1] : memref<4x8x!noisy.i32> to memref<3x8x"
           "!noisy.i32, strided<[8, 1], offset: " +
           (outer == "0" ? "0" : "8") + ">>\n%row = memref.subview %rest[" +
           inner +
           ", 0] [1, 8] [1, 1] : memref<3x8x!noisy.i32, strided<[8, 1], "
           "offset: " +
           (outer == "0" ? "0" : "8") + ">> to " + rowType + "\n" + fill + R"(
      %u = memref.load %m[%c1, %c0] : memref<4x8x!noisy.i32>
      %v = memref.load %m[%c2, %n] : memref<4x8x!noisy.i32>
)";
  };
  Program first(withFresh(fillRest("%c0", "1")));
  INFO(first.diagnostics());
  CHECK(first.bound("%u") == 12);
  CHECK(first.bound("%v") == unknown);
  Program second(withFresh(fillRest("%c1", "1")));
  CHECK(second.bound("%u") == unknown);
  // Not known which one.
  Program any(withFresh(fillRest("%n", "1")));
  CHECK(any.bound("%u") == unknown);
  CHECK(any.bound("%v") == unknown);
}

TEST_CASE("a buffer that rows are copied into", "[buffers]") {
  auto copy = [](const std::string &written) {
    return "%line = memref.alloc() : memref<8x!noisy.i32>\n" + written +
           fillRows("%c0",
                    "memref.copy %line, %row : memref<8x!noisy.i32> to " +
                        rowType);
  };
  Program written(withFresh(copy("linalg.fill ins(%a : !noisy.i32) "
                                 "outs(%line : memref<8x!noisy.i32>)\n")));
  INFO(written.diagnostics());
  CHECK(written.bound("%z") == 12);
  Program junk(withFresh(copy("")));
  CHECK(junk.bound("%z") == unknown);
}

/// A buffer of 8 elements, of which the first four have 12 bits, and the last
/// four 24.
static std::string withHalves(const std::string &body) {
  return withFresh(R"(
    %big = noisy.mul %a, %b : !noisy.i32
    %m = memref.alloc() : memref<8x!noisy.i32>
    %low = memref.subview %m[0] [4] [1]
      : memref<8x!noisy.i32> to memref<4x!noisy.i32, strided<[1]>>
    %high = memref.subview %m[4] [4] [1]
      : memref<8x!noisy.i32> to memref<4x!noisy.i32, strided<[1], offset: 4>>
    linalg.fill ins(%a : !noisy.i32)
      outs(%low : memref<4x!noisy.i32, strided<[1]>>)
    linalg.fill ins(%big : !noisy.i32)
      outs(%high : memref<4x!noisy.i32, strided<[1], offset: 4>>)
)" + body);
}

TEST_CASE("slices without common elements are told apart", "[buffers]") {
  auto bound = [](const std::string &body) {
    Program program(withHalves(body));
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    CHECK(program.findings() == "");
    return program.bound("%z");
  };
  const std::string ofLow = " : memref<4x!noisy.i32, strided<[1]>>\n",
                    ofHigh =
                        " : memref<4x!noisy.i32, strided<[1], offset: 4>>\n",
                    ofAll = " : memref<8x!noisy.i32>\n";
  CHECK(bound("%z = memref.load %low[%c0]" + ofLow) == 12);
  CHECK(bound("%z = memref.load %m[%c2]" + ofAll) == 12);
  CHECK(bound("%z = memref.load %m[%c4]" + ofAll) == 24);
  CHECK(bound("%z = memref.load %high[%c0]" + ofHigh) == 24);
  // A store somewhere in one half leaves the other one as it is.
  CHECK(bound("memref.store %big, %high[%n]" + ofHigh +
              "%z = memref.load %m[%c2]" + ofAll) == 12);
  CHECK(bound("memref.store %big, %low[%n]" + ofLow +
              "%z = memref.load %m[%c2]" + ofAll) == 24);
  CHECK(bound("memref.store %a, %m[%c0]" + ofAll +
              "memref.store %big, %high[%n]" + ofHigh +
              "%z = memref.load %m[%c0]" + ofAll) == 12);
  CHECK(bound("memref.store %big, %m[%n]" + ofAll + "%z = memref.load %m[%c2]" +
              ofAll) == 24);
  // In a loop that is run, too.
  CHECK(bound("%z = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> "
              "!noisy.i32 {\n"
              "%e = memref.load %m[%c2]" +
              ofAll +
              "%s = noisy.add %v, %e : !noisy.i32\n"
              "memref.store %s, %high[%i]" +
              ofHigh + "scf.yield %s : !noisy.i32\n}\n") == 16);
  CHECK(bound("%z = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> "
              "!noisy.i32 {\n"
              "%e = memref.load %m[%c2]" +
              ofAll +
              "%s = noisy.add %v, %e : !noisy.i32\n"
              "memref.store %s, %low[%n]" +
              ofLow + "scf.yield %s : !noisy.i32\n}\n") == 16);
}

TEST_CASE("a slice that begins anywhere is told apart from nothing",
          "[buffers]") {
  Program moved(withHalves(R"(
    %s = memref.subview %m[%n] [2] [1]
      : memref<8x!noisy.i32> to memref<2x!noisy.i32, strided<[1], offset: ?>>
    memref.store %big, %s[%c0]
      : memref<2x!noisy.i32, strided<[1], offset: ?>>
    %z = memref.load %low[%c0] : memref<4x!noisy.i32, strided<[1]>>)"));
  INFO(moved.diagnostics());
  CHECK(moved.bound("%z") == 24);
  Program cast(withHalves(R"(
    %s = memref.reinterpret_cast %high to offset: [0], sizes: [2], strides: [1]
      : memref<4x!noisy.i32, strided<[1], offset: 4>>
        to memref<2x!noisy.i32, strided<[1]>>
    memref.store %big, %s[%n] : memref<2x!noisy.i32, strided<[1]>>
    %z = memref.load %low[%c0] : memref<4x!noisy.i32, strided<[1]>>)"));
  INFO(cast.diagnostics());
  CHECK(cast.bound("%z") == 24);
}

TEST_CASE("a slice that is no row", "[buffers]") {
  auto load = [](const std::string &slice, const std::string &place) {
    return withFresh("%m = memref.alloc() : memref<4x8x!noisy.i32>\n" + slice +
                     "\n%z = memref.load %m[" + place +
                     "] : memref<4x8x!noisy.i32>\n");
  };
  // Every other element.
  const std::string strided = R"(
    %s = memref.subview %m[0, 0] [4, 4] [1, 2] : memref<4x8x!noisy.i32>
      to memref<4x4x!noisy.i32, strided<[8, 2]>>
    linalg.fill ins(%a : !noisy.i32)
      outs(%s : memref<4x4x!noisy.i32, strided<[8, 2]>>)
)";
  CHECK(Program(load(strided, "%n, %n")).bound("%z") == unknown);
  // The first column, eight times.
  const std::string repeated = R"(
    %s = memref.subview %m[0, 0] [4, 8] [1, 0] : memref<4x8x!noisy.i32>
      to memref<4x8x!noisy.i32, strided<[8, 0]>>
    linalg.fill ins(%a : !noisy.i32)
      outs(%s : memref<4x8x!noisy.i32, strided<[8, 0]>>)
)";
  CHECK(Program(load(repeated, "%n, %n")).bound("%z") == unknown);
  // A column.
  const std::string column = R"(
    %s = memref.subview %m[0, 1] [4, 1] [1, 1] : memref<4x8x!noisy.i32>
      to memref<4x!noisy.i32, strided<[8], offset: 1>>
    linalg.fill ins(%a : !noisy.i32)
      outs(%s : memref<4x!noisy.i32, strided<[8], offset: 1>>)
)";
  CHECK(Program(load(column, "%n, %n")).bound("%z") == unknown);
  CHECK(Program(load(column, "%n, %c1")).bound("%z") == 12);
  CHECK(Program(load(column, "%n, %c0")).bound("%z") == unknown);
  // All of it, and a slice of a slice, which is not.
  const std::string whole = R"(
    %s = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8x!noisy.i32>
      to memref<4x8x!noisy.i32, strided<[8, 1]>>
)";
  const std::string fillWhole = R"(
    linalg.fill ins(%a : !noisy.i32)
      outs(%s : memref<4x8x!noisy.i32, strided<[8, 1]>>)
)";
  CHECK(Program(load(whole + fillWhole, "%n, %n")).bound("%z") == 12);
  const std::string half = R"(
    %t = memref.subview %s[0, 0] [2, 8] [1, 1]
      : memref<4x8x!noisy.i32, strided<[8, 1]>>
        to memref<2x8x!noisy.i32, strided<[8, 1]>>
    linalg.fill ins(%a : !noisy.i32)
      outs(%t : memref<2x8x!noisy.i32, strided<[8, 1]>>)
)";
  CHECK(Program(load(whole + half, "%n, %n")).bound("%z") == unknown);
}

TEST_CASE("a function that fills the slice that it gets", "[buffers]") {
  auto function = [](const std::string &first) {
    return R"(
  func.func private @fill(
      %r: memref<8x!noisy.i32, strided<[1], offset: ?>>, %u: !noisy.i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %j = )" +
           first + R"( to %c8 step %c1 {
      memref.store %u, %r[%j] : memref<8x!noisy.i32, strided<[1], offset: ?>>
    }
    return
  }
)";
  };
  const std::string call =
      "func.call @fill(%row, %a) : (" + rowType + ", !noisy.i32) -> ()";
  Program all(function("%c0") + withFresh(fillRows("%c0", call)));
  INFO(all.diagnostics());
  CHECK(all.bound("%z") == 12);
  Program withoutFirst(function("%c1") + withFresh(fillRows("%c0", call)));
  CHECK(withoutFirst.bound("%z") == unknown);
}

TEST_CASE("a function that gets the size of a buffer", "[buffers]") {
  const std::string function = R"(
  func.func private @fill(%m: memref<?x!noisy.i32>, %k: index, %l: index,
                          %u: !noisy.i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %j = %c0 to %l step %c1 {
      memref.store %u, %m[%j] : memref<?x!noisy.i32>
    }
    return
  }
)";
  auto call = [](const std::string &buffer, const std::string &size) {
    return "call @fill(" + buffer + ", %c0, " + size +
           ", %a) : (memref<?x!noisy.i32>, index, index, !noisy.i32) -> ()\n";
  };
  const std::string alloc = "%m = memref.alloc(%n) : memref<?x!noisy.i32>\n"
                            "%o = memref.alloc(%c4) : memref<?x!noisy.i32>\n";
  const std::string load = "%y = memref.load %m[%c1] : memref<?x!noisy.i32>\n"
                           "%z = memref.load %o[%c1] : memref<?x!noisy.i32>\n";
  Program same(function +
               withFresh(alloc + call("%m", "%n") + call("%o", "%c4") + load));
  INFO(same.diagnostics());
  CHECK(same.bound("%y") == 12);
  CHECK(same.bound("%z") == 12);
  // Another call passes less.
  Program less(function +
               withFresh(alloc + call("%m", "%n") + call("%o", "%c2") + load));
  CHECK(less.bound("%y") == unknown);
  CHECK(less.bound("%z") == unknown);
}

TEST_CASE("a cast to another rank is a view of anything", "[buffers]") {
  const std::string casts = R"(
    %m = memref.alloc() : memref<2x2x!noisy.i32>
    %u = memref.cast %m : memref<2x2x!noisy.i32> to memref<*x!noisy.i32>
    %v = memref.cast %u : memref<*x!noisy.i32> to memref<4x!noisy.i32>
)";
  const std::string load =
      "\n%z = memref.load %m[%c1, %c1] : memref<2x2x!noisy.i32>\n";
  Program stored(withFresh(
      casts + "memref.store %a, %v[%c1] : memref<4x!noisy.i32>" + load));
  CHECK(stored.bound("%z") == unknown);
  Program sliced(withFresh(casts + R"(
    %s = memref.subview %v[0] [4] [1] : memref<4x!noisy.i32>
      to memref<4x!noisy.i32, strided<[1]>>
    linalg.fill ins(%a : !noisy.i32)
      outs(%s : memref<4x!noisy.i32, strided<[1]>>)
)" + load));
  CHECK(sliced.bound("%z") == unknown);
  // The rank that it had.
  Program back(withFresh(R"(
    %m = memref.alloc() : memref<2x2x!noisy.i32>
    %u = memref.cast %m : memref<2x2x!noisy.i32> to memref<*x!noisy.i32>
    %v = memref.cast %u : memref<*x!noisy.i32> to memref<2x2x!noisy.i32>
    linalg.fill ins(%a : !noisy.i32) outs(%v : memref<2x2x!noisy.i32>)
)" + load));
  CHECK(back.bound("%z") == 12);
}
