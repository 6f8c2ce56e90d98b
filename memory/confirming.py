"""What a project asks of a person before a decision counts."""

from memory.errors import InvalidInput
from memory.models import Policy, User
from memory.roles import Confirmation


def require_confirmation(policy: Policy, by: User, password: str | None, *, what: str) -> None:
    if policy.confirm_with == Confirmation.PASSWORD and not by.check_password(password or ""):
        raise InvalidInput({"password": f"type your password to confirm {what}"})
