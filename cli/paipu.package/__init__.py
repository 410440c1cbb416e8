"""牌谱: audits recorded games of Chinese team card games. This folder is the package `paipu`; the others are in it."""
