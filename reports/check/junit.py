"""JUnit XML of a balance check, a format that every CI service reads.

Each expectation is a test case. A failed expectation is a failure; an inconclusive one is an
error, because the test was not completed; an accepted failure is skipped, and so is a change
without a reference. Characters that are invalid in XML, such as control characters, are written
as escapes.
"""

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import Measure, name_topic
from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.check.check_wording import (
    describe_method,
    name_measure,
    write_sentence,
)
from evenhand.reports.check.edit_wording import write_edited
from evenhand.reports.check.result import CheckResult

__all__ = ["write_junit", "write_refused_junit"]

CARRIED_OUT, ALL_READ = "the check can be carried out", "all files can be read"
ELEMENTS = {Outcome.FAIL: "failure", Outcome.INCONCLUSIVE: "error", Outcome.ACCEPTED: "skipped"}


def write_junit(result: CheckResult, seconds: float) -> str:
    """Write a check as a JUnit XML document.

    Parameters
    ----------
    result : CheckResult
    seconds : float
        Duration of the whole check. All expectations are measured in the same games, so the
        duration is divided equally among them.

    References
    ----------
    https://github.com/testmoapp/junitxml: the elements that all readers support.
    """
    is_faulty = bool(result.faults)
    counts = {
        "tests": len(result.judgements) + len(result.unchecked) + is_faulty,
        "failures": result.counts[Outcome.FAIL],
        "errors": result.counts[Outcome.INCONCLUSIVE] + is_faulty,
        "skipped": result.counts[Outcome.ACCEPTED] + len(result.unchecked),
    }
    share = seconds / max(1, len(result.judgements))
    root, suite = begin_suite(counts, seconds)
    add_properties(
        suite,
        {
            "game": result.title,
            "seed": str(result.seed),
            "games": str(result.games),
            "level": f"{result.level:g}",
            **({"edited": write_edited(result)} if result.since else {}),
        },
    )
    if is_faulty:
        add_refusal(suite, ALL_READ, [result.left_out, *result.faults], 0.0)
    for judgement in result.judgements:
        add_case(suite, result, judgement, share)
    for measure, why in result.unchecked.items():
        case = begin_case(suite, measure, 0.0)
        ElementTree.SubElement(case, "skipped", {"message": show_unseen(why)})
    return write_xml(root)


def write_refused_junit(reasons: Sequence[str], seconds: float) -> str:
    """Write a check without a verdict as one JUnit test case with an error."""
    root, suite = begin_suite({"tests": 1, "failures": 0, "errors": 1, "skipped": 0}, seconds)
    add_refusal(suite, CARRIED_OUT, reasons, seconds)
    return write_xml(root)


def add_refusal(
    suite: ElementTree.Element, name: str, reasons: Sequence[str], seconds: float
) -> None:
    """Add a JUnit test case with an error: what stands in the way of a verdict, and why."""
    names = {"classname": "balance", "name": name}
    case = ElementTree.SubElement(suite, "testcase", {**names, "time": f"{seconds:.4f}"})
    texts = [show_unseen(reason) for reason in reasons if reason]
    error = ElementTree.SubElement(case, "error", {"message": texts[0], "type": "NO VERDICT"})
    error.text = "\n".join(texts)


def begin_suite(
    counts: Mapping[str, int], seconds: float
) -> tuple[ElementTree.Element, ElementTree.Element]:
    """Make a JUnit document with one test suite; return both."""
    totals = {name: str(value) for name, value in counts.items()} | {"time": f"{seconds:.3f}"}
    root = ElementTree.Element("testsuites", totals)
    return root, ElementTree.SubElement(root, "testsuite", {"name": "evenhand check", **totals})


def write_xml(root: ElementTree.Element) -> str:
    """Write a JUnit document as text."""
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def begin_case(suite: ElementTree.Element, measure: Measure, seconds: float) -> ElementTree.Element:
    """Add an empty JUnit test case for a measure and return it."""
    topic = name_topic(measure.topic, measure.is_change)
    names = {"classname": f"balance.{topic}", "name": name_measure(measure)}
    attributes = {key: show_unseen(name) for key, name in names.items()}
    return ElementTree.SubElement(suite, "testcase", {**attributes, "time": f"{seconds:.4f}"})


def add_case(
    suite: ElementTree.Element, result: CheckResult, judgement: Judgement, seconds: float
) -> None:
    """Add the JUnit test case of one expectation."""
    case = begin_case(suite, judgement.measure, seconds)
    text = show_unseen(write_sentence(result, judgement))
    if judgement.outcome in ELEMENTS:
        attributes = {"message": text}
        if judgement.outcome != Outcome.ACCEPTED:
            attributes["type"] = judgement.outcome.value
        element = ElementTree.SubElement(case, ELEMENTS[judgement.outcome], attributes)
        element.text = show_unseen(describe_method(judgement))
    else:
        out = ElementTree.SubElement(case, "system-out")
        out.text = f"{text}\n{show_unseen(describe_method(judgement))}"


def add_properties(suite: ElementTree.Element, values: dict[str, str]) -> None:
    """Add the JUnit properties of the whole check."""
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in values.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": show_unseen(value)})
