"""What pages say when a form is refused or came too late, and when something broke."""

from __future__ import annotations

from django.template.loader import render_to_string

from memory.models import Project, User
from memory.roles import Role
from proposals.changes import Edited
from proposals.models import Conflict, Proposal
from proposals.services.comment import comment, remove_comment
from proposals.services.revise import revise
from proposals.states import Status
from tests.browser.album_of_files import LONG
from tests.browser.view import NOBODY, OTHER_OWNER, OWNER, VIEWER, View, sent
from tests.factories import join, make_memory, make_project, make_proposal

NEO, LITE = "Use Neo4j as the primary store.", "Use SQLite as the primary store."
REJECTED = "The hall is never heated."
LATE = {"revision": "1", "note": "Typed late, and not to be lost."}


def refusals(olga: User) -> list[View]:
    project = make_project("refused", owner=olga, name="Refused")
    join(project, User.objects.get(username=VIEWER), Role.VIEWER)
    home = f"/p/{project.slug}/"
    return [
        *_settings(f"{home}settings/"),
        *_by_hand(project, f"{home}proposals/new/"),
        *_proposals(project, olga, f"{home}proposals/"),
        *_conflicts(project, home),
        sent("capture-refused", f"{home}companion/", text=" "),
        sent("import-missing", f"{home}import/"),
        *_errors(home),
        *_at_once(project, f"{home}proposals/"),
    ]


def _settings(page: str) -> list[View]:
    many = {"confirm_with": "click", "approvals_needed": "99", "approval_days": "0"}
    return [
        sent("settings-member", page, do="add_member", user="n" * 150, role="viewer"),
        sent("settings-role", page, do="change_role", user=OWNER, role="viewer"),
        sent("settings-purpose", page, do="describe", name="", purpose=LONG),
        sent("settings-policy", page, do="policy", **many),
        sent("settings-key", page, do="create_key", name=""),
        sent("settings-close", page, do="close", slug="another"),
        sent("settings-new-key", page, 200, do="create_key", name="k" * 100, scopes="read"),
    ]


def _by_hand(project: Project, page: str) -> list[View]:
    make_proposal(project, REJECTED, status=Status.REJECTED)
    same = make_memory(project, "The hall is large.", title="Hall")
    asked = {"operation": "create", "kind": "fact"}
    update = {"operation": "update", "target": same.label, "content": same.content}
    return [
        sent("new-refused", page, content=" ", valid_until="soon", evidence="x" * 99, **asked),
        sent("new-preview", page, 200, content=LONG, preview="1", **asked),
        sent("new-rejected-before", page, 409, content=REJECTED, **asked),
        sent("new-no-change", page, 409, title=same.title, kind=same.kind, **update),
        sent("new-not-for-you", page, 403, VIEWER, content="Mine.", **asked),
    ]


def _proposals(project: Project, olga: User, page: str) -> list[View]:
    ben = join(project, User.objects.get(username=OTHER_OWNER), Role.REVIEWER)
    moved = make_proposal(project, "Ten people.", by=olga)
    revise(moved, by=olga, revision=1, edited=Edited(content="Eleven people."))
    applied = make_proposal(project, "Twelve people.", status=Status.APPLIED)
    waiting = _talked_about(make_proposal(project, "Thirteen people."), olga, ben)
    asked = make_proposal(project, "Fourteen people.", by=ben)
    comment(asked, by=olga, text="Count them again.", asks=True)
    here, strict = f"{page}{waiting.label}/", "/p/strict/proposals/P-0001/"
    edit = {"revision": "1", "content": " ", "title": "W" * 300, "note": "Kept."}
    return [
        View("proposal-talked-about", here),
        View("proposal-asked", f"{page}{asked.label}/"),
        View("proposal-to-answer", f"{page}{asked.label}/", OTHER_OWNER),
        sent("reject-no-reason", f"{here}reject/", revision="1", note=""),
        sent("approve-incomplete", f"{here}approve/", note="Kept."),
        sent("edit-refused", f"{here}approve/", **edit),
        sent("comment-refused", f"{here}comments/", text=" "),
        sent("approve-changed-since", f"{page}{moved.label}/approve/", 409, **LATE),
        sent("edit-changed-since", f"{page}{moved.label}/approve/", 409, content="Ten.", **LATE),
        sent("reject-decided-already", f"{page}{applied.label}/reject/", 409, **LATE),
        sent("strict-refused", f"{strict}approve/", revision="1", password="wrong"),
        sent("approve-not-for-you", f"{here}approve/", 403, VIEWER, revision="1"),
    ]


def _talked_about(proposal: Proposal, olga: User, ben: User) -> Proposal:
    comment(proposal, by=ben, text=f"@{OWNER} {LONG}")
    gone = comment(proposal, by=olga, text="Not so.")
    remove_comment(proposal, gone.public_id, by=olga)
    return proposal


def _conflicts(project: Project, home: str) -> list[View]:
    for content in (NEO, LITE):
        make_memory(project, content, kind="decision")
    pair = Conflict.objects.get(project=project)
    rival = make_proposal(project, "Use MySQL as the primary store.", kind="decision")
    page = f"{home}conflicts/"
    blank = {"conflict": str(pair.pk), "choice": "write_new", "content": " "}
    return [
        View("conflict", page),
        View("conflict-viewer", page, VIEWER),
        View("conflict-waits", home),
        View("against", f"{home}proposals/{rival.label}/against/"),
        View("proposal-against", f"{home}proposals/{rival.label}/"),
        sent("conflict-refused", page, **blank),
        sent("conflict-gone", page, 404, **{**blank, "conflict": "99999", "content": "Mine."}),
    ]


def _errors(home: str) -> list[View]:
    broke = render_to_string("500.html", {"incident": "0a1b2c3d"})
    page, many = f"{home}proposals/new/", tuple((f"field-{n}", "") for n in range(1_100))
    untrusted = (("csrfmiddlewaretoken", ""), ("content", LONG))
    return [
        View("out-of-date", page, status=403, sends=untrusted),
        View("unreadable", page, status=400, sends=many),
        View("too-large", page, status=413, sends=(("content", "x" * 2_700_000),)),
        View("broke", f"{home}activity/", status=500, body=broke),
        View("nothing-in-a-project", f"{home}nowhere/", status=404),
        View("signed-out", f"{home}proposals/", NOBODY),
    ]


def _at_once(project: Project, page: str) -> list[View]:
    """Several proposals; the last of them changes what the others found."""
    first, second = (make_proposal(project, f"{n} chairs.") for n in ("Ten", "Two"))
    gone = Proposal.objects.filter(project=project, status=Status.REJECTED)[0]
    triage = f"{page}triage/"
    chosen = [("chosen", f"{one.label}:{one.revision}") for one in (first, second, gone)]
    reject, assign = [("do", "reject"), *chosen], [("do", "assign"), ("to", OWNER), *chosen]
    return [
        View("triage-no-reason", triage, status=422, sends=(*reject, ("note", ""))),
        View("triage-assigned", triage, sends=tuple(assign)),
        View("triage-rejected", triage, sends=(*reject, ("note", "Nobody sits."))),
        View("triage-too-late", triage, status=409, sends=(*reject, ("note", "Nobody sits."))),
        View("triage-nothing", triage, sends=(("do", "reject"),)),
    ]
