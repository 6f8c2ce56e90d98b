import time
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from companion.builders.embedded import build, embedded_builder
from companion.meaning.builder import Builder
from memory import limits
from waggle_site.bench import carb, readings

LONG = "The pump by the north gate was replaced on Monday, and the valve still leaks oil. "


class Command(BaseCommand):
    help = (
        "Measures Companion's embedded builder: speed, memory; with --carb FOLDER also precision,"
        " recall and F1 on CaRB's gold tuples."
    )

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument(
            "--carb",
            type=Path,
            help="folder with CaRB's gold*.tsv, and openie5*.tsv to calibrate",
        )
        parser.add_argument("--model", default=None, help="another installed spaCy pipeline")

    def handle(self, *args: object, **options: Any) -> None:
        builder = embedded_builder(options["model"]) if options["model"] else embedded_builder()
        started = time.perf_counter()
        build(builder, readings.source("The pump leaks oil."))
        self.stdout.write(
            f"{builder.name} {builder.model}\n"
            f"loaded in {time.perf_counter() - started:.1f} s, {readings.peak_megabytes():.0f} MB\n"
        )
        if options["carb"] is not None:
            self._score(builder, options["carb"])
        self._read_long(builder)
        self.stdout.write(f"peak memory {readings.peak_megabytes():.0f} MB\n")

    def _score(self, builder: Builder, folder: Path) -> None:
        golds = sorted(folder.glob("gold*.tsv"))
        if not golds:
            raise CommandError(f"{folder} holds no gold*.tsv: give the folder of CaRB's data.")
        for file in golds:
            gold = carb.read_gold(file)
            self.stdout.write(f"\n{file.name}: {len(gold)} sentences\n")
            calibration = file.with_name(file.name.replace("gold", "openie5"))
            if calibration.exists():
                self._row("OpenIE5", *carb.score(gold, carb.read_openie5(calibration)))
            found, cost = readings.extractions(builder, gold)
            self._row(builder.name, *carb.score(gold, found))
            self.stdout.write(
                f"{cost.candidates} candidates; {cost.entries / cost.cpu_seconds:.0f} entries a"
                f" second of processor time, {cost.entries / cost.seconds:.0f} by the clock\n"
            )

    def _row(self, name: str, default: carb.Score, one_to_one: carb.Score) -> None:
        self.stdout.write(
            f"{name:<10} P {default.precision:.3f}  R {default.recall:.3f}  F1 {default.f1:.3f}"
            f"  one to one {one_to_one.f1:.3f}\n"
        )

    def _read_long(self, builder: Builder) -> None:
        text = "".join(
            LONG.replace("pump", f"pump {number}")
            for number in range(1 + limits.ENTRY // len(LONG))
        )[: limits.ENTRY].strip()
        cpu = time.process_time()
        found, _ = build(builder, readings.source(text))
        self.stdout.write(
            f"\none entry of {len(text)} characters: {time.process_time() - cpu:.1f} s of processor"
            f" time, {len(found.candidates)} candidates\n"
        )
