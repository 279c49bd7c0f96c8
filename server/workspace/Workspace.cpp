//===- Workspace.cpp - The open documents ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/workspace/Workspace.h"
#include "server/build/BuilderGuard.h"
#include "server/ods/OdsCatalog.h"
#include "server/settings/ProjectRules.h"
#include "server/text/EditBatch.h"
#include "server/threads/Thread.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The time without edits after which a snippet counts as left.
static constexpr std::chrono::seconds SnippetPatience{15};

void Workspace::stop() {
  for (const DocumentPtr &Entry : documents())
    Entry->close();
  for (const std::weak_ptr<Document> &Entry : Closing)
    if (DocumentPtr Last = Entry.lock())
      Last->stop();
  for (const DocumentPtr &Entry : documents())
    Entry->stop();
  // Freeing recurses over nested nodes.
  std::map<std::string, OpenDocument> Last;
  {
    std::scoped_lock Lock(BuiltMutex, Mutex);
    Last = std::exchange(Documents, {});
  }
  (void)surviveOnLargeStack([&] { Last.clear(); });
}

//===----------------------------------------------------------------------===//
// Look-up
//===----------------------------------------------------------------------===//

Workspace::DocumentPtr Workspace::find(const std::string &Uri) const {
  auto It = Documents.find(Uri);
  return It == Documents.end() ? nullptr : It->second.Contents;
}

Workspace::DocumentPtr Workspace::get(const std::string &Uri) const {
  if (DocumentPtr Open = find(Uri))
    return Open;
  throw ResponseError(ErrorCode::InvalidParams, "the document is not open");
}

std::vector<Workspace::DocumentPtr> Workspace::documents() const {
  std::vector<DocumentPtr> All;
  for (const auto &[Uri, Open] : Documents)
    All.push_back(Open.Contents);
  return All;
}

Settings Workspace::settings(const std::string &Uri) const {
  std::lock_guard Lock(Mutex);
  auto Open = Documents.find(Uri);
  return Open == Documents.end() ? Settings() : Open->second.Options;
}

const DialectRegistry &Workspace::registry(const std::string &Uri) {
  return Registries.registryFor(settings(Uri).Model, currentRules(),
                                currentDialects());
}

//===----------------------------------------------------------------------===//
// Opening and closing
//===----------------------------------------------------------------------===//

void Workspace::open(DidOpenParams Params) {
  if (DocumentPtr Open = find(Params.Uri)) {
    Client.log("opened again: " + Params.Uri);
    (void)Snippets.close(Params.Uri);
    TextChange Change;
    Text Contents = Open->text().applyChange(std::nullopt, Params.Text,
                                             Client.encoding(), &Change);
    return Open->update(std::move(Contents), Change, Params.Version);
  }
  LostDocuments.erase(Params.Uri);
  open(Params.Uri, Text(std::move(Params.Text)), Params.Version);
}

void Workspace::open(const std::string &Uri, Text Contents, int64_t Version) {
  uint64_t Opening = ++LastOpening;
  Config.open(Uri);
  OdsCatalogPtr Project = currentOds();
  NoiseRulesPtr Rules = currentRules();
  LoadedDialectsPtr Added = currentDialects();
  {
    // Builds look the document up, from the first one on.
    std::scoped_lock Lock(BuiltMutex, Mutex);
    Documents[Uri] = {Config.settingsFor(Uri), Opening};
  }
  auto Builder = std::make_shared<BuilderGuard>(
      registry(Uri), Uri, [this](const std::string &Message) {
        Client.show(MessageType::Error, Message);
      });
  auto New = std::make_shared<Document>(
      Uri, std::move(Contents), Version,
      [this, Uri, Builder, MaxShown = Effort::Full, Project, Rules, Added](
          Text Source, int64_t SourceVersion, const OffsetMap &Edits,
          Effort MaxEffort, const std::function<bool()> &ShouldStop) mutable {
        if (MaxEffort > MaxShown) {
          MaxShown = MaxEffort;
          Client.show(MessageType::Warning,
                      Uri + ": " + Limits().explain(MaxEffort));
        }
        Builder->useRegistry(registry(Uri));
        if (OdsCatalogPtr Now = currentOds();
            std::exchange(Project, Now) != Now)
          Builder->restart();
        if (NoiseRulesPtr Now = currentRules();
            std::exchange(Rules, Now) != Now)
          Builder->restart();
        if (LoadedDialectsPtr Now = currentDialects();
            std::exchange(Added, Now) != Now)
          Builder->restart();
        return Builder->build(std::move(Source), SourceVersion, Edits,
                              MaxEffort, ShouldStop);
      },
      [this, Uri, Opening](const Document::SnapshotPtr &State) {
        std::lock_guard Lock(BuiltMutex);
        auto Open = Documents.find(Uri);
        if (Open != Documents.end() && Open->second.Opening == Opening)
          Events.onBuilt(Uri, Open->second, *State);
      },
      Limits(),
      [Builder](const Snapshot &Last, const std::function<bool()> &ShouldStop) {
        return Builder->complete(Last, ShouldStop);
      });
  {
    std::lock_guard Lock(Mutex);
    Documents[Uri].Contents = New;
  }
  // A rebuild of all documents, for another catalog, other rules or dialects,
  // may have missed this one.
  if (currentOds() != Project || currentRules() != Rules ||
      currentDialects() != Added)
    New->rebuild();
  // The first build uses the settings known so far; new settings may cause
  // another one.
  Events.onOpened(Uri);
}

void Workspace::add(DocumentPtr New) {
  std::string Uri = New->uri();
  Config.open(Uri);
  std::scoped_lock Lock(BuiltMutex, Mutex);
  Documents[Uri] = {.Options = Config.settingsFor(Uri),
                    .Opening = ++LastOpening,
                    .Contents = std::move(New)};
}

void Workspace::close(const DocumentParams &Params) {
  LostDocuments.erase(Params.Uri);
  if (DocumentPtr Open = find(Params.Uri))
    remove(std::move(Open));
  else
    // In any state of the earlier document.
    Events.onClosed(Params.Uri);
}

void Workspace::remove(DocumentPtr Last) {
  std::string Uri = Last->uri();
  {
    std::lock_guard Lock(BuiltMutex);
    {
      std::lock_guard Inner(Mutex);
      Documents.erase(Uri);
    }
    Events.onClosed(Uri);
  }
  Config.close(Uri);
  (void)Snippets.close(Uri);
  AutomaticSaves.erase(Uri);
  Last->close();
  Events.onTextChanged(Uri);
  // A build may be in the middle of a part; do not wait for it here.
  Closing.remove_if([](const auto &Entry) { return Entry.expired(); });
  Closing.push_back(Last);
  Document::retire(std::move(Last));
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// The text after some changes, and the ranges that they replaced.
static Text applyChanges(Text Contents, llvm::ArrayRef<ContentChange> Edits,
                         PositionEncoding Encoding,
                         std::vector<TextChange> &Changes) {
  EditBatch Batch(std::move(Contents), Encoding, Edits.size());
  for (const ContentChange &Change : Edits)
    Batch.apply(Change.Range, Change.Text);
  Changes = Batch.changes();
  return std::move(Batch).finish();
}

void Workspace::change(const DidChangeParams &Params) {
  std::vector<TextChange> Changes;
  if (LostDocuments.contains(Params.Uri)) {
    // A text that was lost by an invalid edit.
    bool HasWholeText = Params.Changes && !Params.Changes->empty() &&
                        !Params.Changes->front().Range;
    if (!HasWholeText)
      return Client.log("an edit of an unknown text was dropped: " +
                        Params.Uri);
    Text Contents =
        applyChanges(Text(), *Params.Changes, Client.encoding(), Changes);
    LostDocuments.erase(Params.Uri);
    return open(Params.Uri, std::move(Contents), Params.Version);
  }
  DocumentPtr Open = find(Params.Uri);
  if (!Open)
    return Client.log("a change of a document that is not open was dropped");
  if (!Params.Changes) {
    // The client's text now differs from ours, and every answer would be wrong.
    remove(std::move(Open));
    LostDocuments.insert(Params.Uri);
    return Client.show(MessageType::Error,
                       "An edit of " + Params.Uri +
                           " could not be understood. Close the document and "
                           "open it again.");
  }
  Text Contents =
      applyChanges(Open->text(), *Params.Changes, Client.encoding(), Changes);
  Snippets.edit(Params.Uri, Contents, Changes, Params.Version);
  if (!Snippets.unfinished(Params.Uri, Params.Version).empty())
    closeSnippetsLater(Params.Uri, Params.Version);
  Open->update(std::move(Contents), Changes, Params.Version);
  Events.onTextChanged(Params.Uri);
}

//===----------------------------------------------------------------------===//
// Snippets
//===----------------------------------------------------------------------===//

/// Whoever writes nothing for a while may have left the file as it is.
void Workspace::closeSnippetsLater(const std::string &Uri, int64_t Version) {
  Clock.schedule(SnippetPatience, [this, Uri, Version] {
    if (Snippets.closeIdle(Uri, Version))
      Events.onProblemsChanged(Uri);
  });
}

void Workspace::willSave(const std::string &Uri, bool IsAutomatic) {
  if (IsAutomatic)
    AutomaticSaves.insert(Uri);
  else
    AutomaticSaves.erase(Uri);
}

void Workspace::saved(const DocumentParams &Params) {
  // Who did not ask for it is still typing.
  if (!AutomaticSaves.erase(Params.Uri) && Snippets.close(Params.Uri))
    Events.onProblemsChanged(Params.Uri);
}

void Workspace::noteCursor(const std::string &Uri, Position Cursor) {
  DocumentPtr Open = find(Uri);
  if (!Open)
    return;
  Text Contents = Open->text();
  if (Snippets.moveCursor(Uri, Contents,
                          Contents.offsetAt(Cursor, Client.encoding())))
    Events.onProblemsChanged(Uri);
}

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

void Workspace::rebuild() {
  std::vector<DocumentPtr> All;
  {
    std::lock_guard Lock(Mutex);
    for (const auto &[Uri, Open] : Documents)
      if (Open.Contents)
        All.push_back(Open.Contents);
  }
  for (const DocumentPtr &Open : All)
    Open->rebuild();
  Events.onSettingsChanged();
}

void Workspace::rebuild(const std::string &Uri) {
  DocumentPtr Open;
  {
    std::lock_guard Lock(Mutex);
    if (auto It = Documents.find(Uri); It != Documents.end())
      Open = It->second.Contents;
  }
  if (Open)
    Open->rebuild();
}

void Workspace::applySettings() {
  bool IsChanged = false;
  for (auto &[Uri, Open] : Documents) {
    Settings New = Config.settingsFor(Uri), Old;
    {
      std::scoped_lock Lock(BuiltMutex, Mutex);
      Old = std::exchange(Open.Options, New);
    }
    IsChanged |= Old != New;
    // A changed model needs another build; a changed setting of the findings
    // needs only another publication, which follows a build.
    if (Old.Model != New.Model ||
        Old.ShowRangeFindings != New.ShowRangeFindings ||
        Old.ShowUnsignedFindings != New.ShowUnsignedFindings ||
        Old.ShowNoiseSavings != New.ShowNoiseSavings)
      Open.Contents->rebuild();
    if (Old.Model != New.Model)
      Events.onModelChanged(Uri);
  }
  // Last: answers from now on have the new settings.
  if (IsChanged)
    Events.onSettingsChanged();
}
