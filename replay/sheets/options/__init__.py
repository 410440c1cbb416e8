"""What each sheet leaves open to the organiser."""
