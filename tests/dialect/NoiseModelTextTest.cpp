//===- NoiseModelTextTest.cpp - Noise models as text ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseModel.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The model as it is printed, or what is wrong with it.
static std::string readAttribute(const std::string &fields) {
  Program program("module attributes {noisy.model = #noisy.model<" + fields +
                  ">} {}");
  if (!program.isParsed())
    return program.diagnostics();
  return NoiseModel::get(program.module()).str(" ");
}

static NoiseModel read(const std::string &text) {
  std::string error;
  std::optional<NoiseModel> model = NoiseModel::parse(text, error);
  CAPTURE(text);
  INFO(error);
  REQUIRE(model);
  return *model;
}

static std::string errorOf(const std::string &text) {
  std::string error;
  CAPTURE(text);
  CHECK_FALSE(NoiseModel::parse(text, error));
  return error;
}

static const std::string numbers = "initial=12,max=200,";

//===----------------------------------------------------------------------===//
// What can be written
//===----------------------------------------------------------------------===//

TEST_CASE("a transfer function is a maximum of terms") {
  for (std::string field :
       {"mul = max(lhs + rhs, lhs + 20, rhs + 20) + 2", "add = lhs + rhs + 7",
        "mul = max(lhs + lhs, rhs + rhs)", "sub = max(lhs, rhs, 30)",
        "mul = max(20)", "mul = max(lhs + rhs - 3, lhs + 20, rhs + 20)",
        "scale = max(x + factor, 30)", "scale = x + factor + factor",
        "mul = max(lhs + 20.5, rhs + 1.2, 31)"}) {
    bool isShort = field == "add = lhs + rhs + 7";
    std::string model = "initial = 12, max = 200, ";
    CAPTURE(field);
    CHECK(readAttribute(model + field) ==
          model + (isShort ? "add = sum + 7" : field));
    CHECK(read(model + field).str(" ") ==
          model + (isShort ? "add = sum + 7" : field));
    CHECK(read(read(model + field).str()) == read(model + field));
  }
  CHECK(
      readAttribute("initial = 12, max = 200, mul = max(lhs, rhs) + 32 - 2") ==
      "initial = 12, max = 200, mul = max + 30");
}

TEST_CASE("all numbers can have fractions of a bit") {
  CHECK(readAttribute("initial = 12.8, max = 202.9, mul = max + 32.1") ==
        "initial = 12.8, max = 202.9, mul = max + 32.1");
  NoiseModel model = read("initial=12.8,max=202.9,mul=max+32.1");
  CHECK(model.unit == 10);
  CHECK(model.initial == 128);
  CHECK(model.max == 2029);
  CHECK(model.mul == NoiseTransfer::max(321));
  // One bit, as usual.
  CHECK(model.add == NoiseTransfer::max(10));
  CHECK(model.scale == NoiseTransfer::sum(0));

  // What is no multiple goes to the safe side.
  model = read("initial=12.79,max=202.99,mul=max+32.01");
  CHECK(model.unit == 16);
  CHECK(model.initial == 205);
  CHECK(model.max == 3247);
  CHECK(model.mul == NoiseTransfer::max(513));
  CHECK(model.str() == "initial=12.8125,max=202.9375,mul=max+32.0625");
  CHECK(read("initial=12.8,max=26.9,unit=1").str() == "initial=13,max=26");
  CHECK(read("initial=12,max=26,unit=1/16").str() ==
        "initial=12,max=26,unit=1/16");
  CHECK(read("initial=12.5,max=26,unit=1/16").str() ==
        "initial=12.5,max=26,unit=1/16");
  CHECK(read("initial=12.5,max=26").unit == 10);
  CHECK(read("initial=12,max=26").unit == 1);
  CHECK(readAttribute("initial = 12, max = 26.5, unit = 1/64") ==
        "initial = 12, max = 26.5, unit = 1/64");
}

TEST_CASE("a reduction can leave other noise than a fresh value has") {
  CHECK(readAttribute("max = 200, reduced = 30, initial = 12") ==
        "initial = 12, reduced = 30, max = 200");
  CHECK(read("initial=12,reduced=30,max=200").getReduced() == 30);
  CHECK(read("initial=12,reduced=12,max=200") == read("initial=12,max=200"));
  CHECK(read("initial=12,max=200").getReduced() == 12);
  CHECK(read("initial=12,reduced=5,max=200").getLeast() == 5);
  CHECK(read("initial=12,max=200,mul=max(4)").getLeast() == 4);
}

TEST_CASE("levels have a short form") {
  CHECK(readAttribute("levels = 9, bootstrap = 2") ==
        "levels = 9, bootstrap = 2");
  NoiseModel model = read("levels=9,bootstrap=2");
  CHECK(model ==
        read("initial=1,reduced=3,max=10,add=max,sub=max,mul=max+1,scale=max+"
             "1"));
  CHECK(model.str() == "levels=9,bootstrap=2");
  CHECK(read("levels=9").str() == "levels=9");
  CHECK(read("levels=9").getReduced() == 1);
  CHECK(read("levels=9,bootstrap=0") == read("levels=9"));
  CHECK(read("levels=9,scale=max").str() ==
        "initial=1,max=10,add=max,sub=max,mul=max+1,scale=max");
  CHECK(errorOf("levels=9,mul=max+0.5") ==
        "a model in 'levels' counts whole levels; one with fractions needs "
        "'initial' and 'max'");
  // A constant that is never the maximum is left out.
  CHECK(read("initial=12,max=26,mul=max(lhs+rhs,1)-2").str() ==
        "initial=12,max=26,mul=lhs+rhs-2");
  CHECK(errorOf("levels=0") ==
        "levels = 0 is not possible; it must lie between 1 and 65534");
  CHECK(errorOf("levels=2,bootstrap=3") ==
        "a bootstrap of 3 levels needs more than there are, levels = 2");
  CHECK_THAT(readAttribute("levels = 2.5"),
             Catch::Contains("'levels' must be a whole number"));
  CHECK_THAT(readAttribute("levels = 2, max = 3"),
             Catch::Contains("a model in 'levels' has no 'initial', 'max'"));
  CHECK_THAT(readAttribute("initial = 1, max = 3, bootstrap = 1"),
             Catch::Contains("write 'reduced = N'"));
}

TEST_CASE("what is written otherwise is refused where it stands") {
  auto readMul = [](const std::string &transfer) {
    return readAttribute("initial = 12, max = 200, mul = " + transfer);
  };
  CHECK(readMul("max(lhs + x)") ==
        "1: error: 'x' is no operand of 'mul'; these are 'lhs' and 'rhs'");
  CHECK(readMul("max(y)") ==
        "1: error: 'y' is no operand of 'mul'; these are 'lhs' and 'rhs'");
  CHECK(readMul("max(lhs rhs)") ==
        "1: error: expected ')' after the terms of 'mul', as in 'max(lhs + "
        "rhs, 20) + 1'");
  CHECK(readMul("lhs + lhs + lhs + rhs") ==
        "1: error: 'lhs' is added more than twice");
  CHECK(readMul("max(lhs, rhs) + 10001") ==
        "1: error: 'mul' adds 10001 bits; at most 10000 are possible");
  CHECK(readMul("max(1, 2, 3, 4, 5, 6, 7, 8, 9)") ==
        "1: error: 'mul' is the maximum of 9 terms; at most 8 are possible");
  CHECK(readAttribute("initial = 12, max = 200, scale = lhs + 1") ==
        "1: error: expected 'max' or 'sum' after 'scale =', and the bits that "
        "are added, as in 'max + 32'");
  CHECK_THAT(readAttribute("initial = 12.0000001, max = 200"),
             Catch::Contains("nor have more than six decimals"));
  CHECK_THAT(readAttribute("initial = 12, max = 200, unit = 1/3"),
             Catch::Contains("expected a unit of noise such as 1, 1/10"));
  CHECK_THAT(readAttribute("initial = 12, max = 200, unit = 2"),
             Catch::Contains("expected a unit of noise such as 1, 1/10"));
  CHECK_THAT(readAttribute("initial = 12, max = 5000.5"),
             Catch::Contains("the limit, max = 5000.5, must be below 6553.6") ||
                 Catch::Contains("max = 5000.5"));
  CHECK(errorOf("initial=12,max=5000.55") ==
        "the limit, max = 5000.5, must be below 4096, the largest number of "
        "bits in parts of 1/16");
}

//===----------------------------------------------------------------------===//
// What the proofs need
//===----------------------------------------------------------------------===//

TEST_CASE("a model that could lower noise is refused, with the reason") {
  CHECK(errorOf(numbers + "mul=max-1") ==
        "'mul = max(lhs - 1, rhs - 1)' can lower noise: no term is at least "
        "'lhs' for every noise from 12 on; only a reduction lowers noise, or "
        "an operation that sets it, such as 'max(12)'");
  CHECK_THAT(errorOf(numbers + "mul=lhs+3"),
             Catch::Contains("no term is at least 'rhs'"));
  CHECK_THAT(errorOf(numbers + "mul=lhs+rhs-13"),
             Catch::Contains("can lower noise"));
  CHECK_THAT(errorOf(numbers + "scale=x+factor-1"),
             Catch::Contains("no term is at least 'x'"));
  // The least noise counts, which may be that of a reduced value.
  CHECK_THAT(errorOf("initial=12,reduced=5,max=200,mul=lhs+rhs-6"),
             Catch::Contains("for every noise from 5 on"));
  read("initial=12,reduced=7,max=200,mul=lhs+rhs-6");
  CHECK(errorOf(numbers + "mul=max(201)") ==
        "'mul = max(201)' sets noise to 201; it must be at least 1 bit, and "
        "within the limit, max = 200");
  CHECK(errorOf("initial=12,reduced=201,max=200") ==
        "the noise of a reduced value, reduced = 201, must be within the "
        "limit, max = 200");
  CHECK(errorOf("initial=12,reduced=0,max=200") ==
        "the noise of a reduced value, reduced = 0, must be at least 1 bit");
}

TEST_CASE("a model that adds to much noise only is refused") {
  CHECK(errorOf(numbers + "mul=max(lhs,rhs,lhs+rhs-100)") ==
        "'mul = max(lhs + rhs - 100, lhs, rhs)' adds to 'lhs' only above the "
        "least noise, 12; add a term that always does, such as 'lhs + 1'");
  CHECK_THAT(errorOf(numbers + "scale=max(x,x+x-50)"),
             Catch::Contains("adds to 'x' only above the least noise"));
  read(numbers + "mul=max(lhs+1,rhs+1,lhs+rhs-100)");
  // To one operand it adds, and passes the other on.
  read(numbers + "mul=max(lhs+5,rhs)");
  CHECK_THAT(readAttribute("initial = 12, max = 200, mul = max - 1"),
             Catch::StartsWith("1: error: not a noise model: 'mul = "));
}

/// The noise of a result for that of two operands.
static uint32_t apply(const NoiseModel &model, unsigned transfer, uint32_t lhs,
                      uint32_t rhs) {
  NoiseTransfer function = model.*kModelTransfers[transfer].second;
  NoiseBound bound =
      isUnary(kModelTransfers[transfer].second)
          ? function.applyUnary(NoiseBound::bits(lhs), rhs)
          : function.apply(NoiseBound::bits(lhs), NoiseBound::bits(rhs));
  return bound.getBits();
}

TEST_CASE("valid models are monotone, never lower noise but by resets, and "
          "grow from the first bit on or never",
          "[random]") {
  std::mt19937 random(randomSeed(3));
  for (unsigned i = 0; i < 300; ++i) {
    NoiseModel model = makeModel(random);
    std::string text = model.str();
    CAPTURE(text);
    REQUIRE(read(text) == model);
    REQUIRE(read(model.str(" ")) == model);
    const uint32_t least = model.getLeast();
    for (unsigned transfer = 0; transfer < 4; ++transfer) {
      auto [name, member] = kModelTransfers[transfer];
      bool isReset = (model.*member).getReset().has_value();
      bool unary = isUnary(member);
      CAPTURE(name, isReset);
      // On a line through the least noise of the other operand.
      for (bool isSecond : {false, true}) {
        if (isSecond && unary)
          continue;
        auto at = [&](uint32_t noise) {
          uint32_t other = unary ? 0 : least;
          return isSecond ? apply(model, transfer, other, noise)
                          : apply(model, transfer, noise, other);
        };
        uint32_t probe = at(least) + 1;
        bool grows = at(probe) > probe;
        for (unsigned step = 0; step < 20; ++step) {
          uint32_t noise = least + random() % (2 * model.max);
          REQUIRE(at(noise) <= at(noise + 1));
          if (isReset)
            continue;
          REQUIRE(at(noise) >= noise);
          if (grows)
            REQUIRE(at(noise) > noise);
          else
            REQUIRE(at(noise) == std::max(noise, at(least)));
        }
      }
    }
  }
}
