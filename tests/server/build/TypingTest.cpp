//===- TypingTest.cpp - Snapshots of texts that are edited ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After every edit the incremental snapshot is compared with one that is built
// from nothing, and from time to time with what MLIR and the analysis say of
// the whole text. What must be the same:
//   - the pieces, and what MLIR says is wrong with them, always;
//   - names and structure of everything that parses;
//   - the facts and findings of whatever does not depend on something broken.
// What depends on something broken says so (RestsOnStale), and may differ: only
// the builder that saw the text before it broke knows what it was.
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomAliases.h"
#include "tests/server/CrashRecovery.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotComparison.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/MlirText.h"
#include "tests/support/RandomDocument.h"
#include "tests/support/RandomEdit.h"
#include "tests/support/RandomSeed.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// How many edits: more where NOISY_TEST_EDITS asks for it.
static unsigned countEdits(unsigned MinCount) {
  const char *Setting = std::getenv("NOISY_TEST_EDITS");
  return Setting ? std::max<unsigned>(MinCount, std::atoi(Setting)) : MinCount;
}

//===----------------------------------------------------------------------===//
// Typing
//===----------------------------------------------------------------------===//

namespace {
/// A text that is edited, and that is compared after every edit.
class ComparedText : public Typist {
public:
  using Typist::Typist;

  void buildAndCompare(bool WithWhole) {
    OffsetMap Edits = edits();
    SnapshotPtr New = build();
    Typist ScratchTypist(text());
    SnapshotPtr Scratch = ScratchTypist.build();
    if (WithWhole) {
      New = complete(New);
      Scratch = ScratchTypist.complete(Scratch);
    }
    std::string Wrong = compareWithScratch(*New, *Scratch);
    if (Wrong.empty())
      Wrong = checkTold(*New);
    if (Wrong.empty())
      Wrong = checkStale(*New, Last.get(), Edits);
    if (Wrong.empty() && Last)
      Wrong = checkReuse(*New, *Last, Edits);
    if (Wrong.empty() && WithWhole)
      Wrong = compareWithWhole(*New);
    if (!Wrong.empty()) {
      UNSCOPED_INFO("before:\n" << (Last ? Last->text().bytes().str() : ""));
      UNSCOPED_INFO("the text:\n" << text());
      FAIL(Wrong);
    }
    Last = New;
  }

  SnapshotPtr Last;
};
} // namespace

static const char *const Small = R"mlir(// é, then 😀 { (
!t = !noisy.i32
#m = #noisy.model<initial = 12, max = 30>
module attributes {noisy.model = #m} {
  func.func private @double(%x: !t) -> !t {
    %0 = noisy.add %x, %x : !t
    return %0 : !t loc(#l)
  }
  func.func @f(%p: i1, %e: i32) {
    return
  }
  module @inner {
    func.func private @g(%a: !noisy.i32) -> !noisy.i32
  }
  func.func @main(%a: !t, %p: i1) -> !t {
    %r:2 = scf.if %p -> (!t, !t) { // "{
      %1 = func.call @double(%a) : (!t) -> !t
      scf.yield %1, %a : !t, !t
    } else {
      scf.yield %a, %a : !t, !t
    }
    %2 = noisy.mul %r#0, %r#1 : !t
    return %2 : !t
  }
  "test.use"() {f = @inner::@g, b = dense_resource<blob> : tensor<2xi8>} : () -> ()
}
#l = loc("a.mlir":1:2)
{-#
  dialect_resources: {
    builtin: {
      blob: "0x080000000102"
    }
  }
#-}
// -----
func.func @main() {
  call @later() : () -> ()
  return
}
func.func private @later()
)mlir";

TEST_CASE("a program is typed, character by character", "[typing]") {
  CrashRecovery Recovery;
  std::string Final = Small;
  ComparedText T;
  for (size_t I = 0; I < Final.size(); ++I) {
    CAPTURE(I);
    T.edit({I, I}, llvm::StringRef(Final).substr(I, 1));
    T.buildAndCompare(I % 8 == 0 || I + 1 == Final.size());
  }
  CHECK(llvm::all_of(T.Last->parts(), isGood));
}

TEST_CASE("a program is deleted at random and typed again", "[typing]") {
  CrashRecovery Recovery;
  std::mt19937 Random(7);
  ComparedText T(Small);
  T.buildAndCompare(true);
  unsigned Edits = countEdits(600);
  for (unsigned I = 0; I < Edits; ++I) {
    CAPTURE(I);
    if (T.text().empty() || Random() % 40 == 0) {
      T.become(Small);
    } else {
      size_t Begin = Random() % T.text().size();
      size_t Size = Random() % 4 ? 1 : Random() % 60;
      T.edit({Begin, std::min(Begin + Size, T.text().size())}, "");
    }
    T.buildAndCompare(I % 4 == 0);
  }
}

TEST_CASE("a removed function leaves its neighbour no details", "[typing]") {
  CrashRecovery Recovery;
  std::string Rest = "func.func private @g()\n";
  ComparedText T(R"mlir(func.func @f(%x: i5) -> index {
  %0 = arith.index_castui %x : i5 to index
  return %0 : index
}
)mlir" + Rest);
  T.buildAndCompare(true);
  T.become(Rest);
  T.buildAndCompare(true);
}

TEST_CASE("a broken alias is apart again after it was between operations",
          "[typing]") {
  CrashRecovery Recovery;
  std::string Loop = "%0 = scf.while (%1 = %2) : (i32) -> i32 {\n",
              Use = "    return %0 : i32\n",
              Aliases =
                  "#loc0 = loc(\"a.mlir\":1:2)\n#loc1 = loc(\"b\"(#loc0))\n";
  std::string Apart = "#loc0 = loc(unknown)\n" + Loop + Use + "}\n" + Aliases,
              Between = "#loc0 = loc(unknown)\n" + Loop + "}\n" + Aliases + Use;
  ComparedText T(Apart);
  T.buildAndCompare(true);
  T.become(Between);
  T.buildAndCompare(true);
  T.become(Apart);
  T.buildAndCompare(true);
}

TEST_CASE("a broken line defines its name for lines far behind", "[typing]") {
  CrashRecovery Recovery;
  std::string Begin = "func.func private @f(%x: i5) -> !noisy.i32 {\n  %a ",
              End = " noisy.encode %x : i5 -> !noisy.i32\n"
                    "  %b = noisy.add %a, %undefined : !noisy.i32\n"
                    "  %c = noisy.mul %b, %b : !noisy.i32\n"
                    "  %d = noisy.add %a, %c : !noisy.i32\n"
                    "  return %d : !noisy.i32\n"
                    "}\n";
  ComparedText T(Begin + "=" + End);
  T.buildAndCompare(true);
  T.become(Begin + End);
  T.buildAndCompare(true);
}

TEST_CASE("a function becomes the second one of its name", "[typing]") {
  CrashRecovery Recovery;
  std::string Alias = "!t = !noisy.i32\n",
              Begin = "func.func @f(%x: i5, %n: index, %p: i1) -> (!t) {\n"
                      "    return ";
  ComparedText T(Alias + Begin + "%a : !noisy.i32\n}");
  T.buildAndCompare(true);
  T.become(Alias + "func.func @f(%x: i1) " + Begin + "%b : !noisy.i32\n} ");
  T.buildAndCompare(true);
}

TEST_CASE("calls in a list are at their lines", "[typing]") {
  CrashRecovery Recovery;
  ComparedText T(R"mlir(%top = "test.pair"() : () -> i32
func.func private @f(%v: !noisy.i32) -> !noisy.i32 {
  %w = noisy.add %v, %v : !noisy.i32
  return %w : !noisy.i32
}
func.func @g(%v: !noisy.i32) {
  %a = call @f(%v) : (!noisy.i32) -> !noisy.i32
  %b = call @f(%a) : (!noisy.i32) -> !noisy.i32
  return
}
"test.use"(%top) : (i32) -> ()
)mlir");
  T.buildAndCompare(true);
}

TEST_CASE("a broken line goes on with one that is indented less", "[typing]") {
  CrashRecovery Recovery;
  std::string Begin = "  func.func private @f() -> !noisy.i32 {\n"
                      "t 2 : index\n"
                      "    %c = arith.constant 3 : index\n"
                      "    %a = arith.constant 4 : index\n    ",
              End = " = arith.constant 5 : index\n"
                    "    return %v : !noisy.i32\n"
                    "  } loc(#l)\n"
                    "#l = loc(unknown)\n";
  ComparedText T(Begin + "%b" + End);
  T.buildAndCompare(true);
  T.become(Begin + "%@b" + End);
  T.buildAndCompare(true);
}

TEST_CASE("the same text is a list, or one operation, by its indentation",
          "[typing]") {
  CrashRecovery Recovery;
  ComparedText T(R"mlir(module broken {
    %0 = noisy.bad %x : !t
    eturn %0 : !t
)mlir");
  T.buildAndCompare(true);
  T.become(R"mlir(module broken {    %0 = noisy.bad %x : !t
    eturn %0 : !t
)mlir");
  T.buildAndCompare(true);
}

//===----------------------------------------------------------------------===//
// Edits of programs by chance
//===----------------------------------------------------------------------===//

static void editByChance(Typist &T, std::mt19937 &Random) {
  for (const mlir::noisy::test::RandomEdit &Step :
       mlir::noisy::test::makeEdit(T.text(), Random))
    T.edit({Step.Begin, Step.End}, Step.New);
}

static void
editDocuments(std::mt19937 Random, unsigned Edits,
              llvm::function_ref<std::string(std::mt19937 &)> MakeDocument,
              bool WithWhole = true) {
  for (unsigned I = 0, Program = 0; I < Edits; ++Program) {
    std::string First = MakeDocument(Random);
    ComparedText T(First);
    CAPTURE(Program);
    T.buildAndCompare(WithWhole);
    std::vector<std::string> Steps = {First};
    for (unsigned End = std::min(I + 40, Edits); I < End; ++I) {
      CAPTURE(I);
      if (Random() % 4 == 0 && Steps.size() > 1) {
        // Taken back: one, or all.
        Steps.resize(Random() % 3 ? Steps.size() - 1 : 1);
        T.become(Steps.back());
      } else {
        for (unsigned Ranges = Random() % 3 ? 1 : 1 + Random() % 4; Ranges > 0;
             --Ranges)
          editByChance(T, Random);
        Steps.push_back(T.text());
      }
      T.buildAndCompare(WithWhole && I % 3 == 0);
    }
  }
}

TEST_CASE("programs are edited by chance", "[typing]") {
  CrashRecovery Recovery;
  editDocuments(std::mt19937(11), countEdits(1000), [](std::mt19937 &Random) {
    return mlir::noisy::test::makeDocument(Random);
  });
}

TEST_CASE("programs with hidden flow are edited by chance", "[typing]") {
  CrashRecovery Recovery;
  editDocuments(std::mt19937(17), countEdits(400), [](std::mt19937 &Random) {
    return mlir::noisy::test::makeDocument(Random, /*HasHiddenFlow=*/true);
  });
}

TEST_CASE("programs with locations and aliases are edited by chance",
          "[typing]") {
  CrashRecovery Recovery;
  // The whole would tell of the places that its locations name.
  editDocuments(
      std::mt19937(23), countEdits(1000),
      [](std::mt19937 &Random) {
        return mlir::noisy::test::addAliases(
            mlir::noisy::test::makeDocument(Random), Random);
      },
      /*WithWhole=*/false);
}

TEST_CASE("sections with hidden flow say what the whole says",
          "[typing][random]") {
  CrashRecovery Recovery;
  std::mt19937 Random(mlir::noisy::test::randomSeed(19));
  for (unsigned I = 0; I < 300; ++I) {
    CAPTURE(I);
    ComparedText T(
        mlir::noisy::test::makeDocument(Random, /*HasHiddenFlow=*/true));
    T.buildAndCompare(true);
    mlir::noisy::test::countChecked("documents, against the whole");
  }
}

TEST_CASE("texts that need not parse are edited by chance", "[typing]") {
  CrashRecovery Recovery;
  std::mt19937 Random(13);
  unsigned Edits = countEdits(600);
  for (unsigned I = 0; I < Edits;) {
    ComparedText T(mlir::noisy::test::randomMlirText(Random()));
    T.buildAndCompare(false);
    for (unsigned End = std::min(I + 20, Edits); I < End; ++I) {
      CAPTURE(I);
      editByChance(T, Random);
      T.buildAndCompare(I % 3 == 0);
    }
  }
}

TEST_CASE("a loop yields what nothing defines any more", "[typing]") {
  std::string Text = R"mlir(func.func private @f(%x: i5, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.encode %x : i5 -> !noisy.i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (!noisy.i32) {
    %t = noisy.add %s, %s : !noisy.i32
    scf.yield %b : !noisy.i32
  }
  %u = noisy.sub %b, %r : !noisy.i32
  return
}
)mlir";
  std::string Name = GENERATE("%c1", "%c");
  CAPTURE(Name);
  CrashRecovery Recovery;
  ComparedText T(Text);
  T.buildAndCompare(true);
  size_t Place = Text.find("%b");
  T.edit({Place, Place + 2}, Name);
  T.buildAndCompare(true);
}

TEST_CASE("a broken operation keeps the error of a symbol in it", "[typing]") {
  CrashRecovery Recovery;
  ComparedText T(R"mlir(#m = #noisy.model<initial = 12, max = 30>
module attributes {noisy.model = #m} {
  module @inner {
   func/ "{
      %1= func.call @double(%a) : (i32) -> i32
      scf.yield%1,     }
    %2 = noisy.mul r#0, %r1 : i32
    retrn%2  i32
  }
}
// -----
func.func @in() {
  return
}
)mlir");
  T.buildAndCompare(true);
  size_t Model = T.text().find("model<");
  T.edit({Model + 2, Model + 3}, "");
  T.buildAndCompare(true);
  size_t Marker = T.text().find("// ---");
  T.edit({Marker + 2, Marker + 3}, "");
  T.buildAndCompare(true);
}
