//===- TextSource.cpp - Texts to be edited --------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/TextSource.h"
#include "bench/programs/Families.h"
#include "bench/programs/Programs.h"
#include "fuzz/EditScript.h"
#include "tests/support/IndexProgram.h"
#include "tests/support/MlirText.h"
#include "tests/support/RandomDocument.h"
#include "tests/support/RandomIntegers.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
namespace fs = std::filesystem;

/// The largest file: larger ones cost time and show no more.
static constexpr size_t MostBytes = 24 << 10;

static std::string readFile(const fs::path &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::ostringstream Contents;
  Contents << File.rdbuf();
  return toUtf8(Contents.str());
}

std::string TextSource::addFiles(const std::string &Path) {
  std::error_code Error;
  std::vector<fs::path> Paths;
  if (fs::is_directory(Path, Error)) {
    for (const fs::directory_entry &Entry :
         fs::recursive_directory_iterator(Path, Error))
      if (Entry.is_regular_file() && Entry.path().extension() == ".mlir")
        Paths.push_back(Entry.path());
  } else if (fs::is_regular_file(Path, Error)) {
    Paths.push_back(Path);
  } else {
    return "there is no file or folder '" + Path + "'";
  }
  std::sort(Paths.begin(), Paths.end());
  for (const fs::path &File : Paths) {
    if (fs::file_size(File, Error) > 20 * MostBytes)
      continue;
    std::string Text = readFile(File);
    // The chunks of a file, in parts that are not too large.
    for (size_t Begin = 0; Begin < Text.size();) {
      size_t End = Text.size();
      if (End - Begin > MostBytes) {
        size_t Marker = Text.rfind("\n// -----", Begin + MostBytes);
        End = Marker == std::string::npos || Marker <= Begin ? 0 : Marker + 1;
        if (End == 0)
          break;
      }
      Files.push_back(Text.substr(Begin, End - Begin));
      Begin = End;
    }
  }
  return "";
}

static std::string makeProgramText(std::mt19937 &Random) {
  auto randomBelow = [&](unsigned N) -> unsigned { return Random() % N; };
  switch (randomBelow(8)) {
  case 0: {
    test::IntegerShape Shape;
    Shape.functions = 1 + randomBelow(4);
    return test::makeIntegerProgram(Random, Shape);
  }
  case 1:
    return test::makeIndexProgram(Random, 10 + randomBelow(40));
  case 2: {
    const std::vector<bench::Family> &Families = bench::getFamilies();
    const bench::Family &RandomFamily = Families[randomBelow(Families.size())];
    unsigned Operations =
        std::clamp(20 + randomBelow(100), RandomFamily.minOperations,
                   RandomFamily.maxOperations);
    // Some generators have no small programs.
    if (std::string Text = RandomFamily.make(Operations).text;
        Text.size() <= MostBytes)
      return Text;
    return bench::makeFunctions(3, 10).text;
  }
  case 3:
    return randomBelow(2)
               ? bench::makeLoops(1 + randomBelow(4), 5).text
               : bench::makeNests(1 + randomBelow(3), 1 + randomBelow(4)).text;
  case 4:
    return test::randomMlirText(Random());
  default:
    return test::makeDocument(Random, /*HasHiddenFlow=*/randomBelow(3) == 0);
  }
}

std::string TextSource::make(std::mt19937 &Random) const {
  if (!Files.empty() && Random() % 2)
    return Files[Random() % Files.size()];
  std::string Text = makeProgramText(Random);
  while (Text.size() < MostBytes / 4 && Random() % 3 == 0)
    Text += (Random() % 8 ? "// -----\n" : "\n") + makeProgramText(Random);
  return Text;
}

std::string fuzz::makeSnippet(std::mt19937 &Random) {
  static const char *const Snippets[] = {
      "// -----\n",
      "// ----- not a marker\n",
      "#alias = 5 : i32\n",
      "!t = !noisy.i32\n",
      "!pair = tuple<i32,\n  i64>\n",
      "#map = affine_map<(d0) -> (d0 + 1)>\n",
      "#loc0 = loc(\"b.mlir\":3:4)\n",
      "#loc1 = loc(fused<#alias>[\"x\", #loc0])\n",
      "#loc = loc(callsite(#loc0 at #loc1))\n",
      "module {\n",
      "module @m attributes {noisy.model = #noisy.model<initial = 8, max = "
      "20>} {\n",
      "}\n",
      "  }\n",
      "{\n",
      "func.func private @f1()\n",
      "func.func private @extern(!noisy.i32) -> !noisy.i32\n",
      "func.func @new(%a: !noisy.i32) -> !noisy.i32 {\n"
      "  %b = noisy.mul %a, %a : !noisy.i32\n"
      "  %c = noisy.mul %b, %b : !noisy.i32\n"
      "  return %c : !noisy.i32\n}\n",
      "func.func @loop(%a: i32, %n: index) -> i32 {\n"
      "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
      "  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {\n"
      "    %y = arith.addi %x, %x : i32\n    scf.yield %y : i32\n  }\n"
      "  return %r : i32\n}\n",
      "\"toy.op\"() ({\n  \"toy.inner\"() : () -> ()\n}) {a = @f0} : () -> "
      "()\n",
      "unknown.dialect @x { a b c }\n",
      "%top = \"toy.value\"() : () -> i32\n",
      "\"toy.use\"(%top) : (i32) -> ()\n",
      "  %e = noisy.encode %x : i5 -> !noisy.i32\n",
      "  %m = noisy.mul %v0, %v1 : !noisy.i32 loc(#loc0)\n",
      "  func.call @f0() : () -> ()\n",
      "// \xC3\xA9 \xF0\x9F\x98\x80 { ( \"\n",
      "\"toy.\xF0\x9F\x98\x80\"() : () -> ()\n",
      "  \"toy.s\"() {s = \"\xF0\x9F\x98\x80 } \xC3\xA9\"} : () -> ()\n",
      "{-#\n  dialect_resources: {\n    builtin: {\n      blob: "
      "\"0x080000000102\"\n    }\n  }\n#-}\n",
      "gpu.module @kernels {\n  gpu.func @k() kernel {\n    gpu.return\n  }\n}"
      "\n",
      "\"",
      "^bb1(%z: i32):\n",
      "\t",
      "\r",
      "  noisy.range = #noisy.range<0, 5>\n"};
  return Snippets[Random() % std::size(Snippets)];
}
