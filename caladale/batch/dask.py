"""Many hands, solved by the workers of a dask cluster; needs the extra ``cluster``."""

from __future__ import annotations

import functools
import logging
import queue
import re
import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from caladale._io.strict_json import quoted
from caladale._processes import Interrupts
from caladale.batch.processes import ERROR, WORKER_DIED, OnCastle, Result
from caladale.batch.task import Task, solve_task
from caladale.errors import ClusterError
from caladale.solve.result import Stop
from caladale.solve.result_data import Castle, cut_short

try:
    import distributed
except ImportError:  # an extra
    distributed = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from distributed import Client, Future

_ADDRESS = re.compile(r"((tcp|tls)://)?[^/@\s]+:[0-9]{1,5}", re.ASCII)
_PATIENCE = 5.0
"""Seconds in which a cluster has to answer."""
_TICK = 0.2
"""Seconds until a press of Ctrl-C is heard at the latest."""


def solve_on_cluster(
    tasks: Sequence[Task], address: str, *, on_castle: OnCastle | None = None
) -> Generator[Result, None, None]:
    """Solve hands on the cluster whose scheduler is at `address`, each result as it comes.

    As `solve_hands`, except that searches under way on Ctrl-C go on there, unheard, until their
    time is up. How often a hand is tried on workers that die is a setting of the cluster.

    Raises:
        ClusterError: when dask is not installed, or no cluster answers at `address`.
    """
    client = _connect(address)
    with Interrupts() as interrupts:
        try:
            yield from _results(client, tasks, interrupts, on_castle)
        finally:
            client.close()


def _connect(address: str) -> Client:
    if distributed is None:
        raise ClusterError("a cluster needs dask: pip install 'caladale[cluster]'")
    # A client that is given an odd address says so only after it has tried to close what it had
    # not opened, for long and loudly; so odd addresses do not get that far.
    if not (_ADDRESS.fullmatch(address) and address.isprintable()):
        raise ClusterError(f"{quoted(address)} is no address such as tcp://192.0.2.1:8786")
    if address.startswith("tls:"):
        found = distributed.Security().get_connection_args("client")
        if not found["ssl_context"]:
            raise ClusterError("dask has no certificates in its configuration, which tls needs")
    # What dask logs while it tries would bury the one line that says what is wrong.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        return distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no cluster answers at {address}: {error}") from None


def _results(
    client: Client, tasks: Sequence[Task], interrupts: Interrupts, on_castle: OnCastle | None
) -> Iterator[Result]:
    topic = f"caladale-{uuid.uuid4()}"
    told: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
    best: dict[int, Castle] = {}

    def cut(place: int, stop: str) -> dict[str, Any]:
        return cut_short(stop, best.get(place), settings=tasks[place].settings)

    client.subscribe_topic(topic, lambda event: told.put(event[1]))
    # Not pure: equal hands in two files are two tasks.
    futures = [
        client.submit(_solve_there, task, place, topic, pure=False)
        for place, task in enumerate(tasks)
    ]
    for place, future in enumerate(futures):
        future.add_done_callback(lambda future, place=place: told.put((place, future)))
    left = set(range(len(tasks)))
    while left and not interrupts.count:
        try:
            place, news = told.get(timeout=_TICK)
        except queue.Empty:
            continue
        if place not in left:
            continue
        if news is futures[place]:
            left.remove(place)
            yield place, _result(news, functools.partial(cut, place))
        elif place not in best or news["score"] > best[place]["score"]:
            best[place] = news
            if on_castle is not None:
                on_castle(place, best[place])
    client.cancel([futures[place] for place in left])
    for place in sorted(left):
        yield place, cut(place, Stop.INTERRUPTED.value)


def _result(future: Future[Any], cut: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """The result of a task whose future is done, or what is known of it without."""
    if future.status == "finished":
        found: dict[str, Any] = future.result()
        return found
    error = future.exception() if future.status == "error" else None
    if error is None or isinstance(error, distributed.KilledWorker):
        return cut(WORKER_DIED)
    return cut(ERROR) | {"error": f"{type(error).__name__}: {error}"}


def _solve_there(task: Task, place: int, topic: str) -> dict[str, Any]:
    """Solve a task on a worker of the cluster, which passes on each better castle."""
    worker = distributed.get_worker()
    return solve_task(task, lambda castle: worker.log_event(topic, (place, castle)))
