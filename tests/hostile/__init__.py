"""Run tests on a hostile machine, with busy processors, random pauses and short queues."""
