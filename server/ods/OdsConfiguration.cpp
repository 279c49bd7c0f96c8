//===- OdsConfiguration.cpp - The file .noisy.yaml ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsConfiguration.h"
#include "server/ods/OdsFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLTraits.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
struct DialectFiles {
  std::vector<std::string> Files, Include, Irdl, Plugins;
};
struct ConfigurationFile {
  DialectFiles Dialects;
};
} // namespace

template <> struct llvm::yaml::MappingTraits<DialectFiles> {
  static void mapping(IO &Io, DialectFiles &Value) {
    Io.setAllowUnknownKeys(false);
    Io.mapOptional("files", Value.Files);
    Io.mapOptional("include", Value.Include);
    Io.mapOptional("irdl", Value.Irdl);
    Io.mapOptional("plugins", Value.Plugins);
  }
};

template <> struct llvm::yaml::MappingTraits<ConfigurationFile> {
  static void mapping(IO &Io, ConfigurationFile &Value) {
    Io.mapOptional("dialects", Value.Dialects);
    // The rest of the file is read, and checked, by readNoiseRules.
    Io.setAllowUnknownKeys(true);
  }
};

/// The deepest nesting of brackets, and the longest line. LLVM's reader
/// recurses for each bracket, and for each `- ` and blank that a line begins
/// with.
static constexpr size_t MaxDepth = 64, MaxLineBytes = 4096;

/// The number of the first line that is too long; 0 if there is none.
static size_t findLongLine(StringRef Yaml) {
  for (size_t Number = 1; !Yaml.empty(); ++Number) {
    auto [Line, Rest] = Yaml.split('\n');
    if (Line.size() > MaxLineBytes)
      return Number;
    Yaml = Rest;
  }
  return 0;
}

OdsConfiguration mlir::noisy::lsp::readOdsConfiguration(StringRef Yaml) {
  OdsConfiguration Result;
  if (size_t Number = findLongLine(Yaml)) {
    Result.Error = "line " + std::to_string(Number) + ": it is too long";
    return Result;
  }
  // A quotation mark may stand in a comment, so strings count, too.
  if (isNestedDeeper(Yaml, MaxDepth, /*HasStrings=*/false)) {
    Result.Error = "its brackets are nested too deeply";
    return Result;
  }
  auto OnError = [](const llvm::SMDiagnostic &Message, void *Context) {
    auto &Error = static_cast<OdsConfiguration *>(Context)->Error;
    // Keys that are read elsewhere are warned of.
    if (Error.empty() && Message.getKind() == llvm::SourceMgr::DK_Error)
      Error = "line " + std::to_string(Message.getLineNo()) + ": " +
              Message.getMessage().str();
  };
  llvm::yaml::Input Reader(Yaml, nullptr, OnError, &Result);
  ConfigurationFile File;
  Reader >> File;
  if (Reader.error() && Result.Error.empty())
    Result.Error = "this is no YAML";
  if (Result.Error.empty()) {
    Result.Files = std::move(File.Dialects.Files);
    Result.Include = std::move(File.Dialects.Include);
    Result.Irdl = std::move(File.Dialects.Irdl);
    Result.Plugins = std::move(File.Dialects.Plugins);
  }
  return Result;
}

/// The most files and folders that are looked at.
static constexpr size_t MaxEntries = 100000;

static void findFiles(const std::string &Folder,
                      llvm::ArrayRef<StringRef> Parts, size_t &Entries,
                      std::vector<std::string> &Result) {
  namespace fs = llvm::sys::fs;
  StringRef Part = Parts.front();
  bool IsLast = Parts.size() == 1;
  if (Part.find_first_of("*?[") == StringRef::npos) {
    llvm::SmallString<256> Path(Folder);
    llvm::sys::path::append(Path, Part);
    if (!IsLast)
      findFiles(Path.str().str(), Parts.drop_front(), Entries, Result);
    else if (fs::is_regular_file(Path))
      Result.push_back(Path.str().str());
    return;
  }
  bool IsAnyDepth = Part == "**";
  if (IsAnyDepth && !IsLast)
    findFiles(Folder, Parts.drop_front(), Entries, Result);
  auto Pattern = llvm::GlobPattern::create(Part);
  if (!Pattern) {
    llvm::consumeError(Pattern.takeError());
    return;
  }
  std::error_code Error;
  for (fs::directory_iterator I(Folder, Error, /*follow_symlinks=*/false), End;
       !Error && I != End; I.increment(Error)) {
    if (++Entries > MaxEntries)
      return;
    StringRef Name = llvm::sys::path::filename(I->path());
    bool IsFolder = I->type() == fs::file_type::directory_file;
    if (Name.starts_with(".") || !Pattern->match(Name))
      continue;
    if (IsFolder && IsAnyDepth)
      findFiles(I->path(), Parts, Entries, Result);
    else if (IsFolder && !IsLast)
      findFiles(I->path(), Parts.drop_front(), Entries, Result);
    else if (!IsFolder && IsLast && fs::is_regular_file(I->path()))
      Result.push_back(I->path());
  }
}

std::vector<std::string> mlir::noisy::lsp::findOdsFiles(StringRef Folder,
                                                        StringRef Pattern) {
  std::vector<std::string> Result;
  llvm::SmallVector<StringRef> Parts;
  bool IsAbsolute = llvm::sys::path::is_absolute(Pattern);
  Pattern.split(Parts, '/', -1, /*KeepEmpty=*/false);
  size_t Entries = 0;
  if (!Parts.empty())
    findFiles(IsAbsolute ? "/" : Folder.str(), Parts, Entries, Result);
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}
