//===- BristolReaderTest.cpp - Circuits in Bristol format -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/BristolReader.h"
#include "tests/bench/programs/RunProgram.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The outputs of a circuit for each of its inputs, as bits of one number each.
static std::vector<uint64_t> tabulate(const std::string &text,
                                      unsigned inputs) {
  std::string error;
  std::optional<bench::Program> program =
      bench::readBristol(text, "circuit", error);
  INFO(error);
  REQUIRE(program);
  std::vector<uint64_t> table;
  for (uint64_t input = 0; input < uint64_t(1) << inputs; ++input) {
    std::optional<Plain> bits = run(*program, toBits({input}, inputs));
    REQUIRE(bits);
    table.push_back(fromBits(*bits, bits->size()).front());
  }
  return table;
}

TEST_CASE("a half adder in Bristol format") {
  CHECK(tabulate("2 4\n1 1   2\n\n"
                 "2 1 0 1 2 XOR\n"
                 "2 1 0 1 3 AND\n",
                 2) == std::vector<uint64_t>{0, 1, 1, 2});
}

TEST_CASE("the newer format, inversion, copies and constants") {
  CHECK(tabulate("4 6\r\n1 2\r\n1 2\r\n\r\n"
                 "1 1 0 2 INV\r\n"
                 "1 1 1 3 EQ\r\n"
                 "2 1 3 1 4 XOR\r\n"
                 "1 1 2 5 EQW\r\n",
                 2) == std::vector<uint64_t>{3, 1, 2, 0});
}

TEST_CASE("what is no circuit is refused, with the line") {
  auto refuse = [](const std::string &text) {
    std::string error;
    CHECK_FALSE(bench::readBristol(text, "circuit", error));
    return error;
  };
  CHECK(refuse("") == "line 0: expected the numbers of gates and wires");
  CHECK(refuse("module {\n}\n") ==
        "line 1: expected the numbers of gates and wires");
  CHECK(refuse("1 3\n1 1\n") == "line 2: expected three numbers of wires");
  CHECK(refuse("1 3\n9 1 1\n") == "line 2: there are more ends than wires");
  CHECK(refuse("2 4\n1 1 1\n2 1 0 1 2 XOR\n") ==
        "line 3: there are fewer gates than it says");
  CHECK(refuse("1 3\n1 1 1\n2 1 0 1 2 NAND\n") ==
        "line 3: there is no gate 'NAND' of 2 wires");
  CHECK(refuse("1 3\n1 1 1\n2 1 0 2 2 AND\n") ==
        "line 3: wire 2 comes from nowhere");
  CHECK(refuse("1 3\n1 1 1\n2 1 0 7 2 AND\n") ==
        "line 3: wire 7 comes from nowhere");
  CHECK(refuse("1 3\n1 1 1\n2 1 0 1 7 AND\n") ==
        "line 3: expected wires and the kind of a gate");
  CHECK(refuse("1 4\n1 1 1\n2 1 0 1 2 AND\n") == "wire 3 comes from nowhere");
}
