//===- MlirText.cpp - Texts that look like MLIR, by chance ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/MlirText.h"
#include <random>
#include <vector>

namespace {

class Writer {
public:
  explicit Writer(unsigned seed) : random(seed) {
    unit = pick({"  ", "    ", "\t"});
    lineEnd = chance(10) ? "\r\n" : "\n";
  }

  std::string write() {
    unsigned chunks = 1 + randomBelow(3);
    for (unsigned i = 0; i < chunks; ++i) {
      if (i > 0)
        text += "// -----" + lineEnd;
      writeChunk();
    }
    return std::move(text);
  }

private:
  unsigned randomBelow(unsigned n) { return random() % n; }
  bool chance(unsigned percent) { return randomBelow(100) < percent; }
  std::string pick(const std::vector<std::string> &choices) {
    return choices[randomBelow(choices.size())];
  }
  std::string number() { return std::to_string(randomBelow(20)); }

  void line(unsigned depth, const std::string &contents) {
    for (unsigned i = 0; i < depth; ++i)
      text += unit;
    text += contents;
    if (chance(8))
      text += pick({" // done }", "  // {é", " // \"", "   "});
    text += lineEnd;
  }
  void gap(unsigned depth) {
    if (chance(50))
      text += lineEnd;
    if (chance(15))
      line(depth, pick({"// A comment.", "// func.func @old() {", "// }", "//",
                        "// \"quoted"}));
  }

  std::string type() {
    return pick({"i32", "!noisy.i32", "!t", "tensor<4x!t>", "index",
                 "memref<?xi32, #map>", "(i32) -> i32", "!llvm.struct<(i32)>",
                 "!llvm.struct<\"s\", (i32)>", "!llvm.struct<\"s\", (i64)>"});
  }
  std::string attributes() {
    return pick({"", "", "", " {a.b = 1 : i32}", " {a = \"{ ( \\\" [\"}",
                 " {m = #map, l = [1, 2]}",
                 " {r = dense_resource<blob> : "
                 "tensor<4xi8>}",
                 " {f = @f, d = {x = \"//\"}}"});
  }

  void writeChunk() {
    unsigned parts = randomBelow(6);
    if (chance(40))
      writeAliases();
    for (unsigned i = 0; i < parts; ++i) {
      gap(0);
      writeTopLevel(0);
      if (chance(10))
        writeAliases();
    }
    if (chance(15)) {
      line(0, "{-#");
      line(1, "dialect_resources: {");
      line(2, "builtin: {");
      line(3, "blob: \"0x0800000001000000\"");
      line(2, "}");
      line(1, "}");
      line(0, "#-}");
    }
  }

  void writeAliases() {
    for (unsigned i = 1 + randomBelow(3); i > 0; --i)
      line(0, pick({"#map = affine_map<(d0) -> (d0)>", "!t = i32",
                    "#loc1 = loc(\"a.mlir\":1:2)", "#loc = loc(unknown)",
                    "#set = affine_set<(d0) : (d0 >= 0)>",
                    "!pair = tuple<!t, i32>", "#s = \"{ string\""}));
  }

  void writeTopLevel(unsigned depth) {
    unsigned kind = randomBelow(100);
    if (kind < 20 && depth < 3)
      writeModule(depth);
    else if (kind < 30)
      line(depth, "memref.global \"private\" constant @g" + number() +
                      " : memref<2xi32> = dense<[1, 2]>");
    else if (kind < 40)
      line(depth,
           "func.func private @p" + number() + "(" + type() + ") -> " + type());
    else if (kind < 47)
      line(depth, "\"test.op\"() {a = 1} : () -> ()");
    else if (kind < 52)
      line(depth, "%top" + number() + ":2 = test.pair : i32, i32");
    else if (kind < 57)
      writeOther(depth);
    else if (kind < 62)
      writeGeneric(depth);
    else
      writeFunction(depth);
  }

  void writeModule(unsigned depth) {
    bool generic = chance(20);
    if (generic)
      line(depth, "\"builtin.module\"() <{sym_name = \"m\"}> ({");
    else
      line(depth, pick({"module {", "module @m" + number() + " {",
                        "module attributes {a.b = {c = [1]}} {",
                        "module @n attributes {gpu.container_module} {",
                        "gpu.module @kernels {", "builtin.module {",
                        "gpu.module @k [#nvvm.target<chip = \"sm_90\">] {"}));
    for (unsigned i = randomBelow(4); i > 0; --i) {
      gap(depth + 1);
      writeTopLevel(depth + 1);
    }
    line(depth, generic ? pick({"}) : () -> ()", "}) {a.b = 1} : () -> ()"})
                        : pick({"}", "}", "}", "} loc(#loc)"}));
  }

  void writeOther(unsigned depth) {
    line(depth, "test.region @r" + number() + " {");
    writeBody(depth + 1, 2);
    if (chance(50)) {
      line(depth, "} second {");
      writeBody(depth + 1, 1);
    }
    line(depth, "}");
  }

  void writeGeneric(unsigned depth) {
    line(depth, "\"func.func\"() <{function_type = (i32) -> (), sym_name = "
                "\"g" +
                    number() + "\"}> ({");
    line(depth, "^bb0(%arg0: i32):");
    writeBody(depth + 1, 2);
    line(depth, "}) : () -> ()");
  }

  void writeFunction(unsigned depth) {
    std::string name = "@f" + number();
    std::string word = pick({"func.func ", "func.func ", "func.func private ",
                             "gpu.func ", "llvm.func "});
    if (chance(25)) {
      line(depth, word + name + "(%a: " + type() + ",");
      line(depth + 2, "%b: " + type() + " {noisy.bound = 20 : i64})");
      line(depth + 2, "-> (" + type() + ")");
      if (chance(50))
        line(depth + 1, "attributes {a.b = \"c\"} {");
      else
        line(depth + 2, "attributes {a.b = \"c\"} {");
    } else {
      line(depth,
           word + name + "(%a: " + type() + ", %b: i32) -> " + type() + " {");
    }
    writeBody(depth + 1, 4);
    if (chance(20)) {
      line(depth, "^bb1(%x: " + type() + "):  // pred: ^bb0");
      writeBody(depth + 1, 2);
    }
    line(depth + 1, "return %a : " + type());
    line(depth, pick({"}", "}", "}", "} loc(#loc1)"}));
    if (chance(5))
      line(depth + 1, "loc(#loc)");
  }

  void writeBody(unsigned depth, unsigned maxStatements) {
    for (unsigned i = randomBelow(maxStatements + 1); i > 0; --i) {
      unsigned kind = randomBelow(100);
      if (kind < 15 && depth < 6) {
        line(depth, "%r" + number() + " = scf.if %c -> (" + type() + ") {");
        writeBody(depth + 1, 2);
        if (chance(50)) {
          line(depth, "} else {");
          writeBody(depth + 1, 2);
        }
        line(depth, "}" + attributes());
      } else if (kind < 25) {
        line(depth, "\"test.op\"(%a, %r#1) ({");
        line(depth, "^bb0(%i: index):");
        writeBody(depth + 1, 1);
        line(depth, "}, {");
        writeBody(depth + 1, 1);
        line(depth, "}) : (" + type() + ") -> ()");
      } else if (kind < 35) {
        line(depth, "test.long %a, [%b,");
        line(depth + 2, "%a, (%b)]" + attributes());
        line(depth + 2, ": " + type());
      } else if (kind < 40) {
        line(0, "");
      } else if (kind < 45) {
        line(depth, "// }" + std::string(randomBelow(2), '{'));
      } else {
        line(depth, "%" + number() + " = noisy.add %a, %b" + attributes() +
                        " : " + type());
      }
    }
  }

  std::mt19937 random;
  std::string unit, lineEnd, text;
};

} // namespace

std::string mlir::noisy::test::randomMlirText(unsigned seed) {
  return Writer(seed).write();
}
