"""The builder that asks a language model: one call to discover, another to classify.

Its answers are proposals like any other's: the rules decide. Needs the `llm` extra.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from pydantic_ai import Agent, NativeOutput, PromptedOutput, ToolOutput
from pydantic_ai.exceptions import ModelHTTPError, UserError
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models import Model
from pydantic_ai.settings import ModelSettings

from companion.builders.chunks import Chunk, Joined, chunks_of
from companion.builders.endpoint import Endpoint, named_failures, open_model
from companion.builders.prompts import CLASSIFY, DISCOVER
from companion.builders.wire import Discovery, Wire, classification_of
from companion.meaning.builder import BuilderFailed, Source
from companion.meaning.codes import Code
from companion.meaning.reading import strict_json
from companion.meaning.source_text import Excerpt, SourceText
from companion.metamodel import Candidate, Classification, StageA, StageB

VERSION = "1"
CLASSIFIED_AT_ONCE = 60
CALLS_AT_ONCE = 4
# From what servers enforce best to what every server can.
_MODES: tuple[Callable[[type[Wire]], Any], ...] = (
    partial(NativeOutput, strict=True),
    partial(ToolOutput, strict=True),
    PromptedOutput,
)
_Shape = TypeVar("_Shape", bound=Wire)
_Answer = TypeVar("_Answer")


@dataclass
class ModelBuilder:
    """`stage_seconds` is the longest that one stage may take, however many calls it needs."""

    endpoint: Endpoint
    opens: Callable[[Endpoint], AbstractAsyncContextManager[Model]] = open_model
    stage_seconds: float = 600
    name: str = field(default="model", init=False)
    _mode: int = field(default=0, init=False)

    @property
    def model(self) -> str:
        return self.endpoint.model

    @property
    def fingerprint(self) -> str:
        told = [self.name, VERSION, self.model, self.endpoint.host, DISCOVER, CLASSIFY]
        return sha256(json.dumps(told).encode()).hexdigest()

    def discover(self, source: Source) -> StageA:
        text = SourceText(source.raw)
        joined = Joined(text)
        chunks = chunks_of(text)

        async def ask(model: Model, chunk: Chunk) -> Discovery:
            told = {"subject": source.subject_label, "text": chunk.text}
            return await self._ask(model, DISCOVER, told, Discovery)

        with named_failures():
            for chunk, found in zip(chunks, self._all(ask, chunks), strict=True):
                joined.add(chunk, found)
            return StageA(
                entry_id=source.entry_id,
                subject_id=source.subject_id,
                nodes=tuple(joined.nodes),
                candidates=tuple(joined.candidates),
                limitations=tuple(joined.limitations),
            )

    def classify(self, source: Source, found: StageA) -> StageB:
        text = SourceText(source.raw)
        labels = {node.id: node.label for node in found.nodes}
        batches = [
            found.candidates[start : start + CLASSIFIED_AT_ONCE]
            for start in range(0, len(found.candidates), CLASSIFIED_AT_ONCE)
        ]

        async def ask(model: Model, batch: tuple[Candidate, ...]) -> dict[str, Any]:
            told = [_shown(text, labels, one) for one in batch]
            shape = classification_of([one.id for one in batch])
            return (await self._ask(model, CLASSIFY, told, shape)).model_dump()

        with named_failures():
            each = self._all(ask, batches)
        return StageB(
            entry_id=source.entry_id,
            subject_id=source.subject_id,
            classifications=tuple(
                Classification(candidate_id=candidate_id, status=status)
                for answer in each
                for candidate_id, status in answer.items()
            ),
        )

    def _all(
        self, ask: Callable[[Model, Any], Awaitable[_Answer]], parts: Iterable[Any]
    ) -> list[_Answer]:
        """The answers to all parts, in their order."""

        async def run() -> list[_Answer]:
            few = asyncio.Semaphore(CALLS_AT_ONCE)
            async with asyncio.timeout(self.stage_seconds), self.opens(self.endpoint) as model:

                async def one(part: Any) -> _Answer:
                    async with few:
                        return await ask(model, part)

                async with asyncio.TaskGroup() as group:
                    tasks = [group.create_task(one(part)) for part in parts]
                return [task.result() for task in tasks]

        try:
            return asyncio.run(run())
        except ExceptionGroup as several:
            raise several.exceptions[0] from None

    async def _ask(self, model: Model, role: str, told: Any, shape: type[_Shape]) -> _Shape:
        for mode in range(self._mode, len(_MODES)):
            try:
                answer = await self._ask_as(mode, model, role, told, shape)
            except (ModelHTTPError, UserError) as problem:
                if getattr(problem, "status_code", 400) not in (400, 422):
                    raise
                continue
            self._mode = mode
            return answer
        raise BuilderFailed("MODEL_UNFIT", "The model takes no form of answer.", again=False)

    async def _ask_as(
        self, mode: int, model: Model, role: str, told: Any, shape: type[_Shape]
    ) -> _Shape:
        agent = Agent(model, output_type=_MODES[mode](shape), instructions=role, retries=1)
        settings = ModelSettings(timeout=self.endpoint.seconds)
        result = await agent.run(json.dumps(told, ensure_ascii=False), model_settings=settings)
        _refuse_doubled_keys(result.all_messages())
        answer: _Shape = result.output
        return answer


def _refuse_doubled_keys(messages: Iterable[Any]) -> None:
    """The client's reader lets the last of two keys win."""
    *_, last = (message for message in messages if isinstance(message, ModelResponse))
    for part in last.parts:
        text = part.content if isinstance(part, TextPart) else None
        if isinstance(part, ToolCallPart):
            text = part.args_as_json_str()
        try:
            if text is not None:
                strict_json(text)
        except json.JSONDecodeError:
            pass  # words around the object: what counts of them has been read
        except ValueError:
            raise BuilderFailed(
                Code.SCHEMA_INVALID, "The answer does not have the agreed shape."
            ) from None


def _shown(text: SourceText, labels: dict[str, str], one: Candidate) -> dict[str, Any]:
    place = text.locate(one.quote)
    sentence = ""
    if isinstance(place, Excerpt):
        start, end = text.sentences.around(place.start, place.end)
        sentence = text.text[start:end].strip()
    return {
        "id": one.id,
        "from": labels.get(one.from_node, ""),
        "predicate": one.predicate,
        "to": labels.get(one.to_node, ""),
        "polarity": one.polarity,
        "modality": one.modality,
        "provenance": one.provenance,
        "excerpt": one.quote.text,
        "sentence": sentence,
    }
