//===- AnswerCheck.cpp - The validity of answers --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/AnswerCheck.h"
#include <algorithm>
#include <set>

using namespace mlir::noisy::lsp;

static constexpr PositionEncoding Bytes = PositionEncoding::UTF8;

static std::string describe(Position Pos) {
  return std::to_string(Pos.Line + 1) + ":" + std::to_string(Pos.Character + 1);
}

static std::string describe(const Range &Span) {
  return describe(Span.Start) + " to " + describe(Span.End);
}

static bool contains(const Range &Outer, const Range &Inner) {
  return Outer.Start <= Inner.Start && Inner.End <= Outer.End;
}

/// Includes the end: a cursor after a name is at that name.
static bool contains(const Range &Outer, Position Pos) {
  return Outer.Start <= Pos && Pos <= Outer.End;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

bool AnswerCheck::isInText(Position Pos) const {
  // Offsets outside are clamped, and so is the middle of a character.
  return Contents.positionAt(Contents.offsetAt(Pos, Bytes), Bytes) == Pos;
}

void AnswerCheck::position(const json &Value, const char *Subject) {
  Position Pos = Value.get<Position>();
  if (!isInText(Pos))
    complain(Pos, std::string(Subject) + " is not a position in the text");
}

void AnswerCheck::range(const json &Value) {
  Range Span = Value.get<Range>();
  for (Position End : {Span.Start, Span.End})
    if (!isInText(End))
      return complain(std::nullopt,
                      "the range " + describe(Span) + " is not in the text");
  if (Span.End < Span.Start)
    complain(Span.Start,
             "the range " + describe(Span) + " ends before it begins");
}

void AnswerCheck::ranges(const json &Answer) {
  if (Answer.is_array()) {
    for (const json &Element : Answer)
      ranges(Element);
    return;
  }
  if (!Answer.is_object())
    return;
  if (Answer.contains("start") && Answer.contains("end") &&
      Answer["start"].is_object())
    return range(Answer);
  for (const char *Name : {"uri", "targetUri"})
    if (Answer.contains(Name) && Answer[Name] != Uri) {
      // The origin of a link is in this document in any case.
      if (Answer.contains("originSelectionRange"))
        range(Answer["originSelectionRange"]);
      return;
    }
  for (const auto &[Name, Member] : Answer.items())
    // The client does not interpret data for later requests.
    if (Name != "data" && Name != "arguments")
      ranges(Member);
}

//===----------------------------------------------------------------------===//
// Requests at a position
//===----------------------------------------------------------------------===//

void AnswerCheck::hover(const json &Answer, Position Pos) {
  if (Answer.is_null())
    return;
  ranges(Answer);
  Hover Info = Answer.get<Hover>();
  if (Info.Contents.Value.empty())
    complain(Pos, "the hover is empty");
  if (Info.Range && !contains(*Info.Range, Pos))
    complain(Pos, "the hover is about " + describe(*Info.Range));
}

void AnswerCheck::completions(const json &Answer, Position Pos) {
  if (Answer.is_null())
    return;
  const json &Items = Answer.is_array() ? Answer : Answer.at("items");
  for (const json &Item : Items) {
    std::string Label = Item.at("label").get<std::string>();
    if (Label.empty())
      complain(Pos, "a completion without label");
    if (!Item.contains("textEdit"))
      continue;
    Range EditRange = Item["textEdit"].at("range").get<Range>();
    ranges(Item);
    if (EditRange.Start.Line != EditRange.End.Line || !contains(EditRange, Pos))
      complain(Pos, "the completion '" + Label + "' replaces " +
                        describe(EditRange));
  }
}

void AnswerCheck::signature(const json &Answer, Position Pos) {
  for (const json &Signature : Answer.at("signatures")) {
    size_t Size = Signature.at("label").get<std::string>().size();
    const json &Parameters = Signature.at("parameters");
    for (const json &Parameter : Parameters) {
      auto [Begin, End] =
          Parameter.at("label").get<std::pair<size_t, size_t>>();
      if (Begin >= End || End > Size)
        complain(Pos, "a part of a signature outside of its label");
    }
    if (Answer.at("activeParameter").get<size_t>() >= Parameters.size())
      complain(Pos, "an active part that the signature does not have");
  }
}

void AnswerCheck::selections(const json &Answer,
                             const std::vector<Position> &Positions) {
  ranges(Answer);
  if (Answer.size() != Positions.size())
    return complain(std::nullopt,
                    std::to_string(Answer.size()) + " selections for " +
                        std::to_string(Positions.size()) + " positions");
  for (size_t I = 0; I < Positions.size(); ++I) {
    const json *Inner = &Answer[I];
    if (!contains(Inner->at("range").get<Range>(), Positions[I]))
      complain(Positions[I], "the selection does not contain the place");
    while (Inner->contains("parent")) {
      const json *Outer = &Inner->at("parent");
      if (!contains(Outer->at("range").get<Range>(),
                    Inner->at("range").get<Range>()))
        complain(Positions[I], "a selection is not in the one around it");
      Inner = Outer;
    }
  }
}

void AnswerCheck::renameRange(const json &Answer, Position Pos) {
  if (Answer.is_null())
    return;
  ranges(Answer);
  const json &RangeValue = Answer.contains("range") ? Answer["range"] : Answer;
  // Quotes and sigils are not edited: a % or a quote before the name, a quote
  // or a #1 after it.
  Position NextPos = Pos;
  ++NextPos.Character;
  Range NameRange = RangeValue.get<Range>();
  auto isLeftOut = [&] {
    llvm::StringRef Gap = Contents.bytes().slice(
        Contents.offsetAt(NameRange.End, Bytes), Contents.offsetAt(Pos, Bytes));
    return Gap == "\"" ||
           (Gap.consume_front("#") &&
            Gap.find_first_not_of("0123456789") == llvm::StringRef::npos);
  };
  if (!contains(NameRange, Pos) && NameRange.Start != NextPos && !isLeftOut())
    complain(Pos, "the name to rename is at " + describe(NameRange));
}

//===----------------------------------------------------------------------===//
// Requests about a document
//===----------------------------------------------------------------------===//

void AnswerCheck::symbols(const json &Answer) {
  if (Answer.is_null())
    return;
  ranges(Answer);
  for (const json &Symbol : Answer) {
    Range Whole = Symbol.at("range").get<Range>();
    if (Symbol.at("name").get<std::string>().empty())
      complain(Whole.Start, "a symbol without a name");
    if (!contains(Whole, Symbol.at("selectionRange").get<Range>()))
      complain(Whole.Start,
               "the selection range of a symbol is not inside its range");
    if (Symbol.contains("children"))
      symbols(Symbol["children"]);
  }
}

void AnswerCheck::folds(const json &Answer) {
  if (Answer.is_null())
    return;
  for (const json &Fold : Answer) {
    uint32_t First = Fold.at("startLine"), Last = Fold.at("endLine");
    if (First > Last || Last >= Contents.lineCount())
      complain(Position{First, 0},
               "the fold ends in line " + std::to_string(Last + 1));
    for (auto [Column, Line] :
         {std::pair("startCharacter", First), std::pair("endCharacter", Last)})
      if (Fold.contains(Column))
        position({{"line", Line}, {"character", Fold[Column]}},
                 "an end of a fold");
  }
}

void AnswerCheck::semanticTokens(const json &Answer, const json &Legend,
                                 Range Bounds) {
  if (Answer.is_null())
    return;
  const json &Data = Answer.at("data");
  if (Data.size() % 5 != 0)
    return complain(std::nullopt, "the tokens are not groups of five numbers");
  size_t Types = Legend.at("tokenTypes").size();
  size_t Modifiers = Legend.at("tokenModifiers").size();
  Position End;
  uint32_t Line = 0, Column = 0;
  for (size_t I = 0; I < Data.size(); I += 5) {
    uint32_t LineDelta = Data[I], ColumnDelta = Data[I + 1];
    uint32_t Length = Data[I + 2];
    Line += LineDelta;
    Column = LineDelta ? ColumnDelta : Column + ColumnDelta;
    Range Token = {{Line, Column}, {Line, Column + Length}};
    if (Length == 0)
      complain(Token.Start, "a token without length");
    else if (!isInText(Token.Start) || !isInText(Token.End))
      complain(Token.Start, "a token outside of the text");
    else if (Token.Start < End)
      complain(Token.Start, "a token begins before the last one ends");
    // Lines that are partly in the range may be complete.
    else if (Line < Bounds.Start.Line || Bounds.End.Line < Line)
      complain(Token.Start, "a token outside of " + describe(Bounds));
    if (Data[I + 3].get<size_t>() >= Types ||
        (Modifiers < 32 && Data[I + 4].get<uint32_t>() >> Modifiers != 0))
      complain(Token.Start, "a token that is not in the legend");
    End = Token.End;
  }
}

void AnswerCheck::inlayHints(const json &Answer, Range Bounds) {
  if (Answer.is_null())
    return;
  ranges(Answer);
  for (const json &Hint : Answer) {
    Position Pos = Hint.at("position").get<Position>();
    position(Hint["position"], "an inlay hint");
    const json &Label = Hint.at("label");
    if (Label.empty() || Label == "")
      complain(Pos, "an inlay hint without label");
    if (!contains(Bounds, Pos))
      complain(Pos, "an inlay hint outside of " + describe(Bounds));
  }
}

void AnswerCheck::lenses(const json &Answer) {
  if (Answer.is_null())
    return;
  ranges(Answer);
  for (const json &Lens : Answer) {
    Range LensRange = Lens.at("range").get<Range>();
    if (LensRange.Start.Line != LensRange.End.Line)
      complain(LensRange.Start, "a lens on more than one line");
    if (!Lens.contains("command") && !Lens.contains("data"))
      complain(LensRange.Start, "a lens without a title");
  }
}

//===----------------------------------------------------------------------===//
// The flow of noise
//===----------------------------------------------------------------------===//

void AnswerCheck::noiseGraph(const json &Answer) {
  if (Answer.is_null())
    return;
  ranges(Answer);
  const json &Nodes = Answer.at("nodes"), &Edges = Answer.at("edges");
  Position Start = Answer.at("range").at("start").get<Position>();
  std::set<std::string> Keys;
  for (const json &Node : Nodes) {
    Position Pos = Node.at("range").at("start").get<Position>();
    std::string Key = Node.at("key").get<std::string>();
    if (Node.at("name").get<std::string>().empty())
      complain(Pos, "a node without a name");
    if (!Keys.insert(Key).second)
      complain(Pos, "two nodes are called '" + Key + "'");
    const json &Kind = Node.at("kind");
    for (const char *Flag : {"isUnreliable", "isAssumed", "isInserted"})
      Node.at(Flag).get<bool>();
    // The level of an operation is that of its operands.
    bool IsKnown = Node.contains("limit") || Kind == "sink" || Kind == "call" ||
                   Kind == "bundle";
    if (!IsKnown && Node.at("level") != "unknown")
      complain(Pos, "the node '" + Key + "' has a level, but no noise");
  }
  std::set<std::pair<size_t, size_t>> SeenEdges;
  for (const json &Edge : Edges) {
    size_t Source = Edge.at("from").get<size_t>();
    size_t Target = Edge.at("to").get<size_t>();
    Edge.at("isBack").get<bool>();
    if (Source >= Nodes.size() || Target >= Nodes.size())
      complain(Start, "an edge of a missing node");
    else if (Nodes[Source]["kind"] == "sink")
      complain(Start, "an edge out of a sink");
    if (!SeenEdges.insert({Source, Target}).second)
      complain(Start, "the same edge twice");
  }
  if (Answer.at("totalNodes").get<size_t>() < Nodes.size())
    complain(Start, "more nodes than there are");
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void AnswerCheck::edits(const json &Edits, const std::string &OfUri) {
  if (OfUri != Uri)
    return complain(std::nullopt, "an edit of another document: " + OfUri);
  ranges(Edits);
  std::vector<Range> Ranges;
  for (const json &Edit : Edits) {
    Ranges.push_back(Edit.at("range").get<Range>());
    if (!Edit.at("newText").is_string())
      complain(Ranges.back().Start, "an edit without a text");
  }
  std::sort(Ranges.begin(), Ranges.end());
  for (size_t I = 1; I < Ranges.size(); ++I)
    if (Ranges[I].Start < Ranges[I - 1].End)
      complain(Ranges[I].Start, "edits overlap");
}

void AnswerCheck::workspaceEdit(const json &Answer) {
  if (Answer.is_null())
    return;
  if (Answer.contains("documentChanges")) {
    const json &Documents = Answer["documentChanges"];
    if (Documents.size() > 1)
      complain(std::nullopt, "several lists of edits");
    for (const json &Document : Documents)
      edits(Document.at("edits"),
            Document.at("textDocument").at("uri").get<std::string>());
    return;
  }
  for (const auto &[OfUri, Edits] : Answer.at("changes").items())
    edits(Edits, OfUri);
}

std::string mlir::noisy::lsp::applyWorkspaceEdit(const Text &Contents,
                                                 const std::string &Uri,
                                                 const json &Edit) {
  std::vector<TextEdit> Edits;
  for (TextDocumentEdit &DocumentEdit : Edit.get<WorkspaceEdit>().Documents)
    if (DocumentEdit.Uri == Uri)
      Edits.insert(Edits.end(), DocumentEdit.Edits.begin(),
                   DocumentEdit.Edits.end());
  // Insertions at one place apply in the order of the list.
  std::stable_sort(
      Edits.begin(), Edits.end(),
      [](const TextEdit &A, const TextEdit &B) { return A.Range < B.Range; });
  llvm::StringRef Old = Contents.bytes();
  std::string New;
  size_t OldOffset = 0;
  for (const TextEdit &Change : Edits) {
    New += Old.slice(OldOffset, Contents.offsetAt(Change.Range.Start, Bytes));
    New += Change.NewText;
    OldOffset = Contents.offsetAt(Change.Range.End, Bytes);
  }
  New += Old.substr(OldOffset);
  return New;
}
