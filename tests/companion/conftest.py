import pytest

from companion.builders.embedded import build, embedded_builder
from companion.builders.rules import RulesBuilder
from companion.metamodel import StageA, StageB
from tests.companion.observed import observations, source


@pytest.fixture(scope="session")
def rules() -> RulesBuilder:
    """The parser is loaded once a process, at the first text that needs it."""
    builder = embedded_builder()
    assert isinstance(builder, RulesBuilder)
    return builder


@pytest.fixture(scope="session")
def stages(rules: RulesBuilder) -> dict[str, tuple[StageA, StageB]]:
    """Every observation, read once."""
    return {one.text: build(rules, source(one.text)) for one in observations()}


@pytest.fixture(scope="session")
def found(stages: dict[str, tuple[StageA, StageB]]) -> dict[str, StageA]:
    return {text: both[0] for text, both in stages.items()}
