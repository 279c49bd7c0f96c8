//===- DocumentLinksTest.cpp - Parts of the text that lead elsewhere ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/DocumentLinks.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <filesystem>
#include <fstream>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
namespace fs = std::filesystem;

namespace {
/// project/source.py, project/tests/Inputs/other.mlir, project/tests/run.sh;
/// the text is in project/tests/.
struct Project {
  Project() {
    llvm::SmallString<64> Folder;
    REQUIRE(!llvm::sys::fs::createUniqueDirectory("noisy-links", Folder));
    Root = fs::canonical(Folder.str().str());
    fs::create_directories(Root / "tests/Inputs");
    std::ofstream(Root / "source.py") << "\n";
    std::ofstream(Root / "tests/Inputs/other.mlir") << "\n";
    std::ofstream(Root / "tests/run.sh") << "\n";
    fs::permissions(Root / "tests/run.sh", fs::perms::owner_exec,
                    fs::perm_options::add);
  }
  ~Project() { fs::remove_all(Root); }

  std::string path(const char *Name) const { return (Root / Name).string(); }
  std::vector<TextLink> links(llvm::StringRef Text) const {
    return findLinks(Text, path("tests"));
  }

  fs::path Root;
};
} // namespace

TEST_CASE("DocumentLinks: source locations", "[links]") {
  Project P;
  AnnotatedText T(R"(
    func.func @f() loc([|"source.py":3:4|])
    #loc1 = loc(callsite([|"Inputs/other.mlir":1:2|] at [|"source.py":5:6|]))
    #loc2 = loc("gone.py":1:2)
    #loc3 = loc("a name")
    #loc4 = loc("source.py":1)
    "x.y"() {a = "source.py"} : () -> () // "source.py":3:4
  )");
  std::vector<TextLink> Links = P.links(T.Text);
  REQUIRE(Links.size() == 3);
  CHECK(Links[0] == TextLink{T.Ranges[0], P.path("source.py"), 3, 4, {}});
  CHECK(Links[1] ==
        TextLink{T.Ranges[1], P.path("tests/Inputs/other.mlir"), 1, 2, {}});
  CHECK(Links[2] == TextLink{T.Ranges[2], P.path("source.py"), 5, 6, {}});
  // An absolute name needs no folder; a relative one does.
  CHECK(findLinks("loc(\"" + P.path("source.py") + "\":1:2)", "").size() == 1);
  CHECK(findLinks("loc(\"source.py\":1:2)", "").empty());
  CHECK(findLinks("loc(\"source.py\":", P.path("tests")).empty());
  CHECK(findLinks("loc(\"source.py\":1:", P.path("tests")).empty());
}

TEST_CASE("DocumentLinks: files of RUN lines", "[links]") {
  Project P;
  AnnotatedText T("// RUN: ./run.sh %s --input=[|%S/Inputs/other.mlir|] tests\n"
                  "// RUN: diff \"[|Inputs/other.mlir|]\" \\\n"
                  "// RUN:   [|%p/Inputs/other.mlir|] source.py\n"
                  "// %S/Inputs/other.mlir\n");
  std::vector<TextLink> Links = P.links(T.Text);
  REQUIRE(Links.size() == 3);
  for (size_t I = 0; I < 3; ++I) {
    CHECK(Links[I].Range == T.Ranges[I]);
    CHECK(Links[I].File == P.path("tests/Inputs/other.mlir"));
    CHECK(Links[I].Line == 0);
  }
}

TEST_CASE("DocumentLinks: uses of aliases, each in its part", "[links]") {
  AnnotatedText T(R"(!ct = !noisy.i32
#map = affine_map<(d0) -> (d0)>
func.func @f(%a: [|!ct|], %b: tensor<4x[|!ct|]>) attributes {m = [|#map|], n = #none} {
  // !ct
  return loc([|#loc1|])
}
#loc1 = loc("x":1:2)
// -----
func.func @g(%a: !ct)
!ct = i32
func.func @h(%a: [|!ct|], %b: i32)
)");
  std::vector<TextLink> Links = findLinks(T.Text, "");
  std::vector<std::string> Definitions;
  for (const TextLink &Link : Links) {
    CHECK(Link.File.empty());
    size_t Line =
        llvm::StringRef(T.Text).take_front(Link.Definition.Begin).count('\n');
    Definitions.push_back(
        T.Text.substr(Link.Definition.Begin, Link.Definition.size()) + " " +
        std::to_string(Line));
  }
  CHECK(Definitions == std::vector<std::string>{"!ct 0", "!ct 0", "#map 1",
                                                "#loc1 6", "!ct 9", "!ct 9"});
  // In front of its definition, too: MLIR refuses that, and says so.
  Links.erase(Links.begin() + 4);
  REQUIRE(Links.size() == T.Ranges.size());
  for (size_t I = 0; I < Links.size(); ++I)
    CHECK(Links[I].Range == T.Ranges[I]);
}

TEST_CASE("DocumentLinks: of long texts not all", "[links]") {
  std::string Text = "!a = i32\n";
  for (size_t I = 0; I < MaxLinks + 10; ++I)
    Text += "!a\n";
  CHECK(findLinks(Text, "").size() == MaxLinks);
  CHECK(findLinks(Text + std::string(MaxLinkedText, ' '), "").empty());
}
