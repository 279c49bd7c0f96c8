//===- Documentation.h - The pages about diagnostics ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_DOCUMENTATION_H
#define NOISY_SERVER_PROTOCOL_DOCUMENTATION_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// The address of what explains the code of a diagnostic in the pages of
/// ./dev site that are published at `Site`.
std::string pageAddress(llvm::StringRef Site, llvm::StringRef Code);

/// The published page about the code of a diagnostic; empty if the documents
/// are not published (the option documentation_url of the build).
std::string publishedHelp(llvm::StringRef Code);

/// The URI of what explains the code of a diagnostic: the published page, or
/// the section of diagnostics.md that came with the program. Empty if there is
/// neither. Any thread may call it.
std::string helpUri(llvm::StringRef Code);

/// The file diagnostics.md of a program in `ProgramFolder`: beside its folder,
/// in docs/, as in a checkout and in the extension, or in share/doc/noisy/, as
/// installed. Empty if there is none.
std::string findHelpFile(llvm::StringRef ProgramFolder);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_DOCUMENTATION_H
