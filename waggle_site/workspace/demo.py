from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from memory.access import get_access
from waggle_site.demo import restart_demo, start_demo


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """A project of one's own, for a week. `restart` names the demo to close and begin anew."""
    if not settings.WAGGLE_DEMO:
        raise Http404
    if request.user.is_authenticated and not request.user.is_guest:
        return redirect("workspace:landing")
    restart = request.POST.get("restart")
    if restart:
        project = restart_demo(request, get_access(request.user, restart).project)
    else:
        project = start_demo(request)
    return redirect("workspace:home", project.slug)
