"""A club night on one web page: the tables of many boards, the standings, the pairings and all results.

The program subscribes to an MQTT broker, to which each board publishes (`muggins publish`).
"""
