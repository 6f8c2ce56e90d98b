import pytest

from memory.addresses import MOST, hosts

LONG = "\u00fc" * 80


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("No address, and no http:// either.", []),
        ("See https://Example.org/a?b=c#d, twice: https://example.org.", ["example.org"]),
        ("(http://a.example:8080/) and HTTPS://b.example", ["a.example", "b.example"]),
        ("https://bank.example@elsewhere.example/login", ["elsewhere.example"]),
        ("https://b\u00fccher.example/", ["b\u00fccher.example (xn--bcher-kva.example)"]),
        ("https://\u0440\u0430ypal.example", ["\u0440\u0430ypal.example (xn--ypal-43d9g.example)"]),
        (f"https://{LONG}.example", [f"{LONG}.example (no name that could be asked for)"]),
        ("https://[::1]/ https://[bad", ["::1"]),
        ("https://[fe80::]/", ["fe80::"]),
        ("http://there.example\\@bank.example/", ["there.example"]),
        ("http:///there.example http:\\\\here.example", ["there.example", "here.example"]),
        ("[https://there.example](https://bank.example)", ["there.example"]),
        ("ftp://old.example javascript:alert(1) //half.example", []),
    ],
)
def test_where_a_text_leads(text, found):
    assert hosts(text) == found


def test_of_very_many_the_first_are_told():
    text = " ".join(f"https://h{n}.example" for n in range(500))

    assert hosts(text) == [f"h{n}.example" for n in range(MOST)]
