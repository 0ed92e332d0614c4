"""Where numba keeps the machine code of kernels: in our own folder, whatever its settings."""

from pathlib import Path

from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserWideCacheLocator

from evenhand.simulate.compiling.cache import cache_folder

__all__ = ["KernelCache"]


class _OwnFolder(UserWideCacheLocator):  # type: ignore[misc]
    """Says that the folder is `cache_folder`."""

    def __init__(self, function, file):
        super().__init__(function, file)
        self._cache_path = str(cache_folder() / Path(self._cache_path).name)


class _InOwnFolder(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_OwnFolder,)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """numba's cache of one kernel."""

    _impl_class = _InOwnFolder
