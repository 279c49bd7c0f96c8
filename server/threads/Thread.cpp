//===- Thread.cpp - Thread starts and crash recovery ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/threads/Thread.h"
#include "server/threads/LostFrames.h"
#include "server/threads/ParserStack.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <csignal>
#include <cstring>
#include <new>

using namespace mlir::noisy::lsp;

/// The stack of LLVM's signal handlers, with a large margin.
static constexpr size_t HandlerStackBytes = 64u << 10;
/// The guard of a stack. Frames of MLIR's parser are larger than a page, which
/// is the usual guard.
static constexpr size_t GuardBytes = 64u << 10;

static thread_local size_t StackBytesHere = 0;

size_t Thread::currentStackBytes() { return StackBytesHere; }

namespace {
/// Gives this thread a stack for signal handlers during its lifetime: they
/// could not run on a full stack.
class HandlerStack {
public:
  HandlerStack() : Bytes(new (std::nothrow) char[HandlerStackBytes]) {
    stack_t Ours = {};
    Ours.ss_sp = Bytes.get();
    Ours.ss_size = HandlerStackBytes;
    IsSet = Bytes && ::sigaltstack(&Ours, &OldStack) == 0;
  }
  ~HandlerStack() {
    if (IsSet)
      ::sigaltstack(&OldStack, nullptr);
  }

private:
  std::unique_ptr<char[]> Bytes;
  stack_t OldStack = {};
  bool IsSet = false;
};

/// The arguments of a new thread.
struct Start {
  char Name[16] = {};
  size_t StackBytes = 0;
  llvm::unique_function<void()> Work;
};
} // namespace

static void *runThread(void *Argument) {
  std::unique_ptr<Start> Setup(static_cast<Start *>(Argument));
  ::pthread_setname_np(::pthread_self(), Setup->Name);
  StackBytesHere = Setup->StackBytes;
  HandlerStack Handlers;
  Setup->Work();
  // The objects that the work holds are destroyed on this thread.
  Setup.reset();
  return nullptr;
}

bool Thread::start(const char *Name, size_t StackBytes,
                   llvm::unique_function<void()> Work) {
  join();
  auto Setup = std::make_unique<Start>();
  std::strncpy(Setup->Name, Name, sizeof(Setup->Name) - 1);
  Setup->StackBytes = StackBytes;
  Setup->Work = std::move(Work);
  pthread_attr_t Attributes;
  if (::pthread_attr_init(&Attributes) != 0)
    return false;
  IsStarted =
      ::pthread_attr_setstacksize(&Attributes, StackBytes) == 0 &&
      ::pthread_attr_setguardsize(&Attributes, GuardBytes) == 0 &&
      ::pthread_create(&Handle, &Attributes, runThread, Setup.get()) == 0;
  ::pthread_attr_destroy(&Attributes);
  if (IsStarted)
    (void)Setup.release(); // the thread's
  return IsStarted;
}

void Thread::join() {
  if (IsStarted)
    ::pthread_join(Handle, nullptr);
  IsStarted = false;
}

void Thread::detach() {
  if (IsStarted)
    ::pthread_detach(Handle);
  IsStarted = false;
}

void mlir::noisy::lsp::enableCrashRecovery() {
  llvm::CrashRecoveryContext::Enable();
  // LLVM's handlers run on the interrupted stack, which may be full.
  for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP}) {
    struct sigaction Action = {};
    if (::sigaction(Signal, nullptr, &Action) != 0)
      continue;
    Action.sa_flags |= SA_ONSTACK;
    ::sigaction(Signal, &Action, nullptr);
  }
}

bool mlir::noisy::lsp::detail::survive(llvm::function_ref<void()> Work) {
  llvm::CrashRecoveryContext Recovery;
  bool HasThrown = false;
  // MLIR itself throws nothing. But what it calls does: an std::optional that
  // is empty, for one. It is not built to be unwound, so that is a crash.
  auto Guarded = [&] {
    try {
      Work();
    } catch (...) {
      HasThrown = true;
    }
  };
  if (Recovery.RunSafely(Guarded) && !HasThrown)
    return true;
  forgetLostFrames();
  return false;
}

bool mlir::noisy::lsp::detail::surviveOnLargeStack(
    llvm::function_ref<void()> Work) {
  if (StackBytesHere >= parserStackBytes())
    return survive(Work);
  bool HasSurvived = false;
  Thread Large;
  if (!Large.start("large-stack", parserStackBytes(),
                   [&] { HasSurvived = survive(Work); }))
    return false;
  Large.join();
  return HasSurvived;
}
