//===- CheckedFiles.cpp - The files that names stand for ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/CheckedFiles.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/GlobPattern.h"
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

using namespace mlir::noisy::lsp;
namespace fs = std::filesystem;
using llvm::StringRef;

/// Calls `Each` with the files of a folder and below, but for hidden ones.
template <typename Function>
static void forEachFile(const fs::path &Folder, Function Each) {
  std::error_code Error;
  fs::recursive_directory_iterator It(
      Folder, fs::directory_options::skip_permission_denied, Error);
  for (; !Error && It != fs::recursive_directory_iterator();
       It.increment(Error)) {
    std::error_code Ignored;
    bool IsHidden = It->path().filename().native().starts_with('.');
    if (IsHidden && It->is_directory(Ignored))
      It.disable_recursion_pending();
    else if (!IsHidden && It->is_regular_file(Ignored))
      Each(It->path());
  }
}

namespace {
/// The parts of a pattern; nothing for `**`.
using PatternParts = std::vector<std::optional<llvm::GlobPattern>>;
} // namespace

/// Nothing for a pattern that is none, such as `[a`. Refers to `Parts`.
static std::optional<PatternParts>
compile(const std::vector<std::string> &Parts) {
  PatternParts Result;
  for (const std::string &Part : Parts) {
    Result.emplace_back();
    if (Part == "**")
      continue;
    llvm::Expected<llvm::GlobPattern> Glob = llvm::GlobPattern::create(Part);
    if (!Glob) {
      llvm::consumeError(Glob.takeError());
      return std::nullopt;
    }
    Result.back() = std::move(*Glob);
  }
  return Result;
}

/// True if the parts of a path match those of a pattern.
static bool matches(const std::vector<std::string> &Path,
                    const PatternParts &Pattern) {
  // Matched[I]: the first I parts match the pattern so far.
  std::vector<bool> Matched(Path.size() + 1);
  Matched[0] = true;
  for (const std::optional<llvm::GlobPattern> &Part : Pattern) {
    std::vector<bool> Next(Path.size() + 1);
    for (size_t I = 0; I <= Path.size(); ++I)
      Next[I] = Part ? I > 0 && Matched[I - 1] && Part->match(Path[I - 1])
                     : Matched[I] || (I > 0 && Next[I - 1]);
    Matched = std::move(Next);
  }
  return Matched.back();
}

static std::vector<std::string> partsOf(const fs::path &Path) {
  std::vector<std::string> Parts;
  for (const fs::path &Part : Path)
    if (Part != ".")
      Parts.push_back(Part.string());
  return Parts;
}

/// The files that match a pattern, in their order.
static std::vector<std::string> findMatches(const std::string &Name) {
  // The folder above the first part with a special character.
  fs::path Fixed, Rest;
  for (const fs::path &Part : fs::path(Name))
    if (!Rest.empty() ||
        StringRef(Part.native()).find_first_of("*?[") != StringRef::npos)
      Rest /= Part;
    else
      Fixed /= Part;
  std::vector<std::string> Found;
  const std::vector<std::string> Parts = partsOf(Rest);
  const std::optional<PatternParts> Pattern = compile(Parts);
  if (!Pattern)
    return Found;
  forEachFile(Fixed.empty() ? fs::path(".") : Fixed, [&](const fs::path &File) {
    fs::path Below = File.lexically_relative(Fixed.empty() ? "." : Fixed);
    if (matches(partsOf(Below), *Pattern))
      Found.push_back((Fixed / Below).lexically_normal().string());
  });
  llvm::sort(Found);
  return Found;
}

std::vector<std::string>
mlir::noisy::lsp::findCheckedFiles(const std::vector<std::string> &Names,
                                   std::vector<std::string> &Empty) {
  std::vector<std::string> Result;
  std::set<std::string> Seen;
  auto Add = [&](std::vector<std::string> Files) {
    for (std::string &File : Files)
      if (Seen.insert(fs::path(File).lexically_normal().string()).second)
        Result.push_back(std::move(File));
  };
  for (const std::string &Name : Names) {
    std::error_code Ignored;
    std::vector<std::string> Found;
    if (Name != "-" && fs::is_directory(Name, Ignored)) {
      forEachFile(Name, [&](const fs::path &File) {
        if (File.extension() == ".mlir")
          Found.push_back(File.lexically_normal().string());
      });
      llvm::sort(Found);
    } else if (Name != "-" && !fs::exists(Name, Ignored) &&
               StringRef(Name).find_first_of("*?[") != StringRef::npos) {
      Found = findMatches(Name);
    } else {
      Found = {Name};
    }
    if (Found.empty())
      Empty.push_back(Name);
    Add(std::move(Found));
  }
  return Result;
}
