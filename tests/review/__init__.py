"""What each play was worth: what seats knew, the deals that fit it, the rule players, the judge."""
