"""What has ended in the album: a closed project, and words that were erased."""

from __future__ import annotations

from memory.actors import human
from memory.models import Project, User
from memory.roles import Role
from memory.services.projects import close_project
from proposals.models import Proposal
from proposals.services.erase_entry import erase_entry
from proposals.services.erase_memory import erase_memory
from proposals.services.erase_proposal import erase_proposal
from tests.browser.view import VIEWER, View, sent
from tests.companion.reading import read
from tests.companion.scripted import Scripted
from tests.factories import join, make_entry, make_memory, make_project, make_proposal

WHY = "A name stood there that nobody had agreed to. " * 4
NEVER = {"revision": "1", "note": "Never."}


def closed_pages(olga: User) -> list[View]:
    project = make_project("closed", owner=olga, name="Closed")
    memory = make_memory(project, "The shop is open.", kind="decision", title="Shop")
    proposal = make_proposal(project, "The shop is never open.", target=memory)
    entry = make_entry(project, by=olga)
    read(entry, Scripted())
    close_project(project, actor=human(olga))
    home = f"/p/{project.slug}/"
    pages = {
        "": "",
        "settings": "settings/",
        "activity": "activity/",
        "memory": f"memories/{memory.label}/",
        "proposals": "proposals/",
        "proposal": f"proposals/{proposal.label}/",
        "entry": f"companion/entries/{entry.label}/",
    }
    return [
        *(View(f"closed-{name}".strip("-"), home + path) for name, path in pages.items()),
        sent("closed-too-late", f"{home}proposals/{proposal.label}/reject/", 403, **NEVER),
    ]


def erased_pages(olga: User) -> list[View]:
    project = make_project("erased", owner=olga, name="Erased")
    first = make_memory(project, "Said by nobody.", title="Said")
    memory = make_memory(project, "Said by somebody.", supersedes=first)
    waiting = make_proposal(project, "Not yet said.", by=olga)
    entry = make_entry(project, by=olga)
    gone = make_proposal(project, "Gone.", by=olga)
    gone_entry = make_entry(project, by=olga)
    erase_memory(first, by=olga, reason=WHY)
    erase_proposal(gone, by=olga, reason=WHY)
    erase_entry(gone_entry, by=olga, reason=WHY)
    home = f"/p/{project.slug}/"
    entries, memories = f"{home}companion/entries/", f"{home}memories/"
    return [
        View("erase-memory", f"{memories}{memory.label}/erase/"),
        View("erase-proposal", f"{home}proposals/{waiting.label}/erase/"),
        View("erase-entry", f"{entries}{entry.label}/erase/"),
        View("erase-person", f"{home}people/{olga.pk}/erase/"),
        View("erase-nothing", f"{home}proposals/{gone.label}/erase/"),
        sent("erase-refused", f"{home}people/{olga.pk}/erase/", typed="no", reason=""),
        View("erased-memory", f"{memories}{first.label}/"),
        View("erased-proposal", f"{home}proposals/{gone.label}/"),
        View("erased-entry", f"{entries}{gone_entry.label}/", status=410),
        View("erased-activity", f"{home}activity/"),
        *_of_a_viewer(project, waiting),
    ]


def _of_a_viewer(project: Project, proposal: Proposal) -> list[View]:
    vito = User.objects.get(username=VIEWER)
    join(project, vito, Role.VIEWER)
    home = f"/p/{project.slug}/"
    pages = {
        "memory": "memories/M-002/",
        "proposal": f"proposals/{proposal.label}/",
        "proposals": "proposals/",
    }
    return [View(f"viewer-{name}", home + path, VIEWER) for name, path in pages.items()]
