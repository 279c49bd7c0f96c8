//===- ServerDocumentsTest.cpp - Documents that are edited ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/server/ServerDocuments.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;
using Catch::Contains;

static const DocumentShape shapes[] = {
    DocumentShape::Functions,     DocumentShape::InModule,
    DocumentShape::CalledByMain,  DocumentShape::ChainOfCalls,
    DocumentShape::OneFunction,   DocumentShape::Circuit,
    DocumentShape::LocatedCircuit};
static const DocumentDialect dialects[] = {DocumentDialect::Arith,
                                           DocumentDialect::Noisy};

/// How many operations of the dialect of `document` it has; none where it does
/// not parse.
static std::optional<unsigned> countOperations(const ServerDocument &document,
                                               const char *dialect) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler ignore(&context, [](mlir::Diagnostic &) {});
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(document.getText(), &context);
  if (!module)
    return std::nullopt;
  unsigned count = 0;
  module->walk([&](mlir::Operation *operation) {
    count += operation->getName().getDialectNamespace() == dialect;
  });
  return count;
}

/// The text with an edit made in it, as an editor does.
static std::string applyEdit(const std::string &text,
                             const DocumentEdit &edit) {
  auto find = [&](Place place) {
    size_t offset = 0;
    for (unsigned line = 0; line < place.line; ++line)
      offset = text.find('\n', offset) + 1;
    return offset + place.column;
  };
  size_t start = find(edit.start), end = find(edit.end);
  return text.substr(0, start) + edit.text + text.substr(end);
}

TEST_CASE("documents of all shapes have their operations in both dialects") {
  for (DocumentShape shape : shapes) {
    INFO(describe(shape, 300));
    // One less in each function but the first that calls another.
    unsigned operations = shape == DocumentShape::ChainOfCalls ? 298 : 300;
    // Inputs and outputs; in arith with the numbers of the inputs.
    bool isCircuit = shape == DocumentShape::Circuit ||
                     shape == DocumentShape::LocatedCircuit;
    unsigned around = isCircuit ? 256 + 128 : 0;
    unsigned numbers = isCircuit ? 256 : 0;
    CHECK(countOperations({shape, 300, DocumentDialect::Arith}, "arith") ==
          operations + around + numbers);
    CHECK(countOperations({shape, 300, DocumentDialect::Noisy}, "noisy") ==
          operations + around);
  }
}

TEST_CASE("an edit changes the document as it says") {
  for (DocumentShape shape : shapes)
    for (DocumentDialect dialect : dialects) {
      ServerDocument document(shape, 300, dialect);
      const char *name = dialect == DocumentDialect::Arith ? "arith" : "noisy";
      INFO(describe(shape, 300) << " in " << name);
      unsigned operations = *countOperations(document, name);
      std::string text = document.getText();
      auto follow = [&](const DocumentEdit &edit) {
        text = applyEdit(text, edit);
        CHECK(text == document.getText());
      };
      follow(document.changeNumber(1));
      CHECK(countOperations(document, name) == operations);
      follow(document.insertLine(1, "new"));
      CHECK(countOperations(document, name) == operations + 1);
      follow(document.breakBracket(1));
      CHECK(!countOperations(document, name));
      follow(document.fixBracket());
      CHECK(countOperations(document, name) == operations + 1);
      follow(document.removeLine("new"));
      CHECK(countOperations(document, name) == operations);
    }
}

TEST_CASE("operands of a file get other names, and back") {
  const std::string text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                           "  %v10 = noisy.add %a, %a : !noisy.i32\n"
                           "  %v12 = noisy.add %v10, %a : !noisy.i32\n"
                           "  %v13 = noisy.mul %v12, %a : !noisy.i32\n"
                           "  return %v13 : !noisy.i32\n"
                           "}\n";
  ServerDocument document(text);
  REQUIRE(document.countSites() == 1);
  std::string edited = applyEdit(text, document.changeNumber(0));
  CHECK(edited == document.getText());
  CHECK_THAT(edited, Contains("noisy.mul %v10, %a"));
  edited = applyEdit(edited, document.insertLine(0, "new"));
  CHECK_THAT(edited, Contains("%v10, %a : !noisy.i32\n"
                              "  %new = noisy.add %v10, %v10 : !noisy.i32\n"));
  CHECK(countOperations(document, "noisy") == 4);
  document.removeLine("new");
  document.breakBracket(0);
  CHECK(!countOperations(document, "noisy"));
  document.fixBracket();
  document.changeNumber(0);
  CHECK(document.getText() == text);
  CHECK_THROWS_AS(ServerDocument("module {}"), std::runtime_error);
}

TEST_CASE("a number is changed where it was asked for") {
  ServerDocument document(DocumentShape::Functions, 300,
                          DocumentDialect::Arith);
  // Two functions of 103 lines, and the head of the third.
  CHECK(document.changeNumber(2).start.line == 2 * 103 + 49);
  CHECK(document.changeNumber(0).start.line == 49);
  CHECK_THAT(document.getText(), Contains("%v49 = arith.constant 9 : i32"));
  ServerDocument one(DocumentShape::OneFunction, 300, DocumentDialect::Arith);
  CHECK(one.changeNumber(2).start.line == 249);
}

TEST_CASE("a typist comes back to text that parses, of about the same size") {
  for (DocumentDialect dialect : dialects) {
    ServerDocument document(DocumentShape::Functions, 300, dialect);
    size_t size = document.getText().size();
    Typist typist(document);
    std::string text = document.getText();
    unsigned validTexts = 0, brokenTexts = 0;
    for (unsigned i = 0; i < 2000; ++i) {
      text = applyEdit(text, typist.next());
      REQUIRE(text == document.getText());
      if (i % 20 == 0)
        (countOperations(document, "func") ? validTexts : brokenTexts) += 1;
    }
    CHECK(validTexts > 10);
    CHECK(brokenTexts > 10);
    CHECK(text.size() > size);
    CHECK(text.size() < size + 4096);
  }
}
