"""The climbing family: 掼蛋 and 大怪路子. It reads the slots of a sheet and never asks which sheet it runs."""
