//===- AddedDialects.cpp - Plugins and IRDL files of noisy-opt ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/AddedDialects.h"
#include "dialect/loading/IrdlFile.h"
#include "dialect/loading/PluginFile.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::noisy;
using llvm::StringRef;

/// If the argument at `index` is the option `name` with its value, in one
/// argument or two, adds the value and returns the number of arguments; else 0.
static size_t readOption(llvm::ArrayRef<char *> arguments, size_t index,
                         StringRef name, std::vector<std::string> &values) {
  StringRef argument = arguments[index];
  if (!argument.consume_front("--") && !argument.consume_front("-"))
    return 0;
  if (!argument.consume_front(name))
    return 0;
  if (argument.consume_front("=")) {
    values.push_back(argument.str());
    return 1;
  }
  if (!argument.empty() || index + 1 >= arguments.size())
    return 0;
  values.emplace_back(arguments[index + 1]);
  return 2;
}

AddedDialects::AddedDialects(std::vector<char *> &arguments) {
  for (size_t i = 1; i < arguments.size() && StringRef(arguments[i]) != "--";) {
    if (size_t count = readOption(arguments, i, "irdl-file", irdlFiles)) {
      arguments.erase(arguments.begin() + i, arguments.begin() + i + count);
      continue;
    }
    size_t count = readOption(arguments, i, "load-dialect-plugin", plugins);
    arguments.erase(arguments.begin() + i, arguments.begin() + i + count);
    i += count ? 0 : 1;
  }
  // A name without a folder would be looked up among the system's libraries.
  for (std::string &path : plugins) {
    llvm::SmallString<256> absolute(path);
    (void)llvm::sys::fs::make_absolute(absolute);
    path = absolute.str().str();
    pluginOptions.push_back("--load-dialect-plugin=" + path);
  }
  for (std::string &option : llvm::reverse(pluginOptions))
    arguments.insert(arguments.begin() + 1, option.data());
}

std::vector<FileProblem> AddedDialects::checkPlugins() const {
  std::vector<FileProblem> problems;
  // A file may be damaged anywhere.
  llvm::CrashRecoveryContext::Enable();
  for (const std::string &path : plugins)
    if (std::optional<FileProblem> problem = checkDialectPlugin(path))
      problems.push_back(std::move(*problem));
  llvm::CrashRecoveryContext::Disable();
  return problems;
}

std::vector<FileProblem>
AddedDialects::addIrdl(DialectRegistry &registry) const {
  std::vector<FileProblem> problems;
  // MLIR crashes on some files.
  llvm::CrashRecoveryContext::Enable();
  for (const std::string &path : irdlFiles)
    if (IrdlFilePtr file = readIrdlFile(path, registry, problems))
      registerIrdlFile(registry, std::move(file));
  llvm::CrashRecoveryContext::Disable();
  return problems;
}
