//===- ServerBench.cpp - Edits, beside LLVM's server ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same document and the same edits for both servers, in turn. LLVM's server
// does not know the noisy dialect, so these are arith operations; how much the
// noise adds is measured on the same shape in the noisy dialect, with ours.
//
//===----------------------------------------------------------------------===//

#include "bench/Bench.h"
#include "bench/Programs.h"
#include "optimizer/ChildProcess.h"
#include "tests/support/LspSession.h"
#include <iostream>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;
using namespace mlir::noisy::lsp;

namespace {
struct Measured {
  Timing open, edit;
};
} // namespace

/// Opens `text` a few times, then adds and removes a comment at its end, and
/// waits for the diagnostics of each version.
static Measured measureServer(const std::string &server,
                              const std::string &text) {
  constexpr unsigned runs = 7;
  LspSession session(server);
  session.initialize(modernCapabilities());
  int64_t version = 1;
  unsigned opened = 0;
  Measured result;
  std::string uri;
  result.open = measure(runs, [&] {
    if (!uri.empty())
      session.close(uri);
    uri = "file:///bench" + std::to_string(opened++) + ".mlir";
    session.open(uri, text, version);
    session.waitForDiagnostics(uri, version);
  });
  result.edit = measure(runs, [&] {
    ++version;
    session.change(uri, version % 2 ? text : text + "// edited\n", version);
    session.waitForDiagnostics(uri, version);
  });
  session.shutdown();
  return result;
}

bool mlir::noisy::bench::benchServer(const BenchOptions &) {
  const std::string ours = executableFolder() + "/noisy-lsp-server";
  const std::string stock = NOISY_LLVM_BINDIR "/mlir-lsp-server";
  std::vector<std::vector<std::string>> rows = {
      {"program", "server", "open to diagnostics, ms (min / median / max)",
       "edit to diagnostics, ms", "edit, of LLVM's"}};
  struct Shape {
    unsigned functions, operations;
  };
  for (Shape shape : {Shape{10, 100}, {100, 100}, {1000, 100}, {1, 100000}}) {
    Program plain = makeArithFunctions(shape.functions, shape.operations);
    Program noisy = makeFunctions(shape.functions, shape.operations);
    Measured byStock = measureServer(stock, plain.text);
    Measured byOurs = measureServer(ours, plain.text);
    Measured withNoise = measureServer(ours, noisy.text);
    auto add = [&](const char *name, const Measured &measured) {
      rows.push_back({plain.name, name, milliseconds(measured.open),
                      milliseconds(measured.edit),
                      ratio(measured.edit.median / byStock.edit.median)});
    };
    add("LLVM's, arith", byStock);
    add("ours, arith", byOurs);
    add("ours, noisy", withNoise);
  }
  printTable(rows);
  return true;
}
