//===- Baseline.cpp - The findings that are known -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/Baseline.h"
#include "server/protocol/JsonRpc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <filesystem>

using namespace mlir::noisy::lsp;

static constexpr int BaselineVersion = 1;

Baseline::Baseline(std::string Path) : Path(std::move(Path)) {
  std::error_code Ignored;
  Folder =
      std::filesystem::absolute(this->Path, Ignored).parent_path().string();
}

std::string Baseline::nameOf(const FileReport &Report) const {
  std::error_code Ignored;
  std::filesystem::path File =
      std::filesystem::absolute(Report.Name, Ignored).lexically_normal();
  return File.lexically_relative(Folder).generic_string();
}

std::optional<std::string> Baseline::read() {
  auto File = llvm::MemoryBuffer::getFile(Path);
  if (!File)
    return "the baseline " + Path +
           " cannot be read: " + File.getError().message() +
           "; --write-baseline makes one";
  try {
    json Contents = json::parse((*File)->getBuffer());
    if (Contents.at("version") != BaselineVersion)
      return "the baseline " + Path +
             " is of another version; make it again with --write-baseline";
    for (const json &Each : Contents.at("findings"))
      Known.emplace(Each.at("file"), Each.at("fingerprint"));
  } catch (const json::exception &Error) {
    return "the baseline " + Path +
           " has not the form that --write-baseline writes: " + Error.what();
  }
  return std::nullopt;
}

std::optional<std::string> Baseline::write() const {
  std::error_code Error;
  llvm::raw_fd_ostream OS(Path, Error);
  if (!Error) {
    OS << "{\"version\": " << BaselineVersion << ", \"findings\": [";
    const char *Gap = "\n";
    for (const auto &[Key, Shown] : Added) {
      OS << Gap
         << dumpJson({{"file", Key.first},
                      {"fingerprint", Key.second},
                      {"code", Shown.first},
                      {"message", Shown.second}});
      Gap = ",\n";
    }
    OS << "\n]}\n";
    OS.close();
    Error = OS.error();
    OS.clear_error();
  }
  if (!Error)
    return std::nullopt;
  return "the baseline " + Path + " cannot be written: " + Error.message();
}

void Baseline::remove(FileReport &Report) const {
  std::string Name = nameOf(Report);
  size_t Count = Report.Findings.size();
  std::erase_if(Report.Findings, [&](const Finding &Each) {
    return Known.contains({Name, Each.Fingerprint});
  });
  Report.KnownCount += Count - Report.Findings.size();
}

void Baseline::add(const FileReport &Report) {
  std::string Name = nameOf(Report);
  for (const Finding &Each : Report.Findings)
    Added[{Name, Each.Fingerprint}] = {Each.Diagnostic.Code,
                                       Each.Diagnostic.Message};
}
