"""What flags of raters are called, and what to do about each. Pure."""

# Test → (what it is called, what to do about it).
KINDS = {
    "gold": (
        "Known answers missed",
        "Read the missed gold items with the rater. If the question is clear to them, set aside "
        "what was rated since their last good gold item.",
    ),
    "peers": (
        "Differs from the others",
        "Read some of the items on which they differ: the rater may have read the question in "
        "another way, or see what the others miss.",
    ),
    "quick": (
        "Too quick to have read",
        "Look at the last quick ratings. Ask how they work before setting anything aside: texts "
        "that repeat are read faster.",
    ),
    "runs": (
        "Same answers in a row",
        "Look at the items of that stretch. If they differ and the answers do not, set the "
        "stretch aside.",
    ),
    "cant_tell": (
        "Can't tell, often",
        "Ask what is missing: context, a clearer question, or knowledge that this rater lacks.",
    ),
    "skip": ("Skips often", "Read the reasons given for the skips."),
    "side": (
        "Prefers one side",
        "Sides are drawn by lot, so neither should win more. Remind the rater to read both.",
    ),
    "drift": (
        "Agreement changes over time",
        "Look at the control chart. If it falls, talk about fatigue and about what changed, then "
        "set aside the stretch that lies below the limit.",
    ),
    "batch": (
        "A bad batch",
        "Look at the ratings of that batch, then set it aside if they were careless.",
    ),
}
