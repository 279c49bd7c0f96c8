//===- OdsReader.h - Dialects from TableGen's JSON --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_ODS_ODSREADER_H
#define NOISY_SERVER_ODS_ODSREADER_H

#include "server/ods/OdsDialect.h"
#include "llvm/Support/Error.h"

namespace mlir::noisy::lsp {

/// What `llvm-tblgen --dump-json` printed, without what `readOds` does not
/// need; much smaller. The result is such JSON, too.
llvm::Expected<std::string> shortenOds(llvm::StringRef Json);

/// Reads the dialects of such JSON, with their operations, types and
/// attributes. TableGen knows files by their last name only; `Files` are the
/// paths of all that were read.
llvm::Expected<std::vector<OdsDialect>>
readOds(llvm::StringRef Json, llvm::ArrayRef<std::string> Files);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_ODS_ODSREADER_H
