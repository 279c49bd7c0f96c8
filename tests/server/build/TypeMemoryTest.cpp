//===- TypeMemoryTest.cpp - What a context remembers of types -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/TypeMemory.h"
#include "server/build/SlotMaker.h"
#include "server/build/SurroundingsMaker.h"
#include "tests/server/Typist.h"
#include <random>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using Lines = std::vector<std::string>;
using SnapshotPtr = Typist::SnapshotPtr;

static constexpr char Clash[] =
    "identified type already used with a different body";

/// "line: message", for each problem.
static Lines problemsOf(const SnapshotPtr &State) {
  Lines Result;
  llvm::StringRef Bytes = State->text().bytes();
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    Result.push_back(
        std::to_string(Bytes.take_front(Issue.Range.Begin).count('\n')) + ": " +
        Issue.Message);
  });
  return Result;
}

static std::string user(const std::string &Body) {
  return "\"some.op\"() : () -> !llvm.struct<\"s\", " + Body + ">\n";
}

/// What is wrong after an edit, which is what is wrong in the text as it is.
static Lines problemsAfter(Typist &T, llvm::StringRef Old,
                           llvm::StringRef New) {
  Lines Wrong = problemsOf(T.type(Old, New));
  CHECK(Wrong == problemsOf(Typist(T.text()).build()));
  return Wrong;
}

TEST_CASE("TypeMemory: a body that is not there any more", "[types]") {
  Typist T("// struct<\"s\", (i32)>\n" + user("(i32)"));
  CHECK(problemsOf(T.build()).empty());
  CHECK(problemsAfter(T, "\"s\", (i32)>\n\"some", "\"s\", (i64)>\n\"some")
            .empty());
  CHECK(problemsAfter(T, "-> !llvm.struct<\"s\", (i32)",
                      "-> !llvm.struct<\"s\", (i64)")
            .empty());
  CHECK(problemsAfter(T, "-> !llvm.struct<\"s\", (i64)>",
                      "-> !llvm.struct<\"s\", opaque>")
            .empty());
  CHECK(problemsAfter(T, "-> !llvm.struct<\"s\", opaque>",
                      "-> !llvm.struct<\"s\", (i8)>")
            .empty());
  Typist Spirv("\"some.op\"() : () -> !spirv.struct<s, (f32 [0])>\n");
  CHECK(problemsOf(Spirv.build()).empty());
  CHECK(problemsAfter(Spirv, "f32", "i32").empty());
}

TEST_CASE("TypeMemory: a name that comes before bodies of broken functions",
          "[types]") {
  // MLIR refuses the first of them then, not the second.
  std::string Function = "func.func @f() {\n  %0 = llvm.mlir.undef : "
                         "!llvm.struct<\"t\", opaque>\n  \"a.b\"() {t = "
                         "!llvm.struct<\"t\", (i64)>} : () -> ()\n}\n";
  Typist T(Function);
  Lines Before = problemsOf(T.build());
  Lines After = problemsAfter(
      T, "func.func", "%1 = llvm.mlir.undef : !llvm.struct<\"t\">\nfunc.func");
  CHECK(After != Before);
  CHECK(problemsAfter(T, "%1 = llvm.mlir.undef : !llvm.struct<\"t\">\n", "") ==
        Before);
}

TEST_CASE("TypeMemory: the first body in the text is the one that holds",
          "[types]") {
  Typist T(user("(i32)") + user("(i32)") + "func.func private @f()\n");
  CHECK(problemsOf(T.build()).empty());
  CHECK(problemsAfter(T, "i32", "i64") == Lines{"1: " + std::string(Clash)});
  // What it was is known still.
  auto State = T.build();
  REQUIRE(State->parts()[1].Sections.size() == 1);
  CHECK(State->parts()[1].Sections[0].isStale());
  CHECK(problemsAfter(T, "@f", "@g") == Lines{"1: " + std::string(Clash)});
  CHECK(problemsAfter(T, "i64", "i32").empty());
  CHECK(problemsAfter(T, "i32", "i64") == Lines{"1: " + std::string(Clash)});
  // The first one goes.
  CHECK(problemsAfter(T, user("(i64)"), "").empty());
  CHECK(problemsAfter(T, "\"some", user("(i8)") + "\"some") ==
        Lines{"1: " + std::string(Clash)});
  // It does not get to its type.
  CHECK(problemsAfter(T, "() : () -> !llvm", "() ; () -> !llvm").size() == 1);
  CHECK(problemsAfter(T, "() ; () -> !llvm", "() : () -> !llvm") ==
        Lines{"1: " + std::string(Clash)});
}

TEST_CASE("TypeMemory: a body in an alias", "[types]") {
  Typist T("!s = !llvm.struct<\"s\", (i32)>\n"
           "func.func @f(%a: !s, %n: !noisy.i32) {\n"
           "  %0 = noisy.add %n, %n : !noisy.i32\n  return\n}\n"
           "func.func @g(%a: !s) {\n  return\n}\n");
  CHECK(problemsOf(T.build()).empty());
  CHECK(problemsAfter(T, "i32)>", "i64)>").empty());
  // What is broken meanwhile is known as it was, with the body of that time.
  CHECK(problemsAfter(T, "func.func @f", "define @f").size() == 1);
  CHECK(problemsAfter(T, "i64)>", "i8)>").size() == 1);
  auto State = T.type("i8)>", "i16)>");
  REQUIRE(State->parts()[1].Sections.size() == 1);
  CHECK(State->parts()[1].Sections[0].isStale());
  CHECK(problemsAfter(T, "define", "func.func").empty());
}

TEST_CASE("TypeMemory: headers are parsed before what is not in them",
          "[types]") {
  // Its footer has the body, which MLIR reads before it says what is wrong.
  const std::string BrokenText =
      "func.func @f(%a: !llvm.struct<\"s\", (i32)>) -> "
      "(!llvm.struct<\"s\", (i64)>) {\n  return\n}\n"
      "\"builtin.module\"() ({\n  func.func private @g()\n"
      "}) : (!llvm.struct<\"s\", (i64)>) -> ()\n";
  Typist T(BrokenText + "func.func private @h()\n");
  CHECK(problemsOf(T.build()).size() == 4);
  CHECK(problemsAfter(T, "@h()", "@h(!llvm.struct<\"s\", (i32)>)").size() == 5);
  CHECK(problemsAfter(T, "@h(", "@h2(").size() == 5);
  // Whether what is inside gets the header as it is depends on the body.
  Typist InnerTypist("func.func private @f(!llvm.struct<\"s\", (i32)>)\n"
                     "module attributes {a.b = !llvm.struct<\"s\", (i32)>} {\n"
                     "  func.func private @g()\n}\n");
  CHECK(problemsOf(InnerTypist.build()).empty());
  CHECK(problemsAfter(InnerTypist, "a.b = !llvm.struct<\"s\", (i32)",
                      "a.b = !llvm.struct<\"s\", (i64)")
            .size() == 1);
  CHECK(problemsAfter(InnerTypist, "@f(!llvm.struct<\"s\", (i32)",
                      "@f(!llvm.struct<\"s\", (i64)")
            .empty());
}

TEST_CASE("TypeMemory: what is stopped is done later", "[types]") {
  Typist T(user("(i32)") + user("(i32)") + user("(i32)"));
  CHECK(problemsOf(T.build()).empty());
  for (int Steps = 0; Steps < 5; ++Steps) {
    T.replace("i32", "i64");
    int StepsLeft = Steps;
    bool IsBuilt = bool(T.build(Effort::Full, [&] { return !StepsLeft--; }));
    CHECK(problemsAfter(T, "\"some", " \"some").size() == 2);
    T.replace("i64", "i32");
    if (!IsBuilt)
      CHECK(problemsAfter(T, " \"some", "\"some").empty());
  }
}

TEST_CASE("TypeMemory: what is wrong in the text is not asked again",
          "[types]") {
  const std::string Text = user("(i32)") + user("(i64)");
  Outline Pieces = Outline::scan(Text);
  auto CurrentTypes = std::make_shared<Generation>(allDialects());
  TaskQueue Later(WorkKind::Disposal);
  std::vector<Slot> Slots = makeSlots(Pieces.pieces(), Text);
  onLargeStack([&] {
    SurroundingsMaker Maker(Text, Slots);
    for (auto [I, S] : llvm::enumerate(Slots)) {
      S.SurroundingText = Maker.get(I);
      S.Parsed =
          Unit::parse(CurrentTypes, S.Kind, S.Info,
                      llvm::StringRef(Text).slice(S.Range.Begin, S.Range.End),
                      S.SurroundingText, TestUri, Later);
      S.Parsed->Id = I + 1;
    }
  });
  CHECK(Slots[0].Parsed->isParsed());
  CHECK_FALSE(Slots[1].Parsed->isParsed());
  unsigned QueryCount = 0;
  auto alone = [&](const Slot &S) {
    ++QueryCount;
    std::shared_ptr<Unit> Result;
    onLargeStack([&] {
      Result = Unit::parse(
          std::make_shared<Generation>(allDialects()), S.Kind, S.Info,
          llvm::StringRef(Text).slice(S.Range.Begin, S.Range.End),
          S.SurroundingText, TestUri, Later);
    });
    return Result;
  };
  TypeMemory Memory;
  // Which of both is wrong is a matter of the order.
  CHECK(Memory.shows(Slots, /*IsFresh=*/false, alone));
  CHECK_FALSE(Memory.shows(Slots, /*IsFresh=*/true, alone));
  CHECK_FALSE(Memory.shows(Slots, /*IsFresh=*/false, alone));
  CHECK(QueryCount == 0);
  // The one that has the first body is gone.
  Slots.erase(Slots.begin());
  CHECK(Memory.shows(Slots, /*IsFresh=*/false, alone));
  CHECK(QueryCount == 1);
  CHECK_FALSE(Memory.shows(Slots, /*IsFresh=*/true, alone));
  CHECK_FALSE(Memory.shows(Slots, /*IsFresh=*/false, alone));
  CHECK(QueryCount == 1);
  CHECK(TypeMemory().shows(Slots, /*IsFresh=*/false, alone));
  CHECK(QueryCount == 1);
}

/// A function with two operations of identified types, and a line between them.
static std::string functionWith(const std::string &Body,
                                const std::string &Line,
                                const std::string &Last) {
  return "func.func @f(%a: i32) {\n  " + user(Body) + "  " + Line + "\n  " +
         Last + "  return\n}\n";
}

TEST_CASE("TypeMemory: a function with a broken operation", "[types]") {
  std::string Good = "%b = arith.addi %a, %a : i32";
  Typist T(functionWith("(i32)", Good, user("(i32)")));
  CHECK(problemsOf(T.build()).empty());
  // All else is known.
  CHECK(problemsAfter(T, "%a : i32", "%a i32").size() == 1);
  CHECK(problemsAfter(T, "(i32)>\n  %b", "(i64)>\n  %b") ==
        Lines{"2: expected ':'", "3: " + std::string(Clash)});
  CHECK(problemsAfter(T, "(i32)>\n  return", "(i64)>\n  return").size() == 1);
  CHECK(problemsAfter(T, "%a i32", "%a : i32").empty());
  // The type of an operation that is not read to its end.
  CHECK(problemsAfter(T, "(i64)>\n  %b", "(i8)> loc\n  %b").size() == 2);
  CHECK(problemsAfter(T, "(i8)> loc", "(i64)>").empty());
}

TEST_CASE("TypeMemory: a body behind a broken operation", "[types]") {
  Typist T(functionWith("(i32)", "%b = arith.addi %a, %a : i32",
                        "\"t.t\"() : () -> !llvm.struct<\"t\", (i32)>\n"));
  CHECK(problemsOf(T.build()).empty());
  CHECK(problemsAfter(T, "%a : i32", "%a i32").size() == 1);
  // The context has another one, from before.
  CHECK(problemsAfter(T, "\"t\", (i32)", "\"t\", (i64)") ==
        Lines{"2: expected ':'"});
  CHECK(problemsAfter(T, "\"t\", (i64)", "\"t\", (i8)") ==
        Lines{"2: expected ':'"});
  CHECK(problemsAfter(T, "%a i32", "%a : i32").empty());
}

TEST_CASE("TypeMemory: broken operations and bodies by chance",
          "[types][random]") {
  std::mt19937 Random(7);
  auto pick = [&](std::initializer_list<const char *> Choices) {
    return std::string(Choices.begin()[Random() % Choices.size()]);
  };
  Typist T("");
  std::string Last;
  for (int I = 0; I < 150; ++I) {
    std::string Text;
    for (int F = 0; F < 2; ++F)
      Text += functionWith(
          pick({"(i32)", "(i32)", "(i64)", "opaque"}),
          pick({"%b = arith.addi %a, %a : i32", "%b = arith.addi %a",
                "%b = ", "}", "\"s.t\"() : () -> !llvm.struct<\"s\", (i8)>",
                "\"s.t\"() : () -> !llvm.struct<\"s\", (i8)"}),
          "\"t.t\"() : () -> !llvm.struct<\"t\", " +
              pick({"(i32)", "(i64)", "opaque"}) + ">\n");
    INFO(Last << "then\n" << Text);
    problemsAfter(T, T.text(), Text);
    Last = Text;
  }
}
