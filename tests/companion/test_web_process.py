import subprocess
import sys

HEAVY = ["anthropic", "openai", "pydantic_ai", "spacy", "thinc"]


def test_what_serves_pages_loads_no_parser_and_no_client_of_a_model():
    script = (
        "import sys, waggle_site.asgi, waggle_site.urls;"
        f"print(*sorted(sys.modules.keys() & set({HEAVY!r})))"
    )

    loaded = subprocess.check_output([sys.executable, "-c", script], text=True).split()

    assert loaded == []
