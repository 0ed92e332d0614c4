"""The balance check as JUnit XML, which every CI service reads.

Each expectation is a test case. A failure is a failure; what is inconclusive is an
error, because the test could not be carried to its end; an accepted failure is skipped.
"""

import re
from xml.etree import ElementTree

from evenhand.analysis.gate.judge import Cell, Outcome
from evenhand.reports.check.sentences import Checked, method_text, sentence, title

__all__ = ["junit_xml"]

ELEMENTS = {Outcome.FAIL: "failure", Outcome.INCONCLUSIVE: "error", Outcome.ACCEPTED: "skipped"}
NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(checked: Checked) -> str:
    """Write a check as an XML document.

    References
    ----------
    https://github.com/testmoapp/junitxml: the elements that readers have in common.
    """
    counts = {
        "tests": len(checked.cells),
        "failures": checked.counts[Outcome.FAIL],
        "errors": checked.counts[Outcome.INCONCLUSIVE],
        "skipped": checked.counts[Outcome.ACCEPTED],
    }
    totals = {name: str(value) for name, value in counts.items()}
    root = ElementTree.Element("testsuites", totals)
    suite = ElementTree.SubElement(root, "testsuite", {"name": "evenhand check", **totals})
    add_properties(
        suite,
        {
            "game": checked.title,
            "seed": str(checked.seed),
            "games": str(checked.games),
            "level": f"{checked.level:g}",
        },
    )
    for cell in checked.cells:
        add_case(suite, checked, cell)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def add_case(suite: ElementTree.Element, checked: Checked, cell: Cell) -> None:
    """Add one expectation."""
    names = {"classname": f"balance.{cell.topic}", "name": title(cell)}
    case = ElementTree.SubElement(suite, "testcase", {k: valid(v) for k, v in names.items()})
    said = valid(sentence(checked, cell))
    if cell.outcome in ELEMENTS:
        attributes = {"message": said}
        if cell.outcome != Outcome.ACCEPTED:
            attributes["type"] = cell.outcome.value
        element = ElementTree.SubElement(case, ELEMENTS[cell.outcome], attributes)
        element.text = valid(method_text(cell))
    else:
        out = ElementTree.SubElement(case, "system-out")
        out.text = f"{said}\n{valid(method_text(cell))}"


def add_properties(suite: ElementTree.Element, values: dict[str, str]) -> None:
    """Add what is true of the whole check."""
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in values.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": valid(value)})


def valid(text: str) -> str:
    """Replace the characters that XML has no way to hold."""
    return NOT_IN_XML.sub("\ufffd", text)
