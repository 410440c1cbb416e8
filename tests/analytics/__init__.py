"""Tests of analytics: the warehouse, the pipeline, and what their documents say."""
