from collections import Counter
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from waggle_site.doctor import database, exposure, machine, running
from waggle_site.doctor.finding import Level


class Command(BaseCommand):
    help = "Says how Waggle is: a line for each thing, ok, warning or problem, and what to do."
    requires_system_checks = ()  # they are among what it looks at

    def handle(self, *args: Any, **options: Any) -> None:
        counted: Counter[Level] = Counter()
        parts = (machine, database, running, exposure)
        for finding in chain.from_iterable(part.examine() for part in parts):
            counted[finding.level] += 1
            self.stdout.write(f"{finding.level:8} {finding.about}: {finding.says}")
        if problems := counted[Level.PROBLEM]:
            raise CommandError(f"{problems} problem{'s' if problems > 1 else ''}.")
