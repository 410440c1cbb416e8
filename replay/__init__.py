"""The kernel: pure rules of Chinese team card games. It imports no sibling package and does no I/O."""
