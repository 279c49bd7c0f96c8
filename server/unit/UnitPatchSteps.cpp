//===- UnitPatchSteps.cpp - Patches of a unit in several places -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an edit changes for operations elsewhere in the unit: values that are
// defined no more or only now, and aliases that stand for something else, in
// the edited text or around it. These operations are parsed again one by one.
//
//===----------------------------------------------------------------------===//

#include "server/patch/BrokenElsewhere.h"
#include "server/patch/RunAliases.h"
#include "server/patch/SectionOrder.h"
#include "server/recovery/UnfinishedBlocks.h"
#include "server/unit/Unit.h"
#include "server/unit/UnitPatcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The most operations that are parsed again because something that they name
/// changes: each costs a copy of the section.
static constexpr size_t MaxUsers = 8;

namespace mlir::noisy::lsp {

/// The steps of a patch, each from the unit of the one before.
class UnitPatchSteps {
public:
  UnitPatchSteps(Unit &Old, const UnitText &NewText,
                 const std::string &FileName, Unit::PatchStep AfterStep)
      : Old(Old), NewText(NewText), FileName(FileName), AfterStep(AfterStep) {}

  /// Makes the unit of the new text, which the edit has made, and around which
  /// these aliases have changed.
  /// Null if that is not possible; then the old unit may have lost its IR.
  std::shared_ptr<Unit> run(const TextChange &TextEdit,
                            const llvm::StringSet<> &Aliases);

private:
  Unit &last() const { return Last ? *Last : Old; }
  void follow(UnitPatcher &Patcher, const UnitText &Text);
  bool parseAt(size_t Place, const UnitText &Same,
               const llvm::StringSet<> &Hidden, ByteRange *Parsed = nullptr);
  bool parseNames(const llvm::StringSet<> &Lost, const llvm::StringSet<> &Found,
                  ByteRange Run, TextChange Edit);
  bool parseAliases(const llvm::StringSet<> &Names, ByteRange Run);

  Unit &Old;
  const UnitText &NewText;
  const std::string &FileName;
  const Unit::PatchStep AfterStep;
  std::shared_ptr<Unit> Last;
  size_t Count = 0;
};

} // namespace mlir::noisy::lsp

/// The places of operations outside of a run that use what it defines with
/// these names.
static std::vector<size_t>
findUsers(const Unit &U, const llvm::StringSet<> &Names, ByteRange Run) {
  std::vector<size_t> Result;
  if (Names.empty())
    return Result;
  const Section &Data = *U.Data;
  SectionOrder Order(Data, U.operations());
  for (auto [Number, V] : llvm::enumerate(Data.values())) {
    if (V.IsArgument || !Run.contains(ByteRange(V.Name)) ||
        !Names.contains(Data.textOf(V.Name)))
      continue;
    for (Operation *User : U.values()[Number].getUsers()) {
      ByteRange Place = Data.operations()[Order.numberOf(User)].Range;
      if (!Run.contains(Place) && !llvm::is_contained(Result, Place.Begin + 1))
        Result.push_back(Place.Begin + 1);
    }
  }
  return Result;
}

/// The places where names are undefined.
static std::vector<size_t> findUndefined(const Section &Data,
                                         const llvm::StringSet<> &Names) {
  std::vector<size_t> Result;
  if (!Names.empty())
    for (SectionRange Range : Data.brokenRanges())
      if (isUndefinedName(Data, Range) &&
          Names.contains(Data.textOf(Range).split('#').first))
        Result.push_back(Range.Begin);
  return Result;
}

/// The places outside of a run where aliases with these names are used: at
/// their names, and in broken operations.
static std::vector<size_t> findAliasUsers(const Section &Data,
                                          const llvm::StringSet<> &Names,
                                          ByteRange Run) {
  std::vector<size_t> Result;
  if (Names.empty())
    return Result;
  for (const Section::Token &T : Data.tokens())
    if (T.TargetKind == Section::Kind::Alias &&
        !Run.contains(ByteRange(T.Range)) &&
        Names.contains(Data.aliases()[T.Target].Name))
      Result.push_back(T.Range.Begin);
  for (SectionRange Range : Data.brokenRanges())
    if (!Run.contains(ByteRange(Range)) &&
        namesAlias(Data.textOf(Range), Names))
      Result.push_back(Range.Begin);
  return Result;
}

/// Makes the unit after a step.
void UnitPatchSteps::follow(UnitPatcher &Patcher, const UnitText &Text) {
  bool IsMoved = last().SurroundingText->Prefix != Text.SurroundingText->Prefix;
  Last = Unit::follow(last(), Patcher, Text, AfterStep);
  // The place of the function in what is parsed, for errors about its symbol.
  if (IsMoved) {
    Last->updatePlace(Last->Roots.front(), FileName);
    Last->dropIndex();
  }
}

/// Parses the operation at a place again, in the same text.
bool UnitPatchSteps::parseAt(size_t Place, const UnitText &Same,
                             const llvm::StringSet<> &Hidden,
                             ByteRange *Parsed) {
  if (++Count > MaxUsers || !UnitPatcher::canPatch(last()))
    return false;
  // The text is that of the section, which the old unit keeps.
  std::shared_ptr<const Section> Data = last().Data;
  UnitPatcher Patcher(last(), Same, {{Place, Place}, 0}, Hidden);
  if (!Patcher.parse(FileName) || !Patcher.edit().lost().empty() ||
      !Patcher.edit().found().empty())
    return false;
  if (Parsed)
    *Parsed = Patcher.edit().place().Change.Old;
  follow(Patcher, Same);
  return true;
}

/// Parses an edit that takes names from operations elsewhere, before the edit,
/// or gives them some, after it. `Run` is the range of the operations at the
/// edit in the old text.
bool UnitPatchSteps::parseNames(const llvm::StringSet<> &Lost,
                                const llvm::StringSet<> &Found, ByteRange Run,
                                TextChange Edit) {
  if (findUsers(Old, Lost, Run).size() +
          findUndefined(*Old.Data, Found).size() >
      MaxUsers)
    return false;
  auto same = [&] {
    UnitText Result = {last().Info, last().Data->text(),
                       last().SurroundingText};
    Result.TextOwner = last().Data->textOwner();
    return Result;
  };
  for (std::vector<size_t> Users;
       !(Users = findUsers(last(), Lost, Run)).empty();)
    if (!parseAt(Users.front(), same(), Lost))
      return false;
  if (!UnitPatcher::canPatch(last()))
    return false;
  UnitPatcher Patcher(last(), NewText, Edit, Lost);
  if (!Patcher.parse(FileName) || !Patcher.edit().lost().empty())
    return false;
  follow(Patcher, NewText);
  for (std::vector<size_t> Users;
       !(Users = findUndefined(*Last->Data, Found)).empty();)
    if (!parseAt(Users.front(), same(), {}))
      return false;
  return true;
}

/// Parses the operations outside of a run that use these aliases, in the new
/// text.
bool UnitPatchSteps::parseAliases(const llvm::StringSet<> &Names,
                                  ByteRange Run) {
  std::vector<size_t> Users = findAliasUsers(*last().Data, Names, Run);
  while (!Users.empty()) {
    ByteRange Parsed;
    if (!parseAt(Users.front(), NewText, {}, &Parsed))
      return false;
    llvm::erase_if(Users, [&](size_t Place) {
      return Parsed.Begin <= Place && Place < Parsed.End;
    });
  }
  return true;
}

std::shared_ptr<Unit> UnitPatchSteps::run(const TextChange &TextEdit,
                                          const llvm::StringSet<> &Aliases) {
  if (TextEdit.Old.empty() && TextEdit.NewSize == 0) {
    // What only a comment names needs no step that would make a unit.
    bool IsDone = parseAliases(Aliases, /*Run=*/{}) && Last;
    return IsDone ? Last : nullptr;
  }
  std::optional<UnitPatcher> Edit(std::in_place, Old, NewText, TextEdit);
  if (!Edit->parse(FileName))
    return nullptr;
  TextChange Run = Edit->edit().place().Change;
  size_t UserCount = findAliasUsers(*Old.Data, Aliases, Run.Old).size();
  const llvm::StringSet<> Lost = Edit->edit().lost(),
                          Found = Edit->edit().found();
  if (!Lost.empty() || !Found.empty()) {
    TextChange Change = Edit->edit().change();
    // Its operations use values that may go.
    Edit.reset();
    bool IsDone = UserCount == 0 && parseNames(Lost, Found, Run.Old, Change);
    return IsDone ? Last : nullptr;
  }
  // Some may be in one operation.
  if (UserCount > 2 * MaxUsers)
    return nullptr;
  follow(*Edit, NewText);
  Edit.reset();
  bool IsDone =
      parseAliases(Aliases, {Run.Old.Begin, Run.Old.Begin + Run.NewSize});
  return IsDone ? Last : nullptr;
}

/// The aliases that may stand for something else around the new text. Nothing
/// if they cannot be told, or if more than operations of the function depends
/// on them.
static std::optional<llvm::StringSet<>>
findChangesAround(const Unit &Old, const UnitText &NewText) {
  const Surroundings &Before = *Old.SurroundingText,
                     &After = *NewText.SurroundingText;
  if (&Before == &After || Before == After)
    return llvm::StringSet<>();
  // Of symbols in aliases, and of identified types, units keep a list.
  if (Before.containers() != After.containers() ||
      Before.Containers != After.Containers || !Old.IdentifiedTypes.empty() ||
      Before.aliases().Before.contains('@') ||
      After.aliases().Before.contains('@'))
    return std::nullopt;
  std::optional<llvm::StringSet<>> Result =
      findChangedAliases(Before.aliases(), After.aliases());
  // Containers are those of the old unit.
  if (Result && (namesAlias(After.containers().first, *Result) ||
                 namesAlias(After.containers().second, *Result)))
    return std::nullopt;
  return Result;
}

/// The edit that makes a text from the one before, as TextChange::diff finds
/// it; without comparing what is known to be the same.
static TextChange findChange(llvm::StringRef OldText, const UnitText &New) {
  size_t Common = std::min(OldText.size(), New.Text.size());
  size_t Begin = std::min(New.KnownBeginning, Common);
  size_t Rest = std::min(New.KnownEnd, Common - Begin);
  auto part = [&](llvm::StringRef Whole) {
    return Whole.drop_front(Begin).drop_back(Rest);
  };
  TextChange Change = TextChange::diff(part(OldText), part(New.Text));
  Change.Old = Change.Old.shift(Begin);
  // Of the places of an insertion or a removal, it is the last one.
  size_t Size = Change.Old.size() + Change.NewSize;
  if (!Change.Old.empty() && Change.NewSize > 0)
    return Change;
  llvm::StringRef Longer = Change.Old.empty() ? New.Text : OldText;
  while (Change.Old.Begin + Size < Longer.size() &&
         Longer[Change.Old.Begin] == Longer[Change.Old.Begin + Size])
    Change.Old = Change.Old.shift(1);
  return Change;
}

/// True if there is a loop that recovery would have ended (endStubbedLoops):
/// one around a stub.
bool Unit::hasStubbedLoop() const {
  if (Data->brokenRanges().empty())
    return false;
  llvm::SmallPtrSet<Operation *, 8> Seen;
  for (auto [Section, Inner] :
       llvm::zip_equal(Data->operations(), Operations)) {
    // As stubs have none.
    if (!Section.Range.empty())
      continue;
    for (Operation *Op = Inner; Op && Seen.insert(Op).second;
         Op = Op->getParentOp())
      if (isStubbedLoop(Op))
        return true;
  }
  return false;
}

std::shared_ptr<Unit> Unit::patch(Unit &Old, const UnitText &NewText,
                                  const std::string &FileName,
                                  PatchStep AfterStep) {
  std::optional<llvm::StringSet<>> Aliases = findChangesAround(Old, NewText);
  if (!Aliases || !UnitPatcher::canPatch(Old))
    return nullptr;
  TextChange Change = findChange(Old.Data->text(), NewText);
  if (std::shared_ptr<Unit> New = patchEnd(Old, NewText, Change, AfterStep))
    return New;
  std::shared_ptr<Unit> New =
      UnitPatchSteps(Old, NewText, FileName, AfterStep).run(Change, *Aliases);
  return New && New->hasStubbedLoop() ? nullptr : New;
}
