// A dialect for the tests of what is read from TableGen.

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
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
