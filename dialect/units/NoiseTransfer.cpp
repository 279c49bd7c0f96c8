//===- NoiseTransfer.cpp - What an operation does to noise ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/NoiseTransfer.h"
#include "dialect/units/NoiseUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>

using namespace mlir::noisy;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Lists of terms
//===----------------------------------------------------------------------===//

namespace {

/// All lists of terms of the process, each once, so that a transfer function is
/// a small value. There are few: a handful for each model that was ever read.
/// They are never taken away.
class TermLists {
public:
  uint32_t add(std::vector<NoiseTerm> terms) {
    std::lock_guard lock(mutex);
    auto [known, isNew] = numbers.try_emplace(std::move(terms), count);
    if (!isNew)
      return known->second;
    if (count == kChunks * kChunkSize)
      llvm::report_fatal_error("too many different noise models");
    std::atomic<Chunk *> &chunk = chunks[count / kChunkSize];
    if (!chunk.load(std::memory_order_relaxed)) {
      owners.push_back(std::make_unique<Chunk>());
      chunk.store(owners.back().get(), std::memory_order_release);
    }
    // The keys of a map stay where they are.
    (*chunk)[count % kChunkSize] = known->first;
    return count++;
  }

  /// Without the lock: who has a number has it from `add`.
  ArrayRef<NoiseTerm> get(uint32_t number) const {
    const Chunk *chunk =
        chunks[number / kChunkSize].load(std::memory_order_acquire);
    return (*chunk)[number % kChunkSize];
  }

private:
  static constexpr size_t kChunkSize = 256, kChunks = 4096;
  using Chunk = std::array<ArrayRef<NoiseTerm>, kChunkSize>;

  std::mutex mutex;
  std::map<std::vector<NoiseTerm>, uint32_t> numbers;
  std::vector<std::unique_ptr<Chunk>> owners;
  std::array<std::atomic<Chunk *>, kChunks> chunks{};
  uint32_t count = 0;
};

} // namespace

static TermLists &getLists() {
  static TermLists lists;
  return lists;
}

NoiseTransfer NoiseTransfer::of(ArrayRef<NoiseTerm> terms, bool isUnary) {
  // Noise is never negative, so a term that has no more of anything than
  // another is of no use.
  auto isWithin = [](const NoiseTerm &term, const NoiseTerm &other) {
    return term.lhs <= other.lhs && term.rhs <= other.rhs &&
           term.added <= other.added;
  };
  std::vector<NoiseTerm> kept;
  // The same of a constant that is none.
  bool hasOthers = llvm::any_of(terms, [](const NoiseTerm &term) {
    return !term.isConstant() || term.added > 0;
  });
  for (const NoiseTerm &term : terms) {
    if (hasOthers && term.isConstant() && term.added <= 0)
      continue;
    if (llvm::any_of(kept, [&](const NoiseTerm &other) {
          return isWithin(term, other);
        }))
      continue;
    llvm::erase_if(
        kept, [&](const NoiseTerm &other) { return isWithin(other, term); });
    kept.push_back(term);
  }
  assert(!kept.empty() && kept.size() <= kMostTerms && "not a maximum");
  // Sums first, constants last.
  llvm::sort(kept, [](const NoiseTerm &a, const NoiseTerm &b) {
    return std::tuple(a.lhs + a.rhs, a.lhs, a.added) >
           std::tuple(b.lhs + b.rhs, b.lhs, b.added);
  });
  int32_t added = kept.front().added;
  if (added >= 0) {
    if (kept == std::vector<NoiseTerm>{{added, 1, 1}})
      return sum(added);
    auto usual = isUnary ? std::vector<NoiseTerm>{{added, 1, 0}}
                         : std::vector<NoiseTerm>{{added, 1, 0}, {added, 0, 1}};
    if (kept == usual)
      return max(added);
  }
  return {Form::Terms, getLists().add(std::move(kept))};
}

ArrayRef<NoiseTerm> NoiseTransfer::getTerms() const {
  assert(form == Form::Terms && "has no list of terms");
  return getLists().get(added);
}

ArrayRef<NoiseTerm> NoiseTransfer::getTerms(NoiseTerm (&storage)[2],
                                            bool isUnary) const {
  auto number = static_cast<int32_t>(added);
  switch (form) {
  case Form::Max:
    storage[0] = {number, 1, 0};
    storage[1] = {number, 0, 1};
    return ArrayRef<NoiseTerm>(storage, isUnary ? 1 : 2);
  case Form::Sum:
    storage[0] = {number, 1, 1};
    return ArrayRef<NoiseTerm>(storage, 1);
  case Form::Terms:
    return getTerms();
  }
  llvm_unreachable("all forms are handled");
}

std::optional<int64_t> NoiseTransfer::getReset() const {
  // Others than the largest constant are of no use.
  if (form == Form::Terms && getTerms().size() == 1 &&
      getTerms().front().isConstant())
    return getTerms().front().added;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

namespace {
/// A sum of bounds and of numbers that may be negative.
struct TermSum {
  explicit TermSum(int64_t number) : number(number) {}

  void add(unsigned times, NoiseBound bound) {
    if (times == 0)
      return;
    if (bound.isBits())
      number += int64_t(times) * bound.getBits();
    else
      other = NoiseBound::join(other, bound);
  }
  NoiseBound get() const {
    return other.isUnreachable()
               ? NoiseBound::bits(std::max<int64_t>(number, 1))
               : other;
  }

  int64_t number;
  /// The worst bound that is no number.
  NoiseBound other;
};
} // namespace

NoiseBound NoiseTransfer::applyTerms(NoiseBound lhs, NoiseBound rhs) const {
  if (lhs.isUnreachable() || rhs.isUnreachable())
    return NoiseBound::unreachable();
  NoiseBound result;
  for (const NoiseTerm &term : getTerms()) {
    TermSum sum(term.added);
    sum.add(term.lhs, lhs);
    sum.add(term.rhs, rhs);
    result = NoiseBound::join(result, sum.get());
  }
  return result;
}

NoiseBound NoiseTransfer::applyUnary(NoiseBound operand,
                                     uint32_t number) const {
  switch (form) {
  case Form::Max:
    return operand.plus(added);
  case Form::Sum:
    return operand.plus(number + added);
  case Form::Terms:
    break;
  }
  if (operand.isUnreachable())
    return operand;
  NoiseBound result;
  for (const NoiseTerm &term : getTerms()) {
    TermSum sum(term.added + int64_t(term.rhs) * number);
    sum.add(term.lhs, operand);
    result = NoiseBound::join(result, sum.get());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

llvm::StringRef mlir::noisy::getOperandName(unsigned operand, bool isUnary) {
  if (isUnary)
    return operand == 0 ? "x" : "factor";
  return operand == 0 ? "lhs" : "rhs";
}

/// Writes " + 4", or " - 4"; nothing for 0.
static void writeAdded(llvm::raw_ostream &os, int64_t added,
                       llvm::function_ref<std::string(int64_t)> format) {
  if (added != 0)
    os << (added < 0 ? " - " : " + ") << format(added < 0 ? -added : added);
}

/// Writes a maximum of terms, whose operands have these texts.
static void writeTerms(llvm::raw_ostream &os, ArrayRef<NoiseTerm> terms,
                       const std::string &lhs, const std::string &rhs,
                       llvm::function_ref<std::string(int64_t)> format) {
  // What is added to all terms stands behind the maximum.
  int64_t common = 0;
  if (terms.size() > 1) {
    common = std::max(terms.front().added, 0);
    for (const NoiseTerm &term : terms)
      common = term.isConstant() || term.added < 0
                   ? 0
                   : std::min<int64_t>(common, term.added);
  }
  bool isMaximum = terms.size() > 1 || terms.front().isConstant();
  os << (isMaximum ? "max(" : "");
  llvm::interleave(
      terms,
      [&](const NoiseTerm &term) {
        if (term.isConstant()) {
          os << format(term.added);
          return;
        }
        const char *plus = "";
        for (unsigned i = 0; i < term.lhs; ++i, plus = " + ")
          os << plus << lhs;
        for (unsigned i = 0; i < term.rhs; ++i, plus = " + ")
          os << plus << rhs;
        writeAdded(os, term.added - common, format);
      },
      [&] { os << ", "; });
  os << (isMaximum ? ")" : "");
  writeAdded(os, common, format);
}

void NoiseTransfer::describe(llvm::raw_ostream &os, NoiseBound lhs,
                             NoiseBound rhs, unsigned unit) const {
  std::string first = formatBound(lhs, unit), second = formatBound(rhs, unit);
  auto format = [&](int64_t units) { return formatBits(units, unit); };
  switch (form) {
  case Form::Sum:
    os << first << " + " << second;
    return writeAdded(os, added, format);
  case Form::Max:
    // Whole bits are few, and stand in front.
    if (added > 0 && unit == 1)
      os << added << " + ";
    os << "max(" << first << ", " << second << ")";
    if (unit != 1)
      writeAdded(os, added, format);
    return;
  case Form::Terms:
    // A reset needs no sum.
    if (!getReset())
      writeTerms(os, getTerms(), first, second, format);
    return;
  }
}

void NoiseTransfer::describeUnary(llvm::raw_ostream &os, NoiseBound operand,
                                  uint32_t number, unsigned unit) const {
  std::string first = formatBound(operand, unit);
  auto format = [&](int64_t units) { return formatBits(units, unit); };
  if (form != Form::Terms) {
    os << first << " + "
       << format(form == Form::Sum ? int64_t(number) + added : added);
    return;
  }
  if (!getReset())
    writeTerms(os, getTerms(), first, format(number), format);
}

std::string NoiseTransfer::str(unsigned unit, bool isUnary) const {
  std::string result;
  llvm::raw_string_ostream os(result);
  auto format = [&](int64_t units) { return formatExactBits(units, unit); };
  if (form == Form::Terms) {
    writeTerms(os, getTerms(), getOperandName(0, isUnary).str(),
               getOperandName(1, isUnary).str(), format);
    return result;
  }
  os << (form == Form::Sum ? "sum" : "max");
  writeAdded(os, added, format);
  return result;
}
