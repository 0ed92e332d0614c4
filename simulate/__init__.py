"""Play games by their rules, replay them, and lay out positions by hand."""

import sys
from types import ModuleType
from typing import NoReturn


class _Package(ModuleType):
    """Module type whose call raises a helpful error; ``simulate`` was once a function."""

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Raise an error that names the function that plays games."""
        raise TypeError("evenhand.simulate is a package; to play games: evenhand.play(..)")


sys.modules[__name__].__class__ = _Package
