//===- FileAnswers.h - The answers of a server about a file -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_COMPARE_FILEANSWERS_H
#define NOISY_COMPARE_FILEANSWERS_H

#include "server/protocol/JsonRpc.h"
#include "server/protocol/Lsp.h"
#include <chrono>
#include <string>
#include <vector>

namespace mlir::noisy::compare {

/// The command that starts a server.
struct ServerCommand {
  std::string Program;
  std::vector<std::string> Arguments;
  /// True if the server is also asked for diagnostics: those that it publishes
  /// may be incomplete.
  bool PullsDiagnostics = false;
};

/// A file as input of a server.
struct FileInput {
  std::string Uri;
  std::string Text;
  /// The places of queries. Columns are bytes.
  std::vector<lsp::Position> Places;
};

/// The answers at a place.
struct PlaceAnswers {
  /// The text of the hover; empty if there is none.
  std::string Hover;
  std::vector<lsp::Location> Definitions, References;
};

/// A symbol of the outline of a file.
struct SymbolAnswer {
  std::string Name;
  uint32_t Line;

  friend auto operator<=>(const SymbolAnswer &, const SymbolAnswer &) = default;
};

/// The outcome of a session with a server.
enum class SessionEnd { Fine, Crash, Hang };

/// All answers of a server about a file, in a process of its own.
struct FileAnswers {
  SessionEnd End = SessionEnd::Fine;
  /// The reason of a failure, and the request that failed.
  std::string Failure;
  /// True if the errors came; the session may have failed later.
  bool HasErrors = false;
  std::vector<lsp::Diagnostic> Errors;
  /// The answers at the places, in their order; fewer if the session failed.
  std::vector<PlaceAnswers> Places;
  std::vector<SymbolAnswer> Symbols;
  /// The time in seconds from opening the file to the first diagnostics.
  double DiagnosticSeconds = 0;
  /// The peak of memory in MiB; 0 if unknown.
  double Peak = 0;
};

/// Starts a server for a file and sends all queries. Never throws for the
/// behaviour of a server.
FileAnswers askServer(const ServerCommand &Command, const FileInput &File,
                      std::chrono::milliseconds Timeout);

/// Returns only the errors of a file.
FileAnswers askErrors(const ServerCommand &Command, const FileInput &File,
                      std::chrono::milliseconds Timeout);

/// Returns at most this many places of a text at names and operations, always
/// the same for the same text.
std::vector<lsp::Position> namePlaces(const std::string &Text, size_t AtMost);

} // namespace mlir::noisy::compare

#endif // NOISY_COMPARE_FILEANSWERS_H
