//===- MetadataValueTest.cpp - What is agreed on about a value ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/metadata/MetadataValue.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace mlir;
using namespace mlir::noisy;

namespace {

class Values {
public:
  /// The dictionary with `keys` of the keys "a", "b", ...; each is missing or
  /// has a value, by the digits of `number` to the base of three.
  DictionaryAttr dictionary(unsigned number, unsigned keys) {
    NamedAttrList entries;
    for (unsigned i = 0; i < keys; ++i, number /= 3)
      if (number % 3)
        entries.append(std::string(1, 'a' + i),
                       builder.getI64IntegerAttr(number % 3));
    return entries.getDictionary(&context);
  }
  MetadataValue knownValue(unsigned number, unsigned keys = 2) {
    return MetadataValue::getKnown(dictionary(number, keys));
  }
  /// Every element over two keys of two values.
  std::vector<MetadataValue> allValues() {
    std::vector<MetadataValue> values = {MetadataValue(),
                                         MetadataValue::getUnknown()};
    for (unsigned i = 0; i < 9; ++i)
      values.push_back(knownValue(i));
    return values;
  }

private:
  MLIRContext context{MLIRContext::Threading::DISABLED};
  Builder builder{&context};
};

} // namespace

static MetadataValue join(const MetadataValue &lhs, const MetadataValue &rhs) {
  return MetadataValue::join(lhs, rhs);
}

static bool isBelow(const MetadataValue &lhs, const MetadataValue &rhs) {
  return join(lhs, rhs) == rhs;
}

static std::string print(const MetadataValue &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

namespace Catch {
template <> struct StringMaker<MetadataValue> {
  static std::string convert(const MetadataValue &value) {
    return print(value);
  }
};
} // namespace Catch

TEST_CASE("the join keeps what both sides agree on") {
  Values values;
  // a = 1 and b = 2; a = 1 and b = 1.
  MetadataValue bothKeys = values.knownValue(1 + 2 * 3),
                otherValue = values.knownValue(1 + 1 * 3);
  CHECK(print(join(bothKeys, otherValue)) == "{a = 1 : i64}");
  CHECK(print(join(bothKeys, values.knownValue(2 + 2 * 3))) == "{b = 2 : i64}");
  CHECK(print(join(bothKeys, values.knownValue(0))) == "{}");
}

TEST_CASE("uninitialised takes the other side, unknown takes all") {
  Values values;
  for (const MetadataValue &value : values.allValues()) {
    CHECK(join(MetadataValue(), value) == value);
    CHECK(join(MetadataValue::getUnknown(), value) ==
          MetadataValue::getUnknown());
  }
  CHECK(print(MetadataValue()) == "not executed");
  CHECK(print(MetadataValue::getUnknown()) == "unknown");
}

TEST_CASE("to agree on nothing is not to know nothing") {
  Values values;
  MetadataValue empty = values.knownValue(0);
  CHECK_FALSE(empty == MetadataValue::getUnknown());
  CHECK_FALSE(empty == MetadataValue());
  CHECK(isBelow(empty, MetadataValue::getUnknown()));
  for (unsigned i = 0; i < 9; ++i)
    CHECK(isBelow(values.knownValue(i), empty));
}

TEST_CASE("the join is idempotent, commutative and associative") {
  Values values;
  std::vector<MetadataValue> allValues = values.allValues();
  for (const MetadataValue &x : allValues) {
    CHECK(join(x, x) == x);
    for (const MetadataValue &y : allValues) {
      CHECK(join(x, y) == join(y, x));
      CHECK(isBelow(x, join(x, y)));
      for (const MetadataValue &z : allValues)
        CHECK(join(x, join(y, z)) == join(join(x, y), z));
    }
  }
}

TEST_CASE("what is stated wins key by key") {
  Values values;
  // a = 1 and b = 2, with a = 2.
  CHECK(print(values.knownValue(1 + 2 * 3).withStated(
            values.dictionary(2, 2))) == "{a = 2 : i64, b = 2 : i64}");
  CHECK(print(values.knownValue(0).withStated(values.dictionary(2, 2))) ==
        "{a = 2 : i64}");
  CHECK(print(MetadataValue::getUnknown().withStated(
            values.dictionary(2, 2))) == "{a = 2 : i64}");
  CHECK(print(MetadataValue::getUnknown().withStated(
            values.dictionary(0, 2))) == "{}");
  CHECK(MetadataValue().withStated(values.dictionary(2, 2)) == MetadataValue());
  for (const MetadataValue &value : values.allValues())
    CHECK(value.withStated({}) == value);
}

TEST_CASE("stating is monotone, and distributes over the join") {
  Values values;
  std::vector<MetadataValue> allValues = values.allValues();
  for (unsigned i = 0; i < 9; ++i) {
    DictionaryAttr statedEntries = values.dictionary(i, 2);
    for (const MetadataValue &x : allValues) {
      CHECK(x.withStated(statedEntries).withStated(statedEntries) ==
            x.withStated(statedEntries));
      for (const MetadataValue &y : allValues) {
        if (isBelow(x, y))
          CHECK(isBelow(x.withStated(statedEntries),
                        y.withStated(statedEntries)));
        CHECK(join(x, y).withStated(statedEntries) ==
              join(x.withStated(statedEntries), y.withStated(statedEntries)));
      }
    }
  }
}

TEST_CASE(
    "the same of large dictionaries by chance, and joins come to an end") {
  constexpr unsigned keys = 9;
  Values values;
  std::mt19937 random(7);
  auto pick = [&] {
    unsigned kind = random() % 20;
    return kind == 0   ? MetadataValue()
           : kind == 1 ? MetadataValue::getUnknown()
                       : values.knownValue(random() % 19683, keys);
  };
  for (int round = 0; round < 3000; ++round) {
    MetadataValue x = pick(), y = pick(), z = pick();
    DictionaryAttr statedEntries = values.dictionary(random() % 19683, keys);
    CHECK(join(x, x) == x);
    CHECK(join(x, y) == join(y, x));
    CHECK(join(x, join(y, z)) == join(join(x, y), z));
    CHECK(join(x, y).withStated(statedEntries) ==
          join(x.withStated(statedEntries), y.withStated(statedEntries)));
    CHECK(isBelow(x.withStated(statedEntries),
                  join(x, y).withStated(statedEntries)));
  }
  // No chain is longer than the keys, the two special states included.
  for (int round = 0; round < 100; ++round) {
    MetadataValue value;
    unsigned changes = 0;
    for (int i = 0; i < 100; ++i) {
      MetadataValue next = join(value, pick());
      changes += !(next == value);
      value = next;
    }
    CHECK(changes <= keys + 2);
  }
}
