"""The colours of MLIR, as the extension has them in editors."""
from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

NAME = r"(?:\d+|[A-Za-z_$.-][\w$.-]*)"


class MlirLexer(RegexLexer):
    name = "MLIR"
    aliases = ["mlir"]
    filenames = ["*.mlir"]
    tokens = {
        "root": [
            (r"\s+", Text),
            (r"//.*", Comment.Single),
            (r'"(?:[^"\\\n]|\\.)*"', String),
            (r"%" + NAME + r"(?:[:#]\d+)?", Name.Variable),
            (r"\^" + NAME, Name.Label),
            (r'@(?:' + NAME + r'|"[^"\n]*")', Name.Function),
            (r"!" + NAME, Keyword.Type),
            (r"#" + NAME, Name.Decorator),
            (r"(?:tensor|memref|vector|tuple|complex|index|none|[su]?i\d+|bf16|f\d+(?:E\w+)?)\b", Keyword.Type),
            (r"[A-Za-z_]\w*\.[\w.$]+", Keyword),
            (r"(?:return|call|module|func|loc|true|false|unit|dense|affine_map|affine_set)\b", Keyword),
            (r"-?\d+\.\d*(?:[eE][-+]?\d+)?", Number.Float),
            (r"0x[0-9A-Fa-f]+|-?\d+", Number.Integer),
            (r"[A-Za-z_][\w$.]*", Name),
            (r"->|::|[=:*+-]", Operator),
            (r".", Punctuation),
        ]
    }
