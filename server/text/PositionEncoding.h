//===- PositionEncoding.h - What a column counts ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_POSITIONENCODING_H
#define NOISY_SERVER_TEXT_POSITIONENCODING_H

namespace mlir::noisy::lsp {

/// What `Position::Character` counts: bytes, UTF-16 code units (what LSP says
/// where nothing else was negotiated), or code points.
enum class PositionEncoding { UTF8, UTF16, UTF32 };

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_POSITIONENCODING_H
