"""A visitor without an account gets a seeded, short-lived workspace, closed to all others."""

import hashlib
import hmac
import secrets
from datetime import timedelta
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import login
from django.db import connection, transaction
from django.http import HttpRequest
from django.utils import timezone

from memory.actors import Actor, human, system
from memory.errors import Forbidden, RateLimited
from memory.models import DemoLease, Memory, Project, User
from memory.services.projects import close_project, create_project
from proposals.models import Proposal
from proposals.services.apply import apply
from proposals.services.propose import propose, propose_batch
from proposals.services.review import approve_seed
from waggle_site import seed
from waggle_site.env import LOOPBACK
from waggle_site.guide.begin import begin_guide

LASTS = timedelta(days=7)
MOST_IN_ALL = 1_000
MOST_FROM_AN_ADDRESS = 250
LEASES = 0x64656D6F
"""The lock under which they are counted; nothing else takes it."""
BACKEND = settings.AUTHENTICATION_BACKENDS[0]


def start_demo(request: HttpRequest) -> Project:
    """This browser's demo: the one it has, or a new one. Raises Forbidden or RateLimited."""
    if not settings.WAGGLE_DEMO:
        raise Forbidden("This installation gives no demos. Sign in instead.")
    if isinstance(request.user, User) and request.user.is_guest:
        known = _live_demo(request.user)
        if known is not None:
            return known
        return _open(request, request.user)
    with transaction.atomic():
        guest = User.objects.create_user(
            f"guest-{secrets.token_hex(6)}", display_name="Guest", is_guest=True
        )
        project = _open(request, guest)
    login(request, guest, backend=BACKEND)
    return project


def restart_demo(request: HttpRequest, old: Project) -> Project:
    """A new project for the same guest; the old one is closed, its record kept till it expires."""
    guest = request.user
    if not isinstance(guest, User) or not guest.is_guest or not old.is_demo:
        raise Forbidden("Only a demo is started again.")
    known = _live_demo(guest)
    if known is not None and known != old:  # in another tab, before this page heard of it
        return known
    new = _open(request, guest)  # first: where it is refused, they keep the old one
    if old.closed_at is None:
        close_project(old, actor=human(guest))
    return new


def kept_at(request: HttpRequest) -> str:
    """The host that keeps what is typed into a demo; none where that is this very computer."""
    people_use = urlsplit(settings.WAGGLE_BASE_URL).hostname or ""
    this_one_used = urlsplit(f"//{request.get_host()}").hostname or ""
    database = settings.DATABASES["default"].get("HOST") or ""
    return next(filter(_is_away, (people_use, this_one_used, database)), "")


def read_at() -> str:
    """The host of the language model that reads entries, where it is another computer."""
    host = urlsplit(settings.WAGGLE_LLM_BASE_URL).hostname or ""
    return host if settings.WAGGLE_LLM_MODEL and _is_away(host) else ""


def _is_away(host: str) -> bool:
    return bool(host) and not host.startswith("/") and host not in LOOPBACK


def _live_demo(guest: User) -> Project | None:
    lease = (
        DemoLease.objects.filter(
            guest=guest, expires_at__gt=timezone.now(), project__closed_at=None
        )
        .select_related("project")
        .order_by("-started_at")
        .first()
    )
    return lease.project if lease else None


@transaction.atomic
def _open(request: HttpRequest, guest: User) -> Project:
    """All of it or nothing: a demo without a lease would stand for ever."""
    _refuse_too_many(_address(request))  # before the work; again once nobody else can begin one
    actor = system("demo seed")
    project = create_project(
        f"fieldbook-{secrets.token_hex(4)}",
        name=seed.NAME,
        purpose=seed.PURPOSE,
        owner=guest,
        actor=actor,
        is_demo=True,
    )
    _plant(project, actor)
    begin_guide(project, by=guest)
    _lease(project, guest, _address(request))
    return project


def _lease(project: Project, guest: User, address: str) -> None:
    """Counted and added to by one at a time, after the project's head and to the end of the
    transaction: of any number that begin at once, as many are let in as there is room for.
    """
    if connection.vendor == "postgresql":  # on SQLite there is one writer anyway
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LEASES])
    _refuse_too_many(address)
    now = timezone.now()
    DemoLease.objects.create(
        project=project, guest=guest, address=address, started_at=now, expires_at=now + LASTS
    )


def _plant(project: Project, actor: Actor) -> None:
    rows, names = seed.rows()
    batch = propose_batch(project, rows, actor=actor, reason="The demo's seed.", names=names)
    _carry_out(batch.proposal, actor)
    title = next(row[2] for row in seed.ROWS if row[0] == seed.CORRECTED)
    target = Memory.objects.get(project=project, title=title)
    proposed = propose(project, seed.correction(str(target.public_id)), actor=actor)
    _carry_out(proposed.proposal, actor)


def _carry_out(proposal: Proposal, actor: Actor) -> None:
    approve_seed(proposal, actor=actor)
    apply(proposal, actor=actor)


def _refuse_too_many(address: str) -> None:
    # Closed ones count too: they keep their record until they expire.
    live = DemoLease.objects.filter(expires_at__gt=timezone.now())
    if live.count() >= MOST_IN_ALL:
        raise RateLimited("All demo workspaces are taken. Try again later.", retry_after=3_600)
    if live.filter(address=address).count() >= MOST_FROM_AN_ADDRESS:
        raise RateLimited(
            "Your address has many demo workspaces already. Use one of them, or try again later.",
            retry_after=3_600,
        )


def _address(request: HttpRequest) -> str:
    """A keyed digest: enough to count by, nothing to read."""
    remote = get_adapter(request).get_client_ip(request)
    return hmac.new(settings.SECRET_KEY.encode(), remote.encode(), hashlib.sha256).hexdigest()
