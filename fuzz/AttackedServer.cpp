//===- AttackedServer.cpp - A server under attack -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/AttackedServer.h"
#include "fuzz/FuzzedServer.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
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

void AttackedServer::initialize(json Params) {
  json FullParams = {
      {"processId", ::getpid()},
      {"rootUri", nullptr},
      {"capabilities", makeCapabilities(lsp::PositionEncoding::UTF16, false)}};
  FullParams.merge_patch(Params);
  ask("initialize", std::move(FullParams));
  notify("initialized", json::object());
}

void AttackedServer::probe() {
  std::string Uri = "file:///probe/" + std::to_string(++Probes) + ".mlir";
  open(Uri, ProbeText, 7);
  json Diagnostics = waitForDiagnostics(Uri);
  if (Diagnostics.size() != 1 ||
      Diagnostics[0].value("code", "") != "noise-overflow")
    throw SessionError("a small document has other diagnostics: " +
                       lsp::dumpJson(Diagnostics).substr(0, 1000));
  std::string Hover =
      lsp::dumpJson(ask("textDocument/hover", lsp::positionParams(Uri, 2, 3)));
  if (Hover.find("24 bits, limit 26") == std::string::npos)
    throw SessionError("a small document has another hover: " +
                       Hover.substr(0, 1000));
  close(Uri);
}

void AttackedServer::rememberChildren() {
  for (Descendant &Child : listDescendants(pid()))
    Children.push_back(std::move(Child));
}

void AttackedServer::end() {
  finishRequests();
  ask("shutdown", nullptr);
  rememberChildren();
  notify("exit", nullptr);
  expectEnd({0});
}

void AttackedServer::expectEnd(const std::set<int> &Statuses) {
  int Status = waitForExit();
  if (!Statuses.contains(Status))
    throw SessionError("it ended with status " + std::to_string(Status));
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
    readUntil(std::min(Deadline, Clock::now() + milliseconds(20)));
  }
}
