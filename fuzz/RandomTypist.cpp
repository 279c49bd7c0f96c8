//===- RandomTypist.cpp - A random user who edits a text ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/RandomTypist.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;

/// The largest text: more pasting makes no text better.
static constexpr size_t MostBytes = 48 << 10;

std::vector<std::vector<RandomEdit>> RandomTypist::next() {
  Made.clear();
  if (Past.empty() || below(3) == 0) {
    Past.push_back(Bytes);
    if (Past.size() > 8)
      Past.pop_front();
  }
  using Action = void (RandomTypist::*)();
  static constexpr Action Actions[] = {&RandomTypist::chance,
                                       &RandomTypist::chance,
                                       &RandomTypist::chance,
                                       &RandomTypist::typeKeys,
                                       &RandomTypist::eraseKeys,
                                       &RandomTypist::moveBlock,
                                       &RandomTypist::renameEverywhere,
                                       &RandomTypist::indentOrComment,
                                       &RandomTypist::insertSnippet,
                                       &RandomTypist::insertSnippet,
                                       &RandomTypist::cutBracket,
                                       &RandomTypist::changeLineEnds,
                                       &RandomTypist::editManyPlaces,
                                       &RandomTypist::replaceParagraph,
                                       &RandomTypist::retypeLine,
                                       &RandomTypist::retypeLine,
                                       &RandomTypist::undo,
                                       &RandomTypist::undo,
                                       &RandomTypist::undo,
                                       &RandomTypist::undo,
                                       &RandomTypist::undo};
  if (Bytes.empty() || Bytes.size() > MostBytes)
    undo();
  else
    (this->*Actions[below(std::size(Actions))])();
  std::erase_if(Made, [](const auto &Message) { return Message.empty(); });
  return std::move(Made);
}

//===----------------------------------------------------------------------===//
// Tools
//===----------------------------------------------------------------------===//

static bool isInside(const std::string &Bytes, size_t At) {
  if (At == 0 || At >= Bytes.size())
    return false;
  return (static_cast<unsigned char>(Bytes[At]) & 0xC0) == 0x80 ||
         (Bytes[At - 1] == '\r' && Bytes[At] == '\n');
}

void RandomTypist::edit(size_t Begin, size_t End, std::string New) {
  Begin = std::min(Begin, Bytes.size());
  End = std::min(std::max(Begin, End), Bytes.size());
  while (isInside(Bytes, Begin))
    --Begin;
  while (isInside(Bytes, End))
    --End;
  End = std::max(Begin, End);
  New = toUtf8(New);
  Bytes.replace(Begin, End - Begin, New);
  if (Made.empty())
    beginMessage();
  Made.back().push_back({Begin, End, std::move(New)});
}

void RandomTypist::become(const std::string &New) {
  lsp::TextChange Change = lsp::TextChange::between(Bytes, New);
  size_t Begin = Change.Old.Begin, End = Change.Old.End;
  size_t NewEnd = Begin + Change.NewSize;
  // Never inside of a character, of either text.
  while (isInside(Bytes, Begin) || isInside(New, Begin))
    --Begin;
  while (isInside(Bytes, End) || isInside(New, NewEnd))
    ++End, ++NewEnd;
  edit(Begin, End, New.substr(Begin, NewEnd - Begin));
}

size_t RandomTypist::lineBegin(size_t At) const {
  size_t Before = At == 0 ? std::string::npos : Bytes.rfind('\n', At - 1);
  return Before == std::string::npos ? 0 : Before + 1;
}

size_t RandomTypist::lineEnd(size_t At) const {
  return std::min(Bytes.find('\n', At), Bytes.size());
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

void RandomTypist::chance() {
  for (size_t More = below(3) ? 1 : 1 + below(4); More > 0; --More) {
    if (below(3))
      beginMessage();
    for (RandomEdit &Each : test::makeEdit(Bytes, Random))
      edit(Each.Begin, Each.End, std::move(Each.New));
  }
}

void RandomTypist::typeKeys() {
  // A line of this text or another, typed somewhere.
  std::string Other = below(3) ? Bytes : Source.make(Random);
  size_t From = Other.rfind('\n', below(Other.size()));
  From = From == std::string::npos ? 0 : From + 1;
  std::string Line = Other.substr(From, Other.find('\n', From) - From);
  size_t At = lineEnd(below(Bytes.size()));
  if (At > 0 && Bytes[At - 1] == '\r')
    --At;
  Line = "\n" + Line.substr(0, 60);
  static constexpr llvm::StringLiteral Openers = "([{\"", Closers = ")]}\"";
  bool ClosesBrackets = below(2);
  for (size_t I = 0; I < Line.size();) {
    size_t End = I + 1;
    while (isInside(Line, End))
      ++End;
    std::string Key = Line.substr(I, End - I);
    size_t Opener = Openers.find(Key[0]);
    beginMessage();
    // Like editors: the closing bracket is inserted automatically, and typed
    // over.
    if (ClosesBrackets && Key.size() == 1 && At < Bytes.size() &&
        Closers.contains(Key[0]) && Bytes[At] == Key[0])
      edit(At, At + 1, Key);
    else if (ClosesBrackets && Opener != llvm::StringRef::npos)
      edit(At, At, Key + Closers[Opener]);
    else
      edit(At, At, Key);
    At += Key.size();
    I = End;
    // Sometimes there is a pause, or a mistake.
    if (below(40) == 0)
      return;
    if (below(25) == 0) {
      beginMessage();
      edit(At, At, "x");
      beginMessage();
      edit(At, At + 1, "");
    }
  }
}

void RandomTypist::eraseKeys() {
  size_t At = below(Bytes.size() + 1);
  for (size_t Keys = 1 + below(30); Keys > 0 && At > 0; --Keys) {
    size_t Begin = At - 1;
    while (isInside(Bytes, Begin))
      --Begin;
    beginMessage();
    edit(Begin, At, "");
    At = Begin;
  }
}

void RandomTypist::moveBlock() {
  size_t Begin = lineBegin(below(Bytes.size()));
  size_t End = Begin;
  for (size_t Lines = 1 + below(below(3) ? 6 : 40); Lines > 0; --Lines)
    End = std::min(lineEnd(End) + 1, Bytes.size());
  Clipboard = Bytes.substr(Begin, End - Begin);
  beginMessage();
  if (below(3))
    edit(Begin, End, "");
  if (below(4) == 0)
    return;
  if (below(2))
    beginMessage();
  size_t To = lineBegin(below(Bytes.size() + 1));
  edit(To, To, Clipboard);
}

static bool isNameChar(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '.' ||
         C == '$' || C == '-';
}

void RandomTypist::renameEverywhere() {
  size_t At = Bytes.find_first_of("%@#!^", below(Bytes.size()));
  if (At == std::string::npos)
    return;
  size_t End = At + 1;
  while (End < Bytes.size() && isNameChar(Bytes[End]))
    ++End;
  std::string Old = Bytes.substr(At, End - At);
  if (Old.size() < 2)
    return;
  std::string New = Old.substr(0, 1);
  size_t Other = Bytes.find(New, below(Bytes.size()));
  if (below(3) == 0 && Other != std::string::npos)
    New = Bytes.substr(Other, 3);
  else
    New += "n" + std::to_string(below(100));
  // All in one message, in either order; once in a while some are missed.
  std::vector<size_t> Places;
  for (size_t I = 0; (I = Bytes.find(Old, I)) != std::string::npos;
       I += Old.size())
    if (I + Old.size() == Bytes.size() || !isNameChar(Bytes[I + Old.size()]))
      if (below(20))
        Places.push_back(I);
  if (Places.size() > 60)
    Places.resize(60);
  beginMessage();
  bool IsBackwards = below(2);
  if (IsBackwards)
    std::reverse(Places.begin(), Places.end());
  size_t Shift = 0;
  for (size_t Place : Places) {
    edit(Place + Shift, Place + Shift + Old.size(), New);
    if (!IsBackwards)
      Shift += New.size() - Old.size();
  }
}

void RandomTypist::indentOrComment() {
  size_t At = lineBegin(below(Bytes.size()));
  std::string Put[] = {"// ", "  ", "\t", "//"};
  const std::string &Chosen = Put[below(4)];
  bool Remove = below(2);
  beginMessage();
  for (size_t Lines = 1 + below(8); Lines > 0 && At < Bytes.size(); --Lines) {
    if (!Remove)
      edit(At, At, Chosen);
    else if (Bytes.compare(At, Chosen.size(), Chosen) == 0)
      edit(At, At + Chosen.size(), "");
    At = lineEnd(At) + 1;
  }
}

void RandomTypist::insertSnippet() {
  size_t At = below(Bytes.size() + 1);
  At = below(6) ? lineBegin(At) : At;
  // The front and the end of the text are the places of aliases and resources.
  if (below(4) == 0)
    At = below(2) ? 0 : Bytes.size();
  std::string Snippet = makeSnippet(Random);
  beginMessage();
  edit(At, At, Snippet);
}

void RandomTypist::cutBracket() {
  size_t At = Bytes.find_first_of("(){}[]<>\"", below(Bytes.size()));
  if (At == std::string::npos)
    return;
  char Old = Bytes[At];
  beginMessage();
  edit(At, At + 1, "");
  if (below(2)) {
    beginMessage();
    edit(At, At, std::string(1, Old));
  }
}

void RandomTypist::changeLineEnds() {
  std::string New;
  bool ToDos = below(2);
  for (size_t I = 0; I < Bytes.size(); ++I) {
    if (Bytes[I] == '\r' && I + 1 < Bytes.size() && Bytes[I + 1] == '\n')
      continue;
    if (Bytes[I] == '\n' && ToDos)
      New += '\r';
    New += Bytes[I];
  }
  beginMessage();
  edit(0, Bytes.size(), New);
}

void RandomTypist::editManyPlaces() {
  // Several cursors: the same key at many places.
  std::string Old, New;
  static const char *const Ways[][2] = {{"noisy.mul", "noisy.add"},
                                        {"noisy.add", "noisy.mul"},
                                        {"!noisy.i32", "!t"},
                                        {" : ", " :  "},
                                        {"func.func @", "func.func private @"},
                                        {"i32", "i64"},
                                        {"return", "func.return"},
                                        {"}", "} loc(unknown)"},
                                        {"index", "i32"},
                                        {"arith.addi", "arith.muli"}};
  const auto &Way = Ways[below(std::size(Ways))];
  beginMessage();
  size_t At = below(Bytes.size());
  for (size_t Places = 1 + below(10); Places > 0; --Places) {
    At = Bytes.find(Way[0], At);
    if (At == std::string::npos)
      return;
    edit(At, At + llvm::StringRef(Way[0]).size(), Way[1]);
    At += llvm::StringRef(Way[1]).size();
  }
}

void RandomTypist::replaceParagraph() {
  std::string Other = Source.make(Random);
  size_t Begin = lineBegin(below(Bytes.size()));
  size_t End = std::min(lineEnd(below(Bytes.size())) + 1, Bytes.size());
  if (End < Begin || below(4) == 0)
    End = Begin;
  beginMessage();
  switch (below(3)) {
  case 0:
    edit(Begin, End, Other);
    break;
  case 1: {
    size_t From = Other.rfind('\n', below(Other.size()));
    From = From == std::string::npos ? 0 : From + 1;
    edit(Begin, Begin, Other.substr(From, 1 + below(800)));
    break;
  }
  case 2:
    if (below(4) == 0)
      become(Other);
    else
      edit(Begin, End, "");
    break;
  }
}

void RandomTypist::retypeLine() {
  size_t Begin = lineBegin(below(Bytes.size()));
  size_t End = lineEnd(Begin);
  if (End - Begin > 80 || End == Begin)
    return;
  std::string Line = Bytes.substr(Begin, End - Begin);
  if (Line.ends_with('\r')) {
    Line.pop_back();
    --End;
  }
  beginMessage();
  edit(Begin, End, "");
  size_t At = Begin;
  for (size_t I = 0; I < Line.size();) {
    size_t Size = 1 + below(3);
    while (I + Size < Line.size() && isInside(Line, I + Size))
      ++Size;
    std::string Keys = Line.substr(I, Size);
    beginMessage();
    edit(At, At, Keys);
    At += Keys.size();
    I += Size;
  }
}

void RandomTypist::undo() {
  std::string To = Good;
  if (!Past.empty() && below(3) == 0) {
    To = Past.back();
    Past.pop_back();
  }
  beginMessage();
  become(To);
}
