"""The worked example: a scripted refund-support agent, simulated raters, and a whole study."""
