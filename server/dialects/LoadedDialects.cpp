//===- LoadedDialects.cpp - Dialects that users add -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/dialects/LoadedDialects.h"
#include "dialect/loading/PluginFile.h"
#include "server/dialects/PluginTrial.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/STLExtras.h"
#include <mutex>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static void appendNew(std::vector<std::string> &Target,
                      const std::vector<std::string> &More) {
  for (const std::string &Path : More)
    if (!llvm::is_contained(Target, Path))
      Target.push_back(Path);
}

void DialectFiles::append(const DialectFiles &More) {
  appendNew(Plugins, More.Plugins);
  appendNew(Irdl, More.Irdl);
}

std::vector<std::string> DialectFiles::options() const {
  std::vector<std::string> Result;
  for (const std::string &Path : Plugins)
    Result.push_back(PluginOption + Path);
  for (const std::string &Path : Irdl)
    Result.push_back(IrdlOption + Path);
  return Result;
}

bool LoadedDialects::isSame(const LoadedDialects &Other) const {
  return Files == Other.Files &&
         llvm::equal(Irdl, Other.Irdl,
                     [](const IrdlFilePtr &Left, const IrdlFilePtr &Right) {
                       return Left->text == Right->text;
                     });
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Reads a file that MLIR may crash on.
static IrdlFilePtr readSafely(const std::string &Path,
                              const DialectRegistry &KnownDialects,
                              std::vector<FileProblem> &Problems) {
  std::optional<std::string> Text = readIrdlText(Path, Problems);
  if (!Text)
    return nullptr;
  std::vector<FileProblem> NewProblems;
  auto File = surviveOnLargeStack([&] {
    return checkIrdl(Path, std::move(*Text), KnownDialects, NewProblems);
  });
  if (!File)
    NewProblems = {{Path, 0, 0, "MLIR crashes on it"}};
  llvm::append_range(Problems, NewProblems);
  return File.value_or(nullptr);
}

LoadedDialectsPtr
DialectLoader::load(const DialectFiles &Files,
                    std::vector<FileProblem> &Problems,
                    const std::function<bool()> &ShouldStop) const {
  auto Result = std::make_shared<LoadedDialects>();
  for (const std::string &Path : Files.Plugins) {
    if (ShouldStop && ShouldStop())
      return nullptr;
    // With those before it, which may have dialects of the same name.
    std::vector<std::string> Tried = Result->Files.Plugins;
    Tried.push_back(Path);
    std::optional<FileProblem> Problem = tryPlugins(Launcher, Tried);
    if (!Problem) {
      auto Loaded =
          survive([&] { return loadDialectPlugin(Path, Result->Added); });
      Problem = Loaded
                    ? *Loaded
                    : FileProblem{Path, 0, 0, "it crashes when it is loaded"};
    }
    if (Problem)
      Problems.push_back(std::move(*Problem));
    else
      Result->Files.Plugins.push_back(Path);
  }
  DialectRegistry KnownDialects;
  Linked.appendTo(KnownDialects);
  Result->Added.appendTo(KnownDialects);
  for (const std::string &Path : Files.Irdl)
    if (IrdlFilePtr File = readSafely(Path, KnownDialects, Problems)) {
      registerIrdlFile(KnownDialects, File);
      registerIrdlFile(Result->Added, File);
      Result->Irdl.push_back(std::move(File));
      Result->Files.Irdl.push_back(Path);
    }
  return Result->Files.empty() ? nullptr : Result;
}

//===----------------------------------------------------------------------===//
// The current ones
//===----------------------------------------------------------------------===//

namespace {
struct Current {
  std::mutex Mutex;
  LoadedDialectsPtr Dialects;
};
} // namespace

static Current &current() {
  // Never destroyed: code of plugins may be gone when the process ends.
  static Current &Only = *new Current;
  return Only;
}

LoadedDialectsPtr mlir::noisy::lsp::currentDialects() {
  std::lock_guard Lock(current().Mutex);
  return current().Dialects;
}

bool mlir::noisy::lsp::setCurrentDialects(LoadedDialectsPtr New) {
  std::lock_guard Lock(current().Mutex);
  LoadedDialectsPtr &Dialects = current().Dialects;
  bool IsSame = Dialects && New ? Dialects->isSame(*New) : Dialects == New;
  if (!IsSame)
    Dialects = std::move(New);
  return !IsSame;
}
