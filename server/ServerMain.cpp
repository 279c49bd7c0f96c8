//===- ServerMain.cpp - The options of the server -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/ServerMain.h"
#include "Version.h"
#include "dialect/NoiseModel.h"
#include "dialect/RuledDialects.h"
#include "dialect/loading/PluginFile.h"
#include "dialect/rules/RulePacks.h"
#include "dialect/rules/RulesReader.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "server/check/Check.h"
#include "server/dialects/LoadedDialects.h"
#include "server/dialects/PluginTrial.h"
#include "server/handlers/LanguageServer.h"
#include "server/parse/NoiseProblems.h"
#include "server/programs/ProgramPath.h"
#include "server/settings/ProjectRules.h"
#include "server/settings/SettingsTable.h"
#include "server/syntax/Nesting.h"
#include "server/threads/Thread.h"
#include "server/threads/WorkerPool.h"
#include "system/BoundProgram.h"
#include "system/ChildProcess.h"
#include "system/LogStream.h"
#include "system/ParentWatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace cl = llvm::cl;

/// The first argument of the copy of this program that runs LLVM's server.
static constexpr char UpstreamFlag[] = "--upstream";
/// The first argument of the copy of this program that becomes another one.
static constexpr char BoundFlag[] = "--bound";
/// What such a program may use: TableGen on a large project needs some 100 MB.
static constexpr ProgramLimits BoundLimits = {.Memory = size_t(4) << 30,
                                              .File = 128 << 20};
/// For a default model that is not that of the dialect.
static constexpr char ModelFlag[] = "--noisy-model=";
/// Code scanning takes no more.
static constexpr unsigned MaxNotes = 1000;
static constexpr char RulesFlag[] = "--noisy-rules=";

namespace {
enum class LogLevel { Error, Info, Verbose };
enum class SettingsForm { Markdown, Schema };
enum class CheckLevel { None, All, Diagnostics };
} // namespace

/// Takes standard output for the protocol, and redirects everything else that
/// is printed there to standard error.
static int takeStandardOutput() {
  std::fflush(stdout);
  int Protocol = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (Protocol >= 0)
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return Protocol;
}

/// The time for running computations to stop when a session ends.
static constexpr suseconds_t EndTime = 400000; // microseconds

static std::atomic<int> ExitStatus = 0;

/// Ends this process after that time, and its children with it (ParentWatch.h),
/// whatever its threads are doing: MLIR cannot be stopped. Uses a timer of the
/// system, because creating a thread may fail.
static void endWithin(suseconds_t Microseconds, int Status) {
  ExitStatus = Status;
  struct sigaction Action = {};
  Action.sa_handler = [](int) { ::_exit(ExitStatus); };
  ::sigaction(SIGALRM, &Action, nullptr);
  itimerval Timer = {};
  Timer.it_value.tv_usec = Microseconds;
  ::setitimer(ITIMER_REAL, &Timer, nullptr);
}

namespace {

/// Kept, because options only refer to their texts.
llvm::StringRef describeRulesFlag() {
  static const std::string Text =
      "Rules for the noise of other dialects, where the workspace has no "
      ".noisy.yaml: such a file, or one that comes with the program (" +
      nameRulePacks() + ")";
  return Text;
}

/// The options of this program. They include those of mlir-lsp-server, so that
/// an editor set up for that can start this.
struct CommandLine {
  CommandLine(int argc, char **argv);

  cl::OptionCategory Category{"noisy-lsp-server options"};
  cl::opt<InputStyle> Style{
      "input-style", cl::desc("The format of the input"),
      cl::values(
          clEnumValN(InputStyle::Standard, "standard", "usual LSP protocol"),
          clEnumValN(InputStyle::Delimited, "delimited",
                     "messages delimited by `// -----` lines, with // "
                     "comment support")),
      cl::init(InputStyle::Standard), cl::cat(Category)};
  cl::opt<bool> LitTest{
      "lit-test",
      cl::desc("Abbreviation for -input-style=delimited -pretty -log=verbose"),
      cl::cat(Category)};
  cl::opt<LogLevel> Level{
      "log", cl::desc("Verbosity of log messages written to stderr"),
      cl::values(clEnumValN(LogLevel::Error, "error", "Error messages only"),
                 clEnumValN(LogLevel::Info, "info", "High level events"),
                 clEnumValN(LogLevel::Verbose, "verbose", "All messages")),
      cl::init(LogLevel::Info), cl::cat(Category)};
  cl::opt<bool> Pretty{"pretty", cl::desc("Pretty-print JSON output"),
                       cl::init(false), cl::cat(Category)};
  cl::opt<std::string> ModelText{
      "noisy-model",
      cl::desc("The noise model, in bits, of code without a noisy.model "
               "attribute (default: initial=12,max=26)"),
      cl::value_desc("initial=N,max=N"), cl::cat(Category)};
  cl::opt<std::string> RulesText{"noisy-rules", cl::desc(describeRulesFlag()),
                                 cl::value_desc("FILE or NAME"),
                                 cl::cat(Category)};
  cl::list<std::string> Plugins{
      "load-dialect-plugin",
      cl::desc(
          "A plugin with dialects (mlirGetDialectPluginInfo), which is "
          "checked, and tried out in another process, before it is loaded"),
      cl::value_desc("FILE"), cl::cat(Category)};
  cl::list<std::string> IrdlFiles{
      "irdl-file", cl::desc("A file of IRDL that defines dialects"),
      cl::value_desc("FILE"), cl::cat(Category)};
  cl::opt<std::string> OptPath{
      "opt-path",
      cl::desc("The project's own mlir-opt, which checks texts when they are "
               "opened and saved: its errors win over what is read by guess"),
      cl::value_desc("PROGRAM"), cl::cat(Category)};
  cl::list<std::string> OptArguments{
      "opt-argument",
      cl::desc("A further argument of the program of --opt-path"),
      cl::value_desc("ARGUMENT"), cl::cat(Category)};
  cl::opt<std::string> UpstreamPath{
      "upstream-path",
      cl::desc("The project's own mlir-lsp-server, which checks texts in the "
               "pauses between edits"),
      cl::value_desc("PROGRAM"), cl::cat(Category)};
  cl::opt<SettingsForm> PrintSettings{
      "print-settings", cl::desc("Print the settings for editors, and exit"),
      cl::values(
          clEnumValN(SettingsForm::Markdown, "markdown", "a table in Markdown"),
          clEnumValN(SettingsForm::Schema, "schema",
                     "contributes.configuration.properties of an extension of "
                     "VS Code")),
      cl::cat(Category)};
  cl::opt<unsigned> MostNotes{
      "most-notes",
      cl::desc(
          "The most places on the way to a finding of noise that are told, "
          "up to 1000 (default: 8; with --format=sarif 1000)"),
      cl::value_desc("N"), cl::init(0), cl::cat(Category)};
  cl::opt<CheckLevel> Check{
      "check",
      cl::ValueOptional,
      cl::desc("Check files instead of serving an editor: print their problems "
               "as file:line:col, and try every feature on them. Exits with 1 "
               "if there are errors, with 2 if a file cannot be read. For CI "
               "and bug reports"),
      cl::values(clEnumValN(CheckLevel::All, "all",
                            "print the problems and try every feature"),
                 clEnumValN(CheckLevel::All, "", ""),
                 clEnumValN(CheckLevel::Diagnostics, "diagnostics",
                            "only print the problems")),
      cl::init(CheckLevel::None),
      cl::cat(Category)};
  cl::opt<ReportFormat> Format{
      "format", cl::desc("With --check: the form of what it prints"),
      cl::values(
          clEnumValN(ReportFormat::Text, "text",
                     "file:line:col: error: message [code]"),
          clEnumValN(ReportFormat::Json, "json", "an object, for programs"),
          clEnumValN(ReportFormat::Sarif, "sarif",
                     "SARIF 2.1.0, for code scanning"),
          clEnumValN(ReportFormat::Github, "github",
                     "annotations of a GitHub workflow"),
          clEnumValN(ReportFormat::Junit, "junit", "XML as of JUnit")),
      cl::init(ReportFormat::Text), cl::cat(Category)};
  cl::opt<mlir::noisy::lsp::DiagnosticSeverity> FailOn{
      "fail-on", cl::desc("With --check: what makes it exit with 1"),
      cl::values(clEnumValN(mlir::noisy::lsp::DiagnosticSeverity::Error,
                            "error", "errors"),
                 clEnumValN(mlir::noisy::lsp::DiagnosticSeverity::Warning,
                            "warning", "errors and warnings"),
                 clEnumValN(mlir::noisy::lsp::DiagnosticSeverity::Hint, "hint",
                            "anything that is found")),
      cl::init(mlir::noisy::lsp::DiagnosticSeverity::Error), cl::cat(Category)};
  cl::opt<unsigned> Jobs{
      "jobs",
      cl::desc("With --check: the number of files that are checked at the same "
               "time (default: one for each processor, at most 8)"),
      cl::value_desc("N"), cl::init(0), cl::cat(Category)};
  cl::opt<std::string> Baseline{
      "baseline",
      cl::desc("With --check: leave out the findings that this file has"),
      cl::value_desc("FILE"), cl::cat(Category)};
  cl::opt<std::string> NewBaseline{
      "write-baseline",
      cl::desc("With --check: write all findings to this file, for --baseline"),
      cl::value_desc("FILE"), cl::cat(Category)};
  cl::list<std::string> Files{cl::Positional, cl::desc("[FILE or FOLDER...]"),
                              cl::cat(Category)};
};

} // namespace

CommandLine::CommandLine(int argc, char **argv) {
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter([](llvm::raw_ostream &OS) {
    OS << "noisy-lsp-server " NOISY_VERSION " (LLVM " NOISY_LLVM_VERSION ")\n";
  });
  cl::ParseCommandLineOptions(
      argc, argv,
      "MLIR language server with noise analysis\n\n"
      "Speaks the language server protocol on standard input and output; it "
      "is started by an editor. With --check FILE... it checks files "
      "instead.\n");
  if (LitTest) {
    Style = InputStyle::Delimited;
    Level = LogLevel::Verbose;
    Pretty = true;
  }
}

/// The command that runs this program in another process, with limits.
static std::vector<std::string> selfBound() {
  return {executablePath(), BoundFlag, executablePath()};
}

/// Loads the plugins and the files of IRDL of the command line. Returns what is
/// wrong with them.
static std::vector<std::string> loadDialects(const CommandLine &Line,
                                             const DialectRegistry &Registry) {
  DialectFiles Files;
  auto Append = [](std::vector<std::string> &Target, const auto &Paths) {
    for (const std::string &Path : Paths) {
      llvm::SmallString<256> Absolute(Path);
      (void)llvm::sys::fs::make_absolute(Absolute);
      Target.push_back(Absolute.str().str());
    }
  };
  Append(Files.Plugins, Line.Plugins);
  Append(Files.Irdl, Line.IrdlFiles);
  if (Files.empty())
    return {};
  enableCrashRecovery();
  std::vector<FileProblem> Problems;
  setCurrentDialects(
      DialectLoader(Registry, selfBound()).load(Files, Problems));
  std::vector<std::string> Result;
  for (const FileProblem &Problem : Problems)
    Result.push_back(Problem.str());
  return Result;
}

/// A program that the command line names: a path, or a name for the PATH.
static std::string programOf(llvm::StringRef Name) {
  llvm::SmallString<256> Path(Name);
  if (Name.contains('/'))
    (void)llvm::sys::fs::make_absolute(Path);
  return Path.str().str();
}

/// Checks files with this program as the server.
static int check(CommandLine &Line) {
  CheckOptions Options;
  Options.Program = executablePath();
  Options.Arguments = {"--log=error"};
  if (!Line.ModelText.empty())
    Options.Arguments.push_back(ModelFlag + Line.ModelText);
  if (!Line.RulesText.empty())
    Options.Arguments.push_back(RulesFlag + Line.RulesText);
  if (LoadedDialectsPtr Added = currentDialects())
    llvm::append_range(Options.Arguments, Added->files().options());
  if (!Line.OptPath.empty())
    Options.Arguments.push_back("--opt-path=" + programOf(Line.OptPath));
  for (const std::string &Argument : Line.OptArguments)
    Options.Arguments.push_back("--opt-argument=" + Argument);
  if (!Line.UpstreamPath.empty())
    Options.Arguments.push_back("--upstream-path=" +
                                programOf(Line.UpstreamPath));
  // Only this format shows ways of any length.
  unsigned Most = Line.MostNotes ? Line.MostNotes.getValue()
                  : Line.Format == ReportFormat::Sarif ? MaxNotes
                                                       : 0;
  if (Most)
    Options.Arguments.push_back("--most-notes=" + std::to_string(Most));
  // Rules that are named come before those of a project.
  Options.ReadsProject = Line.RulesText.empty();
  Options.TryFeatures = Line.Check == CheckLevel::All;
  Options.Format = Line.Format;
  Options.FailsFrom = Line.FailOn;
  Options.Jobs = Line.Jobs
                     ? Line.Jobs.getValue()
                     : std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
  Options.Baseline = Line.Baseline;
  Options.NewBaseline = Line.NewBaseline;
  return int(checkFiles(Line.Files, Options, llvm::outs(), llvm::errs()));
}

/// Serves the client on standard input and output until it leaves. Returns the
/// exit status.
static int serve(const CommandLine &Line, DialectRegistry &Registry,
                 std::vector<std::string> StartProblems) {
  if (Line.MostNotes)
    setMostNoiseNotes(Line.MostNotes);
  int Protocol = takeStandardOutput();
  if (Protocol < 0) {
    llvm::errs() << "noisy-lsp-server: standard output is closed\n";
    return 1;
  }
  // A client that leaves makes a write fail; it does not end the process.
  std::signal(SIGPIPE, SIG_IGN);
  enableCrashRecovery();
  if (!WorkerPool::get().start()) {
    llvm::errs() << "noisy-lsp-server: the system allows no further thread; "
                    "raise the limit (ulimit -u, ulimit -v, or that of the "
                    "container)\n";
    return 1;
  }

  MessageReader Reader(STDIN_FILENO, Line.Style);
  auto Writer = std::make_shared<MessageWriter>(Protocol, Line.Pretty);
  ServerOptions Options;
  Options.UpstreamProgram = executablePath();
  // LLVM's server logs every message at its default level.
  Options.UpstreamArguments = {UpstreamFlag};
  if (Line.ModelText.getNumOccurrences() > 0)
    Options.UpstreamArguments.push_back(ModelFlag + Line.ModelText);
  Options.UpstreamArguments.push_back(
      Line.Level == LogLevel::Verbose ? "--log=verbose" : "--log=error");
  Options.Launcher = {executablePath(), BoundFlag};
  Options.Programs.Opt = programOf(Line.OptPath);
  Options.Programs.OptArguments.assign(Line.OptArguments.begin(),
                                       Line.OptArguments.end());
  Options.Programs.Server = programOf(Line.UpstreamPath);
  Options.StartProblems = std::move(StartProblems);
  Options.OneAtATime = Line.Style == InputStyle::Delimited;
  if (Line.Level != LogLevel::Error)
    Options.Log = [Stream = std::make_shared<LogStream>(STDERR_FILENO)](
                      const std::string &Text) {
      Stream->write("noisy-lsp-server: " + Text);
    };
  LanguageServer Server(Registry, Reader, std::move(Writer),
                        std::move(Options));
  int Status = Server.run();
  endWithin(EndTime, Status);
  return Status;
}

/// Does what the options say. Returns the exit status.
static int run(int argc, char **argv, DialectRegistry &Registry) {
  CommandLine Line(argc, argv);
  if (Line.PrintSettings.getNumOccurrences() > 0) {
    llvm::outs() << (Line.PrintSettings == SettingsForm::Markdown
                         ? describeSettings()
                         : dumpJson(schemaOfSettings(), /*Pretty=*/true) +
                               "\n");
    return 0;
  }
  if (Line.ModelText.getNumOccurrences() > 0) {
    std::string Error;
    std::optional<NoiseModel> Model = NoiseModel::parse(Line.ModelText, Error);
    if (!Model) {
      Line.ModelText.error(Error);
      return 1;
    }
    registerDefaultModel(Registry, *Model);
  }
  if (Line.RulesText.getNumOccurrences() > 0) {
    std::string Error;
    LinkedOperations Linked(Registry);
    std::optional<NoiseRules> Rules =
        loadNoiseRules(Line.RulesText, Error, &Linked);
    if (!Rules) {
      Line.RulesText.error(Error);
      return 1;
    }
    setCurrentRules(std::make_shared<const NoiseRules>(std::move(*Rules)));
  }
  const bool IsCheck = Line.Check != CheckLevel::None;
  if (IsCheck == Line.Files.empty()) {
    llvm::errs() << "noisy-lsp-server: "
                 << (IsCheck
                         ? "--check needs files or folders ('-' is standard "
                           "input)"
                         : "only --check takes files")
                 << "\n";
    return 2;
  }
  if (Line.MostNotes > MaxNotes) {
    llvm::errs() << "noisy-lsp-server: --most-notes takes at most " << MaxNotes
                 << "\n";
    return 2;
  }
  std::vector<std::string> Problems = loadDialects(Line, Registry);
  if (IsCheck)
    for (auto [Name, Option] :
         {std::pair(programOf(Line.OptPath), "--opt-path"),
          std::pair(programOf(Line.UpstreamPath), "--upstream-path")}) {
      std::string Error;
      if (Name.empty())
        continue;
      std::string Path = findProgram(Name, "", Option, Error);
      if (!Path.empty() && !llvm::sys::fs::can_execute(Path))
        Error = std::string(Option) + ": " + Path + " is no program";
      if (!Error.empty())
        Problems.push_back(Error);
    }
  if (!IsCheck)
    // An editor's server goes on without.
    return serve(Line, Registry, std::move(Problems));
  for (const std::string &Problem : Problems)
    llvm::errs() << "noisy-lsp-server: " << Problem << "\n";
  return Problems.empty() ? check(Line) : int(CheckStatus::Unreadable);
}

/// Runs LLVM's own server; its options begin at argv[2].
static int serveUpstream(int argc, char **argv, DialectRegistry &Registry) {
  std::vector<char *> Arguments = {argv[0]};
  Arguments.insert(Arguments.end(), argv + 2, argv + argc);
  // LLVM's server does not know these. The parent process reports errors.
  llvm::erase_if(Arguments, [&](llvm::StringRef Text) {
    std::string Error;
    std::vector<FileProblem> Problems;
    if (Text.consume_front(ModelFlag)) {
      if (std::optional<NoiseModel> Model = NoiseModel::parse(Text, Error))
        registerDefaultModel(Registry, *Model);
    } else if (Text.consume_front(PluginOption)) {
      (void)loadDialectPlugin(Text.str(), Registry);
    } else if (Text.consume_front(IrdlOption)) {
      if (IrdlFilePtr File = readIrdlFile(Text.str(), Registry, Problems))
        registerIrdlFile(Registry, std::move(File));
    } else {
      return false;
    }
    return true;
  });
  Arguments.push_back(nullptr);
  // It reads nothing while it parses, which can take long.
  endWithParent(STDIN_FILENO);
  int Status = 1;
  Thread Server;
  size_t StackBytes = ParserStackBytes;
  auto Serve = [&] {
    Status = failed(MlirLspServerMain(int(Arguments.size()) - 1,
                                      Arguments.data(), Registry));
  };
  // With a smaller stack it fails on less deeply nested text.
  while (!Server.start("server", StackBytes, Serve))
    if ((StackBytes /= 2) < SmallStackBytes)
      return 1;
  Server.join();
  return Status;
}

int mlir::noisy::lsp::runServer(int argc, char **argv,
                                DialectRegistry &Registry) {
  if (argc > 2 && llvm::StringRef(argv[1]) == BoundFlag)
    return runBound(argv + 2, BoundLimits);
  if (argc > 1 && llvm::StringRef(argv[1]) == TrialFlag)
    return runPluginTrial(llvm::ArrayRef(argv + 2, argv + argc), Registry);
  if (argc > 1 && llvm::StringRef(argv[1]) == UpstreamFlag)
    return serveUpstream(argc, argv, Registry);
  return run(argc, argv, Registry);
}
