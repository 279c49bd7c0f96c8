//===- StillLinesTest.cpp - What typing changes at other lines ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs are typed key by key. After each key all that is shown at other
// lines than those that are typed is compared with what was there when the text
// last had no error of MLIR: nothing may come, go, move, or change its words
// until the text is finished again.
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/CodeLenses.h"
#include "server/features/annotations/Diagnostics.h"
#include "server/features/annotations/InlayHints.h"
#include "server/features/fixes/BrokenParts.h"
#include "tests/server/CrashRecovery.h"
#include "tests/server/Typist.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Lines = std::vector<std::string>;

/// All that is shown above, in and behind each line of a text, and the errors
/// at it.
static Lines showLines(const Snapshot &State) {
  const Text &Contents = State.text();
  Lines Result(Contents.lineCount());
  auto add = [&](size_t Offset, const std::string &What) {
    size_t Line = Contents.lineAt(Offset);
    Result[Line] +=
        std::to_string(Offset - Contents.lineStart(Line)) + " " + What + "; ";
  };
  for (const FunctionLens &Lens : findLenses(State, /*NearLimit=*/2))
    add(Lens.Range.Begin, Lens.Title + (Lens.Fix.empty() ? "" : " with a fix"));
  for (const ValueHint &Hint :
       findInlayHints(State, {0, Contents.size()}, Settings()))
    add(Hint.Range.End, Hint.Label);
  for (const Diagnostic &Diag : getDiagnostics(
           State, TestUri, /*SupportsRelated=*/true, PositionEncoding::UTF8))
    add(Contents.offsetAt(Diag.Range.Start, PositionEncoding::UTF8),
        Diag.Message);
  return Result;
}

namespace {
/// A text in which somebody types.
class StillText {
public:
  explicit StillText(std::string Contents) : Page(std::move(Contents)) {
    keep(*Page.build());
  }

  /// Types `Keys` at the end of the line that ends with `Before`; `\b` deletes
  /// the character before.
  void type(const std::string &Before, const std::string &Keys) {
    size_t Offset = Page.text().find(Before);
    REQUIRE(Offset != std::string::npos);
    Offset += Before.size();
    for (char Key : Keys) {
      if (Key == '\b') {
        Page.edit({Offset - 1, Offset}, "");
        --Offset;
      } else {
        Page.edit({Offset, Offset}, llvm::StringRef(&Key, 1));
        ++Offset;
      }
      check(*Page.complete(Page.build()), Offset);
    }
    CHECK(IsFinished);
  }

  /// The number of keys that were typed.
  size_t KeyCount = 0;

private:
  void keep(const Snapshot &State) {
    OldLines = showLines(State);
    FirstTyped = LastTyped = ~size_t(0);
  }

  /// Compares the lines before the first and behind the last that was typed.
  void check(const Snapshot &State, size_t Cursor) {
    ++KeyCount;
    IsFinished = llvm::none_of(State.parts(), isBroken);
    size_t Line = State.text().lineAt(Cursor);
    if (FirstTyped == ~size_t(0)) {
      FirstTyped = Line;
      LastTyped = OldLines.size() - 1 - Line;
      // A new line was begun.
      if (State.text().lineCount() > OldLines.size()) {
        FirstTyped = Line - 1;
        LastTyped = OldLines.size() - Line;
      }
    }
    FirstTyped = std::min(FirstTyped, Line);
    if (IsFinished)
      return keep(State);
    Lines Now = showLines(State);
    INFO("the text:\n" << State.text().bytes().str());
    auto compare = [&](size_t OldLine, size_t NewLine) {
      if (OldLines[OldLine] == Now[NewLine])
        return;
      UNSCOPED_INFO("line " << NewLine + 1);
      CHECK(Now[NewLine] == OldLines[OldLine]);
    };
    for (size_t I = 0; I < FirstTyped; ++I)
      compare(I, I);
    for (size_t I = 1; I <= LastTyped; ++I)
      compare(OldLines.size() - I, Now.size() - I);
  }

  Typist Page;
  /// What was shown at the lines of the last finished text.
  Lines OldLines;
  /// The first line that was typed since, and the number of lines behind the
  /// last one.
  size_t FirstTyped = 0, LastTyped = 0;
  bool IsFinished = true;
};
} // namespace

static const char Program[] = R"mlir(
func.func @helper(%x: !noisy.i32 {noisy.bound = 20 : i64}) -> !noisy.i32 {
  %y = noisy.reduce_noise %x : !noisy.i32
  return %y : !noisy.i32
}

func.func @main(%a: !noisy.i32, %b: !noisy.i32, %n: index) -> !noisy.i32 {
  %s = noisy.add %a, %b : !noisy.i32
  %h = func.call @helper(%s) : (!noisy.i32) -> !noisy.i32
  %p1 = noisy.mul %a, %b : !noisy.i32
  %over = noisy.mul %p1, %p1 : !noisy.i32
  // here
  %t = noisy.mul %h, %s : !noisy.i32
  %u = noisy.mul %t, %t : !noisy.i32
  return %u : !noisy.i32
}

func.func @safe(%a: !noisy.i32) -> !noisy.i32 {
  %0 = noisy.add %a, %a : !noisy.i32
  %1 = noisy.add %0, %0 : !noisy.i32
  return %1 : !noisy.i32
}
)mlir";

TEST_CASE("Still lines: a function is continued", "[still]") {
  CrashRecovery Recovery;
  StillText Page(Program);
  Page.type("// here",
            "\n  %c0 = arith.constant 0 : index"
            "\n  %c1 = arith.constant 1 : index"
            "\n  %q = noisy.add %a, %s : !noisy.i32"
            "\n  %call = func.call @helper(%q) : (!noisy.i32) -> !noisy.i32"
            "\n  // a comment"
            "\n  %v, %w = \"some.op\"(%q) {a = 1 : i64} : (!noisy.i32) -> (i1, "
            "i2)"
            "\n  %x = noisy.mul %q, %call : !noisy.i32"
            "\n  %d = noisy.decode %s : !noisy.i32 -> i5");
  CHECK(Page.KeyCount > 200);
}

TEST_CASE("Still lines: a loop is typed", "[still]") {
  CrashRecovery Recovery;
  StillText Page(Program);
  Page.type("// here", "\n  %c0 = arith.constant 0 : index"
                       "\n  %c1 = arith.constant 1 : index");
  Page.type("arith.constant 1 : index",
            "\n  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> "
            "(!noisy.i32) {"
            "\n    %q = noisy.add %a, %b : !noisy.i32"
            "\n    %call = func.call @helper(%q) : (!noisy.i32) -> !noisy.i32"
            "\n    scf.yield %call : !noisy.i32"
            "\n  }");
}

static const char Loop[] = R"mlir(
func.func @main(%a: !noisy.i32, %n: index) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> (!noisy.i32) {
    %q = noisy.add %a, %acc : !noisy.i32
    %over = noisy.mul %q, %q : !noisy.i32
    %fresh = noisy.reduce_noise %over : !noisy.i32
    %s = noisy.add %fresh, %acc : !noisy.i32
    scf.yield %s : !noisy.i32
  }
  return %r : !noisy.i32
}
)mlir";

TEST_CASE("Still lines: what a loop passes on is changed", "[still]") {
  CrashRecovery Recovery;
  StillText Page(Loop);
  Page.type("scf.yield %s", "\b\b%s");
  Page.type("scf.yield %s : !noisy.i32",
            std::string(22, '\b') + ".yield %s : !noisy.i32");
}

TEST_CASE("Still lines: a loop that is not finished has the noise that it "
          "has already",
          "[still]") {
  CrashRecovery Recovery;
  Typist Page("func.func @f(%x: !noisy.i32, %n: index) {\n"
              "  %c = arith.constant 1 : index\n"
              "  %r = scf.for %i = %c to %n step %c iter_args(%a = %x) -> "
              "(!noisy.i32) {\n"
              "    %m = noisy.add %a, %x : !noisy.i32\n"
              "    %p = noisy.mul %m, %x : !noisy.i32\n"
              "    %q = noisy.reduce_noise %p : !noisy.i32\n"
              "    scf.yield %q : !noisy.i32\n  }\n  return\n}\n");
  Page.complete(Page.build());
  auto become = [&](const std::string &From, const std::string &To) {
    std::string Text = Page.text();
    Text.replace(Text.find(From), From.size(), To);
    Page.become(Text);
    return llvm::join(showLines(*Page.complete(Page.build())), "\n");
  };
  auto contains = [](llvm::StringRef AllLines, llvm::StringRef Words) {
    INFO(AllLines.str());
    CHECK(AllLines.contains(Words));
  };
  contains(become("    scf.yield %q : !noisy.i32\n", ""), "25/26;");
  // More than before, and more may come.
  std::string More = become("%m = noisy.add", "%m = noisy.mul");
  contains(More, "24/26 ?;");
  contains(More, "36/26 !;");
  contains(More, "overflow: 36 bits at %p");
  contains(More, "overflow");
  // What follows from an overflow means nothing.
  contains(More, "-;");
}

TEST_CASE("Still lines: operations are changed", "[still]") {
  CrashRecovery Recovery;
  StillText Page(Program);
  Page.type("%p1 = noisy.mul %a, %b", "\ba");
  Page.type("%t = noisy.mul", "\b\b\badd");
  Page.type("@helper(%s) : (!noisy.i32)",
            "\b\b\b\b\b\b\b\b\b\b\b\b(!noisy.i32)");
  Page.type("@safe(%a: !noisy.i32", "\b\b\b\b\b\b\b\b\b\b!noisy.i32");
}

TEST_CASE("Still lines: a signature and a new function", "[still]") {
  CrashRecovery Recovery;
  StillText Page(Program);
  Page.type("%n: index", ", %m: index");
  Page.type("return %y : !noisy.i32\n}\n",
            "\nfunc.func @new(%a: !noisy.i32) -> !noisy.i32 {"
            "\n  %0 = noisy.add %a, %a : !noisy.i32"
            "\n  return %0 : !noisy.i32"
            "\n}\n");
}
