//===- Comparison.cpp - The answers of two servers about a text -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/Comparison.h"
#include "server/check/AnswerCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <regex>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using lsp::json;
using lsp::Position;
using lsp::PositionEncoding;
using lsp::Range;

/// The kind of the first answer, which is no reply to a request.
static constexpr const char *DiagnosticsKind = "diagnostics";

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

Comparison::Comparison(const lsp::Text &Text, std::string Uri,
                       PositionEncoding Encoding, uint64_t Seed, bool Thorough)
    : Text(Text), Uri(std::move(Uri)), Encoding(Encoding) {
  Questions.push_back({DiagnosticsKind, nullptr, {}});
  Range Whole = Text.rangeAt(0, Text.size(), Encoding);
  for (const char *Method :
       {"textDocument/documentSymbol", "textDocument/foldingRange",
        "textDocument/codeLens", "textDocument/semanticTokens/full"})
    addQuestion(Method, json::object());
  addQuestion("textDocument/inlayHint", {{"range", Whole}});
  std::mt19937_64 Random(Seed);
  addPlaces(Random, Thorough);

  for (size_t Line = 0, Chunk = 0; Line < Text.lineCount(); ++Line) {
    llvm::StringRef Contents =
        Text.bytes().slice(Text.lineStart(Line), Text.lineEnd(Line));
    if (Contents.consume_front("// -----") && Contents.trim().empty())
      ++Chunk;
    ChunkOfLine.push_back(Chunk);
  }
  IsBrokenChunk.resize(ChunkOfLine.back() + 1);
}

void Comparison::addQuestion(const std::string &Method, json Params,
                             Position At) {
  Params["textDocument"] = {{"uri", Uri}};
  Questions.push_back({Method, std::move(Params), At});
}

/// Chooses a place, preferably in a name.
static size_t choosePlace(llvm::StringRef Bytes, std::mt19937_64 &Random) {
  if (Bytes.empty())
    return 0;
  size_t At = Random() % (Bytes.size() + 1);
  if (Random() % 8 == 0)
    return At;
  size_t Sign = Bytes.find_first_of("%@!#^.", At);
  return Sign == llvm::StringRef::npos ? At : Sign + Random() % 2;
}

void Comparison::addPlaces(std::mt19937_64 &Random, bool Thorough) {
  struct Asked {
    const char *Method;
    unsigned Few, Many;
  };
  static constexpr Asked All[] = {
      {"textDocument/hover", 6, 400},
      {"textDocument/definition", 2, 200},
      {"textDocument/references", 1, 100},
      {"textDocument/documentHighlight", 1, 100},
      {"textDocument/selectionRange", 1, 50},
      {"textDocument/prepareRename", 1, 50},
      {"textDocument/codeAction", 1, 50},
      {"textDocument/completion", 1, 10},
      {"textDocument/prepareCallHierarchy", 1, 20},
      {"noisy/noiseGraph", 1, 20},
  };
  for (const Asked &Each : All)
    for (unsigned I = Thorough ? Each.Many : Each.Few; I > 0; --I) {
      Position At =
          Text.positionAt(choosePlace(Text.bytes(), Random), Encoding);
      json Params = lsp::positionParams(Uri, At.Line, At.Character);
      llvm::StringRef Method = Each.Method;
      if (Method.ends_with("references"))
        Params["context"] = {{"includeDeclaration", true}};
      if (Method.ends_with("selectionRange"))
        Params["positions"] = json::array({At});
      if (Method.ends_with("codeAction")) {
        Params["range"] = Range{At, At};
        Params["context"] = {{"diagnostics", json::array()}};
      }
      addQuestion(Each.Method, std::move(Params), At);
    }
}

std::vector<json> Comparison::ask(FuzzedServer &Server, int64_t Version) {
  lsp::LspSession &Session = Server.session();
  std::vector<json> Answers;
  std::vector<int64_t> Ids;
  for (const Question &Each : Questions)
    if (Each.Method != DiagnosticsKind)
      Ids.push_back(Session.send(Each.Method, Each.Params));
  for (int64_t Id : Ids) {
    lsp::Outcome Answer = Session.wait(Id);
    Answers.push_back(Answer ? std::move(Answer.Result)
                             : json{{"refused", Answer.Error->Message}});
  }
  Server.takeMessages();
  Answers.insert(Answers.begin(), Server.diagnostics(Uri, Version));
  return Answers;
}

//===----------------------------------------------------------------------===//
// Broken chunks
//===----------------------------------------------------------------------===//

void Comparison::findBrokenChunks(const json &Diagnostics) {
  for (const json &Each : Diagnostics) {
    std::string Code = Each.value("code", "");
    if (Each.value("severity", 1) != 1 ||
        llvm::StringRef(Code).starts_with("noise-") ||
        llvm::StringRef(Code).starts_with("int-"))
      continue;
    size_t Line = Each["range"]["start"]["line"];
    IsBrokenChunk[ChunkOfLine[std::min(Line, ChunkOfLine.size() - 1)]] = true;
  }
}

bool Comparison::isGood() const {
  return llvm::none_of(IsBrokenChunk, [](bool Is) { return Is; });
}

bool Comparison::isBroken(uint32_t Line) const {
  return IsBrokenChunk[ChunkOfLine[std::min<size_t>(Line,
                                                    ChunkOfLine.size() - 1)]];
}

bool Comparison::isInBroken(const json &Where) const {
  uint32_t First = Where["start"]["line"], Last = Where["end"]["line"];
  return isBroken(First) || isBroken(Last);
}

//===----------------------------------------------------------------------===//
// Equal parts
//===----------------------------------------------------------------------===//

std::vector<std::string> Comparison::listDiagnostics(const json &Answer) const {
  std::vector<std::string> Result;
  for (json Each : Answer) {
    Each.erase("data");
    // Findings that depend on broken parts differ.
    if (Each.value("source", "") == "noisy" && isInBroken(Each["range"]))
      continue;
    Result.push_back(lsp::dumpJson(Each));
  }
  return Result;
}

std::vector<std::string> Comparison::listTokens(const json &Answer) const {
  std::vector<std::string> Result;
  if (!Answer.contains("data"))
    return {lsp::dumpJson(Answer)};
  const json &Data = Answer["data"];
  uint32_t Line = 0, Column = 0;
  for (size_t I = 0; I + 4 < Data.size(); I += 5) {
    uint32_t Lines = Data[I], Columns = Data[I + 1];
    Line += Lines;
    Column = Lines ? Columns : Column + Columns;
    if (!isBroken(Line))
      Result.push_back(std::to_string(Line) + ":" + std::to_string(Column) +
                       " " + lsp::dumpJson(Data[I + 2]) + " " +
                       lsp::dumpJson(Data[I + 3]) + " " +
                       lsp::dumpJson(Data[I + 4]));
  }
  return Result;
}

/// The range that an item is about.
static json rangeOf(const json &Item) {
  if (Item.contains("range"))
    return Item["range"];
  if (Item.contains("position"))
    return {{"start", Item["position"]}, {"end", Item["position"]}};
  if (Item.contains("startLine"))
    return {{"start", {{"line", Item["startLine"]}}},
            {"end", {{"line", Item["endLine"]}}}};
  if (Item.contains("targetRange"))
    return Item["targetRange"];
  return nullptr;
}

std::vector<std::string> Comparison::listItems(const json &Answer) const {
  std::vector<std::string> Result;
  for (json Each : Answer) {
    json Where = rangeOf(Each);
    if (!Where.is_null() && isInBroken(Where))
      continue;
    Each.erase("data");
    // Ignore the version of the text.
    if (Each.contains("command") && Each["command"].is_object())
      Each["command"].erase("arguments");
    Result.push_back(lsp::dumpJson(Each));
  }
  return Result;
}

std::vector<std::string> Comparison::listComparable(const Question &Asked,
                                                    const json &Answer) const {
  if (Asked.Method == DiagnosticsKind)
    return listDiagnostics(Answer);
  if (Asked.Method == "textDocument/semanticTokens/full")
    return listTokens(Answer);
  if (Answer.is_array() && Asked.Method != "textDocument/codeAction")
    return listItems(Answer);
  json Kept = Answer;
  if (Asked.Method == "noisy/noiseGraph" && Kept.is_object())
    Kept.erase("version");
  if (Asked.Method == "textDocument/codeAction" && Kept.is_array()) {
    Kept = json::array();
    for (const json &Each : Answer) {
      std::string Title = Each.value("title", ""),
                  Kind = Each.value("kind", "");
      // A change everywhere depends on the known facts about broken parts.
      bool IsEverywhere =
          llvm::StringRef(Title).ends_with("all parts of the document") ||
          llvm::StringRef(Kind).starts_with("source.");
      if (isGood() || !IsEverywhere)
        Kept.push_back({{"title", Title}, {"kind", Kind}});
    }
  }
  return {lsp::dumpJson(Kept)};
}

/// True if a hover says that it is stale, or depends on stale facts.
static bool saysStale(const json &Answer) {
  std::string Bytes = lsp::dumpJson(Answer);
  for (const char *Words :
       {"stale", "as of before an edit", "as of when it last did",
        "as it last did", "does not verify"})
    if (Bytes.find(Words) != std::string::npos)
      return true;
  return false;
}

/// True if the hovers of both servers about a broken chunk have to be equal.
static bool isComparable(const json &Here, const json &There) {
  // The edited server may know more, and says that it is stale.
  if (There.is_null() || saysStale(Here))
    return false;
  // Operations that are never executed, as far as was known before, have no
  // noise, and so nothing that could be stale.
  bool HasNoise = lsp::dumpJson(Here).find("oise") != std::string::npos;
  return HasNoise || !saysStale(There);
}

/// Removes numbers: a context gives a resource that it knows already another
/// name, which occurs in messages of MLIR.
static void removeNumbers(std::vector<std::string> &Lines) {
  static const std::regex Resource(
      "(dense_resource<\\w+?|for key '\\w+?)_[0-9]+([>'])");
  for (std::string &Line : Lines)
    if (Line.find("resource") != std::string::npos)
      Line = std::regex_replace(Line, Resource, "$1$2");
}

void Comparison::compareOne(const Question &Asked, const json &Here,
                            const json &There) {
  bool IsAtPlace = Asked.Params.contains("position") ||
                   Asked.Method == "textDocument/codeAction";
  // Completions depend on all of the text.
  if (Asked.Method == "textDocument/completion" && !isGood())
    return;
  if (IsAtPlace && isBroken(Asked.At.Line) &&
      (Asked.Method != "textDocument/hover" || !isComparable(Here, There)))
    return;
  ++Counts[Asked.Method];
  std::vector<std::string> Mine = listComparable(Asked, Here);
  std::vector<std::string> New = listComparable(Asked, There);
  if (Mine == New)
    return;
  removeNumbers(Mine);
  removeNumbers(New);
  std::sort(Mine.begin(), Mine.end());
  std::sort(New.begin(), New.end());
  if (Mine == New)
    return;
  std::string Message;
  if (IsAtPlace)
    Message += "at " + std::to_string(Asked.At.Line + 1) + ":" +
               std::to_string(Asked.At.Character + 1) + "\n";
  std::vector<std::string> Only;
  std::set_difference(Mine.begin(), Mine.end(), New.begin(), New.end(),
                      std::back_inserter(Only));
  for (const std::string &Each : Only)
    Message += "  edited: " + Each + "\n";
  Only.clear();
  std::set_difference(New.begin(), New.end(), Mine.begin(), Mine.end(),
                      std::back_inserter(Only));
  for (const std::string &Each : Only)
    Message += "  fresh:  " + Each + "\n";
  Differences.push_back({Asked.Method, std::move(Message)});
}

void Comparison::compare(const std::vector<json> &Here,
                         const std::vector<json> &There,
                         const json &Capabilities) {
  findBrokenChunks(Here.front());
  findBrokenChunks(There.front());
  Counts["texts without errors"] += isGood();
  for (size_t I = 0; I < Questions.size(); ++I)
    compareOne(Questions[I], Here[I], There[I]);
  // Columns are bytes in this encoding.
  if (Encoding == PositionEncoding::UTF8)
    checkAnswers(Here, Capabilities);
}

//===----------------------------------------------------------------------===//
// Validity of answers
//===----------------------------------------------------------------------===//

void Comparison::checkAnswers(const std::vector<json> &Answers,
                              const json &Capabilities) {
  lsp::AnswerCheck Check(Text, Uri);
  Range Whole = Text.rangeAt(0, Text.size(), Encoding);
  size_t Before = 0;
  for (size_t I = 0; I < Questions.size(); ++I) {
    const Question &Asked = Questions[I];
    const json &Answer = Answers[I];
    llvm::StringRef Method = Asked.Method;
    if (Answer.is_object() && Answer.contains("refused"))
      continue;
    if (Method.ends_with("hover"))
      Check.hover(Answer, Asked.At);
    else if (Method.ends_with("documentSymbol"))
      Check.symbols(Answer);
    else if (Method.ends_with("foldingRange"))
      Check.folds(Answer);
    else if (Method.ends_with("codeLens"))
      Check.lenses(Answer);
    else if (Method.ends_with("semanticTokens/full"))
      Check.semanticTokens(
          Answer, Capabilities.at("semanticTokensProvider").at("legend"),
          Whole);
    else if (Method.ends_with("inlayHint"))
      Check.inlayHints(Answer, Whole);
    else if (Method.ends_with("selectionRange"))
      Check.selections(Answer, {Asked.At});
    else if (Method.ends_with("prepareRename"))
      Check.renameRange(Answer, Asked.At);
    else if (Method.ends_with("completion"))
      Check.completions(Answer, Asked.At);
    else if (Method.ends_with("noiseGraph"))
      Check.noiseGraph(Answer);
    else
      Check.ranges(Answer);
    for (; Before < Check.complaints().size(); ++Before)
      Differences.push_back(
          {"answer", Asked.Method + ": " + Check.complaints()[Before].Message +
                         "\n  " + lsp::dumpJson(Answer).substr(0, 2000)});
  }
}
