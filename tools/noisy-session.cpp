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
  auto Fail = [&](const std::string &Why) {
    throw SessionError("cannot read " + Path + ": " + Why +
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

static std::string where(const std::string &File, Position Where) {
  return File + ":" + std::to_string(Where.Line + 1) + ":" +
         std::to_string(Where.Character + 1) + ": ";
}

static void print(const std::string &File,
                  const std::vector<Diagnostic> &Diagnostics) {
  for (const Diagnostic &Found : Diagnostics) {
    std::cout << where(File, Found.Range.Start) << nameOf(Found.Severity)
              << ": " << Found.Message;
    if (!Found.Code.empty())
      std::cout << " [" << Found.Code << "]";
    std::cout << "\n";
    for (const DiagnosticRelatedInformation &Note : Found.RelatedInformation)
      std::cout << where(File, Note.Location.Range.Start)
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
  std::vector<Position> Found;
  llvm::StringRef Bytes = Contents.bytes();
  for (size_t I = 0; I < Bytes.size() && Found.size() < MaxNamesTried; ++I) {
    if (Bytes.substr(I).starts_with("//"))
      I = std::min(Bytes.find('\n', I), Bytes.size());
    else if (Bytes[I] == '%')
      Found.push_back(Contents.positionAt(I, PositionEncoding::UTF16));
  }
  return Found;
}

/// The hover that the editor shows at a place; empty if there is none.
static std::string hoverAt(LspSession &Session, const std::string &Uri,
                           Position Where) {
  json Shown = Session.ask("textDocument/hover",
                           positionParams(Uri, Where.Line, Where.Character));
  return Shown.is_null() ? std::string() : Shown.get<Hover>().Contents.Value;
}

static bool isNoise(const Diagnostic &Found) { return Found.Source == "noisy"; }

static void showHover(LspSession &Session, const std::string &Uri,
                      const Text &Contents,
                      const std::vector<Diagnostic> &Diagnostics) {
  std::optional<Position> Where;
  auto First = std::find_if(Diagnostics.begin(), Diagnostics.end(), isNoise);
  std::vector<Position> Names = findNames(Contents);
  if (First != Diagnostics.end())
    Where = First->Range.Start;
  for (size_t I = 0; !Where && I < Names.size(); ++I)
    if (hoverAt(Session, Uri, Names[I]).find("Noise: ") != std::string::npos)
      Where = Names[I];
  if (!Where && !Names.empty())
    Where = Names.front();
  if (!Where) {
    heading("Hover");
    std::cout << "there is no value in this file\n";
    return;
  }

  size_t Begin = Contents.offsetAt(*Where, PositionEncoding::UTF16);
  std::string Token =
      Contents.bytes()
          .substr(Begin)
          .take_until([](char C) { return std::strchr(" \t\r\n,:)=", C); })
          .str();
  heading("Hover on " + Token + ", line " + std::to_string(Where->Line + 1));
  std::string Shown = hoverAt(Session, Uri, *Where);
  std::cout << (Shown.empty() ? "nothing to show\n" : Shown);
  if (!Shown.empty() && Shown.back() != '\n')
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
static std::vector<MarkedLine> markLines(const Text &Before,
                                         const std::vector<TextEdit> &Edits) {
  auto OffsetAt = [&](Position Where) {
    return Before.offsetAt(Where, PositionEncoding::UTF16);
  };
  std::vector<MarkedLine> Result;
  size_t Next = 0;
  for (size_t Line = 0; Line < Before.lineCount(); ++Line) {
    // This line, and the lines that edits join to it.
    size_t Begin = Before.lineStart(Line), Done = Begin;
    std::string New;
    size_t End = Before.lineEnd(Line);
    for (; Next < Edits.size() && Edits[Next].Range.Start.Line <= Line;
         ++Next) {
      const TextEdit &Edit = Edits[Next];
      New += Before.bytes().slice(Done, OffsetAt(Edit.Range.Start));
      New += Edit.NewText;
      Done = OffsetAt(Edit.Range.End);
      Line = std::max<size_t>(Line, Edit.Range.End.Line);
      End = Before.lineEnd(Line);
    }
    New += Before.bytes().slice(Done, End);
    std::vector<std::string> Was =
        splitLines(Before.bytes().slice(Begin, End).str() + "\n");
    std::vector<std::string> Is = splitLines(New + "\n");
    if (Line + 1 == Before.lineCount() && End == Begin && Is == Was)
      break;
    size_t Same = 0;
    while (Same < std::min(Was.size(), Is.size()) && Was[Same] == Is[Same])
      Result.push_back({' ', Was[Same++]});
    for (size_t I = Same; I < Was.size(); ++I)
      Result.push_back({'-', Was[I]});
    for (size_t I = Same; I < Is.size(); ++I)
      Result.push_back({'+', Is[I]});
  }
  return Result;
}

static void printMarked(const std::vector<MarkedLine> &Lines) {
  auto IsNear = [&](size_t I) {
    size_t From = I < ContextLines ? 0 : I - ContextLines;
    size_t To = std::min(Lines.size(), I + ContextLines + 1);
    return std::any_of(Lines.begin() + From, Lines.begin() + To,
                       [](const MarkedLine &L) { return L.Mark != ' '; });
  };
  bool Skipped = false;
  for (size_t I = 0; I < Lines.size(); ++I) {
    if (!IsNear(I)) {
      Skipped = true;
      continue;
    }
    if (Skipped)
      std::cout << "  ...\n";
    Skipped = false;
    std::cout << Lines[I].Mark << " " << Lines[I].Text << "\n";
  }
  if (Skipped)
    std::cout << "  ...\n";
}

/// The fix that the editor would list at `At`, with its edit; null if there is
/// none, and the reason in `Why`.
static json findFix(LspSession &Session, const std::string &Uri,
                    const Diagnostic &At, std::string &Why) {
  json Listed =
      Session.ask("textDocument/codeAction",
                  {{"textDocument", {{"uri", Uri}}},
                   {"range", At.Range},
                   {"context", {{"diagnostics", json::array({json(At)})}}}});
  for (const json &Action : Listed) {
    if (Action.value("title", std::string()) != FixTitle)
      continue;
    Outcome Resolved = Session.request("codeAction/resolve", Action);
    if (Resolved)
      return Resolved.Result;
    Why = Resolved.Error->Message;
    return nullptr;
  }
  Why = "the server offers no fix for this";
  return nullptr;
}

/// Sends the text after the edits to the server, as an editor does, last edit
/// first, so that none moves another.
static void apply(LspSession &Session, const std::string &Uri,
                  const std::vector<TextEdit> &Edits, int64_t Version) {
  json Changes = json::array();
  for (auto Edit = Edits.rbegin(); Edit != Edits.rend(); ++Edit)
    Changes.push_back({{"range", Edit->Range}, {"text", Edit->NewText}});
  Session.changeRanges(Uri, std::move(Changes), Version);
}

static void showFix(LspSession &Session, const std::string &Uri,
                    const std::string &File, const Text &Contents,
                    const std::vector<Diagnostic> &Diagnostics) {
  heading(std::string("Quick fix: ") + FixTitle);
  json Fix;
  std::string Why = llvm::all_of(Diagnostics, isNoise)
                        ? "there is no noise to mend"
                        : "nothing is known of the noise of what has errors; "
                          "mend these first";
  for (const Diagnostic &Found : Diagnostics)
    if (isNoise(Found) && !(Fix = findFix(Session, Uri, Found, Why)).is_null())
      break;
  if (Fix.is_null()) {
    std::cout << "not done: " << Why << "\n";
    return;
  }
  WorkspaceEdit Edit = Fix.at("edit").get<WorkspaceEdit>();
  if (Edit.Documents.size() != 1 || Edit.Documents.front().Uri != Uri)
    throw SessionError("the fix edits other files than the one that is open");
  const std::vector<TextEdit> &Edits = Edit.Documents.front().Edits;
  printMarked(markLines(Contents, Edits));

  apply(Session, Uri, Edits, 2);
  auto Left = Session.waitForDiagnostics(Uri, 2).get<std::vector<Diagnostic>>();
  heading("Diagnostics after the fix");
  if (Left.empty())
    std::cout << "none: there is nothing left to mend\n";
  else
    print(File, Left);
}

//===----------------------------------------------------------------------===//
// The session
//===----------------------------------------------------------------------===//

static void run(const std::string &Server, const std::string &File) {
  Text Contents(readFile(File));
  std::string Uri = uriOf(File);

  LspSession Session(Server, {"--log=error"}, /*Quiet=*/false);
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
