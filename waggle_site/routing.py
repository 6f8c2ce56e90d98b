from channels.generic.websocket import WebsocketConsumer
from django.urls import re_path

from waggle_site.live import LiveEvents


class NothingHere(WebsocketConsumer):
    """Refuses a socket at an address that has none, without a traceback."""

    def connect(self) -> None:
        self.close(code=4404)


sockets = [
    re_path(r"^p/(?P<slug>[-\w]+)/live/$", LiveEvents.as_asgi()),
    re_path(r"", NothingHere.as_asgi()),
]
