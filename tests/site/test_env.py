from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from waggle_site import env


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("Yes", True), ("0", False), ("", True)])
def test_a_flag_says_yes_or_no_or_nothing(monkeypatch, value, meant):
    monkeypatch.setenv("WAGGLE_DEMO", value)

    assert env.flag("WAGGLE_DEMO", default=True) is meant


def test_a_flag_that_is_neither_stops_the_start_by_name(monkeypatch):
    monkeypatch.setenv("WAGGLE_DEMO", "maybe")

    with pytest.raises(ImproperlyConfigured, match="WAGGLE_DEMO must be 1 or 0, not 'maybe'"):
        env.flag("WAGGLE_DEMO", default=True)


@pytest.mark.parametrize("value", ["0", "65536", "-1", "80a", "8e3", "²"])
def test_a_port_that_is_no_port_is_refused(monkeypatch, value):
    monkeypatch.setenv("PORT", value)

    with pytest.raises(ImproperlyConfigured, match="PORT must be a whole number from 1 to 65535"):
        env.whole("PORT", 8000, low=1, high=65535)


def test_a_list_forgets_empty_parts(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", " a.example, ,b.example,")

    assert env.several("ALLOWED_HOSTS") == ["a.example", "b.example"]


@pytest.mark.parametrize(
    "value", ["waggle.example", "ftp://a.example", "https://a.example/x", "https://"]
)
def test_a_base_url_is_an_origin_and_nothing_more(monkeypatch, value):
    monkeypatch.setenv("WAGGLE_BASE_URL", value)

    with pytest.raises(ImproperlyConfigured, match="WAGGLE_BASE_URL must look like"):
        env.origin("WAGGLE_BASE_URL", "http://localhost:8000")


def test_a_slash_after_the_base_url_is_forgiven(monkeypatch):
    monkeypatch.setenv("WAGGLE_BASE_URL", "https://waggle.example/")

    assert env.origin("WAGGLE_BASE_URL", "") == "https://waggle.example"


@pytest.mark.parametrize(
    "value",
    ["localhost:11434", "ftp://host/v1", "http://", "http://me:k3y@host/v1", "http://h/?k3y=1"],
)
def test_the_address_of_a_model_that_makes_no_sense_stops_the_start_and_is_not_repeated(
    monkeypatch, value
):
    monkeypatch.setenv("WAGGLE_LLM_BASE_URL", value)

    with pytest.raises(ImproperlyConfigured, match="WAGGLE_LLM_BASE_URL") as refusal:
        env.service("WAGGLE_LLM_BASE_URL")

    assert "k3y" not in str(refusal.value)


@pytest.mark.parametrize(
    ("value", "meant"), [("", ""), ("http://localhost:11434/v1/", "http://localhost:11434/v1")]
)
def test_the_address_of_a_model_may_have_a_path(monkeypatch, value, meant):
    monkeypatch.setenv("WAGGLE_LLM_BASE_URL", value)

    assert env.service("WAGGLE_LLM_BASE_URL") == meant


def test_every_trusted_origin_is_looked_at(monkeypatch):
    monkeypatch.setenv("CSRF_TRUSTED_ORIGINS", "https://a.example,b.example")

    with pytest.raises(ImproperlyConfigured, match=r"'b\.example'"):
        env.origins("CSRF_TRUSTED_ORIGINS", [])


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(monkeypatch, tmp_path):
    monkeypatch.delenv("SECRET_KEY", raising=False)

    first, second = env.secret_key(tmp_path), env.secret_key(tmp_path)

    assert first == second
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_processes_that_start_together_agree_on_the_secret_key(monkeypatch, tmp_path):
    monkeypatch.delenv("SECRET_KEY", raising=False)

    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(env.secret_key, [tmp_path] * 32))

    assert len(keys) == 1


def test_a_short_secret_key_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("SECRET_KEY", "hunter2")

    with pytest.raises(ImproperlyConfigured, match="at least 32 characters"):
        env.secret_key(tmp_path)


def test_a_damaged_secret_key_file_is_named(monkeypatch, tmp_path):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    (tmp_path / "secret_key").write_text("")

    with pytest.raises(ImproperlyConfigured, match="secret_key is damaged"):
        env.secret_key(tmp_path)


def test_a_data_folder_that_is_a_file_is_refused(monkeypatch, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("")
    monkeypatch.setenv("WAGGLE_DATA_DIR", str(taken))

    with pytest.raises(ImproperlyConfigured, match="WAGGLE_DATA_DIR="):
        env.folder("WAGGLE_DATA_DIR", Path("var"))


def test_without_a_database_url_the_data_folder_holds_the_database(monkeypatch, tmp_path):
    monkeypatch.delenv("DATABASE_URL", raising=False)

    database = env.database(tmp_path)

    assert database["NAME"] == tmp_path / "waggle.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_a_postgresql_url_is_taken_apart(monkeypatch, tmp_path):
    monkeypatch.setenv(
        "DATABASE_URL", "postgresql://us%40er:p%2Fw@db.example:5433/wag?sslmode=require"
    )

    database = env.database(tmp_path)

    assert (database["USER"], database["PASSWORD"]) == ("us@er", "p/w")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "5433", "wag")
    assert database["OPTIONS"]["sslmode"] == "require"


@pytest.mark.parametrize("url", ["mysql://localhost/waggle", "postgresql://localhost", "waggle"])
def test_a_database_that_waggle_cannot_use_is_refused(monkeypatch, tmp_path, url):
    monkeypatch.setenv("DATABASE_URL", url)

    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must"):
        env.database(tmp_path)


def test_a_redis_url_has_its_scheme(monkeypatch):
    monkeypatch.setenv("REDIS_URL", "localhost:6379")

    with pytest.raises(ImproperlyConfigured, match="REDIS_URL must look like"):
        env.redis()
