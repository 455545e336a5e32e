"""Do one part of a whole that is shared out: the names that are this part's, and a note of it in the workspace.

Each part works in a workspace of its own and knows of no other; a merge brings them together, and by the notes the
whole knows what is still missing.
"""

from dataclasses import dataclass, replace

from mlrbench_gui.domain.sharding import Shard, ShardRecord, plan_of
from mlrbench_gui.services.ports.calls import Clock
from mlrbench_gui.services.ports.stores import ShardStore


@dataclass(slots=True)
class Share:
    """This part's names, in the order of the whole, and the note of how many of them are done."""

    names: tuple[str, ...]
    store: ShardStore
    record: ShardRecord
    clock: Clock

    def keep(self, done: int) -> None:
        """Note that so many are done. One part that is done again never counts as less than it was."""
        self.record = replace(self.record, done=max(done, self.record.done), at=self.clock())
        self.store.put(self.record)


@dataclass(frozen=True, slots=True)
class Whole:
    """What is shared out: the command, what else tells it apart (model, mode, rules), the names of runs or tasks."""

    what: str
    how: tuple[str, ...]
    names: tuple[str, ...]


def own_share(store: ShardStore, clock: Clock, shard: Shard, whole: Whole, *, note: bool = True) -> Share:
    """Take this part of the whole and note it, with what was done of it before."""
    names = tuple(dict.fromkeys(whole.names))
    own = tuple(name for name in names if shard.holds(name))
    plan = plan_of(whole.what, whole.how, names)
    before = [r.done for r in store.all() if (r.plan, r.part, r.parts) == (plan, shard.part, shard.parts)]
    done = max(before, default=0)
    record = ShardRecord(plan, whole.what, shard.part, shard.parts, len(names), len(own), done, clock())
    share = Share(own, store, record, clock)
    if note:
        share.keep(0)
    return share
