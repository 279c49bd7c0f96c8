//===- PositionEncoding.h - The units of a column ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_POSITIONENCODING_H
#define NOISY_SERVER_TEXT_POSITIONENCODING_H

namespace mlir::noisy::lsp {

/// The units of `Position::Character`: bytes, UTF-16 code units (LSP's
/// default), or code points.
enum class PositionEncoding { UTF8, UTF16, UTF32 };

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_POSITIONENCODING_H
