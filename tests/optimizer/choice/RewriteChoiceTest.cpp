//===- RewriteChoiceTest.cpp - Rewriting, where that is cheaper -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/choice/RewriteChoice.h"
#include "mlir/IR/Verifier.h"
#include "tests/interpreter/ComparedRuns.h"
#include "tests/optimizer/Optimize.h"
#include "tests/random/RandomAccumulators.h"
#include "tests/random/RandomCarriedLoops.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// Programs as they are often written
//===----------------------------------------------------------------------===//

namespace {
/// Writes a function, operation by operation.
class Writer {
public:
  std::string argument() {
    arguments.push_back("%a" + std::to_string(arguments.size()));
    return arguments.back();
  }
  std::vector<std::string> take(unsigned count) {
    std::vector<std::string> result(count);
    for (std::string &name : result)
      name = argument();
    return result;
  }
  std::string op(const std::string &name, const std::string &lhs,
                 const std::string &rhs) {
    std::string result = "%v" + std::to_string(count++);
    body += result + " = noisy." + name + " " + lhs + ", " + rhs +
            " : !noisy.i32\n";
    return result;
  }
  std::string reduce(const std::string &operand) {
    std::string result = "%v" + std::to_string(count++);
    body += result + " = noisy.reduce_noise " + operand + " : !noisy.i32\n";
    return result;
  }
  std::string scale(const std::string &operand, const std::string &factor) {
    if (factor == "1")
      return operand;
    std::string result = "%v" + std::to_string(count++);
    body += result + " = noisy.scale " + operand + " by " + factor +
            " : !noisy.i32\n";
    return result;
  }
  std::string constant(unsigned number) {
    std::string result = "%e" + std::to_string(count++);
    body += result + "p = arith.constant " + std::to_string(number) +
            " : i5\n" + result + " = noisy.encode " + result +
            "p : i5 -> !noisy.i32\n";
    return result;
  }
  std::string finish(const std::vector<std::string> &results) const {
    auto list = [](const std::vector<std::string> &names, const char *after) {
      std::string text;
      for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name + after;
      return text;
    };
    std::string types =
        list(std::vector<std::string>(results.size()), "!noisy.i32");
    return "func.func @f(" + list(arguments, ": !noisy.i32") + ") -> (" +
           types + ") {\n" + body + "return " + list(results, "") + " : " +
           types + "\n}\n";
  }

private:
  std::vector<std::string> arguments;
  std::string body;
  unsigned count = 0;
};
} // namespace

static std::string chain(const char *name, unsigned count) {
  Writer writer;
  std::string result = writer.argument();
  for (unsigned i = 1; i < count; ++i)
    result = writer.op(name, result, writer.argument());
  return writer.finish({result});
}

/// The sum of products, in a chain.
static std::string dot(Writer &writer, const std::vector<std::string> &xs,
                       const std::vector<std::string> &ys) {
  std::string sum;
  for (size_t i = 0; i < xs.size(); ++i) {
    std::string product = writer.op("mul", xs[i], ys[i]);
    sum = i ? writer.op("add", sum, product) : product;
  }
  return sum;
}

static std::string innerProduct(unsigned count) {
  Writer writer;
  std::vector<std::string> xs = writer.take(count), ys = writer.take(count);
  return writer.finish({dot(writer, xs, ys)});
}

static std::string commonFactor(unsigned count) {
  Writer writer;
  std::string factor = writer.argument();
  std::vector<std::string> xs = writer.take(count);
  return writer.finish(
      {dot(writer, xs, std::vector<std::string>(count, factor))});
}

static std::string power(unsigned exponent) {
  Writer writer;
  std::string x = writer.argument(), result = x;
  for (unsigned i = 1; i < exponent; ++i)
    result = writer.op("mul", result, x);
  return writer.finish({result});
}

static std::string horner(unsigned degree, bool isConstant) {
  Writer writer;
  std::string x = writer.argument();
  auto coefficient = [&](unsigned i) {
    return isConstant ? writer.constant((7 * i + 3) % 32) : writer.argument();
  };
  std::string result = coefficient(degree);
  for (unsigned i = degree; i-- > 0;)
    result = writer.op("add", writer.op("mul", result, x), coefficient(i));
  return writer.finish({result});
}

static std::string twoMatrixProducts(unsigned size) {
  using Matrix = std::vector<std::vector<std::string>>;
  Writer writer;
  auto make = [&] {
    Matrix matrix;
    for (unsigned i = 0; i < size; ++i)
      matrix.push_back(writer.take(size));
    return matrix;
  };
  auto multiply = [&](const Matrix &a, const Matrix &b) {
    Matrix result(size);
    for (unsigned i = 0; i < size; ++i)
      for (unsigned j = 0; j < size; ++j) {
        std::vector<std::string> column;
        for (unsigned k = 0; k < size; ++k)
          column.push_back(b[k][j]);
        result[i].push_back(dot(writer, a[i], column));
      }
    return result;
  };
  Matrix a = make(), b = make(), c = make();
  std::vector<std::string> results;
  for (const std::vector<std::string> &row : multiply(multiply(a, b), c))
    results.insert(results.end(), row.begin(), row.end());
  return writer.finish(results);
}

/// The transform that the benchmarks have, with plain twiddles: each term of
/// the odd half is scaled once for each of its two uses.
static std::string fourier(unsigned points) {
  Writer writer;
  auto getFactor = [](unsigned k) { // 3 has the order 8.
    const char *const factors[] = {"1",   "3",   "9",  "-5",
                                   "-15", "-13", "-7", "11"};
    return factors[k % 8];
  };
  std::function<std::vector<std::string>(std::vector<std::string>, unsigned)>
      transform = [&](const std::vector<std::string> &inputs, unsigned step) {
        size_t size = inputs.size();
        if (size == 1)
          return inputs;
        std::vector<std::string> even, odd, result;
        for (size_t i = 0; i < size; ++i)
          (i % 2 ? odd : even).push_back(inputs[i]);
        even = transform(even, 2 * step);
        odd = transform(odd, 2 * step);
        for (size_t k = 0; k < size; ++k)
          result.push_back(writer.op(
              "add", even[k % even.size()],
              writer.scale(odd[k % odd.size()], getFactor(k * step))));
        return result;
      };
  std::vector<std::string> inputs = writer.take(points);
  return writer.finish(transform(inputs, 1));
}

/// A function with a loop over two tensors, which carries %a.
static std::string loop(unsigned turns, const std::string &body) {
  return R"(
  func.func @f(%z: !noisy.i32, %x: !noisy.i32, %t: tensor<256x!noisy.i32>,
               %u: tensor<256x!noisy.i32>) -> !noisy.i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant )" +
         std::to_string(turns) + R"( : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (!noisy.i32) {
      %p = tensor.extract %t[%i] : tensor<256x!noisy.i32>
      %q = tensor.extract %u[%i] : tensor<256x!noisy.i32>
      )" +
         body +
         R"(
      scf.yield %s : !noisy.i32
    }
    return %r : !noisy.i32
  })";
}

static std::string matrixTimesVector(unsigned size) {
  std::string number = std::to_string(size);
  std::string vector = "tensor<" + number + "x!noisy.i32>";
  std::string matrix = "tensor<" + number + "x" + number + "x!noisy.i32>";
  return "func.func @f(%z: !noisy.i32, %m: " + matrix + ", %v: " + vector +
         ", %o: " + vector + ") -> " + vector +
         " {\n%r = affine.for %i = 0 to " + number +
         " iter_args(%out = %o) -> (" + vector +
         ") {\n%s = affine.for %j = 0 to " + number +
         " iter_args(%a = %z) -> (!noisy.i32) {\n"
         "%p = tensor.extract %m[%i, %j] : " +
         matrix + "\n%q = tensor.extract %v[%j] : " + vector + R"(
      %w = noisy.mul %p, %q : !noisy.i32
      %sum = noisy.add %a, %w : !noisy.i32
      affine.yield %sum : !noisy.i32
    }
    %next = tensor.insert %s into %out[%i] : )" +
         vector + "\naffine.yield %next : " + vector +
         "\n}\nreturn %r : " + vector + "\n}";
}

/// Eight products with taps for each of 128 results.
static std::string filter(bool isEncrypted) {
  return std::string(R"(
  func.func @f(%z: !noisy.i32, %s: tensor<135x!noisy.i32>,
               %taps: tensor<8x!noisy.i32>, %o: tensor<128x!noisy.i32>)
      -> tensor<128x!noisy.i32> {
    %r = affine.for %i = 0 to 128 iter_args(%out = %o)
        -> (tensor<128x!noisy.i32>) {
      %sum = affine.for %j = 0 to 8 iter_args(%a = %z) -> (!noisy.i32) {
        %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
        %p = tensor.extract %s[%k] : tensor<135x!noisy.i32>
        %q = tensor.extract %taps[%j] : tensor<8x!noisy.i32>
        )") +
         (isEncrypted ? "%w = noisy.mul %p, %q : !noisy.i32"
                      : "%w = noisy.scale %p by 1000 : !noisy.i32") +
         R"(
        %next = noisy.add %a, %w : !noisy.i32
        affine.yield %next : !noisy.i32
      }
      %2 = tensor.insert %sum into %out[%i] : tensor<128x!noisy.i32>
      affine.yield %2 : tensor<128x!noisy.i32>
    }
    return %r : tensor<128x!noisy.i32>
  })";
}

/// A product, and two branches of four additions each.
static const char *const twoBranches = R"(
  func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> (!noisy.i32, !noisy.i32) {
    %m = noisy.mul %a, %b : !noisy.i32
    %0 = noisy.add %m, %a : !noisy.i32
    %1 = noisy.add %0, %b : !noisy.i32
    %2 = noisy.add %1, %a : !noisy.i32
    %3 = noisy.add %2, %b : !noisy.i32
    %4 = noisy.sub %m, %a : !noisy.i32
    %5 = noisy.sub %4, %b : !noisy.i32
    %6 = noisy.sub %5, %a : !noisy.i32
    %7 = noisy.sub %6, %b : !noisy.i32
    return %3, %7 : !noisy.i32, !noisy.i32
  })";

/// The same, with the branches multiplied.
static const char *const twoBranchesMultiplied = R"(
  func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
    %m = noisy.mul %a, %b : !noisy.i32
    %0 = noisy.add %m, %a : !noisy.i32
    %1 = noisy.add %0, %a : !noisy.i32
    %2 = noisy.add %1, %a : !noisy.i32
    %3 = noisy.add %2, %a : !noisy.i32
    %4 = noisy.sub %m, %b : !noisy.i32
    %5 = noisy.sub %4, %b : !noisy.i32
    %6 = noisy.sub %5, %b : !noisy.i32
    %7 = noisy.sub %6, %b : !noisy.i32
    %8 = noisy.mul %3, %7 : !noisy.i32
    return %8 : !noisy.i32
  })";

/// All of the dialect, on constants.
static const char *const allOperations = R"(
  func.func @f() -> i5 {
    %0 = arith.constant 1 : i5
    %1 = arith.constant 2 : i5
    %2 = noisy.encode %0 : i5 -> !noisy.i32
    %3 = noisy.encode %1 : i5 -> !noisy.i32
    %4 = noisy.mul %2, %3 : !noisy.i32
    %5 = noisy.mul %4, %4 : !noisy.i32
    %6 = noisy.mul %5, %5 : !noisy.i32
    %7 = noisy.mul %6, %6 : !noisy.i32
    %8 = noisy.decode %7 : !noisy.i32 -> i5
    return %8 : i5
  })";

//===----------------------------------------------------------------------===//
// What is checked
//===----------------------------------------------------------------------===//

static void apply(const OptimizerResult &result) {
  applyReductions(result.reductions, result.removals);
}

/// Both programs, with their reductions, compute the same.
static void checkRuns(Operation *before, Operation *after, std::mt19937 &random,
                      unsigned runs) {
  unsigned finished = 0;
  CHECK(compareRuns(before, after, random, runs, finished) == "");
  for (unsigned i = 0; i < finished; ++i)
    countChecked("rewritten programs, by runs");
}

namespace {
/// The costs of inserting alone, and of the choice.
struct Costs {
  int64_t insertion, choice;
};
} // namespace

/// Makes the choice and checks it: both programs are legal with their
/// reductions, and compute the same.
static Costs choose(const std::string &text,
                    const OptimizerOptions &options = {},
                    const RewriteChoiceOptions &allowed = {}) {
  CAPTURE(text);
  Program program(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  RewriteChoice choice = chooseRewriting(program.module(), options, allowed);
  REQUIRE(choice.insertion.isLegal());
  std::mt19937 random(1);
  int64_t insertion = choice.insertionCost.reductions;
  CHECK(choice.insertion.cost == insertion);
  if (!choice.isRewritten())
    return {insertion, insertion};
  CHECK(choice.result.isLegal());
  CHECK(choice.cost < choice.insertionCost);
  CHECK(!choice.notes.empty());
  apply(choice.result);
  INFO(describeChoice(choice));
  REQUIRE(succeeded(verify(choice.program.get())));
  NoiseFacts facts = NoiseFacts::compute(choice.program.get());
  CHECK(llvm::all_of(facts.getFindings(), isBeyondReductions));
  apply(choice.insertion);
  checkRuns(program.module(), choice.program.get(), random, 6);
  return {insertion, choice.cost.reductions};
}

TEST_CASE("rewriting saves reductions in programs as they are written",
          "[rewrites]") {
  auto check = [](const std::string &text, int64_t insertion, int64_t most) {
    Costs costs = choose(text);
    CHECK(costs.insertion == insertion);
    CHECK(costs.choice <= most);
  };
  SECTION("sums") {
    check(chain("add", 16), 1, 0);
    check(chain("add", 32), 2, 0);
    check(chain("sub", 64), 4, 0);
    check(chain("add", 128), 9, 0);
  }
  SECTION("inner products") {
    check(innerProduct(7), 2, 1);
    check(innerProduct(15), 6, 3);
    check(innerProduct(16), 7, 4);
    check(innerProduct(32), 15, 8);
    check(innerProduct(64), 31, 16);
  }
  SECTION("common factors") {
    check(commonFactor(16), 7, 1);
    check(commonFactor(32), 15, 1);
  }
  SECTION("powers and products") {
    check(power(16), 14, 3);
    check(power(32), 30, 4);
    check(power(64), 62, 5);
    check(chain("mul", 16), 14, 14);
  }
  SECTION("the article's programs") {
    check(twoBranches, 1, 0);
    check(twoBranchesMultiplied, 3, 2);
    check(allOperations, 3, 0);
  }
  SECTION("polynomials") {
    check(horner(15, true), 14, 6);
    check(horner(25, true), 24, 8);
    check(horner(63, true), 62, 14);
    check(horner(15, false), 14, 8);
    check(horner(31, false), 30, 16);
    check(horner(63, false), 62, 32);
  }
  SECTION("matrix products") {
    check(twoMatrixProducts(4), 48, 16);
    check(twoMatrixProducts(5), 75, 75);
    check(twoMatrixProducts(6), 180, 108);
    check(twoMatrixProducts(8), 448, 320);
  }
}

TEST_CASE("rewriting polynomials as functions modulo 32", "[rewrites]") {
  RewriteChoiceOptions functions;
  functions.functions = true;
  auto check = [&](const std::string &text, int64_t most) {
    CHECK(choose(text, {}, functions).choice <= most);
  };
  check(horner(15, true), 3);
  check(horner(25, true), 3);
  check(horner(63, true), 3);
  check(horner(250, true), 3);
  check(power(64), 3);
  // Coefficients that are not known stay.
  check(horner(15, false), 8);
}

TEST_CASE("rewriting shares equal values", "[rewrites]") {
  Costs costs = choose(fourier(64));
  CHECK(costs.insertion == 5);
  CHECK(costs.choice == 1);
}

TEST_CASE("rewriting saves reductions in loops", "[rewrites]") {
  auto check = [](const std::string &text, int64_t insertion, int64_t most) {
    Costs costs = choose(text);
    CHECK(costs.insertion == insertion);
    CHECK(costs.choice <= most);
  };
  const std::string sum = "%s = noisy.add %a, %p : !noisy.i32";
  const std::string product = R"(%m = noisy.mul %p, %q : !noisy.i32
      %s = noisy.add %a, %m : !noisy.i32)";
  check(loop(64, sum), 64, 0);
  check(loop(127, sum), 127, 0);
  check(loop(256, sum), 256, 2);
  check(loop(256, product), 256, 64);
  // Turns of Horner's rule are a polynomial.
  check(loop(64, R"(%m = noisy.mul %a, %x : !noisy.i32
      %s = noisy.add %m, %p : !noisy.i32)"),
        64, 33);
  check(matrixTimesVector(16), 256, 64);
  check(filter(false), 1024, 0);
  check(filter(true), 1024, 256);
}

TEST_CASE("rewriting looks through reductions that may be removed",
          "[rewrites]") {
  Writer writer;
  std::string sum = writer.argument();
  for (unsigned i = 0; i < 31; ++i) {
    if (i % 4 == 3)
      sum = writer.reduce(sum);
    sum = writer.op("add", sum, writer.argument());
  }
  std::string text = writer.finish({sum});
  OptimizerOptions options;
  CHECK(choose(text, options).choice == 0);
  options.existingReductions = ExistingReductions::MayRemove;
  Costs costs = choose(text, options);
  CHECK(costs.insertion == 2);
  CHECK(costs.choice == 0);
}

TEST_CASE("rewriting in the models of schemes", "[rewrites]") {
  auto check = [](const char *model, const std::string &text, int64_t insertion,
                  int64_t most) {
    std::string error;
    std::optional<NoiseModel> parsed = NoiseModel::parse(model, error);
    REQUIRE(parsed);
    Costs costs = choose(inModel(*parsed, text));
    CHECK(costs.insertion == insertion);
    CHECK(costs.choice <= most);
  };
  // Products as trees, where they cost a level.
  check("levels=3", chain("mul", 8), 2, 0);
  check("levels=3,bootstrap=2", chain("mul", 16), 12, 2);
  // In loops, from an encrypted one on.
  const std::string product = loop(64, "%s = noisy.mul %a, %p : !noisy.i32");
  check("levels=9", product, 64, 0);
  check("levels=3", product, 64, 12);
  // Where products are joined one by one, but more than one between two
  // reductions.
  check("initial=8,max=26", product, 64, 32);
  const char *const bfv = "bfv N=8192 t=65537 logq=55,55,55,55 variance=worst";
  check(bfv, chain("mul", 16), 3, 0);
  check(bfv, power(16), 3, 0);
  check("bgv N=8192 t=65537 logq=55,55,55,55 variance=worst", power(16), 4, 1);
}

TEST_CASE("rewriting pays where nothing overflows if operations have costs",
          "[rewrites]") {
  OptimizerOptions options;
  std::string error;
  std::optional<NoiseCosts> costs =
      NoiseCosts::parse("{mul = {by_level = [10]}}", error);
  INFO(error);
  REQUIRE(costs);
  options.costs = std::make_shared<const NoiseCosts>(std::move(*costs));
  const char *const doubled = R"(
    func.func @f(%a: !noisy.i32 {noisy.bound = 12 : i64},
                 %x: !noisy.i32 {noisy.bound = 12 : i64},
                 %y: !noisy.i32 {noisy.bound = 12 : i64}) -> !noisy.i32 {
      %0 = noisy.mul %a, %x : !noisy.i32
      %1 = noisy.mul %a, %y : !noisy.i32
      %2 = noisy.add %0, %1 : !noisy.i32
      return %2 : !noisy.i32
    })";
  Costs found = choose(doubled, options);
  CHECK(found.insertion == 20);
  CHECK(found.choice == 10);
}

TEST_CASE("rewriting: random programs compute the same, never at more cost",
          "[rewrites][random]") {
  std::mt19937 random(randomSeed(3));
  unsigned rewritten = 0, wanted = countPrograms(60);
  for (unsigned i = 0; rewritten < wanted && i < 40 * wanted; ++i) {
    Shape shape = makeOptimizableShape(random, 14);
    std::string text = random() % 4 == 0 ? makeCarriedLoops(random)
                       : random() % 4 == 0
                           ? makeAccumulators(random, 2 + random() % 4)
                           : makeProgram(random, shape)
                                 .text({/*thrown=*/false,
                                        /*carried=*/random() % 2 == 0});
    if (random() % 2) {
      NoiseModel model{12 - uint32_t(random() % 9),
                       26 + uint32_t(random() % 20)};
      // As schemes have them: fractions of a bit, and reduced values that
      // are noisier than fresh ones.
      if (random() % 3 == 0) {
        model.initial *= 16;
        model.max *= 16;
        model.reduced = model.initial + uint32_t(random() % 40);
        model.mul = NoiseTransfer::max(uint32_t(40 + random() % 60));
        model.unit = 16;
        text = inModel(model, text);
      } else {
        text =
            inModel(random() % 2 ? withTransfers(model, random) : model, text);
      }
    }
    CAPTURE(text);
    Program program(text);
    REQUIRE(program.isParsed());
    RewriteChoice choice = chooseRewriting(program.module(), {});
    if (!choice.isRewritten())
      continue;
    ++rewritten;
    countChecked("rewritten programs");
    INFO(describeChoice(choice));
    CAPTURE(choice.insertion.message);
    CHECK((!choice.insertion.isLegal() || choice.cost < choice.insertionCost));
    apply(choice.result);
    std::string result;
    llvm::raw_string_ostream os(result);
    choice.program->print(os);
    CAPTURE(result);
    REQUIRE(succeeded(verify(choice.program.get())));
    NoiseFacts facts = NoiseFacts::compute(choice.program.get());
    CHECK(llvm::all_of(facts.getFindings(), isBeyondReductions));
    if (choice.insertion.isLegal())
      apply(choice.insertion);
    checkRuns(program.module(), choice.program.get(), random, 4);
  }
  CHECK(rewritten == wanted);
}

TEST_CASE("rewriting: the choice is the same in every run", "[rewrites]") {
  std::string first;
  for (int i = 0; i < 3; ++i) {
    Program program(horner(25, true));
    RewriteChoice choice = chooseRewriting(program.module(), {});
    REQUIRE(choice.isRewritten());
    apply(choice.result);
    std::string text;
    llvm::raw_string_ostream os(text);
    choice.program->print(os);
    if (first.empty())
      first = text;
    CHECK(text == first);
  }
}

TEST_CASE("rewriting stays in the function that is to be fixed", "[rewrites]") {
  std::string one = chain("add", 16), other = one;
  other.replace(other.find("@f"), 2, "@g");
  Program program(one + other);
  OptimizerOptions options;
  options.scope = program.module().lookupSymbol("g");
  RewriteChoice choice = chooseRewriting(program.module(), options);
  // The rest still needs its reduction, so only the scope has to be legal.
  REQUIRE(choice.isRewritten());
  auto rewritten = cast<ModuleOp>(choice.program.get());
  CHECK(OperationEquivalence::isEquivalentTo(
      program.module().lookupSymbol("f"), rewritten.lookupSymbol("f"),
      OperationEquivalence::IgnoreLocations));
  CHECK(choice.cost.reductions == 0);
}
