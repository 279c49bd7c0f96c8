//===- OpenSnippets.cpp - Snippets that are being filled in ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/OpenSnippets.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The versions that are remembered.
static constexpr size_t MaxVersions = 32;
/// The fewest bytes that are added at once: one key adds no snippet.
static constexpr size_t MinAdded = 2;

//===----------------------------------------------------------------------===//
// Snippets in a text
//===----------------------------------------------------------------------===//

/// Finds the text of a snippet at `Begin` of `Text`, whatever the indentation
/// of its lines. Returns the offsets in `Text` of each byte of the snippet, and
/// of its end; nothing if it is not there.
static std::vector<size_t> match(StringRef Text, size_t Begin,
                                 StringRef Snippet) {
  std::vector<size_t> Places;
  Places.reserve(Snippet.size() + 1);
  size_t Offset = Begin;
  auto skipBlanks = [&] {
    Offset = std::min(Text.find_first_not_of(" \t", Offset), Text.size());
  };
  for (char C : Snippet) {
    Places.push_back(Offset);
    if (C == '\t') {
      skipBlanks();
      continue;
    }
    if (C == '\n' && Text.substr(Offset).starts_with("\r"))
      ++Offset;
    if (Offset == Text.size() || Text[Offset] != C)
      return {};
    ++Offset;
    if (C == '\n')
      skipBlanks();
  }
  Places.push_back(Offset);
  return Places;
}

std::optional<OpenSnippets::Snippet> OpenSnippets::find(StringRef Text,
                                                        const Offer &Offered) {
  for (const SnippetText &Candidate : Offered.Snippets) {
    std::vector<size_t> Places = match(Text, Offered.Begin, Candidate.Text);
    if (Places.empty())
      continue;
    Snippet Found;
    Found.Range = {Places.front(), Places.back()};
    for (ByteRange Field : Candidate.Fields)
      Found.Fields.push_back(
          {{Places[Field.Begin], Places[Field.End]}, Field.empty()});
    return Found;
  }
  return std::nullopt;
}

/// Follows an edit; false if it is not one of a field.
bool OpenSnippets::Snippet::edit(const TextChange &Change) {
  const ByteRange &Old = Change.Old;
  // A value or a symbol is replaced with a sigil that may be outside.
  auto isOf = [&](const Field &F) {
    return Old.Begin + 1 >= F.Range.Begin && Old.Begin <= F.Range.End &&
           Old.End >= F.Range.Begin && Old.End <= F.Range.End;
  };
  auto Edited = llvm::find_if(Fields, isOf);
  if (Edited == Fields.end())
    return false;
  auto moved = [&](size_t Offset) {
    return Offset - Old.size() + Change.NewSize;
  };
  Edited->Range = {std::min(Edited->Range.Begin, Old.Begin),
                   moved(Edited->Range.End)};
  for (Field &Other : Fields)
    if (&Other != &*Edited && Other.Range.Begin >= Old.End)
      Other.Range = {moved(Other.Range.Begin), moved(Other.Range.End)};
  Range.End = moved(Range.End);
  Edited->IsFinished = false;
  // Others may be edited by what is chosen for one in front of them: a value
  // brings its type.
  if (Edited->IsFree)
    finishBefore(Edited - Fields.begin());
  return true;
}

/// Finishes the fields in front of one; true if one of them was not.
bool OpenSnippets::Snippet::finishBefore(size_t Number) {
  bool HasChanged = false;
  for (Field &F : llvm::MutableArrayRef(Fields).take_front(Number))
    HasChanged |= !std::exchange(F.IsFinished, true);
  return HasChanged;
}

/// The same for the field at a cursor.
bool OpenSnippets::Snippet::finishBeforeCursor(size_t Cursor) {
  for (size_t I = Fields.size(); I-- > 0;)
    if (Fields[I].Range.Begin <= Cursor && Cursor <= Fields[I].Range.End)
      return finishBefore(I);
  return false;
}

/// Adds the range behind the fields that are finished, without the free ones;
/// nothing if no other is left.
void OpenSnippets::Snippet::addUnfinished(
    std::vector<ByteRange> &Ranges) const {
  size_t Begin = Range.Begin;
  auto First = llvm::find_if(
      Fields, [](const Field &F) { return !F.IsFree && !F.IsFinished; });
  if (First == Fields.end() && !Fields.empty())
    return;
  for (auto F = Fields.begin(); F != First; ++F)
    if (F->IsFinished)
      Begin = F->Range.End;
  for (const Field &F : Fields)
    if (F.IsFree && F.Range.Begin >= Begin) {
      Ranges.push_back({Begin, F.Range.Begin});
      Begin = F.Range.End;
    }
  Ranges.push_back({Begin, Range.End});
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

void OpenSnippets::offer(const std::string &Uri, size_t Begin,
                         std::vector<SnippetText> Offered) {
  std::lock_guard Lock(Mutex);
  Documents[Uri].LastOffer = {Begin, std::move(Offered)};
}

void OpenSnippets::edit(const std::string &Uri, const Text &After,
                        llvm::ArrayRef<TextChange> Changes, int64_t Version) {
  std::lock_guard Lock(Mutex);
  auto It = Documents.find(Uri);
  if (It == Documents.end())
    return;
  State &Document = It->second;
  bool MayAdd = false;
  for (const TextChange &Change : Changes) {
    llvm::erase_if(Document.Open,
                   [&](Snippet &Each) { return !Each.edit(Change); });
    if (Document.LastOffer && Change.Old.Begin < Document.LastOffer->Begin)
      Document.LastOffer = std::nullopt;
    MayAdd |= Change.NewSize >= MinAdded;
  }
  if (MayAdd && Document.LastOffer)
    // What was typed by hand before is no snippet when something follows it.
    if (std::optional<Snippet> New = find(After.bytes(), *Document.LastOffer);
        New && llvm::any_of(Changes, [&](const TextChange &Change) {
          return Change.NewSize >= MinAdded &&
                 Change.Old.Begin < New->Range.End;
        })) {
      Document.Open.push_back(std::move(*New));
      Document.LastOffer = std::nullopt;
    }
  Document.Versions[Version] = Document.unfinished();
  while (Document.Versions.size() > MaxVersions)
    Document.Versions.erase(Document.Versions.begin());
}

bool OpenSnippets::moveCursor(const std::string &Uri, const Text &Contents,
                              size_t Cursor) {
  std::lock_guard Lock(Mutex);
  auto It = Documents.find(Uri);
  if (It == Documents.end() || It->second.Open.empty())
    return false;
  State &Document = It->second;
  size_t Line = Contents.lineAt(Cursor);
  size_t Count = llvm::size(Document.Open);
  llvm::erase_if(Document.Open, [&](const Snippet &Each) {
    return llvm::none_of(Each.Fields, [&](const Snippet::Field &F) {
      return Contents.lineAt(F.Range.Begin) <= Line &&
             Line <= Contents.lineAt(F.Range.End);
    });
  });
  bool HasChanged = Document.Open.size() < Count;
  for (Snippet &Each : Document.Open)
    HasChanged |= Each.finishBeforeCursor(Cursor);
  if (HasChanged)
    Document.update();
  return HasChanged;
}

std::vector<ByteRange> OpenSnippets::State::unfinished() const {
  std::vector<ByteRange> Ranges;
  for (const Snippet &Each : Open)
    Each.addUnfinished(Ranges);
  return Ranges;
}

/// All versions that may still be published are of the text of now.
void OpenSnippets::State::update() {
  for (auto &[Version, Ranges] : Versions)
    Ranges = unfinished();
}

bool OpenSnippets::closeIdle(const std::string &Uri, int64_t Version) {
  std::lock_guard Lock(Mutex);
  auto It = Documents.find(Uri);
  if (It == Documents.end() || It->second.Open.empty() ||
      It->second.Versions.rbegin()->first != Version)
    return false;
  It->second.Open.clear();
  It->second.update();
  return true;
}

bool OpenSnippets::close(const std::string &Uri) {
  std::lock_guard Lock(Mutex);
  auto It = Documents.find(Uri);
  if (It == Documents.end())
    return false;
  bool HadOpen = !It->second.Open.empty();
  Documents.erase(It);
  return HadOpen;
}

std::vector<ByteRange> OpenSnippets::unfinished(const std::string &Uri,
                                                int64_t Version) const {
  std::lock_guard Lock(Mutex);
  auto It = Documents.find(Uri);
  if (It == Documents.end())
    return {};
  auto Ranges = It->second.Versions.find(Version);
  return Ranges == It->second.Versions.end() ? std::vector<ByteRange>()
                                             : Ranges->second;
}
