"""The closed word lists of English that the rules read by."""


def words(written: str) -> frozenset[str]:
    return frozenset(written.split())


BE = words("be am is are was were been being 's 're 'm")
ASKING_WORDS = words("who whom whose which what where when why how")
CLITICS = words("'s 're 'm 'll 've 'd \u2019s \u2019re \u2019m \u2019ll \u2019ve \u2019d")
RELATIVE_TAGS = ("WDT", "WP", "WP$")

SPEAKERS = words("i we")

# Verbs under which a clause is what somebody else said.
SPEECH = words(
    """say tell report state claim mention announce write note add explain complain declare
    confirm inform warn insist remark reply answer argue admit deny assert allege testify
    quote describe advise stress observe recall repeat estimate predict suggest indicate
    reveal disclose maintain"""
)
# Of these the ones that take a clause back or deny it: nothing is asserted by them.
DENIAL = words("deny doubt dispute")
HEARSAY = words("hear tell inform gather understand read")
BELIEF = words(
    """think believe guess suppose assume suspect reckon feel consider figure imagine expect
    presume conclude fear trust bet"""
)
SEEMING = words("seem appear look sound")
FACTIVE = words(
    """know notice see find discover realize realise show learn remember notice observe prove
    demonstrate mean establish verify check confirm ensure"""
)
ASKING = words("ask wonder inquire enquire question")

# Of these verbs the content holds even where the verb itself is a duty, a plan or a purpose.
KNOWING = words("know notice see realize realise remember")
# To do these is to have done what follows.
DOING = words("manage help go come seem appear continue begin start get happen be able")
MAKE_BELIEVE = words("pretend dream")
HOPING = words("hope wish want pray propose recommend demand urge")
UNTRUE = words("false untrue wrong impossible unlikely doubtful")
SEEKING = words("need want seek look search require lack request wish prefer recommend suggest")
REPLACING = words("instead without rather far")

EMBEDDING = SPEECH | HEARSAY | BELIEF | SEEMING | FACTIVE | ASKING | DENIAL | words("go continue")
QUOTES = frozenset({'"', "''", "``", "\u201c", "\u201d", "'"})

HEDGES = words(
    """probably possibly perhaps maybe likely presumably apparently seemingly supposedly
    allegedly conceivably potentially arguably reportedly"""
)
SAID_BY_OTHERS = words("allegedly reportedly supposedly")
UNCERTAIN = words("sure certain confident convinced afraid")

NEVER = words("never hardly rarely seldom scarcely barely nowhere")
NEGATIVE_PRONOUNS = words("nobody none nothing no-one neither noone")
NEGATIVE_DETERMINERS = words("no neither")

PLANNED_MODALS = words("will shall 'll \u2019ll wo sha")
NECESSARY_MODALS = words("must should ought need")
POSSIBLE_MODALS = words("may might could")
ABILITY_MODALS = words("can ca")
HYPOTHETICAL_MODALS = words("would 'd \u2019d")
PLANNING = words("plan intend aim want hope wish expect propose schedule decide mean")
PLAN_KEPT = words("decide")  # decided to keep: the decision stands, whatever came of it
NEEDING = words("need have require oblige get")

CONDITIONAL_MARKS = words("if unless whether provided providing assuming supposing lest")
CONDITIONAL_PHRASES = (
    "in case",
    "as long as",
    "so long as",
    "provided that",
    "on condition",
    "in the event",
    "only if",
    "even if",
    "assuming",
    "supposing",
)

MEASURING = words("measure read register weigh record show average reach total indicate")

# Prepositions whose participle has happened: after leaving, by opening; not without or before.
FACTUAL_PREPOSITIONS = words("after by upon on in since through while when besides despite")

# A base form that begins a note of a state is a command with these only: keep moving, stay clear.
COMMANDING = words("keep stay be get go make stop start avoid continue leave let try hold come")
BEFORE_A_COMMAND = words("please always never do not n't don't then first and also now just kindly")
# Base forms that no note begins with as a name of a thing.
COMMAND_VERBS = words(
    """add adjust allow apply arrange ask assign attach avoid bring buy carry check choose close
    collect complete confirm consider contact continue deliver discard disconnect discuss do
    eat email ensure fetch fill find follow get give go inform insert inspect install keep let
    make mark notify obtain open order pick place prepare press prevent provide put read refer
    refill remember remind remove repeat replace report reset return rinse schedule see select
    send show sign start stay stop store switch take tell tighten try turn update use verify
    wait wash wear write"""
)
OF_PLACE = words("in at near")
MONTHS = words(
    """january february march april may june july august september october november december"""
)
# Before a number these are not the name of a numbered thing: found 3 leaks, the last 2 days.
NO_NAMES = MONTHS | words(
    """found saw took had got made heard read sent bought sold kept lost left put set cut ran gave
    met last first next past other top only about over under around just another some all both every
    these those my his her its their your same more less least most page step the a an and or
    in on at of to by"""
)
# A clause about one of these says which are meant.
UNIVERSAL = words("any every each all most few no whatever whichever")
WHOEVER = words("anyone anybody anything everyone everybody everything whoever those all")
INDEFINITE = words("a an some any another")
# Nouns whose content holds.
FACTS = words("fact finding observation discovery news")
TIMES = words("soon time moment day once")  # as soon as, by the time, the moment
OF_TIME = words("when whenever once until till before while")
NOT_KNOWN = words("unclear unknown uncertain unsure undecided open unresolved")
STATES = words(
    """low high ok okay fine good bad poor normal abnormal empty full dry wet clean dirty clear
    open closed shut down up off on out missing broken worn cracked loose tight noisy quiet
    hot cold warm cool stable unstable blocked clogged dead alive alert oriented intact absent
    present late early ready done gone faulty rusty bent flat soft hard stiff swollen red pale
    tender sore"""
)
