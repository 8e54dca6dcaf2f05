"""The phases of a deal, one to a module. `dispatch` says which phase handles which event."""
