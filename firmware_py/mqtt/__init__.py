"""MQTT: the topics and messages that a board publishes, and the connection to the broker."""
