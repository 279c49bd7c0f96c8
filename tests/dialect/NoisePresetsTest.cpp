//===- NoisePresetsTest.cpp - Noise models of real schemes ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each model is held against the formulas of its scheme, in floating point, on
// random programs: no operation within the limit has more noise than the model
// says.
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisePresets.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static NoisePreset make(const std::string &text) {
  std::string error;
  std::optional<NoisePreset> preset = makeNoisePreset(text, error);
  CAPTURE(text);
  INFO(error);
  REQUIRE(preset);
  return *preset;
}

static std::string errorOf(const std::string &text) {
  std::string error;
  CAPTURE(text);
  CHECK_FALSE(makeNoisePreset(text, error));
  return error;
}

static std::string print(const std::string &text) {
  return make(text).model.str(" ");
}

//===----------------------------------------------------------------------===//
// Against the formulas
//===----------------------------------------------------------------------===//

/// log2 of the sum of powers of 2.
static double logSum(std::initializer_list<double> logs) {
  double most = std::max(logs), sum = 0;
  for (double log : logs)
    sum += std::exp2(log - most);
  return most + std::log2(sum);
}

namespace {
/// What a scheme does, in log2 of the noise, as published.
struct Scheme {
  double fresh, reduced, limit;
  std::function<double(double, double)> add, mul;
  /// Of a multiplication by a number of that logarithm.
  std::function<double(double, double)> scale;
};

struct Counts {
  unsigned operations = 0, unsound = 0;
  double slack = 0;

  double mean() const { return slack / operations; }
};
} // namespace

/// Runs random programs on the scheme and on the model side by side.
static Counts compare(const Scheme &scheme, const NoiseModel &model,
                      unsigned seed, unsigned operations) {
  std::mt19937 random(randomSeed(seed));
  Counts counts;
  auto toUnits = [&](double noise) {
    return static_cast<uint32_t>(std::ceil(noise * model.unit));
  };
  CHECK(model.initial >= toUnits(scheme.fresh - 1e-9));
  CHECK(model.getReduced() >= toUnits(scheme.reduced - 1e-9));
  CHECK(model.max <= scheme.limit * model.unit);
  while (counts.operations < operations) {
    // The noise by the formulas, and by the model.
    std::vector<std::pair<double, NoiseBound>> values(
        4, {scheme.fresh, NoiseBound::bits(model.initial)});
    for (unsigned step = 0; step < 60; ++step) {
      size_t recent = std::min<size_t>(values.size(), 10);
      auto pick = [&] { return values[values.size() - 1 - random() % recent]; };
      auto [x, boundOfX] = pick();
      auto [y, boundOfY] = pick();
      unsigned kind = random() % 20;
      std::pair<double, NoiseBound> value;
      if (kind < 10) {
        value = {scheme.add(x, y), model.add.apply(boundOfX, boundOfY)};
      } else if (kind < 13) {
        uint64_t factor = 1 + random() % 1000;
        double log = std::log2(double(factor));
        value = {scheme.scale(x, log),
                 model.scale.applyUnary(boundOfX, toUnits(log - 1e-12))};
      } else if (kind < 19) {
        value = {scheme.mul(x, y), model.mul.apply(boundOfX, boundOfY)};
      } else {
        value = {scheme.reduced, NoiseBound::bits(model.getReduced())};
      }
      // What the model calls an overflow is no promise.
      if (value.second.exceeds(model.max))
        continue;
      double bits = double(value.second.getBits()) / model.unit;
      ++counts.operations;
      counts.unsound += value.first > bits + 1e-9;
      counts.slack += bits - value.first;
      values.push_back(value);
    }
  }
  return counts;
}

/// BFV or BGV by Kim, Polyakov, Zucca 2021, written anew.
static Scheme makeExact(bool isBfv, double n, double t,
                        const std::vector<double> &logq, bool isWorst) {
  double q = 0;
  for (double part : logq)
    q += part;
  double d = isWorst ? n : 2 * std::sqrt(n);
  double rounding = isWorst ? n : 4 * std::sqrt(n);
  double error = 6 * 3.2;
  double keySwitch =
      logSum({std::log2((double(logq.size()) + 1) * d * error / 2),
              std::log2((1 + rounding) / 2)});
  Scheme scheme;
  scheme.fresh = scheme.reduced = std::log2(error * (1 + 2 * d));
  scheme.limit = q - std::log2(t) - 1;
  scheme.add = [](double a, double b) { return logSum({a, b, 0}); };
  // As many additions, at the most.
  scheme.scale = [](double a, double log) {
    return logSum({a + log, log > 0 ? std::log2(std::exp2(log) - 1) : -999});
  };
  if (isBfv)
    scheme.mul = [=](double a, double b) {
      return logSum(
          {a + b + std::log2(d * t) - q,
           logSum({a, b}) + std::log2(d * t / 2) + std::log2(4 + rounding),
           std::log2((1 + d + d * d) / 2), keySwitch});
    };
  else
    scheme.mul = [=](double a, double b) {
      double factor = std::log2(d * t / 2);
      return logSum({factor + logSum({a + b + 1, a, b, 0}), keySwitch});
    };
  return scheme;
}

/// Operations of each model.
static constexpr unsigned kOperations = 100'000;

TEST_CASE("BFV has no more noise than its model says", "[random]") {
  for (bool isWorst : {false, true})
    for (double n : {4096., 8192., 32768.})
      for (const char *unit : {"", " unit=1/16", " unit=1"}) {
        NoiseModel model = make("bfv N=" + std::to_string(int(n)) +
                                " t=65537 logq=55,55,55,55 variance=" +
                                (isWorst ? "worst" : "average") + unit)
                               .model;
        CAPTURE(isWorst, n, model.str());
        Counts counts =
            compare(makeExact(true, n, 65537, {55, 55, 55, 55}, isWorst), model,
                    1, kOperations);
        WARN("BFV" << unit << ": mean slack " << counts.mean() << " bits of "
                   << counts.operations << " operations");
        CHECK(counts.unsound == 0);
        CHECK(counts.mean() <= (*unit && model.unit == 1 ? 8 : 6));
      }
}

TEST_CASE("BGV has no more noise than its model says", "[random]") {
  for (bool isWorst : {false, true})
    for (double t : {2., 257., 65537.}) {
      NoiseModel model = make("bgv N=8192 t=" + std::to_string(int(t)) +
                              " logq=55,45,45,45,45 variance=" +
                              (isWorst ? "worst" : "average"))
                             .model;
      CAPTURE(isWorst, t, model.str());
      Counts counts =
          compare(makeExact(false, 8192, t, {55, 45, 45, 45, 45}, isWorst),
                  model, 2, kOperations);
      WARN("BGV: mean slack " << counts.mean() << " bits");
      CHECK(counts.unsound == 0);
      CHECK(counts.mean() <= 5);
    }
}

TEST_CASE("CKKS uses as many levels as its model says", "[random]") {
  Scheme scheme;
  scheme.fresh = 1;
  scheme.reduced = 3;
  scheme.limit = 6;
  scheme.add = [](double a, double b) { return std::max(a, b); };
  scheme.mul = [](double a, double b) { return std::max(a, b) + 1; };
  scheme.scale = [](double a, double) { return a + 1; };
  NoiseModel model = make("ckks logq=60,40,40,40,40,60 bootstrap=2").model;
  Counts counts = compare(scheme, model, 3, kOperations);
  CHECK(counts.unsound == 0);
  CHECK(counts.slack == 0);
}

/// The parameters of TFHE-rs for two bits of message and two of carry.
static const std::string tfhe =
    "tfhe p=4 n=742 N=2048 k=1 lwe=-17.11 glwe=-51.595 pbs=23,1 ks=3,5";

TEST_CASE("TFHE has no more noise than its model says", "[random]") {
  // As comments have it; the formulas are held against others below.
  auto valueOf = [](const NoisePreset &preset, llvm::StringRef name) {
    for (llvm::StringRef comment : preset.comments)
      if (comment.consume_front((name + ": ").str())) {
        double value = 0;
        comment
            .take_while([](char letter) {
              return llvm::isDigit(letter) || letter == '.';
            })
            .getAsDouble(value);
        return value;
      }
    return 0.0;
  };
  for (bool isWorst : {false, true}) {
    NoisePreset preset =
        make((isWorst ? "tfhe p=2 n=742 N=2048 k=1 lwe=-17.11 glwe=-51.595 "
                        "pbs=23,1 ks=3,5"
                      : tfhe) +
             std::string(" variance=") + (isWorst ? "worst" : "average"));
    double reduced = valueOf(preset, "reduced");
    Scheme scheme;
    scheme.fresh = 64 - 51.595;
    scheme.reduced = reduced - 0.001;
    scheme.limit = valueOf(preset, "max") + 0.001;
    double part = isWorst ? 1 : 2;
    scheme.add = [=](double a, double b) {
      return logSum({part * a, part * b}) / part;
    };
    scheme.scale = [](double a, double log) { return a + log; };
    scheme.mul = [=](double, double) {
      return logSum({part * reduced, part * reduced}) / part - 0.001;
    };
    Counts counts = compare(scheme, preset.model, 4, kOperations);
    CHECK(counts.unsound == 0);
    CHECK(counts.mean() <= 2);
  }
}

TEST_CASE("the numbers of TFHE are those that its libraries come to") {
  // A look-up of TFHE-rs with these parameters, 2^-15.5 of the torus before the
  // sum of five of which the failure probability is 2^-40.
  NoisePreset preset = make(tfhe + " variance=average");
  CHECK(preset.model.str(" ") ==
        "initial = 12.5, reduced = 48.5, max = 51.2, add = max + 0.5, sub = "
        "max + 0.5, mul = max(49)");
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

TEST_CASE("presets print as models, with where their numbers come from") {
  CHECK(print("bfv N=8192 t=65537 logq=55,55,55,55 variance=average") ==
        "initial = 12.8, max = 202.9, mul = max + 32.1");
  CHECK(print("bfv N=8192 t=65537 logq=55,55,55,55") ==
        "initial = 18.3, max = 202.9, mul = max + 42.1");
  CHECK(print("bfv N=8192 t=65537 logq=55,55,55,55 variance=average "
              "reduced=60") ==
        "initial = 12.8, reduced = 60.1, max = 202.9, mul = max + 32.1");
  CHECK(print("bgv N=8192 t=65537 logq=55,45,45,45,45") ==
        "initial = 18.3, max = 217.9, mul = sum + 29.1");
  CHECK(print("ckks levels=9") == "levels = 9");
  CHECK(print(" ckks  logq=60,40,40,60  bootstrap=1 N=65536 ") ==
        "levels = 3, bootstrap = 1");
  NoisePreset preset = make("bfv N=8192 t=65537 logq=55,55,55,55");
  std::string comments = llvm::join(preset.comments, "\n");
  CHECK_THAT(comments, Catch::Contains("eprint 2021/204"));
  CHECK_THAT(comments, Catch::Contains("mul: max + 42.001 by "));
  // Models by their parameters are possible wherever models are.
  std::string error;
  CHECK(NoiseModel::parse("ckks levels=9", error) ==
        make("ckks levels=9").model);
  CHECK_FALSE(NoiseModel::parse("ckks levels=none", error));
  CHECK_THAT(error, Catch::StartsWith("ckks: "));
}

TEST_CASE("parameters that make no sense are refused") {
  CHECK(errorOf("paillier N=8") ==
        "expected a scheme and its parameters, such as 'bfv N=8192 t=65537 "
        "logq=55,55,55,55', but found 'paillier N=8'; the schemes are bfv, "
        "bgv, ckks and tfhe");
  CHECK(errorOf("bfv") == "bfv: 'N' is missing");
  CHECK(errorOf("bfv N=8192 t=65537") == "bfv: 'logq' is missing");
  CHECK(errorOf("bfv N=8192 t=65537 logq=55,x") ==
        "bfv: 'logq=55,x' is not possible; 'x' must be a number between 1 and "
        "10000");
  CHECK(errorOf("bfv N=8000 t=65537 logq=55") ==
        "bfv: 'N=8000' must be a power of 2");
  CHECK(errorOf("bfv N=8192 t=2.5 logq=55") ==
        "bfv: 't' must be a whole number");
  CHECK(errorOf("bfv N=8192 t=65537 logq=55 variance=mean") ==
        "bfv: 'variance=mean' is not possible; it is 'worst' or 'average'");
  CHECK(errorOf("bfv N=8192 t=65537 logq=55 level=3") ==
        "bfv: there is no parameter 'level'");
  CHECK(errorOf("bfv N=8192 N=8192 t=65537 logq=55") ==
        "bfv: 'N' is given twice");
  CHECK(errorOf("bfv N 8192") ==
        "bfv: expected parameters such as 'N=8192', but found 'N'");
  CHECK(errorOf("bfv N=8192 t=65537 logq=20") ==
        "bfv: these parameters leave no room for noise: a fresh value has 18.3 "
        "bits, and the limit is 3.0");
  CHECK_THAT(errorOf("bfv N=8192 t=65537 logq=55 reduced=60"),
             Catch::Contains("must be within the limit"));
  CHECK_THAT(errorOf("bgv N=8192 t=65537 logq=5000,5000"),
             Catch::Contains("must be below 6553.6"));
  CHECK_THAT(errorOf("bgv N=8192 t=65537 logq=55 unit=1/3"),
             Catch::Contains("a unit of noise is 1, 1/10 or 1/16"));
  CHECK(errorOf("ckks N=8192") == "ckks: 'logq' is missing, or 'levels'");
  CHECK(errorOf("ckks logq=60") ==
        "ckks: 'logq' with one number leaves no level for a product");
  CHECK(errorOf("ckks levels=2 bootstrap=3") ==
        "ckks: bootstrap=3 needs more levels than there are, 2");
  CHECK(errorOf("tfhe p=4 n=742 N=2048 lwe=-17.11 glwe=-51.6 pbs=23 ks=3,5") ==
        "tfhe: 'pbs=23' must have 2 numbers, with a comma between them");
  CHECK_THAT(errorOf("tfhe p=8 n=742 N=2048 lwe=-17.11 glwe=-51.6 pbs=23,1 "
                     "ks=3,5"),
             Catch::Contains("leave no room for noise"));
  CHECK_THAT(errorOf("tfhe p=4 n=742 N=2048 lwe=-17.1 glwe=-51.595 pbs=23,1 "
                     "ks=3,5"),
             Catch::Contains("with variance=average values count as "
                             "independent"));
}
