"""The compiled build (`make wheel`): it passes the tests, and its verdicts are those of the other, byte for byte."""
