//===- OtherLlvm.cpp - What stands for the library of another LLVM -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" int otherLlvm() { return 21; }
