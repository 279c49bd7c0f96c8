//===- ReductionFixTest.cpp - Insert optimal reduce_noise -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/Histories.h"
#include "tests/server/OverflowText.h"
#include "tests/server/features/fixes/ReductionFixes.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

//===----------------------------------------------------------------------===//
// Where in the file
//===----------------------------------------------------------------------===//

TEST_CASE("Fix: only the chunk that was asked for", "[fix]") {
  std::string PrefixedText = std::string("// \xC3\xA9\n") + OverflowText;
  std::string Mark = "// -----\n";
  std::string FixedText = fixText(PrefixedText);
  CHECK(fixText(PrefixedText + Mark + PrefixedText + Mark + PrefixedText, 0) ==
        FixedText + Mark + PrefixedText + Mark + PrefixedText);
  size_t Middle = PrefixedText.size() + Mark.size() + 40;
  CHECK(fixText(PrefixedText + Mark + PrefixedText + Mark + PrefixedText,
                Middle) ==
        PrefixedText + Mark + FixedText + Mark + PrefixedText);
  // A chunk that does not parse is nobody's trouble but its own.
  std::string BrokenText = "func.func @broken(\n";
  CHECK(fixText(BrokenText + Mark + PrefixedText,
                BrokenText.size() + Mark.size() + 5) ==
        BrokenText + Mark + FixedText);
}

TEST_CASE("Fix: modules inside modules", "[fix]") {
  std::string NewText = fixText(R"mlir(module @outer {
  module @inner attributes {a.b = 1 : i32} {
    func.func @f(%a: !noisy.i32) -> !noisy.i32 {
      %b = noisy.mul %a, %a : !noisy.i32
      %c = noisy.mul %b, %b : !noisy.i32
      return %c : !noisy.i32
    }
  }
}
)mlir");
  CHECK(NewText.find(
            "\n      %b_reduced = noisy.reduce_noise %b : !noisy.i32\n") !=
        std::string::npos);
}

TEST_CASE("Fix: aliases and resources around it", "[fix]") {
  std::string Head = "#map = affine_map<(d0) -> (d0)>\n!c = !noisy.i32\n";
  std::string Tail = "{-# external_resources: {} #-}\n";
  CHECK(fixText(Head +
                "func.func @f(%a: !c) -> !c {\n"
                "  %b = noisy.mul %a, %a : !c\n"
                "  %c = noisy.mul %b, %b : !c\n"
                "  return %c : !c\n}\n" +
                Tail) ==
        Head +
            "func.func @f(%a: !c) -> !c {\n"
            "  %b = noisy.mul %a, %a : !c\n"
            "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
            "  %c = noisy.mul %b_reduced, %b_reduced : !c\n"
            "  return %c : !c\n}\n" +
            Tail);
}

//===----------------------------------------------------------------------===//
// No fix
//===----------------------------------------------------------------------===//

TEST_CASE("Fix: where there is none it says why", "[fix]") {
  Fix BrokenRepair = fixOf("func.func @f(");
  CHECK(BrokenRepair.Edits.empty());
  CHECK(BrokenRepair.Message == "the text has errors; fix the errors first");

  // No reduction makes a function legal that returns more than it may.
  Fix Unknown = fixOf("func.func private @g() -> !noisy.i32\n"
                      "func.func @f() -> !noisy.i32 {\n"
                      "  %a = call @g() : () -> !noisy.i32\n"
                      "  %b = noisy.mul %a, %a : !noisy.i32\n"
                      "  return %b : !noisy.i32\n}\n");
  CHECK(Unknown.Edits.empty());
  CHECK(llvm::StringRef(Unknown.Message).starts_with("cannot reduce"));
  CHECK(Unknown.Message.find("%a") != std::string::npos);

  Fix Legal = fixOf("module {}\n");
  CHECK(Legal.Edits.empty());
  CHECK_FALSE(Legal.Message.empty());
}

//===----------------------------------------------------------------------===//
// A function, and a document
//===----------------------------------------------------------------------===//

static Fix fixOf(ReductionScope Scope, const std::string &OldText,
                 size_t Offset = 0) {
  OptimizerOptions Options;
  Options.timeLimit = std::chrono::seconds(60);
  return fixOrReason(computeReductionFix(allDialects(), Text(OldText), Offset,
                                         Options, Scope));
}

/// A function in which %c overflows.
static std::string overflowIn(const std::string &Name) {
  return "func.func @" + Name +
         "(%a: !noisy.i32) -> !noisy.i32 {\n"
         "  %b = noisy.mul %a, %a : !noisy.i32\n"
         "  %c = noisy.mul %b, %b : !noisy.i32\n"
         "  return %a : !noisy.i32\n}\n";
}
static std::string fixedText(const std::string &Name) {
  return "func.func @" + Name +
         "(%a: !noisy.i32) -> !noisy.i32 {\n"
         "  %b = noisy.mul %a, %a : !noisy.i32\n"
         "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
         "  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32\n"
         "  return %a : !noisy.i32\n}\n";
}

TEST_CASE("Fix: one function, the others stay", "[fix]") {
  std::string OldText = "module {\n" + overflowIn("f") + "}\n// -----\n" +
                        overflowIn("g") + overflowIn("h");
  for (const char *Name : {"f", "g", "h"}) {
    Fix Repair = fixOf(ReductionScope::Function, OldText,
                       OldText.find(std::string("@") + Name));
    CHECK(Repair.Message == "inserted 1 reduction, the fewest possible");
    std::string NewText = applyEdits(OldText, Repair.Edits);
    std::string Old = overflowIn(Name);
    CHECK(NewText.substr(0, OldText.find(Old)) ==
          OldText.substr(0, OldText.find(Old)));
    CHECK(NewText.find(fixedText(Name)) == OldText.find(Old));
  }
  Fix EmptyRepair = fixOf(ReductionScope::Function, OldText, 0);
  CHECK(EmptyRepair.Edits.empty());
  CHECK(EmptyRepair.Message == "there is no function here");
}

TEST_CASE("Fix: what a function passes on is no concern of others", "[fix]") {
  // %1 comes in with too much noise already.
  std::string OldText = "func.func private @g(%y: !noisy.i32) -> !noisy.i32 {\n"
                        "  %3 = noisy.mul %y, %y : !noisy.i32\n"
                        "  %4 = noisy.mul %3, %3 : !noisy.i32\n"
                        "  return %4 : !noisy.i32\n}\n"
                        "func.func @h(%x: !noisy.i32) -> !noisy.i32 {\n"
                        "  %1 = call @g(%x) : (!noisy.i32) -> !noisy.i32\n"
                        "  %5 = noisy.mul %x, %x : !noisy.i32\n"
                        "  %6 = noisy.mul %5, %5 : !noisy.i32\n"
                        "  return %1 : !noisy.i32\n}\n";
  Fix Repair = fixOf(ReductionScope::Function, OldText, OldText.find("%6"));
  CHECK(Repair.Edits.size() == 3);
  CHECK_THAT(Repair.Message, Catch::Contains("inputs of the function"));
  // What is only passed on is not to be mended here.
  OldText.erase(OldText.find("  %6"),
                OldText.find("  return %1") - OldText.find("  %6"));
  Repair = fixOf(ReductionScope::Function, OldText, OldText.find("%5"));
  CHECK(Repair.Edits.empty());
  CHECK(Repair.Message == "no reductions are needed");
}

TEST_CASE("Fix: beside what is broken", "[fix]") {
  std::string Fine = overflowIn("f");
  auto repairText = [&](const std::string &Text) {
    return fixOf(ReductionScope::Function, Text, Text.find("%c"));
  };
  for (const char *BrokenText :
       {"func.func @b() {\n  %0 = \n}\n",
        "func.func @b() {\n  %0 = arith.constant 1 : i32\n",
        "func.func @b() -> i32 {\n  return\n}\n", "hello\n",
        "func.func @b() {\n  call @unknown() : () -> ()\n  return\n}\n"}) {
    CAPTURE(BrokenText);
    for (bool IsBefore : {true, false}) {
      std::string Text = IsBefore ? BrokenText + Fine : Fine + BrokenText;
      Fix Repair = repairText(Text);
      CHECK(Repair.Message == "inserted 1 reduction, the fewest possible");
      CHECK(applyEdits(Text, Repair.Edits) ==
            (IsBefore ? BrokenText + fixedText("f")
                      : fixedText("f") + BrokenText));
      // Not all of it, though.
      CHECK(fixOf(ReductionScope::Chunk, Text).Message ==
            "the text has errors; fix the errors first");
    }
  }
  // What it calls is known but for a label that can be read, directly or not.
  std::string Callee = "func.func @h(%a: !noisy.i32) -> !noisy.i32 {\n"
                       "  cf.br ^bb1(%a : !noisy.i32)\n"
                       "^bb1(%b: !noisy.i32)\n"
                       "  %s = noisy.mul %b, %b : !noisy.i32\n"
                       "  return %s : !noisy.i32\n}\n"
                       "func.func @i(%a: !noisy.i32) -> !noisy.i32 {\n"
                       "  %r = call @h(%a) : (!noisy.i32) -> !noisy.i32\n"
                       "  return %r : !noisy.i32\n}\n",
              User = "func.func @j(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %d = call @i(%a) : (!noisy.i32) -> !noisy.i32\n"
                     "  %c = noisy.mul %d, %d : !noisy.i32\n"
                     "  return %c : !noisy.i32\n}\n";
  CHECK(repairText(Callee + User).Edits.size() == 3);
  // Nothing is known of what the line with the error gives.
  CHECK(repairText(replaceOnce(Callee, "%b, %b :", "%b, :") + User).Message ==
        "no reductions are needed; lines with errors were left out");
  // A broken one that calls it may pass any noise on: what it takes is to be
  // mended, too.
  std::string Caller = "func.func @b(%a: !noisy.i32) {\n"
                       "  %0 = call @f(%a) : (!noisy.i32) -> !noisy.i32\n"
                       "  %1 = \n}\n";
  Fix Repair = repairText(Fine + Caller);
  CHECK_THAT(Repair.Message,
             Catch::EndsWith("; lines with errors were left out"));
  CHECK(applyEdits(Fine + Caller, Repair.Edits) == fixedText("f") + Caller);
  // Nothing in the function can be read.
  Repair = repairText("func.func @f(%a: !noisy.i32 -> !noisy.i32 {\n  %c");
  CHECK(Repair.Edits.empty());
  CHECK(Repair.Message == "there is no function here");
}

TEST_CASE("Fix: a function that is being written", "[fix]") {
  auto repairText = [](const std::string &Text) {
    Fix Repair = fixOf(ReductionScope::Function, Text, Text.find("%c"));
    CHECK(Repair.Message == "inserted 1 reduction, the fewest possible; lines "
                            "with errors were left out");
    return applyEdits(Text, Repair.Edits);
  };
  std::string Begin = "func.func @f(%a: !noisy.i32, %k: i5) -> !noisy.i32 {\n"
                      "  %b = noisy.mul %a, %a : !noisy.i32\n",
              Overflow = "  %c = noisy.mul %b, %b : !noisy.i32\n",
              Reduction = "  %b_reduced = noisy.reduce_noise %b : "
                          "!noisy.i32\n",
              Use = "  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32\n",
              Fixed = Reduction + Use, End = "  return %c : !noisy.i32\n}\n";
  // The line under the cursor, at each key.
  std::string Line = "  %d = noisy.add %a, %k : !noisy.i32";
  for (size_t Size = 3; Size < Line.size(); ++Size) {
    std::string Typed = Line.substr(0, Size) + "\n";
    CAPTURE(Typed);
    std::string Text = Begin + Overflow + Typed + End;
    Fix Repair = fixOf(ReductionScope::Function, Text, Text.find("%c"));
    CHECK(applyEdits(Text, Repair.Edits) == Begin + Fixed + Typed + End);
  }
  // Before the overflow, after it, and without an end.
  for (const char *Typed :
       {"  %d = noisy.\n", "  noisy.add\n", "  %d = noisy.add %k\n",
        "  %d = noisy.add %k, %k : !noisy.i32\n",
        "  %d = noisy.add %unknown, "
        "%a : !noisy.i32\n"}) {
    CAPTURE(Typed);
    CHECK(repairText(Begin + Typed + Overflow + End) ==
          Begin + Reduction + Typed + Use + End);
    CHECK(repairText(Begin + Overflow + Typed + End) ==
          Begin + Fixed + Typed + End);
  }
  CHECK(repairText(Begin + Overflow + "}\n") == Begin + Fixed + "}\n");
  for (const char *Typed :
       {"  %d = noisy.add %c, \n", "  return\n", "  return %c\n", "  %c\n",
        "  cf.br ^bb1\n", "  %d = scf.if \n"}) {
    CAPTURE(Typed);
    CHECK(repairText(Begin + Overflow + Typed + "}") ==
          Begin + Fixed + Typed + "}");
  }
  CHECK(repairText(Begin + Overflow) == Begin + Fixed);
  // The unfinished line means the reduced value, too.
  CHECK(repairText(Begin + Overflow + "  %d = noisy.mul %b, \n" + End) ==
        Begin + Fixed + "  %d = noisy.mul %b_reduced, \n" + End);
  // It defines a value of the same name: then it does not mean that one.
  CHECK(repairText(Begin + Overflow + "  %b = noisy.add \n" + End) ==
        Begin + Fixed + "  %b = noisy.add \n" + End);
}

TEST_CASE("Fix: names in unfinished lines are those of their block", "[fix]") {
  auto linesOf = [](const std::string &Then, const std::string &Else) {
    return "func.func @f(%a: !noisy.i32, %q: i1) {\n  scf.if %q {\n" + Then +
           "  } else {\n" + Else + "  }\n  return\n}\n";
  };
  std::string Old = "    %b = noisy.mul %a, %a : !noisy.i32\n"
                    "    %c = noisy.mul %b, %b : !noisy.i32\n",
              New = "    %b = noisy.mul %a, %a : !noisy.i32\n"
                    "    %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
                    "    %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32\n",
              Typed = "    %d = noisy.mul %b, \n";
  auto repair = [&](const std::string &Text) {
    return applyEdits(
        Text, fixOf(ReductionScope::Function, Text, Text.find("%c")).Edits);
  };
  CHECK(repair(
            linesOf(Old, "    %b = noisy.add %a, %a : !noisy.i32\n" + Typed)) ==
        linesOf(New, "    %b = noisy.add %a, %a : !noisy.i32\n" + Typed));
  CHECK(repair(linesOf(Old + Typed, "")) ==
        linesOf(New + "    %d = noisy.mul %b_reduced, \n", ""));
  std::string Both = repair(linesOf(Old, Old + Typed));
  CHECK_THAT(Both, Catch::Contains("%d = noisy.mul %b_reduced_2, \n"));
  // What has regions may define the name anew.
  std::string Loop = "    func.func @g( {\n      %b = a.b %b\n    }\n";
  CHECK_THAT(repair(linesOf(Old + Loop, "")), Catch::Contains(Loop));
}

TEST_CASE("Fix: beside much that is broken", "[fix]") {
  std::string Others;
  for (int I = 0; I < 40; ++I)
    Others += "func.func @b" + std::to_string(I) + "() {\n  %0 = \n}\n";
  Others += "func.func private @s(!llvm.struct<\"s\", (i32)>)\n";
  std::string Text = Others + overflowIn("f");
  CHECK(applyEdits(Text, fixOf(ReductionScope::Function, Text, Text.find("%c"))
                             .Edits) == Others + fixedText("f"));
}

TEST_CASE("Fix: each part of a document", "[fix]") {
  std::string Line = "// -----\n";
  std::string Plain = "func.func @p() {\n  return\n}\n";
  std::string OldText =
      overflowIn("f") + Line + Plain + Line + overflowIn("g") + overflowIn("h");
  Fix Repair = fixOf(ReductionScope::Document, OldText);
  CHECK(applyEdits(OldText, Repair.Edits) ==
        fixedText("f") + Line + Plain + Line + fixedText("g") + fixedText("h"));
  CHECK(Repair.Message ==
        "inserted 3 reductions, the fewest possible, in 2 parts");

  // What cannot be mended stays, and is named.
  std::string Hopeless = "\nfunc.func @i(%a: !noisy.i32) {\n"
                         "  %b = noisy.scale %a by 100000 : !noisy.i32\n"
                         "  return\n}\n";
  std::string BrokenText = "func.func @j(%a: !noisy.i32) {\n";
  Repair = fixOf(ReductionScope::Document,
                 Hopeless + Line + overflowIn("f") + Line + BrokenText);
  CHECK(applyEdits(Hopeless + Line + overflowIn("f") + Line + BrokenText,
                   Repair.Edits) ==
        Hopeless + Line + fixedText("f") + Line + BrokenText);
  CHECK_THAT(Repair.Message,
             Catch::StartsWith("inserted 1 reduction, the fewest possible; not "
                               "fixed: the part at line 2 (") &&
                 Catch::EndsWith("the part at line 13 (the text has errors; "
                                 "fix the errors first)"));
  // Nothing to do is nothing wrong.
  Repair = fixOf(ReductionScope::Document, Plain + Line + fixedText("f"));
  CHECK(Repair.Edits.empty());
  CHECK(Repair.Message == "no reductions are needed");
  Repair = fixOf(ReductionScope::Document, Hopeless);
  CHECK(Repair.Edits.empty());
  CHECK_THAT(Repair.Message,
             Catch::StartsWith("nothing was fixed: the part at line 2 ("));
}

TEST_CASE("Fix: cancelled, or stopped before there is a choice, there are no "
          "edits",
          "[fix]") {
  FixControl Cancelled, Stopped;
  Cancelled.IsCancelled = Stopped.IsStopped = [] { return true; };
  bool HasChoice = false;
  Stopped.OnChoice = [&] { HasChoice = true; };
  for (ReductionScope Scope : {ReductionScope::Function, ReductionScope::Chunk,
                               ReductionScope::Document})
    for (const FixControl &Control : {Cancelled, Stopped})
      CHECK_THAT(
          fixOrReason(computeReductionFix(allDialects(), Text(overflowIn("f")),
                                          5, {}, Scope, Control))
              .Message,
          Catch::StartsWith("it was "));
  CHECK_FALSE(HasChoice);
}

/// A wheel of sums, which takes the optimizer more than a moment.
static std::string wheelIn(const std::string &Name, unsigned Spokes) {
  std::string Result = "func.func @" + Name + "(%v0: !noisy.i32";
  for (unsigned I = 1; I != Spokes; ++I)
    Result += ", %v" + std::to_string(I) + ": !noisy.i32";
  Result += ") {\n";
  auto line = [&](const std::string &Made, const std::string &Text) {
    Result += "  %" + Made + " = noisy." + Text + " : !noisy.i32\n";
  };
  for (unsigned I = 0; I != Spokes; ++I)
    line("p" + std::to_string(I),
         "mul %v" + std::to_string(I) + ", %v" + std::to_string(I));
  for (unsigned I = 0; I != Spokes; ++I)
    for (unsigned Step : {1, 3}) {
      std::string N = std::to_string(I);
      line("s" + N + "_" + std::to_string(Step),
           "add %p" + N + ", %p" + std::to_string((I + Step) % Spokes));
      line("q" + N + "_" + std::to_string(Step),
           "mul %s" + N + "_" + std::to_string(Step) + ", %v" + N);
    }
  return Result + "  return\n}\n";
}

TEST_CASE("Fix: stopped at any time, it is the best so far", "[fix]") {
  std::string OldText = wheelIn("f", 41);
  unsigned Early = 0, Late = 0;
  for (unsigned Poll = 1; Early < 400; Poll += 1 + Poll / 2) {
    unsigned Polls = 0;
    bool HasChoice = false;
    FixControl Control;
    Control.IsStopped = [&] { return HasChoice && ++Polls >= Poll; };
    Control.OnChoice = [&] { HasChoice = true; };
    OptimizerOptions Options;
    Options.timeLimit = std::chrono::seconds(1);
    Options.workerPath = "/nowhere/noisy-cover-worker";
    Fix Repair = fixOrReason(
        computeReductionFix(allDialects(), Text(OldText), 0, Options,
                            ReductionScope::Chunk, Control));
    CAPTURE(Poll, Polls, Repair.Message);
    REQUIRE(HasChoice);
    REQUIRE_FALSE(Repair.Edits.empty());
    std::string NewText = applyEdits(OldText, Repair.Edits);
    REQUIRE(chunkOf(NewText)->problems().empty());
    if (Polls < Poll)
      break; // it came to its end
    if (Repair.EndedEarly) {
      ++Early;
      CHECK(Repair.IsNotable);
      CHECK_THAT(
          Repair.Message,
          Catch::Matches("inserted [0-9,]+ reductions(, at most [0-9.]+ "
                         "% above the fewest possible|; the fewest "
                         "possible is not known) \\(stopped by you after "
                         "[0-9.]+ s\\)"));
    } else {
      ++Late;
    }
  }
  CAPTURE(Early, Late);
  CHECK(Early > 3);
}

TEST_CASE("Fix: of a document what was found until it is stopped is kept",
          "[fix]") {
  std::string OldText = overflowIn("f") + "// -----\n" + overflowIn("g") +
                        "// -----\n" + overflowIn("h");
  unsigned Choices = 0;
  FixControl Control;
  Control.OnChoice = [&] { ++Choices; };
  Control.IsStopped = [&] { return Choices == 2; };
  Fix Repair = fixOrReason(computeReductionFix(
      allDialects(), Text(OldText), 0, {}, ReductionScope::Document, Control));
  CHECK(applyEdits(OldText, Repair.Edits) == fixedText("f") + "// -----\n" +
                                                 fixedText("g") + "// -----\n" +
                                                 overflowIn("h"));
  CHECK_THAT(Repair.Message,
             Catch::StartsWith("inserted 2 reductions") &&
                 Catch::EndsWith(", in 2 parts; stopped by you: what begins at "
                                 "line 13 was not tried"));
  CHECK(Repair.IsNotable);
  // The rest is another fix, not a longer search.
  CHECK_FALSE(Repair.EndedEarly);
}

TEST_CASE("Fix: of a document each part tells of itself", "[fix]") {
  std::vector<std::string> Messages;
  FixControl Control;
  Control.Report = [&](const std::string &Message) {
    Messages.push_back(Message);
  };
  std::string OldText = overflowIn("f") + "// -----\n" + overflowIn("g");
  fixOrReason(computeReductionFix(allDialects(), Text(OldText), 0, {},
                                  ReductionScope::Document, Control));
  CHECK(llvm::is_contained(Messages, "the part at line 1: 1 reduction, the "
                                     "fewest possible"));
  CHECK(llvm::is_contained(Messages, "the part at line 7: 1 reduction, the "
                                     "fewest possible"));
  CHECK(!llvm::is_contained(Messages, "1 reduction, the fewest possible"));
  // A document of one part is all.
  Messages.clear();
  fixOrReason(computeReductionFix(allDialects(), Text(overflowIn("f")), 0, {},
                                  ReductionScope::Document, Control));
  CHECK(llvm::is_contained(Messages, "1 reduction, the fewest possible"));
}

TEST_CASE("Fix: how far it is, in words", "[fix]") {
  CHECK(describeSearch(12, 10, false) ==
        "12 reductions, at most 20 % above the fewest possible");
  CHECK(describeSearch(1001, 1000, false) ==
        "1,001 reductions, at most 0.1 % above the fewest possible");
  // Little is not nothing.
  CHECK(describeSearch(1000001, 1000000, true) ==
        "cost 1,000,001, at most 0.1 % above the least possible");
  CHECK(describeSearch(3, 0, false) == "3 reductions so far");
  CHECK(describeSearch(1, 1, false) == "1 reduction, the fewest possible");
  CHECK(describeSearch(-1, 0, false) == "nothing found yet, at least 0");
  std::vector<std::string> ProgressMessages;
  OptimizerOptions Options;
  Options.timeLimit = std::chrono::seconds(60);
  FixControl Control;
  Control.Report = [&](std::string Message) {
    ProgressMessages.push_back(Message);
  };
  llvm::cantFail(computeReductionFix(allDialects(), Text(overflowIn("f")), 0,
                                     Options, ReductionScope::Chunk, Control));
  REQUIRE(ProgressMessages.size() >= 3);
  CHECK(ProgressMessages[0] == "reading the text");
  CHECK_THAT(ProgressMessages.back(), Catch::StartsWith("1 reduction"));
}
