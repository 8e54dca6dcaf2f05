"""Tests of the service and its Debian package: their files agree, and the built package is complete."""
