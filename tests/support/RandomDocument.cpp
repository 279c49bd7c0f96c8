//===- RandomDocument.cpp - Documents by chance ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/RandomDocument.h"
#include "tests/support/RandomProgram.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

using namespace mlir::noisy::test;

namespace {
class DocumentWriter {
public:
  DocumentWriter(std::mt19937 &Random, bool HasHiddenFlow)
      : Random(Random), HasHiddenFlow(HasHiddenFlow) {}

  std::string write() {
    std::string Result;
    for (unsigned Chunks = randomBelow(4) ? 1 : 2; Chunks > 0; --Chunks) {
      Result += writeChunk();
      if (Chunks > 1)
        Result += "// -----\n";
    }
    if (randomBelow(6) == 0)
      for (size_t I = 0; (I = Result.find('\n', I)) != std::string::npos;
           I += 2)
        Result.replace(I, 1, "\r\n");
    return Result;
  }

private:
  unsigned randomBelow(unsigned N) { return Random() % N; }

  /// Functions that call each other, indented.
  std::string writeFunctions(const std::string &Indentation) {
    Shape ProgramShape;
    ProgramShape.statements = 2 + randomBelow(3);
    ProgramShape.depth = randomBelow(3);
    ProgramShape.contracts = randomBelow(2);
    ProgramShape.tensors = randomBelow(4) == 0;
    ProgramShape.contracts |= HasHiddenFlow;
    RandomProgram Program = makeProgram(Random, ProgramShape);
    TextOptions Options;
    if (HasHiddenFlow && randomBelow(2))
      Options.calls = &Random;
    std::string FunctionText = Program.text(Options);
    if (HasHiddenFlow)
      addHiddenFlow(FunctionText, Program.functions.size());
    std::string Result;
    llvm::SmallVector<llvm::StringRef> Lines;
    llvm::StringRef(FunctionText).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef Line : Lines) {
      std::string New = Line.str();
      if (UsesAliases && randomBelow(3) == 0)
        for (size_t I = 0; (I = New.find("!noisy.i32", I)) != std::string::npos;
             ++I)
          New.replace(I, 10, "!t");
      if (Line == "}" && randomBelow(2))
        New += UsesLocations
                   ? " loc(#loc" + std::to_string(randomBelow(2)) + ")"
                   : " loc(\"} é\":1:2)";
      if (randomBelow(12) == 0)
        New += " // }, é 😀 { \"";
      Result += Indentation + New + "\n";
      if (Line == "}" && randomBelow(3) == 0)
        Result += "\n" + Indentation + "// func.func @old() {\n";
    }
    return Result;
  }

  /// Lets functions give values away and hand out others, and adds some that
  /// call what they get.
  void addHiddenFlow(std::string &Text, unsigned FunctionCount) {
    static constexpr llvm::StringLiteral Begin = "func.func ";
    for (size_t I = 0; (I = Text.find(Begin, I)) != std::string::npos;) {
      size_t Line = Text.find('\n', I) + 1;
      I = Line;
      if (Text[Line - 2] != '{')
        continue;
      std::string Lines;
      if (randomBelow(3) == 0) {
        Lines = "  %given = noisy.encode %x : i5 -> !noisy.i32\n";
        if (randomBelow(2))
          Lines += "  %more = noisy.mul %given, %given : !noisy.i32\n"
                   "  \"test.take\"(%more, %n) : (!noisy.i32, index) -> ()\n";
        else
          Lines += "  func.call @away(%given) : (!noisy.i32) -> ()\n";
      }
      if (randomBelow(3) == 0)
        Lines += "  \"test.register\"() {f = @f" +
                 std::to_string(randomBelow(FunctionCount)) + "} : () -> ()\n";
      Text.insert(Line, Lines);
    }
    if (Text.find("@away") != std::string::npos)
      Text += "func.func private @away(!noisy.i32)\n";
    for (unsigned I = randomBelow(3); I > 0; --I) {
      std::string Types = "i5, index, i1", Arguments = "%x, %n, %p", List;
      for (unsigned A = randomBelow(3); A > 0; --A) {
        std::string Name = "%a" + std::to_string(A);
        Types += ", !noisy.i32";
        Arguments += ", " + Name;
        List += ", " + Name + ": !noisy.i32";
      }
      Text += "func.func @apply" + std::to_string(I) + "(%f: (" + Types +
              ") -> (), %x: i5, %n: index, %p: i1" + List +
              ") {\n  func.call_indirect %f(" + Arguments + ") : (" + Types +
              ") -> ()\n  return\n}\n";
    }
  }

  std::string writeChunk() {
    std::string Result;
    UsesAliases = randomBelow(2);
    UsesLocations = randomBelow(2);
    bool HasModule = randomBelow(2), HasResource = randomBelow(3) == 0;
    if (UsesAliases)
      Result += "!t = !noisy.i32\n#m = #noisy.model<initial = 12, max = 30>\n";
    if (randomBelow(4) == 0)
      Result += "%top:2 = \"test.pair\"() : () -> (i32, i32)\n"
                "\"test.use\"(%top#1) : (i32) -> ()\n";
    std::string Indent = HasModule ? "  " : "";
    if (HasModule)
      Result += randomBelow(2) ? "module {\n"
                               : std::string("module @outer attributes "
                                             "{noisy.model = ") +
                                     (UsesAliases ? "#m"
                                                  : "#noisy.model<initial = "
                                                    "12, max = 40>") +
                                     "} {\n";
    Result += writeFunctions(Indent);
    if (randomBelow(3) == 0)
      Result += Indent + "module @inner {\n" + writeFunctions(Indent + "  ") +
                Indent + "}\n" + Indent +
                "\"test.use\"() {f = @inner::@f0, g = @f0} : () -> ()\n";
    if (randomBelow(4) == 0)
      Result += Indent + "gpu.module @kernels {\n" + Indent +
                "  gpu.func @k(%i: index) kernel {\n" + Indent +
                "    gpu.return\n" + Indent + "  }\n" + Indent + "}\n";
    if (randomBelow(4) == 0)
      Result += Indent +
                "\"builtin.module\"() <{sym_name = \"generic\"}> ({\n" +
                Indent + "  func.func private @f0()\n" + Indent +
                "}) {a.b} : () -> ()\n";
    if (HasResource)
      Result += Indent + "func.func @res() -> tensor<2xi8> {\n" + Indent +
                "  %0 = arith.constant dense_resource<blob> : tensor<2xi8>\n" +
                Indent + "  return %0 : tensor<2xi8>\n" + Indent + "}\n";
    if (HasModule)
      Result += "}\n";
    if (UsesLocations)
      Result += "#loc0 = loc(\"a.mlir\":1:2)\n#loc1 = loc(\"é\"(#loc0))\n";
    if (HasResource)
      Result += "\n{-#\n  dialect_resources: {\n    builtin: {\n"
                "      blob: \"0x080000000102\"\n    }\n  }\n#-}\n";
    return Result;
  }

  std::mt19937 &Random;
  bool HasHiddenFlow;
  bool UsesAliases = false;
  bool UsesLocations = false;
};
} // namespace

std::string mlir::noisy::test::makeDocument(std::mt19937 &Random,
                                            bool HasHiddenFlow) {
  return DocumentWriter(Random, HasHiddenFlow).write();
}
