"""A club's evening: one page that shows the tables of many boards, with standings, a draw, and all results.

The program subscribes to an MQTT broker, to which each board publishes (`muggins publish`).
"""
