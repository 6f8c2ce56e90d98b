"""One notification to one webhook. Nothing that the other side answers is read but its status."""

from __future__ import annotations

import json

import urllib3
from django.conf import settings
from django.utils import timezone

from memory.times import iso
from proposals.models import Delivery, Notification, Webhook
from proposals.outside import NotThere, Place, place_of
from proposals.signing import secret_of, signed
from proposals.tidings import path_of

TIMEOUT = urllib3.Timeout(connect=5, read=10)
GONE = 410
NO_CONNECTION = "no connection"
AGENT = "Waggle-Webhook/1"


def send_webhook(delivery: Delivery, hook: Webhook) -> str:
    """Nothing where it arrived, else a word for why not. 410 stops the webhook for good."""
    body = body_of(delivery.notification)
    secret, id = secret_of(hook), str(delivery.public_id)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        **signed(secret, id=id, at=timezone.now(), body=body),
    }
    try:
        status = _post(place_of(hook.url), body, headers)
    except NotThere as problem:
        return problem.why
    except urllib3.exceptions.NewConnectionError:
        return NO_CONNECTION
    except urllib3.exceptions.TimeoutError:
        return "timeout"
    except urllib3.exceptions.SSLError:
        return "no valid certificate"
    except (urllib3.exceptions.HTTPError, OSError, ValueError):
        return NO_CONNECTION
    return "" if 200 <= status < 300 else str(status)


def body_of(one: Notification) -> bytes:
    """A number, a kind, a project and a link; never words that anybody wrote in it."""
    said = {
        "type": one.kind,
        "timestamp": iso(one.at),
        "data": {
            "project": {"id": one.project.slug, "name": one.project.name},
            "seq": one.seq,
            "number": one.proposal.label if one.proposal else None,
            "needed": one.is_needed,
            "url": settings.WAGGLE_BASE_URL + path_of(one),
        },
    }
    return json.dumps(said, separators=(",", ":")).encode()


def _post(place: Place, body: bytes, headers: dict[str, str]) -> int:
    """To the very address that was judged, whatever the name leads to by now; no redirects."""
    standard = 443 if place.scheme == "https" else 80
    host = f"[{place.host}]" if ":" in place.host else place.host
    named = {"Host": host if place.port == standard else f"{host}:{place.port}"}
    pool: urllib3.HTTPConnectionPool
    if place.scheme == "https":
        pool = urllib3.HTTPSConnectionPool(
            place.address, place.port, server_hostname=place.host, assert_hostname=place.host
        )
    else:
        pool = urllib3.HTTPConnectionPool(place.address, place.port)
    with pool:
        answer = pool.urlopen(
            "POST",
            place.path,
            body=body,
            headers={**headers, **named},
            redirect=False,
            retries=False,
            timeout=TIMEOUT,
            preload_content=False,
        )
        answer.close()
        return answer.status
