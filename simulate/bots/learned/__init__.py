"""Players that learned from games: what they see, how they weigh it, and their weights."""
