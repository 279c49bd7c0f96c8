//===- LocationReader.cpp - Reads locations of operations -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/LocationReader.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

static bool isInFile(LocationAttr Loc, llvm::StringRef FileName) {
  auto Place = dyn_cast<FileLineColLoc>(Loc);
  return Place && Place.getFilename() == FileName;
}

static llvm::SmallVector<LocationAttr> findParts(LocationAttr Loc) {
  llvm::SmallVector<LocationAttr> Result;
  Loc.walkImmediateSubElements(
      [&](Attribute Part) {
        if (auto PartLoc = dyn_cast<LocationAttr>(Part))
          Result.push_back(PartLoc);
      },
      [](Type) {});
  return Result;
}

/// The number of the list of what parts name whose lists are known.
size_t LocationReader::join(llvm::ArrayRef<LocationAttr> Parts) {
  llvm::SmallVector<size_t> Others;
  for (LocationAttr Part : Parts)
    if (size_t Number = Numbers.lookup(Part);
        Number > 0 && !llvm::is_contained(Others, Number))
      Others.push_back(Number);
  if (Others.size() < 2)
    return Others.empty() ? 0 : Others.front();
  std::vector<Place> New;
  for (size_t Number : Others)
    for (const Place &Each : Lists[Number]) {
      if (New.size() == MaxPlaces)
        break;
      if (!llvm::is_contained(New, Each))
        New.push_back(Each);
    }
  Lists.push_back(std::move(New));
  return Lists.size() - 1;
}

/// The number of the list of a location. Each is read once, however many
/// others it is a part of; and nothing recurses: it may be the end of a long
/// chain of others.
size_t LocationReader::numberOf(LocationAttr Whole) {
  std::vector<LocationAttr> Next = {Whole};
  while (!Next.empty()) {
    LocationAttr Loc = Next.back();
    if (auto Place = dyn_cast<FileLineColLoc>(Loc)) {
      Next.pop_back();
      auto [Entry, IsNew] = Numbers.try_emplace(Loc, 0);
      if (!IsNew || isInFile(Loc, FileName))
        continue;
      Entry->second = Lists.size();
      Lists.push_back(
          {{Place.getFilename(), Place.getLine(), Place.getColumn()}});
      continue;
    }
    llvm::SmallVector<LocationAttr> Parts;
    if (!Numbers.contains(Loc))
      Parts = findParts(Loc);
    auto isMissing = [&](LocationAttr Part) { return !Numbers.contains(Part); };
    if (llvm::any_of(Parts, isMissing)) {
      llvm::copy_if(Parts, std::back_inserter(Next), isMissing);
      continue;
    }
    Next.pop_back();
    if (!Numbers.contains(Loc))
      Numbers[Loc] = join(Parts);
  }
  return Numbers.lookup(Whole);
}

FileLineColLoc LocationReader::placeOf(const char *Name, MLIRContext *Context) {
  size_t Offset = Name - Buffer;
  for (; LinesEnd < Offset; ++LinesEnd)
    if (Buffer[LinesEnd] == '\n')
      LineStarts.push_back(LinesEnd + 1);
  auto Line = llvm::upper_bound(LineStarts, Offset);
  return FileLineColLoc::get(Context, FileName,
                             unsigned(Line - LineStarts.begin()),
                             unsigned(Offset - *std::prev(Line) + 1));
}

llvm::ArrayRef<LocationReader::Place> LocationReader::read(Operation *Op,
                                                           const char *Name) {
  LocationAttr Loc = Op->getLoc();
  if (isInFile(Loc, FileName))
    return {};
  if (Name)
    Op->setLoc(placeOf(Name, Op->getContext()));
  return Lists[numberOf(Loc)];
}
