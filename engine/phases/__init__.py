"""The phases of a deal, one to a module. `dispatch` says which of them takes which event."""
