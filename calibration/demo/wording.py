"""Sentences that any conversation may use. Pure."""

WHEN = (
    " When will this be settled?",
    " How long is this going to take?",
    " And please tell me when I can expect something to happen.",
    " I need to know by when.",
    " how long do I have to wait",
)
LOUD_PROMISES = (
    "I guarantee the money will be with you by tomorrow morning.",
    "I've also made an exception for you and added a voucher for your next order.",
    "You have my guarantee that it's there in an hour.",
    "Your next order is on the house.",
    "As a goodwill gesture your postage is paid for the rest of the year.",
    "Next time we'll refund you no questions asked.",
)
QUIET_PROMISES = (
    "For the trouble, your next order ships for nothing.",
    "And if anything else bothers you this year, keep the goods and we'll pay you back.",
    "I've also moved you up to priority customer, so all your returns are free from now on.",
    "Should it break in the next five years, we simply replace it.",
    "I'll take something off your next purchase as well.",
    "I promise you'll have it before the weekend.",
)
# After a question about when: anything but an answer to it.
EMPTY_ENDINGS = (
    "",
    "I hope that helps.",
    "I'm sorry again for the inconvenience this has caused.",
    "Rest assured that this is being dealt with.",
    "It will be looked at in due course.",
    "You can rely on us, customer satisfaction is very important here.",
    "These things usually sort themselves out.",
    "Whether the 3 to 5 working days apply here, I couldn't say.",
    "Please keep an eye on things.",
)
# Without such a question: something that leaves the matter open.
OPEN_ENDINGS = (
    "I'll look into what happens next.",
    "There may be another step to this; let me see.",
    "We'll see how it goes from here.",
    "I still have to find out how this continues.",
    "Whether anything more is needed I can't say right now.",
    "Somebody may want something from you before it goes through, or maybe not.",
    "You'll hear from somebody if there is anything, I suppose.",
    "It may be two days or ten working days until I know more.",
)
