//===- ErrorTable.cpp - The words for each message of MLIR ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/ErrorTable.h"
#include "server/features/annotations/ErrorPhrases.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::phrase;

/// The first that matches counts.
static constexpr ErrorWords AllWords[] = {
    // Values.
    {"use of undeclared SSA value name", UndefinedValue},
    {"prior use here", "it has its type from here"},
    {"use of value '*' expects different type than prior uses: '*' vs '*'",
     "'$1' has type '$3', but '$2' is needed here"},
    {"redefinition of SSA value '*'", "'$1' is already defined"},
    {"definition of SSA value '*#0' has type '*'",
     "'$1' has type '$2', but was used with another one"},
    {"definition of SSA value '*' has type '*'",
     "'$1' has type '$2', but was used with another one"},
    {"expected SSA operand", NoValue},
    {"expected SSA identifier", "expected the name of a value, such as '%0'"},
    {"invalid SSA name", "expected a name or a number after '%'"},
    {"expected '=' after SSA name",
     "expected '=' and an operation after the name"},
    {"operation defines * results but was provided * to bind",
     "the operation has $1 results, but is given $2 names"},
    {"cannot name an operation with no results", NoResult},
    {"reference to invalid result number",
     "there is no result with this number"},
    {"operand #* does not dominate this use",
     "operand #$1 is not defined before this operation"},
    {"'*' op using value defined outside the region",
     "values that are defined outside cannot be used in here"},
    {"null operand found", "an operand is missing"},
    {"expected integer number of results", NoResultCount},
    {"expected valid ssa identifier", NoValue},
    {"expected operand", NoValue},
    {"expected ':' and type for SSA operand", "expected ':' and a type"},
    {"region entry argument '*' is already in use", "'$1' is already defined"},
    // Operations.
    {"'*' op entry block must have * arguments to match function signature",
     "the arguments of a function with a body need names, such as '%arg0: "
     "i32'"},
    {"'*' op symbol's parent must have the SymbolTable trait",
     "'$1' cannot stand here; it belongs directly into a module"},
    {"expected ::* to be one of: *", "expected one of $2"},
    {"elements literal must be a shaped type",
     "the type of these elements must be that of a tensor or a vector, such as "
     "'tensor<4xi32>'"},
    {"inferred shape of elements literal (*) does not match type (*)",
     "the elements have the shape $1, but the type has $2"},
    {"expected operation name in quotes", NoOperation},
    {"expected ':' followed by operation type",
     "expected ':' and the types of the operation, such as '(i32) -> i32'"},
    {"expected '{' to begin a region", "expected '{'"},
    {"[parseNamedStructuredOpRegion] ods-gen generated region expects *",
     "expected 'ins(...)' and 'outs(...)'"},
    {"'*' op expects parent op to be one of '*'",
     "'$1' can stand only directly in '$2'"},
    {"'*' op expects parent op '*'", "'$1' can stand only directly in '$2'"},
    {"'*' op must have an else block if defining values",
     "'$1' with results needs an else"},
    {"number of operands and types do not match: got * operands and * types",
     "the number of values is $1, but that of types $2"},
    {"'*' op operand #* must be *, but got '*'",
     "operand #$2 of '$1' must be $3, but is '$4'"},
    {"'*' op result #* must be *, but got '*'",
     "result #$2 of '$1' must be $3, but is '$4'"},
    {"'*' op operand type '*' and result type '*' are cast incompatible",
     "'$1' does not convert '$2' to '$3'"},
    {"'*' op *-th region iter_arg and *-th yielded value have different type: "
     "'*' != '*'",
     "the loop passes on '$5' as value #$3, but began with '$4'"},
    // Blocks.
    {"reference to an undefined block", UndefinedBlock},
    {"redefinition of block '*'", "block '$1' is already defined"},
    {"block with no terminator, has *", UnendedBlock},
    {"empty block: expect at least a terminator",
     "empty block: it has to end with a return, a yield or a branch"},
    {"'*' op must be the last operation in the parent block",
     "'$1' ends its block, so nothing can follow it there"},
    {"branch has * operands for successor #*, but target block has *",
     "the branch passes $1 values, but its target takes $3"},
    {"'*' op branch has * operands for successor #*, but target block has *",
     "the branch passes $2 values, but its target takes $4"},
    {"type mismatch for bb argument #* of successor #*",
     "the branch passes a value of another type than argument #$1 of its "
     "target has"},
    {"'*' op type mismatch for bb argument #* of successor #*",
     "the branch passes a value of another type than argument #$2 of its "
     "target has"},
    {"operation with block successors must terminate its parent block",
     "nothing can follow a branch in its block; the next block begins with a "
     "label, such as '^bb1:'"},
    {"expected ':' after block name", "expected ':' after the label"},
    {"invalid block name in region with named arguments",
     "a label cannot stand here: the arguments of this block have names "
     "already"},
    {"invalid block name", "expected a name after '^'"},
    {"expected block name", "expected the label of a block, such as '^bb1'"},
    // What regions pass on.
    {"'*' op along control flow edge from Operation * to parent: region branch "
     "point has * operands, but region successor needs * inputs",
     "'$2' in '$1' has $3 values, but needs $4"},
    {"'scf.while' op along control flow edge from Operation * to Region #1: "
     "region branch point has * operands, but region successor needs 0 inputs",
     "'$1' passes on $2 values, but the block after 'do' takes none: it has "
     "to begin with a label such as '^bb0(%x: i32):'"},
    {"'scf.while' op along control flow edge from Operation * to Region #1: "
     "region branch point has * operands, but region successor needs * inputs",
     "'$1' passes on $2 values, but the block after 'do' takes $3"},
    {"'scf.while' op along control flow edge from Operation * to Region #0: "
     "region branch point has * operands, but region successor needs * inputs",
     "'$1' passes on $2 values, but the loop began with $3"},
    {"'*' op along control flow edge from Operation * to Region #*: region "
     "branch point has * operands, but region successor needs * inputs",
     "'$2' in '$1' has $4 values, but needs $5"},
    {"'*.if' op along control flow edge from parent to parent: region branch "
     "point has 0 operands, but region successor needs * inputs",
     "'$1.if' with results needs an else"},
    {"'*' op along control flow edge from parent to Region #*: region branch "
     "point has * operands, but region successor needs * inputs",
     "'$1' passes on $3 values, but its region #$2 takes $4"},
    {"'*' op along control flow edge from Operation * to parent: successor "
     "operand type #* '*' should match successor input type #* '*'",
     "'$2' in '$1' passes on '$4' as value #$3, but '$6' is needed"},
    {"'scf.while' op along control flow edge from Operation * to Region #1: "
     "successor operand type #* '*' should match successor input type #* '*'",
     "'$1' passes on '$3' as value #$2, but the block after 'do' takes '$5'"},
    {"'scf.while' op along control flow edge from Operation * to Region #0: "
     "successor operand type #* '*' should match successor input type #* '*'",
     "'$1' passes on '$3' as value #$2, but the loop began with '$5'"},
    {"'*' op along control flow edge from Operation * to Region #*: successor "
     "operand type #* '*' should match successor input type #* '*'",
     "'$2' in '$1' passes on '$5' as value #$4, but '$7' is needed"},
    {"'*' op along control flow edge from parent to Region #*: successor "
     "operand type #* '*' should match successor input type #* '*'",
     "'$1' passes on '$4' as value #$3, but its region #$2 takes '$6'"},
    {"'*' op expects regions to end with '*', found '*'",
     "'$1' has to end with '$2', not with '$3'"},
    {"'scf.while' op expects the 'before' region to terminate with "
     "'scf.condition'",
     "the block before 'do' has to end with 'scf.condition', such as "
     "'scf.condition(%c) %x : i32'"},
    {"'scf.while' op expects the 'after' region to terminate with 'scf.yield'",
     "the block after 'do' has to end with 'scf.yield'"},
    {"'*' op expects body to terminate with '*'",
     "'$1' has to end with '$2', or with nothing if it has no results"},
    {"'*' op body must be terminated with a `yield` operation of the tensor "
     "element type",
     "'$1' has to end with a yield of the type of the elements"},
    {"'*' op requires a single operand", "'$1' needs exactly one value"},
    {"'*' op expects a non-empty block",
     "empty block in '$1': it has to end with a yield"},
    {"'scf.while' op region #0 ('before') failed to verify constraint: region "
     "with 1 blocks",
     "the region before 'do' has to be one block, which ends with "
     "'scf.condition'"},
    {"'scf.while' op region #1 ('after') failed to verify constraint: region "
     "with 1 blocks",
     "the region after 'do' has to be one block, which ends with "
     "'scf.yield'"},
    {"'scf.index_switch' op region #* ('*') failed to verify constraint: "
     "region with 1 blocks",
     "each case of 'scf.index_switch' has to be one block, which ends with "
     "'scf.yield'"},
    {"'*' op region #* ('*') failed to verify constraint: region with 1 blocks",
     "region #$2 of '$1' has to be one block, which is not empty"},
    {"'*' op expects region #* to have 0 or 1 blocks",
     "region #$2 of '$1' has to be one block: it cannot have labels and "
     "branches"},
    {"'*' op region needs to have at least one block",
     "'$1' is empty: it has to end with a yield"},
    {"mismatch between the number of loop-carried values and results",
     "the number of values in 'iter_args(...)' is not that of the types after "
     "'->'"},
    {"mismatch in number of loop-carried values and defined values",
     "the number of values in 'iter_args(...)' is not that of the types after "
     "'->'"},
    {"'*' op different number of region iter_args and yielded values: * != *",
     "'iter_args(...)' of '$1' has $2 values, but its yield has $3"},
    {"expected as many input types as operands (expected * got *)",
     "the number of values is $1, but that of types $2"},
    {"'*' op expected each region to return * values, but * returns *",
     "each region of '$1' has to pass on $2 values, but $3 has $4"},
    {"'*' op expected result #* of each region to be '*'",
     "result #$2 of each region of '$1' has to be '$3'"},
    {"'*' op expects number of results: * to be the same as number of "
     "reductions: *",
     "'$1' has $2 results, but $3 reductions: it has to end with 'scf.reduce', "
     "which has a value and a region for each result"},
    {"'*' op expects type of *-th reduction operand: '*' to be the same as the "
     "*-th result type: '*'",
     "value #$2 of '$1' has type '$3', but the result has '$5'"},
    {"'*' op expected two block arguments with type '*' in the *-th reduction "
     "region",
     "region #$3 of '$1' has to begin with a label such as '^bb0(%x: $2, %y: "
     "$2):'"},
    {"'*' op must have type '*' (the type of the reduction inputs)",
     "'$1' has to pass on '$2', as the values that it combines"},
    {"'*' op expected only ParallelCombiningOpInterface ops",
     "only operations such as 'tensor.parallel_insert_slice' can stand in "
     "'$1'"},
    // Slices.
    {"expected integer value", "expected a value, such as '%0', or a number"},
    {"expected SSA value or integer",
     "expected a value, such as '%0', or a number"},
    {"expected '*' in dynamic index list", "expected '$1'"},
    {"expected * offset values, got *",
     "there are $2 offsets, but $1 needed, one for each dimension"},
    {"expected * size values, got *",
     "there are $2 sizes, but $1 needed, one for each dimension"},
    {"expected * stride values, got *",
     "there are $2 strides, but $1 needed, one for each dimension"},
    {"expected result type to be '*' or a rank-reduced version. (mismatch of "
     "result *), but got '*'",
     "the type of the result is '$1', not '$3'"},
    {"expected type to be '*' or a rank-reduced version. (size mismatch) ",
     "the type of the slice is '$1'"},
    {"slice along dimension * runs out-of-bounds: * >= *",
     "the slice is out of bounds: it reaches index $2 of dimension $1, which "
     "has $3 elements"},
    {"offset * is out-of-bounds: * >= *",
     "the slice is out of bounds: it begins at index $2 of dimension $1, which "
     "has $3 elements"},
    {"'*' op expected position attribute #* to be a non-negative integer "
     "smaller than the corresponding vector dimension or poison (-1)",
     "index no. $2 of '$1' is out of bounds"},
    // Functions.
    {"expected non-empty function body",
     "the body is empty: it has to end with 'return'"},
    {"'*' op symbol declaration cannot have public visibility",
     "'$1' without a body in '{ ... }' has to be private, such as '$1 private "
     "@f()'"},
    {"'*' op operand type mismatch: expected operand type '*', but provided "
     "'*' for operand number *",
     "value #$4 of '$1' has type '$3', but the function takes '$2'"},
    {"'*' op result type mismatch at index *",
     "result #$2 of '$1' has another type than that of the function"},
    {"'*' op has * operands, but enclosing function (@*) returns *",
     "'$1' has $2 values, but @$3 returns $4"},
    {"type of return operand * ('*') doesn't match function result type ('*') "
     "in function @*",
     "value #$1 of the return has type '$2', but @$4 returns '$3'"},
    {"'*' op '*' does not reference a valid function",
     "there is no function '@$2'"},
    {"'*' op incorrect number of operands for callee",
     "'$1' does not pass as many values as the function takes"},
    {"'*' op incorrect number of results for callee",
     "'$1' does not have as many results as the function"},
    {"expected valid '@'-identifier for symbol name",
     "expected a name that begins with '@'"},
    {"redefinition of symbol named '*'", "'@$1' is already defined"},
    {"@ identifier expected to start with letter or '_'",
     "expected a name after '@'"},
    {"expected '(' in argument list", "expected '(' and names, such as '(%i)'"},
    // Types and attributes.
    {"invalid type identifier", "expected the name of a type after '!'"},
    {"expected '=' in type alias definition",
     "expected '=' and the type of the alias"},
    {"expected '->' in function type",
     "expected '->' and the types of the results, such as '-> i32'"},
    {"expected ',' or '>' in * type", "expected ',' or '>'"},
    {"expected '<' in * type", "expected '<' after '$1'"},
    {"expected '>' in * type", "expected '>' at the end of the $1 type"},
    {"expected valid keyword", "expected a name"},
    {"expected attribute name", NoAttributeName},
    {"expected \"*\" array attribute", "'$1 = [...]' is missing"},
    {"expected '=' in attribute alias definition",
     "expected '=' and the value of the alias"},
    {"expected non-function type", NoType},
    {"invalid kind of type specified: expected builtin.*, but found '*'",
     "expected a $1 type, but found '$2'"},
    {"invalid kind of type specified: expected *, but found '*'",
     "expected '!$1', but found '$2'"},
    {"'*' op incorrect number of dynamic sizes, has *, expected *",
     "'$1' has $2 values for sizes, but its type has '?' $3 times"},
    {"'*' op incorrect number of indices for *, expected * but got *",
     "'$1' has $4 indices, but needs $3, one for each dimension"},
    {"'*' op incorrect number of indices for *",
     "'$1' needs an index for each dimension"},
    {"'*' op store index operand count not equal to memref rank",
     "'$1' needs an index for each dimension"},
    {"'*' op requires * indices",
     "'$1' needs an index for each dimension, so $2"},
    {"unknown  type `*` in dialect `*`", "there is no type '!$2.$1'"},
    {"unknown attribute `*` in dialect `*`", "there is no attribute '#$2.$1'"},
    {"unexpected decimal integer literal for a floating point value",
     "a floating point number needs a point, such as '1.0'"},
    {"expected 'x' in dimension list",
     "expected 'x' and the type of the elements, such as '4xi32'"},
    {"undefined symbol alias id '*'", "undefined alias '$1'"},
    {"expected attribute value", NoAttribute},
    {"*expected string or keyword containing one of the following enum values "
     "for attribute '*' [*]",
     "expected one of $3"},
    {"'*' op attribute '*' failed to satisfy constraint: *",
     "attribute '$2' of '$1' must be: $3"},
    {"attribute '*' failed to satisfy constraint: *",
     "attribute '$1' must be: $2"},
    {"floating point value not valid for specified type", NotFloat},
    {"integer constant out of range for attribute",
     "this number does not fit into its type"},
    {"integer constant out of range for type",
     "this number does not fit into its type"},
    {"expected '\"' in string literal", "the string is not closed"},
    // Affine operations.
    {"*operand cannot be used as a dimension id", NotAffine},
    {"*operand cannot be used as a symbol", NotAffine},
    {"*index must be a valid dimension or symbol identifier", NotAffine},
    {"'*' op affine map num results must equal memref rank",
     "'$1' needs an index for each dimension of the memref"},
    {"'*' op parent of yield must have same number of results as the yield "
     "operands",
     "'$1' does not have a value for each result of the operation around it"},
    {"'*' op types mismatch between yield op and its parent",
     "'$1' has a value of another type than the result of the operation around "
     "it"},
    {"'*' op only terminates affine.if/for/parallel regions",
     "'$1' can stand only directly in 'affine.for', 'affine.if' or "
     "'affine.parallel'"},
    {"non-affine expression: at least one of the multiply operands has to be "
     "either a constant or symbolic",
     "in an index of an affine operation, one side of '*' has to be a number "
     "or a symbol"},
    {"non-affine expression: right operand of * has to be either a constant or "
     "symbolic",
     "in an index of an affine operation, the right side of '$1' has to be a "
     "number or a symbol"},
    {"missing right operand of binary operator",
     "the right side of the operator is missing"},
    {"dim operand count and integer set dim count must match",
     "the set is not given a value for each of its dimensions"},
    {"symbol operand count and integer set symbol count must match",
     "the set is not given a value for each of its symbols"},
    {"dimension or symbol index mismatch",
     "the map is not given a value for each of its dimensions and symbols"},
    {"'*' op operand count and affine map dimension and symbol count must "
     "match",
     "the map of '$1' is not given a value for each of its dimensions and "
     "symbols"},
    {"expected step to be representable as a positive signed integer",
     "the step has to be a positive number"},
    {"expected '[' in affine map", "expected '[' and the indices"},
    {"expected '*' in affine map", "expected '$1'"},
    {"expected '(' in operand list", "expected '(' and values, such as '(%i)'"},
    {"expected '(' in dimensional identifier list",
     "expected '(' and the dimensions, such as '(d0, d1)'"},
    {"expected '(' in affine map range",
     "expected '(' and the results, such as '(d0 + 1)'"},
    {"expected '(' in integer set constraint list",
     "expected '(' and the conditions, such as '(d0 >= 0)'"},
    {"expected '== affine-expr' or '>= affine-expr' at end of affine "
     "constraint",
     "expected '>=' or '==' and an expression"},
    {"expected affine expression", "expected an expression, such as 'd0 + 1'"},
    {"expected bare identifier", "expected a name, such as 'd0'"},
    {"use of undeclared identifier",
     "this is none of the dimensions and symbols"},
    {"dim operand count and affine map dim count must match",
     "the map is not given a value for each of its dimensions"},
    {"symbol operand count and affine map symbol count must match",
     "the map is not given a value for each of its symbols"},
    // Operations of linalg.
    {"'*' op expected number of yield values (*) to match the number of inits "
     "/ outs operands of the enclosing LinalgOp (*)",
     "'$1' has $2 values, but the operation around it has $3 outputs"},
    {"'*' op type of yield operand * ('*') doesn't match the element type of "
     "the enclosing * op ('*')",
     "value no. $2 of '$1' has type '$3', but the elements of its output have "
     "'$5'"},
    {"'*' op expected parent op with LinalgOp interface",
     "'$1' can stand only directly in an operation of linalg"},
    {"'*' op expects to have 1 region with 1 block",
     "the region of '$1' has to be one block, which begins with a label such "
     "as '^bb0(%x: i32, %y: i32):' and ends with a yield"},
    {"'*' op expected as many non-induction variable region arguments as the "
     "number of input/output operands",
     "the block of '$1' needs an argument for each input and output"},
    {"'*' op expected type of bb argument #* ('*') to match element or self "
     "type of the corresponding operand ('*')",
     "argument #$2 of the block of '$1' has type '$3', but takes elements of "
     "'$4'"},
    {"'*' op expected the number of indexing_map (*) to be equal to the number "
     "of input/output operands (*)",
     "'indexing_maps' of '$1' has $2 maps, but needs $3, one for each input "
     "and output"},
    {"'*' op expected operand #* rank (*) to match the result rank of "
     "indexing_map (*)",
     "operand #$2 of '$1' has $3 dimensions, but $4 are needed"},
    {"'*' op expected indexing_map #* to have * dim(s) to match the number of "
     "loops",
     "map #$2 of '$1' needs $3 dimensions, one for each loop"},
    {"'*' op inferred input/output operand #* has shape's dimension #* to be "
     "*, but found *",
     "dimension #$3 of operand #$2 of '$1' is $5, but $4 by the other "
     "operands"},
    {"'*' op expected the number of tensor results (*) to be equal to the "
     "number of output tensors (*)",
     "'$1' has $2 results, but $3 output tensors: their types stand after "
     "'->' at the end"},
    {"unexpected iterator_type (*)",
     "'$1' is no kind of loop, such as \"parallel\" or \"reduction\""},
    // Notes.
    {"in custom textual format, the absence of terminator implies '*'",
     "where nothing else is written, it ends with '$1'"},
    {"case region #* returns '*' here", "'$2' here"},
    {"default region returns '*' here", "'$1' here"},
    {"see yield operation here", "here"},
    {"previously referenced here", "used here"},
    {"operand defined here (*)", "it is defined here"},
    {"operand defined as a block argument (*)", "it is defined here"},
    {"required by region isolation constraints",
     "nothing that is defined outside can be used in this operation"},
    {"previously used here with type '*'", "used here as '$1'"},
    {"see existing symbol definition here", "previously defined here"},
};

llvm::ArrayRef<ErrorWords> mlir::noisy::lsp::getErrorTable() {
  return AllWords;
}
