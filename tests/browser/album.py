"""Every page in every state it has, as addresses: for the tests and for the pictures."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from memory.access import access_to
from memory.actors import human
from memory.models import Project, User
from memory.roles import Role, Scope
from memory.services.keys import create_key
from memory.services.projects import change_policy
from proposals.changes import Asked
from proposals.models import Proposal
from proposals.services.propose import propose_batch
from proposals.services.review import revoke
from proposals.services.saved_views import Filters, save_view
from proposals.services.turns import Queue
from proposals.states import Operation, Status
from tests.browser.album_of_admin import admin_pages
from tests.browser.album_of_doors import doors
from tests.browser.album_of_ends import closed_pages, erased_pages
from tests.browser.album_of_evidence import evidence_pages
from tests.browser.album_of_files import HIDDEN, LONG, pages_of_files
from tests.browser.album_of_openings import openings
from tests.browser.album_of_refusals import refusals
from tests.browser.view import HOMELESS, NOBODY, OTHER_OWNER, OWNER, VIEWER, View, sent
from tests.factories import join, make_memory, make_project, make_proposal, make_user, retire

ARABIC = "نستخدم SQLite افتراضيًا؛ يبقى Neo4j اختياريًا."


def build() -> list[dict[str, object]]:
    olga = make_user(OWNER, display_name="Olga Verylongname-Withouteverending")
    make_user(HOMELESS)
    album = make_project("album", owner=olga, name="Album", purpose="Everything there is to see.")
    join(album, make_user(VIEWER), Role.VIEWER)
    make_project("blank", owner=olga, name="Blank")
    strict = make_project("strict", owner=olga, name="Strict")
    change_policy(strict, by=olga, four_eyes=True, confirm_with="password", approvals_needed=2)
    create_key(album, name="ci", scopes=[Scope.READ], made_for=olga, actor=human(olga))
    views = [*outside(), *around(), *memories(album), *proposals(album, olga)]
    views += [*in_strict(strict), *files(olga), *evidence(olga)]
    views += [*closed_pages(olga), *erased_pages(olga), *admin_pages(album, olga)]
    views += [*openings({view.name: view.path for view in views}), *refusals(olga), *doors()]
    return [vars(view) for view in views]


def outside() -> list[View]:
    return [
        View("landing", "/", NOBODY),
        View("sign-in", "/accounts/login/", NOBODY),
        View("sign-out", "/accounts/logout/"),
        View("no-project", "/", HOMELESS),
        View("nothing-here", "/p/album/memories/M-999/", status=404),
        View("not-for-you", "/p/album/settings/", VIEWER, status=403),
    ]


def around() -> list[View]:
    pages = ("", "activity/", "graph/", "companion/", "settings/", "memories/", "proposals/")
    names = {path: path.strip("/") or "workspace" for path in pages}
    full = [View(name, f"/p/album/{path}") for path, name in names.items()]
    empty = [View(f"{name}-empty", f"/p/blank/{path}") for path, name in names.items()]
    more = (
        "notifications/",
        "conflicts/",
        "people/",
        "companion/entries/",
        "companion/rebuild/",
    )
    full += [View(path.replace("/", "-").strip("-"), f"/p/album/{path}") for path in more]
    seen_by_a_viewer = View("workspace-viewer", "/p/album/", VIEWER)
    none = [View(f"{one.name}-empty", one.path.replace("album", "blank")) for one in full[7:]]
    return [*full, *empty[:-3], *empty[-2:], *none, seen_by_a_viewer]


def memories(album: Project) -> list[View]:
    now = timezone.now()
    first = make_memory(album, "Deploy on Tuesdays.", kind="decision", title="Deploys")
    second = make_memory(album, "Deploy on Thursdays.", supersedes=first, kind="decision")
    link = {"type": "depends_on", "memory_id": str(second.public_id)}
    made = {
        "superseded": first,
        "authoritative": second,
        "linked": make_memory(album, LONG, title="T" * 200, tags=["t" * 50], links=[link]),
        "retired": retire(make_memory(album, "Smoke in the hall.")),
        "scheduled": make_memory(album, "Next year.", valid_from=now + timedelta(days=300)),
        "expired": make_memory(
            album,
            "Last year.",
            valid_from=now - timedelta(days=300),
            valid_until=now - timedelta(days=1),
        ),
        "hidden": make_memory(album, HIDDEN, title="Invoices"),
        "arabic": make_memory(album, ARABIC, kind="decision", title="التخزين"),
    }
    return [
        *(View(f"memory-{name}", f"/p/album/memories/{one.label}/") for name, one in made.items()),
        View("graph-selected", f"/p/album/graph/?node={second.label}"),
        View("graph-list", f"/p/album/graph/?node={first.label}&view=list"),
        View("graph-lineage", f"/p/album/graph/?lineage={first.label}&as_of=2126-05-14"),
        View("graph-unknown", "/p/album/graph/?node=M-999&kind=goal"),
        View("graph-bad-time", "/p/album/graph/?as_of=yesterday", status=422),
        View("memories-all", "/p/album/memories/?authority=all"),
        View("memories-found", "/p/album/memories/?q=deploy"),
        View("memories-then", "/p/album/memories/?as_of=2026-05-14&known_at=2126-05-14T09:30:00Z"),
        View("memories-bad-time", "/p/album/memories/?as_of=yesterday", status=422),
        View("memory-then", f"/p/album/memories/{second.label}/?as_of=2126-05-14"),
        View("memory-not-yet", f"/p/album/memories/{second.label}/?known_at=2026-01-01"),
        View("memory-changes", f"/p/album/memories/{second.label}/changes/?from=1&to=2"),
        View("changed-since", "/p/album/activity/?since=2026-01-01"),
        View("memories-not-found", "/p/album/memories/?q=xylophone"),
    ]


def proposals(album: Project, olga: User) -> list[View]:
    made = _proposals(album, olga)
    save_views(album, olga)
    views = [View(f"proposal-{name}", _page(one)) for name, one in made.items()]
    views += [View(f"proposals-{one}", f"/p/album/proposals/?queue={one}") for one in Queue]
    several = "/p/album/proposals/triage/?all=1&queue=mine&do="
    views += [
        View("proposals-filtered", "/p/album/proposals/?queue=decided&q=room+kind:fact+x:y"),
        View("proposals-none", "/p/album/proposals/?q=xylophone"),
        View("saved-views", "/p/album/proposals/saved/?queue=mine&q=kind:fact"),
        View("saved-views-empty", "/p/blank/proposals/saved/"),
        sent("saved-views-refused", "/p/blank/proposals/saved/", do="keep", name=" ", queue="mine"),
        View("triage-reject", f"{several}reject"),
        View("triage-assign", f"{several}assign&to=nobody"),
        View("proposal-after-another", f"{_page(made['update'])}?queue=mine&left=P-0001"),
    ]
    waiting = _page(made["update"])
    views += [View(f"do-{panel}", f"{waiting}?do={panel}") for panel in ("approve", "reject")]
    views += [
        View("do-withdraw", f"{waiting}?do=withdraw"),
        View("do-edit", f"{waiting}?do=edit&revision=1"),
        View("do-revise", f"{waiting}?do=revise&revision=1"),
        View("stale-compared", f"{_page(made['stale'])}?compare=now"),
        View("new", "/p/album/proposals/new/"),
        View("new-update", "/p/album/proposals/new/?operation=update&target=M-002"),
        View("new-retire", "/p/album/proposals/new/?operation=retire&target=M-002"),
        View("new-again", f"/p/album/proposals/new/?again={made['stale'].label}"),
    ]
    return views


def save_views(album: Project, olga: User) -> None:
    access = access_to(album, olga, Role.OWNER)
    for name, query, shared in (
        ("Old questions", "kind:question age:>1w", False),
        ("T" * 60, f"tag:{'t' * 50}", False),
        (ARABIC, "proposer:agent", True),
    ):
        save_view(access, name, Filters("mine", query, "oldest"), shared=shared)


def _proposals(album: Project, olga: User) -> dict[str, Proposal]:
    targets = [make_memory(album, f"Room {n} is warm.", title=f"Room {n}") for n in range(6)]
    about = iter(targets)
    batch = [Asked(operation=Operation.CREATE, kind="fact", content=f"Bee {n}.") for n in range(3)]
    approved = make_proposal(album, "Warm and dry.", target=next(about), status=Status.APPROVED)
    reopened = make_proposal(album, "Warm and wet.", target=next(about), status=Status.APPROVED)
    revoke(reopened, by=olga, revision=reopened.revision)
    cited = [str(one.public_id) for one in targets[4:]]
    update = {"target": next(about), "reason": LONG, "evidence_ids": cited}
    return {
        "applied": make_proposal(album, "Cold.", target=next(about), status=Status.APPLIED),
        "stale": make_proposal(album, "Colder.", target=next(about), status=Status.STALE),
        "retire": make_proposal(album, operation=Operation.RETIRE, target=next(about)),
        "rejected": make_proposal(album, "Nobody is here.", status=Status.REJECTED),
        "withdrawn": make_proposal(album, "Somebody was here.", status=Status.WITHDRAWN),
        "approved": approved,
        "reopened": reopened,
        "hidden": make_proposal(album, HIDDEN + " Twice.", title="Invoices"),
        "arabic": make_proposal(album, ARABIC + " الآن.", title="التخزين"),
        "long": make_proposal(album, LONG * 4, title="W" * 200),
        "create": make_proposal(album, "A new room.", kind="question"),
        "batch": propose_batch(album, batch, actor=human(olga), reason="Bees.").proposal,
        "update": make_proposal(album, "Room 2 is warm, the hall is not.", **update),
    }


def in_strict(strict: Project) -> list[View]:
    ben = join(strict, make_user(OTHER_OWNER), Role.OWNER)
    proposal = make_proposal(strict, "Two must agree.", by=ben)
    return [
        View("strict-own", _page(proposal), OTHER_OWNER),
        View("strict", _page(proposal)),
        View("strict-approve", f"{_page(proposal)}?do=approve"),
        View("strict-new", "/p/strict/proposals/new/"),
        View("strict-settings", "/p/strict/settings/"),
    ]


def files(olga: User) -> list[View]:
    return [View(name, path) for name, path in pages_of_files(olga)]


def evidence(olga: User) -> list[View]:
    project = make_project("evidence", owner=olga, name="Evidence")
    return [View(name, path) for name, path in evidence_pages(project, olga)]


def _page(proposal: Proposal) -> str:
    return f"/p/{proposal.project.slug}/proposals/{proposal.label}/"
