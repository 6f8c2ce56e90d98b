from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]


def security_headers(get_response: Handler) -> Handler:
    def handle(request: HttpRequest) -> HttpResponseBase:
        return get_response(request)

    return handle


def sign_in_first(get_response: Handler) -> Handler:
    def handle(request: HttpRequest) -> HttpResponseBase:
        return get_response(request)

    return handle
