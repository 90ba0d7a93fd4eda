"""What several tests need: drawn castles, small boxes, processes, a browser."""
