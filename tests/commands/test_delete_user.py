import pytest
from django.core.management import CommandError, call_command

from memory import audit
from memory.actors import human, key_agent
from memory.errors import InvalidInput, NotFound
from memory.models import AgentKey, AuditEvent, Membership, User
from memory.roles import Role
from memory.services.keys import create_key, find_key
from memory.services.people import delete_user
from memory.services.projects import change_role, close_project, remove_member
from tests.factories import join, make_project, make_user

MACHINE = {"kind": "system", "name": "delete_user"}


def events_of(project, kind):
    return list(AuditEvent.objects.filter(project=project, type=kind).order_by("seq"))


def test_a_person_leaves_every_project_with_an_event_in_each(acme, alice, bob, capsys):
    other = make_project("other")
    join(other, bob, Role.VIEWER)
    key, token = create_key(acme, name="Robot", scopes=["read"], made_for=bob, actor=human(alice))

    call_command("delete_user", "bob")

    assert "Out of acme, other." in capsys.readouterr().out
    assert not User.objects.filter(username="bob").exists()
    assert find_key(token) is None
    for project in (acme, other):
        [left] = events_of(project, "member.removed")
        assert left.actor == MACHINE
        assert left.details["name"] == "bob"
        assert audit.verify(project).broken_at is None
    [revoked] = events_of(acme, "key.revoked")
    assert (revoked.details, revoked.object_id) == ({"name": "Robot"}, str(key.pk))


def test_others_keep_their_keys_and_their_places(acme, alice, bob):
    theirs, _ = create_key(acme, name="R", scopes=["read"], made_for=alice, actor=human(alice))

    call_command("delete_user", "bob")

    assert AgentKey.objects.get() == theirs
    assert Membership.objects.get(project=acme).user == alice


def test_the_only_owner_stays_until_there_is_another(acme, alice, bob):
    with pytest.raises(CommandError, match="only owner of acme; name another one or close it"):
        call_command("delete_user", "alice")
    assert Membership.objects.count() == 2

    change_role(acme, bob, Role.OWNER, by=alice)
    call_command("delete_user", "alice")

    assert [one.user for one in Membership.objects.filter(project=acme)] == [bob]


def test_an_owner_who_cannot_sign_in_any_more_is_no_other_owner(acme, alice, bob):
    change_role(acme, bob, Role.OWNER, by=alice)
    User.objects.filter(pk=bob.pk).update(is_active=False)

    with pytest.raises(InvalidInput):
        delete_user(alice, actor=human(alice))


def test_a_closed_project_keeps_its_record_without_them(acme, alice):
    close_project(acme, actor=human(alice))

    call_command("delete_user", "alice")

    assert [one.details["name"] for one in events_of(acme, "member.removed")] == ["alice"]
    assert audit.verify(acme).broken_at is None


def test_it_is_safe_to_do_again_after_an_interruption(acme, alice, bob, monkeypatch):
    def break_off(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(User, "delete", break_off)
        with pytest.raises(KeyboardInterrupt):
            call_command("delete_user", "bob")

    call_command("delete_user", "bob")

    assert len(events_of(acme, "member.removed")) == 1
    assert not User.objects.filter(username="bob").exists()


def test_a_visitor_goes_with_the_demo(db):
    visitor = make_user("visitor", is_guest=True)
    make_project("demo", owner=visitor, is_demo=True)

    with pytest.raises(CommandError, match="goes with the demo"):
        call_command("delete_user", "visitor")


def test_an_unknown_name_is_said(db):
    with pytest.raises(CommandError, match="no user nobody"):
        call_command("delete_user", "nobody")


def test_who_is_gone_does_nothing_more(acme, alice, bob):
    key, _ = create_key(acme, name="R", scopes=["propose"], made_for=bob, actor=human(alice))
    agent = key_agent(key)

    remove_member(acme, bob, by=alice)
    with pytest.raises(InvalidInput):
        remove_member(acme, bob, by=alice)
    delete_user(bob, actor=human(alice))

    with pytest.raises(Exception, match="not here any more"):
        agent.person()
    with pytest.raises(NotFound):
        remove_member(acme, alice, by=bob)
