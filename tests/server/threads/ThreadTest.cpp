//===- ThreadTest.cpp - How threads are started and survive crashes -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/threads/Thread.h"
#include "server/syntax/Nesting.h"
#include "tests/server/CrashRecovery.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <string>
#include <sys/resource.h>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The stack that the system gave this thread.
static size_t stackSize() {
  pthread_attr_t Attributes;
  size_t Size = 0;
  if (::pthread_getattr_np(::pthread_self(), &Attributes) == 0) {
    ::pthread_attr_getstacksize(&Attributes, &Size);
    ::pthread_attr_destroy(&Attributes);
  }
  return Size;
}

TEST_CASE("Thread: it has a name and a stack of its own", "[thread]") {
  std::string Name;
  size_t ReportedSize = 0, Real = 0;
  Thread New;
  CHECK_FALSE(New.isStarted());
  REQUIRE(New.start("a name that is too long", 3u << 20, [&] {
    char Buffer[32];
    ::pthread_getname_np(::pthread_self(), Buffer, sizeof(Buffer));
    Name = Buffer;
    ReportedSize = Thread::currentStackBytes();
    Real = stackSize();
  }));
  CHECK(New.isStarted());
  New.join();
  CHECK(Name == "a name that is ");
  CHECK(ReportedSize == 3u << 20);
  CHECK(Real >= 3u << 20);
  CHECK(Thread::currentStackBytes() == 0);
}

TEST_CASE("Thread: where there is no room for a stack nothing is run",
          "[thread]") {
  Thread New;
  bool HasRun = false;
  CHECK_FALSE(New.start("huge", size_t(1) << 46, [&] { HasRun = true; }));
  CHECK_FALSE(New.isStarted());
  New.join();
  CHECK_FALSE(HasRun);
}

TEST_CASE("Thread: a crash is survived", "[thread]") {
  CrashRecovery Recovery;
  for (int Signal : {SIGSEGV, SIGABRT, SIGFPE}) {
    CHECK_FALSE(survive([&] { ::raise(Signal); }));
    CHECK_FALSE(surviveOnLargeStack([&] { ::raise(Signal); }));
  }
  bool HasRun = false;
  CHECK_FALSE(survive([&] { (void)std::optional<int>().value(); }));
  CHECK_FALSE(surviveOnLargeStack([&] { throw 1; }));
  CHECK(survive([&] { HasRun = true; }));
  CHECK(HasRun);
}

TEST_CASE("Thread: what a crash leaves is leaked, not destroyed", "[thread]") {
  CrashRecovery Recovery;
  int Destructions = 0;
  struct Witness {
    int &Destructions;
    ~Witness() { ++Destructions; }
  };
  auto Object = std::make_unique<Witness>(Destructions);
  CHECK(survive([] { return 42; }) == 42);
  CHECK(surviveOnLargeStack([] { return 42; }) == 42);
  CHECK(survive(Object, [](Witness &) { return 42; }) == 42);
  REQUIRE(Object);
  CHECK(survive(Object, [](Witness &) -> int { return ::raise(SIGSEGV); }) ==
        std::nullopt);
  CHECK_FALSE(Object);
  CHECK(survive([&]() -> int {
          Witness Local{Destructions};
          return ::raise(SIGSEGV);
        }) == std::nullopt);
  CHECK(Destructions == 0);
}

/// Until the stack ends; the compiler is not to see that nothing else ends it.
static int recurseForEver(volatile int *Previous) {
  volatile int Frame[64] = {*Previous};
  if (Frame[0] != 0)
    return 0;
  return recurseForEver(Frame) + Frame[0];
}

TEST_CASE("Thread: so is an overflow of the stack", "[thread]") {
  CrashRecovery Recovery;
  volatile int Zero = 0;
  for (unsigned Time = 0; Time != 3; ++Time) {
    bool HasSurvived = true;
    Thread New;
    REQUIRE(New.start("deep", 1u << 20, [&] {
      HasSurvived = survive([&] { recurseForEver(&Zero); });
    }));
    New.join();
    CHECK_FALSE(HasSurvived);
  }
}

TEST_CASE("Thread: what needs a large stack has one", "[thread]") {
  size_t Size = 0;
  CHECK(surviveOnLargeStack([&] { Size = stackSize(); }));
  CHECK(Size >= parserStackBytes());
  // The one that is there already.
  pthread_t Outer = {}, Inner = {};
  CHECK(surviveOnLargeStack([&] {
    Outer = ::pthread_self();
    (void)surviveOnLargeStack([&] { Inner = ::pthread_self(); });
  }));
  CHECK(::pthread_equal(Outer, Inner));
}
