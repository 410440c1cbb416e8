"""The service: the pages and an interface for programs (HTTP) at one port."""
