//===- RenamePropertyTest.cpp - What holds of all renamings ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On generated programs, and on the files of other tests: whatever is renamed,
// the text is the same program, and renaming back gives the same text.
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "server/features/rename/Rename.h"
#include "server/parse/ParsedText.h"
#include "tests/server/AnnotatedText.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/Snippets.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Stands in no text.
static const std::string Fresh = "zz_fresh";

static std::string replaceAll(llvm::StringRef In, llvm::StringRef Old,
                              llvm::StringRef New) {
  llvm::SmallVector<llvm::StringRef> Parts;
  In.split(Parts, Old);
  return llvm::join(Parts, New);
}

/// The program that a text is: what is printed has names of its own for values,
/// blocks and aliases. Empty where it does not parse.
static std::string programOf(const std::string &Source) {
  // A context gives resources that it has seen before another name.
  std::unique_ptr<MLIRContext> Context = makeContext(allDialects());
  ScopedDiagnosticHandler Quiet(Context.get(),
                                [](mlir::Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> Module = parseSourceString<ModuleOp>(
      Source, ParserConfig(Context.get(), /*verifyAfterParse=*/false));
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  if (Module)
    Module->print(OS, OpPrintingFlags().printGenericOpForm());
  return Result;
}

namespace {
/// Something in a text that has a name.
struct Named {
  size_t Offset;
  Section::Kind Kind;
  /// As it is written, without the sigil.
  std::string Name;
};

/// Renames things in one text.
class Checker {
public:
  Checker(std::string Given, std::mt19937 &Random)
      : Source(std::move(Given)), Program(programOf(Source)),
        State(snapshotOf(Source)), Random(Random) {
    for (const Snapshot::Part &Part : State->parts())
      for (const PlacedSection &Section : Part.Sections)
        for (const Section::Token &Token : Section.Data->tokens())
          if (Token.IsDefinition &&
              Token.TargetKind != Section::Kind::Operation) {
            ByteRange Where = *Section.toText(Token.Range);
            All.push_back({Where.Begin, Token.TargetKind,
                           Source.substr(Where.Begin + 1, Where.size() - 1)});
          }
    std::shuffle(All.begin(), All.end(), Random);
  }

  bool isProgram() const { return !Program.empty(); }
  /// Renames up to `Count` things.
  void check(unsigned Count, unsigned TakenNames) {
    for (const Named &Thing : llvm::ArrayRef(All).take_front(Count)) {
      std::string Renamed = checkFresh(Thing);
      if (Renamed.empty())
        continue;
      for (unsigned I = 0; I < TakenNames; ++I)
        if (const Named &Other = All[Random() % All.size()];
            Other.Kind == Thing.Kind && Other.Name != Thing.Name)
          checkTaken(Thing, Renamed, Other.Name);
    }
  }

  unsigned Done = 0, Refused = 0, Taken = 0, Shared = 0;
  /// Names that were refused as taken, although they could have been given.
  unsigned Careful = 0;

private:
  std::string checkFresh(const Named &Thing);
  void checkTaken(const Named &Thing, const std::string &Renamed,
                  const std::string &Name);

  std::string Source, Program;
  std::shared_ptr<const Snapshot> State;
  std::mt19937 &Random;
  std::vector<Named> All;
};
} // namespace

/// Gives it a name that is nowhere, and the old one back; the text between.
std::string Checker::checkFresh(const Named &Thing) {
  INFO(Thing.Name << " at " << Thing.Offset << " in\n" << Source);
  auto There = rename(*State, Thing.Offset, Fresh);
  if (!There) {
    ++Refused;
    llvm::consumeError(There.takeError());
    return "";
  }
  ++Done;
  std::string Renamed = applyEdits(Source, *There);
  bool IsSame = replaceAll(programOf(Renamed), Fresh, Thing.Name) == Program;
  auto Now = snapshotOf(Renamed);
  auto Back = rename(*Now, Renamed.find(Fresh), Thing.Name);
  // Where regions end is not always known (NameExtents.h): a name that another
  // one has may be refused although it could be had.
  std::string Refusal = llvm::toString(Back.takeError());
  bool IsCareful = Refusal.find(" is taken") != std::string::npos;
  if (!IsSame ||
      (!IsCareful && (Refusal != "" || applyEdits(Renamed, *Back) != Source)))
    FAIL(Renamed << Refusal);
  return Renamed;
}

/// Gives it a name that something else has: exactly where the program stays
/// the same.
void Checker::checkTaken(const Named &Thing, const std::string &Renamed,
                         const std::string &Name) {
  INFO(Thing.Name << " at " << Thing.Offset << " to " << Name << " in\n"
                  << Source);
  std::string Forced = replaceAll(Renamed, Fresh, Name);
  auto Result = rename(*State, Thing.Offset, Name);
  std::string Now = programOf(Forced);
  // That of a symbol is a part of the program.
  bool IsSymbol = Thing.Kind == Section::Kind::Symbol;
  bool IsSame = IsSymbol ? !Now.empty() : Now == Program;
  if (Result) {
    ++Shared;
    if (!IsSame || applyEdits(Source, *Result) != Forced)
      FAIL(Forced);
  } else {
    ++Taken;
    llvm::consumeError(Result.takeError());
    Careful += IsSame && !IsSymbol;
  }
}

TEST_CASE("Rename: generated programs stay the same", "[rename]") {
  std::mt19937 Random(7);
  mlir::noisy::test::Shape Shape;
  Shape.statements = 12;
  Shape.depth = 3;
  Shape.switches = Shape.regions = Shape.affine = Shape.constants = true;
  Shape.tensors = Shape.parallels = Shape.foralls = true;
  Shape.anythingInCountedLoops = true;
  unsigned Shared = 0, Taken = 0;
  for (unsigned I = 0; I < 25; ++I) {
    std::string Text = makeProgram(Random, Shape).text();
    Checker Names(Text, Random);
    REQUIRE(Names.isProgram());
    Names.check(5, 4);
    CHECK(Names.Refused == 0);
    CHECK(Names.Careful == 0);
    Shared += Names.Shared;
    Taken += Names.Taken;
  }
  // Both happen.
  CHECK(Shared > 20);
  CHECK(Taken > 20);
}

TEST_CASE("Rename: programs of other tests stay the same", "[rename]") {
  std::mt19937 Random(8);
  unsigned Done = 0, Refused = 0;
  for (const char *Folder : {"ir", "analysis/upstream-ops"})
    for (const auto &Snippet : mlir::noisy::test::readSnippets(Folder)) {
      if (!llvm::StringRef(Snippet.place).contains(".mlir:"))
        continue;
      INFO(Snippet.place);
      Checker Names(Snippet.text, Random);
      if (!Names.isProgram())
        continue;
      Names.check(3, 2);
      Done += Names.Done;
      Refused += Names.Refused;
      CHECK(Names.Careful == 0);
    }
  CHECK(Done > 200);
  CHECK(Refused < Done / 20);
}
