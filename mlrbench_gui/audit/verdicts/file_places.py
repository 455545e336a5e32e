"""Evidence that is a place in a file rather than a number: a line that names or says something."""

from decimal import Decimal

from mlrbench_gui.audit.ledger.values import LedgerValue, NameTable, Place, Source
from mlrbench_gui.audit.matching.candidate import Candidate
from mlrbench_gui.audit.numbers.tolerance import Agreement
from mlrbench_gui.audit.verdicts.decision import Held
from mlrbench_gui.domain.values import RelPath

ONE = Agreement(agrees=True, factor=Decimal(1))


def file_evidence(
    path: RelPath, place: Place, title: str, *, agrees: bool = True, primary: bool = True
) -> Held:
    """A place of a file as evidence, with what stands there as its title."""
    value = LedgerValue(path, place, NameTable().name((title,)), 0.0, Source.PROSE, text=title)
    return Held(Candidate(value, 0.6, ONE), primary=primary, agrees=agrees)
