"""The board on an MQTT broker: its topics and messages, the connection, and the messages that wait for it."""
