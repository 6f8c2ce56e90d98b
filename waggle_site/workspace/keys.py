from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from memory.http import wants_fragment
from memory.models import User


@require_POST
@login_required
def keys(request: HttpRequest) -> HttpResponse:
    """Single keys on or off, for this person wherever they sign in."""
    me = User.objects.filter(username=request.user.get_username())
    me.update(single_keys="keys" in request.POST)
    return HttpResponse(status=204) if wants_fragment(request) else redirect("workspace:landing")
