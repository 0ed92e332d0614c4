"""Games by their rules: played, replayed, and laid out by hand."""

import sys
from types import ModuleType
from typing import NoReturn


class _Package(ModuleType):
    """The package, whose name was that of a function."""

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Name the function that plays games."""
        raise TypeError("evenhand.simulate is a package; to play games: evenhand.play(..)")


sys.modules[__name__].__class__ = _Package
