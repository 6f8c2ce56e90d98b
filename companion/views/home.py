from django.http import HttpResponse
from django.shortcuts import render

from memory.http import ProjectRequest, project_page


@project_page()
def home(request: ProjectRequest) -> HttpResponse:
    return render(request, "companion/home.html")
