//===- StockWeaknessTest.cpp - What LLVM's server does badly --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test does the same to both servers: LLVM's, which fails, so that what is
// said of it stays true, and ours.
//
//===----------------------------------------------------------------------===//

#include "tests/server/ServerSession.h"
#include "tests/server/TestPipe.h"
#include <csignal>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
enum class ServerKind { Stock, Ours };

/// A session with either, on a stack of the usual size.
struct Session : LspSession {
  explicit Session(ServerKind Server)
      : LspSession({.Program = Server == ServerKind::Ours ? ourServer()
                                                          : stockServer(),
                    .Arguments = {"--log=error"},
                    .Setup = "ulimit -s 8192"}) {
    initialize(modernCapabilities());
  }

  /// The first symbol of a document, or the error.
  std::string firstSymbol(const std::string &Name = Uri) {
    Outcome Answer =
        request("textDocument/documentSymbol", documentParams(Name));
    if (!Answer)
      return "error " + std::to_string(Answer.Error->Code);
    return Answer.Result.empty() ? ""
                                 : Answer.Result[0]["name"].get<std::string>();
  }

  /// Whether it still answers.
  bool isAlive() {
    try {
      open("file:///other.mlir", "func.func @g() { return }\n");
      return firstSymbol("file:///other.mlir") == "g";
    } catch (const SessionError &) {
      return false;
    }
  }
};
} // namespace

TEST_CASE("Stock weakness: a change with two edits is ignored", "[stock]") {
  auto NameAfter = [](ServerKind Server) {
    Session S(Server);
    S.open(Uri, "func.func @f() {\n  return\n}\n");
    S.changeRanges(Uri, {insertion(0, 12, "g"), insertion(0, 13, "h")}, 2);
    return S.firstSymbol();
  };
  CHECK(NameAfter(ServerKind::Stock) == "f");
  CHECK(NameAfter(ServerKind::Ours) == "fgh");
}

TEST_CASE("Stock weakness: a verifier that crashes ends it", "[stock]") {
  // Of a nested data layout; mlir-opt dies of it, too.
  static const std::string Text =
      "module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {\n"
      "  module attributes {dlti.dl_spec = #dlti.dl_spec<index = 64>} {\n"
      "    func.func @f() { return }\n  }\n"
      "  func.func @g() { return }\n}\n";
  auto ReplyTo = [](ServerKind Server) {
    Session S(Server);
    S.open(Uri, Text);
    return S.ask("textDocument/definition", positionParams(Uri, 4, 14));
  };
  CHECK_THROWS_AS(ReplyTo(ServerKind::Stock), SessionError);
  CHECK(ReplyTo(ServerKind::Ours).size() == 1);
}

TEST_CASE("Stock weakness: columns are bytes", "[stock]") {
  // Three emoji: 6 UTF-16 units, 12 bytes.
  static const std::string Text =
      "\"a.b\"() {s = \"\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\"} : "
      "() -> () func.func @f() { return }\n";
  auto ColumnOf = [](ServerKind Server) {
    Session S(Server);
    S.open(Uri, Text);
    json Symbols = S.ask("textDocument/documentSymbol", documentParams(Uri));
    return Symbols.back()["range"]["start"]["character"].get<size_t>();
  };
  size_t Bytes = Text.find("func.func");
  CHECK(ColumnOf(ServerKind::Stock) == Bytes);
  CHECK(ColumnOf(ServerKind::Ours) == Bytes - 6);
}

TEST_CASE("Stock weakness: only files are documents", "[stock]") {
  for (const char *Name : {"untitled:Untitled-1", "inmemory://model/1"}) {
    auto SymbolIn = [&](ServerKind Server) {
      Session S(Server);
      S.open(Name, "func.func @f() { return }\n");
      return S.firstSymbol(Name);
    };
    CHECK(SymbolIn(ServerKind::Stock) == "error -32602");
    CHECK(SymbolIn(ServerKind::Ours) == "f");
  }
}

TEST_CASE("Stock weakness: text that nests deep ends it", "[stock]") {
  auto Repeat = [](const std::string &Part, int Count) {
    std::string Result;
    for (int I = 0; I < Count; ++I)
      Result += Part;
    return Result;
  };
  std::vector<std::string> Texts = {Repeat("module {", 5000) +
                                        Repeat("}", 5000),
                                    "\"a.b\"() {x = " + Repeat("[", 10000) +
                                        Repeat("]", 10000) + "} : () -> ()"};
  for (const std::string &Text : Texts) {
    Session Stock(ServerKind::Stock);
    Stock.open(Uri, Text);
    CHECK_FALSE(Stock.isAlive());
    CHECK(Stock.waitForExit() == 128 + SIGSEGV);

    Session Ours(ServerKind::Ours);
    Ours.open(Uri, Text);
    json Diagnostics = Ours.waitForDiagnostics(Uri, 1);
    REQUIRE(Diagnostics.size() == 1);
    CHECK_THAT(Diagnostics[0]["message"].get<std::string>(),
               Catch::Contains("nests deeper than"));
    CHECK(Ours.isAlive());
    // Nor is it given to LLVM's server behind ours.
    Outcome Hover =
        Ours.request("textDocument/definition", positionParams(Uri, 0, 3));
    if (!Hover)
      CHECK_THAT(Hover.Error->Message, Catch::Contains("nests deeper than"));
    CHECK(Ours.shutdown() == 0);
  }
}

TEST_CASE("Stock weakness: a message without \"jsonrpc\" ends it", "[stock]") {
  auto Survives = [](ServerKind Server) {
    Session S(Server);
    S.sendRaw(framedMessage(R"({"method":"initialized","params":{}})"));
    return S.isAlive();
  };
  CHECK_FALSE(Survives(ServerKind::Stock));
  CHECK(Survives(ServerKind::Ours));
}

TEST_CASE("Stock weakness: an absurd length is the end of the stream",
          "[stock]") {
  for (const char *Length :
       {"1000000", "1000000000", "99999999999999999999999"}) {
    CAPTURE(Length);
    auto AnswersTo = [&](ServerKind Server) {
      Session S(Server);
      S.sendRaw(std::string("Content-Length: ") + Length + "\r\n\r\n{}");
      int64_t Request = S.send("no/such", json::object());
      try {
        S.closeInput();
        return S.wait(Request).Error->Code;
      } catch (const SessionError &) {
        return 0;
      }
    };
    CHECK(AnswersTo(ServerKind::Stock) == 0);
    CHECK(AnswersTo(ServerKind::Ours) == int(ErrorCode::MethodNotFound));
  }
}

TEST_CASE("Stock weakness: text that makes MLIR write to freed memory",
          "[stock]") {
  // What becomes of LLVM's server depends on the allocator. Ours was ended when
  // the thread that had parsed ended (SafeParse.h).
  static const std::string Generic =
      "func.func @f(%a: tensor<4xf32>, %o: tensor<4xf32>) {\n"
      "  \"a.use\"(%z, %z, %x) : (f32, f32, f32) -> ()\n"
      "  \"a.use\"(%z) : (f32) -> ()\n"
      "  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,\n"
      "      affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]}\n"
      "      ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) {\n"
      "  ^bb0(%x: f32, %y: f32):\n"
      "    %z = arith.addf %x, %y : f32\n"
      "    cf.br ^bb1\n"
      "  ^bb1:\n"
      "    arith.nosuch %z : f32\n"
      "  } -> tensor<4xf32>\n  return\n}\n";
  static const std::string Reduce =
      "func.func @f(%lb: index, %ub: index, %s: index, %init: f32) {\n"
      "  \"a.use\"(%x) : (f32) -> ()\n"
      "  %r:2 = scf.parallel (%i) = (%lb) to (%ub) step (%s)\n"
      "      init (%init, %init) -> (f32, f32) {\n"
      "    scf.reduce(%init, %init : f32, f32) {\n"
      "    ^bb0(%a: f32, %b: f32):\n"
      "      %x = arith.addf %a, %b : f32\n"
      "      scf.reduce.return %x : f32\n"
      "    }, {\n"
      "    ^bb0(%a: f32, %b: f32):\n"
      "      %y = arith.nosuch %a, %b : f32\n"
      "      scf.reduce.return %y : f32\n"
      "    }\n  }\n  return\n}\n";
  Session S(ServerKind::Ours);
  S.open(Uri, Generic);
  CHECK_FALSE(S.waitForDiagnostics(Uri, 1).empty());
  for (int Version = 2; Version < 12; ++Version) {
    S.change(Uri, Version % 2 ? Generic : Reduce, Version);
    CHECK_FALSE(S.waitForDiagnostics(Uri, Version).empty());
  }
  CHECK(S.isAlive());
  CHECK(S.shutdown() == 0);
}
