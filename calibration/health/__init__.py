"""How raters are doing: figures, flags and what a lead may do about them."""
