//===- RandomModel.h - Models of other schemes ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_RANDOMMODEL_H
#define NOISY_TESTS_SUPPORT_RANDOMMODEL_H

#include "dialect/NoiseModel.h"
#include <random>

namespace mlir::noisy::test {

/// `model` with random transfer functions, each as usual by chance.
inline NoiseModel withTransfers(NoiseModel model, std::mt19937 &random) {
  for (unsigned i = 0; i < NoiseModel::kNumTransfers; ++i)
    if (unsigned chance = random() % 3) {
      auto added = static_cast<uint16_t>(random() % 9);
      model.*(NoiseModel::transferAt(i).second) =
          chance == 1 ? NoiseTransfer::max(added)
                      : NoiseTransfer::sum(added / 3);
    }
  return model;
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_RANDOMMODEL_H
