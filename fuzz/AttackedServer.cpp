//===- AttackedServer.cpp - A server under attack -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/AttackedServer.h"
#include "fuzz/FuzzedServer.h"
#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;
using lsp::SessionError;
using std::chrono::milliseconds;
namespace fs = std::filesystem;

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

static std::string readAll(const fs::path &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::ostringstream Contents;
  Contents << File.rdbuf();
  return Contents.str();
}

/// The fields of /proc/PID/stat from the state on; empty if the process is
/// gone.
static std::vector<std::string> readStat(pid_t Pid) {
  std::string Stat = readAll("/proc/" + std::to_string(Pid) + "/stat");
  size_t End = Stat.rfind(')');
  if (End == std::string::npos)
    return {};
  std::istringstream Rest(Stat.substr(End + 1));
  std::vector<std::string> Fields;
  for (std::string Field; Rest >> Field;)
    Fields.push_back(Field);
  return Fields.size() > 19 ? Fields : std::vector<std::string>();
}

bool Descendant::isRunning() const {
  std::vector<std::string> Fields = readStat(Pid);
  return !Fields.empty() && Fields[19] == StartTime && Fields[0] != "Z";
}

std::vector<Descendant> fuzz::listDescendants(pid_t Ancestor) {
  std::multimap<pid_t, Descendant> Children;
  std::error_code Error;
  for (const fs::directory_entry &Entry :
       fs::directory_iterator("/proc", Error)) {
    std::string Name = Entry.path().filename();
    if (Name.find_first_not_of("0123456789") != std::string::npos)
      continue;
    pid_t Pid = std::stoi(Name);
    std::vector<std::string> Fields = readStat(Pid);
    if (Fields.empty() || Fields[0] == "Z")
      continue;
    std::string Command = readAll(Entry.path() / "cmdline");
    std::replace(Command.begin(), Command.end(), '\0', ' ');
    Children.emplace(std::stoi(Fields[1]),
                     Descendant{Pid, Fields[19], std::move(Command)});
  }
  std::vector<Descendant> Result;
  std::vector<pid_t> Open = {Ancestor};
  while (!Open.empty()) {
    auto [First, Last] = Children.equal_range(Open.back());
    Open.pop_back();
    for (; First != Last; ++First) {
      Result.push_back(First->second);
      Open.push_back(First->first == First->second.Pid ? 0 : First->second.Pid);
    }
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

static std::string makeErrorFile() {
  static std::atomic<unsigned> Count{0};
  return fs::temp_directory_path() /
         ("noisy-attack-" + std::to_string(::getpid()) + "-" +
          std::to_string(Count++) + ".log");
}

AttackedServer::AttackedServer(const AttackedOptions &Options)
    : Options(Options), ErrorFile(makeErrorFile()) {
  std::string Script = "log=$1; shift; exec 2>\"$log\"; " + Options.Setup +
                       "\nexec " + Options.Launcher + " \"$0\" \"$@\"";
  std::vector<std::string> Arguments = {"-c", Script, Options.Program,
                                        ErrorFile};
  Arguments.insert(Arguments.end(), Options.Arguments.begin(),
                   Options.Arguments.end());
  std::string Error;
  Server = ChildProcess::start("/bin/sh", Arguments, Error);
  if (!Server)
    throw SessionError(Error);
}

AttackedServer::~AttackedServer() {
  Server.reset();
  std::error_code Error;
  fs::remove(ErrorFile, Error);
}

std::string AttackedServer::errorOutput() const {
  std::string Result = readAll(ErrorFile);
  constexpr size_t MaxSize = 4000;
  if (Result.size() > MaxSize)
    Result = Result.substr(0, MaxSize) + "\n...\n" +
             Result.substr(std::max(MaxSize, Result.size() - MaxSize));
  return Result;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void AttackedServer::sendRaw(std::string_view Bytes) {
  Clock::time_point Deadline = Clock::now() + Options.Timeout;
  while (!Bytes.empty()) {
    std::optional<size_t> Count = Server->writeSome(Bytes);
    if (!Count)
      throw SessionError("the server does not read any more");
    Bytes.remove_prefix(*Count);
    if (*Count != 0)
      continue;
    pollfd Polls[] = {{Server->inputFd(), POLLOUT, 0},
                      {Server->outputFd(), POLLIN, 0}};
    ::poll(Polls, IsDeaf ? 1 : 2, 100);
    if (!IsDeaf && Polls[1].revents)
      readSome(Deadline);
    if (Clock::now() > Deadline)
      throw SessionError("the server does not read what it is sent");
  }
}

void AttackedServer::notify(const std::string &Method, json Params) {
  send({{"jsonrpc", "2.0"}, {"method", Method}, {"params", std::move(Params)}});
}

int64_t AttackedServer::request(const std::string &Method, json Params) {
  int64_t Id = ++LastId;
  expectReply(Id);
  send({{"jsonrpc", "2.0"},
        {"id", Id},
        {"method", Method},
        {"params", std::move(Params)}});
  return Id;
}

void AttackedServer::initialize(json Params) {
  json FullParams = {
      {"processId", ::getpid()},
      {"rootUri", nullptr},
      {"capabilities", makeCapabilities(lsp::PositionEncoding::UTF16, false)}};
  FullParams.merge_patch(Params);
  json Reply = ask("initialize", std::move(FullParams));
  if (!Reply.contains("result"))
    throw SessionError("initialize was refused: " + lsp::dumpJson(Reply));
  notify("initialized", json::object());
}

void AttackedServer::open(const std::string &Uri, const std::string &Text,
                          int64_t Version) {
  notify("textDocument/didOpen", {{"textDocument",
                                   {{"uri", Uri},
                                    {"languageId", "mlir"},
                                    {"version", Version},
                                    {"text", Text}}}});
}

void AttackedServer::closeOutput() {
  int Null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(Null, Server->outputFd());
  ::close(Null);
  IsDeaf = HasEnded = true;
}

bool AttackedServer::readSome(Clock::time_point Deadline) {
  if (HasEnded)
    return false;
  auto TimeLeft = std::chrono::ceil<milliseconds>(Deadline - Clock::now());
  pollfd Poll = {Server->outputFd(), POLLIN, 0};
  if (::poll(&Poll, 1, std::max<int>(0, int(TimeLeft.count()))) <= 0)
    return true;
  char Buffer[65536];
  ssize_t Count = ::read(Server->outputFd(), Buffer, sizeof(Buffer));
  if (Count <= 0) {
    HasEnded = true;
    return false;
  }
  Decoder.feed(std::string_view(Buffer, Count));
  while (std::optional<lsp::Frame> Next = Decoder.next()) {
    if (Next->Type != lsp::Frame::Kind::Message)
      throw SessionError("it wrote what is no message: " + Next->Text);
    std::string Error;
    std::optional<json> Message = lsp::parseJson(Next->Text, Error);
    if (!Message || !Message->is_object())
      throw SessionError("it wrote what is no message: " + Next->Text);
    take(std::move(*Message));
  }
  return true;
}

void AttackedServer::take(json Message) {
  if (Message.contains("method")) {
    std::string Method = Message["method"];
    if (Message.contains("id"))
      send({{"jsonrpc", "2.0"}, {"id", Message["id"]}, {"result", Answer}});
    if (Method == "textDocument/publishDiagnostics") {
      Diagnostics[Message["params"]["uri"]] = Message["params"]["diagnostics"];
      return;
    }
    std::vector<json> &MethodMessages = Messages[Method];
    if (MethodMessages.size() < 100)
      MethodMessages.push_back(std::move(Message));
    return;
  }
  const json Id = Message.value("id", json());
  if (Id.is_null()) {
    ++NullReplies;
    return;
  }
  auto Entry = OwedReplies.find(lsp::dumpJson(Id));
  if (Entry == OwedReplies.end())
    throw SessionError("a reply that nobody is owed: " +
                       lsp::dumpJson(Message).substr(0, 500));
  if (--Entry->second == 0)
    OwedReplies.erase(Entry);
  if (Message.contains("result") == Message.contains("error"))
    throw SessionError("neither result nor error, or both: " +
                       lsp::dumpJson(Message).substr(0, 500));
  if (Id.is_number_integer() && OwedReplies.size() < 1000)
    Replies[Id.get<int64_t>()] = std::move(Message);
}

template <typename Predicate>
void AttackedServer::readUntil(const std::string &Description,
                               Predicate IsThere) {
  IsDeaf = false;
  Clock::time_point Deadline = Clock::now() + Options.Timeout;
  while (!IsThere()) {
    if (!readSome(Deadline))
      throw SessionError("it ended instead of " + Description);
    if (!IsThere() && Clock::now() > Deadline)
      throw SessionError("waited " + std::to_string(Options.Timeout.count()) +
                         " ms in vain for " + Description);
  }
}

json AttackedServer::wait(int64_t Request) {
  readUntil("the reply " + std::to_string(Request),
            [&] { return Replies.contains(Request); });
  json Reply = std::move(Replies[Request]);
  Replies.erase(Request);
  return Reply;
}

void AttackedServer::settle() {
  readUntil("all replies", [&] { return OwedReplies.empty(); });
  Replies.clear();
}

json AttackedServer::waitForMessage(const std::string &Method) {
  readUntil(Method, [&] { return !Messages[Method].empty(); });
  json First = std::move(Messages[Method].front());
  Messages[Method].erase(Messages[Method].begin());
  return First;
}

void AttackedServer::listen(milliseconds Time) {
  Clock::time_point Deadline = Clock::now() + Time;
  while (Clock::now() < Deadline && readSome(Deadline))
    continue;
}

//===----------------------------------------------------------------------===//
// The server's duties
//===----------------------------------------------------------------------===//

static constexpr char ProbeText[] =
    "func.func @f(%x: i5) -> i5 {\n"
    "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
    "  %b = noisy.mul %a, %a : !noisy.i32\n"
    "  %c = noisy.mul %b, %a : !noisy.i32\n"
    "  %r = noisy.decode %c : !noisy.i32 -> i5\n"
    "  return %r : i5\n"
    "}\n";

void AttackedServer::probe() {
  std::string Uri = "file:///probe/" + std::to_string(++Probes) + ".mlir";
  Diagnostics.erase(Uri);
  open(Uri, ProbeText, 7);
  readUntil("the diagnostics of a small document",
            [&] { return Diagnostics.contains(Uri); });
  const json &ProbeDiagnostics = Diagnostics[Uri];
  if (ProbeDiagnostics.size() != 1 ||
      ProbeDiagnostics[0].value("code", "") != "noise-overflow")
    throw SessionError("a small document has other diagnostics: " +
                       lsp::dumpJson(ProbeDiagnostics).substr(0, 1000));
  json Hover = ask("textDocument/hover", lsp::positionParams(Uri, 2, 3));
  if (lsp::dumpJson(Hover).find("24 of 26") == std::string::npos)
    throw SessionError("a small document has another hover: " +
                       lsp::dumpJson(Hover).substr(0, 1000));
  notify("textDocument/didClose", lsp::documentParams(Uri));
}

void AttackedServer::rememberChildren() {
  for (Descendant &Child : listDescendants(pid()))
    Children.push_back(std::move(Child));
}

void AttackedServer::end() {
  settle();
  ask("shutdown", nullptr);
  rememberChildren();
  notify("exit", nullptr);
  expectEnd({0});
}

void AttackedServer::expectEnd(const std::set<int> &Statuses) {
  Clock::time_point Deadline = Clock::now() + Options.Timeout;
  while (readSome(Deadline))
    if (Clock::now() > Deadline)
      throw SessionError("it does not end");
  std::optional<int> Status = Server->waitFor(Options.Timeout);
  if (!Status)
    throw SessionError("it closed its output, but does not end");
  if (!Statuses.contains(*Status))
    throw SessionError("it ended with status " + std::to_string(*Status));
  expectNoChildren();
}

void AttackedServer::expectNoChildren() {
  Clock::time_point Deadline = Clock::now() + std::chrono::seconds(10);
  for (const Descendant &Child : Children)
    while (Child.isRunning()) {
      if (Clock::now() > Deadline)
        throw SessionError("a child is left: " + Child.Command);
      std::this_thread::sleep_for(milliseconds(10));
    }
}

std::optional<Descendant>
AttackedServer::waitForChild(const std::string &Command, milliseconds Time) {
  Clock::time_point Deadline = Clock::now() + Time;
  while (true) {
    for (Descendant &Child : listDescendants(pid()))
      if (Child.Command.find(Command) != std::string::npos) {
        Children.push_back(Child);
        return Child;
      }
    if (Clock::now() > Deadline)
      return std::nullopt;
    listen(milliseconds(20));
  }
}
