"""A club evening: many boards play with a real broker, and the page of `muggins club` follows them."""
