"""A dispute without a record, as people type it: read, asked of the kernel, and answered in words.

`paipu judge`, a file of questions and the page all come here; what they ask is in `question.py`.
"""
