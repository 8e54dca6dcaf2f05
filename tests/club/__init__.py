"""A club night: many boards publish games through a real MQTT broker, and the club's page shows them."""
