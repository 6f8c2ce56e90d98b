"""Every length and cap of the product, once. Lengths count code points."""

from datetime import timedelta

CONTENT = 20_000
TITLE = 200
TAG = 50
TAGS = 20
LINKS = 20
REFERENCE = 64
REASON = 4_000
NOTE = 4_000
EVIDENCE = 20
COMMENT = 4_000
COMMENTS = 20
NOTIFICATIONS_KEPT = timedelta(days=90)
COMMENT_WINDOW = timedelta(minutes=1)
"""How many comments one person adds to a project in that time."""
QUERY = 4_000
VIEWS = 20
"""How many views of the inbox a member keeps in a project, and a project for everybody."""
VIEW_NAME = 60

PROJECT_NAME = 100
PROJECT_PURPOSE = 2_000
SLUG = 63
KEY_NAME = 100
DISPLAY_NAME = 100

BATCH = 1_000
BATCH_BYTES = 4_000_000
"""Of a file: a batch holds more only where a lineage, or a circle of links, is larger."""
LINE_BYTES = 200_000
LINE_DEPTH = 8
LINE_LINKS = 200
LINE_ID = 200
CLAIM_BYTES = 20_000
UPLOAD_BYTES = 16 * 1024 * 1024
UPLOAD_LINES = 20_000
UPLOAD_NAME = 200
UPLOAD_KEPT = timedelta(hours=1)
OUTCOME_KEPT = timedelta(days=1)
APPROVALS = 5
APPROVAL_DAYS = 365

RECALL_LIMIT = 50
BRIEF_ITEMS = 25
LEAST_CHARS = 500
MOST_CHARS = 60_000
COUNTED_FURTHER = 1_000

TOOL_BODY = 512 * 1024
IDEMPOTENCY_KEY = 200
IDEMPOTENCY_KEPT = timedelta(hours=24)

PROPOSALS_PER_TARGET = 20
PROPOSALS_PER_CREDENTIAL = 1_200
PROPOSAL_WINDOW = timedelta(minutes=1)

REPLAYED_EVENTS = 1_000

ENTRY = 100_000
CANDIDATES = 2_500
NODES = 5_000
EXCERPT = 2_000
SENTENCE = 5_000
LABEL = 200
SUBJECT_ID = 63
RELATION_ID = 64
READ_ANEW = 5_000
DRAFTS = 50
DRAFT_OPEN = timedelta(hours=24)
DRAFT_KEPT = timedelta(days=7)
"""After it has expired: its words can still be taken up again."""
VOCABULARY_PAGE = 500
VOCABULARY_IDS = 200
