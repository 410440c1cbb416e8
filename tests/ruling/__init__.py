"""What a fault comes to: proposals, rulings on faults, what-if."""
