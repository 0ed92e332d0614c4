"""What was tried, and what came out wrong."""

from dataclasses import dataclass, field

__all__ = ["Tally"]


@dataclass
class Tally:
    """Tries of one kind, counted.

    Attributes
    ----------
    name : str
    tried : int
    wrong : list of str
        What was lost, or came out otherwise than it must, a line each.
    skipped : str
        Why nothing was tried.
    """

    name: str
    tried: int = 0
    wrong: list[str] = field(default_factory=list)
    skipped: str = ""

    def count(self, what: str, fault: str = "") -> None:
        """Count a try; a fault says what is wrong with what came of it."""
        self.tried += 1
        if fault:
            self.wrong.append(f"{what}: {fault}")

    def __str__(self) -> str:
        """Return a line for people."""
        if self.skipped:
            return f"{self.name:<24} skipped: {self.skipped}"
        return f"{self.name:<24} {self.tried:>6,} tried {len(self.wrong):>6,} lost or wrong"
