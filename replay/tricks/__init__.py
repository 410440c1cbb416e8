"""The trick-taking family: 升级, 炒地皮, 双扣."""
