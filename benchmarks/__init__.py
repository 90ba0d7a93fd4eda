"""Speed claims: scripts that anyone can rerun. Each prints medians, quartiles and ratios."""
