//===- RuledDialectsTest.cpp - Rules of noise in a context ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/RuledDialects.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/AllDialects.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/StandInDialect.h"
#include "dialect/rules/RulesReader.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "tests/dialect/RuledProgram.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/NumberedProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static std::string binary(const char *name) {
  return std::string("  %r = \"") + name +
         "\"(%a, %b) : (!toy.ct, !toy.ct) -> !toy.ct\n";
}

TEST_CASE("RuledDialects: what rules do", "[rules]") {
  CHECK(RuledProgram::last("") == 12);
  CHECK(RuledProgram::last(binary("toy.add")) == 13);
  CHECK(RuledProgram::last(binary("toy.mul")) == 24);
  CHECK(RuledProgram::last(binary("toy.both")) == 13);
  CHECK(RuledProgram::last(binary("toy.first")) == 12);
  CHECK(RuledProgram::last(binary("toy.square")) == 24);
  CHECK(RuledProgram::last(binary("toy.lookup")) == 12);
  CHECK(RuledProgram::last(binary("toy.opaque")) == unknown);
  CHECK(RuledProgram::last(binary("toy.other")) == unknown);
  CHECK(RuledProgram::last(binary("other.op")) == unknown);
  // A plain operand counts as a fresh value; without any nothing is known.
  CHECK(RuledProgram::last(
            "  %r = \"toy.mul\"(%a, %p) : (!toy.ct, i32) -> !toy.ct\n") == 24);
  CHECK(RuledProgram::last(
            "  %r = \"toy.add\"(%p, %p) : (i32, i32) -> !toy.ct\n") == unknown);
  CHECK(RuledProgram::last("  %r = \"toy.encode\"(%p) : (i32) -> !toy.ct\n") ==
        12);
  // All results have it, and shaped ones.
  CHECK(RuledProgram::last("  %r:2 = \"toy.add\"(%a, %b) : (!toy.ct, !toy.ct) "
                           "-> (!toy.ct, tensor<2x!toy.ct>)\n") == 13);
  // What begins alike is another type.
  CHECK(RuledProgram(
            "func.func @f(%a: !toy.ctx, %b: !toy.ct<3>) {\n  return\n}\n")
            .bounds()
            .size() == 1);
}

/// The finding on the last value of a function with this body.
static std::string lastMessage(const std::string &body) {
  RuledProgram program(RuledProgram::inFunction(body));
  CHECK(program.bounds().back() == unknown);
  std::string text = program.messages();
  size_t end = text.rfind('\n', text.size() - 2);
  return end == std::string::npos ? text : text.substr(end + 1);
}

TEST_CASE("RuledDialects: a rule that does not hold for an operation",
          "[rules]") {
  // Memory, and what is hidden in a type.
  CHECK_THAT(lastMessage("  %r = \"toy.add\"(%a, %m) : (!toy.ct, "
                         "memref<!toy.ct>) -> !toy.ct\n"),
             Catch::Contains("'toy.add': its rule does not say what is in the "
                             "memory that it takes"));
  for (const char *type :
       {"tuple<!toy.ct>", "tensor<2xvector<2x!toy.ct>>", "(!toy.ct) -> i32",
        "!box.box<!toy.ct>", "!toy.box<4, !toy.ct<1>>",
        "tuple<tuple<i1, tensor<2x!toy.ct>>>"}) {
    INFO(type);
    std::string text = type;
    CHECK_THAT(
        lastMessage("  %x = \"other.make\"(%p) : (i32) -> (" + text +
                    ")\n  %r = \"toy.add\"(%a, %x) : (!toy.ct, " + text +
                    ") -> !toy.ct\n"),
        Catch::Contains("'toy.add': its rule does not hold for an operand of a "
                        "type with encrypted parts"));
  }
  // What is no carrier hides nothing.
  CHECK(RuledProgram::last(
            "  %x = \"other.make\"(%p) : (i32) -> (tuple<!toy.ctx, i32>)\n"
            "  %r = \"toy.add\"(%a, %x) : (!toy.ct, tuple<!toy.ctx, i32>) -> "
            "!toy.ct\n") == 13);
  CHECK_THAT(lastMessage(binary("toy.far")),
             Catch::Contains("'toy.far': its rule names an operand that it "
                             "does not have; it has 2"));
  CHECK_THAT(lastMessage("  %r = \"toy.add\"(%a, %b) ({\n    \"toy.decode\"(%a)"
                         " : (!toy.ct) -> ()\n  }) : (!toy.ct, !toy.ct) -> "
                         "!toy.ct\n"),
             Catch::Contains("'toy.add': its rule does not hold for an "
                             "operation with regions or successors"));
  CHECK_THAT(lastMessage("  %r = \"toy.decode\"(%a) : (!toy.ct) -> !toy.ct\n"),
             Catch::Contains("'toy.decode': its rule is 'reads'"));
}

TEST_CASE("RuledDialects: bits of an attribute", "[rules]") {
  auto drop = [](const char *name, const char *attributes) {
    return std::string("  %r = \"") + name + "\"(%a) " + attributes +
           " : (!toy.ct) -> !toy.ct\n";
  };
  CHECK(RuledProgram::last(drop("toy.drop", "")) == 13);
  CHECK(RuledProgram::last(drop("toy.drop", "{levels = 3 : i64}")) == 15);
  CHECK(RuledProgram::last(drop("toy.drop", "{levels = 0 : index}")) == 12);
  CHECK(RuledProgram::last(drop("toy.slip", "{levels = 2 : i32}")) == 15);
  // What is no number of bits, or is missing, says nothing.
  for (const char *attributes :
       {"", "{levels = -1 : i64}", "{levels = 1.5 : f32}", "{levels = \"2\"}",
        "{levels = 100000 : i64}", "{level = 1 : i64}"})
    CHECK_THAT(lastMessage(drop("toy.slip", attributes)),
               Catch::Contains("its rule adds the bits that its attribute "
                               "'levels' says, which it does not have"));
  // They are bits, whatever the unit.
  RuledProgram tenths("module attributes {noisy.model = #noisy.model<initial = "
                      "12.5, max = 60>} {\nfunc.func @f(%a: !toy.ct) {\n" +
                      drop("toy.drop", "{levels = 3 : i64}") +
                      "  return\n}\n}\n");
  CHECK(tenths.bounds().back() == 155);
}

TEST_CASE("RuledDialects: what a rule demands of an operation", "[rules]") {
  const std::string rules =
      "model: levels=9,bootstrap=2\ncarriers: [\"!toy.ct\"]\nops:\n"
      "  toy.mul: {rule: mul, encrypted: [0, 1]}\n"
      "  toy.boot: {rule: reduce, without: [target]}\n"
      "  toy.first: {rule: max, operands: [1]}\n";
  auto run = [&](const std::string &body, const std::string &yaml) {
    return RuledProgram(RuledProgram::inFunction(body), yaml);
  };
  CHECK(run(binary("toy.mul"), rules).bounds().back() == 2);
  auto plain =
      run("  %r = \"toy.mul\"(%a, %p) : (!toy.ct, i32) -> !toy.ct\n", rules);
  CHECK(plain.bounds().back() == unknown);
  CHECK_THAT(plain.messages(),
             Catch::Contains("its rule is for operands that are all encrypted, "
                             "but operand 1 is not"));
  auto boot = [](const char *attributes) {
    return std::string("  %r = \"toy.boot\"(%a) ") + attributes +
           " : (!toy.ct) -> !toy.ct\n";
  };
  CHECK(run(boot(""), rules).bounds().back() == 3);
  auto target = run(boot("{target = 3 : i64}"), rules);
  CHECK(target.bounds().back() == unknown);
  CHECK_THAT(target.messages(), Catch::Contains("its rule does not hold for an "
                                                "operation with the attribute "
                                                "'target'"));
  // What is not counted is no reason.
  auto counted =
      run("  %r = \"toy.first\"(%a, %p) : (!toy.ct, i32) -> !toy.ct\n", rules);
  CHECK_THAT(counted.messages(),
             Catch::Contains("none of the operands that count by its rule is "
                             "encrypted; numbers of operands begin with 0"));
}

TEST_CASE("RuledDialects: a reduction that the model does not know",
          "[rules]") {
  auto run = [](const std::string &model) {
    return RuledProgram(
        RuledProgram::inFunction(
            "  %r = \"toy.boot\"(%a) : (!toy.ct) -> !toy.ct\n"),
        "model: " + model +
            "\ncarriers: [\"!toy.ct\"]\nops: {toy.boot: reduce}\n");
  };
  auto levels = run("levels=9");
  CHECK(levels.bounds().back() == unknown);
  CHECK_THAT(
      levels.messages(),
      Catch::Contains("the noise model does not say what it leaves: write "
                      "'bootstrap = N', the levels that it uses, into "
                      "the model"));
  CHECK(run("levels=9,bootstrap=2").bounds().back() == 3);
  CHECK(run("initial=12,reduced=20,max=90,mul=max+30").bounds().back() == 20);
  // In bits it is a fresh value, if nothing else is said.
  CHECK(run("initial=12,max=90,mul=max+30").bounds().back() == 12);
  CHECK(run("initial=12,max=26").bounds().back() == 12);
}

/// Rules that count levels.
static const char levelRules[] =
    "model: levels=9\ncarriers: [\"!toy.ct\"]\nlevels: [\"current = \", "
    "\"_C\"]\n"
    "ops: {toy.mul: mul, toy.add: add, toy.neg: max, toy.turn: keyswitch, "
    "toy.drop: rescale, toy.lower: max + 1}\n";

TEST_CASE("RuledDialects: rescaling is free behind a product", "[rules]") {
  auto last = [](const std::string &body) {
    return RuledProgram(RuledProgram::inFunction(body), levelRules)
        .bounds()
        .back();
  };
  auto op = [](const std::string &result, const std::string &name,
               const std::string &operands) {
    bool isOne = operands.find(',') == std::string::npos;
    return "  %" + result + " = \"toy." + name + "\"(" + operands + ") : (" +
           (isOne ? "!toy.ct" : "!toy.ct, !toy.ct") + ") -> !toy.ct\n";
  };
  const std::string product = op("x", "mul", "%a, %b");
  CHECK(last(product) == 2);
  CHECK(last(product + op("r", "drop", "%x")) == 2);
  CHECK(last(product + op("t", "turn", "%x") + op("n", "neg", "%t") +
             op("r", "drop", "%n")) == 2);
  // A second one uses a level, and one of what is no product.
  CHECK(last(product + op("r", "drop", "%x") + op("s", "drop", "%r")) == 3);
  CHECK(last(op("r", "drop", "%a")) == 2);
  CHECK(last(op("l", "lower", "%a") + op("r", "drop", "%l")) == 3);
  // Of a sum all parts have to be products.
  CHECK(last(product + op("y", "mul", "%b, %b") + op("z", "add", "%x, %y") +
             op("r", "drop", "%z")) == 2);
  CHECK(last(product + op("z", "add", "%x, %a") + op("r", "drop", "%z")) == 3);
  CHECK(last(product + op("d", "drop", "%x") + op("z", "add", "%x, %d") +
             op("r", "drop", "%z")) == 3);
  // What comes through control flow may be anything.
  CHECK(last(product + "  %y = arith.select %c, %x, %a : !toy.ct\n" +
             op("r", "drop", "%y")) == 3);
  // It is no matter of bits.
  RuledProgram bits(RuledProgram::inFunction(product + op("r", "drop", "%x")),
                    "model: initial=12,max=60\ncarriers: [\"!toy.ct\"]\n"
                    "ops: {toy.mul: mul, toy.drop: rescale}\n");
  CHECK(bits.bounds().back() == unknown);
  CHECK_THAT(bits.messages(), Catch::Contains("the types do not say which"));
}

TEST_CASE("RuledDialects: levels that a type states", "[rules]") {
  auto square = [](const std::string &from, const std::string &to) {
    return RuledProgram("func.func @f(%a: !toy.ct<" + from +
                            ">) {\n  %r = \"toy.mul\"(%a, %a) : (!toy.ct<" +
                            from + ">, !toy.ct<" + from + ">) -> !toy.ct<" +
                            to + ">\n  return\n}\n",
                        levelRules)
        .bounds()
        .back();
  };
  // The limit is 10, so what has 4 levels left counts as 6.
  CHECK(square("x", "x") == 2);
  CHECK(square("chain = #c<elements = <1, 2>, current = 4>", "x") == 7);
  CHECK(square("#chain_L5_C4", "x") == 7);
  CHECK(square("x", "current = 4") == 6);
  CHECK(square("x", "current=12") == 2);
  CHECK(square("current = 0", "x") == 11);
  // No number of levels.
  CHECK(square("current = -1, my_C4x", "x") == 2);
}

TEST_CASE("RuledDialects: rules by types", "[rules]") {
  const std::string rules =
      "model: initial=12,reduced=14,max=60\ncarriers: [\"!toy.ct\", "
      "\"!toy.wide\"]\nops:\n  toy.add:\n    - {rule: reduce, types: "
      "[\"!toy.wide\"]}\n    - add\n  toy.only:\n    - {rule: fresh, types: "
      "[\"!toy.wide\"]}\n";
  auto run = [&](const std::string &name, const std::string &type,
                 const std::string &other) {
    return RuledProgram("func.func @f(%a: " + type + ", %b: " + other +
                            ") {\n  %r = \"" + name + "\"(%a, %b) : (" + type +
                            ", " + other + ") -> " + type + "\n  return\n}\n",
                        rules)
        .bounds()
        .back();
  };
  CHECK(run("toy.add", "!toy.wide", "!toy.wide<3>") == 14);
  CHECK(run("toy.add", "!toy.wide", "i32") == 14);
  CHECK(run("toy.add", "tensor<2x!toy.wide>", "tensor<2x!toy.wide>") == 14);
  CHECK(run("toy.add", "!toy.ct", "!toy.ct") == 13);
  CHECK(run("toy.add", "!toy.wide", "!toy.ct") == 13);
  CHECK(run("toy.only", "!toy.wide", "!toy.wide") == 12);
  CHECK(run("toy.only", "!toy.wide", "!toy.ct") == unknown);
}

TEST_CASE("RuledDialects: types that hide what is encrypted", "[rules]") {
  // An argument is no fresh value.
  RuledProgram program("func.func @f(%t: tuple<!toy.ct, i1>) {\n  return\n}\n");
  CHECK(program.bounds() == std::vector{unknown});
  CHECK_THAT(program.messages(),
             Catch::StartsWith("unknown noise: %t") ||
                 Catch::Contains("its type has encrypted parts, which are not "
                                 "followed"));
  // An operation does not hide an overflow.
  CHECK_THAT(lastMessage("  %r = \"toy.mul\"(%a, %b) : (!toy.ct, !toy.ct) -> "
                         "tuple<!toy.ct>\n"),
             Catch::Contains("its type has encrypted parts"));
  // A bound belongs on what is encrypted itself.
  MLIRContext context;
  CHECK_FALSE(hidesCarriers(TupleType::get(&context)));
}

TEST_CASE("RuledDialects: rules that cannot be", "[rules]") {
  DialectRegistry registry;
  registerAllDialects(registry);
  LinkedOperations linked(registry);
  auto errorOf = [&](const std::string &name) {
    RulesError error;
    bool isRead = readNoiseRules("ops:\n  " + name + ": add\n", error, &linked)
                      .has_value();
    return isRead ? "" : error.str("f");
  };
  CHECK(errorOf("scf.for") ==
        "f, line 2, column 3: there cannot be a rule for 'scf.for', which is "
        "control flow: its noise is that of the values that come in");
  for (const char *name :
       {"cf.br", "scf.if", "scf.yield", "affine.for", "func.return"})
    CHECK_THAT(errorOf(name), Catch::Contains("which is control flow"));
  for (const char *name : {"func.call", "func.call_indirect", "func.func"})
    CHECK_THAT(errorOf(name), Catch::Contains("which calls or is called"));
  for (const char *name : {"memref.load", "memref.store", "tensor.extract",
                           "vector.insert", "arith.select", "linalg.copy"})
    CHECK_THAT(errorOf(name), Catch::Contains("which moves values"));
  for (const char *name : {"builtin.unrealized_conversion_cast", "bgv.add",
                           "scf.no_such_operation"})
    CHECK(errorOf(name).empty());
}

TEST_CASE("RuledDialects: operands that may have less than the limit",
          "[rules]") {
  auto find = [](int additions) {
    std::string body = "  %x0 = \"toy.mul\"(%a, %b) : (!toy.ct, !toy.ct) -> "
                       "!toy.ct\n";
    for (int i = 0; i < additions; ++i)
      body += "  %x" + std::to_string(i + 1) + " = \"toy.add\"(%x" +
              std::to_string(i) + ", %b) : (!toy.ct, !toy.ct) -> !toy.ct\n";
    body += "  %l = \"toy.lookup\"(%x" + std::to_string(additions) +
            ") : (!toy.ct) -> !toy.ct\n";
    return RuledProgram(RuledProgram::inFunction(body)).findings();
  };
  CHECK(find(0).empty());
  CHECK(find(1) == std::vector{NoiseFindingKind::Contract});
  CHECK(find(2) == std::vector{NoiseFindingKind::Contract});
  // Over the limit it is told where that happens.
  CHECK(find(3) == std::vector{NoiseFindingKind::Overflow});
}

TEST_CASE("RuledDialects: operations that are linked in", "[rules]") {
  const char yaml[] = "carriers: [\"!toy.ct\"]\nops:\n  "
                      "builtin.unrealized_conversion_cast: pass\n";
  RuledProgram program("func.func @f(%a: !toy.ct) {\n  %0 = "
                       "builtin.unrealized_conversion_cast %a : !toy.ct to "
                       "!toy.ct<1>\n  return\n}\n",
                       yaml);
  CHECK(program.bounds() == std::vector(2, NoiseBound::bits(12)));
}

TEST_CASE("RuledDialects: a rule for what is followed has no effect",
          "[rules]") {
  // Who makes a context need not have asked LinkedOperations.
  const char yaml[] = "carriers: [\"!toy.ct\"]\nops:\n  tensor.extract: fresh"
                      "\n  toy.mul: mul\n";
  RuledProgram program(
      "func.func @f(%a: !toy.ct, %i: index) {\n  %0 = \"toy.mul\"(%a, %a) : "
      "(!toy.ct, !toy.ct) -> !toy.ct\n  %1 = tensor.from_elements %0 : "
      "tensor<1x!toy.ct>\n  %2 = tensor.extract %1[%i] : tensor<1x!toy.ct>\n"
      "  return\n}\n",
      yaml);
  CHECK(program.bounds().back() == 24);
}

TEST_CASE("RuledDialects: the model of the rules, and others", "[rules]") {
  const std::string yaml =
      "model: bfv N=8192 t=65537 logq=55,55,55,55 variance=average\n"
      "carriers: [\"!toy.ct\"]\nops:\n  toy.rot: keyswitch\n  toy.mul: mul\n";
  const std::string body =
      "func.func @f(%a: !toy.ct) {\n  %0 = \"toy.rot\"(%a) : (!toy.ct) -> "
      "!toy.ct\n  return\n}\n";
  RuledProgram own(body, yaml.c_str());
  // 13.115 of the key switch, rounded up, and one bit.
  CHECK(own.bounds() ==
        std::vector{NoiseBound::bits(128), NoiseBound::bits(142)});
  // Another model has no number for that: a product has more.
  RuledProgram other("module attributes {noisy.model = #noisy.model<initial = "
                     "10, max = 200, mul = max + 30>} {\n" +
                         body + "}\n",
                     yaml.c_str());
  CHECK(other.bounds() ==
        std::vector{NoiseBound::bits(10), NoiseBound::bits(41)});
  // In levels it uses none.
  RuledProgram levels(
      "module attributes {noisy.model = #noisy.model<levels = 3>} {\n" + body +
          "}\n",
      yaml.c_str());
  CHECK(levels.bounds() == std::vector(2, NoiseBound::bits(1)));
}

TEST_CASE("RuledDialects: without rules nothing is encrypted", "[rules]") {
  MLIRContext context;
  context.loadDialect<NoisyDialect>();
  context.allowUnregisteredDialects();
  CHECK(getNoiseRules(&context) == nullptr);
  CHECK_FALSE(isNoisyType(mlir::parseType("!toy.ct", &context)));
}

TEST_CASE("random programs of another dialect have the facts of the same ones "
          "of ours",
          "[rules][random]") {
  std::mt19937 random(randomSeed(31));
  unsigned exact = 0, others = 0;
  for (unsigned i = 0; i < 1200; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, i, makeFullShape()));
    Program program(source.text());
    REQUIRE(program.isParsed());
    bool isExact = true;
    std::optional<std::string> text = asToy(program.module(), isExact);
    if (!text)
      continue;
    CAPTURE(i, *text);
    RuledProgram toy(*text);
    std::vector<NoiseBound> expected, found = toy.bounds();
    for (Value value : valuesOf(program.module()))
      expected.push_back(program.facts().getBound(value));
    REQUIRE(found.size() == expected.size());
    if (isExact) {
      ++exact;
      REQUIRE(found == expected);
    } else {
      ++others;
      for (auto [a, b] : llvm::zip_equal(found, expected))
        REQUIRE(a >= b);
    }
    countChecked("rules, against our own operations");
  }
  CHECK(exact > 200);
  WARN(exact << " programs with equal facts, " << others
             << " with parallel loops");
}

/// A number of bits in 1/10, as texts have it.
static std::string tenths(unsigned number) {
  return std::to_string(number / 10) + "." + std::to_string(number % 10);
}

/// A transfer function of two operands that never lowers noise, as rules and
/// models have it.
static std::string throwTransfer(std::mt19937 &random) {
  auto upTo = [&](unsigned most) { return unsigned(random() % (most + 1)); };
  switch (random() % 6) {
  case 0:
    return "max";
  case 1:
    return "max + " + tenths(upTo(40));
  case 2:
    return "sum";
  case 3:
    return "sum + " + tenths(upTo(30));
  case 4:
    return "max(lhs + " + tenths(upTo(30)) + ", rhs, " + tenths(upTo(250)) +
           ")";
  default:
    return "max(lhs + rhs, lhs + " + tenths(upTo(60)) + ", rhs + " +
           tenths(upTo(60)) + ") + " + tenths(upTo(20));
  }
}

namespace {
/// A model by chance, and rules that say of the operations of `toy` what it
/// says of ours: by the name of its transfer function, or by its text.
struct ThrownRules {
  explicit ThrownRules(std::mt19937 &random) {
    const std::string transfers[] = {
        throwTransfer(random), throwTransfer(random), throwTransfer(random)};
    // Contracts of the programs lie between 12 and 26 bits.
    model = "initial=" + tenths(20 + random() % 101) +
            ",reduced=" + tenths(20 + random() % 131) +
            ",max=" + tenths(260 + random() % 400) + ",unit=1/10";
    const char *names[] = {"add", "sub", "mul"};
    yaml = "carriers: [\"!toy.ct\"]\nops:\n  toy.encode: fresh\n"
           "  toy.reduce_noise: reduce\n  toy.decode: reads\n";
    for (unsigned i = 0; i < 3; ++i) {
      model += std::string(",") + names[i] + "=" + transfers[i];
      yaml += std::string("  toy.") + names[i] + ": " +
              (random() % 2 ? names[i] : transfers[i]) + "\n";
    }
  }

  std::string model, yaml;
};
} // namespace

TEST_CASE("random rules give what the same model gives our own operations, and "
          "no run passes it",
          "[rules][random]") {
  std::mt19937 random(randomSeed(37));
  unsigned programs = 0, runs = 0;
  for (unsigned i = 0; i < 900; ++i) {
    ThrownRules thrown(random);
    std::string error;
    std::optional<NoiseModel> model = NoiseModel::parse(thrown.model, error);
    CAPTURE(i, thrown.model, error);
    REQUIRE(model);
    NumberedProgram source(
        makeProgram(random, makeShape(random, i, makeFullShape())));
    ModuleOp module = source.program.module();
    (*module).setAttr(NoisyDialect::kModelAttrName,
                      NoiseModelAttr::get(module.getContext(), model->initial,
                                          model->max, model->add, model->sub,
                                          model->mul, model->scale,
                                          model->reduced, model->unit));
    bool isExact = true;
    std::optional<std::string> asText = asToy(module, isExact);
    if (!asText || !isExact)
      continue;
    CAPTURE(*asText, thrown.yaml);
    RuledProgram toy(*asText, thrown.yaml);
    NoiseFacts facts = NoiseFacts::compute(module);
    std::vector<NoiseBound> found = toy.bounds();
    REQUIRE(found.size() == facts.getValues().size());
    llvm::DenseMap<Value, NoiseBound> boundOf;
    for (auto [i, value] : llvm::enumerate(valuesOf(module))) {
      boundOf[value] = found[i];
      REQUIRE(found[i] == facts.getBound(value));
    }
    ++programs;
    for (unsigned run = 0; run < 2; ++run) {
      RunOptions options;
      options.worstCase = run % 2;
      options.maxSteps = 800;
      runs += source.run(random, options, [&](int value, Noise noise) {
        NoiseBound bound = boundOf.lookup(source.value(value));
        CAPTURE(value, noise.bits, bound);
        if (!(bound >= NoiseBound::bits(std::max<uint64_t>(noise.bits, 1))))
          REQUIRE(bound >= NoiseBound::bits(noise.bits));
      });
    }
    countChecked("random rules, against our own operations and runs");
  }
  CHECK(programs > 200);
  CHECK(runs > 100);
}
