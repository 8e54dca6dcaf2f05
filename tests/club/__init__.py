"""A club's evening: many boards play on a real broker, and the page of `muggins club` follows."""
