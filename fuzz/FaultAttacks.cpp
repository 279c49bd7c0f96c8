//===- FaultAttacks.cpp - Killed children, limits, closed pipes -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/Families.h"
#include "fuzz/Attacks.h"
#include <csignal>
#include <filesystem>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;
using lsp::SessionError;
using std::chrono::milliseconds;
using std::chrono::seconds;

static constexpr char Uri[] = "file:///fuzz/fault.mlir";
static constexpr char Text[] = "func.func @f(%a: i32) -> i32 {\n"
                               "  return %a : i32\n}\n";

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static constexpr bool IsSanitized = true;
#else
static constexpr bool IsSanitized = false;
#endif

//===----------------------------------------------------------------------===//
// Children
//===----------------------------------------------------------------------===//

static int64_t askUpstream(AttackedServer &Server) {
  return Server.send("mlir/convertToBytecode", {{"uri", Uri}});
}

/// Kills LLVM's server, before and during requests.
static void attackUpstream(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.open(Uri, Text);
  for (unsigned I = 0; I < 4; ++I) {
    std::optional<Descendant> Child;
    // The request starts it again. One that a signal ends slowly, because it
    // prints its stack, may still answer one.
    for (unsigned Tries = 0; Tries < 3 && !Child; ++Tries) {
      lsp::Outcome Reply = Server.wait(askUpstream(Server));
      if (!Reply)
        throw SessionError("no bytecode of a program: " + Reply.Error->Message);
      Child = Server.waitForChild("upstream", seconds(5));
    }
    if (!Child)
      throw SessionError("LLVM's server does not run");
    int64_t Request = 0;
    if (I % 2)
      Request = askUpstream(Server);
    ::kill(Child->Pid, I < 2 ? SIGKILL : SIGSEGV);
    if (!Request)
      Request = askUpstream(Server);
    Server.wait(Request);
    Server.probe();
    ++Context.Messages;
  }
  Server.end();
}

/// Stops LLVM's server, which then answers nothing any more.
static void attackStoppedUpstream(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.open(Uri, Text);
  Server.wait(askUpstream(Server));
  auto Child = Server.waitForChild("upstream", seconds(5));
  if (!Child)
    throw SessionError("LLVM's server does not run");
  ::kill(Child->Pid, SIGSTOP);
  int64_t Request = askUpstream(Server);
  Server.probe();
  Server.wait(Request);
  Server.wait(askUpstream(Server));
  Server.probe();
  Server.end();
}

static std::string makeHardProgram(AttackContext &Context) {
  // A program that the search gives to its workers.
  std::string Result;
  for (const bench::Family &Candidate : bench::getFamilies())
    if (Candidate.kind == bench::FamilyKind::Random &&
        Candidate.maxOperations >= 1000)
      Result = Candidate.make(1000).text;
  return Result;
}

/// Kills or stops the workers of the optimizer.
static void attackWorkers(AttackContext &Context) {
  std::string Program = makeHardProgram(Context);
  for (int Signal : {SIGKILL, SIGSTOP, SIGSEGV}) {
    AttackedServer Server(Context.Server);
    Server.initialize({{"initializationOptions",
                        {{"noisy", {{"optimizer", {{"timeLimit", 3}}}}}}}});
    Server.open(Uri, Program);
    int64_t Request = Server.send(
        "noisy/proposeFix", {{"textDocument", {{"uri", Uri}}},
                             {"position", {{"line", 3}, {"character", 3}}},
                             {"scope", "document"}});
    for (unsigned I = 0; I < 3; ++I)
      if (auto Worker = Server.waitForChild("noisy-cover-worker", seconds(2)))
        ::kill(Worker->Pid, Signal);
    Server.wait(Request);
    Server.probe();
    Server.end();
    ++Context.Messages;
  }
}

/// Ends the server from outside while its children work.
static void attackServer(AttackContext &Context) {
  std::string Program = makeHardProgram(Context);
  for (int Signal : {SIGKILL, SIGTERM, SIGHUP, SIGINT}) {
    AttackedServer Server(Context.Server);
    Server.initialize();
    Server.open(Uri, Program);
    askUpstream(Server);
    Server.send("noisy/proposeFix",
                {{"textDocument", {{"uri", Uri}}},
                 {"position", {{"line", 3}, {"character", 3}}},
                 {"scope", "document"}});
    Server.waitForChild("noisy-cover-worker", seconds(2));
    Server.waitForChild("upstream", seconds(2));
    ::kill(Server.pid(), Signal);
    Server.expectEnd({128 + Signal, 0, 1});
    ++Context.Messages;
  }
}

static void attackStop(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.open(Uri, Text);
  ::kill(Server.pid(), SIGSTOP);
  for (unsigned I = 0; I < 100; ++I)
    Server.send("textDocument/hover", lsp::positionParams(Uri, 1, 3));
  std::this_thread::sleep_for(milliseconds(300));
  ::kill(Server.pid(), SIGCONT);
  Server.finishRequests();
  Server.probe();
  Server.end();
}

/// Ends the client while another process holds its end of the pipes.
static void attackClient(AttackContext &Context) {
  pid_t Child = ::fork();
  if (Child == 0) {
    ::alarm(600);
    ::pause();
    ::_exit(0);
  }
  AttackedServer Server(Context.Server);
  Server.initialize({{"processId", Child}});
  Server.open(Uri, Text);
  ::kill(Child, SIGKILL);
  ::waitpid(Child, nullptr, 0);
  Server.expectEnd({0, 1});
}

//===----------------------------------------------------------------------===//
// Pipes and disks
//===----------------------------------------------------------------------===//

static void attackClosedOutput(AttackContext &Context) {
  AttackedServer Server(Context.Server);
  Server.initialize();
  Server.open(Uri, Text);
  Server.closeOutput();
  for (unsigned I = 0; I < 20; ++I)
    Server.send("textDocument/hover", lsp::positionParams(Uri, 1, 3));
  Server.closeInput();
  Server.expectEnd({0, 1});
}

/// Leaves the log unread, in a pipe that is full.
static void attackUnreadLog(AttackContext &Context) {
  lsp::ServerStart Options = Context.Server;
  std::string Pipe = std::filesystem::temp_directory_path() /
                     ("noisy-attack-pipe-" + std::to_string(::getpid()) + "-" +
                      std::to_string(Context.Job));
  ::unlink(Pipe.c_str());
  if (::mkfifo(Pipe.c_str(), 0666) != 0)
    throw NotPossible("no named pipe");
  // Opened for both directions, so that neither end waits for the other.
  Options.Setup = "exec 2<>'" + Pipe + "'";
  Options.Arguments = {"--log=verbose"};
  AttackedServer Server(Options);
  Server.initialize();
  for (unsigned I = 0; I < 1500; ++I)
    Server.notify("no/such/" + std::string(100, 'x'), json::object());
  Context.Messages += 1500;
  Server.probe();
  Server.end();
  ::unlink(Pipe.c_str());
}

static void attackFullDisk(AttackContext &Context) {
  lsp::ServerStart Options = Context.Server;
  // The log goes to a full disk, and other files have no room.
  Options.Setup = "exec 2>/dev/full; export TMPDIR=/nonexistent";
  Options.Arguments = {"--log=verbose"};
  {
    AttackedServer Server(Options);
    Server.initialize();
    Server.notify("no/such", json::object());
    Server.probe();
    Server.open(Uri, makeHardProgram(Context));
    Server.request("noisy/proposeFix",
                   {{"textDocument", {{"uri", Uri}}},
                    {"position", {{"line", 3}, {"character", 3}}},
                    {"scope", "document"}});
    Server.probe();
    Server.end();
  }
  Options.Setup = "exec >/dev/full";
  AttackedServer Server(Options);
  Server.send("initialize", {{"processId", nullptr},
                             {"rootUri", nullptr},
                             {"capabilities", json::object()}});
  Server.open(Uri, Text);
  Server.closeInput();
  Server.expectEnd({0, 1});
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// Typical work under a limit: single requests may be refused, but the server
/// goes on.
static void workUnderLimit(AttackContext &Context,
                           const lsp::ServerStart &Options,
                           unsigned Documents) {
  AttackedServer Server(Options);
  Server.initialize();
  Server.probe();
  for (unsigned I = 0; I < Documents; ++I)
    Server.open("file:///fuzz/limit" + std::to_string(I) + ".mlir", Text);
  Server.open(Uri, Text);
  for (unsigned I = 0; I < 30; ++I) {
    json Message = makeMessage(Context.Random, Uri);
    if (!Message.contains("id"))
      continue;
    Message["id"] = 7000 + I;
    Server.expectAnswer(7000 + I);
    Server.sendMessage(Message);
    ++Context.Messages;
  }
  Server.finishRequests();
  Server.probe();
  Server.end();
}

static void attackDescriptors(AttackContext &Context) {
  for (unsigned Limit : {40, 20, 12}) {
    lsp::ServerStart Options = Context.Server;
    Options.Setup = "ulimit -n " + std::to_string(Limit);
    workUnderLimit(Context, Options, 10);
  }
}

static void attackAddressSpace(AttackContext &Context) {
  if (IsSanitized)
    throw NotPossible("a sanitizer needs all of the address space");
  for (unsigned Megabytes : {8000, 4000, 2500}) {
    lsp::ServerStart Options = Context.Server;
    Options.Setup = "ulimit -v " + std::to_string(Megabytes * 1024);
    workUnderLimit(Context, Options, 30);
  }
}

static void attackThreads(AttackContext &Context) {
  if (::getuid() != 0)
    throw NotPossible("only root can be another user");
  for (unsigned Limit : {40, 20, 12}) {
    lsp::ServerStart Options = Context.Server;
    // A user of its own, which owns no other processes that count.
    std::string User = std::to_string(64000 + Context.Job);
    Options.Launcher =
        "setpriv --reuid=" + User + " --regid=" + User +
        " --clear-groups prlimit --nproc=" + std::to_string(Limit);
    workUnderLimit(Context, Options, 30);
  }
}

llvm::ArrayRef<Attack> fuzz::getFaultAttacks() {
  static constexpr Attack Attacks[] = {
      {"LLVM's server is killed", attackUpstream},
      {"LLVM's server is stopped", attackStoppedUpstream},
      {"workers are killed and stopped", attackWorkers},
      {"the server is ended", attackServer},
      {"the server is stopped for a while", attackStop},
      {"the client ends", attackClient},
      {"a closed output", attackClosedOutput},
      {"an unread log", attackUnreadLog},
      {"a full disk", attackFullDisk},
      {"few descriptors", attackDescriptors},
      {"little address space", attackAddressSpace},
      {"few threads", attackThreads},
  };
  return Attacks;
}
