//===- OdsCache.cpp - What TableGen said of files -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ods/OdsCache.h"
#include "server/ods/OdsFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/stat.h>

using namespace mlir::noisy::lsp;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Changes when what is kept changes its form.
static constexpr llvm::StringLiteral CacheVersion = "noisy ods 3";
/// The largest file of TableGen, and the largest entry.
static constexpr size_t MaxFileBytes = 64 << 20, MaxEntryBytes = 256 << 20;
/// The most files that one may include.
static constexpr size_t MaxIncluded = 10000;

timespec mlir::noisy::lsp::odsFileTime() {
  timespec Now = {};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &Now);
  return Now;
}

OdsCache::OdsCache(std::string Folder, const std::string &Program,
                   const std::vector<std::string> &Include,
                   std::function<bool()> ShouldStop)
    : Folder(std::move(Folder)), Include(Include),
      ShouldStop(std::move(ShouldStop)) {
  llvm::raw_string_ostream OS(Key);
  OS << CacheVersion << '\n' << Program;
  // Another version at the same place.
  struct stat Info;
  if (::stat(Program.c_str(), &Info) == 0)
    OS << ' ' << Info.st_size << ' ' << Info.st_mtim.tv_sec << ' '
       << Info.st_mtim.tv_nsec;
  for (const std::string &Each : Include)
    OS << '\n' << Each;
}

std::string OdsCache::entryOf(const std::string &File) const {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, hashOf(Key + '\n' + File) + ".txt");
  return Path.str().str();
}

/// Empty for what is no file.
const std::string &OdsCache::hashOfFile(const std::string &File) {
  auto [Entry, IsNew] = Hashes.try_emplace(File);
  if (IsNew && !(ShouldStop && ShouldStop()))
    if (std::optional<std::string> Text = readRegularFile(File, MaxFileBytes))
      Entry->second = hashOf(*Text);
  return Entry->second;
}

/// An entry is a line for each file, with its hash; an empty line; what the
/// rest is; the rest.
std::optional<OdsFileResult> OdsCache::read(const std::string &File) {
  if (Folder.empty())
    return std::nullopt;
  std::optional<std::string> Text =
      readRegularFile(entryOf(File), MaxEntryBytes);
  if (!Text)
    return std::nullopt;
  auto [Head, Body] = StringRef(*Text).split("\n\n");
  auto [What, Rest] = Body.split('\n');
  OdsFileResult Cached;
  if (What == "json")
    Cached.Json = Rest.str();
  else if (What == "error" && !Rest.empty())
    Cached.Error = Rest.str();
  else
    return std::nullopt;
  llvm::SmallVector<StringRef> Lines;
  Head.split(Lines, '\n');
  if (Lines.empty() || Lines.front() != CacheVersion)
    return std::nullopt;
  for (StringRef Line : llvm::drop_begin(Lines)) {
    auto [Hash, Name] = Line.split(' ');
    Cached.Files.push_back(Name.str());
    if (Hash != hashOfFile(Cached.Files.back()))
      return std::nullopt;
  }
  return Cached;
}

/// True if the hash of a file is that of what was read since `Begin`.
bool OdsCache::isUnchanged(const std::string &File, timespec Begin) {
  std::string Before = hashOfFile(File);
  struct stat Info;
  if (::stat(File.c_str(), &Info) != 0)
    return Before.empty();
  timespec Time = Info.st_mtim;
  if (std::pair(Time.tv_sec, Time.tv_nsec) <
      std::pair(Begin.tv_sec, Begin.tv_nsec))
    return true;
  // Written at about that time, or since; but maybe with the same text.
  std::optional<std::string> Text = readRegularFile(File, MaxFileBytes);
  return Text && Includes.contains(File) && hashOf(*Text) == Before;
}

void OdsCache::write(const std::string &File, const OdsFileResult &New,
                     timespec Begin) {
  if (Folder.empty() ||
      !llvm::all_of(
          New.Files,
          [&](const std::string &Each) { return isUnchanged(Each, Begin); }) ||
      fs::create_directories(Folder))
    return;
  // Others may read it meanwhile.
  std::string Entry = entryOf(File);
  llvm::SmallString<256> Temporary;
  int Descriptor = -1;
  if (fs::createUniqueFile(Entry + ".%%%%%%", Descriptor, Temporary))
    return;
  {
    llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    OS << CacheVersion;
    for (const std::string &Each : New.Files)
      OS << '\n' << hashOfFile(Each) << ' ' << Each;
    if (New.Error.empty())
      OS << "\n\njson\n" << New.Json;
    else
      OS << "\n\nerror\n" << New.Error;
    OS.close();
    if (OS.has_error()) {
      OS.clear_error();
      fs::remove(Temporary);
      return;
    }
  }
  if (fs::rename(Temporary, Entry))
    fs::remove(Temporary);
}

/// The names in `include "name"`; also those in comments.
std::vector<std::string> OdsCache::includesIn(const std::string &File) {
  auto [Entry, IsNew] = Includes.try_emplace(File);
  if (!IsNew)
    return Entry->second;
  std::optional<std::string> Text = readRegularFile(File, MaxFileBytes);
  Hashes.try_emplace(File, Text ? hashOf(*Text) : "");
  StringRef Rest = Text ? StringRef(*Text) : "";
  while (true) {
    Rest = Rest.split("include").second;
    if (Rest.empty())
      return Entry->second;
    StringRef Quoted = Rest.ltrim();
    if (Quoted.consume_front("\""))
      Entry->second.push_back(
          Quoted.take_until([](char C) { return C == '"' || C == '\n'; })
              .str());
  }
}

std::vector<std::string> OdsCache::findIncluded(const std::string &File) {
  llvm::SmallString<256> Here;
  (void)fs::current_path(Here);
  std::vector<std::string> Folders = {Here.str().str(),
                                      path::parent_path(File).str()};
  llvm::append_range(Folders, Include);
  std::vector<std::string> Result = {File};
  llvm::StringSet<> Seen;
  Seen.insert(File);
  for (size_t I = 0; I < Result.size() && Result.size() < MaxIncluded; ++I) {
    if (ShouldStop && ShouldStop())
      break;
    for (const std::string &Name : includesIn(Result[I])) {
      for (const std::string &Each : Folders) {
        std::string Path = pathIn(Each, Name);
        if (Seen.insert(Path).second)
          Result.push_back(Path);
        if (fs::is_regular_file(Path))
          break;
      }
    }
  }
  return Result;
}
