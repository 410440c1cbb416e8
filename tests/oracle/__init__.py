"""Second implementations of rule sheets: slow, obvious, written from the sheets alone, importing
nothing of `replay`.

The tests hold the engine against them; where the two differ, one of them has misread the sheet.
"""
