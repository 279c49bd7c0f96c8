# The configuration of Sphinx for ./dev site: pages from Markdown (myst_parser) in the theme
# furo. Both are kept by others, and in Debian. The search works from files, too.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

project = "noisy"
html_title = "noisy"
version = release = os.environ["NOISY_VERSION"]
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"

# Links to headings, as in the Markdown of repositories.
myst_heading_anchors = 6
myst_enable_extensions = ["colon_fence"]
suppress_warnings = [
    # Documents of a repository begin where they like.
    "myst.header",
]
# Two hyphens begin an option, and are no dash.
smartquotes = False
# What is no language of Pygments stays plain.
highlight_language = "text"
pygments_style = "tango"

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["theme.js"]
html_favicon = "vscode-extension/images/icon.svg"
html_logo = "vscode-extension/images/icon.svg"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1a6fb5", "color-brand-content": "#1a6fb5"},
    "dark_css_variables": {"color-brand-primary": "#4aa3e8", "color-brand-content": "#4aa3e8"},
}


def setup(app):
    from mlir_lexer import MlirLexer
    from pygments.lexers.javascript import JavascriptLexer

    app.add_lexer("mlir", MlirLexer)
    # JSON with comments.
    app.add_lexer("jsonc", JavascriptLexer)
