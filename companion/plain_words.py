"""Words that name no thing, and units that make a number a measure: the small English list."""

_PLAIN = """
a an the this that these those my your his her its our their
i me we us you he she it they them who what which when where why how there here
and or but nor so if because as than then while until since though although unless whether
of in on at by for from with without into onto over under up down out off to about after before
during between through against near per via
is are was were be been being am has have had do does did will would can could may might must
shall should not no yes
took takes take went goes go came comes come made makes make said says say told tells asked asks
found finds saw sees showed shows needs need wants want uses use used runs ran run works worked
stopped stops started starts read reads looks looked seems seemed gets got leaks leaked
very too also still again only just alone itself himself herself themselves today yesterday
tomorrow now all some any each every both more most other another first last new old same such
day days week weeks month months year years morning evening time times
monday tuesday wednesday thursday friday saturday sunday january february march april june july
august september october november december
"""

_UNITS = """
bpm psi bar mbar kpa pa mm cm m km in ft mi mg g kg t ml l gb mb kb tb hz khz mhz ghz v kv a ma
w kw mw wh kwh c f k s ms sec secs second seconds min mins minute minutes h hr hrs hour hours
day days week weeks month months year years percent pct ppm rpm degrees times people persons
"""

PLAIN = frozenset(_PLAIN.split())
UNITS = frozenset(_UNITS.split())
