//===- ContextChoice.cpp - The context for each chunk ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/ContextChoice.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The bytes after which a context is replaced, if they are also GarbageFactor
/// times as many as the text has. A version leaves far less garbage than its
/// text: mostly the same names and locations come again.
static constexpr size_t GarbageBytes = 64u << 20;
static constexpr size_t GarbageFactor = 16;

std::shared_ptr<Generation> ContextChoice::makeContext() const {
  return std::make_shared<Generation>(*Registry);
}

void ContextChoice::beginBuild(const DialectRegistry &New, size_t Bytes,
                               size_t ChunkCount) {
  auto isWorn = [&](const Generation &G) {
    return G.ParsedBytes > GarbageBytes + GarbageFactor * Bytes;
  };
  if (Chunks.size() != ChunkCount)
    Chunks = std::vector<Chunk>(ChunkCount);
  if (!SharedContext || Registry != &New || isWorn(*SharedContext)) {
    Registry = &New;
    renew();
  }
  IsFresh = SharedContext->ParsedBytes == 0;
  for (Chunk &C : Chunks)
    if (C.OwnContext && isWorn(*C.OwnContext))
      C = {makeContext(), {}, true};
    else
      C.IsFresh = C.OwnContext && C.OwnContext->ParsedBytes == 0;
}

void ContextChoice::renew() {
  SharedContext = makeContext();
  IsFresh = true;
  Chunks = std::vector<Chunk>(Chunks.size());
}

bool ContextChoice::renew(uint32_t Chunk) {
  if (Chunks.size() == 1)
    renew();
  else if (Chunk < MaxChunks)
    Chunks[Chunk] = {makeContext(), {}, true};
  else
    return false;
  return true;
}

void ContextChoice::abandon() {
  SharedContext->HasCrashed = true;
  for (Chunk &C : Chunks)
    if (C.OwnContext)
      C.OwnContext->HasCrashed = true;
  renew();
}

void ContextChoice::clear() {
  SharedContext = nullptr;
  Chunks.clear();
}

const std::shared_ptr<Generation> &
ContextChoice::contextOf(uint32_t Chunk) const {
  // The old text may have had more chunks.
  return Chunk < Chunks.size() && Chunks[Chunk].OwnContext
             ? Chunks[Chunk].OwnContext
             : SharedContext;
}

bool ContextChoice::isCurrent(const Unit &U, uint32_t Chunk) const {
  return !U.OwnGeneration || U.OwnGeneration == contextOf(Chunk) ||
         (U.Info->DefinesResources && &U.OwnGeneration->Registry == Registry);
}

void ContextChoice::noteOtherPieces() {
  IsFresh = false;
  for (Chunk &C : Chunks)
    C.IsFresh = false;
}

bool ContextChoice::hasCrashed() const {
  return SharedContext->HasCrashed || llvm::any_of(Chunks, [](const Chunk &C) {
           return C.OwnContext && C.OwnContext->HasCrashed;
         });
}

/// True if another chunk in the shared context has a type of the same name.
bool ContextChoice::sharesTypes(llvm::ArrayRef<Slot> Mine,
                                llvm::ArrayRef<Slot> AllSlots) {
  if (Chunks.size() == 1)
    return false;
  if (Users.empty())
    for (const Slot &S : AllSlots)
      if (S.Parsed && !Chunks[S.Chunk].OwnContext)
        for (const std::string &Name : S.Parsed->IdentifiedTypes)
          if (auto &UserChunks = Users[Name];
              UserChunks.empty() || UserChunks.back() != S.Chunk)
            UserChunks.push_back(S.Chunk);
  return llvm::any_of(Mine, [&](const Slot &S) {
    return S.Parsed &&
           llvm::any_of(S.Parsed->IdentifiedTypes, [&](const auto &Name) {
             return Users[Name].size() > 1;
           });
  });
}

bool ContextChoice::revise(
    llvm::ArrayRef<Slot> Slots,
    llvm::function_ref<std::shared_ptr<Unit>(const Slot &)> ParseAlone) {
  bool IsRevised = false;
  Users.clear();
  for (llvm::ArrayRef<Slot> Rest = Slots; !Rest.empty();) {
    uint32_t I = Rest.front().Chunk;
    Chunk &C = Chunks[I];
    llvm::ArrayRef<Slot> Mine =
        Rest.take_while([&](const Slot &S) { return S.Chunk == I; });
    Rest = Rest.drop_front(Mine.size());
    auto isBroken = [](const Slot &S) {
      return S.Parsed && !S.Parsed->isIntact() &&
             !S.Parsed->IdentifiedTypes.empty();
    };
    bool IsAlone = C.OwnContext ? C.IsFresh : IsFresh;
    if (IsAlone && !C.OwnContext && llvm::any_of(Mine, isBroken))
      IsAlone = !sharesTypes(Mine, Slots);
    if (!C.Types.shows(Mine, IsAlone, ParseAlone))
      continue;
    IsRevised |= renew(I);
  }
  return IsRevised;
}
