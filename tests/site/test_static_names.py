import json

import pytest

from waggle_site.static_names import StaticNames

MANIFEST = {"version": "1.1", "hash": "", "paths": {"base.css": "base.0123456789ab.css"}}


@pytest.fixture
def names(tmp_path):
    (tmp_path / "staticfiles.json").write_text(json.dumps(MANIFEST))
    return StaticNames(location=tmp_path, base_url="/static/")


def test_a_file_goes_by_the_name_of_its_content(names):
    assert names.url("base.css") == "/static/base.0123456789ab.css"


def test_it_is_asked_for_once(names):
    first = names.url("base.css")
    names.hashed_files.clear()

    assert names.url("base.css") == first


def test_a_file_that_was_not_collected_is_an_error(names):
    for _ in range(2):
        with pytest.raises(ValueError, match="Missing staticfiles manifest entry"):
            names.url("missing.css")
