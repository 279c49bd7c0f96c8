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
  if (!Shared || Registry != &New || isWorn(*Shared)) {
    Registry = &New;
    renew();
  }
  IsFresh = Shared->ParsedBytes == 0;
  for (Chunk &C : Chunks)
    if (C.Own && isWorn(*C.Own))
      C = {makeContext(), {}, true};
    else
      C.IsFresh = C.Own && C.Own->ParsedBytes == 0;
}

void ContextChoice::renew() {
  Shared = makeContext();
  IsFresh = true;
  Chunks = std::vector<Chunk>(Chunks.size());
}

void ContextChoice::abandon() {
  Shared->Crashed = true;
  for (Chunk &C : Chunks)
    if (C.Own)
      C.Own->Crashed = true;
  renew();
}

void ContextChoice::clear() {
  Shared = nullptr;
  Chunks.clear();
}

const std::shared_ptr<Generation> &ContextChoice::of(uint32_t Chunk) const {
  return Chunks[Chunk].Own ? Chunks[Chunk].Own : Shared;
}

bool ContextChoice::isCurrent(const Unit &U, uint32_t Chunk) const {
  return !U.In || U.In == of(Chunk) ||
         (U.Info->DefinesResources && &U.In->Registry == Registry);
}

void ContextChoice::noteOtherPieces() {
  IsFresh = false;
  for (Chunk &C : Chunks)
    C.IsFresh = false;
}

bool ContextChoice::hasCrashed() const {
  return Shared->Crashed || llvm::any_of(Chunks, [](const Chunk &C) {
           return C.Own && C.Own->Crashed;
         });
}

/// True if another chunk in the shared context has a type of the same name.
bool ContextChoice::sharesTypes(llvm::ArrayRef<Slot> Mine,
                                llvm::ArrayRef<Slot> All) {
  if (Chunks.size() == 1)
    return false;
  if (Users.empty())
    for (const Slot &S : All)
      if (S.Of && !Chunks[S.Chunk].Own)
        for (const std::string &Name : S.Of->IdentifiedTypes)
          if (auto &Known = Users[Name];
              Known.empty() || Known.back() != S.Chunk)
            Known.push_back(S.Chunk);
  return llvm::any_of(Mine, [&](const Slot &S) {
    return S.Of && llvm::any_of(S.Of->IdentifiedTypes, [&](const auto &Name) {
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
      return S.Of && !S.Of->isParsed() && !S.Of->IdentifiedTypes.empty();
    };
    bool IsAlone = C.Own ? C.IsFresh : IsFresh;
    if (IsAlone && !C.Own && llvm::any_of(Mine, isBroken))
      IsAlone = !sharesTypes(Mine, Slots);
    if (!C.Known.shows(Mine, IsAlone, ParseAlone))
      continue;
    if (Chunks.size() == 1) {
      renew();
      return true;
    }
    if (I >= MaxChunks)
      continue;
    C = {makeContext(), {}, true};
    IsRevised = true;
  }
  return IsRevised;
}
