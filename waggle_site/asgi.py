import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import SessionMiddlewareStack
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "waggle_site.settings")
pages = get_asgi_application()  # before anything that needs models

from waggle_site.routing import sockets  # noqa: E402 -- see above
from waggle_site.static_files import StaticFiles  # noqa: E402
from waggle_site.threads import KeptThreads  # noqa: E402

application = StaticFiles(
    ProtocolTypeRouter(
        {
            "http": KeptThreads(pages, size=settings.REQUEST_THREADS),
            "websocket": AllowedHostsOriginValidator(SessionMiddlewareStack(URLRouter(sockets))),
        }
    ),
    root=settings.STATIC_ROOT,
    prefix=settings.STATIC_URL,
)
