"""Evidence that a paper places outside of its run: named in the reason, with what it is and where it should lie."""

import re
from dataclasses import replace

from mlrbench_gui.audit.claims.statements import About, Statement
from mlrbench_gui.audit.text.paper import PaperText, SectionKind
from mlrbench_gui.audit.verdicts.decision import Decision
from mlrbench_gui.domain.values import ClaimKind, Verdict

_WHAT = re.compile(
    r"\b(?P<what>(?:source )?code(?:base)?|data\s?sets?|data|models?|checkpoints?|weights|benchmark|implementation|"
    r"details?|proofs?|results?|prompts?|examples?|materials?|ablations?)\b",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"(?:https?://|www\.)[^\s)\]}>\"'`,;]+|\b(?:github|gitlab|huggingface|zenodo)\.(?:com|co|org)/[^\s)\]}>\"'`,;]+"
)
_LIES = re.compile(
    r"\b(?:available|released?|publish\w*|hosted|download\w*|found|provided|given|listed|reported|accessible|"
    r"open[- ]?sourced?|obtained|taken|drawn|loaded|from|see)\b[^.;]{0,60}?"
    r"\b(?P<where>hugging ?face(?: hub)?|kaggle|zenodo|osf|github|gitlab|"
    r"(?:project|public|anonymous)(?:ly)? (?:web)?(?:site|page|repository)|"
    r"public repository|supplement(?:ary)?(?: materials?)?|appendix(?: [A-Z\d](?:\.\d+)?)?)\b",
    re.IGNORECASE,
)


def told_elsewhere(statement: Statement, decision: Decision, paper: PaperText) -> Decision:
    """The decision, its reason naming where the paper says that the evidence lies, if that is not the run."""
    open_ = decision.verdict in (Verdict.UNSUPPORTED, Verdict.UNVERIFIABLE)
    if not open_ or statement.kind is ClaimKind.CITATION or statement.about is About.OTHERS:
        return decision
    sentence = paper.text[slice(*statement.sentence)]
    where = _place(sentence, paper)
    if not where or "elsewhere" in decision.reason:
        return decision
    what = _WHAT.search(sentence)
    named = what.group("what").lower() if what else "its evidence"
    reason = f"{decision.reason} The paper places {named} elsewhere: {where}; the run does not hold it."
    return replace(decision, reason=reason)


def _place(sentence: str, paper: PaperText) -> str:
    link = _LINK.search(sentence)
    if link:
        return link.group().rstrip(".")
    lies = _LIES.search(sentence)
    if lies is None:
        return ""
    where = lies.group("where")
    own = any(block.section.kind is SectionKind.APPENDIX for block in paper.blocks)
    return "" if own and where.lower().startswith(("appendix", "supplement")) else where
