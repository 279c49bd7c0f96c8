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

static std::string replaceAll(llvm::StringRef Contents, llvm::StringRef Old,
                              llvm::StringRef New) {
  llvm::SmallVector<llvm::StringRef> Parts;
  Contents.split(Parts, Old);
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
struct NameEntry {
  size_t Offset;
  Section::Kind Kind;
  /// As it is written, without the sigil.
  std::string Name;
};

/// Renames things in one text.
class Checker {
public:
  Checker(std::string Contents, std::mt19937 &Random)
      : Source(std::move(Contents)), Program(programOf(Source)),
        State(snapshotOf(Source)), Random(Random) {
    for (const Snapshot::Part &Part : State->parts())
      for (const PlacedSection &Section : Part.Sections)
        for (const Section::Token &Token : Section.Data->tokens())
          if (Token.IsDefinition &&
              Token.TargetKind != Section::Kind::Operation) {
            ByteRange Range = *Section.toText(Token.Range);
            Entries.push_back(
                {Range.Begin, Token.TargetKind,
                 Source.substr(Range.Begin + 1, Range.size() - 1)});
          }
    std::shuffle(Entries.begin(), Entries.end(), Random);
  }

  bool isProgram() const { return !Program.empty(); }
  /// Renames up to `Count` things.
  void check(unsigned Count, unsigned TakenNames) {
    for (const NameEntry &Thing : llvm::ArrayRef(Entries).take_front(Count)) {
      std::string NewProgram = checkFresh(Thing);
      if (NewProgram.empty())
        continue;
      for (unsigned I = 0; I < TakenNames; ++I)
        if (const NameEntry &OtherEntry = Entries[Random() % Entries.size()];
            OtherEntry.Kind == Thing.Kind && OtherEntry.Name != Thing.Name)
          checkTaken(Thing, NewProgram, OtherEntry.Name);
    }
  }

  unsigned RenameCount = 0, RefusalCount = 0, TakenCount = 0, SharedCount = 0;
  /// Names that were refused as taken, although they could have been given.
  unsigned Careful = 0;

private:
  std::string checkFresh(const NameEntry &Thing);
  void checkTaken(const NameEntry &Thing, const std::string &NewProgram,
                  const std::string &Name);

  std::string Source, Program;
  std::shared_ptr<const Snapshot> State;
  std::mt19937 &Random;
  std::vector<NameEntry> Entries;
};
} // namespace

/// Gives it a name that is nowhere, and the old one back; the text between.
std::string Checker::checkFresh(const NameEntry &Thing) {
  INFO(Thing.Name << " at " << Thing.Offset << " in\n" << Source);
  auto FreshRename = rename(*State, Thing.Offset, Fresh);
  if (!FreshRename) {
    ++RefusalCount;
    llvm::consumeError(FreshRename.takeError());
    return "";
  }
  ++RenameCount;
  std::string NewProgram = applyEdits(Source, *FreshRename);
  std::string NewForm = programOf(NewProgram);
  // The attribute with a symbol has quotes of its own.
  if (llvm::StringRef(Thing.Name).starts_with("\""))
    NewForm = replaceAll(NewForm, "\"" + std::string(Fresh) + "\"", Thing.Name);
  bool IsSame = replaceAll(NewForm, Fresh, Thing.Name) == Program;
  auto Latest = snapshotOf(NewProgram);
  auto ReverseRename = rename(*Latest, NewProgram.find(Fresh), Thing.Name);
  // Where regions end is not always known (NameExtents.h): a name that another
  // one has may be refused although it could be had.
  std::string Refusal = llvm::toString(ReverseRename.takeError());
  bool IsCareful = Refusal.find(" is taken") != std::string::npos;
  if (!IsSame ||
      (!IsCareful &&
       (Refusal != "" || applyEdits(NewProgram, *ReverseRename) != Source)))
    FAIL(NewProgram << Refusal);
  return NewProgram;
}

/// Gives it a name that something else has: exactly where the program stays
/// the same.
void Checker::checkTaken(const NameEntry &Thing, const std::string &NewProgram,
                         const std::string &Name) {
  INFO(Thing.Name << " at " << Thing.Offset << " to " << Name << " in\n"
                  << Source);
  std::string ForcedProgram = replaceAll(NewProgram, Fresh, Name);
  auto Result = rename(*State, Thing.Offset, Name);
  std::string NewText = programOf(ForcedProgram);
  // That of a symbol is a part of the program.
  bool IsSymbol = Thing.Kind == Section::Kind::Symbol;
  bool IsSame = IsSymbol ? !NewText.empty() : NewText == Program;
  if (Result) {
    ++SharedCount;
    if (!IsSame || applyEdits(Source, *Result) != ForcedProgram)
      FAIL(ForcedProgram);
  } else {
    ++TakenCount;
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
  unsigned SharedCount = 0, TakenCount = 0;
  for (unsigned I = 0; I < 25; ++I) {
    std::string Text = makeProgram(Random, Shape).text();
    Checker Names(Text, Random);
    REQUIRE(Names.isProgram());
    Names.check(5, 4);
    CHECK(Names.RefusalCount == 0);
    CHECK(Names.Careful == 0);
    SharedCount += Names.SharedCount;
    TakenCount += Names.TakenCount;
  }
  // Both happen.
  CHECK(SharedCount > 20);
  CHECK(TakenCount > 20);
}

TEST_CASE("Rename: programs of other tests stay the same", "[rename]") {
  std::mt19937 Random(8);
  unsigned RenameCount = 0, RefusalCount = 0;
  for (const char *Folder : {"ir", "analysis/upstream-ops"})
    for (const auto &Snippet : mlir::noisy::test::readSnippets(Folder)) {
      if (!llvm::StringRef(Snippet.place).contains(".mlir:"))
        continue;
      INFO(Snippet.place);
      Checker Names(Snippet.text, Random);
      if (!Names.isProgram())
        continue;
      Names.check(3, 2);
      RenameCount += Names.RenameCount;
      RefusalCount += Names.RefusalCount;
      CHECK(Names.Careful == 0);
    }
  CHECK(RenameCount > 200);
  CHECK(RefusalCount < RenameCount / 20);
}
