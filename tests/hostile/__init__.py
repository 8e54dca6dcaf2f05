"""Running tests on a hostile machine: busy processors, random pauses, short queues."""
