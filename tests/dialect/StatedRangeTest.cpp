//===- StatedRangeTest.cpp - Ranges that users state ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/StatedRange.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// What the verifier says of `range` on an argument of type `type`, without
/// what all its messages begin with.
static std::string check(const std::string &type, const std::string &range) {
  std::string message = Program("func.func private @f(i1, " + type +
                                " {noisy.range = " + range + "})")
                            .diagnostics();
  StringRef rest = message;
  if (rest.consume_front("1: error: 'func.func' op argument 1 has "
                         "'noisy.range'"))
    return rest.ltrim(" =,").str();
  return message;
}

/// "unsigned [0, 63] signed [0, 63]", or "nothing", of the last argument of the
/// first function.
static std::string statedRanges(ModuleOp module) {
  auto function = *module.getOps<FunctionOpInterface>().begin();
  std::optional<ConstantIntRanges> range =
      getStatedRange(function, function.getNumArguments() - 1);
  if (!range)
    return "nothing";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << *range;
  return "i" + std::to_string(range->umin().getBitWidth()) + " " + text;
}

static std::string statedRanges(const std::string &type,
                                const std::string &range) {
  Program program("func.func private @f(i1, " + type +
                  " {noisy.range = " + range + "})");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  std::string external = statedRanges(program.module());
  // The same of a function with a body.
  Program definedProgram("func.func @f(%a: i1, %b: " + type +
                         " {noisy.range = " + range + "}) { return }");
  REQUIRE(definedProgram.isParsed());
  CHECK(statedRanges(definedProgram.module()) == external);
  return external;
}

TEST_CASE("a range is read as signed numbers when it begins below 0") {
  CHECK(statedRanges("index", "[0, 63]") ==
        "i64 unsigned : [0, 63] signed : [0, 63]");
  CHECK(statedRanges("i8", "[0, 127]") ==
        "i8 unsigned : [0, 127] signed : [0, 127]");
  CHECK(statedRanges("i8", "[0, 255]") ==
        "i8 unsigned : [0, 255] signed : [-128, 127]");
  CHECK(statedRanges("i8", "[100, 200]") ==
        "i8 unsigned : [100, 200] signed : [-128, 127]");
  CHECK(statedRanges("i8", "[200, 255]") ==
        "i8 unsigned : [200, 255] signed : [-56, -1]");
  CHECK(statedRanges("i8", "[-128, 127]") ==
        "i8 unsigned : [0, 255] signed : [-128, 127]");
  CHECK(statedRanges("i8", "[-3, -1]") ==
        "i8 unsigned : [253, 255] signed : [-3, -1]");
  CHECK(statedRanges("i1", "[0, 1]") ==
        "i1 unsigned : [0, 1] signed : [-1, 0]");
  CHECK(statedRanges("i1", "[1, 1]") ==
        "i1 unsigned : [1, 1] signed : [-1, -1]");
}

TEST_CASE("a range can end where its type and i64 end") {
  CHECK(statedRanges("i64", "[0, 9223372036854775807]") ==
        "i64 unsigned : [0, 9223372036854775807] signed : [0, "
        "9223372036854775807]");
  CHECK(statedRanges("index", "[-9223372036854775808, 9223372036854775807]") ==
        "i64 unsigned : [0, 18446744073709551615] signed : "
        "[-9223372036854775808, 9223372036854775807]");
  CHECK(statedRanges("i63", "[0, 9223372036854775807]") ==
        "i63 unsigned : [0, 9223372036854775807] signed : "
        "[-4611686018427387904, 4611686018427387903]");
}

TEST_CASE("a range that the type cannot hold is refused") {
  CHECK(check("i8", "[0, 256]") ==
        "[0, 256], which 'i8' cannot hold; it must lie within [0, 255]");
  CHECK(check("i8", "[-129, 0]") ==
        "[-129, 0], which 'i8' cannot hold; with a negative low end it must "
        "lie within [-128, 127]");
  CHECK(check("i8", "[-1, 200]") ==
        "[-1, 200], which 'i8' cannot hold; with a negative low end it must "
        "lie within [-128, 127]");
  CHECK(check("i1", "[-1, 1]") ==
        "[-1, 1], which 'i1' cannot hold; with a negative low end it must lie "
        "within [-1, 0]");
  CHECK(check("i64", "[7, 5]") ==
        "[7, 5]; the low end must not be above the high end");
}

TEST_CASE("a range is two i64") {
  const std::string twoNumbers =
      "; it must be two i64, [low, high], or \"-inf\" for the low end, "
      "\"inf\" for the high end";
  CHECK(check("i8", "3") == "3 : i64" + twoNumbers);
  CHECK(check("i8", "[]") == "[]" + twoNumbers);
  CHECK(check("i8", "[1]") == "[1]" + twoNumbers);
  CHECK(check("i8", "[1, 2, 3]") == "[1, 2, 3]" + twoNumbers);
  CHECK(check("i8", "[1 : i8, 2 : i8]") == "[1 : i8, 2 : i8]" + twoNumbers);
  CHECK(check("i8", "[0, \"4\"]") == "[0, \"4\"]" + twoNumbers);
  CHECK(check("i8", "[0.0, 4]") == "[0.000000e+00, 4]" + twoNumbers);
  CHECK(check("index", "array<i64: 0, 63>") ==
        "array<i64: 0, 63>" + twoNumbers);
  // A literal of 2^63 is, in MLIR, the i64 with these bits.
  CHECK(check("i64", "[0, 9223372036854775808]") ==
        "[0, -9223372036854775808]; the low end must not be above the high "
        "end");
}

TEST_CASE("a range is stated of index and of signless integers") {
  CHECK(check("f32", "[0, 1]") ==
        "but is of type 'f32', not index or a signless integer of 1 to 64 "
        "bits");
  for (const char *type : {"i65", "ui8", "si8", "tensor<2xf32>",
                           "vector<2xi65>", "memref<2xindex>", "!noisy.i32"})
    CHECK_THAT(check(type, "[0, 1]"),
               Catch::StartsWith(std::string("but is of type '") + type));
}

TEST_CASE("a range stands on arguments, and on results without a body") {
  CHECK(Program("func.func private @f() -> (i1, i8 {noisy.range = [0, 1]})")
            .isParsed());
  CHECK(Program("func.func private @f() -> (i8 {noisy.range = [0, 256]})")
            .diagnostics() ==
        "1: error: 'func.func' op result 0 has 'noisy.range' = [0, 256], which "
        "'i8' cannot hold; it must lie within [0, 255]");
  CHECK(Program("func.func @f(%a: i8) -> (i8 {noisy.range = [0, 1]}) {\n"
                "  return %a : i8\n"
                "}")
            .diagnostics() ==
        "1: error: 'func.func' op result 0 has the attribute 'noisy.range'; it "
        "belongs on an argument of a function, on a result of one without a "
        "body, or on the operation that computes the result");
  CHECK(Program("func.func private @f() attributes {noisy.range = [0, 1]}")
            .diagnostics() ==
        "1: error: 'func.func' op has the attribute 'noisy.range', but no "
        "results; it belongs on an argument of a function, or on an operation "
        "whose results are integers");
}

/// What an operation states, for each of its results.
static std::string ofOperation(const std::string &range,
                               const std::string &types) {
  Program program("\"t.op\"() {noisy.range = " + range + "} : () -> (" + types +
                  ")");
  if (!program.isParsed())
    return program.diagnostics();
  std::string text;
  llvm::raw_string_ostream os(text);
  for (OpResult result : program.module().getBody()->front().getResults())
    if (auto stated = getStatedRange(result))
      os << stated->smin() << ".." << stated->smax() << " ";
    else
      os << "- ";
  return text;
}

TEST_CASE("a range on an operation is that of its results") {
  CHECK(ofOperation("[0, 63]", "index") == "0..63 ");
  CHECK(ofOperation("[0, 63]", "vector<4xi8>") == "0..63 ");
  CHECK(ofOperation("[0, 63]", "tensor<?xi32>") == "0..63 ");
  CHECK(ofOperation("[[0, 8], unit, [-1, 1]]", "index, f32, i8") ==
        "0..8 - -1..1 ");
  CHECK_THAT(ofOperation("[0, 63]", "f32"),
             Catch::Contains("result 0 has 'noisy.range', but is of type "));
  CHECK_THAT(ofOperation("[0, 63]", "index, index"),
             Catch::Contains("with 2 results it must be a list of 2, each "
                             "[low, high] or unit"));
  CHECK_THAT(ofOperation("[[0, 8], [0, 300]]", "index, i8"),
             Catch::Contains("result 1 has 'noisy.range' = [0, 300], which "
                             "'i8' cannot hold"));
  CHECK_THAT(ofOperation("[[0, 8], unit]", "index"),
             Catch::Contains("it must be two i64"));
}

TEST_CASE("an end of a range can be open") {
  CHECK(ofOperation("[0, \"inf\"]", "index") == "0..9223372036854775807 ");
  CHECK(ofOperation("[\"-inf\", 8]", "i8") == "-128..8 ");
  CHECK(ofOperation("[\"-inf\", \"inf\"]", "i8") == "-128..127 ");
  CHECK(ofOperation("[5, \"inf\"]", "i8") == "5..127 ");
  // As unsigned numbers, 200 to 255.
  CHECK(ofOperation("[200, \"inf\"]", "i8") == "-56..-1 ");
  // Both truths.
  CHECK(ofOperation("[0, \"inf\"]", "i1") == "-1..0 ");
  for (const char *range : {"[\"inf\", 8]", "[0, \"-inf\"]", "[0, \"x\"]"})
    CHECK_THAT(ofOperation(range, "i8"), Catch::Contains("it must be two i64"));
}

TEST_CASE("functions of all dialects can have ranges") {
  CHECK(Program("llvm.func @f(i8 {noisy.range = [0, 3]})").diagnostics() == "");
  CHECK_THAT(Program("llvm.func @f(i8 {noisy.range = [0, 300]})").diagnostics(),
             Catch::Contains("[0, 300], which 'i8' cannot hold"));
  Program program(
      "llvm.func @f(%a: i8 {noisy.range = [0, 3]}) { llvm.return }");
  CHECK(statedRanges(program.module()) ==
        "i8 unsigned : [0, 3] signed : [0, 3]");
}

TEST_CASE("of an argument without a range, and of none, nothing is stated") {
  Program program("func.func private @f(i8 {noisy.range = [0, 3]}, i8)\n"
                  "func.func private @g(i8)");
  auto functions = program.module().getOps<FunctionOpInterface>();
  auto f = *functions.begin(), g = *std::next(functions.begin());
  CHECK(getStatedRange(f, 0));
  CHECK_FALSE(getStatedRange(f, 1));
  CHECK_FALSE(getStatedRange(f, 2));
  CHECK_FALSE(getStatedRange(g, 0));
}

TEST_CASE("what the verifier refuses states nothing") {
  Program contextProgram("func.func private @f()");
  ParserConfig config(contextProgram.context(), /*verifyAfterParse=*/false);
  auto ofUnverified = [&](const std::string &source) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(source, config);
    INFO(source << "\n" << contextProgram.diagnostics());
    REQUIRE(module);
    auto function = *module->getOps<FunctionOpInterface>().begin();
    return getStatedRange(function, 0).has_value();
  };
  auto withRange = [&](const std::string &type, const std::string &range) {
    return ofUnverified("func.func private @f(" + type +
                        " {noisy.range = " + range + "})");
  };
  CHECK(withRange("i8", "[0, 3]"));
  CHECK_FALSE(withRange("i8", "[3, 0]"));
  CHECK_FALSE(withRange("i8", "[0, 256]"));
  CHECK_FALSE(withRange("i8", "[-1, 128]"));
  CHECK_FALSE(withRange("i8", "[0]"));
  CHECK_FALSE(withRange("i8", "7"));
  CHECK_FALSE(withRange("f32", "[0, 3]"));
  CHECK_FALSE(withRange("i65", "[0, 3]"));
  CHECK_FALSE(withRange("!noisy.i32", "[0, 3]"));

  // Functions that are not what they should be.
  const std::string range = "arg_attrs = [{noisy.range = [0, 3]}]";
  CHECK_FALSE(ofUnverified("\"func.func\"() <{sym_name = \"f\", " + range +
                           "}> ({}) : () -> ()"));
  CHECK_FALSE(ofUnverified("\"func.func\"() <{sym_name = \"f\", function_type "
                           "= () -> (), " +
                           range + "}> ({}) : () -> ()"));
  CHECK_FALSE(ofUnverified("\"func.func\"() <{sym_name = \"f\", function_type "
                           "= (i8) -> (), arg_attrs = [3]}> ({}) : () -> ()"));
  CHECK_FALSE(ofUnverified("\"func.func\"() <{sym_name = \"f\", function_type "
                           "= (i8) -> (), arg_attrs = []}> ({}) : () -> ()"));
}
