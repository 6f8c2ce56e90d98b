import json
from typing import Any

from django.core.management.base import BaseCommand

from memory.models import ProjectHead


class Command(BaseCommand):
    help = "Prints where each project's record ends now. Keep it elsewhere, for verify_audit."

    def handle(self, *args: Any, **options: Any) -> None:
        rows = ProjectHead.objects.select_related("project").order_by("project__slug")
        heads = [
            {"project": row.project.slug, "seq": row.event_seq, "digest": row.event_digest}
            for row in rows
        ]
        self.stdout.write(json.dumps({"heads": heads, "signing_keys": []}, indent=2))
