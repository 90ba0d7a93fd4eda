"""The commands, a module each; each is imported only when it is called."""
