"""The forms of a page as a browser without script would send them."""

from html.parser import HTMLParser


class Forms(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.forms = []
        self.area = ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self.forms.append({"action": given.get("action", ""), "fields": {}})
        name = given.get("name")
        if not name or not self.forms or tag not in {"input", "textarea", "select"}:
            return
        self.forms[-1]["fields"].setdefault(name, given.get("value", ""))
        self.area = name if tag == "textarea" else ""

    def handle_data(self, data):
        if self.area:
            self.forms[-1]["fields"][self.area] += data

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.area = ""


def forms_for(answer, verb):
    """The fields of each form that is sent to the verb, in the order of the page."""
    return [
        form["fields"]
        for form in Forms(answer.content.decode()).forms
        if form["action"].endswith(f"/{verb}/")
    ]


def page_of(proposal):
    return f"/p/{proposal.project.slug}/proposals/{proposal.label}/"


def decide(client, proposal, verb, **fields):
    """Send a form of the page; `headers` as a browser or htmx would set them."""
    headers = fields.pop("headers", None)
    fields.setdefault("revision", proposal.revision)
    return client.post(f"{page_of(proposal)}{verb}/", fields, headers=headers)
