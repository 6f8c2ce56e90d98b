from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from waggle_site.demo import start_demo


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """A project of one's own, for a day. Restarting makes a new one and closes the old."""
    if not settings.WAGGLE_DEMO:
        raise Http404
    project = start_demo(request)
    return redirect("workspace:home", project.slug)
