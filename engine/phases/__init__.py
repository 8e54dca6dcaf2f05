"""The phases of a deal, with a module for each. `dispatch` lists which phase handles which event."""
