//===- ForeignProblemsTest.cpp - Problems of unknown dialects -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignProblems.h"
#include "mlir/IR/MLIRContext.h"
#include "server/foreign/ForeignDialect.h"
#include "server/foreign/ForeignText.h"
#include "server/parse/ParsedText.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The level of an error at the `Number`-th use of the word `fork` in a text.
static Problem::Level levelAt(const std::string &Text, const char *Message,
                              unsigned Number) {
  std::unique_ptr<MLIRContext> Context = makeContext(allDialects());
  loadForeignDialects(*Context, Text);
  size_t Place = Text.find("fork");
  while (Number-- > 0)
    Place = Text.find("fork", Place + 1);
  Problem Issue;
  Issue.Severity = Problem::Level::Error;
  Issue.Message = Message;
  Issue.Range = {Place, Place + 4};
  std::vector<Problem> Problems = {Issue};
  softenForeignProblems(Problems, Text, *Context);
  return Problems.front().Severity;
}

TEST_CASE("ForeignProblems: names without a dialect", "[foreign]") {
  const std::string Text = "t.func @f(%a: i1) attributes {x = {}} {\n"
                           "  fork %a\n}\n"
                           "func.func @g() {\n  fork\n"
                           "  t.op {\n    t.y\n  }\n  fork\n}\n";
  const char *Unknown = "unknown operation 'fork'";
  CHECK(levelAt(Text, Unknown, 0) == Problem::Level::Information);
  CHECK(levelAt(Text, Unknown, 1) == Problem::Level::Error);
  CHECK(levelAt(Text, Unknown, 2) == Problem::Level::Error);
  CHECK(levelAt(Text, "unknown operation 'x.fork'", 0) ==
        Problem::Level::Error);
  CHECK(levelAt(Text, "use of undeclared SSA value name", 0) ==
        Problem::Level::Error);
}

TEST_CASE("ForeignProblems: what MLIR refuses because of a foreign operation",
          "[foreign]") {
  // (The word `fork` marks the places.)
  const std::string Text = "t.func @f() {\n  scf.if %p {\n    fork\n  }\n}\n"
                           "func.func @g() {\n  fork\n}\n";
  const char *Ancestor = "'memref.alloca' op requires an ancestor op with "
                         "AutomaticAllocationScope trait";
  CHECK(levelAt(Text, Ancestor, 0) == Problem::Level::Information);
  CHECK(levelAt(Text, Ancestor, 1) == Problem::Level::Error);
  const char *Mapping = "attribute 'mapping' failed to satisfy constraint";
  CHECK(levelAt("t.op\nfork {mapping = [#t.lane<0>]}\n", Mapping, 0) ==
        Problem::Level::Information);
  CHECK(levelAt("t.op\nfork {mapping = [#gpu.thread<x>]}\n", Mapping, 0) ==
        Problem::Level::Error);
  // The form ended too early: MLIR finds the rest.
  const char *Rest = "expected operation name in quotes";
  CHECK(levelAt("func.func @f() {\n  t.op %a fork\n}\n", Rest, 0) ==
        Problem::Level::Information);
  CHECK(levelAt("func.func @f() {\n  t.op %a\n    fork\n}\n", Rest, 0) ==
        Problem::Level::Information);
  CHECK(levelAt("func.func @f() {\n  t.op %a\n    {b = 1} fork\n}\n", Rest,
                0) == Problem::Level::Information);
  CHECK(levelAt("t.op\nfunc.func @f() {\n  arith.addi %a fork\n}\n", Rest, 0) ==
        Problem::Level::Error);
  // A name with a point may be one of an attribute, and a region that has ended
  // has nothing to do with what follows.
  CHECK(levelAt("t.op\n\"a.b\"() ({\n}) {t.x} fork\n", Rest, 0) ==
        Problem::Level::Error);
  CHECK(levelAt("t.op {\n} fork\n", Rest, 0) == Problem::Level::Error);
}

TEST_CASE("ForeignText: comments are no code", "[foreign]") {
  auto hasBody = [](const char *Text) {
    return ForeignText(Text + 1).findBody() != nullptr;
  };
  CHECK(hasBody("\nt.f %a { // all\n  %b = t.g\n}\n"));
  CHECK_FALSE(hasBody("\nt.f %a // see {\n  %b = t.g\n"));
  CHECK_FALSE(hasBody("\nt.f %a //{\n  %b = t.g\n"));
  CHECK(hasBody("\nt.f // a \"\n  (%a) {\n  %b = t.g\n}\n"));
}

TEST_CASE("ForeignProblems: a dialect that only another text names",
          "[foreign]") {
  std::unique_ptr<MLIRContext> Context = makeContext(allDialects());
  loadForeignDialects(*Context, "t.op\n");
  auto levelIn = [&](const std::string &Text) {
    Problem Issue;
    Issue.Severity = Problem::Level::Error;
    Issue.Message = "unknown operation 'fork'";
    Issue.Range = {Text.find("fork"), Text.find("fork") + 4};
    std::vector<Problem> Problems = {Issue};
    softenForeignProblems(Problems, Text, *Context);
    return Problems.front().Severity;
  };
  CHECK(levelIn("%a = t.op {\n  fork\n}\n") == Problem::Level::Information);
  CHECK(levelIn("%a = /t.op {\n  fork\n}\n") == Problem::Level::Error);
}
