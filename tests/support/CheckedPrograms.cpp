//===- CheckedPrograms.cpp - Counts random programs -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/CheckedPrograms.h"
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

using namespace mlir::noisy;

namespace {
class Counts {
public:
  ~Counts() {
    if (std::getenv("NOISY_TEST_SEED"))
      for (const auto &[kind, count] : counts)
        std::printf("checked %u programs: %s\n", count, kind.c_str());
  }
  void add(const char *kind) { ++counts[kind]; }

private:
  std::map<std::string, unsigned> counts;
};
} // namespace

void test::countChecked(const char *kind) {
  static Counts counts;
  counts.add(kind);
}
