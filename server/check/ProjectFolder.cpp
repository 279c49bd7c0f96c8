//===- ProjectFolder.cpp - The project that a file belongs to -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/ProjectFolder.h"
#include "server/ods/OdsConfiguration.h"
#include "server/protocol/FileUri.h"
#include <filesystem>

using namespace mlir::noisy::lsp;
namespace fs = std::filesystem;

std::string mlir::noisy::lsp::findProjectFolder(const std::string &File) {
  std::error_code Error;
  fs::path Folder = fs::absolute(File, Error).lexically_normal();
  if (File == "-" || Error)
    return "";
  while (Folder.has_relative_path()) {
    Folder = Folder.parent_path();
    if (fs::is_regular_file(Folder / odsConfigurationName.str(), Error))
      return Folder.string();
  }
  return "";
}

ProjectProblems
mlir::noisy::lsp::findProjectProblems(const std::deque<json> &Messages,
                                      const std::string &Folder) {
  const std::string Path = Folder + "/" + odsConfigurationName.str();
  ProjectProblems Problems;
  for (const json &Message : Messages) {
    const json *Method = findMember(Message, "method");
    if (!Method)
      continue;
    const json Params = Message.value("params", json::object());
    if (*Method == "window/showMessage") {
      // Of the file itself there are diagnostics.
      const std::string Text = Params.value("message", "");
      if (!llvm::StringRef(Text).starts_with(Path))
        Problems.Warnings.push_back(Path + ": " + Text);
    } else if (*Method == "textDocument/publishDiagnostics" &&
               filePath(Params.value("uri", "")) == Path) {
      for (const json &Each : Params.value("diagnostics", json::array())) {
        const json Start = Each["range"]["start"];
        Problems.Errors.push_back(
            Path + ":" + std::to_string(Start.value("line", 0) + 1) + ":" +
            std::to_string(Start.value("character", 0) + 1) +
            ": error: " + Each.value("message", ""));
      }
    }
  }
  return Problems;
}
