"""The builder that needs nothing: rules where the parser is sound, else patterns, saying why."""

from companion.builders.parsing import PINNED_MODEL, Model
from companion.builders.patterns import PatternsBuilder
from companion.builders.rules import RulesBuilder
from companion.meaning.builder import Builder, BuilderFailed, Source
from companion.metamodel import StageA, StageB


def embedded_builder(model: str = PINNED_MODEL) -> RulesBuilder | PatternsBuilder:
    """Nothing is loaded yet. A model that is absent or not the pinned one is not used."""
    named = Model(model)
    try:
        named.check()
    except BuilderFailed as problem:
        return PatternsBuilder(reason=(problem.code, str(problem)))
    return RulesBuilder(named)


def build(builder: Builder, source: Source) -> tuple[StageA, StageB]:
    """Both stages of one entry, the second after the first."""
    found = builder.discover(source)
    return found, builder.classify(source, found)
