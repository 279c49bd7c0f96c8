# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Examples of what the named operations of linalg take: how many dimensions their
inputs and outputs have is in no definition."""

import re

# The dimensions of the inputs, and of the output.
RANKS = {
    "batch_matmul": ((3, 3), 3),
    "batch_matvec": ((3, 2), 2),
    "batch_mmt4d": ((5, 5), 5),
    "batch_reduce_matmul": ((3, 3), 2),
    "batch_vecmat": ((2, 3), 2),
    "conv_1d": ((1, 1), 1),
    "conv_2d": ((2, 2), 2),
    "conv_3d": ((3, 3), 3),
    "dot": ((1, 1), 0),
    "fill": ((None,), 1),
    "matmul": ((2, 2), 2),
    "matvec": ((2, 1), 1),
    "mmt4d": ((4, 4), 4),
    "quantized_batch_matmul": ((3, 3, None, None), 3),
    "quantized_matmul": ((2, 2, None, None), 2),
    "vecmat": ((1, 2), 1),
}
BINARY = {"add", "div", "div_unsigned", "max", "min", "mul", "powf", "sub"}


def ranks(name):
    """The dimensions of the inputs and of the output; None for a scalar."""
    if name in RANKS:
        return RANKS[name]
    # A letter for each dimension: conv_2d_nhwc_hwcf, pooling_nchw_max.
    if match := re.match(r"(?:depthwise_)?conv_\dd_(\w+?)_(\w+?)(_q)?$", name):
        image, kernel, is_quantized = match.groups()
        scalars = (None, None) if is_quantized else ()
        # Several outputs for each channel are one dimension more.
        is_wider = name.startswith("depthwise") and kernel.endswith("cm")
        return (len(image), len(kernel), *scalars), len(image) + is_wider
    if match := re.match(r"pooling_([a-z]+)_", name):
        return (len(match[1]), len(match[1]) - 2), len(match[1])
    return ((1, 1) if name in BINARY else (1,)), 1


def buffer(rank, element):
    return element if rank is None else f"shaped<{'?x' * rank}{element}>"


def with_operands(text, name):
    """A format with examples for its inputs and outputs."""
    if name == "select":
        types, output = ["shaped<?xi1>", "shaped<?xf32>", "shaped<?xf32>"], "shaped<?xf32>"
    elif name == "fill_rng_2d":
        types, output = ["f64", "f64", "i32"], "shaped<?x?xf32>"
    else:
        inputs, rank = ranks(name)
        element = scalar = "i32" if "unsigned" in name else "f32"
        if None in inputs[1:]:
            element, scalar = "i8", "i32"
        types = [buffer(each, scalar if each is None else element) for each in inputs]
        output = buffer(rank, scalar)
    names = ["%input"] if len(types) == 1 else [f"%input{i}" for i in range(len(types))]
    text = text.replace("type($inputs)", "type($inputs){" + "|".join(types) + "}")
    text = text.replace("type($outputs)", "type($outputs){" + output + "}")
    return text.replace("$inputs `", "$inputs{" + "|".join(names) + "} `")
