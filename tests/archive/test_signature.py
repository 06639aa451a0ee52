"""Signed packages: what OpenSSH says of ours, and what pnp says of those of others."""

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
from helpers.command import files_of
from helpers.sample_archive import options, write_game

from pnp.archive.job import archive_game
from pnp.base.errors import OutputError, PnpError, UsageError, VerifyError
from pnp.verify import Finding, verify_paths
from pnp.verify.findings import Status
from pnp.verify.keys import SIGNATURE, SIGNED, SigningKey, read_public_keys, signer_of

pytestmark = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="OpenSSH is not installed")
WHO = "archive@museum.example"


def ssh_keygen(*arguments: object, **more: object) -> subprocess.CompletedProcess[str]:
    command = ["ssh-keygen", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True, **more)


def new_key(file: Path, kind: str = "ed25519", words: str = "") -> Path:
    ssh_keygen("-q", "-t", kind, "-N", words, "-C", WHO, "-f", file)
    return file


@pytest.fixture(scope="module")
def keys(tmp_path_factory) -> Path:
    """A folder with two keys, and a list of allowed signers that names the first."""
    folder = tmp_path_factory.mktemp("keys")
    public = new_key(folder / "key").with_suffix(".pub").read_text()
    new_key(folder / "other")
    (folder / "allowed").write_text(f"# ours\n{WHO} {' '.join(public.split()[:2])}\n")
    return folder


@pytest.fixture(scope="module")
def once(tmp_path_factory, keys) -> Path:
    """A signed package, made once; do not change it."""
    folder = tmp_path_factory.mktemp("signed")
    game = write_game(folder)
    return archive_game(str(game), options(folder / "out", sign=keys / "key")).folder


@pytest.fixture
def bag(once, tmp_path) -> Path:
    return Path(shutil.copytree(once, tmp_path / "pond"))


def signature(bag: Path, signers: Path | None = None) -> Finding | None:
    known = read_public_keys(signers) if signers else ()
    (report,) = verify_paths([bag], signers=known)
    return next((one for one in report.findings if one.what == "signature"), None)


def test_openssh_verifies_a_signed_package(once, keys):
    with (once / SIGNED).open("rb") as signed:
        told = ssh_keygen(
            *("-Y", "verify", "-f", keys / "allowed", "-I", WHO, "-n", "file"),
            *("-s", once / SIGNATURE),
            stdin=signed,
        )
    assert told.stdout.startswith('Good "file" signature for archive@museum.example')


def test_the_signature_has_the_bytes_that_openssh_writes(once, keys, tmp_path):
    shutil.copy(once / SIGNED, tmp_path)
    ssh_keygen("-q", "-Y", "sign", "-f", keys / "key", "-n", "file", tmp_path / SIGNED)
    assert (tmp_path / SIGNATURE).read_bytes() == (once / SIGNATURE).read_bytes()


@pytest.mark.parametrize("signers", ["key.pub", "allowed"])
def test_verify_says_by_whom_a_package_is_signed(once, keys, signers):
    found = signature(once, keys / signers)
    assert found.status is Status.OK
    fingerprint = ssh_keygen("-l", "-f", keys / "key.pub").stdout.split()[1]
    assert found.found == f"by {WHO} ({fingerprint})"


def test_verify_refuses_another_signer_and_an_unsigned_package(bag, keys):
    found = signature(bag, keys / "other.pub")
    assert (found.status, found.found[:9]) == (Status.WRONG, "by SHA256")
    (bag / SIGNATURE).unlink()
    assert signature(bag) is None
    assert signature(bag, keys / "key.pub").found == "is not signed"


def test_verify_without_a_signer_says_that_it_compared_with_none(once):
    found = signature(once)
    assert found.status is Status.UNCHECKED
    assert "--signer" in found.found


def test_a_key_of_another_kind_is_left_to_openssh(bag, keys, tmp_path):
    (bag / SIGNATURE).unlink()
    other = new_key(tmp_path / "other", "ecdsa")
    ssh_keygen("-q", "-Y", "sign", "-f", other, "-n", "file", bag / SIGNED)
    assert signature(bag).status is Status.UNCHECKED
    assert signature(bag, keys / "key.pub").status is Status.WRONG


def test_a_list_that_was_changed_does_not_match(bag):
    listed = (bag / SIGNED).read_text().replace("bag-info.txt", "bag-info.txt ")
    (bag / SIGNED).write_text(listed)
    with pytest.raises(VerifyError, match="is not a signature of this"):
        signer_of((bag / SIGNED).read_bytes(), (bag / SIGNATURE).read_bytes())


def test_a_file_that_only_other_lists_have_is_not_signed(bag, keys):
    (bag / "more.txt").write_text("x")
    other = bag / "tagmanifest-sha256.txt"
    other.write_text(f"{other.read_text()}{sha256(b'x').hexdigest()}  more.txt\n")
    (report,) = verify_paths([bag], signers=read_public_keys(keys / "key.pub"))
    assert "says nothing of more.txt" in [one.found for one in report.findings]
    assert not report.ok


def test_a_signed_package_is_signed_again_only_once_it_changed(tmp_path, keys):
    game = write_game(tmp_path)
    signed = options(tmp_path / "out", sign=keys / "key", zip=True)
    bare = archive_game(str(game), options(tmp_path / "out"))
    assert not (bare.folder / SIGNATURE).exists()
    first = archive_game(str(game), signed)
    assert first.kept
    assert first.notes[0].startswith("signed by SHA256:")
    before = files_of(tmp_path / "out")
    again = archive_game(str(game), signed)
    assert (again.kept, again.notes) == (True, ())
    assert files_of(tmp_path / "out") == before
    with pytest.raises(OutputError, match="is another signature"):
        archive_game(str(game), options(tmp_path / "out", sign=keys / "other"))


@pytest.mark.parametrize(
    ("kind", "words", "fault"),
    [("ecdsa", "", "is not an Ed25519 key"), ("ed25519", "secret", "ssh-keygen -Y sign -f")],
    ids=["ecdsa", "passphrase"],
)
def test_a_key_that_cannot_sign_is_refused_in_a_line(tmp_path, kind, words, fault):
    with pytest.raises(UsageError, match=fault) as told:
        SigningKey(new_key(tmp_path / "key", kind, words))
    assert "\n" not in str(told.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_files_that_are_not_keys_are_refused_in_a_line(tmp_path, keys):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "text").write_text("x\nssh-ed25519\nssh-ed25519 AAAA\nssh-ed25519 é=\n")
    for read, file in (
        (SigningKey, keys / "key.pub"),
        (SigningKey, tmp_path / "none"),
        (SigningKey, tmp_path / "pipe"),
        (read_public_keys, tmp_path / "pipe"),
        (read_public_keys, tmp_path / "text"),
        (read_public_keys, keys / "key"),
    ):
        with pytest.raises(UsageError):
            read(file)


def test_no_damaged_signature_ends_in_a_traceback(once):
    content, good = (once / SIGNED).read_bytes(), (once / SIGNATURE).read_bytes()
    for at in range(0, len(good), 2):
        for bad in (good[:at], good[:at] + b"\xff" + good[at + 1 :], good[at:], good[:at] * 9):
            with pytest.raises(PnpError):
                signer_of(content + b"x", bad)
