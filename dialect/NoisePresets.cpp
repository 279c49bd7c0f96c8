//===- NoisePresets.cpp - Noise models of real schemes --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// [KPZ21] A. Kim, Y. Polyakov, V. Zucca: Revisiting Homomorphic Encryption
//         Schemes for Finite Fields. ASIACRYPT 2021, eprint 2021/204.
// [HPS19] S. Halevi, Y. Polyakov, V. Shoup: An Improved RNS Variant of the BFV
//         Homomorphic Encryption Scheme. CT-RSA 2019, eprint 2018/117.
// [CKKS17] J. Cheon, A. Kim, M. Kim, Y. Song: Homomorphic Encryption for
//         Arithmetic of Approximate Numbers. ASIACRYPT 2017, eprint 2016/421.
// [CGGI20] I. Chillotti, N. Gama, M. Georgieva, M. Izabachene: TFHE: Fast Fully
//         Homomorphic Encryption over the Torus. J. Cryptology 33, eprint
//         2018/421.
// [BBBCLOT22] L. Bergerat et al.: Parameter Optimization and Larger Precision
//         for (T)FHE. J. Cryptology 36, eprint 2022/704.
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisePresets.h"
#include "dialect/units/ModulusChain.h"
#include "dialect/units/NoiseUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir::noisy;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

namespace {

/// A maker of one preset: reads parameters, and keeps the first error.
class Preset {
public:
  explicit Preset(StringRef scheme) : scheme(scheme) {}

  void read(StringRef text);
  void make();

  NoisePreset result;
  std::string error;

private:
  /// The numbers of a parameter; empty, and an error, if there are other than
  /// `count` (0: at least one), or one is not in [least, most].
  std::vector<double> numbers(StringRef name, size_t count, double least,
                              double most);
  /// The same for one number; `usual` if it is not given, which must be if
  /// there is no such number.
  double number(StringRef name, double least, double most,
                std::optional<double> usual = std::nullopt);
  double whole(StringRef name, double least, double most,
               std::optional<double> usual = std::nullopt);
  bool isWorst();
  void readUnit();
  void checkNames();
  void fail(const llvm::Twine &message) {
    if (error.empty())
      error = (scheme + ": " + message).str();
  }

  void comment(const llvm::Twine &text) {
    result.comments.push_back(text.str());
  }
  uint32_t up(double bits) const;
  uint32_t down(double bits) const;
  std::string bits(double number) const;
  void setLimits(double fresh, double limit);

  void makeBfv() { makeExact(/*isBfv=*/true); }
  void makeBgv() { makeExact(/*isBfv=*/false); }
  void makeExact(bool isBfv);
  void makeCkks();
  void makeTfhe();

  StringRef scheme;
  /// What is given, and whether it was asked for.
  llvm::StringMap<std::pair<StringRef, bool>> given;
  unsigned unit = 10;
};

} // namespace

static constexpr const char *kSchemes[] = {"bfv", "bgv", "ckks", "tfhe"};

static std::string decimal(double number, const char *form = "%.6g") {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(form, number);
  return text;
}

void Preset::read(StringRef text) {
  llvm::SmallVector<StringRef> fields;
  llvm::SplitString(text, fields);
  for (StringRef field : fields) {
    auto [name, value] = field.split('=');
    if (name.empty() || value.empty())
      return fail("expected parameters such as 'N=8192', but found '" + field +
                  "'");
    if (!given.try_emplace(name, value, false).second)
      return fail("'" + name + "' is given twice");
  }
}

std::vector<double> Preset::numbers(StringRef name, size_t count, double least,
                                    double most) {
  auto entry = given.find(name);
  if (entry == given.end()) {
    fail("'" + name + "' is missing");
    return {};
  }
  entry->second.second = true;
  StringRef value = entry->second.first;
  llvm::SmallVector<StringRef> parts;
  value.split(parts, ',');
  std::vector<double> result;
  for (StringRef part : parts) {
    double number = 0;
    if (part.getAsDouble(number) || !(number >= least && number <= most)) {
      fail("'" + name + "=" + value + "' is not possible; '" + part +
           "' must be a number between " + decimal(least) + " and " +
           decimal(most));
      return {};
    }
    result.push_back(number);
  }
  if (count == 0 || result.size() == count)
    return result;
  fail("'" + name + "=" + value + "' must have " + llvm::Twine(count) +
       (count == 1 ? " number" : " numbers, with a comma between them"));
  return {};
}

double Preset::number(StringRef name, double least, double most,
                      std::optional<double> usual) {
  if (usual && !given.contains(name))
    return *usual;
  std::vector<double> all = numbers(name, 1, least, most);
  return all.empty() ? least : all.front();
}

double Preset::whole(StringRef name, double least, double most,
                     std::optional<double> usual) {
  double result = number(name, least, most, usual);
  if (result != std::floor(result))
    fail("'" + name + "' must be a whole number");
  return result;
}

bool Preset::isWorst() {
  auto entry = given.find("variance");
  if (entry == given.end())
    return true;
  entry->second.second = true;
  if (entry->second.first != "worst" && entry->second.first != "average")
    fail("'variance=" + entry->second.first +
         "' is not possible; it is 'worst' or 'average'");
  return entry->second.first != "average";
}

void Preset::readUnit() {
  auto entry = given.find("unit");
  if (entry == given.end())
    return;
  entry->second.second = true;
  StringRef text = entry->second.first;
  uint64_t parts = 1;
  if (text != "1" && (!text.consume_front("1/") ||
                      text.getAsInteger(10, parts) || !isNoiseUnit(parts)))
    fail("'unit=" + entry->second.first +
         "' is not possible; a unit of noise is 1, 1/10 or 1/16, or another "
         "part of a bit that decimals can have, down to 1/" +
         llvm::Twine(kMostUnits));
  unit = static_cast<unsigned>(parts);
}

void Preset::checkNames() {
  std::vector<StringRef> unknown;
  for (const auto &entry : given)
    if (!entry.second.second)
      unknown.push_back(entry.getKey());
  llvm::sort(unknown);
  if (!unknown.empty())
    fail("there is no parameter '" + unknown.front() + "'");
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The error of the formulas in floating point is far below this.
static constexpr double kMargin = 1e-7;

uint32_t Preset::up(double bits) const {
  return static_cast<uint32_t>(
      std::clamp(std::ceil(bits * unit + kMargin), 1.0, 1e9));
}

uint32_t Preset::down(double bits) const {
  return static_cast<uint32_t>(
      std::clamp(std::floor(bits * unit - kMargin), 0.0, 1e9));
}

std::string Preset::bits(double number) const {
  return decimal(number, "%.3f");
}

void Preset::setLimits(double fresh, double limit) {
  NoiseModel &model = result.model;
  model.unit = unit;
  model.initial = up(fresh);
  model.max = down(limit);
  // One bit more, whatever the unit.
  model.add = model.sub = NoiseTransfer::max(unit);
  if (limit < fresh)
    fail("these parameters leave no room for noise: a fresh value has " +
         decimal(fresh, "%.1f") + " bits, and the limit is " +
         decimal(limit, "%.1f"));
}

//===----------------------------------------------------------------------===//
// BFV and BGV
//===----------------------------------------------------------------------===//

/// Parameters: N, the ring dimension; t, the plain modulus; logq, log2 of the
/// prime factors of the ciphertext modulus Q; variance, `worst` or `average`;
/// sigma, the standard deviation of errors, 3.2; dnum, the primes in a digit of
/// key switching, 1; reduced, the noise after bootstrapping in bits, else that
/// of a fresh value.
///
/// The noise of a value is v, with m + (Q / t)^-1 v (BFV) or m + t v (BGV)
/// encrypted. Encryption is with the public key, and the secret key is ternary,
/// so that Bk = 1. Sums have v0 + v1 + 1, so the model counts w = v + 1, in
/// log2: then they have w0 + w1 at most, which is one bit more than the larger
/// one, and multiples by k have k w. A product is relinearized at once.
///
/// d is the expansion factor of the ring: N, or 2 sqrt(N) on average [HPS19],
/// by experiment. Errors of roundings are twice as large on average, where the
/// usual factor is known to be too small.
void Preset::makeExact(bool isBfv) {
  const double n = whole("N", 16, 1 << 20);
  const double t = whole("t", 2, std::exp2(60));
  std::vector<double> logq = numbers("logq", 0, 1, 10000);
  const bool worst = isWorst();
  const double sigma = number("sigma", 0.1, 1e6, 3.2);
  const double dnum = whole("dnum", 1, 1000, 1);
  const double reduced = number("reduced", 0, 10000, 0);
  readUnit();
  checkNames();
  if (std::log2(n) != std::floor(std::log2(n)))
    fail("'N=" + decimal(n, "%.0f") + "' must be a power of 2");
  if (!error.empty())
    return;
  double logQ = 0;
  for (double part : logq)
    logQ += part;
  const double d = worst ? n : 2 * std::sqrt(n);
  const double rounding = worst ? n : 4 * std::sqrt(n);
  const double boundError = 6 * sigma, boundKey = 1;

  // [KPZ21], 3.1 and 3.2: u e + e1 s + e0.
  const double fresh = std::log2(boundError * (1 + 2 * d * boundKey) + 1);
  // m + v can be rounded to m as long as v is below Q / (2 t).
  const double limit = logQ - std::log2(t) - 1;
  // [KPZ21], B.1.3: hybrid key switching, with the rounding behind it.
  const double digits = std::ceil(double(logq.size()) / dnum) + 1;
  const double relinearized =
      digits * d * boundError / 2 + (1 + rounding * boundKey) / 2;
  const double least =
      std::exp2(reduced > 0 ? std::min(fresh, reduced) : fresh);

  setLimits(fresh, limit);
  NoiseModel &model = result.model;
  result.keySwitch = up(std::log2(relinearized));
  double added;
  if (isBfv) {
    // [KPZ21], 3.2, with v0, v1 < Q / (2 t) in the first product:
    // v0 v1 d t / Q + (v0 + v1) (d t / 2) (4 + d Bk)
    //   + (1 + d Bk + d^2 Bk^2) / 2.
    double larger = d / 2 + d * t * (4 + rounding * boundKey);
    double rest = (1 + rounding * boundKey + d * rounding) / 2;
    added = std::log2(larger + (rest + relinearized + 1) / least);
    model.mul = NoiseTransfer::max(up(added));
  } else {
    // [KPZ21], 3.1: (d t / 2) (2 v0 v1 + v0 + v1 + 1).
    added = std::log2(d * t / 2 * (2 + 2 / least + 1 / (least * least)) +
                      (relinearized + 1) / (least * least));
    model.mul = NoiseTransfer::sum(up(added));
  }
  if (reduced > 0 && up(reduced) != model.initial)
    model.reduced = up(reduced);
  ModulusChain chain;
  chain.dropped.resize(logq.size());
  double dropped = 0;
  for (size_t level = logq.size(); level-- > 0; dropped += logq[level])
    chain.dropped[level] = dropped == 0 ? 0 : up(dropped);
  // [KPZ21], 3.1: (1 + d Bk) / 2. In BFV the message is rounded, too.
  if (!isBfv)
    chain.rounding = up(std::log2((1 + rounding * boundKey) / 2 + 1));
  model.chain = ModulusChain::keep(std::move(chain));
  if (reduced > limit)
    fail("the noise after bootstrapping, reduced=" + decimal(reduced) +
         ", must be within the limit, " + decimal(limit, "%.1f"));

  comment(llvm::Twine(isBfv ? "BFV" : "BGV") + ", N = " + decimal(n, "%.0f") +
          ", t = " + decimal(t, "%.0f") + ", log2 Q = " + decimal(logQ) + ", " +
          (worst ? "worst case: d = N" : "average case: d = 2 sqrt(N)") +
          "; sigma = " + decimal(sigma) + ", ternary keys");
  comment("formulas: Kim, Polyakov, Zucca 2021 (eprint 2021/204); noise is "
          "log2(v + 1)");
  comment("initial: " + bits(fresh) +
          " = log2(6 sigma (1 + 2 d) + 1), by the public key");
  comment("max: " + bits(limit) + " = log2 Q - log2 t - 1");
  if (isBfv)
    comment("mul: max + " + bits(added) +
            " by v0 v1 d t / Q + (v0 + v1) (d t / 2) (4 + d) + (1 + d + d^2) / "
            "2, and relinearization");
  else
    comment("mul: sum + " + bits(added) +
            " by (d t / 2) (2 v0 v1 + v0 + v1 + 1), and relinearization; no "
            "modulus switching");
  comment("relinearization: " + bits(std::log2(relinearized)) +
          ", hybrid, B.1.3 there");
  comment("add, sub: v0 + v1 + 1; scale: k v");
  if (!worst)
    comment("2 sqrt(N) is an experience (Halevi, Polyakov, Shoup 2019, eprint "
            "2018/117), not a proof");
}

//===----------------------------------------------------------------------===//
// CKKS
//===----------------------------------------------------------------------===//

/// Parameters: logq, log2 of the prime factors of the modulus; or levels, one
/// less than there are; bootstrap, the levels that bootstrapping uses.
///
/// A product is rescaled at once, which uses up one of the factors, and a value
/// without any but the first cannot be multiplied any more [CKKS17]. The error
/// that makes results approximate is not counted.
void Preset::makeCkks() {
  double levels = 0;
  if (given.contains("levels")) {
    levels = whole("levels", 1, NoiseBound::kCap - 2);
    if (given.contains("logq"))
      fail("give 'levels' or 'logq', not both");
  } else if (!given.contains("logq")) {
    fail("'logq' is missing, or 'levels'");
  } else {
    levels = double(numbers("logq", 0, 1, 10000).size()) - 1;
    if (levels == 0)
      fail("'logq' with one number leaves no level for a product");
  }
  double bootstrap = whole("bootstrap", 0, NoiseBound::kCap - 2, 0);
  (void)number("N", 16, 1 << 20, 16);
  checkNames();
  if (bootstrap > levels)
    fail("bootstrap=" + decimal(bootstrap) +
         " needs more levels than there "
         "are, " +
         decimal(levels));
  if (!error.empty())
    return;
  NoiseModel &model = result.model;
  model.initial = 1;
  model.max = static_cast<uint32_t>(levels) + 1;
  model.reduced = bootstrap > 0 ? static_cast<uint32_t>(bootstrap) + 1 : 0;
  model.add = model.sub = NoiseTransfer::max(0);
  model.mul = model.scale = NoiseTransfer::max(1);
  comment("CKKS by levels, of which there are " + decimal(levels) +
          "; a fresh value counts as 1, so the limit is " +
          decimal(levels + 1));
  comment("Cheon, Kim, Kim, Song 2017 (eprint 2016/421): a product is rescaled "
          "at once and uses a level");
  if (bootstrap > 0)
    comment("bootstrapping uses " + decimal(bootstrap));
}

//===----------------------------------------------------------------------===//
// TFHE
//===----------------------------------------------------------------------===//

/// The z with a probability of 2^logp that a normal variable is more than z
/// standard deviations away from 0.
static double findDeviations(double logp) {
  double low = 0, high = 60;
  for (unsigned i = 0; i < 200; ++i) {
    double middle = (low + high) / 2;
    double p = std::erfc(middle / std::sqrt(2.0));
    (p > 0 && std::log2(p) > logp ? low : high) = middle;
  }
  return high;
}

/// Parameters: p, the bits of a message with its carries; n, the dimension of
/// small keys; N and k, those of large ones; lwe and glwe, log2 of the standard
/// deviation of errors for both, as parts of the modulus 2^logq (64); pbs and
/// ks, log2 of the base and the levels of the decompositions in look-ups and in
/// key switching; pfail, log2 of the probability that a look-up fails, -40;
/// variance, `worst` or `average`.
///
/// Noise is log2 of the standard deviation, in units of 1/2^logq. A value is
/// switched to the small key and to the modulus 2 N before a look-up, whose
/// result has the noise of the look-up alone. All values have a bit of padding.
/// Keys are binary.
void Preset::makeTfhe() {
  const double p = whole("p", 1, 20), n = whole("n", 1, 1 << 20);
  const double bigN = whole("N", 2, 1 << 20), k = whole("k", 1, 100, 1);
  const double logq = whole("logq", 8, 64, 64);
  const double lwe = number("lwe", -logq, -1), glwe = number("glwe", -logq, -1);
  std::vector<double> pbs = numbers("pbs", 2, 1, 64);
  std::vector<double> ks = numbers("ks", 2, 1, 64);
  const double logp = number("pfail", -1000, -1, -40);
  const bool worst = isWorst();
  readUnit();
  checkNames();
  if (!error.empty())
    return;
  const double q2 = std::exp2(2 * logq), kn = k * bigN;
  auto squared = [](double log) { return std::exp2(2 * log); };
  // [BBBCLOT22], the noise of a programmable bootstrapping; after [CGGI20].
  const double base = squared(pbs[0]), all = squared(pbs[0] * pbs[1]);
  const double lookUp =
      n * pbs[1] * (k + 1) * bigN * (base + 2) / 12 * squared(glwe) * q2 +
      n * std::max(0.0, q2 / all - 1) / 24 * (1 + kn / 2) + n * kn / 32 +
      n / 16 * (1 - kn / 2) * (1 - kn / 2);
  // The same, of a key switching, and of the switch to the modulus 2 N.
  const double keyBase = squared(ks[0]), keyAll = squared(ks[0] * ks[1]);
  const double keySwitch =
      kn * (std::max(0.0, q2 / keyAll - 1) / 12 / 2 + 1.0 / 16) +
      kn * ks[1] * (keyBase + 2) / 12 * squared(lwe) * q2;
  const double step = q2 / (4 * bigN * bigN);
  const double modulusSwitch = step / 12 * (1 + n / 2) + n / 48;
  // Half of the distance of two messages, of which there are 2^(p + 1).
  const double z = findDeviations(logp);
  const double room = std::exp2(logq - p - 2) / z;
  const double left = room * room - keySwitch - modulusSwitch;
  const double fresh = logq + glwe, reduced = std::log2(lookUp) / 2;
  const double sum = worst ? 1 : 0.5;
  if (left <= 0)
    return fail("these parameters leave no room for noise: the switch before a "
                "look-up has " +
                bits(std::log2(keySwitch + modulusSwitch) / 2) +
                " bits, and the limit is " + bits(std::log2(room)));
  // A product is two look-ups, ((a + b)^2 - (a - b)^2) / 4, so a sum of two
  // values has to be within the limit as well.
  const double limit = std::log2(left) / 2 - sum;
  setLimits(fresh, limit);
  NoiseModel &model = result.model;
  if (reduced > limit)
    fail("these parameters leave no room for noise: a look-up has " +
         bits(reduced) + " bits, and the limit is " + bits(limit));
  else if (reduced + sum > limit)
    fail("these parameters leave no room for a product: it has " +
         bits(reduced + sum) + " bits, and the limit is " + bits(limit) +
         (worst ? "; with variance=average values count as independent" : ""));
  if (!error.empty())
    return;
  if (up(reduced) != model.initial)
    model.reduced = up(reduced);
  model.add = model.sub = NoiseTransfer::max(up(sum - 2 * kMargin / unit));
  NoiseTerm reset{static_cast<int32_t>(up(reduced + sum)), 0, 0};
  model.mul = NoiseTransfer::of(reset, /*isUnary=*/false);
  comment("TFHE, p = " + decimal(p) + ", n = " + decimal(n) +
          ", N = " + decimal(bigN) + ", k = " + decimal(k) + ", q = 2^" +
          decimal(logq) + ", p_fail = 2^" + decimal(logp));
  comment(
      "formulas: Bergerat et al. 2022 (eprint 2022/704), after Chillotti et "
      "al. 2020 (eprint 2018/421); noise is log2 of the standard deviation "
      "in units of 1/q");
  comment("initial: " + bits(fresh) + " = log2 of the large key's error");
  comment("reduced: " + bits(reduced) + ", a programmable bootstrapping");
  comment("max: " + bits(limit) + ", so that after the switch of key (" +
          bits(std::log2(keySwitch) / 2) + ") and modulus (" +
          bits(std::log2(modulusSwitch) / 2) + ") " + decimal(z, "%.2f") +
          " standard deviations fit into q / 2^" + decimal(p + 2) +
          ", for a sum of two");
  comment(worst ? "add, sub: one bit more, as values may depend on each other"
                : "add, sub: half a bit more, for independent values");
  comment("mul: " + bits(reduced + sum) +
          ", two look-ups, whatever comes in; scale: k times");
}

//===----------------------------------------------------------------------===//
// Schemes
//===----------------------------------------------------------------------===//

void Preset::make() {
  if (scheme == "bfv")
    makeBfv();
  else if (scheme == "bgv")
    makeBgv();
  else if (scheme == "ckks")
    makeCkks();
  else
    makeTfhe();
  if (!error.empty())
    return;
  if (std::optional<std::string> invalid = result.model.findError())
    fail(*invalid);
}

/// The first word.
static StringRef getScheme(StringRef text) {
  return text.ltrim().take_until(llvm::isSpace);
}

bool mlir::noisy::isNoisePreset(StringRef text) {
  return llvm::is_contained(kSchemes, getScheme(text));
}

std::optional<NoisePreset> mlir::noisy::makeNoisePreset(StringRef text,
                                                        std::string &error) {
  error.clear();
  StringRef scheme = getScheme(text);
  if (!isNoisePreset(text)) {
    error = ("expected a scheme and its parameters, such as 'bfv N=8192 "
             "t=65537 logq=55,55,55,55', but found '" +
             text + "'; the schemes are bfv, bgv, ckks and tfhe")
                .str();
    return std::nullopt;
  }
  Preset preset(scheme);
  preset.read(text.ltrim().drop_front(scheme.size()));
  if (preset.error.empty())
    preset.make();
  if (!preset.error.empty()) {
    error = std::move(preset.error);
    return std::nullopt;
  }
  return std::move(preset.result);
}
