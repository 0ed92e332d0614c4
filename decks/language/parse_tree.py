"""Access the nodes of lark's parse trees; each node has the name of its grammar rule."""

from lark import Token, Tree

__all__ = ["Node", "by_rule", "child", "children", "of_kind", "start"]

Node = Tree[Token]


def start(node: Node) -> int:
    """Return the position in the text at which a parse tree's node starts, from 0."""
    return int(node.meta.start_pos)


def child(node: Node) -> Node:
    """Return the first child of a parse tree's node."""
    return children(node)[0]


def children(node: Node | None) -> list[Node]:
    """Return the children of a parse tree's node, without tokens; none of None."""
    return [] if node is None else [part for part in node.children if isinstance(part, Tree)]


def by_rule(node: Node) -> dict[str, Node]:
    """Return the children of a parse tree's node by the names of their rules."""
    return {str(part.data): part for part in children(node)}


def of_kind(node: Node, kind: str) -> list[Node]:
    """Return a parse tree's children whose rules are of a kind: "verb", "noun", .."""
    return [part for part in children(node) if str(part.data).startswith(f"{kind}_")]
