"""What keeps screens, LED tracks and indicators showing the view."""
