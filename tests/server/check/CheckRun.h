//===- CheckRun.h - A check of files in a folder ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_CHECK_CHECKRUN_H
#define NOISY_TESTS_SERVER_CHECK_CHECKRUN_H

#include "server/check/Check.h"
#include "tests/server/ServerSession.h"
#include <filesystem>
#include <fstream>

namespace mlir::noisy::lsp::test {

/// A folder for files, and what is said of them.
class CheckRun {
public:
  CheckRun() {
    std::string Name =
        (std::filesystem::temp_directory_path() / "noisy-XXXXXX").string();
    REQUIRE(::mkdtemp(Name.data()));
    Folder = Name;
    Options.Program = ourServer();
    Options.Arguments = {"--log=error"};
  }
  ~CheckRun() { std::filesystem::remove_all(Folder); }

  std::string write(const std::string &Name, const std::string &Contents) {
    std::filesystem::create_directories((Folder / Name).parent_path());
    std::ofstream(Folder / Name, std::ios::binary) << Contents;
    return (Folder / Name).string();
  }

  CheckStatus run(const std::vector<std::string> &Files) {
    Findings.clear();
    Notes.clear();
    llvm::raw_string_ostream FindingsOS(Findings), NotesOS(Notes);
    CheckStatus Status = checkFiles(Files, Options, FindingsOS, NotesOS);
    // Where the files are does not matter.
    std::string Prefix = Folder.string() + "/";
    for (std::string *Text : {&Findings, &Notes})
      for (size_t Offset; (Offset = Text->find(Prefix)) != std::string::npos;)
        Text->erase(Offset, Prefix.size());
    return Status;
  }

  std::string path(const std::string &Name) const {
    return (Folder / Name).string();
  }

  bool finds(const std::string &Message) const {
    return Findings.find(Message) != std::string::npos;
  }

  CheckOptions Options;
  std::string Findings, Notes;

private:
  std::filesystem::path Folder;
};

inline constexpr char Overflow[] = R"mlir(func.func @f(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %a : !noisy.i32
  return %c : !noisy.i32
}
)mlir";

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_CHECK_CHECKRUN_H
