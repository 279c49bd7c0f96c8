//===- SourceRoot.cpp - Where the sources are -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/SourceRoot.h"
#include "system/ChildProcess.h"

std::filesystem::path mlir::noisy::test::sourceRoot() {
  // The name of this file is relative to the folder of the build.
  std::filesystem::path sourceFile =
      std::filesystem::path(executableFolder()) / __FILE__;
  return sourceFile.parent_path().parent_path().parent_path();
}
