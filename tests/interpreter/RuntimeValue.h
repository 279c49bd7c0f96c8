//===- RuntimeValue.h - A value as one run of the IR has it -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_INTERPRETER_RUNTIMEVALUE_H
#define NOISY_TESTS_INTERPRETER_RUNTIMEVALUE_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace mlir {
class Operation;
}

namespace mlir::noisy::test {

class RuntimeValue;

/// An encrypted value: what it means and how much noise is really on it.
struct Cipher {
  /// The plain text, in 5 bits.
  uint32_t plain = 0;
  /// Bits of noise, of which there may be less than any bound tells.
  uint64_t noise = 0;
  /// It has, or was made from a value that had, more noise than can be
  /// decrypted: the plain text is lost.
  bool junk = false;
};

/// The elements of a tensor or of a memref, in row-major order.
struct Elements {
  llvm::SmallVector<int64_t> shape;
  std::vector<RuntimeValue> values;
  /// For a view of memory: the whole, and where its elements are there.
  std::shared_ptr<Elements> whole = nullptr;
  std::vector<size_t> positions = {};

  /// Gets the elements of a view from the whole, and puts them back.
  void load();
  void store();
};

/// A value of any type: an integer (`index` has 64 bits), an encrypted value,
/// a tensor or a memref of those, a function; or nothing that was ever written,
/// which no program may look at.
class RuntimeValue {
public:
  RuntimeValue() = default;
  RuntimeValue(llvm::APInt integer) : content(std::move(integer)) {}
  RuntimeValue(Cipher cipher) : content(cipher) {}
  RuntimeValue(Operation *function) : content(function) {}
  /// A tensor; elements are shared until one is changed.
  RuntimeValue(Elements elements)
      : content(std::make_shared<Elements>(std::move(elements))) {}

  bool isWritten() const { return content.index() != 0; }
  bool isInteger() const {
    return std::holds_alternative<llvm::APInt>(content);
  }
  bool isCipher() const { return std::holds_alternative<Cipher>(content); }
  bool isShaped() const {
    return std::holds_alternative<std::shared_ptr<Elements>>(content);
  }
  bool isFunction() const {
    return std::holds_alternative<Operation *>(content);
  }

  const llvm::APInt &integer() const { return std::get<llvm::APInt>(content); }
  const Cipher &cipher() const { return std::get<Cipher>(content); }
  Operation *function() const { return std::get<Operation *>(content); }
  const Elements &elements() const { return memory(); }
  /// The memory that all copies of a memref share. Whoever changes it calls
  /// `store`.
  Elements &memory() const {
    Elements &elements = *std::get<std::shared_ptr<Elements>>(content);
    elements.load();
    return elements;
  }
  /// A view of elements of a memref.
  RuntimeValue view(llvm::SmallVector<int64_t> shape,
                    std::vector<size_t> positions) const {
    return Elements{
        std::move(shape), std::vector<RuntimeValue>(positions.size()),
        std::get<std::shared_ptr<Elements>>(content), std::move(positions)};
  }

  /// Calls `visit` with the encrypted value, or with each that is an element.
  void forEachCipher(llvm::function_ref<void(const Cipher &)> visit) const {
    if (isCipher())
      visit(cipher());
    else if (isShaped())
      for (const RuntimeValue &element : elements().values)
        element.forEachCipher(visit);
  }

private:
  std::variant<std::monostate, llvm::APInt, Cipher, Operation *,
               std::shared_ptr<Elements>>
      content;
};

inline void Elements::load() {
  if (!whole)
    return;
  whole->load();
  for (auto [value, position] : llvm::zip_equal(values, positions))
    value = whole->values[position];
}

inline void Elements::store() {
  if (!whole)
    return;
  whole->load();
  for (auto [value, position] : llvm::zip_equal(values, positions))
    whole->values[position] = value;
  whole->store();
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_INTERPRETER_RUNTIMEVALUE_H
