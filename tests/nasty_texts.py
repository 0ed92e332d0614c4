"""Texts that would be more than texts if they were let: for tests of everything that is shown.

None of them may print a line that a CI service takes for a command, colour or move a terminal,
or leave its place in HTML, XML, Markdown or JSON.
"""

__all__ = ["NASTY", "NASTY_IN_FILES", "SERVICES", "is_command"]

COMMANDS = (
    "::error::out",
    "  ::error file=a.py,line=1::out",
    "\t\u3000\u00a0::stop-commands::x",
    "::add-mask::a",
    "##[error]out",
    "a##[command]out",
    "##vso[task.setvariable variable=PATH]out",
    "a ##vso[task.complete result=Failed;]",
    "##teamcity[buildStatus status='SUCCESS']",
    "#\ufe0f#[error]out",
    "\u00ad::error::out",
    "\ufe0f::error::out",
)
BREAKS = tuple(
    f"a{sign}::error::out"
    for sign in ("\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
)
TERMINAL = (
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\",
    "\x1b[2J\x1b[H",
    "\x9b31mred",
    "\x9d0;title\x9c",
    "\x1b[0Ksection_start:1560896352:a[collapsed=true]\r\x1b[0Kout",
    "safe\b\b\b\bevil",
    "bell\x07",
    "null\0",
    "delete\x7f",
    "\u202etxt.exe",
    "\u2066left\u2069 \u2067right",
    "zero\u200bwidth\u2060\ufeff",
    "pass\u200cword\u200d",
    "tag\U000e0041\U000e007f",
    "[red]markup[/red] [link=https://evil.example]x[/link] :smile:",
)
MARKUP = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</title></style></bdi></td></table><img src=x onerror=alert(1)>",
    "<!-- <script>",
    "--> ]]> <![CDATA[",
    '" onmouseover="alert(1)" x=\'',
    "' autofocus onfocus='alert(1)",
    "javascript:alert(1)",
    "&lt;b&gt; &amp; &#60;i&#62; &nbsp;",
    "{{ 7 * 7 }} {% raw %} ${7*7} {0} {deck} %s %(x)s",
    "$\\frac{1}{2}$ $x$",
    '#010101 url(#a) id="b" href="#c"',
)
MARKDOWN = (
    "a | b || c",
    "`code` ``x`` ```",
    "**bold** __bold__ ~~gone~~ *it* _it_",
    "[link](https://evil.example) ![image](https://evil.example/a.png) <https://evil.example>",
    "[a]: https://evil.example",
    "# heading",
    "- item",
    "1. item",
    "2) item",
    "===",
    "---",
    "> quote",
    "@admin and @org/team, #123, GH-123, a/b#5",
    "https://evil.example www.evil.example me@evil.example",
    "<!-- gone --> <details> <img src=x>",
    "ends in a backslash \\",
    "\\| \\` \\\\",
    "trailing  \nbreak",
)
PLAIN = (
    "100% done, 50%0A::error::out",
    "a,b:c;d=e",
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "=cmd|' /C calc'!A0",
    "\u6f22\u5b57 \u306f \u5bbd",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f",
    "e\u0301 \u0153 \u00df",
    "; rm -rf ~ $(touch loot) `touch loot`",
)
# What a file name may hold that is not UTF-8, as Python reads it; no file can hold it.
HALVES = ("half\udcff", "\ud83d", "\udc9b31m")

NASTY_IN_FILES = (*COMMANDS, *BREAKS, *TERMINAL, *MARKUP, *MARKDOWN, *PLAIN)
NASTY = (*NASTY_IN_FILES, *HALVES)


# How services find commands in a line, as their own programs do.
IGNORED = "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f\u034f"  # .NET compares texts without these


def is_github_command(line: str) -> bool:
    """Return whether a runner of GitHub does what a line says, in the new form or the old one."""
    seen = "".join(character for character in line if character not in IGNORED)
    new = seen.lstrip().startswith("::") and "::" in seen.lstrip()[2:]
    return new or ("##[" in seen and "]" in seen[seen.index("##[") :])


def is_azure_command(line: str) -> bool:
    """Return whether an agent of Azure Pipelines does what a line says."""
    return "##vso[" in line or "##[" in line


def is_teamcity_command(line: str) -> bool:
    """Return whether TeamCity takes a line for one of its messages."""
    return "##teamcity[" in line


SERVICES = (is_github_command, is_azure_command, is_teamcity_command)


def is_command(line: str) -> bool:
    """Return whether any service takes a line for a command."""
    return any(is_one(line) for is_one in SERVICES)
