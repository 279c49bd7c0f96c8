//===- Fingerprints.h - Findings that stay the same -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_REPORT_FINGERPRINTS_H
#define NOISY_SERVER_CHECK_REPORT_FINGERPRINTS_H

#include "server/check/report/FileReport.h"

namespace mlir::noisy::lsp {

/// Sets the fingerprints of the findings of a file, which are in the order of
/// the text: digests of the code, of the
/// line with its blanks and numbered values left out, of the symbol that the
/// line is in, and for MLIR's own problems of the message. Lines above and
/// below, new numbers of values (`%3`) and other noise on the way do not change
/// them. Equal findings are numbered.
void setFingerprints(FileReport &Report);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_REPORT_FINGERPRINTS_H
