"""Signatures of packages in the format of OpenSSH, compatible with ``ssh-keygen -Y``.

A signature lies next to the file that it signs, the manifest of the manifests, on which every byte
of a package depends. Format: PROTOCOL.sshsig of OpenSSH
(https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig). Keys are Ed25519, so that
the same package always gets the same signature (RFC 8032).
"""

from base64 import b64decode, b64encode
from hashlib import new, sha256
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from pnp.base.errors import UsageError, VerifyError
from pnp.base.files import read_file
from pnp.base.imports import require
from pnp.base.messages import Message
from pnp.base.text import escaped

SIGNED = "tagmanifest-sha512.txt"
SIGNATURE = f"{SIGNED}.sig"
NAMESPACE = b"file"  # what ssh-keygen(1) advises for files
KIND = b"ssh-ed25519"
_MAGIC, _VERSION = b"SSHSIG", 1
_HASHES = (b"sha256", b"sha512")
_FIRST, _LAST = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_WIDTH = 70  # of lines, as OpenSSH breaks them


class OtherKeyError(VerifyError):
    """A signature by a kind of key that only OpenSSH can verify."""


class PublicKey(NamedTuple):
    """An Ed25519 key in SSH's encoding, and its name in a list."""

    blob: bytes
    name: str = ""

    @property
    def fingerprint(self) -> str:
        """The key's fingerprint, as ``ssh-keygen -l`` shows it."""
        return f"SHA256:{b64encode(sha256(self.blob).digest()).decode().rstrip('=')}"

    @property
    def label(self) -> str:
        """The fingerprint, with the name if there is one."""
        return f"{self.name} ({self.fingerprint})" if self.name else self.fingerprint


class SigningKey:
    """An Ed25519 key that signs packages."""

    def __init__(self, file: Path) -> None:
        """Read a private key in the format of ssh-keygen.

        Raises:
            MissingExtraError: If the library for signatures is not installed.
            UsageError: If the file has no such key, or one with a passphrase.
        """
        require("sign", "--sign")
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_ssh_private_key

        content = _read(file, "--sign")
        if b" PRIVATE KEY-----" not in content:
            raise UsageError(f"--sign: {file} is not a private key; {_MAKE_ONE}")
        try:
            key = load_ssh_private_key(content, password=None)
        except (TypeError, ValueError, UnsupportedAlgorithm):
            raise UsageError(
                f"--sign: {file} cannot be read; if it has a passphrase, sign the package with "
                f"ssh-keygen -Y sign -f {file} -n {NAMESPACE.decode()} FOLDER/{SIGNED}"
            ) from None
        if not isinstance(key, Ed25519PrivateKey):
            raise UsageError(f"--sign: {file} is not an Ed25519 key; {_MAKE_ONE}")
        self._key = key
        self.public = PublicKey(_packed(KIND, key.public_key().public_bytes_raw()))

    def sign(self, content: bytes) -> bytes:
        """Return a signature of some bytes."""
        made = _packed(KIND, self._key.sign(_signed(content, NAMESPACE, _HASHES[1])))
        blob = (
            _MAGIC
            + _VERSION.to_bytes(4)
            + _packed(self.public.blob, NAMESPACE, b"", _HASHES[1], made)
        )
        lines = (_FIRST, *wrap(b64encode(blob).decode(), _WIDTH), _LAST)
        return "".join(f"{line}\n" for line in lines).encode()


_MAKE_ONE = "make one: ssh-keygen -t ed25519 -N '' -f KEY"


def signer_of(content: bytes, signature: bytes) -> PublicKey:
    """Return the key that signed the content.

    Raises:
        MissingExtraError: If the library for signatures is not installed.
        OtherKeyError: If the key is not Ed25519.
        VerifyError: If the signature is not of this content, or cannot be read.
    """
    require("sign", "verifying a signature")
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key, namespace, hashed, made = _parts(signature)
    _, public = _fields(key, 2)
    _, signed = _fields(made, 2)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(
            signed, _signed(content, namespace, hashed)
        )
    except (InvalidSignature, ValueError):
        raise VerifyError(f"is not a signature of this {SIGNED}") from None
    return PublicKey(key)


def read_public_keys(file: Path) -> tuple[PublicKey, ...]:
    """Read a public key, or a list of allowed signers in the format of ssh-keygen.

    Raises:
        MissingExtraError: If the library for signatures is not installed.
        UsageError: If the file has no Ed25519 key.
    """
    require("sign", "--signer")
    keys = []
    for line in _read(file, "--signer").decode(errors="replace").splitlines():
        words = line.split()
        if KIND.decode() not in words or line.startswith("#"):
            continue
        at = words.index(KIND.decode())
        names = words[:1] if at else words[2:]
        try:
            blob = b64decode(words[at + 1], validate=True)
            _, public = _fields(blob, 2)
        except (ValueError, IndexError, VerifyError):
            continue
        if len(public) == 32:
            keys.append(PublicKey(blob, escaped(" ".join(names))))
    if not keys:
        raise UsageError(
            f"--signer: {file} has no Ed25519 key; give KEY.pub, as ssh-keygen made it"
        )
    return tuple(keys)


def _parts(signature: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """Return key, namespace, hash and signature.

    Raises:
        VerifyError: If these bytes are not a signature, or are one of another kind.
    """
    lines = signature.decode("ascii", "replace").split("\n")
    try:
        if lines[0] != _FIRST or _LAST not in lines:
            raise VerifyError("is not an SSH signature")
        blob = b64decode("".join(lines[1 : lines.index(_LAST)]), validate=True)
    except ValueError:
        raise VerifyError("is not an SSH signature") from None
    if not blob.startswith(_MAGIC + _VERSION.to_bytes(4)):
        raise VerifyError("is not an SSH signature of version 1")
    key, namespace, _, hashed, made = _fields(blob[len(_MAGIC) + 4 :], 5)
    if _fields(key)[0] != KIND or _fields(made)[0] != KIND:
        raise OtherKeyError("is by a key of another kind than Ed25519: use ssh-keygen -Y verify")
    if namespace != NAMESPACE or hashed not in _HASHES:
        raise VerifyError(f'is not a signature of a file (namespace "{NAMESPACE.decode()}")')
    return key, namespace, hashed, made


def _signed(content: bytes, namespace: bytes, hashed: bytes) -> bytes:
    digest = new(hashed.decode(), content).digest()
    return _MAGIC + _packed(namespace, b"", hashed, digest)


def _packed(*fields: bytes) -> bytes:
    return b"".join(len(field).to_bytes(4) + field for field in fields)


def _fields(packed: bytes, count: int | None = None) -> tuple[bytes, ...]:
    """Unpack fields that each begin with their length, until the end.

    Raises:
        VerifyError: If a length is wrong, or there are not ``count``.
    """
    fields = []
    at = 0
    while at < len(packed):
        end = at + 4 + int.from_bytes(packed[at : at + 4])
        if end > len(packed) or at + 4 > len(packed):
            raise VerifyError("is cut off")
        fields.append(packed[at + 4 : end])
        at = end
    if not fields or (count is not None and len(fields) != count):
        raise VerifyError("does not have the parts of a signature")
    return tuple(fields)


def _read(file: Path, option: str) -> bytes:
    try:
        return read_file(file, "text_kb")
    except OSError as error:
        raise UsageError(Message("unread", option, file=str(file), why=error.strerror)) from None
