"""Pages are made of templates, which escape everything that a designer wrote."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

__all__ = ["environment"]


@cache
def environment() -> Environment:
    """Return the templates."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return environment
