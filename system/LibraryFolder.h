//===- LibraryFolder.h - Files that are installed with us -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SYSTEM_LIBRARYFOLDER_H
#define NOISY_SYSTEM_LIBRARYFOLDER_H

#include <string>

namespace mlir::noisy {

/// The path of a file in the prefix that the library with this code is
/// installed in: `Name` ("share/doc/...") one or two folders above that of the
/// library (lib, lib/x86_64-linux-gnu). Empty if there is no such file, and in
/// programs that contain this code. Any thread.
std::string findBesideLibrary(const std::string &Name);

} // namespace mlir::noisy

#endif // NOISY_SYSTEM_LIBRARYFOLDER_H
