from django.db.models import TextChoices


class Kind(TextChoices):
    GOAL = "goal", "Goal"
    DECISION = "decision", "Decision"
    REQUIREMENT = "requirement", "Requirement"
    CONSTRAINT = "constraint", "Constraint"
    FACT = "fact", "Fact"
    PREFERENCE = "preference", "Preference"
    PROCEDURE = "procedure", "Procedure"
    QUESTION = "question", "Question"
    NOTE = "note", "Note"


class EdgeType(TextChoices):
    UPDATES = "updates", "updates"
    CONTRADICTS = "contradicts", "contradicts"
    DEPENDS_ON = "depends_on", "depends on"
    PART_OF = "part_of", "part of"
    DERIVED_FROM = "derived_from", "derived from"
    RELATES_TO = "relates_to", "relates to"
    SIMILAR_TO = "similar_to", "similar to"


# `updates` is made by applying, never by asking.
ASKABLE_EDGES = tuple(edge for edge in EdgeType if edge is not EdgeType.UPDATES)
