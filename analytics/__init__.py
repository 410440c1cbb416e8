"""From audits to tables: the warehouse, the pipeline, standings and statistics."""
