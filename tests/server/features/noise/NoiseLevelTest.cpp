//===- NoiseLevelTest.cpp - How bad the noise is --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/NoiseLevel.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static NoiseInfo info(NoiseBound Bound) {
  NoiseInfo Info;
  Info.Bound = Bound;
  Info.Limit = 26;
  return Info;
}
static NoiseInfo bits(uint32_t Number) {
  return info(NoiseBound::bits(Number));
}
static NoiseInfo unreliable(NoiseInfo Info) {
  Info.IsUnreliable = true;
  return Info;
}
static NoiseInfo assumed(NoiseInfo Info) {
  Info.IsAssumed = true;
  return Info;
}

TEST_CASE("NoiseLevel: from good to bad", "[noise-level]") {
  auto level = [](const NoiseInfo &Info) { return getNoiseLevel(Info, 2); };
  CHECK(level(bits(23)) == NoiseLevel::Safe);
  CHECK(level(bits(24)) == NoiseLevel::NearLimit);
  CHECK(level(bits(26)) == NoiseLevel::NearLimit);
  CHECK(level(bits(27)) == NoiseLevel::OverLimit);
  CHECK(getNoiseLevel(bits(26), 0) == NoiseLevel::NearLimit);
  CHECK(getNoiseLevel(bits(25), 0) == NoiseLevel::Safe);
  CHECK(level(info(NoiseBound::moreThanCap())) == NoiseLevel::OverLimit);
  CHECK(level(info(NoiseBound::unbounded())) == NoiseLevel::OverLimit);
  CHECK(level(info(NoiseBound::unknown())) == NoiseLevel::Unknown);
  CHECK(level(info(NoiseBound::unreachable())) == NoiseLevel::Safe);
  // A small number does not make good what rests on something broken.
  CHECK(level(unreliable(bits(12))) == NoiseLevel::Unreliable);
  CHECK(level(unreliable(bits(25))) == NoiseLevel::Unreliable);
  CHECK(level(unreliable(bits(27))) == NoiseLevel::OverLimit);
  CHECK(level(assumed(bits(12))) == NoiseLevel::Safe);
  CHECK(NoiseLevel::Safe < NoiseLevel::NearLimit);
  CHECK(NoiseLevel::NearLimit < NoiseLevel::Unreliable);
  CHECK(NoiseLevel::Unreliable < NoiseLevel::Unknown);
  CHECK(NoiseLevel::Unknown < NoiseLevel::OverLimit);
}

TEST_CASE("NoiseLevel: in a few characters", "[noise-level]") {
  CHECK(describeNoiseShortly(bits(24)) == "24/26");
  CHECK(describeNoiseShortly(bits(48)) == "48/26");
  CHECK(describeNoiseShortly(info(NoiseBound::moreThanCap())) == ">65,536/26");
  CHECK(describeNoiseShortly(info(NoiseBound::unbounded())) == "unbounded");
  CHECK(describeNoiseShortly(info(NoiseBound::unknown())) == "unknown");
  CHECK(describeNoiseShortly(info(NoiseBound::unreachable())) == "");
  // What it rests on is told elsewhere.
  CHECK(describeNoiseShortly(unreliable(bits(24))) == "24/26");
  CHECK(describeNoiseShortly(assumed(bits(24))) == "24/26");
}

TEST_CASE("NoiseLevel: in words", "[noise-level]") {
  CHECK(describeNoiseInWords(bits(24)) == "24 bits, limit 26");
  CHECK(describeNoiseInWords(bits(1)) == "1 bit, limit 26");
  CHECK(describeNoiseInWords(info(NoiseBound::moreThanCap())) ==
        "more than 65,536 bits, limit 26");
  CHECK(describeNoiseInWords(info(NoiseBound::unbounded())) ==
        "unbounded, limit 26");
  CHECK(describeNoiseInWords(info(NoiseBound::unknown())) == "unknown");
  CHECK(describeNoiseInWords(info(NoiseBound::unreachable())) == "");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// The noise of a function, by its name, and the snapshot that it points into.
struct Told {
  std::shared_ptr<const Snapshot> State;
  const Section *Data = nullptr;
  FunctionNoise Noise;

  std::string nameOf(const std::optional<NoiseInfo> &Info) const {
    return Info ? Data->nameOf(Info->Value) : "";
  }
};
} // namespace

static Told noiseOf(std::shared_ptr<const Snapshot> State,
                    const std::string &Name) {
  for (const Snapshot::Part &Part : State->parts())
    for (const PlacedSection &Section : Part.Sections)
      for (const Section::Symbol &Symbol : Section.Data->symbols())
        if (Symbol.Name == Name)
          return {State, Section.Data.get(),
                  getFunctionNoise({Section, Symbol.Operation}, 2)};
  FAIL("no symbol " << Name);
  return {};
}
static Told noiseOf(const std::string &Contents, const std::string &Name) {
  return noiseOf(snapshotOf(Contents), Name);
}

static const char Power[] = R"(
func.func @power(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %p1 = noisy.mul %a, %a : !noisy.i32
  %p2 = noisy.mul %p1, %p1 : !noisy.i32
  %p3 = noisy.mul %p2, %p2 : !noisy.i32
  %z = noisy.reduce_noise %p3 : !noisy.i32
  %result = noisy.decode %z : !noisy.i32 -> i5
  return %result : i5
}
)";

TEST_CASE("NoiseLevel: of a function, the worst and where that begins",
          "[noise-level]") {
  Told Over = noiseOf(Power, "power");
  CHECK(Over.Noise.Level == NoiseLevel::OverLimit);
  CHECK(Over.nameOf(Over.Noise.Worst) == "%p3");
  CHECK(Over.nameOf(Over.Noise.Origin) == "%p2");
  CHECK(Over.Noise.Reductions == 1);
  CHECK(Over.Noise.NotAnalysed == 0);
  CHECK_FALSE(Over.Noise.IsAssumed);
  CHECK_FALSE(Over.Noise.IsStale);
  CHECK(Over.Noise.hasNoise());

  Told Fine = noiseOf(R"(
    func.func @f(%a: !noisy.i32) {
      %b = noisy.add %a, %a : !noisy.i32
      %c = noisy.add %a, %a : !noisy.i32
      return
    })",
                      "f");
  CHECK(Fine.Noise.Level == NoiseLevel::Safe);
  CHECK(Fine.nameOf(Fine.Noise.Worst) == "%b");
  CHECK_FALSE(Fine.Noise.Origin);
  CHECK(Fine.Noise.IsAssumed);

  Told None = noiseOf("func.func @f(%a: i32) { return }", "f");
  CHECK_FALSE(None.Noise.hasNoise());
}

TEST_CASE("NoiseLevel: what is over the limit because of others is not where "
          "it begins",
          "[noise-level]") {
  Told F = noiseOf(R"(
    func.func private @f(%a: !noisy.i32) -> !noisy.i32 {
      %b = noisy.add %a, %a : !noisy.i32
      return %b : !noisy.i32
    }
    func.func @g(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %b = noisy.mul %a, %a : !noisy.i32
      %c = noisy.mul %b, %b : !noisy.i32
      call @f(%c) : (!noisy.i32) -> !noisy.i32
      return
    })",
                   "f");
  CHECK(F.Noise.Level == NoiseLevel::OverLimit);
  CHECK(F.nameOf(F.Noise.Worst) == "%b");
  CHECK_FALSE(F.Noise.Origin);
}

TEST_CASE("NoiseLevel: of a function inside of others, only its own",
          "[noise-level]") {
  // Two blocks of an operation that is no function; their arguments are not
  // those of the function between them.
  std::string Nested = R"(
    "test.outer"() ({
    ^bb0(%p: !noisy.i32):
      func.func private @inner(%q: !noisy.i32) {
        %b = noisy.add %q, %q : !noisy.i32
        return
      }
      "test.next"()[^bb1] : () -> ()
    ^bb1(%r: !noisy.i32, %s: !noisy.i32):
      %t = noisy.mul %r, %s : !noisy.i32
      %u = noisy.mul %t, %t : !noisy.i32
      "test.end"() : () -> ()
    }) : () -> ()
    )";
  auto State = snapshotOf(Nested);
  Told Inner = noiseOf(State, "inner");
  size_t NoiseCount = 0;
  for (const Snapshot::Part &Part : State->parts())
    for (const PlacedSection &Section : Part.Sections)
      if (Section.Facts)
        NoiseCount += Section.Facts->Noise.size();
  REQUIRE(NoiseCount >= 7);
  CHECK(Inner.nameOf(Inner.Noise.Worst) == "%b");
  CHECK(Inner.Noise.Level == NoiseLevel::Safe);
}

TEST_CASE("NoiseLevel: what is not known is not safe", "[noise-level]") {
  // In memory it is not followed.
  Told Memory = noiseOf(R"(
    func.func @f(%m: memref<4x!noisy.i32>, %x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      return
    })",
                        "f");
  CHECK(Memory.Noise.NotAnalysed == 1);
  CHECK(Memory.Noise.Level == NoiseLevel::Unknown);
  CHECK(Memory.nameOf(Memory.Noise.Worst) == "%a");

  Told Unknown = noiseOf(R"(
    func.func private @g() -> !noisy.i32
    func.func @f() {
      %a = call @g() : () -> !noisy.i32
      %b = noisy.add %a, %a : !noisy.i32
      return
    })",
                         "f");
  CHECK(Unknown.Noise.Level == NoiseLevel::Unknown);
  CHECK(Unknown.nameOf(Unknown.Noise.Origin) == "%a");

  // Nothing was analysed at all.
  std::shared_ptr<const Snapshot> Large;
  onLargeStack([&] {
    SnapshotBuilder Builder(allDialects(), TestUri);
    Large = Builder.build(Text(Power), 1, OffsetMap(), Effort::WithoutNoise,
                          nullptr);
  });
  Told Missing = noiseOf(Large, "power");
  CHECK_FALSE(Missing.Noise.Worst);
  CHECK(Missing.Noise.NotAnalysed == 5);
  CHECK(Missing.Noise.Level == NoiseLevel::Unknown);
  CHECK(Missing.Noise.hasNoise());
}

TEST_CASE("NoiseLevel: what is stale says so and why", "[noise-level]") {
  auto placeOf = [](const Snapshot &State, const std::string &Name) {
    for (const Snapshot::Part &Part : State.parts())
      for (const PlacedSection &Section : Part.Sections)
        for (const Section::Symbol &Symbol : Section.Data->symbols())
          if (Symbol.Name == Name)
            return &Section;
    FAIL("no symbol " << Name);
    return static_cast<const PlacedSection *>(nullptr);
  };
  std::string Two = std::string(Power) + R"(
func.func @caller(%x: i5) -> i5 {
  %r = call @power(%x) : (i5) -> i5
  %a = noisy.encode %r : i5 -> !noisy.i32
  return %r : i5
}
)";
  auto Good = snapshotOf(Two);
  for (const char *Name : {"power", "caller"}) {
    CHECK_FALSE(isNoiseStale(*placeOf(*Good, Name)));
    CHECK(explainStaleNoise(*placeOf(*Good, Name)) == "");
  }

  auto Broken = snapshotAfter({Two, replaceOnce(Two, "func.func", "define")});
  CHECK(noiseOf(Broken, "power").Noise.IsStale);
  CHECK(explainStaleNoise(*placeOf(*Broken, "power")).find("does not parse;") !=
        std::string::npos);
  CHECK(noiseOf(Broken, "caller").Noise.IsStale);
  CHECK(explainStaleNoise(*placeOf(*Broken, "caller"))
            .find("depends on a part") != std::string::npos);

  // The bound belongs on something encrypted.
  auto Unverified = snapshotAfter(
      {Two, replaceOnce(Two, "%x: i5)", "%x: i5 {noisy.bound = 12 : i64})")});
  CHECK(noiseOf(Unverified, "power").Noise.IsStale);
  CHECK(explainStaleNoise(*placeOf(*Unverified, "power"))
            .find("does not verify") != std::string::npos);
}

TEST_CASE("NoiseLevel: the problems that reductions can fix", "[noise-level]") {
  for (const char *Code :
       {"noise-overflow", "noise-unbounded", "noise-contract"})
    CHECK(isReducible(Code));
  for (const char *Code : {"", "noise-unknown"})
    CHECK_FALSE(isReducible(Code));
}

TEST_CASE("NoiseLevel: in fractions of a bit", "[noise-level]") {
  NoiseInfo Info = info(NoiseBound::bits(448));
  Info.Limit = 2029;
  Info.Unit = 10;
  CHECK(describeNoiseShortly(Info) == "44.8/202.9");
  CHECK(describeNoiseInWords(Info) == "44.8 bits, limit 202.9");
  CHECK(getNoiseLevel(Info, 2) == NoiseLevel::Safe);
  CHECK(getNoiseLevel(Info, 158) == NoiseLevel::Safe);
  CHECK(getNoiseLevel(Info, 159) == NoiseLevel::NearLimit);
  // 2 bits left, and a little more.
  Info.Bound = NoiseBound::bits(2009);
  CHECK(getNoiseLevel(Info, 2) == NoiseLevel::NearLimit);
  Info.Bound = NoiseBound::bits(2008);
  CHECK(getNoiseLevel(Info, 2) == NoiseLevel::Safe);
  Info.Bound = NoiseBound::bits(2030);
  CHECK(describeNoiseQuietly(Info) == "203/202.9 !");
  CHECK(getNoiseLevel(Info, 2) == NoiseLevel::OverLimit);
  Info.Bound = NoiseBound::moreThanCap();
  CHECK(describeNoiseShortly(Info) == ">6,553.6/202.9");
  Info.Bound = NoiseBound::bits(10);
  CHECK(describeNoiseInWords(Info) == "1 bit, limit 202.9");
}
