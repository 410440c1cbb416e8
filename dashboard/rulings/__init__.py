"""What the page of rulings works with: its words, what waits for a decision, and what a decision would change."""
