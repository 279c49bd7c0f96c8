//===- StockServerTest.cpp - In place of mlir-lsp-server ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/ErrorWords.h"
#include "tests/server/ServerSession.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using mlir::noisy::test::sourceRoot;

/// A range with ends that are inside of their lines, as LSP reads those that
/// are not.
static json clampRange(const json &RangeJson, const Text &Contents) {
  auto Clamp = [&](const json &Place) {
    return Contents.positionAt(
        Contents.offsetAt(Place.get<Position>(), PositionEncoding::UTF8),
        PositionEncoding::UTF8);
  };
  return Range{Clamp(RangeJson["start"]), Clamp(RangeJson["end"])};
}

/// A message in the words of both servers: ours has its own for operations that
/// do not exist, and for brackets.
static std::string commonMessage(const std::string &Text) {
  std::string Message = putIntoWords(Text);
  auto contains = [&](const char *Part) {
    return Message.find(Part) != std::string::npos;
  };
  if (contains("unknown operation '") || contains("unknown dialect '") ||
      contains("' is unknown") || contains("not found for custom op"))
    return "unknown operation";
  if (contains("is not closed") || Message.starts_with("expected an operation"))
    return "unclosed bracket";
  return Message;
}

/// True for notes that our server leaves out.
static bool isLeftOut(const std::string &Note) {
  return llvm::StringRef(Note).starts_with("see current operation: ") ||
         llvm::StringRef(Note).starts_with("Available dialects: ") ||
         Note == "opened here";
}

/// Diagnostics without what may differ.
static std::vector<json> normalDiagnostics(const json &Diagnostics,
                                           const Text &Contents) {
  std::vector<json> Result;
  for (json Item : Diagnostics) {
    Item.erase("category");
    Item["range"] = clampRange(Item["range"], Contents);
    // Ours is at the bracket that closes nothing.
    if (llvm::StringRef(Item["message"].get_ref<const std::string &>())
            .starts_with("expected operation name") ||
        llvm::StringRef(Item["message"].get_ref<const std::string &>())
            .contains("no bracket is open"))
      Item.erase("range");
    Item["message"] = commonMessage(Item["message"]);
    Item.erase("code");
    std::vector<json> Notes;
    for (json Note : Item.value("relatedInformation", json::array())) {
      Note["location"]["range"] =
          clampRange(Note["location"]["range"], Contents);
      if (!isLeftOut(Note["message"]))
        Notes.push_back(Note);
    }
    std::sort(Notes.begin(), Notes.end());
    Item["relatedInformation"] = Notes;
    Result.push_back(Item);
  }
  return Result;
}

/// What completions are, without those of dialects that one server lacks, and
/// without the order that they ask for.
static std::vector<json> normalCompletions(const json &Reply) {
  std::vector<json> Result;
  for (const json &Item :
       Reply.is_object() ? Reply.value("items", json::array()) : Reply) {
    std::string Label = Item["label"];
    size_t Begin = Label.find_first_not_of("!#\"@");
    std::string Name = Begin == std::string::npos ? "" : Label.substr(Begin);
    if (Name.rfind("noisy", 0) != 0 && Name.rfind("test", 0) != 0)
      Result.push_back({{"label", Label},
                        {"kind", Item["kind"]},
                        {"detail", Item.value("detail", "")}});
  }
  std::sort(Result.begin(), Result.end());
  return Result;
}

/// Positions at which something begins: names, words, punctuation.
static std::vector<Position> tokensOf(const Text &Contents) {
  std::vector<Position> Result;
  llvm::StringRef Bytes = Contents.bytes();
  auto IsWord = [](char C) {
    return std::isalnum(static_cast<unsigned char>(C)) || C == '_' ||
           C == '.' || C == '%' || C == '#' || C == '!' || C == '@' || C == '^';
  };
  for (size_t I = 0; I < Bytes.size(); ++I)
    if (IsWord(Bytes[I]) && (I == 0 || !IsWord(Bytes[I - 1])))
      Result.push_back(Contents.positionAt(I, PositionEncoding::UTF8));
  return Result;
}

/// All answers of a server about a file, by what was asked.
static std::vector<std::pair<std::string, json>>
interrogate(const std::string &Program, const std::string &File,
            const std::string &Bytes) {
  Text Contents(Bytes);
  std::string FileUri = "file:///stock/" + File;
  json Capabilities = modernCapabilities();
  // LLVM's server counts bytes, whatever a client says.
  Capabilities["general"]["positionEncodings"] = {"utf-8"};
  LspSession S(Program, {"--log=error"});
  S.initialize(Capabilities);
  S.open(FileUri, Bytes);

  std::vector<std::pair<std::string, json>> Answers;
  Answers.emplace_back(
      "diagnostics",
      normalDiagnostics(S.waitForDiagnostics(FileUri), Contents));
  Answers.emplace_back(
      "symbols", S.ask("textDocument/documentSymbol", documentParams(FileUri)));
  for (Position Cursor : tokensOf(Contents)) {
    std::string Place = " at " + std::to_string(Cursor.Line + 1) + ":" +
                        std::to_string(Cursor.Character + 1);
    json Params = positionParams(FileUri, Cursor.Line, Cursor.Character);
    for (const char *Method : {"hover", "definition", "references"}) {
      json MethodParams = Params;
      if (Method == std::string("references"))
        MethodParams["context"] = {{"includeDeclaration", true}};
      json Answer = S.ask(std::string("textDocument/") + Method, MethodParams);
      // Their order is that of a hash table.
      if (Answer.is_array())
        std::sort(Answer.begin(), Answer.end());
      Answers.emplace_back(Method + Place, std::move(Answer));
    }
    // Completion parses the text again each time: not everywhere.
    if (Cursor.Character % 3 != 0)
      continue;
    Params["context"] = {{"triggerKind", 1}};
    Answers.emplace_back(
        "completion" + Place,
        normalCompletions(S.ask("textDocument/completion", Params)));
  }
  CHECK(S.shutdown() == 0);
  return Answers;
}

/// Whether `Ours` has all symbols of `Stock`, in the same order. In a chunk
/// that does not parse, the stock server knows none.
static bool hasSymbols(const json &Ours, const json &Stock) {
  size_t Next = 0;
  for (const json &Symbol : Stock) {
    json Match;
    do {
      if (Next == Ours.size())
        return false;
      Match = Ours[Next++];
    } while (Match["name"] != Symbol["name"]);
    // The stock server has the last chunk end a line too early.
    bool IsChunk = Symbol["name"].get<std::string>().rfind("<file-", 0) == 0;
    if (Match["kind"] != Symbol["kind"] ||
        Match["selectionRange"] != Symbol["selectionRange"] ||
        (Match["range"] != Symbol["range"] && !IsChunk) ||
        !hasSymbols(Match.value("children", json::array()),
                    Symbol.value("children", json::array())))
      return false;
  }
  return true;
}

/// What a hover says, without its looks: a line for each statement. Of an
/// operation only its name, because LLVM's server shows it in generic form.
static std::vector<std::string> normalHover(const json &Hover) {
  if (Hover.is_null())
    return {};
  // It ends before the number of `%r#1`, ours behind it.
  std::vector<std::string> Statements = {Hover["range"]["start"].dump()};
  static constexpr const char *OurLines[] = {
      "Range: ",   "Bounds: ",   "Metadata: ",
      ": range: ", ": bounds: ", ": metadata: "};
  std::istringstream Lines(Hover["contents"]["value"].get<std::string>());
  for (std::string Line; std::getline(Lines, Line);) {
    std::erase(Line, '`');
    // `Type Alias: "name`, with a value without other aliases.
    bool IsAlias = Line.rfind("Alias: ", 0) == 0;
    for (const auto &[Stock, Sigil] : {std::pair("Type Alias: \"", "!"),
                                       std::pair("Attribute Alias: \"", "#")})
      if (Line.rfind(Stock, 0) == 0) {
        Line = std::string("Alias: ") + Sigil + Line.substr(std::strlen(Stock));
        IsAlias = true;
      }
    if (IsAlias) {
      Statements.push_back(Line);
      break;
    }
    // What only our analyses know.
    bool IsOurs =
        std::any_of(std::begin(OurLines), std::end(OurLines),
                    [&](const char *Ours) { return contains(Line, Ours); });
    if (Line.empty() || IsOurs)
      continue;
    if (Line[0] == '"') {
      // `"name" : visibility @symbol`
      size_t Symbol = Line.find(" @");
      Statements.push_back(
          Line.substr(0, Line.find('"', 1) + 1) +
          (Symbol == std::string::npos ? "" : Line.substr(Symbol)));
      break;
    }
    // The order of blocks is that of a list of uses.
    if (size_t Colon = Line.find("cessors: "); Colon != std::string::npos) {
      std::vector<std::string> Blocks;
      std::istringstream Names(Line.substr(Colon + 9));
      for (std::string Name; std::getline(Names, Name, ',');)
        Blocks.push_back(Name.substr(Name.find_first_not_of(' ')));
      std::sort(Blocks.begin(), Blocks.end());
      Line.resize(Colon + 9);
      for (const std::string &Name : Blocks)
        Line += Name + " ";
    }
    Statements.push_back(Line);
  }
  return Statements;
}

/// Whether a label is that of a type, or of a dialect with types: `f32`,
/// `i<N>`, `tensor`, `!llvm`.
static bool isType(const std::string &Label) {
  static const std::set<std::string> Words = {
      "complex", "index", "memref", "none", "tensor", "tuple", "vector"};
  return Words.contains(Label) || Label.starts_with("!") ||
         (Label.find_first_of("0123456789<") != std::string::npos &&
          Label.find_first_of("%@^#") == std::string::npos);
}

/// Whether there is all that LLVM's server offers, apart from what cannot stand
/// there.
static bool hasCompletions(const json &Ours, const json &Stock) {
  auto isSymbol = [](const json &Item) {
    return Item["label"].get<std::string>().rfind('@', 0) == 0;
  };
  // Symbols where it offers all attributes.
  if (!Ours.empty() && std::all_of(Ours.begin(), Ours.end(), isSymbol))
    return true;
  // The name after scf.for is a new one.
  if (Ours.size() == 1 && Ours[0]["label"] == "unsigned")
    return true;
  // An argument of a function has a name: `%arg0: i32`.
  auto isArgument = [](const json &Item) {
    return Item["detail"] == "argument";
  };
  if (!Ours.empty() && std::all_of(Ours.begin(), Ours.end(), isArgument))
    return true;
  // The operation cannot have some types.
  bool HasTypes = !Ours.empty() &&
                  std::all_of(Ours.begin(), Ours.end(), [](const json &Item) {
                    return isType(Item["label"]);
                  });
  return std::all_of(Stock.begin(), Stock.end(), [&](const json &Item) {
    if (HasTypes && isType(Item["label"]))
      return true;
    // It calls the visibility optional.
    auto isSame = [&](const json &Other) {
      return Other["label"] == Item["label"] && Other["kind"] == Item["kind"] &&
             (Other == Item || Other["detail"] == "visibility");
    };
    // It takes a new line for the rest of the declaration before.
    return Item["label"] == "attributes" ||
           std::count_if(Ours.begin(), Ours.end(), isSame) ==
               std::count_if(Stock.begin(), Stock.end(), isSame);
  });
}

/// Whether our hover begins with the signature of the function of which LLVM's
/// says that it is `"func.func" : public @f`.
static bool isSignature(const std::string &OurText,
                        const std::string &StockText) {
  auto [Operation, Rest] =
      llvm::StringRef(StockText).split('\n').first.split(" : ");
  auto [Visibility, Name] = Rest.split('@');
  llvm::StringRef Line = llvm::StringRef(OurText).split('\n').first;
  return !Name.empty() && Line.contains(Operation.trim('"')) &&
         Line.contains("@" + Name.str() + "(") &&
         Line.contains("private") == Visibility.contains("private");
}

/// Whether our hover says what LLVM's says: of a value or a block, ours has no
/// numbers of results and blocks, but the definition, with the type; of a
/// function, its signature.
static bool isAsGoodHover(const json &Ours, const json &Stock) {
  if (Stock.is_null())
    return true;
  std::string StockText = Stock["contents"]["value"];
  bool IsOfOperation = !contains(StockText, "Result #") &&
                       !contains(StockText, "Argument #") &&
                       !contains(StockText, "Block #");
  if (Ours.is_null() ||
      (IsOfOperation && !isSignature(Ours["contents"]["value"], StockText)))
    return normalHover(Ours) == normalHover(Stock);
  std::string OurText = Ours["contents"]["value"];
  std::istringstream Lines(StockText);
  for (std::string Line; std::getline(Lines, Line);) {
    std::erase(Line, '`');
    if (Line.rfind("Type: ", 0) == 0 && !contains(OurText, Line.substr(6)))
      return false;
  }
  return Ours["range"]["start"] == Stock["range"]["start"];
}

/// Whether our message says what LLVM's says, in words for users.
static bool saysSame(const json &Ours, const json &Stock) {
  std::string OurText = Ours;
  return OurText.starts_with(putIntoWords(Stock.get<std::string>()));
}

/// Whether ours names and marks the value that LLVM's has by its number, at the
/// operation.
static bool isNamedUse(const json &Ours, const json &Stock) {
  return contains(Stock["message"], "operand #") &&
         contains(Stock["message"], "is not defined before this operation") &&
         (contains(Ours["message"], "is used before it is defined") ||
          contains(Ours["message"], "is not defined on every way")) &&
         Ours["range"]["start"]["line"] == Stock["range"]["start"]["line"];
}

/// Whether our diagnostic is LLVM's, but for the words.
static bool isSameDiagnostic(json Ours, json Stock) {
  if (isNamedUse(Ours, Stock))
    return true;
  if (!saysSame(Ours["message"], Stock["message"]))
    return false;
  json &OurNotes = Ours["relatedInformation"];
  json &StockNotes = Stock["relatedInformation"];
  if (OurNotes.size() != StockNotes.size())
    return false;
  for (size_t I = 0; I < OurNotes.size(); ++I) {
    if (!saysSame(OurNotes[I]["message"], StockNotes[I]["message"]))
      return false;
    OurNotes[I].erase("message");
    StockNotes[I].erase("message");
  }
  Ours.erase("message");
  Stock.erase("message");
  return Ours == Stock;
}

static bool hasDiagnostic(const json &Ours, const json &Item) {
  return llvm::any_of(
      Ours, [&](const json &Our) { return isSameDiagnostic(Our, Item); });
}

/// Whether our answer is as good as the stock server's: the same where that
/// has one.
static bool isAsGood(const std::string &Question, const json &Ours,
                     const json &Stock) {
  if (Question == "symbols")
    return hasSymbols(Ours, Stock);
  if (Question.rfind("definition", 0) == 0 ||
      Question.rfind("references", 0) == 0)
    return Stock.empty() || Ours == Stock;
  if (Question.rfind("completion", 0) == 0)
    return hasCompletions(Ours, Stock);
  if (Question.rfind("hover", 0) == 0)
    return isAsGoodHover(Ours, Stock);
  if (Question == "diagnostics")
    return Ours.size() == Stock.size() &&
           llvm::all_of(Stock, [&](const json &Item) {
             return hasDiagnostic(Ours, Item);
           });
  return Ours == Stock;
}

TEST_CASE("Server: without noise it behaves as mlir-lsp-server", "[server]") {
  std::vector<std::string> Files;
  for (const auto &Entry :
       std::filesystem::directory_iterator(sourceRoot() / "tests/server/stock"))
    Files.push_back(Entry.path().filename());
  std::sort(Files.begin(), Files.end());
  CHECK(Files.size() >= 12);
  for (const std::string &File : Files) {
    CAPTURE(File);
    std::string Bytes = readFile(sourceRoot() / "tests/server/stock" / File);
    auto Ours = interrogate(ourServer(), File, Bytes);
    auto Stock = interrogate(stockServer(), File, Bytes);
    REQUIRE(Ours.size() == Stock.size());
    for (size_t I = 0; I < Ours.size(); ++I) {
      CAPTURE(Ours[I].first);
      // An error in one function does not keep us from looking at the others,
      // nor one in an operation from looking at the end of its block.
      if ((File == "several-errors.mlir" || File == "parse-error.mlir" ||
           File == "cut-short.mlir") &&
          Ours[I].first == "diagnostics") {
        for (const json &Item : Stock[I].second)
          CHECK(hasDiagnostic(Ours[I].second, Item));
        CHECK(Ours[I].second.size() > Stock[I].second.size());
        continue;
      }
      // What it is missing in the form of an unknown dialect, we read.
      if (File == "unknown-dialect.mlir" && Ours[I].first == "diagnostics") {
        REQUIRE(Ours[I].second.size() == 1);
        CHECK(Ours[I].second[0]["message"] == "undefined value '%x'");
        continue;
      }
      CAPTURE(Ours[I].second, Stock[I].second);
      CHECK(isAsGood(Ours[I].first, Ours[I].second, Stock[I].second));
    }
  }
}
