"""The password and the certificates that a broker requires are read from files."""

import ssl
from pathlib import Path

import pytest

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.session import Credentials
from firmware_py.system.errors import UsageError
from tests.support.broker import Authority, needs_openssl


def test_a_broker_that_asks_for_nothing() -> None:
    assert Credentials.of(MqttSettings()) == Credentials(None, None)


def test_a_password() -> None:
    assert Credentials.of(MqttSettings(user="ann", password="sesame")).login == ("ann", "sesame")


@needs_openssl
def test_a_context_trusts_the_authority_and_checks_the_name(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    tls = Credentials.of(MqttSettings(tls=True, ca=str(authority.certificate))).tls
    assert tls and tls.check_hostname and tls.verify_mode == ssl.CERT_REQUIRED
    assert [dict(each[0] for each in found["subject"]) for found in tls.get_ca_certs()] == [
        {"commonName": "The test's authority"}
    ]


def test_without_an_authority_those_of_the_system_are_trusted() -> None:
    tls = Credentials.of(MqttSettings(tls=True)).tls
    assert tls and tls.check_hostname and tls.verify_mode == ssl.CERT_REQUIRED


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"/none: no such file or directory: name the certificate with ca"):
        Credentials.of(MqttSettings(tls=True, ca=f"{tmp_path}/none"))
    (tmp_path / "empty").touch()
    with pytest.raises(UsageError, match="/empty: it holds no certificate: name the certificate with ca"):
        Credentials.of(MqttSettings(tls=True, ca=f"{tmp_path}/empty"))
    with pytest.raises(UsageError, match=r"/none: no such file or directory: write the password"):
        Credentials.of(MqttSettings(user="ann", password_file=f"{tmp_path}/none"))
