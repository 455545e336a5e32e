"""Plain functions that use cases are given: the clock, the engine."""

from collections.abc import Callable
from datetime import datetime

from mlrbench_gui.domain.artifacts import RunFiles
from mlrbench_gui.domain.audit import Audit
from mlrbench_gui.domain.values import RunName

Clock = Callable[[], datetime]
"""Gives the present moment as aware UTC."""


AuditRun = Callable[[RunName, RunFiles], Audit]
"""The engine as the services call it."""
