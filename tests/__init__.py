"""Tests, in folders named after the packages that they test."""
