//===- noisy-session.cpp - A session as its user sees it ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// noisy-session SERVER FILE.mlir starts the language server, acts like a user
// of an editor on a program that has too much noise, and prints the output that
// the user would see. The file is not changed. The exit status describes the
// session, not the file.
//
//===----------------------------------------------------------------------===//

#include "server/client/LspSession.h"
#include "server/protocol/Lsp.h"
#include "server/text/Text.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include <sstream>

using namespace mlir::noisy::lsp;

static constexpr char FixTitle[] = "Insert optimal reduce_noise";
/// The unchanged lines that are shown around a change.
static constexpr size_t ContextLines = 3;
/// The maximum number of names that are tried to find one that carries noise.
static constexpr size_t MaxNamesTried = 1000;

static void heading(const std::string &Title) {
  std::cout << "\n" << Title << "\n" << std::string(Title.size(), '-') << "\n";
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static std::string readFile(const std::string &Path) {
  auto Fail = [&](const std::string &Reason) {
    throw SessionError("cannot read " + Path + ": " + Reason +
                       "; give the path of an .mlir file");
  };
  if (std::filesystem::is_directory(Path))
    Fail("it is a folder");
  std::ifstream Stream(Path, std::ios::binary);
  if (!Stream)
    Fail(std::strerror(errno));
  return std::string(std::istreambuf_iterator<char>(Stream), {});
}

/// The `file:` URI of a path.
static std::string uriOf(const std::string &Path) {
  static constexpr char Digits[] = "0123456789ABCDEF";
  std::string Uri = "file://";
  for (unsigned char C : std::filesystem::absolute(Path).string()) {
    if (std::isalnum(C) || std::strchr("/-._~", C))
      Uri += char(C);
    else
      Uri += {'%', Digits[C >> 4], Digits[C & 15]};
  }
  return Uri;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static const char *nameOf(std::optional<DiagnosticSeverity> Severity) {
  switch (Severity.value_or(DiagnosticSeverity::Error)) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Information:
  case DiagnosticSeverity::Hint:
    return "remark";
  }
  return "error";
}

static std::string formatLocation(const std::string &File, Position Place) {
  return File + ":" + std::to_string(Place.Line + 1) + ":" +
         std::to_string(Place.Character + 1) + ": ";
}

static void print(const std::string &File,
                  const std::vector<Diagnostic> &Diagnostics) {
  for (const Diagnostic &Problem : Diagnostics) {
    std::cout << formatLocation(File, Problem.Range.Start)
              << nameOf(Problem.Severity) << ": " << Problem.Message;
    if (!Problem.Code.empty())
      std::cout << " [" << Problem.Code << "]";
    std::cout << "\n";
    for (const DiagnosticRelatedInformation &Note : Problem.RelatedInformation)
      std::cout << formatLocation(File, Note.Location.Range.Start)
                << "note: " << Note.Message << "\n";
  }
  if (Diagnostics.empty())
    std::cout << "none\n";
}

//===----------------------------------------------------------------------===//
// Hover
//===----------------------------------------------------------------------===//

/// The places of SSA names, without comments.
static std::vector<Position> findNames(const Text &Contents) {
  std::vector<Position> Names;
  llvm::StringRef Bytes = Contents.bytes();
  for (size_t I = 0; I < Bytes.size() && Names.size() < MaxNamesTried; ++I) {
    if (Bytes.substr(I).starts_with("//"))
      I = std::min(Bytes.find('\n', I), Bytes.size());
    else if (Bytes[I] == '%')
      Names.push_back(Contents.positionAt(I, PositionEncoding::UTF16));
  }
  return Names;
}

/// The hover that the editor shows at a place; empty if there is none.
static std::string hoverAt(LspSession &Session, const std::string &Uri,
                           Position Place) {
  json Answer = Session.ask("textDocument/hover",
                            positionParams(Uri, Place.Line, Place.Character));
  return Answer.is_null() ? std::string() : Answer.get<Hover>().Contents.Value;
}

static bool isNoise(const Diagnostic &Problem) {
  return Problem.Source == "noisy";
}

static void showHover(LspSession &Session, const std::string &Uri,
                      const Text &Contents,
                      const std::vector<Diagnostic> &Diagnostics) {
  std::optional<Position> Place;
  auto First = std::find_if(Diagnostics.begin(), Diagnostics.end(), isNoise);
  std::vector<Position> Names = findNames(Contents);
  if (First != Diagnostics.end())
    Place = First->Range.Start;
  for (size_t I = 0; !Place && I < Names.size(); ++I)
    if (hoverAt(Session, Uri, Names[I]).find("Noise: ") != std::string::npos)
      Place = Names[I];
  if (!Place && !Names.empty())
    Place = Names.front();
  if (!Place) {
    heading("Hover");
    std::cout << "there is no value in this file\n";
    return;
  }

  size_t Begin = Contents.offsetAt(*Place, PositionEncoding::UTF16);
  std::string Token =
      Contents.bytes()
          .substr(Begin)
          .take_until([](char C) { return std::strchr(" \t\r\n,:)=", C); })
          .str();
  heading("Hover on " + Token + ", line " + std::to_string(Place->Line + 1));
  std::string HoverText = hoverAt(Session, Uri, *Place);
  std::cout << (HoverText.empty() ? "nothing to show\n" : HoverText);
  if (!HoverText.empty() && HoverText.back() != '\n')
    std::cout << "\n";
}

//===----------------------------------------------------------------------===//
// The quick fix
//===----------------------------------------------------------------------===//

static std::vector<std::string> splitLines(const std::string &Text) {
  std::vector<std::string> Lines;
  std::istringstream Stream(Text);
  for (std::string Line; std::getline(Stream, Line);) {
    if (!Line.empty() && Line.back() == '\r')
      Line.pop_back();
    Lines.push_back(Line);
  }
  return Lines;
}

namespace {
/// A line of a shown change: `Mark` is ' ', '-' or '+'.
struct MarkedLine {
  char Mark;
  std::string Text;
};
} // namespace

/// The lines before and after `Edits` (in the order of the text), each line
/// once.
static std::vector<MarkedLine> markLines(const Text &OldText,
                                         const std::vector<TextEdit> &Edits) {
  auto OffsetAt = [&](Position Place) {
    return OldText.offsetAt(Place, PositionEncoding::UTF16);
  };
  std::vector<MarkedLine> Result;
  size_t Next = 0;
  for (size_t Line = 0; Line < OldText.lineCount(); ++Line) {
    // This line, and the lines that edits join to it.
    size_t Begin = OldText.lineStart(Line), CopiedEnd = Begin;
    std::string New;
    size_t End = OldText.lineEnd(Line);
    for (; Next < Edits.size() && Edits[Next].Range.Start.Line <= Line;
         ++Next) {
      const TextEdit &Edit = Edits[Next];
      New += OldText.bytes().slice(CopiedEnd, OffsetAt(Edit.Range.Start));
      New += Edit.NewText;
      CopiedEnd = OffsetAt(Edit.Range.End);
      Line = std::max<size_t>(Line, Edit.Range.End.Line);
      End = OldText.lineEnd(Line);
    }
    New += OldText.bytes().slice(CopiedEnd, End);
    std::vector<std::string> Was =
        splitLines(OldText.bytes().slice(Begin, End).str() + "\n");
    std::vector<std::string> Is = splitLines(New + "\n");
    if (Line + 1 == OldText.lineCount() && End == Begin && Is == Was)
      break;
    size_t CommonCount = 0;
    while (CommonCount < std::min(Was.size(), Is.size()) &&
           Was[CommonCount] == Is[CommonCount])
      Result.push_back({' ', Was[CommonCount++]});
    for (size_t I = CommonCount; I < Was.size(); ++I)
      Result.push_back({'-', Was[I]});
    for (size_t I = CommonCount; I < Is.size(); ++I)
      Result.push_back({'+', Is[I]});
  }
  return Result;
}

static void printMarked(const std::vector<MarkedLine> &Lines) {
  auto IsNear = [&](size_t I) {
    size_t Begin = I < ContextLines ? 0 : I - ContextLines;
    size_t End = std::min(Lines.size(), I + ContextLines + 1);
    return std::any_of(Lines.begin() + Begin, Lines.begin() + End,
                       [](const MarkedLine &L) { return L.Mark != ' '; });
  };
  bool HasGap = false;
  for (size_t I = 0; I < Lines.size(); ++I) {
    if (!IsNear(I)) {
      HasGap = true;
      continue;
    }
    if (HasGap)
      std::cout << "  ...\n";
    HasGap = false;
    std::cout << Lines[I].Mark << " " << Lines[I].Text << "\n";
  }
  if (HasGap)
    std::cout << "  ...\n";
}

/// The fix that the editor would list at `Problem`, with its edit; null if
/// there is none, and the reason in `Reason`.
static json findFix(LspSession &Session, const std::string &Uri,
                    const Diagnostic &Problem, std::string &Reason) {
  json Actions = Session.ask(
      "textDocument/codeAction",
      {{"textDocument", {{"uri", Uri}}},
       {"range", Problem.Range},
       {"context", {{"diagnostics", json::array({json(Problem)})}}}});
  for (const json &Action : Actions) {
    if (Action.value("title", std::string()) != FixTitle)
      continue;
    Outcome Resolution = Session.request("codeAction/resolve", Action);
    if (Resolution)
      return Resolution.Result;
    Reason = Resolution.Error->Message;
    return nullptr;
  }
  Reason = "the server offers no fix for this";
  return nullptr;
}

static void showFix(LspSession &Session, const std::string &Uri,
                    const std::string &File, const Text &Contents,
                    const std::vector<Diagnostic> &Diagnostics) {
  heading(std::string("Quick fix: ") + FixTitle);
  json Fix;
  std::string Reason =
      llvm::all_of(Diagnostics, isNoise)
          ? "there is no noise to fix"
          : "the noise of text with errors is unknown; fix the errors first";
  for (const Diagnostic &Problem : Diagnostics)
    if (isNoise(Problem) &&
        !(Fix = findFix(Session, Uri, Problem, Reason)).is_null())
      break;
  if (Fix.is_null()) {
    std::cout << "not done: " << Reason << "\n";
    return;
  }
  WorkspaceEdit Edit = Fix.at("edit").get<WorkspaceEdit>();
  if (Edit.Documents.size() != 1 || Edit.Documents.front().Uri != Uri)
    throw SessionError("the fix edits other files than the one that is open");
  const std::vector<TextEdit> &Edits = Edit.Documents.front().Edits;
  printMarked(markLines(Contents, Edits));

  Session.applyEdits(Uri, json(Edits), 2);
  auto OpenProblems =
      Session.waitForDiagnostics(Uri, 2).get<std::vector<Diagnostic>>();
  heading("Diagnostics after the fix");
  if (OpenProblems.empty())
    std::cout << "none: everything is fixed\n";
  else
    print(File, OpenProblems);
}

//===----------------------------------------------------------------------===//
// The session
//===----------------------------------------------------------------------===//

static void run(const std::string &Server, const std::string &File) {
  Text Contents(readFile(File));
  std::string Uri = uriOf(File);

  LspSession Session(ServerStart{
      Server, {"--log=error"}, ServerStart::ErrorStream::Inherited});
  json Info = Session.initialize(modernCapabilities());
  std::cout << "A session with "
            << Info.value("/serverInfo/name"_json_pointer, "a server") << " "
            << Info.value("/serverInfo/version"_json_pointer, "") << " on "
            << File << "\n";

  Session.open(Uri, Contents.bytes().str(), 1);
  auto Diagnostics =
      Session.waitForDiagnostics(Uri, 1).get<std::vector<Diagnostic>>();
  heading("Diagnostics");
  print(File, Diagnostics);
  showHover(Session, Uri, Contents, Diagnostics);
  showFix(Session, Uri, File, Contents, Diagnostics);

  if (int Status = Session.shutdown())
    throw SessionError("the server ended with status " +
                       std::to_string(Status));
}

int main(int argc, char **argv) {
  if (argc != 3 || argv[1][0] == '-') {
    std::cerr << "usage: noisy-session SERVER FILE.mlir\n"
                 "Shows a session of the language server SERVER on FILE.mlir: "
                 "diagnostics, a hover, and the quick fix.\n";
    return 2;
  }
  try {
    run(argv[1], argv[2]);
  } catch (const std::exception &Error) {
    std::cout.flush();
    std::cerr << "noisy-session: " << Error.what() << "\n";
    if (std::filesystem::is_regular_file(argv[2]))
      std::cerr << "Is " << argv[1]
                << " the server? './dev build' makes it as "
                   "build/noisy-lsp-server.\n";
    return 1;
  }
  std::cout.flush();
  return std::cout ? 0 : 1;
}
