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
    for (unsigned Chunks = below(4) ? 1 : 2; Chunks > 0; --Chunks) {
      Result += writeChunk();
      if (Chunks > 1)
        Result += "// -----\n";
    }
    if (below(6) == 0)
      for (size_t I = 0; (I = Result.find('\n', I)) != std::string::npos;
           I += 2)
        Result.replace(I, 1, "\r\n");
    return Result;
  }

private:
  unsigned below(unsigned N) { return Random() % N; }

  /// Functions that call each other, indented.
  std::string writeFunctions(const std::string &Indentation) {
    Shape Of;
    Of.statements = 2 + below(3);
    Of.depth = below(3);
    Of.contracts = below(2);
    Of.tensors = below(4) == 0;
    Of.contracts |= HasHiddenFlow;
    RandomProgram Program = makeProgram(Random, Of);
    TextOptions Options;
    if (HasHiddenFlow && below(2))
      Options.calls = &Random;
    std::string Written = Program.text(Options);
    if (HasHiddenFlow)
      addHiddenFlow(Written, Program.functions.size());
    std::string Result;
    llvm::SmallVector<llvm::StringRef> Lines;
    llvm::StringRef(Written).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef Line : Lines) {
      std::string New = Line.str();
      if (UsesAliases && below(3) == 0)
        for (size_t I = 0; (I = New.find("!noisy.i32", I)) != std::string::npos;
             ++I)
          New.replace(I, 10, "!t");
      if (Line == "}" && below(2))
        New += UsesLocations ? " loc(#loc" + std::to_string(below(2)) + ")"
                             : " loc(\"} é\":1:2)";
      if (below(12) == 0)
        New += " // }, é 😀 { \"";
      Result += Indentation + New + "\n";
      if (Line == "}" && below(3) == 0)
        Result += "\n" + Indentation + "// func.func @old() {\n";
    }
    return Result;
  }

  /// Lets functions give values away and hand out others, and adds some that
  /// call what they get.
  void addHiddenFlow(std::string &Written, unsigned FunctionCount) {
    static constexpr llvm::StringLiteral Begin = "func.func ";
    for (size_t I = 0; (I = Written.find(Begin, I)) != std::string::npos;) {
      size_t Line = Written.find('\n', I) + 1;
      I = Line;
      if (Written[Line - 2] != '{')
        continue;
      std::string Lines;
      if (below(3) == 0) {
        Lines = "  %given = noisy.encode %x : i5 -> !noisy.i32\n";
        if (below(2))
          Lines += "  %more = noisy.mul %given, %given : !noisy.i32\n"
                   "  \"test.take\"(%more, %n) : (!noisy.i32, index) -> ()\n";
        else
          Lines += "  func.call @away(%given) : (!noisy.i32) -> ()\n";
      }
      if (below(3) == 0)
        Lines += "  \"test.register\"() {f = @f" +
                 std::to_string(below(FunctionCount)) + "} : () -> ()\n";
      Written.insert(Line, Lines);
    }
    if (Written.find("@away") != std::string::npos)
      Written += "func.func private @away(!noisy.i32)\n";
    for (unsigned I = below(3); I > 0; --I) {
      std::string Types = "i5, index, i1", Arguments = "%x, %n, %p", List;
      for (unsigned A = below(3); A > 0; --A) {
        std::string Name = "%a" + std::to_string(A);
        Types += ", !noisy.i32";
        Arguments += ", " + Name;
        List += ", " + Name + ": !noisy.i32";
      }
      Written += "func.func @apply" + std::to_string(I) + "(%f: (" + Types +
                 ") -> (), %x: i5, %n: index, %p: i1" + List +
                 ") {\n  func.call_indirect %f(" + Arguments + ") : (" + Types +
                 ") -> ()\n  return\n}\n";
    }
  }

  std::string writeChunk() {
    std::string Result;
    UsesAliases = below(2);
    UsesLocations = below(2);
    bool HasModule = below(2), HasResource = below(3) == 0;
    if (UsesAliases)
      Result += "!t = !noisy.i32\n#m = #noisy.model<initial = 12, max = 30>\n";
    if (below(4) == 0)
      Result += "%top:2 = \"test.pair\"() : () -> (i32, i32)\n"
                "\"test.use\"(%top#1) : (i32) -> ()\n";
    std::string In = HasModule ? "  " : "";
    if (HasModule)
      Result += below(2) ? "module {\n"
                         : std::string("module @outer attributes "
                                       "{noisy.model = ") +
                               (UsesAliases ? "#m"
                                            : "#noisy.model<initial = "
                                              "12, max = 40>") +
                               "} {\n";
    Result += writeFunctions(In);
    if (below(3) == 0)
      Result += In + "module @inner {\n" + writeFunctions(In + "  ") + In +
                "}\n" + In +
                "\"test.use\"() {f = @inner::@f0, g = @f0} : () -> ()\n";
    if (below(4) == 0)
      Result += In + "gpu.module @kernels {\n" + In +
                "  gpu.func @k(%i: index) kernel {\n" + In +
                "    gpu.return\n" + In + "  }\n" + In + "}\n";
    if (below(4) == 0)
      Result += In + "\"builtin.module\"() <{sym_name = \"generic\"}> ({\n" +
                In + "  func.func private @f0()\n" + In +
                "}) {a.b} : () -> ()\n";
    if (HasResource)
      Result += In + "func.func @res() -> tensor<2xi8> {\n" + In +
                "  %0 = arith.constant dense_resource<blob> : tensor<2xi8>\n" +
                In + "  return %0 : tensor<2xi8>\n" + In + "}\n";
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
