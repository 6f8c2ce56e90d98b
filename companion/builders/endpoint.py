"""The way to a language model: which one, where, and how its failures are called."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from anthropic import AsyncAnthropic
from openai import AsyncOpenAI
from pydantic import ValidationError
from pydantic_ai import exceptions as problems
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.settings import ModelSettings

from companion.meaning.builder import BuilderFailed
from companion.meaning.codes import Code

ANTHROPIC = "anthropic:"
OPENAI = "openai:"
# Servers of one's own ask for no key, and the client for any.
NO_KEY = "none"
# That protocol has to be told. Of a longer one the client would make a stream.
LONGEST_ANSWER = 16_000


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`model` is a name, with "anthropic:" before it where it is one of Anthropic's protocol.

    `base_url` is empty for the maker's own service. `seconds` is the patience with one call.
    """

    model: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    seconds: float = 60

    def __post_init__(self) -> None:
        if not self.model.removeprefix(ANTHROPIC).removeprefix(OPENAI):
            raise ValueError("a language model needs a name")
        if self.base_url and "@" in urlsplit(self.base_url).netloc:
            raise ValueError("put the key into its own setting, not into the address")

    @property
    def host(self) -> str:
        return urlsplit(self.base_url).netloc


@asynccontextmanager
async def open_model(endpoint: Endpoint) -> AsyncIterator[Model]:
    """A client of its own for each use: connections belong to one event loop."""
    url, key = endpoint.base_url or None, endpoint.api_key or NO_KEY
    if endpoint.model.startswith(ANTHROPIC):
        name = endpoint.model.removeprefix(ANTHROPIC)
        async with AsyncAnthropic(
            base_url=url, api_key=key, max_retries=0, timeout=endpoint.seconds
        ) as anthropic:
            yield AnthropicModel(
                name,
                provider=AnthropicProvider(anthropic_client=anthropic),
                settings=ModelSettings(max_tokens=LONGEST_ANSWER),
            )
        return
    name = endpoint.model.removeprefix(OPENAI)
    async with AsyncOpenAI(
        base_url=url, api_key=key, max_retries=0, timeout=endpoint.seconds
    ) as openai:
        # The other protocol's newer models take no temperature.
        yield OpenAIChatModel(
            name,
            provider=OpenAIProvider(openai_client=openai),
            settings=ModelSettings(temperature=0.0),
        )


@contextmanager
def named_failures() -> Iterator[None]:
    """A failure by its code alone: what a server answers may quote the entry or the key."""
    try:
        yield
    except (
        problems.ModelTimeoutError,
        problems.ModelRequestTimeout,
        problems.RunTimedOut,
        TimeoutError,
    ):
        raise BuilderFailed("MODEL_TIMEOUT", "The model did not answer in time.") from None
    except problems.ModelAuthenticationError:
        raise BuilderFailed("MODEL_REFUSED", "The model refuses the key.", again=False) from None
    except problems.ModelNotFoundError:
        raise BuilderFailed("MODEL_UNKNOWN", "There is no such model.", again=False) from None
    except problems.ModelRateLimitError:
        raise BuilderFailed("MODEL_BUSY", "The model asks to wait.") from None
    except problems.ModelAPIError:
        raise BuilderFailed("MODEL_FAILED", "The model could not be reached, or failed.") from None
    except (problems.UnexpectedModelBehavior, ValidationError):
        raise BuilderFailed(
            Code.SCHEMA_INVALID, "The answer does not have the agreed shape."
        ) from None
