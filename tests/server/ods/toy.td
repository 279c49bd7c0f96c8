// A dialect for the tests of what is read from TableGen.

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "toy";
}

def Toy_Poly : TypeDef<Toy_Dialect, "Poly"> {
  let mnemonic = "poly";
  let summary = "a polynomial";
  let description = "Of some degree.";
  let parameters = (ins "int":$degree);
  let assemblyFormat = "`<` $degree `>`";
}

// The dialect reads what stands behind "!toy." in C++: "!toy.i32", "!toy.l8".
def Toy_Word : TypeDef<Toy_Dialect, "Word"> {
  let mnemonic = ?;
  let typeName = "toy.word";
}

def Toy_PolyLike : DialectType<Toy_Dialect, CPred<"isPoly($_self)">, "poly",
                               "toy::PolyType">;
def Toy_Builtin : DialectType<Toy_Dialect, CPred<"isInt($_self)">, "integer",
                              "::mlir::IntegerType">;
def Toy_Variant : DialectType<Toy_Dialect, CPred<"isAny($_self)">, "any",
                              "toy::Variant<toy::PolyType, toy::WordType>">;

def Toy_Order : I32EnumAttr<"Order", "an order", [
    I32EnumAttrCase<"Up", 0, "up">, I32EnumAttrCase<"Down", 1, "down">]>;

def Toy_Kind : AttrDef<Toy_Dialect, "Kind"> {
  let mnemonic = "kind";
  let parameters = (ins "int":$value);
  let assemblyFormat = "`<` $value `>`";
}

class Toy_Op<string mnemonic, list<Trait> traits = []> :
    Op<Toy_Dialect, mnemonic, traits>;

def Toy_AddOp : Toy_Op<"add", [Pure, SameOperandsAndResultType]> {
  let summary = "adds polynomials";
  let description = [{
    The sum of two polynomials.

    ```mlir
    %2 = toy.add %0, %1 : !toy.poly<3>
    ```
  }];
  let arguments = (ins Toy_Poly:$lhs, Toy_Poly:$rhs);
  let results = (outs Toy_Poly:$output);
  let assemblyFormat = "operands attr-dict `:` type($output)";
}

def Toy_EvalOp : Toy_Op<"eval", [Pure]> {
  let arguments = (ins Toy_Poly:$poly, I32:$point);
  let results = (outs I32:$value);
  let assemblyFormat = "$poly `at` $point attr-dict `:` qualified(type($poly))";
}

def Toy_RotateOp : Toy_Op<"rotate", [Pure, AllTypesMatch<["input", "output"]>]> {
  let arguments = (ins AnyType:$input, Optional<Index>:$dynamic,
                       DefaultValuedAttr<I64Attr, "1">:$steps, UnitAttr:$fast);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $input (`by` $dynamic^)? (`steps` $steps^)? (`fast` $fast^)? attr-dict
    `:` type($input)
  }];
}

def Toy_PackOp : Toy_Op<"pack"> {
  let arguments = (ins Variadic<AnyType>:$inputs, OptionalAttr<Toy_Kind>:$kind);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = [{
    `(` $inputs `)` (`kind` `(` $kind^ `)`)? attr-dict
    `:` functional-type($inputs, $outputs)
  }];
}

def Toy_BoxOp : Toy_Op<"box", [IsolatedFromAbove]> {
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region AnyRegion:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
}

def Toy_ListOp : Toy_Op<"list"> {
  let summary = "has a form that only C++ can read";
  let arguments = (ins Variadic<AnyType>:$inputs);
  let assemblyFormat = "custom<List>($inputs, type($inputs)) attr-dict";
}

def Toy_MarkOp : Toy_Op<"mark"> {
  let arguments = (ins UnitAttr:$strong, OptionalAttr<AnyAttr>:$note);
  let assemblyFormat = "attr-dict ($strong^ `,`)? ($note^)?";
}

def Toy_MixOp : Toy_Op<"mix"> {
  let arguments = (ins AnyType, AnyType);
  let assemblyFormat = "operands attr-dict `:` type(operands)";
}

def Toy_CasesOp : Toy_Op<"cases"> {
  let arguments = (ins VariadicOfVariadic<AnyType, "sizes">:$cases,
                       DenseI32ArrayAttr:$sizes);
  let assemblyFormat = "($cases^ `:` type($cases))? attr-dict";
}

def Toy_ReadOp : Toy_Op<"read"> {
  let arguments = (ins Arg<Toy_PolyLike, "what is read", [MemRead]>:$poly,
                       Toy_Word:$word, Toy_Builtin:$bit);
  let results = (outs Res<Toy_Variant, "what is left">:$rest);
  let assemblyFormat = [{
    $poly $word $bit attr-dict
    `:` type($poly) `,` type($word) `,` type($bit) `->` type($rest)
  }];
}

def Toy_SortOp : Toy_Op<"sort"> {
  let arguments = (ins OptionalAttr<Toy_Order>:$order, Optional<Toy_Word>:$by,
                       OptionalAttr<SymbolRefArrayAttr>:$users);
  let assemblyFormat = [{
    ($order^ `first`)? (`by` $by^ `:` type($by))? (`for` $users^)? attr-dict
  }];
}
