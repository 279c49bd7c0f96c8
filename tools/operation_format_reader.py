# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads assembly formats of ODS into the parts of the table of forms."""

import os
import re

FORMATS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "operation-formats.txt")
EXAMPLE = r"\{(?:[^{}]|\{[^{}]*\})*\}"
TOKEN = re.compile(r"`[^`]*`|" + EXAMPLE + r"|\$\w+|\"[^\"]*\"|[\w-]+|[()<>^?:,=*]")
# Examples for lists of numbers, by what is in their names.
NUMBERS = (("size|shape|tile|basis", "4"), ("stride|step", "1"), ("", "0"))


def own_formats():
    """The formats of operation-formats.txt, by operation or directive."""
    formats, name = {}, None
    with open(FORMATS, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip()
            if not line or line.startswith("//"):
                continue
            if line.startswith(" "):
                formats[name] += line
            else:
                name, _, formats[name] = line.partition(" ")
    return formats


OWN = own_formats()


def with_examples(text, examples):
    """A format whose parts have been given examples."""
    for part, example in re.findall(rf"([^\s{{}}][^{{}}]*)({EXAMPLE})", examples):
        # An operand is not its type.
        found = re.escape(part) if "(" in part or part[0] != "$" else rf"(?<!type\()\{part}\b"
        text, count = re.subn(found, lambda match: match[0] + example, text)
        assert count, f"{part} is not in {text}"
    return text


class Format:
    """Reads a format of ODS."""

    def __init__(self, operation, text):
        self.operation = operation
        self.tokens = TOKEN.findall(text)
        self.position = 0
        self.needs_space, self.was_sign = True, False
        # A space or a line break of the format itself.
        self.is_apart = False
        self.is_in_group = False

    def peek(self, offset=0):
        index = self.position + offset
        return self.tokens[index] if index < len(self.tokens) else ""

    def next(self):
        self.position += 1
        return self.tokens[self.position - 1]

    def arguments(self):
        """The tokens between brackets, after a directive."""
        assert self.next() == "("
        depth, found = 1, []
        while depth:
            token = self.next()
            depth += (token == "(") - (token == ")")
            found.append(token)
        return found[:-1]

    def spaced(self, part):
        """A part that is no literal: must have a space before them."""
        space = "" if self.needs_space or not self.was_sign or self.is_apart else "_"
        self.needs_space, self.was_sign, self.is_apart = True, False, False
        return [space + part]

    def literal(self, text):
        """A literal, with the spaces that MLIR prints (shouldEmitSpaceBefore)."""
        if text == "":
            self.needs_space = False
            self.was_sign = True
            return []
        if text in (" ", "\\n"):
            self.is_apart = True
            return []
        is_short = len(text) == 1 or text == "->"
        tight = ">)}]," if self.was_sign else "<>(){}[],"
        fits = self.needs_space and not (is_short and text[0] in tight)
        space = "" if fits or self.is_apart else "_"
        self.is_apart = False
        self.needs_space = len(text) != 1 or text not in "<({["
        self.was_sign = not (text[0] == "_" or text[0].isalpha())
        return [f"{space}'{text}"]

    def named(self, token):
        """What a name in a directive stands for."""
        operation = self.operation
        if token == "operands":
            return list(operation.operands)
        if token == "results":
            return list(operation.results)
        return [token.lstrip("$")]

    def list_of(self, names, make):
        found = []
        for number, name in enumerate(names):
            if number:
                found += self.literal(",")
            found += self.spaced(make(name))
        return found

    def element(self):
        token = self.next()
        operation = self.operation
        if token.startswith("`"):
            text = token.strip("`")
            return self.literal(text)
        if token.startswith("$"):
            # In a group, a word is there instead.
            if self.is_in_group and operation.is_unit(token[1:]):
                return []
            return self.spaced(operation.variable(token[1:]))
        if token.startswith('"$'):
            return self.spaced(operation.variable(token[2:-1]).replace("=", '="', 1))
        if token in ("attr-dict", "prop-dict"):
            return ["_+"]
        if token == "attr-dict-with-keyword":
            return ["_+attributes"]
        if token == "operands":
            return self.list_of(operation.operands, operation.operand)
        if token == "regions":
            return self.list_of(operation.regions, operation.variable)
        if token == "successors":
            return self.list_of(operation.successors, operation.variable)
        if token == "qualified":
            inner = self.arguments()
            return self.directive(inner)
        if token == "type":
            return self.list_of(self.named(self.arguments()[0]), operation.type)
        if token == "functional-type":
            inner = self.arguments()
            comma = inner.index(",")
            sources = self.named(inner[0])
            results = self.named(inner[comma + 1])
            parts = [operation.type(name)[1:] for name in results]
            return self.spaced("&" + ",".join(sources) + ">" + ",".join(parts))
        if token == "new":
            return self.spaced("*" + self.arguments()[0].lstrip("$"))
        if token == "custom":
            return self.custom()
        if token == "ref":
            self.arguments()
            return []
        if token == "oilist":
            self.arguments()
            return []
        if token == "(":
            return self.group()
        return []

    def custom(self):
        """A part that is read by a function: by what operation-formats.txt says
        of it; or its first argument stands for it."""
        self.next()
        function = self.next()
        self.next()
        inner = self.arguments()
        self.is_apart |= self.needs_space
        # The arguments, each with its example.
        names = [
            token + (after if after.startswith("{") else "")
            for token, after in zip(inner, [*inner[1:], ""]) if token.startswith("$")]
        text = OWN.get(f"custom<{function}>")
        if function == "DynamicIndexList":
            number = next(n for words, n in NUMBERS if re.search(words, names[0]))
            begin, end = "()" if any("Paren" in token for token in inner) else "[]"
            text = f"`{begin}` $0{{{number}}} `{end}`"
        if text is None:
            return self.spaced("!" + (names[0][1:] if names else "arguments"))
        # An example of the operation comes before that of the function.
        text = re.sub(r"\$(\d)", lambda match: names[int(match[1])], text)
        return self.directive(TOKEN.findall(re.sub(rf"({EXAMPLE}){EXAMPLE}", r"\1", text)))

    def directive(self, tokens):
        """The elements of tokens that were taken out of this format."""
        inner = Format(self.operation, "")
        inner.tokens = tokens
        inner.needs_space, inner.was_sign = self.needs_space, self.was_sign
        inner.is_apart, self.is_apart = self.is_apart, False
        found = inner.elements()
        self.needs_space, self.was_sign = inner.needs_space, inner.was_sign
        return found

    def elements(self, end=""):
        found = []
        while self.position < len(self.tokens) and self.peek() != end:
            if self.peek() == "^":
                self.next()
                continue
            found += self.element()
            # What a snippet has there at first.
            if self.peek().startswith("{"):
                found[-1] += "`" + self.next()[1:-1].strip()
        return found

    def group(self):
        state = self.needs_space, self.was_sign
        was_in_group, self.is_in_group = self.is_in_group, True
        found = self.elements(")")
        self.is_in_group = was_in_group
        self.next()
        # The other branch of a choice is left out.
        if self.peek() == ":" and self.peek(1) == "(":
            after = self.needs_space, self.was_sign
            self.next(), self.next()
            self.elements(")")
            self.next()
            self.needs_space, self.was_sign = after
        if self.peek() == "?":
            self.next()
        if not found:
            return []
        has_results = any(
            part.lstrip("_").startswith(":") and
            re.split("[~^/=]", part.lstrip("_")[1:])[0].rstrip("*?") in self.operation.results
            or part.lstrip("_").startswith("{")
            for part in found)
        # The only result is a token, which operations have if they are async.
        has_results |= found == ["'async"] and len(self.operation.results) == 1
        # Optional parts do not change the spaces around them.
        self.needs_space, self.was_sign = state
        return ["(results" if has_results else "("] + found + [")"]
