from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render

from memory.access import get_memory
from memory.authority import Authority, Instant
from memory.http import ProjectRequest, project_page
from memory.looking_back import LookingBack
from memory.models import Claim, Memory, Project
from memory.services.erasures import erasure_of
from memory.services.lineage import lineage
from memory.services.listing import with_authority
from memory.services.relations import relations
from memory.spoken import claims

CHANGEABLE = {Authority.AUTHORITATIVE, Authority.SCHEDULED, Authority.EXPIRED}


@dataclass(frozen=True, slots=True)
class Version:
    memory: Memory
    before: Memory | None


@project_page()
def memory_detail(request: ProjectRequest, ref: str) -> HttpResponse:
    project, past = request.access.project, LookingBack.of(request)
    instant = past.instant
    found = get_memory(project, ref)
    versions = with_their_authority(project, lineage(found), instant)
    memory = next((one for one in versions if one.pk == found.pk), None)
    if memory is None:
        return render(request, "memory/not_yet.html", {"memory": found, "past": past})
    context = {
        "memory": memory,
        "past": past,
        "versions": pairs(versions),
        "current": next(
            (
                one
                for one in versions
                if one.authority == Authority.AUTHORITATIVE and one.erased_at is None
            ),
            None,
        ),
        "relations": relations(project, memory, instant),
        "claims": claims_of(memory),
        "erasure": erasure_of(project, memory.public_id) if memory.erased_at else None,
        "may_change": memory.authority in CHANGEABLE and not past.is_elsewhen,
        "newest": None if past.is_elsewhen else _changeable(versions[-1]),
    }
    return render(request, "memory/detail.html", context, status=past.status)


def _changeable(newest: Memory) -> Memory | None:
    """What an earlier version's words could be proposed for once more."""
    return newest if newest.authority in CHANGEABLE and newest.erased_at is None else None


def claims_of(memory: Memory) -> str:
    """What a file said of it, as it said it."""
    claim = Claim.objects.filter(memory=memory).first()
    return claims(claim.said) if claim else ""


def with_their_authority(
    project: Project, memories: list[Memory], instant: Instant
) -> list[Memory]:
    known = with_authority(project, [memory.public_id for memory in memories], instant)
    return [known[memory.public_id] for memory in memories if memory.public_id in known]


def pairs(oldest_first: list[Memory]) -> list[Version]:
    """Each version with the one before it, newest first."""
    before = [None, *oldest_first]
    return [Version(new, old) for new, old in zip(oldest_first, before, strict=False)][::-1]
