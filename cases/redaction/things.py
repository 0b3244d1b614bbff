"""Things named like people: the Kelly bag, your Harper table, Jordan running shoes."""

import re

from cases.redaction.names import word_set
from cases.redaction.spans import Span

_BEFORE = re.compile(r"\b(?:the|a|an|your|our|these|those|new)[ ]$", re.IGNORECASE)
_AFTER = re.compile(r"[ ]([a-z]{2,})")
# What somebody does, or is joined to: after a name these speak of a person.
_DONE = word_set(
    "is was has had have and or from at in on of to for with by who will would can could should may"
    " says said wants wanted called asked told sent paid got gave took signed here again about not"
    " needs thinks lives works spoke wrote made left came went does did says please also just but"
    " as if when because that this my your the their his her its an a no so then now than too"
)
# What shops sell. A name before such a noun, or up to three small words before it, is the thing's.
_NOUNS = word_set(
    "bag bags bed beds belt bench bike bikes blanket blazer blender blind blinds blouse board book"
    " bookcase bookshelf boot boots bottle bottles bowl bowls box bra bracelet brush bulb bulbs"
    " cabinet cable camera candle candles cap cape cardigan carpet case cases chair chairs charger"
    " chest clock coat cot couch cover covers crib cup cups curtain curtains cushion cushions desk"
    " dish doll drawer drawers dress dresser drill duvet earphones earrings easel fan figure flask"
    " frame fridge fryer game glass glasses gloves gown grill grinder guitar hammock handbag hat"
    " headboard headphones headset heater heels helmet highchair hinge hob holdall hoodie hook hose"
    " iron jacket jar jeans jersey jug juicer jumper jumpsuit kettle keyboard kit knife knives"
    " ladder lamp lampshade lamps laptop lead leggings lens light lights loafers locker lounger"
    " machine mat mattress mirror mixer monitor mop mouse mower mug mugs napkins necklace oven"
    " pack pan pans pants parasol pen pendant perfume phone pillow pillowcase pitcher planter plate"
    " plates pot pouch pram printer projector pump purse puzzle quilt rack racket radiator radio"
    " raincoat razor ring robe rocker router rucksack rug rugs runner saddle sandal sandals satchel"
    " saucepan saw scale scales scarf scooter screen seat serum set sets settee shades sheets shelf"
    " shelves shirt shirts shoe shoes shorts sideboard skates ski skillet skirt sleeve slippers"
    " sneaker sneakers soap socket socks sofa sofabed speaker speakers spoon stand stereo stool"
    " stools stove strap stroller suit suitcase sunglasses sweater sweatshirt swimsuit table tables"
    " tablecloth tablet tea tee telescope tent throw tie tights tiles toaster tool tools top torch"
    " towel towels toy tracksuit trainer trainers tray trolley trouser trousers tunic turntable"
    " umbrella unit vacuum vase vest wallet wardrobe watch watches wok wrench yarn bundle edition"
    " collection jumpers hoodies vases backpack daypack pouffe ottoman footstool nightstand bedside"
    " barstool recliner armchair loveseat chaise planters trellis pergola gazebo"
    " hoover juice coffee"
    " cologne lotion cream shampoo kettles teapot cafetiere corkscrew decanter tumbler tumblers"
)
_BESIDE_NOUNS = 4
_FEW = 4
_REACH, _LONGEST = 12, 80
_LABEL_END = re.compile(r"[,;)\"]")


def names_a_thing(text: str, span: Span) -> bool:
    """Whether a name of one word, as the model or the list found it, is part of a thing's name:
    an article before it and a noun after, or a short label that goes on in small letters."""
    if _sold(text, span):
        return True
    if re.search(r"\s", text[span.start : span.end]):
        return False
    after = _AFTER.match(text, span.end)
    if after is None or after.group(1) in _DONE or after.group(1).endswith(("ed", "ing")):
        # "Jordan running shoes" is a label all the same.
        return bool(after and after.group(1).endswith("ing") and _is_label(text, span))
    before = text[max(0, span.start - _REACH) : span.start]
    return bool(_BEFORE.search(before)) or _is_label(text, span)


def _sold(text: str, span: Span) -> bool:
    """Whether a name is of a thing for sale: "merino jumper", "Florence floor lamp"."""
    words = text[span.start : span.end].split()
    if len(words) > 1 and words[-1].casefold() in _NOUNS:
        return True
    if len(words) > 2:
        return False
    rest = _LABEL_END.split(text[span.end : span.end + _LONGEST], maxsplit=1)[0]
    if not rest.startswith((" ", "-")):
        return False
    for word in re.split(r"[ -]", rest)[1 : 1 + _BESIDE_NOUNS]:
        plain = word.rstrip(".!?:").casefold()
        if plain in _NOUNS:
            return True
        if plain in _DONE or not plain.isalpha() or plain.endswith("'s") or word != plain:
            return False
    return False


def _is_label(text: str, span: Span) -> bool:
    """Whether a text, or what follows a colon in it, is a name and some words in small letters,
    with no verb and no full stop."""
    rest = _LABEL_END.split(text[span.end : span.end + _LONGEST], maxsplit=1)[0].split()
    before = text[max(0, span.start - _REACH) : span.start].rstrip()
    return (
        (not before or before[-1] in ":\"'(")
        and 1 <= len(rest) < _FEW
        and all(word.isalpha() and word.islower() for word in rest)
        and not any(word in _DONE or (word.endswith("ed") and len(word) > 4) for word in rest)
    )
