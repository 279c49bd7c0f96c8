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
  NewMessages.clear();
  if (Past.empty() || randomBelow(3) == 0) {
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
    (this->*Actions[randomBelow(std::size(Actions))])();
  std::erase_if(NewMessages,
                [](const auto &Message) { return Message.empty(); });
  return std::move(NewMessages);
}

//===----------------------------------------------------------------------===//
// Tools
//===----------------------------------------------------------------------===//

static bool isInside(const std::string &Bytes, size_t Offset) {
  if (Offset == 0 || Offset >= Bytes.size())
    return false;
  return (static_cast<unsigned char>(Bytes[Offset]) & 0xC0) == 0x80 ||
         (Bytes[Offset - 1] == '\r' && Bytes[Offset] == '\n');
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
  if (NewMessages.empty())
    beginMessage();
  NewMessages.back().push_back({Begin, End, std::move(New)});
}

void RandomTypist::become(const std::string &New) {
  lsp::TextChange Change = lsp::TextChange::diff(Bytes, New);
  size_t Begin = Change.Old.Begin, End = Change.Old.End;
  size_t NewEnd = Begin + Change.NewSize;
  // Never inside of a character, of either text.
  while (isInside(Bytes, Begin) || isInside(New, Begin))
    --Begin;
  while (isInside(Bytes, End) || isInside(New, NewEnd))
    ++End, ++NewEnd;
  edit(Begin, End, New.substr(Begin, NewEnd - Begin));
}

size_t RandomTypist::lineBegin(size_t Offset) const {
  size_t LineBreak =
      Offset == 0 ? std::string::npos : Bytes.rfind('\n', Offset - 1);
  return LineBreak == std::string::npos ? 0 : LineBreak + 1;
}

size_t RandomTypist::lineEnd(size_t Offset) const {
  return std::min(Bytes.find('\n', Offset), Bytes.size());
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

void RandomTypist::chance() {
  for (size_t EditsLeft = randomBelow(3) ? 1 : 1 + randomBelow(4);
       EditsLeft > 0; --EditsLeft) {
    if (randomBelow(3))
      beginMessage();
    for (RandomEdit &Change : test::makeEdit(Bytes, Random))
      edit(Change.Begin, Change.End, std::move(Change.New));
  }
}

void RandomTypist::typeKeys() {
  // A line of this text or another, typed somewhere.
  std::string OtherText = randomBelow(3) ? Bytes : Source.make(Random);
  size_t LineStart = OtherText.rfind('\n', randomBelow(OtherText.size()));
  LineStart = LineStart == std::string::npos ? 0 : LineStart + 1;
  std::string Line =
      OtherText.substr(LineStart, OtherText.find('\n', LineStart) - LineStart);
  size_t Offset = lineEnd(randomBelow(Bytes.size()));
  if (Offset > 0 && Bytes[Offset - 1] == '\r')
    --Offset;
  Line = "\n" + Line.substr(0, 60);
  static constexpr llvm::StringLiteral Openers = "([{\"", Closers = ")]}\"";
  bool ClosesBrackets = randomBelow(2);
  for (size_t I = 0; I < Line.size();) {
    size_t End = I + 1;
    while (isInside(Line, End))
      ++End;
    std::string Key = Line.substr(I, End - I);
    size_t Opener = Openers.find(Key[0]);
    beginMessage();
    // Like editors: the closing bracket is inserted automatically, and typed
    // over.
    if (ClosesBrackets && Key.size() == 1 && Offset < Bytes.size() &&
        Closers.contains(Key[0]) && Bytes[Offset] == Key[0])
      edit(Offset, Offset + 1, Key);
    else if (ClosesBrackets && Opener != llvm::StringRef::npos)
      edit(Offset, Offset, Key + Closers[Opener]);
    else
      edit(Offset, Offset, Key);
    Offset += Key.size();
    I = End;
    // Sometimes there is a pause, or a mistake.
    if (randomBelow(40) == 0)
      return;
    if (randomBelow(25) == 0) {
      beginMessage();
      edit(Offset, Offset, "x");
      beginMessage();
      edit(Offset, Offset + 1, "");
    }
  }
}

void RandomTypist::eraseKeys() {
  size_t Offset = randomBelow(Bytes.size() + 1);
  for (size_t Keys = 1 + randomBelow(30); Keys > 0 && Offset > 0; --Keys) {
    size_t Begin = Offset - 1;
    while (isInside(Bytes, Begin))
      --Begin;
    beginMessage();
    edit(Begin, Offset, "");
    Offset = Begin;
  }
}

void RandomTypist::moveBlock() {
  size_t Begin = lineBegin(randomBelow(Bytes.size()));
  size_t End = Begin;
  for (size_t Lines = 1 + randomBelow(randomBelow(3) ? 6 : 40); Lines > 0;
       --Lines)
    End = std::min(lineEnd(End) + 1, Bytes.size());
  Clipboard = Bytes.substr(Begin, End - Begin);
  beginMessage();
  if (randomBelow(3))
    edit(Begin, End, "");
  if (randomBelow(4) == 0)
    return;
  if (randomBelow(2))
    beginMessage();
  size_t Target = lineBegin(randomBelow(Bytes.size() + 1));
  edit(Target, Target, Clipboard);
}

static bool isNameChar(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '.' ||
         C == '$' || C == '-';
}

void RandomTypist::renameEverywhere() {
  size_t Offset = Bytes.find_first_of("%@#!^", randomBelow(Bytes.size()));
  if (Offset == std::string::npos)
    return;
  size_t End = Offset + 1;
  while (End < Bytes.size() && isNameChar(Bytes[End]))
    ++End;
  std::string Old = Bytes.substr(Offset, End - Offset);
  if (Old.size() < 2)
    return;
  std::string New = Old.substr(0, 1);
  size_t OtherOffset = Bytes.find(New, randomBelow(Bytes.size()));
  if (randomBelow(3) == 0 && OtherOffset != std::string::npos)
    New = Bytes.substr(OtherOffset, 3);
  else
    New += "n" + std::to_string(randomBelow(100));
  // All in one message, in either order; once in a while some are missed.
  std::vector<size_t> Places;
  for (size_t I = 0; (I = Bytes.find(Old, I)) != std::string::npos;
       I += Old.size())
    if (I + Old.size() == Bytes.size() || !isNameChar(Bytes[I + Old.size()]))
      if (randomBelow(20))
        Places.push_back(I);
  if (Places.size() > 60)
    Places.resize(60);
  beginMessage();
  bool IsBackwards = randomBelow(2);
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
  size_t Offset = lineBegin(randomBelow(Bytes.size()));
  std::string Prefixes[] = {"// ", "  ", "\t", "//"};
  const std::string &Prefix = Prefixes[randomBelow(4)];
  bool Remove = randomBelow(2);
  beginMessage();
  for (size_t Lines = 1 + randomBelow(8); Lines > 0 && Offset < Bytes.size();
       --Lines) {
    if (!Remove)
      edit(Offset, Offset, Prefix);
    else if (Bytes.compare(Offset, Prefix.size(), Prefix) == 0)
      edit(Offset, Offset + Prefix.size(), "");
    Offset = lineEnd(Offset) + 1;
  }
}

void RandomTypist::insertSnippet() {
  size_t Offset = randomBelow(Bytes.size() + 1);
  Offset = randomBelow(6) ? lineBegin(Offset) : Offset;
  // The front and the end of the text are the places of aliases and resources.
  if (randomBelow(4) == 0)
    Offset = randomBelow(2) ? 0 : Bytes.size();
  std::string Snippet = makeSnippet(Random);
  beginMessage();
  edit(Offset, Offset, Snippet);
}

void RandomTypist::cutBracket() {
  size_t Offset = Bytes.find_first_of("(){}[]<>\"", randomBelow(Bytes.size()));
  if (Offset == std::string::npos)
    return;
  char Old = Bytes[Offset];
  beginMessage();
  edit(Offset, Offset + 1, "");
  if (randomBelow(2)) {
    beginMessage();
    edit(Offset, Offset, std::string(1, Old));
  }
}

void RandomTypist::changeLineEnds() {
  std::string New;
  bool ToDos = randomBelow(2);
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
  const auto &Way = Ways[randomBelow(std::size(Ways))];
  beginMessage();
  size_t Offset = randomBelow(Bytes.size());
  for (size_t Places = 1 + randomBelow(10); Places > 0; --Places) {
    Offset = Bytes.find(Way[0], Offset);
    if (Offset == std::string::npos)
      return;
    edit(Offset, Offset + llvm::StringRef(Way[0]).size(), Way[1]);
    Offset += llvm::StringRef(Way[1]).size();
  }
}

void RandomTypist::replaceParagraph() {
  std::string OtherText = Source.make(Random);
  size_t Begin = lineBegin(randomBelow(Bytes.size()));
  size_t End = std::min(lineEnd(randomBelow(Bytes.size())) + 1, Bytes.size());
  if (End < Begin || randomBelow(4) == 0)
    End = Begin;
  beginMessage();
  switch (randomBelow(3)) {
  case 0:
    edit(Begin, End, OtherText);
    break;
  case 1: {
    size_t LineStart = OtherText.rfind('\n', randomBelow(OtherText.size()));
    LineStart = LineStart == std::string::npos ? 0 : LineStart + 1;
    edit(Begin, Begin, OtherText.substr(LineStart, 1 + randomBelow(800)));
    break;
  }
  case 2:
    if (randomBelow(4) == 0)
      become(OtherText);
    else
      edit(Begin, End, "");
    break;
  }
}

void RandomTypist::retypeLine() {
  size_t Begin = lineBegin(randomBelow(Bytes.size()));
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
  size_t Offset = Begin;
  for (size_t I = 0; I < Line.size();) {
    size_t Size = 1 + randomBelow(3);
    while (I + Size < Line.size() && isInside(Line, I + Size))
      ++Size;
    std::string Keys = Line.substr(I, Size);
    beginMessage();
    edit(Offset, Offset, Keys);
    Offset += Keys.size();
    I += Size;
  }
}

void RandomTypist::undo() {
  std::string OldText = Good;
  if (!Past.empty() && randomBelow(3) == 0) {
    OldText = Past.back();
    Past.pop_back();
  }
  beginMessage();
  become(OldText);
}
