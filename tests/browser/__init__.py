"""Tests of the page in a real browser, Debian's Chromium.

`.ci/run` installs Chromium. If it is not installed, the tests are skipped.
"""
