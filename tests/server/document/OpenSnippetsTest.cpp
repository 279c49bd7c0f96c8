//===- OpenSnippetsTest.cpp - Snippets that are being filled in -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/OpenSnippets.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

namespace {
/// A document in which somebody types.
class Typed {
public:
  explicit Typed(std::string Initial) : Contents(std::move(Initial)) {}

  /// Replaces the first `Old`, and what stands before the place of `At` in it.
  void replace(const std::string &Old, const std::string &New) {
    replaceAll({{Old, New}});
  }
  /// The edits of one message.
  void replaceAll(
      const std::vector<std::pair<std::string, std::string>> &Replacements) {
    std::vector<TextChange> Changes;
    for (const auto &[Old, New] : Replacements) {
      size_t Begin = Contents.find(Old);
      REQUIRE(Begin != std::string::npos);
      // As Text::applyChange trims it.
      std::string After = Contents;
      After.replace(Begin, Old.size(), New);
      Changes.push_back(TextChange::diff(Contents, After));
      Contents = After;
    }
    Snippets.edit("a", Text(Contents), Changes, ++Version);
  }
  void offer(const std::string &Word, std::vector<std::string> Offered) {
    std::vector<SnippetText> Texts;
    for (const std::string &Each : Offered)
      Texts.push_back(readSnippet(Each));
    Snippets.offer("a", Contents.find(Word), std::move(Texts));
  }
  bool moveTo(const std::string &Word) {
    return Snippets.moveCursor("a", Text(Contents), Contents.find(Word));
  }
  std::vector<std::string> unfinished() const {
    std::vector<std::string> Result;
    for (ByteRange Range : Snippets.unfinished("a", Version))
      Result.push_back(Contents.substr(Range.Begin, Range.size()));
    return Result;
  }

  std::string Contents;
  OpenSnippets Snippets;
  int64_t Version = 1;
};
} // namespace

using Strings = std::vector<std::string>;

static const std::string Add =
    "${1:%0} = noisy.add ${2:%lhs}, ${3:%rhs} : ${4:!noisy.i32}";

namespace {
/// A document with a snippet that was accepted.
struct Accepted : Typed {
  Accepted() : Typed("{\n  add\n  return\n}\n") {
    offer("add", {"${1:x}", Add});
    replace("add", "%0 = noisy.add %lhs, %rhs : !noisy.i32");
  }
};
} // namespace

TEST_CASE("OpenSnippets: from acceptance to an edit elsewhere", "[snippets]") {
  Accepted Doc;
  CHECK(Doc.unfinished() == Strings{"%0 = noisy.add %lhs, %rhs : !noisy.i32"});
  Doc.replace("%lhs", "%a");
  CHECK(Doc.unfinished() == Strings{"%0 = noisy.add %a, %rhs : !noisy.i32"});
  // A value that brings its type.
  Doc.replaceAll({{"%rhs", "%bb"}, {"!noisy.i32", "tensor<4xi32>"}});
  CHECK(Doc.unfinished() == Strings{"%0 = noisy.add %a, %bb : tensor<4xi32>"});
  Doc.replace("%bb", "");
  CHECK(Doc.unfinished() == Strings{"%0 = noisy.add %a,  : tensor<4xi32>"});
  Doc.replace(",  :", ", %c :");
  CHECK(Doc.unfinished() == Strings{"%0 = noisy.add %a, %c : tensor<4xi32>"});
  Doc.replace("return\n", "return \n");
  CHECK(Doc.unfinished().empty());
}

TEST_CASE("OpenSnippets: what no field is, is the user's", "[snippets]") {
  for (auto [Old, New] :
       {std::pair("noisy.add", "noisy.mul"), std::pair("{\n", "{\n\n"),
        std::pair(" : ", " :: "), std::pair("lhs, %rhs : !n", "n")}) {
    Accepted Doc;
    Doc.replace(Old, New);
    CAPTURE(Old);
    CHECK(Doc.unfinished().empty());
  }
}

TEST_CASE("OpenSnippets: a cursor elsewhere, and the end", "[snippets]") {
  Accepted Doc;
  CHECK_FALSE(Doc.moveTo("%0"));
  CHECK_FALSE(Doc.moveTo("add"));
  CHECK(Doc.unfinished().size() == 1);
  CHECK(Doc.moveTo("return"));
  CHECK(Doc.unfinished().empty());
  CHECK_FALSE(Doc.moveTo("return"));

  Accepted Closed;
  CHECK(Closed.Snippets.close("a"));
  CHECK(Closed.unfinished().empty());
  CHECK_FALSE(Closed.Snippets.close("a"));
}

TEST_CASE("OpenSnippets: fields that the user has passed", "[snippets]") {
  Accepted Doc;
  CHECK(Doc.moveTo("%rhs"));
  CHECK(Doc.unfinished() == Strings{", %rhs : !noisy.i32"});
  CHECK_FALSE(Doc.moveTo("%rhs"));
  // Back again, and something else there.
  CHECK_FALSE(Doc.moveTo("%lhs"));
  Doc.replace("%lhs", "%a");
  CHECK(Doc.unfinished() == Strings{" = noisy.add %a, %rhs : !noisy.i32"});
  CHECK(Doc.moveTo("!noisy"));
  CHECK(Doc.unfinished() == Strings{" : !noisy.i32"});
  // The type that a value brings is no field that the user has come to.
  Accepted Typed;
  Typed.replace("!noisy.i32", "tensor<4xi32>");
  Typed.replace("%lhs", "%a");
  CHECK(Typed.unfinished() ==
        Strings{"%0 = noisy.add %a, %rhs : tensor<4xi32>"});
}

TEST_CASE("OpenSnippets: who writes a body has written its header",
          "[snippets]") {
  Typed Doc("{\n  for\n}\n");
  Doc.offer("for", {"for ${1:%i} to ${2:%n} {\n\t$3\n\tyield ${4:%v}\n\\}"});
  Doc.replace("for", "for %i to %n {\n    \n    yield %v\n  }");
  CHECK(Doc.unfinished().front() == "for %i to %n {\n    ");
  Doc.replace("{\n    \n", "{\n    x\n");
  CHECK(Doc.unfinished() == Strings{" {\n    ", "\n    yield %v\n  }"});
  Typed Whole("{\n  for\n}\n");
  Whole.offer("for", {"for ${1:%i} {\n\t$2\n\\}"});
  Whole.replace("for", "for %i {\n    \n  }");
  Whole.replace("{\n    \n", "{\n    x\n");
  CHECK(Whole.unfinished().empty());
}

TEST_CASE("OpenSnippets: what was not offered is no snippet", "[snippets]") {
  Typed Doc("{\n  add\n}\n");
  Doc.replace("add", "%0 = noisy.add %lhs, %rhs : !noisy.i32");
  CHECK(Doc.unfinished().empty());
  // At another place.
  Typed Other("{\n  add\n  \n}\n");
  Other.offer("add", {Add});
  Other.replace("  \n", "  %0 = noisy.add %lhs, %rhs : !noisy.i32\n");
  CHECK(Other.unfinished().empty());
  // The list is one of an earlier text.
  Typed Old("{\n  add\n}\n");
  Old.offer("add", {Add});
  Old.replace("{\n", "{\n\n");
  Old.replace("add", "%0 = noisy.add %lhs, %rhs : !noisy.i32");
  CHECK(Old.unfinished().empty());
}

TEST_CASE("OpenSnippets: as clients write it", "[snippets]") {
  // Letters that were typed meanwhile, other indentation and ends of lines, and
  // several edits.
  const std::string For = "scf.for ${1:%i} = ${2:%lb} to ${3:%ub} "
                          "{\n\t$4\n\tyield ${5:%value}\n\\}";
  Typed Doc("f {\r\n    sc\r\n}\r\n");
  Doc.offer("sc", {For});
  Doc.replace("sc", "scf");
  CHECK(Doc.unfinished().empty());
  Doc.replaceAll(
      {{"scf", ""},
       {"    \r\n", "    scf.for %i = %lb to %ub {\r\n\r\n}"},
       {"{\r\n\r\n}", "{\r\n      \r\n      yield %value\r\n    }"}});
  // What is written in the body is the user's.
  CHECK(Doc.unfinished() == Strings{"scf.for %i = %lb to %ub {\r\n      ",
                                    "\r\n      yield %value\r\n    }"});
  Doc.replace("{\r\n      \r\n", "{\r\n      %x = a\r\n");
  CHECK(Doc.unfinished() ==
        Strings{" {\r\n      ", "\r\n      yield %value\r\n    }"});
  // Another one in it.
  Doc.offer("a\r\n", {"a(${1:%y})"});
  Doc.replace("= a\r", "= a(%y)\r");
  CHECK(Doc.unfinished().size() == 3);
  CHECK(Doc.unfinished().back() == "a(%y)");
  CHECK_FALSE(Doc.moveTo("%y"));
  CHECK(Doc.moveTo("%value"));
  CHECK(Doc.unfinished() == Strings{"\r\n      yield %value\r\n    }"});
}

TEST_CASE("OpenSnippets: versions", "[snippets]") {
  Accepted Doc;
  int64_t First = Doc.Version;
  ByteRange Range = Doc.Snippets.unfinished("a", First).at(0);
  Doc.replace("%lhs", "%l");
  // What is built of an earlier text is published all the same.
  CHECK(Doc.Snippets.unfinished("a", First) == std::vector<ByteRange>{Range});
  CHECK(Doc.Snippets.unfinished("a", First + 1).at(0).size() ==
        Range.size() - 2);
  CHECK(Doc.Snippets.unfinished("b", First).empty());
}

TEST_CASE("OpenSnippets: what was typed by hand is none when a line follows",
          "[snippets]") {
  Typed Doc("{\n  add\n  return\n}\n");
  Doc.offer("add", {Add});
  const std::string Line = "%0 = noisy.add %lhs, %rhs : !noisy.i32";
  Doc.replace("add", "%");
  for (size_t Size = 1; Size < Line.size(); ++Size)
    Doc.replace("  " + Line.substr(0, Size), "  " + Line.substr(0, Size + 1));
  REQUIRE(Doc.Contents == "{\n  " + Line + "\n  return\n}\n");
  Doc.replace("i32\n", "i32\n  \n");
  CHECK(Doc.unfinished().empty());
}

TEST_CASE("OpenSnippets: what nobody edits any more is left", "[snippets]") {
  Accepted Doc;
  CHECK_FALSE(Doc.Snippets.closeIdle("a", Doc.Version - 1));
  CHECK_FALSE(Doc.unfinished().empty());
  CHECK(Doc.Snippets.closeIdle("a", Doc.Version));
  CHECK(Doc.unfinished().empty());
  CHECK_FALSE(Doc.Snippets.closeIdle("a", Doc.Version));
}
