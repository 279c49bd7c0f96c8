//===- FileAnswers.cpp - The answers of a server about a file -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/FileAnswers.h"
#include "bench/measure/ProcessUsage.h"
#include "server/check/SamplePlaces.h"
#include "server/client/LspSession.h"
#include "server/text/Text.h"
#include <algorithm>
#include <cctype>
#include <random>

using namespace mlir::noisy;
using namespace mlir::noisy::compare;
using lsp::json;
using lsp::LspSession;
using Clock = LspSession::Clock;

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static std::string readHover(const json &Answer) {
  if (!Answer.is_object() || !Answer.contains("contents"))
    return std::string();
  const json &Contents = Answer["contents"];
  return Contents.is_object() ? Contents.value("value", std::string())
                              : Contents.dump();
}

static std::vector<lsp::Location> readLocations(const json &Answer) {
  std::vector<lsp::Location> Result;
  if (Answer.is_array())
    for (const json &Item : Answer)
      Result.push_back({Item.at("uri").get<std::string>(),
                        Item.at("range").get<lsp::Range>()});
  return Result;
}

static void readSymbols(const json &Answer, std::vector<SymbolAnswer> &Result) {
  if (!Answer.is_array())
    return;
  for (const json &Symbol : Answer) {
    Result.push_back(
        {Symbol.at("name").get<std::string>(),
         Symbol.at("selectionRange").get<lsp::Range>().Start.Line});
    if (Symbol.contains("children"))
      readSymbols(Symbol["children"], Result);
  }
}

static json capabilities() {
  json Result = lsp::modernCapabilities();
  Result["general"]["positionEncodings"] = {"utf-8"};
  return Result;
}

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

namespace {
/// A session about one file. Throws as LspSession does.
class FileSession {
public:
  FileSession(const ServerCommand &Command, const FileInput &File,
              std::chrono::milliseconds Timeout)
      : Command(Command), File(File),
        Session({Command.Program, Command.Arguments,
                 lsp::ServerStart::ErrorStream::Dropped, Timeout}) {
    Session.initialize(capabilities());
  }

  void readErrors(FileAnswers &Answers);
  void readPlaces(FileAnswers &Answers);
  void end(FileAnswers &Answers) {
    Answers.Peak = bench::readUsage(Session.pid()).peak;
    Session.shutdown();
  }

private:
  const ServerCommand &Command;
  const FileInput &File;
  LspSession Session;
};
} // namespace

void FileSession::readErrors(FileAnswers &Answers) {
  Clock::time_point Start = Clock::now();
  Session.open(File.Uri, File.Text);
  json Diagnostics = Session.waitForDiagnostics(File.Uri);
  std::chrono::duration<double> Took = Clock::now() - Start;
  Answers.DiagnosticSeconds = Took.count();
  if (Command.PullsDiagnostics)
    Diagnostics =
        Session.ask("textDocument/diagnostic", lsp::documentParams(File.Uri))
            .at("items");
  for (const json &Item : Diagnostics) {
    auto Problem = Item.get<lsp::Diagnostic>();
    // Findings of the analyses, which have a code, are not errors.
    if (Problem.Severity == lsp::DiagnosticSeverity::Error &&
        (Problem.Code.empty() || Problem.Source == "mlir"))
      Answers.Errors.push_back(std::move(Problem));
  }
  Answers.HasErrors = true;
}

void FileSession::readPlaces(FileAnswers &Answers) {
  readSymbols(
      Session.ask("textDocument/documentSymbol", lsp::documentParams(File.Uri)),
      Answers.Symbols);
  for (lsp::Position Place : File.Places) {
    json Params = lsp::positionParams(File.Uri, Place.Line, Place.Character);
    PlaceAnswers Answer;
    Answer.Hover = readHover(Session.ask("textDocument/hover", Params));
    Answer.Definitions =
        readLocations(Session.ask("textDocument/definition", Params));
    Params["context"] = {{"includeDeclaration", true}};
    Answer.References =
        readLocations(Session.ask("textDocument/references", Params));
    Answers.Places.push_back(std::move(Answer));
  }
}

static FileAnswers ask(const ServerCommand &Command, const FileInput &File,
                       std::chrono::milliseconds Timeout, bool WithPlaces) {
  FileAnswers Answers;
  Clock::time_point Start = Clock::now();
  try {
    FileSession Session(Command, File, Timeout);
    Session.readErrors(Answers);
    if (WithPlaces) {
      Start = Clock::now();
      Session.readPlaces(Answers);
    }
    Session.end(Answers);
  } catch (const lsp::SessionError &Error) {
    bool IsLate = Clock::now() - Start >= Timeout;
    Answers.End = IsLate ? SessionEnd::Hang : SessionEnd::Crash;
    Answers.Failure = Error.what();
  } catch (const json::exception &Error) {
    Answers.End = SessionEnd::Crash;
    Answers.Failure = std::string("not what LSP says: ") + Error.what();
  }
  return Answers;
}

FileAnswers compare::askServer(const ServerCommand &Command,
                               const FileInput &File,
                               std::chrono::milliseconds Timeout) {
  return ask(Command, File, Timeout, /*All=*/true);
}

FileAnswers compare::askErrors(const ServerCommand &Command,
                               const FileInput &File,
                               std::chrono::milliseconds Timeout) {
  return ask(Command, File, Timeout, /*All=*/false);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::vector<lsp::Position> compare::namePlaces(const std::string &Text,
                                               size_t AtMost) {
  lsp::Text Lines(Text);
  std::vector<size_t> Names;
  for (size_t Offset : lsp::samplePlaces(Text, Text.size() + 2)) {
    if (Offset == Text.size() || std::isspace(Text[Offset]) ||
        std::isdigit(Text[Offset]))
      continue;
    size_t Line = Lines.lineAt(Offset);
    llvm::StringRef Prefix =
        llvm::StringRef(Text).slice(Lines.lineStart(Line), Offset);
    if (!Prefix.contains("//"))
      Names.push_back(Offset);
  }
  std::vector<size_t> Sample;
  std::sample(Names.begin(), Names.end(), std::back_inserter(Sample), AtMost,
              std::mt19937(static_cast<uint32_t>(Text.size())));
  std::vector<lsp::Position> Result;
  for (size_t Offset : Sample)
    Result.push_back(Lines.positionAt(Offset, lsp::PositionEncoding::UTF8));
  return Result;
}
