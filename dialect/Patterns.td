//===- Patterns.td - Patterns that never add noise ---------*- tablegen -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The canonicalisation of the dialect, beside its folders (Folds.h). Plain
// texts are the integers modulo 32, so each identity of that ring is sound. A
// pattern applies only where no value gets noisier, whatever the noise of the
// operands: in the article's model always, in other models where the constraint
// on the model says so. What gains at one place and loses at another is no
// canonicalisation.
//
// An operation with attributes of its own (a cost, metadata) states something
// of its value, so no pattern takes it away.
//
// The benefit that is added is what the result gains, in bits, for fresh
// operands in the usual model.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PATTERNS_TD
#define NOISY_PATTERNS_TD

include "dialect/NoisyOps.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/PatternBase.td"

//===----------------------------------------------------------------------===//
// What is matched
//===----------------------------------------------------------------------===//

// `noisy.encode` of a constant; the attribute is the constant, 0 to 31.
def EncodedConstant : NativeCodeCall<"matchEncodedConstant($_self, $0)">;

class Is<string expression, string words>
    : ConfinedAttr<
          I64Attr, [AttrConstraint<CPred<!subst("$value", "toInteger($_self)",
                                                "("#expression#")")>,
                                   words>]>;
def IsZero : Is<"$value == 0", "that is 0">;
def IsFactor : Is<"$value > 1", "above 1">;
def IsMultipleOfModulus : Is<"$value % 32 == 0", "that is a multiple of 32">;
def IsNotReduced : Is<"$value % 32 != 0 && ($value <= -16 || $value > 16)",
                      "that is no multiple of 32, outside of [-15, 16]">;

// The operation that defines the value can go: it states nothing, and the model
// has the usual form.
def MayReplace
    : Constraint<CPred<"mayReplace($0.getDefiningOp())">,
                 "has no attributes of its own, and a model of the usual form">;
// In the model around a value, scaling by the factor never adds more noise than
// the operation that defines the value, whose other operand is fresh.
def ScalesForLess
    : Constraint<CPred<"scalesForLess($0.getDefiningOp(), toInteger($1))">,
                 "is noisier than a scale in this model">;
def NegatesForLess : Constraint<CPred<"scalesForLess($0.getDefiningOp(), -1)">,
                                "is noisier than a scale in this model">;
def DoublesForLess : Constraint<CPred<"doublesForLess($0.getDefiningOp())">,
                                "is noisier than a scale in this model">;
def ProductIsZero
    : Constraint<CPred<"toInteger($0) % 32 * (toInteger($1) % 32) % 32 == 0">,
                 "have the product 0">;
def ProductIsNotZero
    : Constraint<CPred<"toInteger($0) % 32 * (toInteger($1) % 32) % 32 != 0">,
                 "have another product than 0">;
def SameWidth
    : Constraint<CPred<"$0.getType() == $1.getType()">, "have the same width">;
def WidthsDiffer : Constraint<CPred<"$0.getType() != $1.getType()">,
                              "have different widths">;

//===----------------------------------------------------------------------===//
// What is made
//===----------------------------------------------------------------------===//

class Encode<string expression>
    : NativeCodeCall<"encodeConstant($_builder, $_loc, "#expression#")">;
class Factor<string expression>
    : NativeCodeCall<
          "$_builder.getI64IntegerAttr(reduceFactor("#expression#"))">;
def ResizePlaintext
    : NativeCodeCall<"resizePlaintext($_builder, $_loc, $0, $1.getType())">;

//===----------------------------------------------------------------------===//
// scale
//===----------------------------------------------------------------------===//

def ScaleByMultipleOfModulus
    : Pat<(Noisy_ScaleOp:$op $x, IsMultipleOfModulus:$k),
          (Encode<"0">), [(MayReplace $op)], [], (addBenefit 5)>;

def ReduceFactor : Pat<(Noisy_ScaleOp:$op $x, IsNotReduced:$k),
                       (Noisy_ScaleOp $x, (Factor<"toInteger($0)"> $k)),
                       [(MayReplace $op)], [], (addBenefit 5)>;

def ScaleOfScale
    : Pat<(Noisy_ScaleOp:$op (Noisy_ScaleOp:$inner $x, $j), $k),
          (Noisy_ScaleOp $x,
              (Factor<"toInteger($0) % 32 * (toInteger($1) % 32)"> $j, $k)),
          [(MayReplace $op), (MayReplace $inner), (ProductIsNotZero $j, $k)],
          [], (addBenefit 1)>;

def ScaleOfScaleToZero
    : Pat<(Noisy_ScaleOp:$op (Noisy_ScaleOp:$inner $x, $j), $k), (Encode<"0">),
          [(MayReplace $op), (MayReplace $inner), (ProductIsZero $j, $k)], [],
          (addBenefit 5)>;

def ScaleOfConstant
    : Pat<(Noisy_ScaleOp:$op (EncodedConstant I64Attr:$c), $k),
          (Encode<"toInteger($0) * (toInteger($1) % 32)"> $c, $k),
          [(MayReplace $op)], [], (addBenefit 4)>;

//===----------------------------------------------------------------------===//
// mul
//===----------------------------------------------------------------------===//

// Twice, since canonicalisation gives commutative operands no order here.
def MulByConstant
    : Pat<(Noisy_MulOp:$op $x, (EncodedConstant IsFactor:$k)),
          (Noisy_ScaleOp $x, (Factor<"toInteger($0)"> $k)),
          [(MayReplace $op), (ScalesForLess $op, $k)], [], (addBenefit 8)>;
def MulByConstantLeft
    : Pat<(Noisy_MulOp:$op (EncodedConstant IsFactor:$k), $x),
          (Noisy_ScaleOp $x, (Factor<"toInteger($0)"> $k)),
          [(MayReplace $op), (ScalesForLess $op, $k)], [], (addBenefit 8)>;

def MulByZero : Pat<(Noisy_MulOp:$op $x, (EncodedConstant IsZero:$k)),
                    (Encode<"0">), [(MayReplace $op)], [], (addBenefit 12)>;
def MulByZeroLeft : Pat<(Noisy_MulOp:$op (EncodedConstant IsZero:$k), $x),
                        (Encode<"0">), [(MayReplace $op)], [], (addBenefit 12)>;

def MulOfConstants : Pat<(Noisy_MulOp:$op (EncodedConstant I64Attr:$a),
                             (EncodedConstant I64Attr:$b)),
                         (Encode<"toInteger($0) * toInteger($1)"> $a, $b),
                         [(MayReplace $op)], [], (addBenefit 12)>;

//===----------------------------------------------------------------------===//
// add, sub
//===----------------------------------------------------------------------===//

def AddOfConstants : Pat<(Noisy_AddOp:$op (EncodedConstant I64Attr:$a),
                             (EncodedConstant I64Attr:$b)),
                         (Encode<"toInteger($0) + toInteger($1)"> $a, $b),
                         [(MayReplace $op)], [], (addBenefit 1)>;

def AddOfSame : Pat<(Noisy_AddOp:$op $x, $x), (Noisy_ScaleOp $x, (Factor<"2">)),
                    [(MayReplace $op), (DoublesForLess $op)]>;

def SubOfConstants : Pat<(Noisy_SubOp:$op (EncodedConstant I64Attr:$a),
                             (EncodedConstant I64Attr:$b)),
                         (Encode<"toInteger($0) - toInteger($1)"> $a, $b),
                         [(MayReplace $op)], [], (addBenefit 1)>;

def SubOfSame : Pat<(Noisy_SubOp:$op $x, $x),
                    (Encode<"0">), [(MayReplace $op)], [], (addBenefit 1)>;

def SubFromZero
    : Pat<(Noisy_SubOp:$op (EncodedConstant IsZero:$zero), $x),
          (Noisy_ScaleOp $x, (Factor<"-1">)),
          [(MayReplace $op), (NegatesForLess $op)], [], (addBenefit 1)>;

//===----------------------------------------------------------------------===//
// decode
//===----------------------------------------------------------------------===//

// No folder: the analysis of integers folds, and what is decrypted is unknown
// to it, whatever is encrypted.
def DecodeOfEncode
    : Pat<(Noisy_DecodeOp:$op (Noisy_EncodeOp:$inner $x)),
          (replaceWithValue $x),
          [(MayReplace $op), (MayReplace $inner), (SameWidth $op, $x)]>;

def DecodeOfEncodeToOtherWidth
    : Pat<(Noisy_DecodeOp:$op (Noisy_EncodeOp:$inner $x)),
          (ResizePlaintext $x, $op),
          [(MayReplace $op), (MayReplace $inner), (WidthsDiffer $op, $x)]>;

#endif // NOISY_PATTERNS_TD
