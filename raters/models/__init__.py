from raters.models.invitations import Invitation
from raters.models.queue import Assignment, CalibrationRound, Slot
from raters.models.ratings import FirstError, Label, Rating, StepLabel
from raters.models.standing import Flag, SetAside

__all__ = [
    "Assignment",
    "CalibrationRound",
    "FirstError",
    "Flag",
    "Invitation",
    "Label",
    "Rating",
    "SetAside",
    "Slot",
    "StepLabel",
]
