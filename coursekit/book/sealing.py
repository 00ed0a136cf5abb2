"""An archive that only who knows the passphrase can read (cryptography's Fernet, the key by scrypt)."""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING

from boardkit.errors import UserError, missing_part
from coursekit.formats import SEALED
from coursekit.texts import message

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

_SALT = 16
_WORK = 2**15  # of scrypt: 32 MB, and a good part of a second for each guess


def is_sealed(content: bytes) -> bool:
    """Whether a file says that it was sealed here."""
    return content.startswith(SEALED.name.encode())


def sealed(content: bytes, passphrase: str) -> bytes:
    """Encrypt a file."""
    salt = secrets.token_bytes(_SALT)
    head = f"{SEALED.line}\n".encode() + base64.b64encode(salt)
    return head + b"\n" + _box(passphrase, salt).encrypt(content)


def unsealed(content: bytes, passphrase: str, file: str) -> bytes:
    """Decrypt a file.

    Raises
    ------
    UserError
        If the passphrase is another one, or the file was changed.
    """
    line, salt, token = (*content.split(b"\n", 2), b"", b"")[:3]
    SEALED.check_line(line.decode("ascii", "replace"))
    wrong = UserError(message("archive.passphrase", file=file))
    try:
        box = _box(passphrase, base64.b64decode(salt))
    except ValueError:
        raise wrong from None
    # Only now, as it may be missing
    from cryptography.fernet import InvalidToken

    try:
        return bytes(box.decrypt(token))
    except InvalidToken:
        raise wrong from None


def _box(passphrase: str, salt: bytes) -> Fernet:
    try:
        from cryptography.fernet import Fernet
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
    except ModuleNotFoundError as error:
        raise missing_part("grading", error) from None
    key = Scrypt(salt=salt, length=32, n=_WORK, r=8, p=1).derive(passphrase.encode())
    return Fernet(base64.urlsafe_b64encode(key))
