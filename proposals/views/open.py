"""Links that leave in an e-mail, for whoever reads it there. To open one does nothing; its form
does, and the one-click header of a mail program.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from proposals.services.choose import confirm_address, unsubscribe

WORDS = {
    "unsubscribe": {
        "title": "No more e-mail",
        "asks": "Waggle sends no notifications to this address any more.",
        "button": "Send no more",
        "done": "Done. You still find everything in the page.",
    },
    "confirm": {
        "title": "Is this address yours?",
        "asks": "Waggle will send you what you chose under Notifications.",
        "button": "Yes, it is mine",
        "done": "Confirmed. What you chose comes here from now on.",
    },
}
TOO_OLD = "This link is not valid any more. Ask for another one under Notifications."


def _answer(request: HttpRequest, key: str, what: str, act: Callable[[str], bool]) -> HttpResponse:
    words, context = WORDS[what], {"words": WORDS[what], "said": ""}
    if request.method != "POST":
        return render(request, "proposals/open.html", context)
    is_done = act(key)
    context["said"] = words["done"] if is_done else TOO_OLD
    return render(request, "proposals/open.html", context, status=200 if is_done else 410)


@csrf_exempt  # a mail program sends it, with no cookie: the signed key says who
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, key: str) -> HttpResponse:
    return _answer(request, key, "unsubscribe", unsubscribe)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    return _answer(request, key, "confirm", confirm_address)
