//===- TableGen.h - The program llvm-tblgen ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_ODS_TABLEGEN_H
#define NOISY_SERVER_ODS_TABLEGEN_H

#include "llvm/ADT/StringRef.h"
#include <functional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// What the program is run on.
struct TableGenTask {
  /// Its path, and what it is run by (`OdsTask::Launcher`).
  std::string Program;
  std::vector<std::string> Launcher;
  std::string File;
  std::vector<std::string> Include;
  /// True to stop soon; may be empty.
  std::function<bool()> ShouldStop;
};

/// What came out.
struct TableGenResult {
  enum class Kind {
    /// `Json` is there.
    Read,
    /// The file is wrong; `Error` says how.
    Refused,
    /// Something else is; `Error` says what. It may work the next time.
    Failed,
    /// It was to stop.
    Stopped
  };
  Kind Outcome = Kind::Stopped;
  std::string Json;
  /// All files that were read.
  std::vector<std::string> Files;
  /// False if some of them are not known.
  bool HasAllFiles = true;
  std::string Error;
};

/// Runs `llvm-tblgen --dump-json`. It leaves no files, however this process
/// ends. Any thread that does not end before.
TableGenResult runTableGen(const TableGenTask &Task);

/// The path of a program that the user named (findProgram); an empty name
/// stands for `llvm-tblgen`, of LLVM 22 if there is one. Empty if there is
/// none;
/// \p Error says why then.
std::string findTableGen(llvm::StringRef Name, llvm::StringRef Workspace,
                         std::string &Error);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_ODS_TABLEGEN_H
