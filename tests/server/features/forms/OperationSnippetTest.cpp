//===- OperationSnippetTest.cpp - Operations that are written at once
//--------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/OperationSnippet.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "server/features/completion/TopLevelItems.h"
#include "server/text/SnippetText.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <regex>
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Parses a program; the error, or "".
static std::string errorOf(const std::string &Program) {
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  std::string Error;
  ScopedDiagnosticHandler Handler(&Context, [&](mlir::Diagnostic &Diag) {
    Error = Diag.str();
    return success();
  });
  auto Module = parseSourceString<ModuleOp>(Program, &Context);
  return Module ? "" : Error;
}

/// A function around an operation, with its undefined values as parameters.
static std::string aroundOperation(const std::string &Operation,
                                   const std::string &Parameters) {
  return "func.func @around(" + Parameters + ") {\n" + Operation +
         "\nfunc.return\n}\nfunc.func private @callee(i32) -> i32\n";
}

TEST_CASE("OperationSnippet: what is written parses with its defaults",
          "[snippet]") {
  // Each with the parameters that it takes.
  const std::pair<const char *, const char *> Operations[] = {
      {"noisy.add", "%lhs: !noisy.i32, %rhs: !noisy.i32"},
      {"noisy.sub", "%lhs: !noisy.i32, %rhs: !noisy.i32"},
      {"noisy.mul", "%lhs: !noisy.i32, %rhs: !noisy.i32"},
      {"noisy.reduce_noise", "%input: !noisy.i32"},
      {"noisy.encode", "%input: i5"},
      {"noisy.decode", "%input: !noisy.i32"},
      {"arith.addi", "%lhs: i32, %rhs: i32"},
      {"arith.mulf", "%lhs: f32, %rhs: f32"},
      {"arith.cmpi", "%lhs: i32, %rhs: i32"},
      {"arith.cmpf", "%lhs: f32, %rhs: f32"},
      {"arith.constant", ""},
      {"arith.sitofp", "%in: i32"},
      {"arith.mulsi_extended", "%lhs: i32, %rhs: i32"},
      {"index.add", "%lhs: index, %rhs: index"},
      {"math.sqrt", "%operand: f32"},
      {"memref.alloc", ""},
      {"memref.dealloc", "%memref: memref<?xi32>"},
      {"memref.load", "%memref: memref<?xi32>, %indices: index"},
      {"memref.dim", "%source: memref<?xi32>, %index: index"},
      {"tensor.extract", "%tensor: tensor<?xi32>, %indices: index"},
      {"scf.if", "%condition: i1"},
      {"scf.for", "%lowerBound: index, %upperBound: index, %step: index"},
      {"scf.execute_region", ""},
  };
  for (auto [Name, Parameters] : Operations) {
    auto Form = findOperationForm(Name);
    REQUIRE(Form);
    Snippet Written = writeOperation(*Form, Name, /*HasResults=*/false, "0");
    std::string Text = readSnippet(Written.Text).Text;
    CAPTURE(Text);
    CHECK(errorOf(aroundOperation(Text, Parameters)) == "");
  }
}

namespace {
/// Finds the error of a snippet in which values, blocks and symbols have been
/// given the definitions that it needs.
class Trial {
public:
  Trial(const OperationForm &Form, bool HasResults)
      : Form(Form), HasResults(HasResults),
        Results(Form.ResultCount.value_or(1)),
        Written(
            readSnippet(writeOperation(Form, Form.Name, HasResults, "0").Text)
                .Text) {}

  std::string text() const {
    std::string Names = Results > 1 ? ":" + std::to_string(Results) : "";
    return HasResults ? "%r" + Names + " = " + Written : Written;
  }
  std::string error(const ParserConfig &Config);

private:
  std::string program() const;
  /// True if the error was that something is not defined, which it is now.
  bool define(const std::string &Program, const std::string &Error,
              std::pair<unsigned, unsigned> Place);

  const OperationForm &Form;
  bool HasResults;
  unsigned Results;
  std::string Written;
  std::map<std::string, std::string> Types;
};
} // namespace

std::string Trial::program() const {
  if (Form.DefinesSymbol)
    return text();
  std::string Result = "func.func private @callee(i32) -> i32\n"
                       "func.func private @value(i32) -> i32\n"
                       "memref.global @name : memref<4xi32>\n"
                       "func.func @around() {\n";
  for (const auto &[Name, Type] : Types)
    Result += Name + " = \"test.value\"() : () -> (" + Type + ")\n";
  Result += text() + (Form.IsTerminator ? "\n" : "\nfunc.return\n");
  for (const FormPart &Part : Form.Parts)
    if (Part.Kind == FormPart::Type::Successor)
      Result += "^" + Part.Name.str() + ":\nfunc.return\n";
  return Result + "}\n";
}

bool Trial::define(const std::string &Program, const std::string &Error,
                   std::pair<unsigned, unsigned> Place) {
  std::smatch Match;
  if (Error == "use of undeclared SSA value name") {
    llvm::StringRef Line = Program;
    for (unsigned I = 1; I < Place.first; ++I)
      Line = Line.split('\n').second;
    llvm::StringRef Name = Line.drop_front(Place.second - 1);
    Name = Name.take_while(
        [](char C) { return C == '%' || C == '_' || llvm::isAlnum(C); });
    return Types.try_emplace(Name.str(), "none").second;
  }
  if (std::regex_search(Error, Match,
                        std::regex("use of value '(.*)' expects different type "
                                   "than prior uses: '(.*)' vs 'none'"))) {
    Types[Match[1]] = Match[2];
    return true;
  }
  if (HasResults &&
      std::regex_search(Error, Match,
                        std::regex("defines (\\d+) results but was"))) {
    Results = std::stoi(Match[1]);
    return true;
  }
  return false;
}

std::string Trial::error(const ParserConfig &Config) {
  for (;;) {
    std::string Program = program(), Error;
    std::pair<unsigned, unsigned> Place;
    ScopedDiagnosticHandler Handler(
        Config.getContext(), [&](mlir::Diagnostic &Diag) {
          auto Location = dyn_cast<FileLineColLoc>(Diag.getLocation());
          if (Error.empty() && Location) {
            Error = Diag.str();
            Place = {Location.getLine(), Location.getColumn()};
          }
          return success();
        });
    if (parseSourceString<ModuleOp>(Program, Config))
      return "";
    if (!define(Program, Error, Place))
      return Error;
  }
}

TEST_CASE("OperationSnippet: those of common dialects have no errors of syntax",
          "[snippet]") {
  const std::set<llvm::StringRef> Dialects = {
      "affine", "arith", "bufferization", "cf",    "complex",
      "func",   "index", "linalg",        "math",  "memref",
      "noisy",  "scf",   "tensor",        "vector"};
  // Those that stand only in an operation of another kind are not verified.
  const std::set<llvm::StringRef> Inner = {"affine.yield", "linalg.index",
                                           "linalg.yield",
                                           "tensor.parallel_insert_slice"};
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects();
  size_t Count = 0;
  forEachOperationName([&](llvm::StringRef Name) {
    OperationForm Form = *findOperationForm(Name);
    if (!Dialects.contains(Name.split('.').first))
      return;
    bool IsInner = !Form.Parents.empty() || Inner.contains(Name);
    ParserConfig Config(&Context, /*verifyAfterParse=*/!IsInner);
    for (bool HasResults : {false, true}) {
      if (HasResults && (!Form.mayHaveResults() || Form.IsTerminator))
        continue;
      // All of it may be left out, and then there are no results.
      if (HasResults && Name == "bufferization.dealloc")
        continue;
      Trial Each(Form, HasResults);
      ++Count;
      std::string Error = Each.error(Config);
      CAPTURE(Each.text());
      CHECK(Error == "");
    }
  });
  CHECK(Count > 700);
}

TEST_CASE("OperationSnippet: with results before it", "[snippet]") {
  auto textOf = [](const char *Name) {
    return "%x = " + readSnippet(writeOperation(*findOperationForm(Name), Name,
                                                /*HasResults=*/true, "0")
                                     .Text)
                         .Text;
  };
  CHECK(errorOf(aroundOperation(textOf("scf.if"),
                                "%condition: i1, %value: i32")) == "");
  CHECK(textOf("scf.for") ==
        "%x = scf.for %i = %lowerBound to %upperBound step %step "
        "iter_args(%arg = %initArgs) -> (i32) {\n\t\n\tscf.yield %value : "
        "i32\n}");
}

TEST_CASE("OperationSnippet: what a region passes on has the type around it",
          "[snippet]") {
  auto textOf = [](const char *Name) {
    return readSnippet(writeOperation(*findOperationForm(Name), Name,
                                      /*HasResults=*/true, "0", {},
                                      "!noisy.i32")
                           .Text)
        .Text;
  };
  CHECK(textOf("scf.for") ==
        "scf.for %i = %lowerBound to %upperBound step %step iter_args(%arg = "
        "%initArgs) -> (!noisy.i32) {\n\t\n\tscf.yield %value : "
        "!noisy.i32\n}");
  CHECK(textOf("scf.if") == "scf.if %condition -> (!noisy.i32) {\n\t\n\t"
                            "scf.yield %value : !noisy.i32\n} else {\n\t\n"
                            "\tscf.yield %value : !noisy.i32\n}");
  // Not where the format has another example, or there is no region.
  CHECK(textOf("arith.addi") == "arith.addi %lhs, %rhs : i32");
}

TEST_CASE("OperationSnippet: operations of gpu and llvm that are much used",
          "[snippet]") {
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects();
  // Kernels and global values are elsewhere.
  ParserConfig Config(&Context, /*verifyAfterParse=*/false);
  for (const char *Name : {"gpu.all_reduce",
                           "gpu.alloc",
                           "gpu.dealloc",
                           "gpu.func",
                           "gpu.launch",
                           "gpu.launch_func",
                           "gpu.memcpy",
                           "gpu.wait",
                           "llvm.add",
                           "llvm.alloca",
                           "llvm.br",
                           "llvm.call",
                           "llvm.cond_br",
                           "llvm.extractvalue",
                           "llvm.func",
                           "llvm.getelementptr",
                           "llvm.icmp",
                           "llvm.insertvalue",
                           "llvm.load",
                           "llvm.mlir.addressof",
                           "llvm.mlir.constant",
                           "llvm.mlir.global",
                           "llvm.mlir.undef",
                           "llvm.shufflevector",
                           "llvm.store",
                           "llvm.switch"})
    for (bool HasResults : {false, true}) {
      OperationForm Form = *findOperationForm(Name);
      if (HasResults && !Form.mayHaveResults())
        continue;
      Trial Each(Form, HasResults);
      CAPTURE(Each.text());
      CHECK(Each.error(Config) == "");
    }
  CHECK(Trial(*findOperationForm("gpu.dealloc"), true).text() ==
        "%r = gpu.dealloc async %memref : memref<?xi32>");
}

TEST_CASE("OperationSnippet: the generic form, where there is no other",
          "[snippet]") {
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects();
  OperationForm Form = *findOperationForm("llvm.intr.abs");
  CHECK(Trial(Form, /*HasResults=*/true).text() ==
        "%r = \"llvm.intr.abs\"(%in) <{is_int_min_poison = false}> : (i32) -> "
        "i32");
  // Their types are rare ones, and some crash their verifiers with others.
  ParserConfig Config(&Context, /*verifyAfterParse=*/false);
  size_t Count = 0;
  forEachOperationName([&](llvm::StringRef Name) {
    OperationForm Each = *findOperationForm(Name);
    if (!Each.IsGeneric || !Each.HasFormat || Each.IsTerminator)
      return;
    ++Count;
    CAPTURE(Name.str());
    CHECK(Trial(Each, Each.ResultCount.value_or(0) > 0).error(Config) == "");
  });
  CHECK(Count > 100);
}

TEST_CASE("OperationSnippet: what belongs outside of functions parses",
          "[snippet]") {
  std::vector<Completions::Item> Items;
  addTopLevelItems(Items);
  for (const Completions::Item &I : Items) {
    std::string Text = readSnippet(I.Snippet).Text;
    CAPTURE(Text);
    CHECK(errorOf(Text) == "");
  }
}

TEST_CASE("OperationSnippet: a field has the sigil of what it stands for",
          "[snippet]") {
  // Who types over it types the sigil, too; but that of a symbol, which stays.
  const std::regex Doubled("[%^!#]\\$|\\{[0-9]+:@");
  forEachOperationName([&](llvm::StringRef Name) {
    OperationForm Form = *findOperationForm(Name);
    for (bool HasResults : {false, true}) {
      std::string Text = writeOperation(Form, Name, HasResults, "0").Text;
      CAPTURE(Text);
      CHECK_FALSE(std::regex_search(Text, Doubled));
    }
  });
  std::vector<Completions::Item> Items;
  addTopLevelItems(Items);
  for (const Completions::Item &I : Items) {
    CAPTURE(I.Snippet);
    CHECK_FALSE(std::regex_search(I.Snippet, Doubled));
  }
}
