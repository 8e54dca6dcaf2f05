"""A certificate authority for the tests, which signs the certificates of brokers."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

needs_openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="the program openssl is missing")


class Authority:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / "authority"
        self._folder.mkdir()
        (self._folder / "index.txt").touch()
        (self._folder / "serial").write_text("01\n")
        self._settings = self._folder / "openssl.cnf"
        self._settings.write_text(_SETTINGS.format(folder=self._folder))
        self.certificate, self._key = self._folder / "ca.crt", self._folder / "ca.key"
        self._openssl(
            *("req", "-x509", *_NEW_KEY, "-nodes", "-subj", "/CN=The test's authority"),
            *("-days", "2", "-keyout", self._key, "-out", self.certificate),
        )

    def sign(self, name: str, *, begins: str = "20200101000000Z", ends: str = "20990101000000Z") -> list[str]:
        """Create a certificate for a broker, and return the lines of the broker's configuration that use it.

        Args:
            name: the address for which the certificate is valid, such as `IP:127.0.0.1` or `DNS:broker`.
            begins: the time from which it is valid, as year, month, day, hour, minute and second in UTC.
            ends: the time until which it is valid, in the same format.
        """
        wish, key, signed = (self._folder / f"broker.{end}" for end in ("csr", "key", "crt"))
        (self._folder / "extensions.cnf").write_text(f"[all]\nsubjectAltName={name}\n")
        self._openssl("req", *_NEW_KEY, "-nodes", "-subj", f"/CN={name}", "-keyout", key, "-out", wish)
        self._openssl(
            *("ca", "-batch", "-notext", "-in", wish, "-out", signed, "-startdate", begins, "-enddate", ends),
            *("-extfile", self._folder / "extensions.cnf", "-extensions", "all"),
        )
        return [f"cafile {self.certificate}", f"certfile {signed}", f"keyfile {key}", "allow_anonymous true"]

    def _openssl(self, command: str, *arguments: object) -> None:
        words = [str(each) for each in ("openssl", command, "-config", self._settings, *arguments)]
        subprocess.run(words, check=True, capture_output=True)


_NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
"""The arguments for a new key on an elliptic curve, which takes far less time than an RSA key."""
_SETTINGS = """[req]
distinguished_name = name
x509_extensions = own
[name]
[own]
basicConstraints = critical, CA:true
subjectKeyIdentifier = hash
[ca]
default_ca = authority
[authority]
database = {folder}/index.txt
serial = {folder}/serial
new_certs_dir = {folder}
certificate = {folder}/ca.crt
private_key = {folder}/ca.key
default_md = sha256
policy = anyone
unique_subject = no
[anyone]
commonName = supplied
"""
