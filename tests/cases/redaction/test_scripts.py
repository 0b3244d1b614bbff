"""Names in another script inside of English text, and what is no name there."""

import pytest

from cases.redaction.scripts import find_foreign_names


@pytest.mark.parametrize(
    "name",
    [
        "Дмитрий Иванов",
        "نورة القحطاني",
        "נועה לוי",
        "王小明",
        "佐藤花子",
        "김민수",
        "अनिल शर्मा",
        "Νίκος Παπαδόπουλος",
    ],
)
def test_a_name_in_another_script_is_found(name: str) -> None:
    text = f"Please tell {name} that the parcel is late."
    assert [text[s.start : s.end] for s in find_foreign_names(text)] == [name]


@pytest.mark.parametrize(
    "words",
    [
        "السلام عليكم",
        "شكرا جزيلا",
        "תודה רבה",
        "Спасибо большое",
        "Добрый день",
        "谢谢",
        "你好",
        "ありがとうございます",
        "안녕하세요",
        "감사합니다",
        "नमस्ते",
        "धन्यवाद",
        "Ευχαριστώ",
        "Καλημέρα",
    ],
)
def test_greetings_and_thanks_stay(words: str) -> None:
    assert find_foreign_names(f"{words}, where is my order please?") == []


@pytest.mark.parametrize(
    ("said", "name"),
    [("Спасибо, Дмитрий", "Дмитрий"), ("שלום נועה", "נועה"), ("مرحبا نورة", "نورة")],
)
def test_a_name_beside_a_greeting_is_found(said: str, name: str) -> None:
    text = f"{said}! Where is the parcel that you sent?"
    assert [text[s.start : s.end] for s in find_foreign_names(text)] == [name]


def test_a_sentence_in_another_script_names_nobody() -> None:
    text = "The customer wrote: Где мой заказ и когда он придёт? Please translate it for the agent."
    assert find_foreign_names(text) == []
    chinese = "They wrote 我的订单在哪里，什么时候能到呢 and want an answer in English by tomorrow."
    assert find_foreign_names(chinese) == []
