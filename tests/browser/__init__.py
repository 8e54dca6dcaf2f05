"""The page in a real browser: Debian's Chromium. `.ci/run` installs it; without it, they skip."""
