"""Events: what their matches are worth, who stands where, and what is wrong with the draw and the published tables."""
