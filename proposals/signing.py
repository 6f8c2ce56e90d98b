"""How a webhook is signed: the headers of Standard Webhooks, HMAC-SHA256 over id, time and body."""

import base64
import hashlib
import hmac
from datetime import datetime

from django.conf import settings

from proposals.models import Webhook

PREFIX = "whsec_"
PURPOSE = b"waggle.proposals.webhook"


def secret_of(hook: Webhook) -> str:
    """Made anew whenever it is needed: of the hook's salt and of the installation's own key."""
    key = settings.SECRET_KEY.encode()
    made = hmac.digest(key, PURPOSE + b"\0" + bytes(hook.salt), hashlib.sha256)
    return PREFIX + base64.b64encode(made).decode()


def signed(secret: str, *, id: str, at: datetime, body: bytes) -> dict[str, str]:
    moment = str(int(at.timestamp()))
    key = base64.b64decode(secret.removeprefix(PREFIX))
    said = b".".join([id.encode(), moment.encode(), body])
    signature = base64.b64encode(hmac.digest(key, said, hashlib.sha256)).decode()
    return {
        "webhook-id": id,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{signature}",
    }
