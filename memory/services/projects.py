"""Projects, their members and their policy. Every change is an event of the project."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from memory import audit, limits
from memory.access import access_to
from memory.actors import Actor, human
from memory.errors import InvalidInput
from memory.head import Head, locked
from memory.models import (
    Membership,
    Policy,
    Project,
    ProjectHead,
    User,
)
from memory.roles import Role
from memory.text import is_blank, refusal

POLICY_FIELDS = ("four_eyes", "confirm_with", "approvals_needed", "approval_days")


@transaction.atomic
def create_project(
    slug: str, *, name: str, owner: User, actor: Actor, purpose: str = "", is_demo: bool = False
) -> Project:
    """A project with its policy, its chain and its first owner."""
    now = timezone.now()
    project = Project(
        slug=slug.lower(), name=name, purpose=purpose, is_demo=is_demo, created_at=now
    )
    refuse_unfit(project)
    project.save()
    Policy.objects.create(project=project)
    ProjectHead.objects.create(project=project, moment=now)
    with locked(project) as head:
        audit.record(head, "project.created", actor=actor, about=("project", project.public_id))
        join(head, owner, Role.OWNER, actor)
    return project


def members_of(project: Project) -> list[Membership]:
    rows = Membership.objects.filter(project=project).select_related("user")
    return sorted(rows, key=lambda one: one.user.name.casefold())


def find_person(username: str) -> User:
    person = User.objects.filter(username=username, is_active=True, is_guest=False).first()
    if person is None:
        raise InvalidInput({"user": "nobody signs in here with this name"})
    return person


def add_member(project: Project, user: User, role: Role, *, by: User) -> Membership:
    with locked(project) as head:
        access_to(project, by, Role.OWNER)
        if project.is_demo:
            raise InvalidInput({"user": "a demo is closed to everyone but its visitor"})
        if Membership.objects.filter(project=project, user=user).exists():
            raise InvalidInput({"user": "is a member already; change the role instead"})
        return join(head, user, role, human(by))


def join(head: Head, user: User, role: Role, actor: Actor) -> Membership:
    membership = Membership.objects.create(project=head.project, user=user, role=role)
    audit.record(
        head,
        "member.added",
        actor=actor,
        about=("user", user.pk),
        details={"role": role, "name": user.name},
    )
    return membership


def change_role(project: Project, user: User, role: Role, *, by: User) -> None:
    with locked(project) as head:
        access_to(project, by, Role.OWNER)
        membership = _membership(project, user)
        if membership.role == role:
            return
        _keep_an_owner(membership)
        details = {"was": membership.role, "role": role, "name": user.name}
        membership.role = role
        membership.save(update_fields=["role"])
        audit.record(
            head, "member.changed", actor=human(by), about=("user", user.pk), details=details
        )


def remove_member(project: Project, user: User, *, by: User) -> None:
    with locked(project) as head:
        access_to(project, by, Role.OWNER)
        leave(head, _membership(project, user), actor=human(by))


def leave(head: Head, membership: Membership, *, actor: Actor) -> None:
    """Nobody is let into a closed project any more, so it may lose its last owner."""
    if head.project.closed_at is None:
        _keep_an_owner(membership)
    user, details = membership.user, {"role": membership.role, "name": membership.user.name}
    membership.delete()
    audit.record(head, "member.removed", actor=actor, about=("user", user.pk), details=details)


def _membership(project: Project, user: User) -> Membership:
    membership = Membership.objects.filter(project=project, user=user).first()
    if membership is None:
        raise InvalidInput({"user": "is not a member of this project"})
    return membership


def _keep_an_owner(membership: Membership) -> None:
    others = Membership.objects.filter(
        project=membership.project_id, role=Role.OWNER, user__is_active=True
    ).exclude(pk=membership.pk)
    if membership.role == Role.OWNER and not others.exists():
        raise InvalidInput({"role": "a project keeps at least one owner; name another one first"})


def change_policy(project: Project, *, by: User, **changes: Any) -> Policy:
    with locked(project) as head:
        access_to(project, by, Role.OWNER)
        policy = Policy.objects.get(project=project)
        was = {name: getattr(policy, name) for name in POLICY_FIELDS}
        for name in POLICY_FIELDS:
            setattr(policy, name, changes.get(name, was[name]))
        _refuse_invalid(policy)
        changed = {
            name: [was[name], getattr(policy, name)]
            for name in POLICY_FIELDS
            if was[name] != getattr(policy, name)
        }
        if changed:
            policy.save()
            audit.record(
                head,
                "policy.changed",
                actor=human(by),
                about=("project", project.public_id),
                details=changed,
            )
        project.policy = policy
        return policy


def describe(project: Project, *, by: User, name: str, purpose: str) -> Project:
    """Rename it or say anew what it is for. Its slug, and so its links, stay."""
    with locked(project) as head:
        access_to(project, by, Role.OWNER)
        project.name, project.purpose = name, purpose
        refuse_unfit(project)
        project.save(update_fields=["name", "purpose"])
        audit.record(
            head,
            "policy.changed",
            actor=human(by),
            about=("project", project.public_id),
            details={"described": True},
        )
        return project


def refuse_unfit(project: Project) -> None:
    texts = {"name": project.name, "purpose": project.purpose}
    wrong = {field: reason for field, value in texts.items() if (reason := refusal(value))}
    if is_blank(project.name):
        wrong["name"] = "give the project a name"
    if len(project.purpose) > limits.PROJECT_PURPOSE:  # Django asks this of a form alone
        wrong["purpose"] = f"must have at most {limits.PROJECT_PURPOSE} characters"
    if wrong:
        raise InvalidInput(wrong)
    _refuse_invalid(project)


def _refuse_invalid(row: Project | Policy) -> None:
    try:
        row.full_clean()
    except ValidationError as error:
        raise InvalidInput({k: " ".join(v) for k, v in error.message_dict.items()}) from error


def close_project(project: Project, *, actor: Actor) -> None:
    """Its pages say so, nothing in it changes any more, its record stays."""
    with locked(project) as head:
        audit.record(head, "project.closed", actor=actor, about=("project", project.public_id))
        project.closed_at = head.at
        project.save(update_fields=["closed_at"])
