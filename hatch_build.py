"""The text of the package's page on PyPI: the README, with links that lead there from afar."""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

IMAGE = re.compile(r"!\[([^]]*)\]\((?!https?://)")
LINK = re.compile(r"(?<!!)\[([^]]*)\]\((?!https?://|#)")


def with_whole_links(text: str, repository: str) -> str:
    """Return Markdown whose links to files of a repository are whole addresses."""
    text = IMAGE.sub(rf"![\1]({repository}/raw/main/", text)
    return LINK.sub(rf"[\1]({repository}/blob/main/", text)


class Readme(MetadataHookInterface):
    """Fills in the project's ``readme`` when a wheel or an sdist is built."""

    def update(self, metadata: dict) -> None:
        """Read the README and give its links the address of the repository."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = with_whole_links(text, metadata["urls"]["Homepage"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
