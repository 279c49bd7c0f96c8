//===- ChunkTest.cpp - What is between two // ----- lines -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/unit/Chunk.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "server/syntax/Nesting.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::string textAt(const Chunk &ParsedChunk, ByteRange Range) {
  return ParsedChunk.text().slice(Range.Begin, Range.End).str();
}

//===----------------------------------------------------------------------===//
// Values and their names
//===----------------------------------------------------------------------===//

/// The value that carries noise and has its name at `Offset`, or null.
static Value valueAt(const Chunk &ParsedChunk, size_t Offset) {
  Value Definition;
  for (Value V : ParsedChunk.facts().getValues()) {
    for (ByteRange Use : ParsedChunk.usesOf(V))
      if (Use.Begin == Offset)
        return V;
    if (!Definition && ParsedChunk.definitionOf(V).contains(Offset))
      Definition = V;
  }
  return Definition;
}

TEST_CASE("Chunk: names, definitions and uses", "[chunk]") {
  AnnotatedText T(R"mlir(
    func.func @f([|%arg|]: !noisy.i32, %p: i1) -> !noisy.i32 {
      [|%0|] = noisy.mul [|%arg|], [|%arg|] : !noisy.i32 // %arg
      [|%r:2|] = scf.if %p -> (!noisy.i32, !noisy.i32) {
        scf.yield %0, [|%arg|] : !noisy.i32, !noisy.i32
      } else {
        scf.yield [|%arg|], %0 : !noisy.i32, !noisy.i32
      }
      cf.br ^bb1([|%r#1|], [|%r#0|], [|%r|] : !noisy.i32, !noisy.i32, !noisy.i32)
    ^bb1([|%1|]: !noisy.i32, %2: !noisy.i32, %3: !noisy.i32):
      return [|%1|] : !noisy.i32
    }
  )mlir");
  auto ParsedChunk = chunkOf(T.Text);
  REQUIRE(ParsedChunk->isValid());
  auto ValueAt = [&](size_t I) {
    return valueAt(*ParsedChunk, T.Ranges[I].Begin);
  };
  auto Uses = [&](size_t I) { return ParsedChunk->usesOf(ValueAt(I)); };
  using Ranges = std::vector<ByteRange>;

  // A function argument.
  CHECK(ParsedChunk->nameOf(ValueAt(0)) == "%arg");
  CHECK(ParsedChunk->definitionOf(ValueAt(0)) == T.Ranges[0]);
  CHECK(Uses(0) == Ranges{T.Ranges[2], T.Ranges[3], T.Ranges[5], T.Ranges[6]});
  // A result with a name that is a number.
  CHECK(ParsedChunk->nameOf(ValueAt(1)) == "%0");
  CHECK(Uses(1).size() == 2);
  // Results of a group. `%r` alone is the first.
  CHECK(ParsedChunk->nameOf(ValueAt(7)) == "%r#1");
  CHECK(ParsedChunk->nameOf(ValueAt(8)) == "%r#0");
  CHECK(ValueAt(9) == ValueAt(8));
  CHECK(Uses(7) == Ranges{T.Ranges[7]});
  CHECK(Uses(8) == Ranges{T.Ranges[8], T.Ranges[9]});
  CHECK(textAt(*ParsedChunk, ParsedChunk->definitionOf(ValueAt(7))) == "%r");
  // An argument of a block.
  CHECK(ParsedChunk->nameOf(ValueAt(10)) == "%1");
  CHECK(ParsedChunk->definitionOf(ValueAt(10)) == T.Ranges[10]);
  CHECK(Uses(10) == Ranges{T.Ranges[11]});
  // Names are no values elsewhere.
  CHECK_FALSE(valueAt(*ParsedChunk, T.Text.find("// %arg") + 3));
}

TEST_CASE("Chunk: several groups of one operation", "[chunk]") {
  AnnotatedText T(R"mlir(
    func.func private @g() -> (!noisy.i32, !noisy.i32, !noisy.i32)
    func.func @f() -> !noisy.i32 {
      %a, %b:2 = call @g() : () -> (!noisy.i32, !noisy.i32, !noisy.i32)
      %c = noisy.add |%a, |%b#0 : !noisy.i32
      %d = noisy.add |%c, |%b#1 : !noisy.i32
      return %d : !noisy.i32
    }
  )mlir");
  auto ParsedChunk = chunkOf(T.Text);
  REQUIRE(ParsedChunk->isValid());
  std::vector<std::string> Names;
  for (size_t Place : T.Places)
    Names.push_back(ParsedChunk->nameOf(valueAt(*ParsedChunk, Place)));
  CHECK(Names == std::vector<std::string>{"%a", "%b#0", "%c", "%b#1"});
}

TEST_CASE("Chunk: the range of an operation", "[chunk]") {
  // From its first result to the end of its location.
  for (const char *MarkedText : {
           "[|%b = noisy.add %a, %a : !noisy.i32|]",
           "[|%b = noisy.add %a, %a : !noisy.i32 loc(\"x\")|] // loc(\"y\")",
           "[|%b = \"noisy.add\"(%a, %a)\n"
           "      : (!noisy.i32, !noisy.i32)\n"
           "      -> !noisy.i32|]",
           "%z = arith.constant 1 : i32 [|%b = noisy.add %a,%a : !noisy.i32|] "
           "%y = arith.constant 1 : i32",
           R"mlir([|%b:2 = scf.execute_region -> (!noisy.i32, i32) {
  %z = arith.constant 1 : i32
  scf.yield %a, %z : !noisy.i32, i32
}|])mlir",
       }) {
    AnnotatedText T("func.func @f(%a: !noisy.i32) {\n" +
                    std::string(MarkedText) + "\n  return\n}\n");
    auto ParsedChunk = chunkOf(T.Text);
    REQUIRE(ParsedChunk->isValid());
    Value B = valueNamed(*ParsedChunk, "%b");
    CHECK(textAt(*ParsedChunk, ParsedChunk->rangeOf(B.getDefiningOp())) ==
          textAt(*ParsedChunk, T.Ranges[0]));
  }
}

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

TEST_CASE("Chunk: a text without errors", "[chunk]") {
  for (const char *Text : {
           "",
           "\n\n",
           "// nothing",
           "module {}\n",
           "#map = affine_map<(d0) -> (d0)>\n!i = i32\n",
           // Dialects that nobody knows are accepted.
           "\"unknown.op\"() : () -> ()\n",
           "%0 = \"a.b\"() : () -> i32 \"c.d\"(%0) : (i32) -> ()\n",
           "module {} {-# external_resources: {} #-}\n",
       }) {
    CAPTURE(Text);
    auto ParsedChunk = chunkOf(Text);
    CHECK(ParsedChunk->isValid());
    CHECK(ParsedChunk->problems().empty());
    CHECK(ParsedChunk->text() == Text);
  }
}

TEST_CASE("Chunk: a text with errors has no facts", "[chunk]") {
  for (const char *Text :
       {"func.func @f(", "\x01", "func.func @f() {", "%0 = noisy.encode", "\"a",
        "#m = affine_map<", "func.func @f() -> i32 { return }", "}"}) {
    CAPTURE(Text);
    auto ParsedChunk = chunkOf(Text);
    CHECK_FALSE(ParsedChunk->isValid());
    REQUIRE_FALSE(ParsedChunk->problems().empty());
    CHECK(ParsedChunk->problems()[0].Source == "mlir");
    CHECK(ParsedChunk->problems()[0].Range.End <= std::string(Text).size());
    CHECK_FALSE(valueAt(*ParsedChunk, 0));
  }
}

TEST_CASE("Chunk: what a verifier says comes without a print of the operation",
          "[chunk]") {
  AnnotatedText T("func.func @f(%a: i32) -> i32 {\n"
                  "  %0 = [|\"arith.addi\"|](%a) : (i32) -> i32\n"
                  "  return %0 : i32\n}\n");
  auto ParsedChunk = chunkOf(T.Text);
  REQUIRE(ParsedChunk->problems().size() == 1);
  const Problem &Finding = ParsedChunk->problems()[0];
  CHECK(Finding.Range == T.Ranges[0]);
  CHECK(Finding.Severity == Problem::Level::Error);
  CHECK(Finding.Notes.empty());
}

//===----------------------------------------------------------------------===//
// Crashes
//===----------------------------------------------------------------------===//

static std::string makeNested(unsigned Levels) {
  std::string Text;
  for (unsigned I = 0; I < Levels; ++I)
    Text += "module {";
  return Text + std::string(Levels, '}');
}

TEST_CASE("Chunk: as deep as is allowed", "[chunk]") {
  auto ParsedChunk = chunkOf(makeNested(MaxNesting));
  CHECK(ParsedChunk->isValid());
  CHECK(ParsedChunk->problems().empty());

  // The stack is large enough for what recurses most.
  std::string Type = "i32";
  for (unsigned I = 0; I < MaxNesting - 10; ++I)
    Type = "tuple<" + Type + ">";
  CHECK(chunkOf("func.func private @f(" + Type + ")")->isValid());
  std::string Attribute(MaxNesting - 10, '[');
  Attribute += std::string(MaxNesting - 10, ']');
  CHECK(chunkOf("module attributes {a.b = " + Attribute + "} {}")->isValid());
  // Regions that are printed: the notes of a verifier's error show them.
  std::string Wrong = "\"arith.addi\"() : () -> ()";
  for (unsigned I = 0; I < MaxNesting / 2 - 10; ++I)
    Wrong = "\"a.b\"() ({" + Wrong + "}) : () -> ()";
  auto PrintedChunk = chunkOf(Wrong);
  CHECK_FALSE(PrintedChunk->isValid());
  CHECK_FALSE(PrintedChunk->problems().empty());
}

TEST_CASE("Chunk: what nests too deep is refused", "[chunk]") {
  for (const std::string &Text :
       {makeNested(MaxNesting + 1), makeNested(100000),
        std::string(100000, '['),
        "module attributes {a.b = " + std::string(100000, '[')}) {
    auto ParsedChunk = chunkOf(Text);
    CHECK_FALSE(ParsedChunk->isValid());
    REQUIRE(ParsedChunk->problems().size() == 1);
    CHECK(ParsedChunk->problems()[0].Source == "noisy");
    CHECK(llvm::StringRef(ParsedChunk->problems()[0].Message)
              .contains("nests deeper than 2000"));
    CHECK(ParsedChunk->problems()[0].Range.End ==
          ParsedChunk->problems()[0].Range.Begin + 1);
  }
}

namespace {
/// Crash recovery as the server has it, for one test: Catch has signal handlers
/// of its own, which come after these.
struct WithCrashRecovery {
  WithCrashRecovery() { llvm::CrashRecoveryContext::Enable(); }
  ~WithCrashRecovery() { llvm::CrashRecoveryContext::Disable(); }
};
} // namespace

/// A dialect with an operation whose verifier crashes in the named way.
static DialectRegistry crashingRegistry(void (*Crash)()) {
  DialectRegistry Registry;
  Registry.insertDynamic("crash", [Crash](MLIRContext *, DynamicDialect *Home) {
    auto Accept = [](Operation *) { return success(); };
    auto Verify = [Crash](Operation *) {
      Crash();
      return success();
    };
    Home->registerDynamicOp(
        DynamicOpDefinition::get("now", Home, Verify, Accept));
  });
  return Registry;
}

TEST_CASE("Chunk: a crash of MLIR is a problem like others", "[chunk]") {
  WithCrashRecovery Recovery;
  const char *Text = "\n  \"crash.now\"() : () -> ()\n";
  for (auto Way : {+[] { std::abort(); },
                   +[] { *static_cast<volatile int *>(nullptr) = 0; },
                   +[] { __builtin_trap(); }}) {
    DialectRegistry Registry = crashingRegistry(Way);
    auto ParsedChunk = Chunk::build(Registry, Text, TestUri);
    REQUIRE(ParsedChunk);
    CHECK_FALSE(ParsedChunk->isValid());
    REQUIRE(ParsedChunk->problems().size() == 1);
    CHECK(ParsedChunk->problems()[0].Source == "noisy");
    CHECK(llvm::StringRef(ParsedChunk->problems()[0].Message)
              .starts_with("MLIR crashed on this text"));
    // On the first line that has something; without its indentation.
    CHECK(textAt(*ParsedChunk, ParsedChunk->problems()[0].Range) ==
          "\"crash.now\"() : () -> ()");
    CHECK(ParsedChunk->text() == Text);
  }
  // And it goes on.
  CHECK(chunkOf("module {}")->isValid());
}

//===----------------------------------------------------------------------===//
// Repair
//===----------------------------------------------------------------------===//

static std::unique_ptr<const Chunk> repairedChunk(llvm::StringRef Text) {
  return Chunk::build(allDialects(), Text, TestUri, Chunk::Repair::Yes);
}

TEST_CASE("Chunk: operations with errors are left out", "[chunk]") {
  AnnotatedText T(R"mlir(
    func.func @f([|%a|]: !noisy.i32, %k: i5) -> !noisy.i32 {
      [|%b|] = noisy.mul [|%a|], [|%a|] : !noisy.i32
      [|%c|] = noisy.add [|%b|], %nowhere, : !noisy
      %d = noisy.add [|%b|], %k : !noisy.i32
      %e, %f = noisy.add %c, [|%b|] : !noisy.i32
      return [|%b|] : !noisy.i32
    }
    func.func @g(%b: !noisy.i32) {
      %c = noisy.add %b,
      return
    }
  )mlir");
  CHECK_FALSE(chunkOf(T.Text)->isValid());
  auto Program = repairedChunk(T.Text);
  REQUIRE(Program->isValid());
  CHECK_FALSE(Program->isIntact());
  CHECK(Program->text() == T.Text);
  auto usesAt = [&](size_t I) {
    Value V = valueAt(*Program, T.Ranges[I].Begin);
    REQUIRE(V);
    CHECK(textAt(*Program, Program->definitionOf(V)) ==
          textAt(*Program, T.Ranges[I]));
    return Program->usesOf(V);
  };
  using Ranges = std::vector<ByteRange>;
  CHECK(usesAt(0) == Ranges{T.Ranges[2], T.Ranges[3]});
  // What does not parse uses it, too; another function does not.
  CHECK(usesAt(1) ==
        Ranges{T.Ranges[5], T.Ranges[6], T.Ranges[7], T.Ranges[8]});
  // Ranges are those of the text.
  std::vector<std::string> Functions;
  for (Operation &Op : *Program->module().getBody())
    Functions.push_back(textAt(*Program, Program->rangeOf(&Op)));
  REQUIRE(Functions.size() == 2);
  CHECK_THAT(Functions[0],
             Catch::StartsWith("func.func @f(") &&
                 Catch::EndsWith("return %b : !noisy.i32\n    }"));
  CHECK_THAT(Functions[1], Catch::StartsWith("func.func @g(") &&
                               Catch::EndsWith("return\n    }"));
  // Of one that has none, nothing changes.
  const char *Intact = "func.func @f(%a: !noisy.i32) {\n  return\n}\n";
  CHECK(repairedChunk(Intact)->isIntact());
  CHECK(repairedChunk("")->isIntact());
  // With an identified type.
  CHECK(repairedChunk("func.func @f(%a: !llvm.struct<\"s\", (i32)>) {\n"
                      "  %b = arith.addi\n  return\n}\n")
            ->isValid());
}
