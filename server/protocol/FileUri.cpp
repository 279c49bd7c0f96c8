//===- FileUri.cpp - The URI of a file ------------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/FileUri.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

std::string mlir::noisy::lsp::fileUri(llvm::StringRef Path) {
  if (!Path.starts_with("/"))
    return "";
  std::string Uri = "file://";
  for (char C : Path) {
    if (llvm::isAlnum(C) || llvm::StringRef("-_.~/:").contains(C))
      Uri += C;
    else
      Uri += "%" + llvm::toHex(llvm::StringRef(&C, 1));
  }
  return Uri;
}

std::string mlir::noisy::lsp::filePath(llvm::StringRef Uri) {
  if (!Uri.consume_front("file://") || !Uri.starts_with("/"))
    return "";
  std::string Path;
  for (size_t I = 0; I < Uri.size(); ++I) {
    bool IsByte = Uri[I] == '%' && I + 2 < Uri.size() &&
                  llvm::isHexDigit(Uri[I + 1]) && llvm::isHexDigit(Uri[I + 2]);
    Path +=
        IsByte ? char(llvm::hexFromNibbles(Uri[I + 1], Uri[I + 2])) : Uri[I];
    I += IsByte ? 2 : 0;
  }
  return Path;
}
