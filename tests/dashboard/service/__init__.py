"""Tests of the service: a server as `paipu serve` starts one, and requests to it."""
