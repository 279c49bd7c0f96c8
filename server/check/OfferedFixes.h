//===- OfferedFixes.h - The fixes that an editor would offer ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_OFFEREDFIXES_H
#define NOISY_SERVER_CHECK_OFFEREDFIXES_H

#include "server/check/Examination.h"
#include "server/check/report/FileReport.h"

namespace mlir::noisy::lsp {

/// Adds to findings the quick fixes that an editor would offer: to the first
/// few hundred of a file those whose edit comes with the offer, to the first
/// few those that have to be computed, by an optimizer.
void addOfferedFixes(Examination &File, std::vector<Finding> &Findings);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_OFFEREDFIXES_H
