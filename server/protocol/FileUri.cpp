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
