"""Names in another script than the text around them: "Told Дмитрий Иванов that it is late"."""

import unicodedata
from collections.abc import Iterator

import regex

from cases.redaction.keys import PERSON
from cases.redaction.names import word_set
from cases.redaction.spans import Span

_FOREIGN = regex.compile(r"[^\P{L}\p{Latin}]")
_LATIN = regex.compile(r"\p{Latin}")
# Scripts with capitals, scripts without, and those that put no space between words.
_CAPITAL = r"(?=\p{Lu})[\p{Cyrillic}\p{Greek}\p{Armenian}]{2,20}"
_SPACED = (
    r"[\p{Arabic}\p{Hebrew}\p{Devanagari}\p{Bengali}\p{Tamil}\p{Telugu}\p{Thai}\p{Georgian}]"
    r"[\p{Arabic}\p{Hebrew}\p{Devanagari}\p{Bengali}\p{Tamil}\p{Telugu}\p{Thai}\p{Georgian}\p{M}]{1,18}"
)
_SIGNS = r"[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]{2,6}"
_NAME = regex.compile(
    rf"(?<![\p{{L}}\p{{M}}])(?:{_CAPITAL}(?:[ -]{_CAPITAL}){{0,3}}"
    rf"|{_SPACED}(?:[ -]{_SPACED}){{0,3}}|{_SIGNS}(?:[ ・·]{_SIGNS})?)(?![\p{{L}}\p{{M}}])"
)
# Words of other scripts one behind another, and how many of them, or of their signs without
# spaces, are a sentence.
_RUN = regex.compile(r"(?:[^\P{L}\p{Latin}]\p{M}*)+(?:[ ,!،-]{1,2}(?:[^\P{L}\p{Latin}]\p{M}*)+)*")
_SENTENCE, _SIGNS_OF_SENTENCE = 6, 12
_RUN_WORD = regex.compile(r"[\p{L}\p{M}]+")
# Greetings, thanks, and other words that people leave in their own script in an English text.
_WORDS = word_set(
    "السلام سلام عليكم وعليكم ورحمة الله وبركاته مرحبا مرحباً أهلا اهلا أهلاً وسهلا شكرا شكراً"
    " جزيلا"
    " جزيلاً عفوا لو سمحت من فضلك نعم لا صباح مساء الخير النور إن شاء ان الحمد لله والله معذرة آسف"
    " שלום תודה רבה בבקשה כן לא בוקר ערב טוב סליחה להתראות היי מה שלומך"
    " привет здравствуйте здравствуй спасибо большое пожалуйста да нет добрый день доброе утро"
    " вечер"
    " до свидания извините простите хорошо дякую вітаю будь ласка добрий благодаря здравей хвала"
    " γεια γειά σου σας ευχαριστώ ευχαριστω παρακαλώ παρακαλω καλημέρα καλημερα καλησπέρα καλησπερα"
    " ναι όχι οχι συγγνώμη συγνώμη αντίο"
    " नमस्ते नमस्कार धन्यवाद शुक्रिया कृपया हाँ हां नहीं जी माफ़ कीजिए कीजिये बहुत ठीक है"
    " 你好 您好 谢谢 謝謝 多谢 多謝 谢谢你 謝謝你"
    " 谢谢您 谢谢您 不好意思 对不起 對不起 请 請 请问 請問"
    " 再见 再見 是的 不是 早上好 晚上好 没问题 麻烦你 麻烦您 你好吗"
    " こんにちは こんばんは おはよう おはようございます"
    " ありがとう ありがとうございます どうも すみません"
    " お願いします おねがいします よろしく よろしくお願いします"
    " はい いいえ ください ごめんなさい 了解"
    " さようなら 失礼します"
    " 안녕 안녕하세요 감사합니다 고마워요 고맙습니다"
    " 죄송합니다 미안합니다 네 아니요 부탁합니다"
    " 부탁드립니다 안녕히"
    " สวัสดี ครับ ค่ะ ขอบคุณ ขอโทษ"
    " ধন্যবাদ নমস্কার நன்றி வணக்கம் నమస్తే ధన్యవాదాలు გამარჯობა მადლობა"
)


def find_foreign_names(text: str) -> list[Span]:
    """Up to four words of another script in a text that has as many Latin letters. The model knows
    no such name, and little but greetings is written so in the middle of an English sentence."""
    if text.isascii():
        return []
    foreign = len(_FOREIGN.findall(text))
    if not foreign or len(_LATIN.findall(text)) < foreign:
        return []
    return [
        Span(start, end, PERSON, "other script")
        for run in _RUN.finditer(text)
        for first, last in _left_of(run.group())
        for start, end in _names(text, run.start() + first, run.start() + last)
    ]


def _left_of(run: str) -> Iterator[tuple[int, int]]:
    """What is left between greetings and thanks in some words; nothing of a sentence."""
    words = list(_RUN_WORD.finditer(run))
    said = [_composed(match.group()).casefold() in _SPEECH for match in words]
    small = any(m.group()[0].islower() and not s for m, s in zip(words, said, strict=True))
    if small or len(words) >= _SENTENCE or max(map(_unspaced, words)) > _SIGNS_OF_SENTENCE:
        return
    start = 0
    for match, speech in zip(words, said, strict=True):
        if speech:
            yield start, match.start()
            start = match.end()
    yield start, len(run)


def _unspaced(word: regex.Match[str]) -> int:
    return len(regex.findall(r"[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]", word.group()))


def _names(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _NAME.finditer(text, start, end):
        yield match.span()


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


_SPEECH = frozenset(_composed(word).casefold() for word in _WORDS)
