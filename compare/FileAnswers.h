//===- FileAnswers.h - What a server says of a file -------------*- C++ -*-===//
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

/// A server that can be started.
struct ServerCommand {
  std::string Program;
  std::vector<std::string> Arguments;
  /// Whether the server is also asked for diagnostics: those that it sends may
  /// not be all yet.
  bool PullsDiagnostics = false;
};

/// A file, as it is given to a server.
struct FileInput {
  std::string Uri;
  std::string Text;
  /// Columns are bytes.
  std::vector<lsp::Position> Places;
};

/// The answers at a place.
struct PlaceAnswers {
  /// The text of the hover; empty when there is none.
  std::string Hover;
  std::vector<lsp::Location> Definitions, References;
};

/// A symbol of the outline of a file.
struct SymbolAnswer {
  std::string Name;
  uint32_t Line;

  friend auto operator<=>(const SymbolAnswer &, const SymbolAnswer &) = default;
};

/// How a session with a server ended.
enum class SessionEnd { Fine, Crash, Hang };

/// All that a server says of a file, in a process of its own.
struct FileAnswers {
  SessionEnd End = SessionEnd::Fine;
  /// Why the session is not fine, and what was asked.
  std::string Failure;
  /// Whether the errors came; the session may have failed later.
  bool HasErrors = false;
  std::vector<lsp::Diagnostic> Errors;
  /// Those of the places, in their order; fewer when the session failed.
  std::vector<PlaceAnswers> Places;
  std::vector<SymbolAnswer> Symbols;
  /// From opening the file to the first diagnostics.
  double DiagnosticSeconds = 0;
  /// Of memory, in MiB; 0 when it is not known.
  double Peak = 0;
};

/// Starts a server for a file and asks it all. Never throws for what a server
/// does.
FileAnswers askServer(const ServerCommand &Command, const FileInput &File,
                      std::chrono::milliseconds Timeout);

/// Only the errors of a file.
FileAnswers askErrors(const ServerCommand &Command, const FileInput &File,
                      std::chrono::milliseconds Timeout);

/// At most this many places of a text at names and operations, always the same
/// of the same text.
std::vector<lsp::Position> namePlaces(const std::string &Text, size_t AtMost);

} // namespace mlir::noisy::compare

#endif // NOISY_COMPARE_FILEANSWERS_H
