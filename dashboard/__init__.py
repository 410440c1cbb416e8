"""The web pages: each queries and draws."""

import logging

# Pages are imported before a server runs, so that the first visit need not wait; what they keep is kept in memory all the same.
logging.getLogger("streamlit.runtime.caching.cache_data_api").addFilter(
    lambda record: not record.getMessage().startswith("No runtime found")
)
