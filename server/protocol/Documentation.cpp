//===- Documentation.cpp - The pages about diagnostics --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Documentation.h"
#include "Version.h"
#include "server/protocol/FileUri.h"
#include "system/ChildProcess.h"
#include "system/LibraryFolder.h"
#include <filesystem>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

std::string mlir::noisy::lsp::pageAddress(llvm::StringRef Site,
                                          llvm::StringRef Code) {
  return Site.rtrim('/').str() + "/docs/diagnostics.html#" + Code.str();
}

std::string mlir::noisy::lsp::publishedHelp(llvm::StringRef Code) {
  constexpr llvm::StringLiteral Site = NOISY_DOCUMENTATION_URL;
  return Site.empty() || Code.empty() ? "" : pageAddress(Site, Code);
}

std::string mlir::noisy::lsp::findHelpFile(llvm::StringRef ProgramFolder) {
  namespace fs = std::filesystem;
  fs::path Base = fs::path(ProgramFolder.str()).parent_path();
  for (const char *Folder : {"docs", "share/doc/noisy"}) {
    fs::path File = Base / Folder / "diagnostics.md";
    std::error_code Ignored;
    if (fs::is_regular_file(File, Ignored))
      return File.string();
  }
  return "";
}

std::string mlir::noisy::lsp::helpUri(llvm::StringRef Code) {
  if (Code.empty())
    return "";
  if (std::string Published = publishedHelp(Code); !Published.empty())
    return Published;
  // Neither the program nor its documents move while it runs.
  static const std::string FileHelp = [] {
    std::string File = findHelpFile(executableFolder());
    if (File.empty())
      File = findBesideLibrary("share/doc/noisy/diagnostics.md");
    return File.empty() ? "" : fileUri(File);
  }();
  return FileHelp.empty() ? "" : FileHelp + "#" + Code.str();
}
