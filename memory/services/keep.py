"""A demo that becomes an ordinary project."""

from memory import audit
from memory.actors import Actor
from memory.head import Head
from memory.models import AgentKey, DemoLease, Membership, User
from memory.roles import Role
from memory.services.projects import join, leave, refuse_unfit


def make_ordinary(
    head: Head, *, guest: User, owner: User, slug: str, name: str, actor: Actor
) -> None:
    """A demo under an address of its own and without an end, its visitor's keys and place in the
    hands of its owner.
    """
    project, was = head.project, head.project.slug
    project.slug, project.name, project.is_demo = slug.strip().lower(), name, False
    refuse_unfit(project)
    project.save(update_fields=["slug", "name", "is_demo"])
    DemoLease.objects.filter(project=project).delete()
    audit.record(
        head,
        "project.kept",
        actor=actor,
        about=("project", project.public_id),
        details={"was": was, "guest": guest.pk},
    )
    join(head, owner, Role.OWNER, actor)
    AgentKey.objects.filter(project=project, made_for=guest).update(made_for=owner)
    for membership in Membership.objects.filter(project=project, user=guest):
        leave(head, membership, actor=actor)
