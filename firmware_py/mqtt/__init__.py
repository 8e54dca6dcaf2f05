"""The board on an MQTT broker: topics, messages, the connection, and the messages waiting to be sent."""
